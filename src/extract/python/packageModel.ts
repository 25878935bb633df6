// All modules of an artifact and what their names mean, followed through imports, stars, lazy tables
// and aliases.

import { ANY_NAME } from '../../table/looseNames.ts'
import { type AllNames, allNames } from './allNames.ts'
import { type Binding, bindsNothing, type HandedCall, type Scope } from './bindings.ts'
import { madeClass } from './boundMethods.ts'
import { builtModules } from './builtModules.ts'
import { findMember, memberTarget, ownMembers, resolutionOrder } from './classMembers.ts'
import { isDecoratedInto, MADE_BY_DECORATOR, mayDecorateHomes } from './decoratedMakers.ts'
import { lastName } from './expressionNames.ts'
import { fillsAnyModule } from './filledModules.ts'
import { filledNames, writtenNames } from './filledObjects.ts'
import { givenNames, givenToModule } from './givenNames.ts'
import { calledHandler, HandedEffects, parameterFor } from './handedEffects.ts'
import { modulesHandedOver, modulesOfOtherClasses } from './handedModules.ts'
import { importedSubmodules } from './importedPaths.ts'
import { type ClassItem, type Item, isClassItem, type Target } from './items.ts'
import { LateNames } from './lateNames.ts'
import { type LazyNames, lazyNames } from './lazyNames.ts'
import { evaluateLiteral } from './literals.ts'
import { absoluteModule, packageOf } from './modulePaths.ts'
import { isSysModules, namespaceOf } from './ownNamespace.ts'
import {
  boundName,
  isOpaque,
  leadingName,
  type ModuleName,
  type PythonModule,
} from './pythonModule.ts'
import { READ_FROM_CYTHON } from './readCython.ts'
import { ModuleRun } from './runModule.ts'
import type { Expression, FunctionStatement, Parameter } from './syntax/syntax.ts'
import { walkStatements } from './walk.ts'

/** Star imports of star imports that are gone through. */
const STARS_MAX = 20

/** Names of names of one object that are followed. */
const ALIASES_MAX = 10
const NONE_GIVEN: ReadonlySet<string> = new Set()

export class PackageModel extends LateNames {
  readonly effects = new HandedEffects(this)
  private readonly runs = new Map<PythonModule, ModuleRun>()
  private readonly spelled = new Map<string, boolean>()
  private written: ReadonlyMap<string, ReadonlySet<string>> | null = null
  private filled: ReadonlySet<string> | null = null
  /** Objects and functions that are given attributes after they were made. */
  private readonly given = new Map<Item, Set<string>>()
  /** Attributes that modules set as they are imported, on what was not found; `*` for any. */
  readonly loose = new Set<string>()

  /** Puts names where other modules put them; all modules must be there. */
  applyInjections(): void {
    this.noteBorrowed()
    for (const module of this.modules.values()) {
      for (const name of modulesHandedOver(module.scope?.source.text ?? '', module.name)) {
        this.modules.get(name)?.dynamic.add(`is handed to a function by ${module.name}`)
      }
      for (const name of modulesOfOtherClasses(module.scope?.source.text ?? '', module.name)) {
        this.modules.get(name)?.dynamic.add(`is given a class of its own by ${module.name}`)
      }
      if (fillsAnyModule(module.scope?.source.text ?? '')) this.openBelow(module)
      for (const one of givenNames(module.scope?.source.text ?? '', packageOf(module))) {
        this.modules.get(one.module)?.given.add(one.name)
      }
      for (const { target, name, binding, isRemoved, isCertain } of module.scope?.injections ??
        []) {
        const targets = this.targetsOf(module, target)
        const isTold = targets.length > 0 && targets.every(isKnown)
        if (!isTold) this.loose.add(name ?? ANY_NAME)
        for (const into of targets) {
          if (isRemoved && name !== null) this.takeAway(into, name)
          else this.put(into, name, binding, module, isCertain === true)
        }
      }
      for (const handed of module.scope?.handed ?? []) this.applyHanded(module, handed)
      for (const name of globalsOf(module.scope)) module.given.add(name)
      for (const name of givenToModule(module.scope?.source.text ?? '')) module.given.add(name)
    }
    // What was followed to find the targets was followed without the injections.
    for (const module of this.modules.values()) module.names = null
  }

  /** Any module of its package may be given names. */
  private openBelow(module: PythonModule): void {
    const pkg = packageOf(module)
    for (const [name, other] of this.modules) {
      const isBelow = name === pkg || name.startsWith(`${pkg}.`)
      if (isBelow) other.dynamic.add(`may be given names by ${module.name}`)
    }
  }

