// The modules of an artifact and of its dependencies, by name, and the things that they define. Each
// is read once.

import { keptIn, keptOnce } from '../../../domain/maps.ts'
import type { Expression } from '../../../syntax/python/syntax.ts'
import { isStandardModule } from '../../../table/pythonLibrary.ts'
import type { ModuleFiles, PythonArtifact } from '../files/moduleFiles.ts'
import { packageOf } from '../files/modulePaths.ts'
import type { Binding, BindingOf } from '../scope/bindings.ts'
import { builtModules } from './builtModules.ts'
import type { ClassItem, Item, Owner } from './items.ts'
import type { PythonModule } from './pythonModule.ts'
import type { Readings } from './readings.ts'
import { newModule, type UnreadModule } from './readModule.ts'

/** Known as the standard library is: its source says less than what it stands for. */
const BACKPORT = 'typing_extensions'

/** As much as is looked at behind a name. */
const USE_MAX = 300
/** Texts over several lines are documentation, mostly: an example in one calls nothing. */
const LONG_TEXTS = /"""[\s\S]*?"""|'''[\s\S]*?'''/g
/** More modules of other packages than this are not read for one table. */
const FOREIGN_MAX = 4_000

export class PackageModules {
  /** The artifact's own. */
  readonly own = new Map<string, PythonModule>()
  /** Its tests: nobody's API, and often more than half of the text. */
  readonly tests = new Map<string, ModuleFiles>()
  /** Those that the build of a source distribution makes. */
  readonly built: ReadonlySet<string>
  /** Its build may add files. */
  readonly isSource: boolean
  /** Modules of other packages that exports and bases lead to, and that are not there. */
  readonly wanted = new Set<string>()
  /** The compiled files of the artifact's own modules. */
  readonly compiled = keptOnce(() =>
    [...this.own.values()].flatMap(({ files }) => files.compiled ?? []),
  )
  private readonly readings: Readings
  /** Tests and modules of its dependencies, read when something leads to them. */
  private readonly foreign = new Map<string, PythonModule>()
  private readonly unread = new Map<string, UnreadModule>()
  private readonly items = new Map<Binding, Item>()
  private readonly spelled = new Map<string, boolean>()

  constructor(
    artifact: PythonArtifact,
    dependencies: readonly PythonArtifact[],
    readings: Readings,
  ) {
    this.readings = readings
    for (const unread of readings.modulesOf(artifact)) {
      const { files } = unread
      if (files.isTest) {
        this.tests.set(files.name, files)
        this.unread.set(files.name, unread)
      } else this.own.set(files.name, newModule(unread, readings.textOf(unread)))
    }
    this.isSource = artifact.kind === 'sdist'
    this.built = artifact.kind === 'sdist' ? builtModules(this.own) : new Set()
    for (const unread of dependencies.flatMap((one) => readings.modulesOf(one))) {
      const { name } = unread.files
      // Python finds its own library before whatever is installed.
      const isShadowed = isStandardModule(name.split('.', 1)[0] ?? '')
      if (!isShadowed && !this.has(name)) this.unread.set(name, unread)
    }
  }

  /** A module of the artifact or of one of its dependencies. */
  module(name: string): PythonModule | undefined {
    const known = this.own.get(name) ?? this.foreign.get(name)
    if (known !== undefined) return known
    const unread = this.unread.get(name)
    if (unread === undefined || this.foreign.size >= FOREIGN_MAX) return undefined
    const read = newModule(unread, this.readings.textOf(unread))
    this.foreign.set(name, read)
    return read
  }

  /** The bytes of a test's source. */
  testSize(name: string): number {
    const unread = this.unread.get(name)
    const source = unread?.files.source ?? null
    return source === null ? 0 : (unread?.artifact.read(source)?.length ?? 0)
  }

  /** Whether there is such a module, read or not. */
  has(name: string): boolean {
    return this.own.has(name) || this.unread.has(name)
  }

  /** Whether a path leads into this artifact. */
  owns(path: string): boolean {
    return this.own.has(path) || this.tests.has(path)
  }

  /**
   * Notes that what `importer` shows depends on a module; true where that is of another package and is
   * not at hand. What only tests need, nobody asks for.
   */
  want(path: string, importer: PythonModule): boolean {
    if (this.has(path) || this.built.has(path)) return false
    const [root = ''] = path.split('.', 1)
    if (root === '' || isStandardModule(root) || root === BACKPORT) return false
    if (!importer.files.isTest) this.wanted.add(path)
    return true
  }

  /** The module that something is defined in. */
  moduleOf(item: Item): PythonModule {
    const module = this.module(item.module)
    if (module === undefined) throw new Error(`no module ${item.module}`)
    return module
  }

  /** What a binding defines: the same item however often it is asked for. */
  itemOf(module: PythonModule, name: string, binding: Binding, owner: Owner): Item {
    return keptIn(this.items, binding, () =>
      this.makeItem(module, owner === null ? name : `${owner.name}.${name}`, binding, owner),
    )
  }

  private makeItem(
    module: PythonModule,
    name: string,
    binding: Binding,
    owner: Owner,
  ): Item | ClassItem {
    const { source } = binding
    if (binding.kind !== 'class') {
      const kind = binding.kind === 'def' ? 'def' : 'value'
      return { kind, module: module.name, name, binding, source, owner }
    }
    return {
      kind: 'class',
      module: module.name,
      name,
      binding,
      source,
      owner,
      scope: this.readings.classScope(binding, packageOf(module)),
      injected: new Map(),
      removed: new Set(),
      hasUnknownInjections: false,
      making: null,
      made: null,
      bases: null,
      hasLostBase: false,
      order: null,
      own: null,
    }
  }

  /** The value of a binding, parsed. */
  assignedValue({ source, value }: BindingOf<'value'>): Expression | null {
    return value === null ? null : source.expression(value)
  }

  /** What stands behind a name wherever the code of the artifact has it, but where a function is called so. */
  usesOf(name: string): readonly string[] {
    const found: string[] = []
    if (!this.spells(name)) return found
    for (const { scope } of this.own.values()) {
      const text = (scope?.source.text ?? '').replace(LONG_TEXTS, '')
      for (const { index } of text.matchAll(new RegExp(`(?<![\\w])${name}(?!\\w)`, 'gu'))) {
        const isDefined = /\bdef[ \t]+$/.test(text.slice(Math.max(0, index - 20), index))
        if (!isDefined) found.push(text.slice(index + name.length, index + USE_MAX))
      }
    }
    return found
  }

  /** Whether any module of the artifact has a word. */
  spells(word: string): boolean {
    return keptIn(this.spelled, word, () =>
      [...this.own.values()].some(({ scope }) => scope?.source.text.includes(word)),
    )
  }
}
