// Names that modules put into other things as they are imported: into modules, classes, objects and
// functions, by a statement of their own or by a function that they hand these to.

import { keptIn } from '../../../domain/maps.ts'
import { lastName } from '../../../syntax/python/expressionNames.ts'
import type { Expression, Parameter } from '../../../syntax/python/syntax.ts'
import { walkStatements } from '../../../syntax/python/walk.ts'
import { ANY_NAME } from '../../../table/format/looseNames.ts'
import {
  calledHandler,
  type HandedAs,
  type HandedEffects,
  parameterFor,
} from '../classes/handedEffects.ts'
import { absoluteModule, packageOf } from '../files/modulePaths.ts'
import { builtModules } from '../modules/builtModules.ts'
import { type Item, isClassItem, type Target } from '../modules/items.ts'
import type { PythonModule } from '../modules/pythonModule.ts'
import type { Resolver } from '../modules/resolver.ts'
import type { Binding, HandedCall, Scope } from '../scope/bindings.ts'
import { decoratorCalls } from '../scope/declarations.ts'
import { evaluateLiteral } from '../scope/literals.ts'
import { isSysModules, namespaceOf } from '../scope/ownNamespace.ts'
import type { Source } from '../scope/source.ts'
import { applyBodies, functionsOf } from './bodyEffects.ts'
import { callersOfFrames } from './callersFrames.ts'
import { fillsAnyModule } from './filledModules.ts'
import { GETTER, givenNames, givenToModule } from './givenNames.ts'
import { handedItems } from './handedItems.ts'
import { patchedMethods } from './patchedMethods.ts'

/** Names of names of one object that are followed. */
const ALIASES_MAX = 10
const NONE_GIVEN: ReadonlySet<string> = new Set()
const GIVEN_GETTER = 'is given a __getattr__ as the code runs'

