// What names mean while a module is followed: its own variables, what it has made so far, and what
// stands in other modules.

import { findMember, memberTarget } from './classMembers.ts'
import { isClassItem, type Target } from './items.ts'
import type { PackageModel } from './packageModel.ts'
import type { PythonModule } from './pythonModule.ts'
import { pathOf } from './runClasses.ts'
import { enumMembers } from './runObjects.ts'
import { isKind, listOf, type NamedValue, NotFollowed, UNKNOWN, type Value } from './runValues.ts'
import { parseExpression } from './syntax/parseExpression.ts'
import type { Expression, Span } from './syntax/syntax.ts'

export type Variables = Map<string, Value | (() => Value)>

/** Where statements stand: the module whose names they see, and the variables of a call. */
export type Place = Readonly<{
  module: PythonModule
  text: string
  locals: Variables | null
  depth: number
}>

const STEPS_MAX = 200_000

export abstract class RunNames {
  protected readonly model: PackageModel
  protected readonly module: PythonModule
  protected readonly variables: Variables = new Map()
  protected readonly made = new Map<string, Value>()
  /** Every statement that makes names was followed to its end. */
  protected isWhole = true
  private steps = 0

  constructor(model: PackageModel, module: PythonModule) {
    this.model = model
    this.module = module
  }

  /** The value of a variable of the module; undefined when it is none, or not known. */
  abstract variable(name: string): Value | undefined

  protected step(): void {
    this.steps += 1
    if (this.steps > STEPS_MAX) throw new NotFollowed('more steps than are counted')
  }

  /** Undefined where the work comes to something that cannot be followed. */
  protected guarded<T = Value>(work: () => T): T | undefined {
    try {
      return work()
    } catch (error) {
      if (error instanceof NotFollowed) return undefined
      throw error
    }
  }

  protected parse(span: Span, place: Place): Expression {
    return parseExpression(place.text, span)
  }

  protected bind(name: string, value: Value, place: Place): void {
    const variables = place.locals ?? this.variables
    variables.set(name, value)
  }

  /** A name is made, in this module or in another, which is not ours to say. */
  protected put(module: string, name: Value, value: Value): void {
    if (module !== this.module.name) return
    if (typeof name !== 'string') throw new NotFollowed('a name')
    this.made.set(name, value)
  }

  protected items(value: Value): readonly Value[] {
    if (isKind(value, 'list')) return value.items.slice()
    if (isKind(value, 'dict')) return [...value.items.keys()]
    if (isKind(value, 'space')) return this.namesIn(value.module)
    if (typeof value === 'string') return [...value]
    const members = isKind(value, 'named') ? enumMembers(this.model, value.target) : null
    if (members !== null) return members
    throw new NotFollowed('a loop')
  }

  /** What `dir` shows of a module, as far as it is known. */
  protected namesIn(path: string): string[] {
    const module = this.model.module(path)
    if (module === undefined) throw new NotFollowed(`the names of ${path}`)
    const names = this.model.shownNames(module)
    if (module !== this.module) {
      if (module.dynamic.size > 0) this.isWhole = false
      return names
    }
    return [...new Set([...names, ...this.made.keys()])]
  }

  protected lookUp(name: string, place: Place): Value {
    const local = place.locals?.get(name)
    if (local !== undefined) return typeof local === 'function' ? local() : local
    if (name === '__name__') return place.module.name
    return this.global(place.module, name) ?? this.named('builtins', name)
  }

  protected global(module: PythonModule, name: string): Value | undefined {
    const isOwn = module === this.module
    const variable = isOwn ? this.variable(name) : this.model.runOf(module).variable(name)
    if (variable !== undefined && !isKind(variable, 'unknown')) return variable
    if (isOwn && this.made.has(name)) return this.made.get(name)
    const target = this.model.resolve(module.name, name) ?? this.model.resolveGone(module, name)
    if (target === null) return variable
    const taken = this.takenFrom(module, target)
    if (taken !== undefined) return taken
    return target.kind === 'module'
      ? { kind: 'module', module: target.module }
      : { kind: 'named', module: module.name, name, target }
  }

  /** A list or a table that stands in another module. */
  private takenFrom(module: PythonModule, target: Target): Value | undefined {
    if (target.kind !== 'value' || target.owner !== null || target.module === module.name) return
    const home = this.model.module(target.module)
    const value = home === undefined ? undefined : this.model.runOf(home).variable(target.name)
    return isKind(value, 'list') || isKind(value, 'dict') ? value : undefined
  }

  protected named(module: string, name: string): Value {
    return { kind: 'named', module, name, target: { kind: 'external', module, name } }
  }

  protected attribute(value: Value, name: string): Value {
    if (isKind(value, 'module')) {
      const { module: path } = value
      if (name === '__name__') return path
      if (name === '__dict__') return { kind: 'space', module: path }
      const module = this.model.module(path)
      if (module === undefined) return this.named(path, name)
      if (name === '__all__') return this.listOfModule(module)
      const found = this.global(module, name)
      if (found !== undefined) return found
      const below = this.model.module(`${path}.${name}`)
      if (below !== undefined) return { kind: 'module', module: below.name }
      throw new NotFollowed(`${path}.${name}`)
    }
    if (isKind(value, 'named')) return this.attributeOf(value, name)
    return UNKNOWN
  }

  protected listOfModule(module: PythonModule): Value {
    if (module === this.module) return this.variable('__all__') ?? UNKNOWN
    const all = this.model.allOf(module)
    if (all === null || all.isPartial) throw new NotFollowed(`the list of ${module.name}`)
    return listOf(all.names)
  }

  protected attributeOf({ target, module, name: own }: NamedValue, name: string): Value {
    if (target.kind === 'external') {
      // Nobody makes names of modules' names, which have dots: it is a function or a class.
      if (name === '__name__' && target.name !== '') return target.name.split('.').at(-1) ?? ''
      const path = target.name === '' ? target.module : `${target.module}.${target.name}`
      return this.named(path, name)
    }
    const isItem = target.kind === 'class' || target.kind === 'def'
    if (isItem && (name === '__name__' || name === '__qualname__')) return target.name
    if (isItem && name === '__module__') return target.module
    // What a stub declares of a compiled module is called there as it is here.
    if (name === '__name__' && target.kind === 'value' && target.source.isStub) return target.name
    if (isClassItem(target)) {
      const member = findMember(this.model, target, name)
      if (member === null) return UNKNOWN
      const found = memberTarget(this.model, member)
      return { kind: 'named', module, name: `${own}.${name}`, target: found }
    }
    return UNKNOWN
  }

  protected item(value: Value, index: Value): Value {
    if (isKind(value, 'named') && pathOf(value) === 'sys.modules' && typeof index === 'string') {
      return { kind: 'module', module: index }
    }
    if (isKind(value, 'dict') && typeof index === 'string') {
      return value.items.get(index) ?? UNKNOWN
    }
    if (isKind(value, 'list') && typeof index === 'number') {
      return value.items.at(index) ?? UNKNOWN
    }
    if (isKind(value, 'space') && typeof index === 'string') {
      const module = this.model.module(value.module)
      return (module && this.global(module, index)) ?? UNKNOWN
    }
    return UNKNOWN
  }
}
