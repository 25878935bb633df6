// What functions give to classes and modules that they name themselves, whenever somebody calls them:
// `setattr(Frame, name, f)`, `for cls in (A, B): setattr(cls, name, f)`, and `register([A, B])`, where
// `register` does so. Under which names is not written, so that what is given may have more than is shown.

import { lastName } from '../../../syntax/python/expressionNames.ts'
import { parseBlock } from '../../../syntax/python/parsePython.ts'
import type {
  Expression,
  FunctionStatement,
  Parameter,
  Statement,
  StatementOf,
} from '../../../syntax/python/syntax.ts'
import { expressionsOf, walkExpression, walkStatements } from '../../../syntax/python/walk.ts'
import {
  calledHandler,
  type HandedAs,
  type HandedEffects,
  type Handler,
  parameterFor,
  SHAPES,
} from '../classes/handedEffects.ts'
import { absoluteModule, packageOf } from '../files/modulePaths.ts'
import { isClassItem, type Owner, type Target } from '../modules/items.ts'
import type { PythonModule } from '../modules/pythonModule.ts'
import type { Resolver } from '../modules/resolver.ts'
import type { Scope } from '../scope/bindings.ts'
import { namespaceOf } from '../scope/ownNamespace.ts'
import type { Source } from '../scope/source.ts'
import { calledIn } from './calledIn.ts'
import { handedItems } from './handedItems.ts'

/** How often functions that call functions that give something are looked for. */
const ROUNDS_MAX = 2
const ALIASES_MAX = 5
const BODY_MAX = 40_000

