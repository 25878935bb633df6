// What names mean while a module is followed: its own variables, what it has made so far, and what
// stands in other modules.

import { isClassItem, type Target, targetPath } from '../modules/items.ts'
import type { PythonModule } from '../modules/pythonModule.ts'
import { pathOf } from './classTests.ts'
import { enumMembers } from './records.ts'
import type { Place, Run } from './run.ts'
import { isKind, listOf, type NamedValue, NotFollowed, UNKNOWN, type Value } from './values.ts'

export function bind(run: Run, name: string, value: Value, place: Place): void {
  const variables = place.locals ?? run.variables
  variables.set(name, value)
}

/** A name is made, in this module or in another, which is not ours to say. */
export function put(run: Run, module: string, name: Value, value: Value): void {
  if (module !== run.module.name) return
  if (typeof name !== 'string') throw new NotFollowed('a name')
  run.made.set(name, value)
  run.taken.delete(name)
}

/** A name of this module is taken away. */
export function takeAway(run: Run, module: string, name: Value): void {
  if (module !== run.module.name) return
  if (typeof name !== 'string') throw new NotFollowed('a name')
  run.made.delete(name)
  run.taken.add(name)
}

export function itemsOf(run: Run, value: Value): readonly Value[] {
  if (isKind(value, 'list')) return value.items.slice()
  if (isKind(value, 'dict')) return [...value.items.keys()]
  if (isKind(value, 'space')) return namesIn(run, value.module)
  if (typeof value === 'string') return [...value]
  const members = isKind(value, 'named') ? enumMembers(run.model, value.target) : null
  if (members !== null) return members
  throw new NotFollowed('a loop')
}

/** What `dir` shows of a module, as far as it is known. */
export function namesIn(run: Run, path: string): string[] {
  const module = run.model.modules.module(path)
  if (module === undefined) throw new NotFollowed(`the names of ${path}`)
  const names = run.model.names.shownNames(module)
  if (module !== run.module) {
    if (module.dynamic.size > 0) run.isWhole = false
    return names
  }
  return [...new Set([...names, ...run.made.keys()])].filter((name) => !run.taken.has(name))
}

export function lookUp(run: Run, name: string, place: Place): Value {
  const local = place.locals?.get(name)
  if (local !== undefined) return typeof local === 'function' ? local() : local
  if (name === '__name__') return place.module.name
  return globalOf(run, place.module, name) ?? external('builtins', name)
}

function globalOf(run: Run, module: PythonModule, name: string): Value | undefined {
  const isOwn = module === run.module
  const variable = run.variableOf(module, name)
  if (variable !== undefined && !isKind(variable, 'unknown')) return variable
  if (isOwn && run.made.has(name)) return run.made.get(name)
  const target =
    run.model.resolver.resolve(module.name, name) ?? run.model.resolver.resolveGone(module, name)
  if (target === null) return variable
  const taken = takenFrom(run, module, target)
  if (taken !== undefined) return taken
  return target.kind === 'module'
    ? { kind: 'module', module: target.module }
    : { kind: 'named', module: module.name, name, target }
}

/** A list or a table that stands in another module. */
function takenFrom(run: Run, module: PythonModule, target: Target): Value | undefined {
  if (target.kind !== 'value' || target.owner !== null || target.module === module.name) return
  const home = run.model.modules.module(target.module)
  const value = home === undefined ? undefined : run.variableOf(home, target.name)
  return isKind(value, 'list') || isKind(value, 'dict') ? value : undefined
}

export function moduleAttribute(run: Run, value: Value, name: string): Value {
  if (isKind(value, 'module')) {
    const { module: path } = value
    if (name === '__name__') return path
    if (name === '__dict__') return { kind: 'space', module: path }
    const module = run.model.modules.module(path)
    if (module === undefined) return external(path, name)
    if (name === '__all__') return listOfModule(run, module)
    const found = globalOf(run, module, name)
    if (found !== undefined) return found
    const below = run.model.modules.module(`${path}.${name}`)
    if (below !== undefined) return { kind: 'module', module: below.name }
    throw new NotFollowed(`${path}.${name}`)
  }
  if (isKind(value, 'named')) return attributeOf(run, value, name)
  return UNKNOWN
}

function listOfModule(run: Run, module: PythonModule): Value {
  if (module === run.module) return run.variableOf(module, '__all__') ?? UNKNOWN
  const all = run.model.names.allOf(module)
  if (all === null || all.isPartial) throw new NotFollowed(`the list of ${module.name}`)
  return listOf(all.names)
}

function attributeOf(run: Run, { target, module, name: own }: NamedValue, name: string): Value {
  if (target.kind === 'external') {
    // Nobody makes names of modules' names, which have dots: it is a function or a class.
    if (name === '__name__' && target.name !== '') return target.name.split('.').at(-1) ?? ''
    return external(targetPath(target), name)
  }
  const isItem = target.kind === 'class' || target.kind === 'def'
  if (isItem && (name === '__name__' || name === '__qualname__')) return target.name
  if (isItem && name === '__module__') return target.module
  // What a stub declares of a compiled module is called there as it is here.
  if (name === '__name__' && target.kind === 'value' && target.source.isStub) return target.name
  if (isClassItem(target)) {
    const member = run.model.classes.findMember(target, name)
    if (member === null) return UNKNOWN
    const found = run.model.classes.memberTarget(member)
    return { kind: 'named', module, name: `${own}.${name}`, target: found }
  }
  return UNKNOWN
}

export function itemAt(run: Run, value: Value, index: Value): Value {
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
    const module = run.model.modules.module(value.module)
    return (module && globalOf(run, module, index)) ?? UNKNOWN
  }
  return UNKNOWN
}

function external(module: string, name: string): Value {
  return { kind: 'named', module, name, target: { kind: 'external', module, name } }
}
