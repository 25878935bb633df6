// Loads the modules of a package, and of what it depends on, as far as names need them.

import { posix } from 'node:path'
import { keptIn } from '../../../../domain/maps.ts'
import { type Resolution, RUNTIME_IMPORT, RUNTIME_REQUIRE } from '../../manifest/conditions.ts'
import type { PackageResolvers } from '../../manifest/packageResolver.ts'
import { folderOf, type NpmPackage } from '../../package.ts'
import { runBlock } from '../evaluate/blocks.ts'
import { EVALUATOR } from '../evaluate/evaluator.ts'
import { fillGlobals } from '../globals/globals.ts'
import { fillPaths } from '../globals/pathFunctions.ts'
import { fileAt, pathOf } from '../values/filePaths.ts'
import { newFrame } from '../values/frame.ts'
import { Machine, type MachineLimits, OutOfSteps } from '../values/machine.ts'
import { builtinModule } from '../values/platform.ts'
import { getProperty } from '../values/properties.ts'
import {
  known,
  Lazy,
  nativeFunction,
  ObjectValue,
  objectOf,
  platform,
  type Site,
  slotOf,
  UNDEFINED,
  Unknown,
  type Value,
} from '../values/values.ts'
import { linkModule } from './esmLinks.ts'
import { fillFiles } from './fileFunctions.ts'
import { helperModule } from './helperModules.ts'
import { ModuleRecord, type PackageUnit } from './moduleRecord.ts'
import { NAMESPACE_MARK, namespaces, type UseModule, WHOLE } from './namespaces.ts'
import { openModule, type ParsedFiles, setExports, unitOf } from './sourceFiles.ts'

/** The package that a name means in another package, if it was given. */
export type Lookup = (name: string, from: NpmPackage) => NpmPackage | null

/** What the runs of one package have in common: syntax does not change, values do. */
export type SharedParts = Readonly<{
  wanted: Map<string, Set<string>>
  sources: ParsedFiles
  resolvers: PackageResolvers
}>

const platformNames = (of: string, names: readonly string[]) =>
  names.map((name) => [name, platform(`${of}.${name}`)] as const)
const OF_MODULE = platformNames('module', ['loaded', 'children', 'paths'])
const OF_REQUIRE = platformNames('require', ['resolve', 'main', 'extensions', 'cache'])

/** Modules that load each other, one in the other: each takes a part of the stack. */
const LOADING_MAX = 40

export class ModuleRun {
  readonly machine: Machine
  readonly root: PackageUnit
  /** Packages that names depend on and that the lookup does not have, with the subpaths asked for. */
  readonly wanted: Map<string, Set<string>>
  readonly #sources: ParsedFiles
  readonly #resolvers: PackageResolvers
  readonly #lookup: Lookup
  readonly #namespaces: ReturnType<typeof namespaces>
  #loading = 0
  readonly #units = new Map<NpmPackage, PackageUnit>()

  constructor(root: NpmPackage, lookup: Lookup, shared: SharedParts, limits?: MachineLimits) {
    this.wanted = shared.wanted
    this.#sources = shared.sources
    this.#resolvers = shared.resolvers
    this.machine = new Machine(EVALUATOR, limits)
    fillGlobals(this.machine)
    fillPaths(this.machine)
    fillFiles(this.machine)
    this.#lookup = lookup
    this.root = unitOf(root, shared.resolvers)
    this.#namespaces = namespaces(this)
  }