/** What may give names that are not written down to something else than the method's own object. */
const GIVES =
  /\b(?:setattr|__setattr__)\(\s*(?!\s|["']|self\b)[^,()]*(?:\([^()]*\))?[^,()]*,\s*(?!\s|["'])|(?<!\bself)\.__dict__(?:\[|\.(?:update|setdefault)\()|\bvars\([^()]+\)(?:\[|\.(?:update|setdefault)\()/

const WAYS: readonly HandedAs[] = ['object', 'list']

/** Names that say nothing of which function is meant; a class is called by its own. */
const ANYBODYS = /^__\w+__$/

type Body = Readonly<{ name: string; statement: FunctionStatement; owner: string | null }>

/** Every function of a module and every method of its classes, those within functions aside. */
function bodiesIn({ names }: Scope): readonly Body[] {
  const found: Body[] = []
  const ofClass = ({ body, name }: StatementOf<'class'>) => {
    for (const one of walkStatements(body)) {
      if (one.kind === 'class') ofClass(one)
      if (one.kind === 'def')
        found.push({ name: one.name === '__init__' ? name : one.name, statement: one, owner: name })
    }
  }
  for (const [name, binding] of names) {
    if (binding.kind === 'def') found.push({ name, statement: binding.statement, owner: null })
    if (binding.kind === 'class') ofClass(binding.statement)
  }
  return found
}

/** The functions and methods of a module, with the text that they stand in. */
export function functionsOf({ scope }: PythonModule): readonly Body[] {
  return scope === null ? [] : scope.source.told(bodiesOf, scope)
}

function bodiesOf(_source: Source, scope: Scope): readonly Body[] {
  return bodiesIn(scope)
}

function calledNames({ text }: Source): ReadonlySet<string> {
  return new Set(Array.from(calledIn(text), ({ name }) => name))
}

/** `give` opens what it is handed. */
export function applyBodies(
  resolver: Resolver,
  effects: HandedEffects,
  give: (into: Target, by: PythonModule) => void,
): void {
  const modules = [...resolver.modules.own.values()].filter(({ scope }) => scope !== null)
  const read = (module: PythonModule, body: Body, givers: ReadonlySet<string>) => {
    const reader = new BodyReader(resolver, effects, module, body)
    for (const into of reader.given(givers)) give(into, module)
    return reader
  }
  const givers = new Set<string>()
  for (const module of modules) {
    const { scope } = module
    if (!['setattr', '__dict__', 'vars('].some((word) => scope?.source.has(word))) continue
    for (const body of functionsOf(module)) {
      if (!isRead(body) || !GIVES.test(textOf(body, module))) continue
      const reader = read(module, body, new Set())
      if (!ANYBODYS.test(body.name) && reader.isGiver()) givers.add(body.name)
    }
  }
  if (givers.size === 0) return
  const classes = new Set(modules.flatMap((module) => classesIn(module)))
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const known = new Set(givers)
    for (const module of modules) {
      const called = module.scope?.source.told(calledNames)
      if (called === undefined || !intersects(called, known)) continue
      for (const body of functionsOf(module)) {
        if (!isRead(body)) continue
        const handed = handedIn(textOf(body, module), known)
        if (handed.some((word) => classes.has(word) || CONSTANT.test(word)))
          read(module, body, known)
        const own = new Set(body.statement.parameters.map(({ name }) => name))
        // Somebody who hands on what he is handed gives it names as well; most objects keep it.
        if (body.statement.name === '__init__') continue
        if (!ANYBODYS.test(body.name) && handed.some((word) => own.has(word))) givers.add(body.name)
      }
    }
    if (givers.size === known.size) return
  }
}

function isRead({ statement: { body } }: Body): boolean {
  return body.span.end - body.span.start <= BODY_MAX
}

function textOf({ statement }: Body, { scope }: PythonModule): string {
  return scope?.source.slice(statement.body.span) ?? ''
}

function classesIn({ scope }: PythonModule): string[] {
  return [...(scope?.names ?? [])].flatMap(([name, { kind }]) => (kind === 'class' ? [name] : []))
}

/** A list of classes, by what such lists are called. */
const CONSTANT = /^_?[A-Z][A-Z\d_]+$/
const HANDED_MAX = 200

/** The words in what such functions are handed. */
function handedIn(text: string, names: ReadonlySet<string>): string[] {
  const found: string[] = []
  for (const { name, end } of calledIn(text)) {
    if (names.has(name)) found.push(...(text.slice(end, end + HANDED_MAX).match(/\w+/g) ?? []))
  }
  return found
}

function intersects(some: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  for (const one of others) if (some.has(one)) return true
  return false
}

class BodyReader {
  private readonly resolver: Resolver
  private readonly effects: HandedEffects
  private readonly module: PythonModule
  private readonly source: Source
  private readonly body: Body
  private readonly owner: Owner
  /** What names of the body stand for; nothing for those of which it is not written. */
  private readonly locals = new Map<string, Expression[]>()
  private readonly imports = new Map<string, Target | null>()

  constructor(resolver: Resolver, effects: HandedEffects, module: PythonModule, body: Body) {
    if (module.scope === null) throw new Error('a module without a source has no functions')
    this.resolver = resolver
    this.effects = effects
    this.module = module
    this.source = module.scope.source
    this.body = body
    const cls = body.owner === null ? null : resolver.resolve(module.name, body.owner)
    this.owner = isClassItem(cls) ? cls : null
  }

  /** Whether it gives one of its parameters names that are not written. */
  isGiver(): boolean {
    const { statement, owner } = this.body
    const { source, module } = this
    const handler: Handler = { source, statement, module, owner: this.owner }
    const handed = owner === null ? statement.parameters : statement.parameters.slice(1)
    return handed.some((one) => WAYS.some((as) => this.effects.directly(handler, one, as).isAny))
  }

  /** What it gives to names: by itself, or by a call of one of `givers`. */
  given(givers: ReadonlySet<string>): readonly Target[] {
    const found: Target[] = []
    this.read(
      this.body.statement,
      (expression) => {
        if (expression.kind === 'call') this.called(expression, givers, found)
      },
      found,
    )
    return found
  }

  private read(
    { body, parameters }: FunctionStatement,
    visit: (expression: Expression) => void,
    found: Target[],
  ): void {
    const statements = parseBlock(this.source, body.span, body.line)
    for (const one of parameters) this.bindParameter(one)
    for (const one of walkStatements(statements)) this.bind(one)
    for (const one of walkStatements(statements)) {
      if (one.kind === 'def') this.read(one, visit, found)
      if (one.kind === 'assign') {
        for (const span of one.targets) this.target(this.source.expression(span), found)
      }
      for (const expression of expressionsOf(this.source, one)) this.walk(expression, visit)
    }
  }

  private walk(expression: Expression, visit: (one: Expression) => void): void {
    walkExpression(expression, (one) => {
      if (one.kind === 'lambda') this.walk(this.source.expression(one.body), visit)
      visit(one)
    })
  }

  private bindParameter({ name, default: otherwise }: Parameter): void {
    this.locals.set(name, otherwise === null ? [] : [this.source.expression(otherwise)])
  }

  private bind(statement: Statement): void {
    if (statement.kind === 'assign') {
      const value = statement.value === null ? null : this.source.expression(statement.value)
      for (const span of statement.targets) this.stand(this.source.expression(span), value)
    } else if (statement.kind === 'loop' && statement.target !== null) {
      this.stand(this.source.expression(statement.target), this.source.expression(statement.over))
    } else if (statement.kind === 'from') {
      const from = absoluteModule(packageOf(this.module), statement.level, statement.module)
      for (const { name, alias } of from === null ? [] : (statement.names ?? [])) {
        const path = `${from}.${name}`
        const isModule = this.resolver.modules.own.has(path)
        const target = this.resolver.resolve(from ?? '', name)
        this.imports.set(
          alias ?? name,
          target ?? (isModule ? { kind: 'module', module: path } : null),
        )
      }
    } else if (statement.kind === 'import') {
      for (const { path, alias } of statement.names) {
        const module = alias === null ? (path.split('.')[0] ?? path) : path
        if (this.resolver.modules.own.has(module))
          this.imports.set(alias ?? module, { kind: 'module', module })
      }
    }
    for (const expression of expressionsOf(this.source, statement)) {
      walkExpression(expression, (one) => {
        if (one.kind === 'comprehension') this.stand(one.target, one.over)
        if (one.kind === 'opaque')
          for (const { target, over } of one.turns ?? []) this.stand(target, over)
      })
    }
  }

  private stand(target: Expression, value: Expression | null): void {
    if (target.kind === 'name') {
      const all = this.locals.get(target.name) ?? []
      if (value !== null) all.push(value)
      this.locals.set(target.name, all)
    } else if (target.kind === 'tuple' || target.kind === 'list') {
      for (const item of target.items) this.stand(item, value)
    }
  }

  private called(
    { function: callee, arguments: all }: Expression & { kind: 'call' },
    givers: ReadonlySet<string>,
    found: Target[],
  ): void {
    const name = lastName(callee)
    const [first, second] = all
    if (name === 'setattr' && first !== undefined && second?.value.kind !== 'string') {
      found.push(...this.targets(first.value))
      return
    }
    if (callee.kind === 'attribute' && /^(?:update|setdefault|__setitem__)$/.test(callee.name)) {
      const space = namespaceOf(callee.value)
      if (space !== null) found.push(...this.targets(space))
    }
    if (name === null || !givers.has(name)) return
    const to = calledHandler(this.resolver, this.module, callee, this.owner)
    if (to === null) return
    all.forEach(({ name: keyword, value }, index) => {
      const parameter = parameterFor(to, index, keyword)
      // A name may be that of a list.
      const targets = this.targets(value)
      if (targets.length === 0) return
      const ways: readonly HandedAs[] = handedItems(value) === null ? ['object', 'list'] : ['list']
      // Whoever gives nothing himself hands it on to somebody who does.
      const { handler } = to
      const isItself = GIVES.test(handler.source.slice(handler.statement.body.span))
      const givenBy = (as: HandedAs) =>
        isItself
          ? this.effects.directly(handler, parameter, as)
          : this.effects.on(handler, parameter, as)
      if (ways.some((as) => givenBy(as).isAny)) found.push(...targets)
    })
  }

  /** `vars(module)[name] = …` */
  private target(target: Expression, found: Target[]): void {
    if (target.kind !== 'subscript' || target.index.kind === 'string') return
    const space = namespaceOf(target.value)
    if (space !== null) found.push(...this.targets(space))
  }

  /** The classes and modules that an expression may stand for. */
  private targets(expression: Expression, depth = 0): readonly Target[] {
    if (depth > ALIASES_MAX) return []
    const items = handedItems(expression)
    if (items !== null) return items.flatMap((one) => this.targets(one, depth + 1))
    // `TABLE.items()`, `list(classes)`
    if (expression.kind === 'call') {
      const { function: callee, arguments: all } = expression
      const isOfTable = callee.kind === 'attribute' && /^(?:items|values|copy)$/.test(callee.name)
      const [first] = all
      if (isOfTable) return this.targets(callee.value, depth + 1)
      const isShape = callee.kind === 'name' && SHAPES.has(callee.name) && first !== undefined
      return isShape ? this.targets(first.value, depth + 1) : []
    }
    if (expression.kind === 'name') {
      const local = this.locals.get(expression.name)
      if (local !== undefined) return local.flatMap((one) => this.targets(one, depth + 1))
    }
    const imported = this.importedBy(expression)
    const target =
      imported === undefined
        ? this.resolver.resolveExpression(this.module, expression, this.owner)
        : imported
    if (target?.kind === 'value' && target.binding.kind === 'value') {
      const list = this.resolver.modules.assignedValue(target.binding)
      const home = this.resolver.modules.module(target.module)
      const all = list === null ? null : handedItems(list)
      if (all === null || home === undefined) return []
      return all.flatMap((one) => {
        const found = this.resolver.resolveExpression(home, one)
        return found?.kind === 'class' ? [found] : []
      })
    }
    return target?.kind === 'class' || target?.kind === 'module' ? [target] : []
  }

  /** Undefined where what it begins with is no import of the body's own. */
  private importedBy(expression: Expression): Target | null | undefined {
    if (expression.kind === 'name') return this.imports.get(expression.name)
    if (expression.kind !== 'attribute') return undefined
    const base = this.importedBy(expression.value)
    if (base === undefined || base === null) return base
    return this.resolver.attribute(base, expression.name)
  }
}
