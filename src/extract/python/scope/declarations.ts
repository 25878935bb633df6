// What imports, functions and classes bind.

import { lastName } from '../../../syntax/python/expressionNames.ts'
import type {
  ClassStatement,
  Expression,
  ExpressionOf,
  FromImportStatement,
  FunctionStatement,
  ImportStatement,
  Span,
} from '../../../syntax/python/syntax.ts'
import { absoluteModule } from '../files/modulePaths.ts'
import { bodyOf } from './putsNames.ts'
import type { ScopeNames } from './scopeNames.ts'
import type { Source } from './source.ts'
import type { Way } from './ways.ts'

export function bindImport(names: ScopeNames, statement: ImportStatement, way: Way): void {
  for (const { path, alias } of statement.names) {
    const head = path.split('.')[0] ?? path
    names.bind(alias ?? head, way, {
      kind: 'module',
      source: names.context.source,
      line: statement.line,
      order: names.nextOrder(),
      path: alias === null ? head : path,
      isExplicit: alias !== null && alias === path,
    })
  }
}

export function bindFromImport(names: ScopeNames, statement: FromImportStatement, way: Way): void {
  const { line, level } = statement
  const { context, scope } = names
  const module = absoluteModule(context.package, level, statement.module)
  if (module === null || module === '__future__') return
  if (statement.names === null) {
    const stars = way.isTyping ? scope.typeStars : scope.stars
    stars.push({ module, line, order: names.nextOrder() })
    return
  }
  for (const { name, alias } of statement.names) {
    names.bind(alias ?? name, way, {
      kind: 'from',
      source: context.source,
      line,
      order: names.nextOrder(),
      module,
      name,
      isExplicit: alias === name,
      isCertain: way.isCertain,
    })
  }
}

export function bindClass(names: ScopeNames, statement: ClassStatement, way: Way): void {
  listDecorated(names, statement.name, statement.decorators)
  const { source } = names.context
  const order = names.nextOrder()
  names.bind(statement.name, way, { kind: 'class', source, line: statement.line, order, statement })
  // `@enum.global_enum` puts the members beside the class.
  const isPoured = statement.decorators.some((span) =>
    POURS.test(lastName(names.parse(span)) ?? ''),
  )
  if (isPoured && !names.context.isClass && !way.isTyping) {
    names.scope.poured.push({ kind: 'name', name: statement.name })
  }
}

const POURS = /^global_enum$/

export function bindFunction(names: ScopeNames, statement: FunctionStatement, way: Way): void {
  const { name, line } = statement
  const { source } = names.context
  listDecorated(names, name, statement.decorators)
  if (!names.context.isClass && !way.isTyping) {
    for (const call of decoratorCalls(source, statement))
      names.scope.handed.push({ call, isCertain: way.isCertain, decorated: statement })
  }
  const before = names.scope.names.get(name)
  let overloads: readonly FunctionStatement[] = []
  if (before?.kind === 'def') {
    const marks = marksOf(names, statement)
    if (marks.some((mark) => mark === 'setter' || mark === 'getter' || mark === 'deleter')) {
      names.bind(name, way, { ...before, hasSetter: true })
      return
    }
    // Overloads come before what implements them; in stubs there are only overloads.
    if (before.source === source && marksOf(names, before.statement).includes('overload')) {
      overloads = [...before.overloads, before.statement]
    }
  }
  const order = names.nextOrder()
  names.bind(name, way, {
    kind: 'def',
    source,
    line,
    order,
    statement,
    overloads,
    hasSetter: false,
  })
}

/** `@method_of(A)`: decorators that are handed something. */
export function decoratorCalls(
  source: Source,
  { decorators }: FunctionStatement,
): ExpressionOf<'call'>[] {
  return decorators.flatMap((span) => {
    const written = source.text[span.end - 1] === ')' ? source.expression(span) : null
    return written?.kind === 'call' ? [written] : []
  })
}

/** The last names of a function's decorators. */
function marksOf(names: ScopeNames, { decorators }: FunctionStatement): (string | null)[] {
  return decorators.map((span) => lastName(names.parse(span)))
}

/** `@export` of the module's own, which lists what it decorates. */
function listDecorated(names: ScopeNames, name: string, decorators: readonly Span[]): void {
  for (const span of decorators) {
    const decorator = names.parse(span)
    const binding = decorator.kind === 'name' ? names.scope.names.get(decorator.name) : undefined
    if (binding?.kind !== 'def') continue
    if (!bodyOf(binding.source, binding.statement).includes('__all__')) continue
    const listed: Expression = { kind: 'string', value: name, isBytes: false }
    names.scope.allSteps.push({ operation: 'add', value: { kind: 'list', items: [listed] } })
  }
}