  /** The module of a file; it runs when its values are asked for. */
  load(unit: PackageUnit, file: string): ModuleRecord {
    const there = unit.modules.get(file)
    if (there !== undefined) return there
    const record = openModule(this.#sources, unit, file)
    unit.modules.set(file, record)
    const { scope } = record
    if (record.format === 'esm') {
      scope.self = UNDEFINED
      for (const { local, specifier, name } of linkModule(record)) {
        record.imports.set(local, { specifier, name })
        scope.declare(local, this.imported(record, specifier, name))
      }
    } else this.#wrap(record)
    return record
  }

  /** The names that Node puts around a CommonJS module. */
  #wrap(record: ModuleRecord): void {
    const { scope, moduleObject } = record
    const exports = new ObjectValue({ module: record, anchor: 0 })
    if (record.format === 'cjs') setExports(record, exports)
    if (record.format === 'native') setExports(record, new Unknown(`${record.file} is compiled`))
    const require = this.#requireOf(record)
    moduleObject.slots.set('require', slotOf(require))
    const path = pathOf(record.unit.from, record.file)
    const filename = known(path)
    const folder = known(path.slice(0, path.lastIndexOf('/')))
    moduleObject.slots.set('id', slotOf(filename))
    moduleObject.slots.set('path', slotOf(folder))
    moduleObject.slots.set('filename', slotOf(filename))
    for (const [name, value] of OF_MODULE) moduleObject.slots.set(name, slotOf(value))
    scope.self = exports
    scope.declare('exports', exports)
    scope.declare('module', moduleObject)
    scope.declare('require', require)
    scope.declare('__filename', filename)
    scope.declare('__dirname', folder)
    scope.declareArguments([exports, require, moduleObject, filename, folder])
  }