export function makeInjections(resolver: Resolver, effects: HandedEffects) {
  /** Objects and functions that are given attributes after they were made. */
  const given = new Map<Item, Set<string>>()
  /** Attributes that modules set as they are imported, on what was not found; `*` for any. */
  const loose = new Set<string>()
  const modules = resolver.modules
  /** What the variables of loops may be, found out once. */
  const turnTargets = new Map<ReadonlySet<Expression>, readonly Target[]>()

  /** Puts names where other modules put them; all modules must be there. */
  function apply(): void {
    noteBorrowed()
    const { own } = modules
    for (const module of own.values()) {
      const { scope } = module
      if (scope === null) continue
      const { source } = scope
      for (const name of modulesHandedOver(source, module.name)) {
        own.get(name)?.dynamic.add(`is handed to a function by ${module.name}`)
      }
      for (const name of modulesOfOtherClasses(source, module.name)) {
        own.get(name)?.dynamic.add(`is given a class of its own by ${module.name}`)
      }
      if (fillsAnyModule(source)) openBelow(module)
      for (const one of source.told(givenNames, packageOf(module))) {
        own.get(one.module)?.given.add(one.name)
        if (one.name === GETTER) own.get(one.module)?.dynamic.add(GIVEN_GETTER)
      }
      for (const { target, name, binding, isRemoved, isCertain } of scope.injections) {
        const targets = targetsOf(module, target)
        const isTold = targets.length > 0 && targets.every(isKnown)
        if (!isTold) loose.add(name ?? ANY_NAME)
        for (const into of targets) {
          if (isRemoved && name !== null) takeAway(into, name)
          else put(into, name, binding, module, isCertain === true)
        }
      }
      for (const handed of scope.handed) applyHanded(module, handed)
      for (const { statement, owner } of functionsOf(module)) {
        if (owner === null) continue
        for (const call of decoratorCalls(source, statement))
          applyHanded(module, { call, isCertain: false, decorated: statement })
      }
      for (const { into, name, binding, isSure } of patchedMethods(resolver, module)) {
        if (isSure) put(into, name, binding, module)
        else loose.add(name)
      }
      for (const name of [...globalsOf(scope), ...givenToModule(source)]) {
        module.given.add(name)
        if (name === GETTER) module.dynamic.add(GIVEN_GETTER)
      }
    }
    for (const module of callersOfFrames(resolver))
      module.dynamic.add('calls a function that puts names into it')
    applyBodies(resolver, effects, (into, by) => put(into, null, unknownBinding(by), by))
    // What was followed to find the targets was followed without the injections.
    for (const module of own.values()) module.names = null
  }

  /** Any module of its package may be given names. */
  function openBelow(module: PythonModule): void {
    const pkg = packageOf(module)
    for (const [name, other] of modules.own) {
      const isBelow = name === pkg || name.startsWith(`${pkg}.`)
      if (isBelow) other.dynamic.add(`may be given names by ${module.name}`)
    }
  }

  /** What a wheel imports of itself and does not hold, another distribution may put there. */
  function noteBorrowed(): void {
    const { own, built } = modules
    for (const path of built.size > 0 ? [] : builtModules(own)) {
      const dot = path.lastIndexOf('.')
      own.get(path.slice(0, dot))?.given.add(path.slice(dot + 1))
    }
  }

  /** What an expression of a module's top means; several things for the variable of a loop. */
  function targetsOf(module: PythonModule, expression: Expression): readonly Target[] {
    const turns = expression.kind === 'name' ? module.scope?.turns.get(expression.name) : undefined
    if (turns !== undefined) {
      // Many loops may go through many things under one name.
      return keptIn(turnTargets, turns, () => [
        ...new Set([...throughLoops(module, turns)].flatMap((one) => targetsOf(module, one))),
      ])
    }
    const asked = askedModule(module, expression)
    if (asked !== null) return modulesAsked(module, asked)
    const found = resolver.resolveExpression(module, expression)
    if (found?.kind !== 'value' || found.binding.kind !== 'value')
      return found === null ? [] : [found]
    // `other = import_module(".other", __name__)`
    const held = modules.assignedValue(found.binding)
    const path = held === null ? null : askedModule(modules.moduleOf(found), held)
    return path === null ? [found] : modulesAsked(modules.moduleOf(found), path)
  }

  /** What is no variable of a loop, in loops that may go through each other's: `for a in (b, A)`. */
  function throughLoops(
    { scope }: PythonModule,
    turns: ReadonlySet<Expression>,
  ): ReadonlySet<Expression> {
    const found = new Set<Expression>()
    const loops = new Set([turns])
    // The set grows while it is gone through.
    for (const loop of loops) {
      for (const one of loop) {
        const inner = one.kind === 'name' ? scope?.turns.get(one.name) : undefined
        if (inner === undefined) found.add(one)
        else loops.add(inner)
      }
    }
    return found
  }

  /** The module of the package under a path that follows from the text. */
  function modulesAsked(module: PythonModule, asked: Expression): readonly Target[] {
    const pkg = packageOf(module)
    const own: Readonly<Record<string, string>> = { __name__: module.name, __package__: pkg }
    const path = evaluateLiteral(asked, (name) => own[name])
    if (typeof path !== 'string') return []
    const dots = /^\.*/.exec(path)?.[0].length ?? 0
    const whole = dots === 0 ? path : absoluteModule(pkg, dots, path.slice(dots))
    return whole !== null && modules.own.has(whole) ? [{ kind: 'module', module: whole }] : []
  }

  /** Puts a name into something; null for one that cannot be told. `isSure`: it is there for all. */
  function put(
    into: Target,
    name: string | null,
    binding: Binding,
    by: PythonModule,
    isSure = true,
  ): void {
    if (isClassItem(into)) {
      if (name === null || CHANGES_CLASS.test(name)) into.hasUnknownInjections = true
      else if (!into.injected.has(name)) into.injected.set(name, binding)
    } else if (into.kind === 'module') {
      const other = modules.module(into.module)
      if (other === undefined) return
      if (name === null) {
        if (other !== by) other.dynamic.add(`is given names by ${by.name}`)
        else other.scope?.makes.push('puts names into its own namespace')
      } else if (name === GETTER) other.dynamic.add(GIVEN_GETTER)
      else if (!other.injected.has(name)) other.injected.set(name, binding)
    } else if (into.kind === 'value' || into.kind === 'def') {
      noteGiven(into, isSure ? name : null)
    }
  }

  /** `b = a`, then `b.name = …`: both have it. */
  function noteGiven(item: Item, name: string | null, depth = 0): void {
    const names = given.get(item) ?? new Set()
    given.set(item, name === null ? names : names.add(name))
    if (depth > ALIASES_MAX) return
    const value = item.binding.kind === 'value' ? modules.assignedValue(item.binding) : null
    if (value?.kind !== 'name' && value?.kind !== 'attribute') return
    const same = resolver.resolveBeside(item, value)
    if (same?.kind === 'value' || same?.kind === 'def') noteGiven(same, name, depth + 1)
  }

  /** Whether an object or a function is given attributes. */
  function isGiven(item: Item): boolean {
    return given.has(item)
  }

  /** The names among those that it surely has once its module has been imported. */
  function givenTo(item: Item): ReadonlySet<string> {
    return given.get(item) ?? NONE_GIVEN
  }

  /** `fill(A)`: what the function gives to what it is handed. */
  function applyHanded(module: PythonModule, { call, isCertain, decorated }: HandedCall): void {
    const to = calledHandler(resolver, module, call.function)
    if (to === null) return
    const { handler } = to
    const give = (into: Target, parameter: Parameter | undefined, as: HandedAs) => {
      if (into.kind === 'external' || into.kind === 'unknown') return
      const { names, perhaps, isAny } = effects.on(handler, parameter, as)
      const { source, statement } = handler
      const binding: Binding = { source, line: statement.line, order: 0, kind: 'unknown' }
      // Names that are written are set on something that the text does not tell.
      if (decorated !== undefined) {
        if (isAny) put(into, null, binding, module)
        return
      }
      for (const name of names) put(into, isCertain ? name : null, binding, module)
      if (isAny || perhaps.size > 0) put(into, null, binding, module)
    }
    call.arguments.forEach(({ name, stars, value }, index) => {
      if (stars > 0) return
      // `fill(vars(A))`, `fill(A.__dict__)`
      const space = namespaceOf(value)
      for (const into of space === null ? [] : targetsOf(module, space)) {
        give(into, parameterFor(to, index, name), 'table')
      }
      if (space !== null) return
      if (value.kind === 'call') {
        // `fill(current_module())`: what nobody knows may be the module itself.
        if (decorated !== undefined || handler.statement.name === '__init__') return
        const isMade = isClassItem(resolver.resolveExpression(module, value.function))
        const parameter = parameterFor(to, index, name)
        if (isMade || !effects.on(handler, parameter).isAny) return
        module.dynamic.add('hands something to a function that gives it names')
      }
      // `fill([A, B])`, and `fill(CLASSES)` where that is such a list
      const items = handedItems(value)
      for (const one of items ?? []) {
        for (const into of targetsOf(module, one)) give(into, parameterFor(to, index, name), 'list')
      }
      if (!/^(?:name|attribute|subscript)$/.test(value.kind)) return
      for (const into of targetsOf(module, value)) {
        give(into, parameterFor(to, index, name), 'object')
        for (const one of itemsOf(into)) give(one, parameterFor(to, index, name), 'list')
      }
    })
  }

  /** The classes and modules in a list that stands at the top of a module. */
  function itemsOf(list: Target): readonly Target[] {
    if (list.kind !== 'value' || list.binding.kind !== 'value') return []
    const value = modules.assignedValue(list.binding)
    const items = value === null ? null : handedItems(value)
    return (items ?? []).flatMap((one) => {
      const found = resolver.resolveBeside(list, one)
      return found?.kind === 'class' || found?.kind === 'module' ? [found] : []
    })
  }

  function takeAway(from: Target, name: string): void {
    const other = from.kind === 'module' ? modules.own.get(from.module) : undefined
    const holder = isClassItem(from) ? from : other
    if (holder === undefined) return
    if (!holder.injected.delete(name)) holder.removed.add(name)
  }

  return { loose, apply, isGiven, givenNames: givenTo }
}

