// Follows the statements by which a module makes names as it is imported: loops over other modules'
// names, functions that are handed `globals()`, lists that are filled on the way. Only statements
// that can make names are followed; what depends on anything else ends with `NotFollowed`, and then
// the module stays dynamic.

import { parsePython } from '../../../syntax/python/parsePython.ts'
import type {
  AssignStatement,
  Expression,
  FunctionStatement,
  Span,
  Statement,
} from '../../../syntax/python/syntax.ts'
import { walkStatements } from '../../../syntax/python/walk.ts'
import { decoratorInto, MADE_BY_DECORATOR } from '../model/decoratedMakers.ts'
import type { PackageModel } from '../model/packageModel.ts'
import type { ClassItem } from '../modules/items.ts'
import type { MadeNames, PythonModule } from '../modules/pythonModule.ts'
import { changedAside } from '../scope/changedLater.ts'
import type { Literal } from '../scope/literals.ts'
import { decideTest } from '../standard/referenceInterpreter.ts'
import { apply, attribute, callFunction } from './calls.ts'
import { evaluate } from './expressions.ts'
import { lookUp } from './names.ts'
import { type Argument, type Place, parse, type Run, type Signal, type Variables } from './run.ts'
import { runBlock, runStatement } from './statements.ts'
import { guarded, isKind, NotFollowed, UNKNOWN, type Value } from './values.ts'

const STEPS_MAX = 200_000