  #requireOf(record: ModuleRecord): ObjectValue {
    const require = nativeFunction(({ args: [specifier = UNDEFINED] }) => {
      if (specifier.kind !== 'known' || typeof specifier.value !== 'string')
        return new Unknown('a required module whose name is computed')
      return this.#required(record, specifier.value)
    })
    for (const [name, value] of OF_REQUIRE) require.slots.set(name, slotOf(value))
    return require
  }

  #required(record: ModuleRecord, specifier: string): Value {
    const { machine } = this
    const value = this.module(record, specifier, RUNTIME_REQUIRE, (target) => this.required(target))
    // Modules do things to each other when they are loaded.
    const isNow = machine.uncertain === 0 && this.#loading < LOADING_MAX
    return value.kind === 'lazy' && !value.isExternal && isNow ? value.force() : value
  }

  /** What `require` gives: an ES module may say that itself. */
  required(target: ModuleRecord): Value {
    const own = target.exports.get(WHOLE)
    return own === undefined
      ? this.exportsOf(target)
      : this.#namespaces.exported(target, WHOLE, own)
  }

  /** What an import declaration binds. */
  imported(record: ModuleRecord, specifier: string, name: string): Value {
    const module = this.module(record, specifier, RUNTIME_IMPORT, (target) =>
      this.exportsOf(target),
    )
    if (name === '*') return module
    if (name !== 'default')
      return this.#later(module, name, (value) => getProperty(this.machine, value, name))
    return this.#later(module, name, (value) => this.#defaultOf(value))
  }

  #later(module: Value, name: string, make: (value: Value) => Value): Value {
    if (module.kind !== 'lazy') return make(module)
    const label = `${module.label}#${name}`
    return new Lazy(label, module.isExternal, () => make(module.force()))
  }

  /** The default of an ES module; what a CommonJS module is, unless it was an ES module before. */
  #defaultOf(value: Value): Value {
    if (value.kind !== 'object') return value
    const isInterop = value.has('__esModule') || value.has(NAMESPACE_MARK)
    return isInterop && value.has('default') ? getProperty(this.machine, value, 'default') : value
  }

  /** The module that a specifier means, as `use` takes it. */
  module(record: ModuleRecord, specifier: string, resolution: Resolution, use: UseModule): Value {
    const { unit } = record
    const at = fileAt(unit.from, specifier)
    const written = at === null ? specifier : posix.relative(`/${folderOf(record.file)}`, `/${at}`)
    const asked = at === null || written.startsWith('.') ? written : `./${written}`
    const resolved = unit.resolver.resolve(record.file, asked, resolution)
    switch (resolved.kind) {
      case 'file':
        record.asked.add(resolved.file)
        return new Lazy(specifier, false, () => use(this.load(unit, resolved.file)))
      case 'package': {
        // Known without a look at it: what they are called for is done at once.
        const helper =
          resolved.name === this.root.from.name
            ? null
            : helperModule(this.machine, resolved.name, resolved.subpath)
        if (helper !== null) return helper
        // It may be missing where it runs: handlers of errors are looked at too.
        this.machine.missed += 1
        return new Lazy(specifier, true, () =>
          this.#ofPackage(unit.from, resolved, resolution, use),
        )
      }
      case 'builtin':
        if (resolved.name === 'module') return this.#moduleOfNode(record)
        return builtinModule(resolved.name)
      case 'missing':
        this.machine.missed += 1
        return new Unknown(`${specifier.slice(0, 100)} is not in the package`)
    }
  }

  #moduleOfNode(record: ModuleRecord): ObjectValue {
    const createRequire = nativeFunction(() => this.#requireOf(record))
    const made = objectOf({ createRequire })
    made.proto = builtinModule('module')
    return made
  }

  #ofPackage(
    from: NpmPackage,
    { name, subpath }: Readonly<{ name: string; subpath: string }>,
    resolution: Resolution,
    use: UseModule,
  ): Value {
    const unit = this.#unit(name, from)
    if (unit === null) {
      const subpaths = this.wanted.get(name) ?? new Set()
      this.wanted.set(name, subpaths.add(subpath))
      return new Unknown(`${name} was not looked at`)
    }
    const file = unit.resolver.resolveSubpath(subpath, resolution)
    return file === null ? new Unknown(`${name} has no ${subpath}`) : use(this.load(unit, file))
  }

  #unit(name: string, from: NpmPackage): PackageUnit | null {
    if (name === this.root.from.name) return this.root
    const found = this.#lookup(name, from)
    if (found === null) return null
    return keptIn(this.#units, found, () => unitOf(found, this.#resolvers))
  }

  /** What `require` of a module returns: its exports, or the namespace of an ES module. */
  exportsOf(record: ModuleRecord): Value {
    if (record.unreadable !== null) return new Unknown(`${record.file} ${record.unreadable}`)
    if (record.format === 'esm') return this.#namespaces.of(record)
    this.run(record)
    const value = getProperty(this.machine, record.moduleObject, 'exports')
    if (this.machine.cut.has(record)) record.stopped ??= 'has code that cannot be followed'
    if (record.stopped !== null && value.kind === 'object')
      this.machine.release(value, `${record.file} ${record.stopped}`)
    return value
  }

  /** Where the value of an exported name is written; null when that cannot be said. */
  placeOf(record: ModuleRecord, name: string): Site | null {
    return this.#namespaces.placeOf(record, name)
  }

  /** `import './x'`: loaded for what it does. */
  #runEffect(effect: Lazy): void {
    const value = effect.force()
    const module = value.kind === 'object' ? value.site?.module : null
    if (module instanceof ModuleRecord && this.#loading < LOADING_MAX) this.run(module)
  }

  /** Runs a module once; a module that is asked for while it runs is as far as it got. */
  run(record: ModuleRecord): void {
    if (record.state !== 'new' || record.source === null) return
    record.state = 'running'
    this.#loading += 1
    const { machine } = this
    machine.running.add(record)
    const { module, anchor, uncertain, loading } = machine
    machine.module = record
    machine.loading = [record]
    // Whether it runs at all may be uncertain, but then its own names are not.
    machine.uncertain = 0
    const before = machine.beginStatement()
    try {
      for (const specifier of record.effects) {
        const effect = this.imported(record, specifier, '*')
        if (effect.kind === 'lazy' && !effect.isExternal) this.#runEffect(effect)
      }
      const end = runBlock(machine, record.source.body, record.scope, newFrame())
      if (end === 'throw') record.stopped = 'ends with an error'
    } catch (error) {
      if (!(error instanceof OutOfSteps || error instanceof RangeError)) throw error
      record.stopped = 'takes too much work to follow'
    } finally {
      record.state = 'done'
      machine.running.delete(record)
      this.#loading -= 1
      machine.endStatement(before)
      machine.module = module
      machine.loading = loading
      machine.anchor = anchor
      machine.uncertain = uncertain
    }
  }
}