function unknownBinding({ scope }: PythonModule): Binding {
  if (scope === null) throw new Error('a module without a source gives nothing')
  return { kind: 'unknown', source: scope.source, line: 0, order: 0 }
}

/** What makes a class another one. */
const CHANGES_CLASS = /^__(?:bases|class|getattr|getattribute)__$/

/** Names that functions and methods call `global`: they are there once somebody has called those. */
function* globalsOf(scope: Scope): Generator<string> {
  if (!scope.source.has('global ')) return
  for (const binding of scope.names.values()) {
    if (binding.kind === 'def') yield* binding.statement.body.globals
    if (binding.kind !== 'class') continue
    for (const one of walkStatements(binding.statement.body)) {
      if (one.kind === 'def') yield* one.body.globals
      if (one.kind === 'global') yield* one.names
    }
  }
}

/** The path in `sys.modules[path]`, `sys.modules.get(path)` and `import_module(path)`; null for all else. */
function askedModule({ scope }: PythonModule, expression: Expression): Expression | null {
  const isLoaded = (one: Expression) => {
    if (isSysModules(one)) return true
    const held = one.kind === 'name' ? scope?.names.get(one.name) : undefined
    // `loaded = sys.modules`, `from sys import modules`
    if (held?.kind === 'from') return held.module === 'sys' && held.name === 'modules'
    if (held?.kind !== 'value' || held.value === null) return false
    return isSysModules(held.source.expression(held.value))
  }
  if (expression.kind === 'subscript') return isLoaded(expression.value) ? expression.index : null
  if (expression.kind !== 'call') return null
  const { function: callee, arguments: all } = expression
  const isGet = callee.kind === 'attribute' && callee.name === 'get' && isLoaded(callee.value)
  if (!isGet && lastName(callee) !== 'import_module') return null
  return all[0]?.value ?? null
}

