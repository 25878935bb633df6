// Loads the modules of a package, and of what it depends on, as far as names need them.

import { type Resolution, RUNTIME_IMPORT, RUNTIME_REQUIRE } from '../manifest/conditions.ts'
import { PackageResolver } from '../manifest/packageResolver.ts'
import { fieldOf, folderOf, type NpmPackage, readText } from '../package.ts'
import { linkModule } from './esmLinks.ts'
import { fillGlobals } from './globals.ts'
import { helperModule } from './helperModules.ts'
import { jsonValue } from './jsonValue.ts'
import { Machine, type MachineLimits, OutOfSteps } from './machine.ts'
import { type Format, ModuleRecord, type PackageUnit } from './moduleRecord.ts'
import { builtinModule } from './platform.ts'
import { defineProperty, getProperty, ownKeys } from './properties.ts'
import { parseSource, type SourceText } from './sourceText.ts'
import { runBlock } from './statements.ts'
import {
  known,
  Lazy,
  nativeFunction,
  ObjectValue,
  objectOf,
  type Site,
  slotOf,
  UNDEFINED,
  Unknown,
  type Value,
} from './values.ts'

/** The package that a name means in another package, if it was given. */
export type Lookup = (name: string, from: NpmPackage) => NpmPackage | null

/** What the runs of one package have in common: syntax does not change, values do. */
export type SharedParts = Readonly<{
  wanted: Map<string, Set<string>>
  sources: Map<NpmPackage, Map<string, SourceText | string>>
}>

const STARS_MAX = 20_000
/** Modules that a name is handed on through. */
const PLACES_MAX = 30
/** Modules that load each other, one in the other: each takes a part of the stack. */
const LOADING_MAX = 40
/** The name under which an ES module exports what `require` gives. */
const WHOLE = 'module.exports'

export class ModuleRun {
  readonly machine: Machine
  readonly root: PackageUnit
  /** Packages that names depend on and that the lookup does not have, with the subpaths asked for. */
  readonly wanted: Map<string, Set<string>>
  readonly #sources: SharedParts['sources']
  readonly #lookup: Lookup
  #loading = 0
  readonly #units = new Map<NpmPackage, PackageUnit>()

  constructor(root: NpmPackage, lookup: Lookup, shared: SharedParts, limits?: MachineLimits) {
    this.wanted = shared.wanted
    this.#sources = shared.sources
    this.machine = new Machine(limits)
    fillGlobals(this.machine)
    this.#lookup = lookup
    this.root = unitOf(root)
  }

  /** The module of a file; it runs when its values are asked for. */
  load(unit: PackageUnit, file: string): ModuleRecord {
    const there = unit.modules.get(file)
    if (there !== undefined) return there
    const record = this.#open(unit, file)
    unit.modules.set(file, record)
    const { scope } = record
    if (record.format === 'esm') {
      scope.self = UNDEFINED
      for (const { local, specifier, name } of linkModule(record)) {
        record.imports.set(local, { specifier, name })
        scope.declare(local, this.#imported(record, specifier, name))
      }
    } else this.#wrap(record)
    return record
  }

  #open(unit: PackageUnit, file: string): ModuleRecord {
    if (file.endsWith('.node')) return new ModuleRecord(unit, file, 'native', null)
    const text = readText(unit.from, file)
    if (text === null) return new ModuleRecord(unit, file, 'cjs', 'was not kept')
    if (file.endsWith('.json')) {
      const record = new ModuleRecord(unit, file, 'json', null)
      setExports(record, jsonValue(text))
      return record
    }
    const source = this.#parse(unit, file, text)
    const isEsm = typeof source !== 'string' && (source.isEsm || isModuleFile(unit.resolver, file))
    const format: Format = isEsm ? 'esm' : 'cjs'
    return new ModuleRecord(unit, file, format, source)
  }