/** Statements that can make names. */
const MAKES_NAMES =
  /\b(?:globals|vars|locals|setattr)\s*\(|\w\.modules\b|\b__all__\b|\.(?:append|extend|update|add)\(/

/** Those that put them into a module, or into its list. */
const PUTS_NAMES = /\b(?:globals|vars|locals|setattr)\s*\(|\w\.modules\b|\b__all__\b/

type Decorated = Extract<Statement, { kind: 'class' | 'def' }>

export class ModuleRun implements Run {
  readonly model: PackageModel
  readonly module: PythonModule
  readonly variables: Variables = new Map()
  readonly made = new Map<string, Value>()
  readonly taken = new Set<string>()
  readonly records = new Map<ClassItem, readonly string[] | null>()
  isWhole = true
  properties = 0
  /** Asked for variables of all modules, its own too. */
  readonly variableOf: Run['variableOf']
  private steps = 0
  /** Variables that hold the module's own namespace, or the module itself. */
  private readonly holders = new Set<string>()
  private isDone = false
  /** Lists and tables of the module that functions fill. */
  private changedAside: ReadonlySet<string> = new Set()
  /** Tests around the statement that nobody can decide. */
  private doubts = 0
  /** Two lists, of which either can be meant. */
  private isListUnsure = false

  constructor(model: PackageModel, module: PythonModule, variableOf: Run['variableOf']) {
    this.model = model
    this.module = module
    this.variableOf = variableOf
  }

  step(): void {
    this.steps += 1
    if (this.steps > STEPS_MAX) throw new NotFollowed('more steps than are counted')
  }

  attribute(value: Value, name: string): Value {
    return attribute(this, value, name)
  }

  apply(callee: Value, given: readonly Argument[], place: Place): Value {
    return apply(this, callee, given, place)
  }

  block(body: readonly Statement[], place: Place): Signal | null {
    return runBlock(this, body, place)
  }

  /** What the module makes as it is imported. */
  result(): MadeNames {
    this.run()
    const all = this.variable('__all__')
    const isList = isKind(all, 'list') && all.items.every((one) => typeof one === 'string')
    return {
      names: new Map([...this.made].map(([name, value]) => [name, leadOf(value)])),
      taken: this.taken,
      all: isList && !this.isListUnsure ? all.items.map(String) : null,
      isWhole: this.isWhole,
    }
  }

  /** The value of a variable of the module; undefined when it is none, or not known. */
  variable(name: string): Value | undefined {
    this.run()
    if (this.changedAside.has(name)) return UNKNOWN
    const found = this.variables.get(name)
    if (typeof found !== 'function') return found
    // A variable that is made of itself is not known.
    this.variables.set(name, UNKNOWN)
    const value = guarded(found) ?? UNKNOWN
    this.variables.set(name, value)
    return value
  }

  /** A variable that holds nothing but texts, numbers, lists and tables of them. */
  literal(name: string): Literal | undefined {
    const value = this.variable(name)
    return value === undefined ? undefined : literalOf(value)
  }

  private run(): void {
    if (this.isDone || this.module.scope === null) return
    this.isDone = true
    const { text } = this.module.scope.source
    const place: Place = { module: this.module, text, locals: null, depth: 0 }
    const { body } = parsePython(text)
    this.changedAside = changedAside(text, body)
    this.topLevel(body, place)
  }

  private topLevel(body: readonly Statement[], place: Place): void {
    for (const statement of body) {
      switch (statement.kind) {
        case 'assign':
          this.topAssign(statement, place)
          break
        case 'loop':
          if (this.makesNames(statement.over, place) || this.anyMakesNames(statement.body, place)) {
            this.follow(statement, place)
          }
          break
        case 'expression':
          if (this.makesNames(statement.value, place)) this.follow(statement, place)
          break
        case 'if':
          for (const { test, body: inner } of statement.branches) {
            const decided =
              test === null ? true : decideTest(parse(test, place), place.text, () => null)
            if (decided === false || decided === 'typing') continue
            if (decided === null) this.doubts += 1
            this.topLevel(inner, place)
            if (decided === null) this.doubts -= 1
            else break
          }
          break
        case 'try':
          this.topLevel([...statement.body, ...statement.orElse, ...statement.finally], place)
          break
        case 'with':
          this.topLevel(statement.body, place)
          break
        case 'class':
        case 'def':
          if (this.module.scope?.makes.includes(MADE_BY_DECORATOR)) this.decorate(statement, place)
          break
        default:
          break
      }
    }
  }

  /** What a decorator puts into the module where it decorates something. */
  private decorate({ name, decorators }: Decorated, place: Place): void {
    for (const span of decorators) {
      const item = decoratorInto(this.model.resolver, this.module, parse(span, place))
      if (item === null || item.binding.kind !== 'def') continue
      const { statement } = item.binding
      const given = [{ name: null, value: lookUp(this, name, place) }]
      const made = guarded(() => callFunction(this, item, statement, given, place))
      if (made === undefined) this.isWhole = false
    }
  }

  private topAssign(statement: AssignStatement, place: Place): void {
    const { value, operator } = statement
    if (value === null) return
    const targets = statement.targets.map((span) => parse(span, place))
    if (targets.some(isList) && this.doubts > 0 && this.variables.has('__all__')) {
      this.isListUnsure = true
    }
    const isPlain = targets.every(({ kind }) => kind === 'name' || kind === 'tuple')
    if (!isPlain || operator !== null || targets.some(isList)) {
      // A plain `x += 1` makes no names, and `x[k] = v` only where x is a namespace.
      const isFollowed =
        isPlain ||
        this.makesNames(value, place) ||
        statement.targets.some((span) => this.makesNames(span, place)) ||
        targets.some((one) => this.isOwn(one, place))
      if (isFollowed) this.follow(statement, place)
      return
    }
    const written = place.text.slice(value.start, value.end)
    const holds = PUTS_NAMES.test(written)
    const makes = holds || this.callsMaker(written, place, PUTS_NAMES)
    const [only] = targets
    if (holds && only?.kind === 'name') this.holders.add(only.name)
    let known: Value | undefined
    const thunk = () => {
      known ??= evaluate(this, parse(value, place), place)
      return known
    }
    for (const target of targets) {
      // Made of what it was: then it must be made now.
      const isRemade = target.kind === 'name' && this.variables.has(target.name)
      if (isRemade) guarded(thunk)
      if (target.kind === 'name') this.variables.set(target.name, thunk)
      else if (target.kind === 'tuple') this.unpackLater(target.items, thunk)
    }
    if (makes && guarded(thunk) === undefined) this.isWhole = false
  }

  private unpackLater(items: readonly Expression[], thunk: () => Value): void {
    items.forEach((item, index) => {
      if (item.kind !== 'name') return
      this.variables.set(item.name, () => {
        const whole = thunk()
        return isKind(whole, 'list') ? (whole.items[index] ?? UNKNOWN) : UNKNOWN
      })
    })
  }

  /** `g[…] = …` where g is the module's own namespace, or a table that a loader may be given. */
  private isOwn(target: Expression, place: Place): boolean {
    if (target.kind !== 'subscript' && target.kind !== 'attribute') return false
    const base = guarded(() => evaluate(this, target.value, place))
    return (
      isKind(base, 'space') ||
      isKind(base, 'dict') ||
      (target.kind === 'attribute' && isKind(base, 'module'))
    )
  }

  private makesNames({ start, end }: Span, place: Place): boolean {
    const text = place.text.slice(start, end)
    return MAKES_NAMES.test(text) || this.putsNames(text) || this.callsMaker(text, place)
  }

  private anyMakesNames(body: readonly Statement[], place: Place): boolean {
    return body.some((one) => {
      if (one.kind === 'expression') return this.makesNames(one.value, place)
      if (one.kind === 'assign') return one.targets.some((span) => place.text[span.end - 1] === ']')
      if (one.kind === 'loop' || one.kind === 'with') return this.anyMakesNames(one.body, place)
      if (one.kind === 'if') return one.branches.some((b) => this.anyMakesNames(b.body, place))
      return one.kind === 'try' && this.anyMakesNames(one.body, place)
    })
  }

  /** What cannot be followed leaves the module dynamic, and the rest is read. */
  private follow(statement: Statement, place: Place): void {
    try {
      runStatement(this, statement, place)
    } catch (error) {
      if (!(error instanceof NotFollowed)) throw error
      const text = this.textOf(statement, place)
      if (this.putsNames(text) || this.callsMaker(text, place)) this.isWhole = false
      // Lists that were filled half are not known any more.
      for (const [name] of text.matchAll(/\b[A-Za-z_]\w*\b/g)) {
        if (this.variables.has(name)) this.variables.set(name, UNKNOWN)
      }
    }
  }

  private putsNames(text: string): boolean {
    if (PUTS_NAMES.test(text)) return true
    for (const [name] of this.holders.size === 0 ? [] : text.matchAll(/\b[A-Za-z_]\w*\b/g)) {
      if (this.holders.has(name)) return true
    }
    return false
  }

  private textOf(statement: Statement, { text }: Place): string {
    const spans: Span[] = []
    for (const one of walkStatements([statement])) {
      if (one.kind === 'assign') spans.push(...one.targets)
      if (one.kind === 'loop') spans.push(one.over)
      if ('value' in one && one.value !== null) spans.push(one.value)
    }
    return spans.map(({ start, end }) => text.slice(start, end)).join(' ')
  }

  /** Calls a function of the module's own that makes names. */
  private callsMaker(text: string, place: Place, making = MAKES_NAMES): boolean {
    for (const [, name = ''] of text.matchAll(/\b(\w+)\s*\(/g)) {
      const body = functionNamed(place.module, name)?.body
      if (body === undefined) continue
      if (making.test(place.text.slice(body.span.start, body.span.end))) return true
    }
    return false
  }
}

function isList(target: Expression): boolean {
  return target.kind === 'name' && target.name === '__all__'
}

function literalOf(value: Value): Literal | undefined {
  if (value === null || typeof value !== 'object') return value
  if (value.kind === 'list') {
    const items = value.items.map(literalOf)
    return items.every((one) => one !== undefined) ? items : undefined
  }
  if (value.kind !== 'dict') return undefined
  const map = new Map<string, Literal>()
  for (const [key, one] of value.items) map.set(key, literalOf(one) ?? null)
  return map
}

function leadOf(value: Value): Readonly<{ module: string; name: string | null }> | null {
  if (isKind(value, 'module')) return { module: value.module, name: null }
  if (!isKind(value, 'named') || value.name.includes('.')) return null
  return { module: value.module, name: value.name }
}

function functionNamed({ scope }: PythonModule, name: string): FunctionStatement | null {
  // `_fill()`, then `del _fill`: it was there when it was called.
  const binding = scope?.names.get(name) ?? scope?.gone.get(name)
  return binding?.kind === 'def' ? binding.statement : null
}