  /** What a wheel imports of itself and does not hold, another distribution may put there. */
  private noteBorrowed(): void {
    for (const path of this.built.size > 0 ? [] : builtModules(this.modules)) {
      const dot = path.lastIndexOf('.')
      this.modules.get(path.slice(0, dot))?.given.add(path.slice(dot + 1))
    }
  }

  /** What an expression of a module's top means; several things for the variable of a loop. */
  private targetsOf(module: PythonModule, expression: Expression): readonly Target[] {
    const turns = expression.kind === 'name' ? module.scope?.turns.get(expression.name) : undefined
    if (turns !== undefined) return turns.flatMap((one) => this.targetsOf(module, one))
    const asked = askedModule(expression)
    if (asked !== null) return this.modulesAsked(module, asked)
    const found = this.resolveExpression(module, expression)
    if (found?.kind !== 'value' || found.binding.kind !== 'value')
      return found === null ? [] : [found]
    // `other = import_module(".other", __name__)`
    const held = this.assignedValue(found.binding)
    const path = held === null ? null : askedModule(held)
    return path === null ? [found] : this.modulesAsked(this.moduleOf(found), path)
  }

  /** The module of the package under a path that follows from the text. */
  private modulesAsked(module: PythonModule, asked: Expression): readonly Target[] {
    const pkg = packageOf(module)
    const own: Readonly<Record<string, string>> = { __name__: module.name, __package__: pkg }
    const path = evaluateLiteral(asked, (name) => own[name])
    if (typeof path !== 'string') return []
    const dots = /^\.*/.exec(path)?.[0].length ?? 0
    const whole = dots === 0 ? path : absoluteModule(pkg, dots, path.slice(dots))
    return whole !== null && this.modules.has(whole) ? [{ kind: 'module', module: whole }] : []
  }

