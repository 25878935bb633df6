// What a body binds, statement by statement, without running it: the names of a module or a class,
// and the traces of names that are made in other ways. Tests on the interpreter are decided for the
// one that the tables speak of (reference.ts); for any other test both ways are taken, and the first
// way's binding of a name stands.

import { type MessageName, messageNames } from './messageFile.ts'
import { putsNames } from './putsNames.ts'
import { decideTest } from './reference.ts'
import { standardKind } from './standardLibrary.ts'
import { parseExpression } from './syntax/parseExpression.ts'
import type {
  AssignStatement,
  ClassStatement,
  Expression,
  ExpressionArgument,
  FunctionStatement,
  LoopStatement,
  Span,
  Statement,
} from './syntax/syntax.ts'
import { expressionsOf, walkExpression, walkStatements } from './walk.ts'

/** A file that was parsed, as its spans need it. */
export type Source = Readonly<{ file: string; text: string; isStub: boolean }>

type Bound = Readonly<{ source: Source; line: number; order: number }>

export type Binding = Bound &
  (
    | Readonly<{
        kind: 'def'
        statement: FunctionStatement
        overloads: readonly FunctionStatement[]
        /** `@x.setter` and its kin: what the first definition is stays. */
        hasSetter: boolean
      }>
    | Readonly<{ kind: 'class'; statement: ClassStatement }>
    /** `import a.b as c` */
    | Readonly<{ kind: 'module'; path: string; isExplicit: boolean }>
    /** `from a import b as c`; `module` is absolute. */
    | Readonly<{
        kind: 'from'
        module: string
        name: string
        isExplicit: boolean
        /** Runs whenever the body does. */
        isCertain: boolean
      }>
    | Readonly<{
        kind: 'value'
        annotation: Span | null
        value: Span | null
        /** The statement whose documentation speaks of it. */
        documented: AssignStatement | null
        isTypeAlias: boolean
      }>
    /** Bound by a loop, a `with`, an unpacking: there, and nothing is known of it. */
    | Readonly<{
        kind: 'unknown'
        /** What generated code makes of a description. */
        described?: MessageName
      }>
  )

export type StarImport = Readonly<{ module: string; order: number; line: number }>

export type AllStep = Readonly<{ operation: 'set' | 'add' | 'remove'; value: Expression }>

/** `a.b.name = value`: a name that is put into something else. */
/** `name`: null where it cannot be told. */
export type Injection = Readonly<{ target: Expression; name: string | null; binding: Binding }>

export type Scope = {
  readonly source: Source
  readonly names: Map<string, Binding>
  /** What only type checkers see. */
  readonly typeNames: Map<string, Binding>
  readonly stars: StarImport[]
  readonly typeStars: StarImport[]
  readonly allSteps: AllStep[]
  readonly injections: Injection[]
  /** Classes whose members are poured into the module: `globals().update(E.__members__)`. */
  readonly poured: Expression[]
  /** Why names may be there that cannot be seen. */
  readonly dynamic: string[]
  /** The same, where following the statements may yet show them. */
  readonly makes: string[]
  /** Calls that hand the module over to a lazy loader, or replace it. */
  readonly lazyCalls: Expression[]
  /** Another object takes the module's place when it has been imported. */
  isReplaced: boolean
  /** Warnings that importing the module gives. */
  readonly warnings: Expression[]
  /** Names that were bound and then deleted. */
  readonly deleted: Set<string>
}

export type ScopeContext = Readonly<{
  source: Source
  /** Where relative imports start: the package that the module is in, or is. */
  package: string
  isClass: boolean
}>

export function readScope(body: readonly Statement[], context: ScopeContext): Scope {
  return new ScopeReader(context).read(body)
}

/** Absolute name of what `from <level dots><module>` means inside `pkg`; null when it climbs out. */
export function absoluteModule(pkg: string, level: number, module: string): string | null {
  if (level === 0) return module
  const parts = pkg === '' ? [] : pkg.split('.')
  if (level - 1 > parts.length) return null
  const base = parts.slice(0, parts.length - (level - 1))
  const path = [...base, ...(module === '' ? [] : [module])].join('.')
  return path === '' ? null : path
}

/** A value known without running anything. */
export type Literal = string | number | boolean | null | Literal[] | Map<string, Literal>

/** Turns of all loops over literals of one body together. */
const TURNS_MAX = 20_000

class ScopeReader {
  private readonly context: ScopeContext
  private readonly scope: Scope
  private order = 0
  private readonly hints: Hints
  private turns = 0
  /** The names were taken from a description: what is done with the namespace is known. */
  private isDescribed = false
  /** Functions of the module's own that it calls. */
  private readonly called = new Set<string>()
  /** Loop variables of loops over literals, while their bodies are read. */
  private readonly variables = new Map<string, Literal>()

  constructor(context: ScopeContext) {
    this.context = context
    this.hints = hintsOf(context.source)
    this.scope = {
      source: context.source,
      names: new Map(),
      typeNames: new Map(),
      stars: [],
      typeStars: [],
      allSteps: [],
      injections: [],
      poured: [],
      dynamic: [],
      makes: [],
      lazyCalls: [],
      isReplaced: false,
      warnings: [],
      deleted: new Set(),
    }
  }