/** What it is follows from the text; of the variable of a loop or a `with` it does not. */
function isKnown(target: Target): boolean {
  return target.kind !== 'unknown' && !('binding' in target && target.binding.kind === 'unknown')
}

// Modules that code hands to a function by their entry among all that are loaded:
// `loader.exec_module(sys.modules["pkg"])`. Whoever has a module in hand may put anything into it.

const HANDED =
  /\b(\w+)\(\s*(?:[^()\n]*,\s*)?sys\.modules\[\s*(?:(["'])([\w.]+)\2|__name__)\s*\]\s*(?=[,)])/gu

/** `sys.modules["pkg"]` with what stands before and behind it on its line. */
const ENTRY = /^(.*)\bsys\.modules\[\s*(?:(["'])([\w.]+)\2|__name__)\s*\](.*)$/gmu
const GIVES_CLASS = /^\.__class__\s*=(?!=)/

/** Functions of Python itself that only look, or say what they put. */
const HARMLESS =
  /^(?:getattr|hasattr|setattr|delattr|isinstance|id|type|vars|dir|repr|print|reload|getmembers|getsource|getfile|getdoc|testmod|cast)$/

/** `sys.modules[__name__].__class__ = Shim`, or by a name for it: then that class answers for names. */
function modulesOfOtherClasses(source: Source, own: string): string[] {
  if (!source.has('.modules[') || !source.has('.__class__')) return []
  const { text } = source
  return [...text.matchAll(ENTRY)]
    .filter(([, before = '', , , behind = '']) => {
      const name = /^\s*(\w+)\s*(?::[^=]*)?=\s*$/.exec(before)?.[1]
      if (name === undefined) return GIVES_CLASS.test(behind)
      return new RegExp(`^\\s*${name}\\.__class__\\s*=(?!=)`, 'm').test(text)
    })
    .map(([, , , module = own]) => module)
}

/** `own`: the module that the text is of, which is `sys.modules[__name__]`. */
function modulesHandedOver(source: Source, own: string): string[] {
  if (!source.has('.modules[')) return []
  return [...source.text.matchAll(HANDED)]
    .filter(([, called = '']) => !HARMLESS.test(called))
    .map(([, , , module = own]) => module)
}