  #parse(unit: PackageUnit, file: string, text: string): SourceText | string {
    const ofPackage = this.#sources.get(unit.from) ?? new Map<string, SourceText | string>()
    this.#sources.set(unit.from, ofPackage)
    const source = ofPackage.get(file) ?? parseSource(file, text)
    ofPackage.set(file, source)
    return source
  }

  /** The names that Node puts around a CommonJS module. */
  #wrap(record: ModuleRecord): void {
    const { scope, moduleObject } = record
    const exports = new ObjectValue()
    exports.site = { module: record, anchor: 0 }
    if (record.format === 'cjs') setExports(record, exports)
    if (record.format === 'native') setExports(record, new Unknown(`${record.file} is compiled`))
    const require = this.#requireOf(record)
    moduleObject.slots.set('require', slotOf(require))
    moduleObject.slots.set('id', slotOf(new Unknown('module.id')))
    scope.self = exports
    scope.declare('exports', exports)
    scope.declare('module', moduleObject)
    scope.declare('require', require)
    scope.declare('__filename', new Unknown('__filename'))
    scope.declare('__dirname', new Unknown('__dirname'))
  }

  #requireOf(record: ModuleRecord): ObjectValue {
    const require = nativeFunction(({ args: [specifier = UNDEFINED] }) => {
      if (specifier.kind !== 'known' || typeof specifier.value !== 'string')
        return new Unknown('a required module whose name is computed')
      return this.#required(record, specifier.value)
    })
    require.proto = new Unknown('require', { isPlatform: true })
    return require
  }

  #required(record: ModuleRecord, specifier: string): Value {
    const { machine } = this
    const value = this.#module(record, specifier, RUNTIME_REQUIRE, (target) => this.#whole(target))
    // Modules do things to each other when they are loaded.
    const isNow = machine.uncertain === 0 && this.#loading < LOADING_MAX
    return value.kind === 'lazy' && !value.isExternal && isNow ? value.force() : value
  }

  /** An ES module may say itself what `require` gives. */
  #whole(target: ModuleRecord): Value {
    const own = target.exports.get(WHOLE)
    return own === undefined ? this.exportsOf(target) : this.#exported(target, WHOLE, own)
  }

  /** What an import declaration binds. */
  #imported(record: ModuleRecord, specifier: string, name: string): Value {
    const module = this.#module(record, specifier, RUNTIME_IMPORT, (target) =>
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
    const isInterop = value.slots.has('__esModule') || value.slots.has(NAMESPACE_MARK)
    return isInterop && value.slots.has('default')
      ? getProperty(this.machine, value, 'default')
      : value
  }

  #module(
    record: ModuleRecord,
    specifier: string,
    resolution: Resolution,
    use: (target: ModuleRecord) => Value,
  ): Value {
    const { unit } = record
    const resolved = unit.resolver.resolve(record.file, specifier, resolution)
    switch (resolved.kind) {
      case 'file':
        return new Lazy(specifier, false, () => use(this.load(unit, resolved.file)))
      case 'package':
        // It may be missing where it runs: handlers of errors are looked at too.
        this.machine.missed += 1
        return new Lazy(specifier, true, () =>
          this.#ofPackage(unit.from, resolved, resolution, use),
        )
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
    use: (target: ModuleRecord) => Value,
  ): Value {
    const unit = this.#unit(name, from)
    if (unit === null) {
      const helper = helperModule(this.machine, name, subpath)
      if (helper !== null) return helper
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
    const there = this.#units.get(found)
    if (there !== undefined) return there
    const unit = unitOf(found)
    this.#units.set(found, unit)
    return unit
  }

  /** What `require` of a module returns: its exports, or the namespace of an ES module. */
  exportsOf(record: ModuleRecord): Value {
    if (record.unreadable !== null) return new Unknown(`${record.file} ${record.unreadable}`)
    if (record.format === 'esm') return this.namespaceOf(record)
    this.run(record)
    const value = getProperty(this.machine, record.moduleObject, 'exports')
    if (this.machine.cut.has(record)) record.stopped ??= 'takes too much work to follow'
    if (record.stopped !== null && value.kind === 'object')
      this.machine.release(value, `${record.file} ${record.stopped}`)
    return value
  }

  /** All that an ES module exports; the values are looked up when they matter. */
  namespaceOf(record: ModuleRecord): ObjectValue {
    if (record.namespace !== null) return record.namespace
    const namespace = new ObjectValue()
    record.namespace = namespace
    namespace.site = { module: record, anchor: 0 }
    const pending: ModuleRecord[] = [record]
    const seen = new Set<ModuleRecord>(pending)
    for (const module of pending) {
      for (const [name, source] of module.exports) {
        if (namespace.slots.has(name) || name === WHOLE) continue
        if (name === 'default' && module !== record) continue
        const site = { module, anchor: source.anchor }
        namespace.slots.set(name, slotOf(this.#exported(module, name, source), site))
      }
      for (const specifier of module.stars) {
        const target = this.#starTarget(module, specifier)
        if (target instanceof ModuleRecord) {
          if (seen.size >= STARS_MAX) namespace.open ??= 'too many modules are exported whole'
          else if (!seen.has(target)) pending.push(target)
          seen.add(target)
        } else this.#addStar(namespace, target)
      }
    }
    const mark = objectOf({ value: known(true) })
    defineProperty(this.machine, namespace, NAMESPACE_MARK, mark)
    namespace.isFixed = true
    return namespace
  }

  #exported(
    record: ModuleRecord,
    name: string,
    source: Readonly<{ local: string }> | Readonly<{ specifier: string; name: string }>,
  ): Value {
    if ('specifier' in source) return this.#imported(record, source.specifier, source.name)
    // An import that is exported again is no value of this module: it need not run.
    const bound = record.scope.names.get(source.local)?.value
    if (bound?.kind === 'lazy' || bound?.kind === 'unknown') return bound
    return new Lazy(name, false, () => {
      this.run(record)
      return record.scope.names.get(source.local)?.value ?? new Unknown(`${name} has no value`)
    })
  }

  /** Where the value of an exported name is written; null when that cannot be said. */
  placeOf(record: ModuleRecord, name: string, depth = 0): Site | null {
    const source = record.exports.get(name)
    if (source === undefined || depth > PLACES_MAX) return null
    const from = 'specifier' in source ? source : record.imports.get(source.local)
    if (from === undefined) {
      this.run(record)
      return 'local' in source ? (record.scope.names.get(source.local)?.site ?? null) : null
    }
    const resolved = record.unit.resolver.resolve(record.file, from.specifier, RUNTIME_IMPORT)
    if (resolved.kind !== 'file') return null
    return this.placeOf(this.load(record.unit, resolved.file), from.name, depth + 1)
  }

  #starTarget(record: ModuleRecord, specifier: string): ModuleRecord | Value {
    let found: ModuleRecord | null = null
    const value = this.#module(record, specifier, RUNTIME_IMPORT, (target) => {
      found = target
      return UNDEFINED
    })
    const other = value.kind === 'lazy' ? value.force() : value
    const target = found as ModuleRecord | null
    if (target === null) return other
    return target.format === 'esm' && target.unreadable === null ? target : this.exportsOf(target)
  }

  #addStar(namespace: ObjectValue, target: Value): void {
    const { keys, open } = ownKeys(this.machine, target, { all: true })
    for (const key of keys) {
      if (key === 'default' || namespace.slots.has(key)) continue
      namespace.slots.set(key, slotOf(getProperty(this.machine, target, key)))
    }
    namespace.open ??= open
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
    const { module, anchor, uncertain } = machine
    machine.module = record
    // Whether it runs at all may be uncertain, but then its own names are not.
    machine.uncertain = 0
    const before = machine.beginStatement()
    try {
      for (const specifier of record.effects) {
        const effect = this.#imported(record, specifier, '*')
        if (effect.kind === 'lazy' && !effect.isExternal) this.#runEffect(effect)
      }
      const end = runBlock(machine, record.source.body, record.scope, {
        returned: null,
        label: null,
      })
      if (end === 'throw') record.stopped = 'ends with an error'
    } catch (error) {
      if (!(error instanceof OutOfSteps || error instanceof RangeError)) throw error
      record.stopped = 'takes too much work to follow'
    } finally {
      record.state = 'done'
      this.#loading -= 1
      machine.endStatement(before)
      machine.module = module
      machine.anchor = anchor
      machine.uncertain = uncertain
    }
  }
}

/** Tells the namespace of an ES module from other objects; no name of a package has a space. */
export const NAMESPACE_MARK = ' namespace'

function unitOf(from: NpmPackage): PackageUnit {
  return { from, resolver: new PackageResolver(from), modules: new Map() }
}

/** Whether Node reads a file as an ES module even if it has neither `import` nor `export`. */
function isModuleFile({ files }: PackageResolver, file: string): boolean {
  if (!file.endsWith('.js')) return file.endsWith('.mjs')
  for (let folder = folderOf(file); ; folder = folderOf(folder)) {
    const manifest = files.manifest(folder)
    if (manifest !== null) return fieldOf(manifest, 'type') === 'module'
    if (folder === '') return false
  }
}

function setExports(record: ModuleRecord, value: Value): void {
  record.moduleObject.slots.set('exports', slotOf(value, { module: record, anchor: 0 }))
}