  read(body: readonly Statement[]): Scope {
    this.block(body, NORMAL)
    if (!this.context.isClass) this.noteLateMakers(body)
    return this.scope
  }

  /** Functions that put names into the module whenever somebody calls them. */
  private noteLateMakers(body: readonly Statement[]): void {
    const { text } = this.context.source
    if (!LATE_MAKER.test(text)) return
    const makers = [...walkStatements(body)].flatMap((one) =>
      one.kind === 'class' ? one.body : [one],
    )
    const isLate = makers.some((one) => {
      // Those that the module calls itself are followed.
      if (one.kind !== 'def' || this.called.has(one.name)) return false
      return LATE_MAKER.test(text.slice(one.body.span.start, one.body.span.end))
    })
    if (!isLate) return
    this.scope.dynamic.push('has functions that put names into it')
    // Then what is assigned for type checkers says which.
    for (const [name, binding] of this.scope.typeNames) {
      if (binding.kind === 'value' && !this.scope.names.has(name))
        this.scope.names.set(name, binding)
    }
  }

  private block(body: readonly Statement[], way: Way): void {
    for (const statement of body) this.statement(statement, way)
  }

  private statement(statement: Statement, way: Way): void {
    if (this.hints.hasWalrus) this.bindWalruses(statement, way)
    switch (statement.kind) {
      case 'import':
        for (const { path, alias } of statement.names) {
          const head = path.split('.')[0] ?? path
          this.bind(alias ?? head, way, {
            source: this.context.source,
            line: statement.line,
            order: this.order++,
            kind: 'module',
            path: alias === null ? head : path,
            isExplicit: alias !== null && alias === path,
          })
        }
        return
      case 'from':
        this.fromImport(statement, way)
        return
      case 'assign':
        this.assign(statement, way)
        return
      case 'def':
        this.define(statement, way)
        return
      case 'class':
        this.listDecorated(statement.name, statement.decorators)
        this.bind(statement.name, way, {
          source: this.context.source,
          line: statement.line,
          order: this.order++,
          kind: 'class',
          statement,
        })
        return
      case 'if':
        this.choose(statement.branches, way)
        return
      case 'try': {
        const isTried = way.isTried || statement.handlers.some(({ body }) => !endsInError(body))
        this.block(statement.body, { ...way, isTried })
        this.block(statement.orElse, way)
        if (!importsOnlyWhatIsThere(statement.body)) {
          const otherwise = this.otherWay(way)
          for (const handler of statement.handlers) {
            if (!endsInError(handler.body)) this.block(handler.body, otherwise)
          }
        }
        this.block(statement.finally, way)
        return
      }
      case 'loop':
        this.loop(statement, way)
        return
      case 'with':
        for (const { target } of statement.items) this.bindTargets(target, statement.line, way)
        this.block(statement.body, way)
        return
      case 'match':
        for (const one of statement.cases) {
          for (const name of capturedNames(this.context.source.text, one.pattern)) {
            this.bindUnknown(name, this.otherWay(way))
          }
          this.block(one.body, this.otherWay(way))
        }
        return
      case 'del':
        for (const target of statement.targets) this.remove(this.parse(target), way)
        return
      case 'expression':
        this.effect(this.parse(statement.value), way)
        return
      case 'other':
        if (statement.word === 'exec') this.scope.dynamic.push('runs code that it makes')
        return
      case 'global':
        return
    }
  }

  /** `if (n := f()):` binds n, however deep in the expression it stands. */
  private bindWalruses(statement: Statement, way: Way): void {
    const { text } = this.context.source
    for (const expression of expressionsOf(text, statement)) {
      walkExpression(expression, (one) => {
        if (one.kind === 'walrus') this.bindUnknown(one.name, way)
      })
    }
  }

  private parse(span: Span): Expression {
    return parseExpression(this.context.source.text, span)
  }

  private bind(name: string, way: Way, binding: Binding): void {
    const names = way.isTyping ? this.scope.typeNames : this.scope.names
    const order = this.scope.names.get(name)?.order
    if (order !== undefined && way.taken.some(({ from, to }) => order >= from && order < to)) return
    if (this.isOptionalCopy(name, way, binding)) return
    names.set(name, binding)
    this.scope.deleted.delete(name)
  }

  /** `class A: …`, then `try: from faster import A`: what the file defines is what it surely has. */
  private isOptionalCopy(name: string, way: Way, binding: Binding): boolean {
    if (way.isTyping || this.context.isClass) return false
    const before = this.scope.names.get(name)
    if (before?.kind !== 'class' && before?.kind !== 'def') return false
    if (binding.kind === 'from') return way.isTried || !way.isCertain
    return binding.kind === 'value' && !way.isCertain && before.order < way.since
  }