  /** Puts a name into something; null for one that cannot be told. `isSure`: it is there for all. */
  private put(
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
      const other = this.module(into.module)
      if (other === undefined) return
      if (name === null) {
        if (other !== by) other.dynamic.add(`is given names by ${by.name}`)
      } else if (!other.injected.has(name)) other.injected.set(name, binding)
    } else if (into.kind === 'value' || into.kind === 'def') {
      this.noteGiven(into, isSure ? name : null)
    }
  }

  /** `b = a`, then `b.name = …`: both have it. */
  private noteGiven(item: Item, name: string | null, depth = 0): void {
    const names = this.given.get(item) ?? new Set()
    this.given.set(item, name === null ? names : names.add(name))
    if (depth > ALIASES_MAX) return
    const value = item.binding.kind === 'value' ? this.assignedValue(item.binding) : null
    if (value?.kind !== 'name' && value?.kind !== 'attribute') return
    const same = this.resolveExpression(this.moduleOf(item), value, item.owner)
    if (same?.kind === 'value' || same?.kind === 'def') this.noteGiven(same, name, depth + 1)
  }

  /** Whether an object or a function is given attributes that neither its class nor its text shows. */
  isGivenMore(item: Item): boolean {
    this.filled ??= filledNames(this.modules.values())
    return this.given.has(item) || this.filled.has(item.name)
  }

  /** The names among those that it surely has once its module has been imported. */
  givenNames(item: Item): ReadonlySet<string> {
    return this.given.get(item) ?? NONE_GIVEN
  }

  /** `fill(A)`: what the function gives to what it is handed. */
  private applyHanded(module: PythonModule, { call, isCertain }: HandedCall): void {
    const to = calledHandler(this, module, call.function)
    if (to === null) return
    const { handler, shift } = to
    const give = (into: Target, parameter: Parameter | undefined, isTable: boolean) => {
      if (into.kind === 'external' || into.kind === 'unknown') return
      const { names, perhaps, isAny } = this.effects.on(handler, parameter, isTable)
      const { source, statement } = handler
      const binding: Binding = { source, line: statement.line, order: 0, kind: 'unknown' }
      for (const name of names) this.put(into, isCertain ? name : null, binding, module)
      if (isAny || perhaps.size > 0) this.put(into, null, binding, module)
    }
    call.arguments.forEach(({ name, stars, value }, index) => {
      if (stars > 0) return
      // `fill(vars(A))`, `fill(A.__dict__)`
      const space = namespaceOf(value)
      for (const into of space === null ? [] : this.targetsOf(module, space)) {
        give(into, parameterFor(handler, shift, index, name), true)
      }
      if (space !== null) return
      if (value.kind === 'call') {
        // `fill(current_module())`: what nobody knows may be the module itself.
        const isMade = isClassItem(this.resolveExpression(module, value.function))
        const parameter = parameterFor(handler, shift, index, name)
        if (isMade || !this.effects.on(handler, parameter).isAny) return
        module.dynamic.add('hands something to a function that gives it names')
      }
      if (!/^(?:name|attribute|subscript)$/.test(value.kind)) return
      for (const into of this.targetsOf(module, value)) {
        give(into, parameterFor(handler, shift, index, name), false)
      }
    })
  }

  /** Names that functions and methods give to what is called so: `Settings.debug = …`. */
  writtenBelow(name: string): ReadonlySet<string> | undefined {
    this.written ??= writtenNames(this.modules.values())
    return this.written.get(name)
  }

  protected askedNames(module: PythonModule, name: string): ReadonlyMap<string, Binding> {
    const found = new Map<string, Binding>()
    const cls = madeClass(this, module, { kind: 'name', name })
    for (const step of cls === null ? [] : resolutionOrder(this, cls)) {
      if (!isClassItem(step)) continue
      for (const [one, { binding }] of ownMembers(this, step)) {
        if (!found.has(one)) found.set(one, binding)
      }
    }
    return found
  }

  /** Whether any module of the package has a word. */
  spells(word: string): boolean {
    let known = this.spelled.get(word)
    if (known === undefined) {
      known = [...this.modules.values()].some(({ scope }) => scope?.source.text.includes(word))
      this.spelled.set(word, known)
    }
    return known
  }

  private takeAway(from: Target, name: string): void {
    const other = from.kind === 'module' ? this.modules.get(from.module) : undefined
    const holder = isClassItem(from) ? from : other
    if (holder === undefined) return
    if (!holder.injected.delete(name)) holder.removed.add(name)
  }

  /** Follows the modules that make names as they are imported; all injections must be there. */
  applyMadeNames(): void {
    this.noteDecorated()
    const making = [...this.modules.values()].filter(({ scope }) => scope && scope.makes.length > 0)
    for (const module of making) {
      module.made = this.runOf(module).result()
      module.lazy = undefined
    }
    if (making.length === 0) return
    // What other modules took from these, they took without the names that were made.
    for (const module of this.modules.values()) {
      module.names = null
      module.all = undefined
    }
  }

  private noteDecorated(): void {
    const all = [...this.modules.values()]
    if (!all.some(({ scope }) => scope !== null && mayDecorateHomes(scope.source.text))) return
    const found = all.filter((module) => isDecoratedInto(this, module))
    for (const { scope } of found) scope?.makes.push(MADE_BY_DECORATOR)
  }

  namesOf(module: PythonModule): Map<string, ModuleName> {
    if (module.names !== null) return module.names
    const names = new Map<string, ModuleName>()
    // Set before it is filled: a cycle of star imports sees what is there so far.
    module.names = names
    this.unfinished += 1
    this.fillNames(names, module)
    this.unfinished -= 1
    return names
  }

  private fillNames(names: Map<string, ModuleName>, module: PythonModule): void {
    if (module.scope !== null) this.addScope(names, module, module.scope, 'py')
    if (module.scope?.isReplaced) dropHelpers(names, module.scope)
    if (module.stub !== null && (module.scope === null || bindsNothing(module.scope))) {
      this.addScope(names, module, module.stub, 'pyi')
      // What compiled code has beyond its stub (private names, helpers for tests) is spelled in it.
      const isCompiled = module.scope === null && module.files.compiled !== null
      if (isCompiled || module.stub.names.has('__getattr__')) {
        this.addCompiled(module, module, `${module.name} has a stub that may not be complete`)
      }
    }
    for (const [name, binding] of module.injected) {
      if (!names.has(name)) names.set(name, boundName(binding, 'py'))
    }
    for (const name of module.removed) names.delete(name)
    this.addPerhaps(names, module)
    this.addMade(names, module)
    this.addLazy(names, module)
    if (module.dynamic.size > 0) this.addStubbed(names, module)
    // What a stub or a list says of them holds where they are there.
    for (const name of module.perhaps) {
      if (/^(?:pyi|lazy)$/.test(names.get(name)?.origin ?? '')) names.delete(name)
    }
    const imported = importedSubmodules(module)
    for (const name of module.submodules) {
      if (!names.has(name) || module.scope?.names.get(name)?.kind === 'unknown') {
        const leadsTo = { module: `${module.name}.${name}`, name: null }
        names.set(name, leadingName('py', leadsTo, !imported.has(name)))
      }
    }
  }

  private addScope(
    names: Map<string, ModuleName>,
    module: PythonModule,
    scope: Scope,
    origin: 'py' | 'pyi',
  ): void {
    for (const [name, binding] of scope.names) {
      if (origin === 'pyi' && this.isHidden(module, name, binding)) continue
      names.set(name, boundName(binding, origin))
    }
    for (const star of scope.stars) this.addStar(names, module, scope, star)
    for (const expression of scope.poured) {
      const target = this.resolveExpression(module, expression)
      if (!isClassItem(target)) {
        module.dynamic.add('puts names into its own namespace')
        continue
      }
      for (const [name, binding] of target.scope.names) {
        if (!names.has(name) && binding.kind === 'value')
          names.set(name, boundName(binding, origin))
      }
    }
    for (const reason of scope.dynamic) {
      if (reason !== READ_FROM_CYTHON) module.dynamic.add(reason)
      else this.addCompiled(module, module, `${module.name} ${reason}`)
    }
  }

  /** Names that are taken where what is asked has them. */
  private addPerhaps(names: Map<string, ModuleName>, module: PythonModule): void {
    for (const [name, from] of module.scope?.perhaps ?? []) {
      if (names.has(name)) continue
      const base = this.resolveExpression(module, from)
      const path = base?.kind === 'module' ? base.module : null
      const target = path === null ? null : this.resolve(path, name)
      if (path !== null && target !== null && this.isSeen(path, name))
        names.set(name, leadingName('py', { module: path, name }))
      // A module that is all known and has no such name leaves it out.
      else if (target !== null || path === null || this.mayHoldMore(path)) module.perhaps.add(name)
    }
  }

  /** Whether a source says that a module has a name, and not only its stub or its list. */
  private isSeen(path: string, name: string, depth = 0): boolean {
    const module = depth > STARS_MAX ? undefined : this.module(path)
    const entry = module && this.namesOf(module).get(name)
    if (entry?.origin === 'py') return entry.binding?.source.isStub !== true
    if (entry?.origin !== 'star' || entry.leadsTo === null) return false
    return this.isSeen(entry.leadsTo.module, entry.leadsTo.name ?? name, depth + 1)
  }

  private mayHoldMore(path: string): boolean {
    const module = this.module(path)
    return module === undefined || isOpaque(module) || module.dynamic.size > 0
  }

  /** What following its statements shows of a module that makes names as it is imported. */
  private addMade(names: Map<string, ModuleName>, module: PythonModule): void {
    if (module.scope === null || module.scope.makes.length === 0) return
    if (!this.modules.has(module.name)) module.made ??= this.runOf(module).result()
    const { made } = module
    if (made === null) return
    for (const [name, leadsTo] of made.names) {
      const known = names.get(name)
      if (known !== undefined && known.binding?.kind !== 'unknown') continue
      names.set(name, leadingName('py', leadsTo))
    }
    if (made.isWhole) return
    for (const reason of module.scope.makes) module.dynamic.add(reason)
  }

  /** Beside a source that makes names at run time, the stub says which. */
  private addStubbed(names: Map<string, ModuleName>, module: PythonModule): void {
    if (module.stub === null || module.scope === null) return
    for (const [name, binding] of module.stub.names) {
      if (names.has(name) || this.isHidden(module, name, binding)) continue
      if (!name.startsWith('_')) names.set(name, boundName(binding, 'pyi'))
    }
  }

  /** In stubs an import is for the stub's own use, unless it says `as` or is listed (PEP 484). */
  protected isHidden(module: PythonModule, name: string, binding: Binding): boolean {
    if ((binding.kind !== 'from' && binding.kind !== 'module') || binding.isExplicit) return false
    if (module.stub === null) return true
    module.stubAll ??= allNames(this, module, module.stub) ?? { names: [], isPartial: false }
    return !module.stubAll.names.includes(name)
  }

  /** What `dir` shows of a module once it has been imported. */
  shownNames(module: PythonModule): string[] {
    const loaded = this.loadedBelow(module)
    const names = [...this.namesOf(module)]
      .filter(([name, entry]) => !entry.isImplicit || loaded.has(name))
      .map(([name]) => name)
    if (module.scope === null || module.scope.makes.length === 0) return names
    return [...new Set([...names, ...this.runOf(module).result().names.keys()])]
  }

  runOf(module: PythonModule): ModuleRun {
    let run = this.runs.get(module)
    if (run === undefined) {
      run = new ModuleRun(this, module)
      this.runs.set(module, run)
    }
    return run
  }

  allOf(module: PythonModule): AllNames | null {
    if (module.all !== undefined) return module.all
    // A cycle of `__all__`s sees none.
    module.all = null
    const scope = module.scope ?? module.stub
    this.unfinished += 1
    module.all = scope === null ? null : allNames(this, module, scope)
    if (module.all?.isPartial && scope === module.scope) {
      module.all = this.wholeList(module, module.all)
    }
    this.unfinished -= 1
    return module.all
  }

  /** A list that is partly computed, as the module's statements or its stub complete it. */
  private wholeList(module: PythonModule, partial: AllNames): AllNames {
    const { all, isWhole } = this.runOf(module).result()
    if (all !== null && isWhole) return { names: all, isPartial: false }
    const stubbed = module.stub === null ? null : allNames(this, module, module.stub)
    if (stubbed === null || stubbed.isPartial) return partial
    return { names: [...new Set([...partial.names, ...stubbed.names])], isPartial: false }
  }

  protected lazyOf(module: PythonModule): LazyNames | null {
    if (module.lazy === undefined) {
      module.lazy = null
      module.lazy =
        module.scope === null
          ? null
          : lazyNames(module, module.scope, {
              held: (name) => this.runOf(module).literal(name),
              heldIn: (path, name) => {
                const other = this.module(path)
                return other === undefined ? undefined : this.runOf(other).literal(name)
              },
              listed: () => {
                const all = this.allOf(module)
                return all === null || all.isPartial ? undefined : all.names
              },
              helper: (path) => {
                const found = this.resolveExpression(module, path)
                return found?.kind === 'def' && found.binding.kind === 'def' ? found.binding : null
              },
            })
    }
    return module.lazy
  }

  member(cls: ClassItem, name: string): Target | null {
    const found = findMember(this, cls, name)
    return found === null ? null : memberTarget(this, found)
  }

  functionNamed(module: PythonModule, name: string): FunctionStatement | null {
    // `_fill()`, then `del _fill`: it was there when it was called.
    const binding = module.scope?.names.get(name) ?? module.scope?.gone.get(name)
    return binding?.kind === 'def' ? binding.statement : null
  }
}