  private fromImport(statement: Extract<Statement, { kind: 'from' }>, way: Way): void {
    const { line, level, names } = statement
    const module = absoluteModule(this.context.package, level, statement.module)
    if (module === null || module === '__future__') return
    if (names === null) {
      const stars = way.isTyping ? this.scope.typeStars : this.scope.stars
      stars.push({ module, line, order: this.order++ })
      return
    }
    for (const { name, alias } of names) {
      const isExplicit = alias === name
      this.bind(alias ?? name, way, {
        source: this.context.source,
        line: line,
        order: this.order++,
        kind: 'from',
        module,
        name,
        isExplicit,
        isCertain: way.isCertain,
      })
    }
  }

  /** `@export` of the module's own, which lists what it decorates. */
  private listDecorated(name: string, decorators: readonly Span[]): void {
    for (const span of decorators) {
      const decorator = this.parse(span)
      const binding = decorator.kind === 'name' ? this.scope.names.get(decorator.name) : undefined
      if (binding?.kind !== 'def') continue
      const { start, end } = binding.statement.body.span
      if (!binding.source.text.slice(start, end).includes('__all__')) continue
      const list: Expression = {
        kind: 'list',
        items: [{ kind: 'string', value: name, isBytes: false }],
      }
      this.scope.allSteps.push({ operation: 'add', value: list })
    }
  }

  private define(statement: FunctionStatement, way: Way): void {
    this.listDecorated(statement.name, statement.decorators)
    const { source } = this.context
    const { line } = statement
    const before = this.scope.names.get(statement.name)
    if (before?.kind === 'def') {
      const marks = statement.decorators.map((span) => lastName(this.parse(span)))
      if (marks.some((mark) => mark === 'setter' || mark === 'getter' || mark === 'deleter')) {
        this.bind(statement.name, way, { ...before, hasSetter: true })
        return
      }
      // Overloads come before what implements them; in stubs there are only overloads.
      const isOverloaded =
        lastMarks(before.statement, this.context.source).includes('overload') &&
        before.source === source
      if (isOverloaded) {
        const overloads = [...before.overloads, before.statement]
        this.bind(statement.name, way, {
          source,
          line,
          order: this.order++,
          kind: 'def',
          statement,
          overloads,
          hasSetter: false,
        })
        return
      }
    }
    this.bind(statement.name, way, {
      source,
      line,
      order: this.order++,
      kind: 'def',
      statement,
      overloads: [],
      hasSetter: false,
    })
  }

  private assign(statement: AssignStatement, way: Way): void {
    const { annotation, value, operator, line, isTypeAlias } = statement
    for (const span of statement.targets) {
      const target = this.parse(span)
      if (target.kind === 'name' && target.name === '__all__' && !this.context.isClass) {
        if (value !== null && !way.isTyping) {
          const parsed = this.parse(value)
          // A list that is made from the old one adds to it.
          // On a way that may not be taken, both lists can be meant.
          const isSet = operator === null && way.isCertain
          const operation = isSet ? 'set' : operator === '-' ? 'remove' : 'add'
          this.scope.allSteps.push({ operation, value: parsed })
        }
        continue
      }
      if (operator !== null) {
        if (target.kind === 'name' && !this.scope.names.has(target.name)) {
          this.bindTargets(span, line, way)
        }
        continue
      }
      const binding: Binding = {
        source: this.context.source,
        line,
        order: this.order++,
        kind: 'value',
        annotation,
        value,
        documented: statement,
        isTypeAlias,
      }
      if (target.kind === 'name') {
        if (value !== null && this.isWrapping(target.name, value)) continue
        // `name: T` alone binds nothing in a module; in a class it is a field.
        if (value === null && !this.context.isClass && !this.context.source.isStub) continue
        this.bind(target.name, way, binding)
      } else if (target.kind === 'attribute' && isOwnModule(target.value)) {
        this.bind(target.name, way, binding)
      } else if (target.kind === 'attribute') {
        if (!way.isTyping) {
          this.scope.injections.push({ target: target.value, name: target.name, binding })
        }
      } else if (target.kind === 'subscript') {
        this.assignItem(target, value, line, way)
      } else {
        this.bindTargets(span, line, way)
      }
    }
    if (value !== null && this.bindDescribed(value, line, way)) return
    if (value !== null && !way.isTyping && this.holdsOwnNamespace(value)) {
      this.scope.makes.push('has its own namespace in hand')
    }
    // Only a call can do more than it says, and a walrus stands in parentheses here.
    if (value !== null && this.context.source.text[value.end - 1] === ')') {
      this.effect(this.parse(value), way)
    }
  }

  /** `f = wraps(f)`: what f was says more of it than the call. */
  private isWrapping(name: string, span: Span): boolean {
    const before = this.scope.names.get(name)
    if (before === undefined || before.kind === 'value' || before.kind === 'unknown') return false
    const value = this.parse(span)
    if (value.kind !== 'call') return value.kind === 'name' && value.name === name
    return value.arguments.some(({ value: v }) => v.kind === 'name' && v.name === name)
  }

  /** `globals()['x'] = …`, `sys.modules[__name__] = …`. */
  private assignItem(
    target: Extract<Expression, { kind: 'subscript' }>,
    value: Span | null,
    line: number,
    way: Way,
  ): void {
    if (isOwnNamespace(target.value)) {
      const name = this.evaluate(target.index)
      if (typeof name === 'string') {
        this.bind(name, way, {
          source: this.context.source,
          line: line,
          order: this.order++,
          kind: 'unknown',
        })
      } else this.scope.makes.push('puts names into its own namespace')
      return
    }
    if (target.value.kind === 'name' && target.value.name === '__all__') this.listIsComputed()
    if (isSysModules(target.value)) {
      const index = target.index
      if (index.kind === 'name' && index.name === '__name__' && value !== null) {
        this.scope.lazyCalls.push(this.parse(value))
        this.scope.isReplaced = true
      }
    }
  }

  private bindTargets(target: Span | Expression | null, line: number, way: Way): void {
    if (target === null) return
    const parsed = 'kind' in target ? target : this.parse(target)
    if (parsed.kind === 'name') {
      // `__all__, __getattr__ = load(…)`
      if (parsed.name === '__all__' && !this.context.isClass && !way.isTyping) this.listIsComputed()
      this.bind(parsed.name, way, {
        source: this.context.source,
        line: line,
        order: this.order++,
        kind: 'unknown',
      })
    } else if (parsed.kind === 'tuple' || parsed.kind === 'list') {
      for (const item of parsed.items) this.bindTargets(item, line, way)
    } else if (parsed.kind === 'starred') this.bindTargets(parsed.value, line, way)
  }

  private choose(branches: Extract<Statement, { kind: 'if' }>['branches'], way: Way): void {
    let current = way
    for (const { test, body } of branches) {
      const decided = test === null ? true : this.decide(this.parse(test))
      if (decided === false) continue
      if (decided === 'typing') {
        this.block(body, { ...current, isTyping: true })
        continue
      }
      // A way that ends in an error leaves no module, and so none of its names.
      if (decided === null && endsInError(body)) continue
      if (decided === true) {
        this.block(body, current)
        if (!body.some((one) => this.runsText(one))) return
        // What the text binds that is run here, the other ways say in plain words.
        current = this.otherWay(current)
        continue
      }
      const since = this.order
      this.block(body, { ...current, isCertain: false, since })
      // What this way has bound stands on the ways beside it.
      const taken = [...current.taken, { from: since, to: this.order }]
      current = { ...current, isCertain: false, taken, since: this.order }
    }
  }