/** What makes a class another one. */
const CHANGES_CLASS = /^__(?:bases|class|getattr|getattribute)__$/

/** Names that functions and methods call `global`: they are there once somebody has called those. */
function* globalsOf(scope: Scope | null): Generator<string> {
  if (scope === null || !scope.source.text.includes('global ')) return
  for (const binding of scope.names.values()) {
    if (binding.kind === 'def') yield* binding.statement.body.globals
    if (binding.kind !== 'class') continue
    for (const one of walkStatements(binding.statement.body)) {
      if (one.kind === 'def') yield* one.body.globals
      if (one.kind === 'global') yield* one.names
    }
  }
}

/** The path in `sys.modules[path]` and `import_module(path)`; null for all else. */
function askedModule(expression: Expression): Expression | null {
  if (expression.kind === 'subscript')
    return isSysModules(expression.value) ? expression.index : null
  if (expression.kind !== 'call' || lastName(expression.function) !== 'import_module') return null
  return expression.arguments[0]?.value ?? null
}

/** `new.__dict__.update(old.__dict__)`: the object in its place has all that it has. */
const TAKES_OVER = /\.__dict__\.update\(\s*(?:\w+\.__dict__|globals\(\)|vars\(\))\s*\)/

/** What a module that is replaced needed for itself is not there any more. */
function dropHelpers(names: Map<string, ModuleName>, scope: Scope): void {
  if (TAKES_OVER.test(scope.source.text)) return
  for (const [name, binding] of scope.names) {
    if (name.startsWith('__') || scope.typeNames.has(name)) continue
    // `from x import y as y`: shown on purpose, and so the object in its place has it too.
    if (binding.kind === 'from' && binding.isExplicit) continue
    if (names.get(name)?.binding === binding) names.delete(name)
  }
}

/** What it is follows from the text; of the variable of a loop or a `with` it does not. */
function isKnown(target: Target): boolean {
  return target.kind !== 'unknown' && !('binding' in target && target.binding.kind === 'unknown')
}