  /** `exec_("def f(): …")` */
  private runsText(statement: Statement): boolean {
    if (statement.kind !== 'expression') return false
    const { start } = statement.value
    return /^exec_?\(/.test(this.context.source.text.slice(start, start + 6))
  }

  /** A way beside the one that was just read: what that one bound stands. */
  private otherWay(way: Way): Way {
    const taken = [...way.taken, { from: 0, to: this.order }]
    return { ...way, isCertain: false, taken, since: this.order }
  }

  private decide(test: Expression): boolean | 'typing' | null {
    const asked = this.standardHas(test)
    if (asked !== null) return asked
    return decideTest(test, this.context.source.text, (name) => {
      const binding = this.scope.names.get(name)
      if (binding?.kind !== 'value' || binding.value === null) return null
      return this.parse(binding.value)
    })
  }

  /** `hasattr(os, "fork")`: of the standard library that is known. */
  private standardHas(test: Expression): boolean | null {
    if (test.kind === 'unary' && test.operator === 'not') {
      const inner = this.standardHas(test.value)
      return inner === null ? null : !inner
    }
    if (test.kind !== 'call' || lastName(test.function) !== 'hasattr') return null
    const [object, name] = test.arguments
    if (object?.value.kind !== 'name' || name?.value.kind !== 'string') return null
    const binding = this.scope.names.get(object.value.name)
    if (binding?.kind !== 'module' || !isStandardName(binding.path)) return null
    const { value } = name.value
    if (value === null || value.startsWith('_')) return null
    return standardKind(binding.path, value) !== null
  }

  private loop(statement: LoopStatement, way: Way): void {
    if (statement.target === null) {
      this.block(statement.body, { ...way, isCertain: false, since: this.order })
      return
    }
    const target = this.parse(statement.target)
    const items = this.evaluateItems(this.parse(statement.over))
    if (items === null) {
      this.block(statement.body, { ...way, isCertain: false, since: this.order })
    } else {
      for (const item of items) {
        if (this.turns >= TURNS_MAX) {
          this.scope.dynamic.push('makes more names in loops than are counted')
          break
        }
        this.turns += 1
        this.assignVariables(target, item)
        this.block(statement.body, way)
      }
      this.forget(target)
    }
    this.bindTargets(target, statement.line, way)
    this.block(statement.orElse, way)
  }

  private assignVariables(target: Expression, item: Literal): void {
    if (target.kind === 'name') this.variables.set(target.name, item)
    else if ((target.kind === 'tuple' || target.kind === 'list') && Array.isArray(item)) {
      target.items.forEach((one, index) => {
        const value = item[index]
        if (value !== undefined) this.assignVariables(one, value)
      })
    }
  }

  private forget(target: Expression): void {
    if (target.kind === 'name') this.variables.delete(target.name)
    else if (target.kind === 'tuple' || target.kind === 'list') {
      for (const item of target.items) this.forget(item)
    }
  }

  private remove(target: Expression, way: Way): void {
    if (target.kind === 'name') {
      // On a way that may not be taken, only what was bound on it is surely gone.
      const bound = this.scope.names.get(target.name)?.order ?? -1
      if (!way.isCertain && bound < way.since) return
      this.scope.names.delete(target.name)
      this.scope.deleted.add(target.name)
    } else if (target.kind === 'tuple' || target.kind === 'list') {
      for (const item of target.items) this.remove(item, way)
    } else if (target.kind === 'subscript' && isOwnNamespace(target.value)) {
      const name = this.evaluate(target.index)
      if (typeof name === 'string') this.remove({ kind: 'name', name }, way)
    }
  }

  /** Calls whose only purpose is to make or take away names. */
  private effect(expression: Expression, way: Way): void {
    if (expression.kind !== 'call' || way.isTyping) return
    const { function: called, arguments: given } = expression
    if (!this.isDescribed && given.some(({ value }) => isOwnNamespace(value))) {
      this.scope.makes.push('hands its own namespace to a function')
    }
    if (called.kind === 'name') {
      if (way.isCertain && /warn|deprecat/i.test(called.name)) this.scope.warnings.push(expression)
      if (called.name === 'exec') this.scope.dynamic.push('runs code that it makes')
      if (called.name === 'setattr') this.setAttribute(given, way)
      if (isLoader(called.name, given)) this.scope.lazyCalls.push(expression)
      this.callOwn(called.name, given)
      return
    }
    if (way.isCertain && /warn|deprecat/i.test(lastName(called) ?? '')) {
      this.scope.warnings.push(expression)
    }
    if (called.kind !== 'attribute') return
    const [first] = given
    if (called.value.kind === 'name' && called.value.name === '__all__' && first !== undefined) {
      this.changeAll(called.name, first.value)
    } else if (called.name === 'update' && isOwnNamespace(called.value)) {
      for (const { name, stars, value } of given) {
        if (name !== null)
          this.bind(name, way, {
            source: this.context.source,
            line: 0,
            order: this.order++,
            kind: 'unknown',
          })
        else if (stars === 0) this.pour(value, way)
        else this.scope.makes.push('puts names into its own namespace')
      }
    } else if (isLoader(called.name, given)) {
      this.scope.lazyCalls.push(expression)
    } else if (
      isOwnNamespace(called.value) &&
      /^(?:setdefault|__setitem__|pop)$/.test(called.name)
    ) {
      this.scope.makes.push('puts names into its own namespace')
    } else if (called.name === 'exec') {
      this.scope.dynamic.push('runs code that it makes')
    } else if (dottedParts(called.value)?.join('.') === 'sys.meta_path') {
      this.scope.dynamic.push('makes modules when they are imported')
    } else if (isSysModules(called.value) || /^(?:_convert_?|_make_compat)$/.test(called.name)) {
      this.scope.makes.push('makes names by a call')
    }
  }

  /** `DESCRIPTOR = pool.AddSerializedFile(b"…")`, which generated code makes its classes from. */
  private bindDescribed(value: Span, line: number, way: Way): boolean {
    const { source } = this.context
    if (this.context.isClass || !this.hints.hasDescription) return false
    const call = this.parse(value)
    const [given] = call.kind === 'call' ? call.arguments : []
    if (call.kind !== 'call' || lastName(call.function) !== 'AddSerializedFile') return false
    if (given?.value.kind !== 'string' || given.value.value === null) return false
    const described = messageNames(Buffer.from(given.value.value, 'latin1'))
    if (described === null) return false
    this.isDescribed = true
    for (const one of described) {
      const order = this.order++
      this.bind(one.name, way, { source, line, order, kind: 'unknown', described: one })
    }
    return true
  }

  /** `g = globals()`, `me = sys.modules[__name__]`: what is done with it later is not seen here. */
  private holdsOwnNamespace({ start, end }: Span): boolean {
    if (end - start > OWN_NAMESPACE_MAX || this.context.isClass || this.isDescribed) return false
    return OWN_NAMESPACE.test(this.context.source.text.slice(start, end))
  }

  private bindUnknown(name: string, way: Way): void {
    const { source } = this.context
    this.bind(name, way, { source, line: 0, order: this.order++, kind: 'unknown' })
  }

  /** A function of the module's own that makes names, or lists them, when it is called. */
  private callOwn(name: string, given: readonly ExpressionArgument[]): void {
    const binding = this.scope.names.get(name)
    if (binding?.kind !== 'def') return
    this.called.add(name)
    const { start, end } = binding.statement.body.span
    const body = binding.source.text.slice(start, end)
    if (body.includes('.__all__') && given.length > 0) {
      // `extend_all(module)`: takes over what the module lists.
      for (const { value } of given) {
        const list: Expression = { kind: 'attribute', value, name: '__all__' }
        this.scope.allSteps.push({ operation: 'add', value: list })
      }
    } else if (body.includes('__all__')) this.listIsComputed()
    for (const global of binding.statement.body.globals) {
      if (!this.scope.names.has(global)) this.bindUnknown(global, NORMAL)
    }
    if (/\bglobals\(\)|\w\.modules\[__name__\]/.test(body)) {
      this.scope.makes.push('puts names into its own namespace')
    }
    given.forEach(({ value }, index) => {
      if (putsNames(binding.source, binding.statement, index)) this.inject(value, null)
    })
  }

  private changeAll(method: string, value: Expression): void {
    if (method === 'append') {
      const list: Expression = { kind: 'list', items: [value] }
      this.scope.allSteps.push({ operation: 'add', value: list })
    } else if (method === 'extend') this.scope.allSteps.push({ operation: 'add', value })
    else if (method === 'remove') {
      const list: Expression = { kind: 'list', items: [value] }
      this.scope.allSteps.push({ operation: 'remove', value: list })
    } else if (method !== 'sort' && method !== 'reverse') this.listIsComputed()
  }

  /** The list is changed in a way that is not followed. */
  private listIsComputed(): void {
    const value: Expression = { kind: 'opaque', span: { start: 0, end: 0 } }
    this.scope.allSteps.push({ operation: 'add', value })
  }

  private pour(value: Expression, way: Way): void {
    if (value.kind === 'attribute' && value.name === '__members__') {
      this.scope.poured.push(value.value)
      return
    }
    const known = this.evaluate(value)
    if (known instanceof Map) {
      for (const name of known.keys()) {
        this.bind(name, way, {
          source: this.context.source,
          line: 0,
          order: this.order++,
          kind: 'unknown',
        })
      }
      return
    }
    if (value.kind === 'dict') {
      for (const { key } of value.items) {
        const name = key === null ? undefined : this.evaluate(key)
        if (typeof name === 'string')
          this.bind(name, way, {
            source: this.context.source,
            line: 0,
            order: this.order++,
            kind: 'unknown',
          })
        else this.scope.makes.push('puts names into its own namespace')
      }
      return
    }
    this.scope.makes.push('puts names into its own namespace')
  }

  private setAttribute(given: Extract<Expression, { kind: 'call' }>['arguments'], way: Way): void {
    const [target, name] = given
    if (target === undefined || name === undefined) return
    const known = this.evaluate(name.value)
    const isOwn =
      target.value.kind === 'subscript' &&
      isSysModules(target.value.value) &&
      target.value.index.kind === 'name' &&
      target.value.index.name === '__name__'
    if (isOwn) {
      if (typeof known === 'string')
        this.bind(known, way, {
          source: this.context.source,
          line: 0,
          order: this.order++,
          kind: 'unknown',
        })
      else this.scope.makes.push('puts names into its own namespace')
    } else this.inject(target.value, typeof known === 'string' ? known : null)
  }

  private inject(target: Expression, name: string | null): void {
    const { source } = this.context
    const binding: Binding = { source, line: 0, order: this.order++, kind: 'unknown' }
    this.scope.injections.push({ target, name, binding })
  }

  /** The value of an expression, where it follows from the text; undefined otherwise. */
  private evaluate(expression: Expression): Literal | undefined {
    return evaluateLiteral(expression, (name) => {
      const variable = this.variables.get(name)
      if (variable !== undefined) return variable
      const binding = this.scope.names.get(name)
      if (binding?.kind !== 'value' || binding.value === null) return undefined
      return this.parse(binding.value)
    })
  }

  private evaluateItems(over: Expression): Literal[] | null {
    if (over.kind === 'call' && over.function.kind === 'attribute') {
      const { name, value } = over.function
      const known = this.evaluate(value)
      if (known instanceof Map && name === 'items') return [...known].map(([k, v]) => [k, v])
      if (known instanceof Map && name === 'keys') return [...known.keys()]
      if (known instanceof Map && name === 'values') return [...known.values()]
      return null
    }
    const known = this.evaluate(over)
    if (Array.isArray(known)) return known
    if (known instanceof Map) return [...known.keys()]
    return null
  }
}

/** What a text may hold: looked for once, and not once for each class. */
type Hints = Readonly<{ hasWalrus: boolean; hasDescription: boolean }>

const hints = new WeakMap<Source, Hints>()

function hintsOf(source: Source): Hints {
  let found = hints.get(source)
  if (found === undefined) {
    const hasWalrus = source.text.includes(':=')
    found = { hasWalrus, hasDescription: source.text.includes('AddSerializedFile') }
    hints.set(source, found)
  }
  return found
}

/** How a statement is reached. */
type Way = Readonly<{
  isTyping: boolean
  /** Runs whenever the body does. */
  isCertain: boolean
  /** In a `try` that goes on when something fails. */
  isTried: boolean
  /** What ways beside this one have bound stands; by the order of the bindings. */
  taken: readonly Readonly<{ from: number; to: number }>[]
  /** The first binding that belongs to it. */
  since: number
}>

const NORMAL: Way = { isTyping: false, isCertain: true, isTried: false, taken: [], since: 0 }

const OWN_NAMESPACE =
  /^(?:globals\(\)|vars\(\)|locals\(\)|\w+\.modules\[__name__\](?:\.__dict__)?)$/
const OWN_NAMESPACE_MAX = 40

/** `globals()[name] = …`, or a name that is set somewhere and listed here. */
const LATE_MAKER =
  /\bglobals\(\)(?:\[[^\]"']+\]\s*=[^=]|\.update\()|\bsetattr\((?:\w+\.modules\[__name__\]|[\s\S]{1,200}\b__all__\.append\()/
const LITERAL_ITEMS_MAX = 50_000

const EVALUATE_DEPTH_MAX = 8

type Lookup = (name: string) => Expression | Literal | undefined

export function evaluateLiteral(
  expression: Expression,
  lookup: Lookup,
  depth = 0,
): Literal | undefined {
  if (depth > EVALUATE_DEPTH_MAX) return undefined
  // Sums of sums double with each level: they stand for names, which are few.
  const again = (one: Expression) => {
    const value = evaluateLiteral(one, lookup, depth + 1)
    return Array.isArray(value) && value.length > LITERAL_ITEMS_MAX ? undefined : value
  }
  switch (expression.kind) {
    case 'string': {
      if (expression.value !== null) return expression.value
      const parts = expression.parts?.map((one) => (typeof one === 'string' ? one : again(one)))
      return parts?.every((one) => typeof one === 'string') ? parts.join('') : undefined
    }
    case 'number':
      return Number(expression.text)
    case 'constant':
      if (expression.name === '...') return undefined
      return expression.name === 'None' ? null : expression.name === 'True'
    case 'name': {
      const found = lookup(expression.name)
      if (found === undefined || found === null || typeof found !== 'object') return found
      if (Array.isArray(found) || found instanceof Map) return found
      return again(found)
    }
    case 'list':
    case 'tuple':
    case 'set': {
      const items: Literal[] = []
      for (const item of expression.items) {
        if (item.kind === 'starred') {
          const more = again(item.value)
          if (!Array.isArray(more)) return undefined
          for (const one of more) items.push(one)
          continue
        }
        const value = again(item)
        if (value === undefined) return undefined
        items.push(value)
      }
      return items
    }
    case 'dict': {
      const map = new Map<string, Literal>()
      for (const { key, value } of expression.items) {
        if (key === null) {
          const more = again(value)
          if (!(more instanceof Map)) return undefined
          for (const [k, v] of more) map.set(k, v)
          continue
        }
        const name = again(key)
        if (typeof name !== 'string') return undefined
        map.set(name, again(value) ?? null)
      }
      return map
    }
    case 'binary': {
      const left = again(expression.left)
      const right = again(expression.right)
      if (expression.operator === '+') {
        if (typeof left === 'string' && typeof right === 'string') return left + right
        if (Array.isArray(left) && Array.isArray(right)) return [...left, ...right]
      }
      if (expression.operator === '|' && left instanceof Map && right instanceof Map) {
        return new Map([...left, ...right])
      }
      if (expression.operator === '%' && typeof left === 'string' && typeof right === 'string') {
        return left.replace('%s', right)
      }
      return undefined
    }
    case 'call': {
      const { function: called, arguments: given } = expression
      const [first] = given
      if (called.kind === 'name' && first?.name === null && given.length === 1) {
        if (['list', 'tuple', 'set', 'frozenset', 'sorted'].includes(called.name)) {
          const value = again(first.value)
          if (value instanceof Map) return [...value.keys()]
          return Array.isArray(value) ? value : undefined
        }
        if (called.name === 'dict') return again(first.value)
      }
      if (called.kind === 'name' && called.name === 'dict') {
        const map = new Map<string, Literal>()
        for (const { name, value } of given) {
          if (name === null) return undefined
          map.set(name, again(value) ?? null)
        }
        return map
      }
      if (called.kind === 'attribute' && called.name === 'split' && given.length === 0) {
        const text = again(called.value)
        return typeof text === 'string' ? text.trim().split(/\s+/) : undefined
      }
      if (called.kind === 'attribute' && called.name === 'keys') {
        const map = again(called.value)
        return map instanceof Map ? [...map.keys()] : undefined
      }
      return undefined
    }
    default:
      return undefined
  }
}

/** The last name of a dotted path, seen through a call: `functools.wraps(f)` → `wraps`. */
export function lastName(expression: Expression): string | null {
  if (expression.kind === 'call') return lastName(expression.function)
  if (expression.kind === 'subscript') return lastName(expression.value)
  if (expression.kind === 'name' || expression.kind === 'attribute') return expression.name
  return null
}

/** `a.b.c` as its parts; null for anything else. */
export function dottedParts(expression: Expression): string[] | null {
  if (expression.kind === 'name') return [expression.name]
  if (expression.kind !== 'attribute') return null
  const parts = dottedParts(expression.value)
  return parts === null ? null : [...parts, expression.name]
}

function lastMarks(statement: FunctionStatement, source: Source): (string | null)[] {
  return statement.decorators.map((span) => lastName(parseExpression(source.text, span)))
}

/** `globals()`, `locals()`, `vars()` without arguments, `sys.modules[__name__].__dict__`. */
function isOwnNamespace(expression: Expression): boolean {
  if (expression.kind === 'call') {
    const { function: called, arguments: given } = expression
    const isPlain = called.kind === 'name' && given.length === 0
    return isPlain && ['globals', 'locals', 'vars'].includes(called.name)
  }
  return (
    expression.kind === 'attribute' &&
    expression.name === '__dict__' &&
    expression.value.kind === 'subscript' &&
    isSysModules(expression.value.value)
  )
}

function isOwnModule(expression: Expression): boolean {
  return (
    expression.kind === 'subscript' &&
    isSysModules(expression.value) &&
    expression.index.kind === 'name' &&
    expression.index.name === '__name__'
  )
}

function isSysModules(expression: Expression): boolean {
  const parts = dottedParts(expression)
  // Whatever `sys` is imported as; nothing else is asked for the module itself.
  return parts?.length === 2 && parts[1] === 'modules'
}

/** `lazy.attach(__name__, …)` and its kin. */
function isLoader(
  name: string,
  given: Extract<Expression, { kind: 'call' }>['arguments'],
): boolean {
  const isOwn = given.some(({ value }) => value.kind === 'name' && value.name === '__name__')
  // A table from modules to names, handed over with the module's own name, has one purpose.
  const hasTable = given.some(({ value }) => value.kind === 'dict' && value.items.every(isNameList))
  // Nor has a list of paths that begin here.
  const hasPaths = given.some(({ value }) => isPathList(value))
  return isOwn && (hasTable || hasPaths || /attach|lazy/i.test(name))
}

function isPathList(value: Expression): boolean {
  return (
    value.kind === 'list' &&
    value.items.length > 0 &&
    value.items.every((item) => item.kind === 'string' && item.value?.startsWith('.') === true)
  )
}

function isNameList({ value }: { value: Expression }): boolean {
  return value.kind === 'list' && value.items.every((item) => item.kind === 'string')
}

/** Whoever comes this way does not come back. */
function endsInError(body: readonly Statement[]): boolean {
  const last = body.at(-1)
  return last?.kind === 'other' && last.word === 'raise'
}

/** Names that the pattern of a `case` binds. */
function capturedNames(text: string, { start, end }: Span): string[] {
  const names: string[] = []
  const plain = text.slice(start, end).replace(/\bas\s+(\w+)/g, (_all, name: string) => {
    names.push(name)
    return ''
  })
  const read = (one: Expression): void => {
    if (one.kind === 'name') names.push(one.name)
    else if (one.kind === 'call') for (const { value } of one.arguments) read(value)
    else if (one.kind === 'dict') for (const { value } of one.items) read(value)
    else if (one.kind === 'starred') read(one.value)
    else if (one.kind === 'tuple' || one.kind === 'list') for (const item of one.items) read(item)
    else if (one.kind === 'binary' && one.operator === '|') {
      read(one.left)
      read(one.right)
    }
  }
  read(parseExpression(plain, { start: 0, end: plain.length }))
  return names.filter((name) => name !== '_')
}

/** Nothing in it can fail for want of a module: then its handlers do not run. */
function importsOnlyWhatIsThere(body: readonly Statement[]): boolean {
  return (
    body.length > 0 &&
    body.every(
      (one) =>
        (one.kind === 'from' && one.level === 0 && isStandardName(one.module)) ||
        (one.kind === 'import' && one.names.every(({ path }) => isStandardName(path))),
    )
  )
}

/** Modules that every Python of our time has. */
const STANDARD: ReadonlySet<string> = new Set(
  (
    'abc argparse array ast asyncio base64 binascii bisect builtins bz2 calendar cmath codecs ' +
    'collections colorsys concurrent configparser contextlib contextvars copy copyreg csv ctypes ' +
    'dataclasses datetime decimal difflib dis email encodings enum errno fcntl fnmatch fractions ' +
    'ftplib functools gc getpass gettext glob graphlib grp gzip hashlib heapq hmac html http imaplib ' +
    'importlib inspect io ipaddress itertools json keyword linecache locale logging lzma marshal ' +
    'math mimetypes mmap multiprocessing numbers operator os pathlib pickle pkgutil platform ' +
    'posixpath pprint pwd queue random re resource runpy secrets select selectors shelve shlex ' +
    'shutil signal site smtplib socket socketserver sqlite3 ssl stat statistics string struct ' +
    'subprocess sys sysconfig tarfile tempfile termios textwrap threading time timeit token tokenize ' +
    'tomllib traceback tracemalloc types typing unicodedata unittest urllib uuid venv warnings wave ' +
    'weakref webbrowser xml zipfile zipimport zlib zoneinfo'
  ).split(' '),
)

export function isStandardName(path: string): boolean {
  const [head = ''] = path.split('.')
  return (
    STANDARD.has(head) &&
    !/^(?:collections\.(?!abc)|urllib\.(?!parse|request|error|response|robotparser))/.test(path)
  )
}
