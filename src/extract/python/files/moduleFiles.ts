// Which modules an artifact installs, from the names of its files alone.

import { keptIn } from '../../../domain/maps.ts'
import type { NativeName } from './nativeNames.ts'
import { declaredFolders } from './sdistFolders.ts'

export type PythonArtifact = Readonly<{
  kind: 'wheel' | 'sdist'
  /** Every file, kept or not: compiled modules are known by their names only. */
  entries: readonly string[]
  /** The bytes of a kept file, else null. */
  read(path: string): Uint8Array | null
  /** What compiled files say that their modules have, by their paths. */
  native?: ReadonlyMap<string, readonly NativeName[]>
}>

export type ModuleFiles = Readonly<{
  name: string
  isPackage: boolean
  source: string | null
  stub: string | null
  compiled: string | null
  /** Cython's sources beside the compiled module, which a stub may be missing for. */
  cython: readonly string[]
  /** A stub among the sources of a wheel, without anything to import: type checkers alone see it. */
  isTypeOnly: boolean
  /** In a folder of tests: there, but nobody's API. */
  isTest: boolean
}>

type Mutable = { -readonly [K in keyof ModuleFiles]: ModuleFiles[K] }

const IDENTIFIER = /^[\p{ID_Start}_][\p{ID_Continue}]*$/u
// `x.cpython-312-x86_64-linux-gnu.so`, `x.abi3.so`, `x.so`, `x.cp312-win_amd64.pyd`.
const COMPILED = /^([^.]+)(?:\.[\w-]+)?\.(?:so|pyd|pyc)$/
const DATA_FOLDER = /^[^/]+\.data\/(?:purelib|platlib)\//
const METADATA_FOLDER = /\.(?:dist-info|egg-info|data)$/

/** Modules by name, sorted. Folders without `__init__` are modules too when they hold some. */
export function findModules(artifact: PythonArtifact): ModuleFiles[] {
  const modules = new Map<string, Mutable>()
  const testFolders = findTestFolders(artifact.entries)
  const rootOf = artifact.kind === 'wheel' ? wheelRoot : sdistRoots(artifact)
  // What a wheel keeps aside is unpacked last, over what is there.
  const aside = artifact.entries.filter((path) => DATA_FOLDER.test(path))
  // Stubs beside the package they describe come after it: they hide nothing.
  const isBeside = (path: string) => /^(?:[^/]+\/)?[^/]+-stubs\//.test(path)
  // What runs comes first: a stub describes it and takes the place of nothing.
  const turnOf = (path: string) => (isBeside(path) ? 2 : path.endsWith('.pyi') ? 1 : 0)
  const ordered = [...aside, ...artifact.entries].sort((one, other) => turnOf(one) - turnOf(other))
  for (const path of ordered) {
    if (path.includes('__pycache__/')) continue
    const root = rootOf(path)
    if (root === null) continue
    const found = moduleAt(path.slice(root.length))
    if (found === null) continue
    const { name, isPackage, role } = found
    const isTest = isUnderTest(path, testFolders)
    const module = moduleNamed(modules, name, isTest)
    // Of two files for one module the first in order stands; a package hides a module of its name.
    if (isBeside(path) && runsOf(module) !== null) {
      module.stub ??= path
      continue
    }
    if (isPackage && (role !== 'stub' || runsOf(module) === null)) {
      const file = runsOf(module) ?? module.stub
      if (file !== null && !isInit(file)) module.source = module.stub = module.compiled = null
      module.isPackage = true
    }
    if (fits(module, found) && module[role] === null) module[role] = path
    addParents(modules, name, isTest)
  }
  addCython(modules, artifact.entries, rootOf)
  dropHidden(modules)
  const sorted = [...modules.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
  if (artifact.kind === 'wheel') markTypeOnly(modules, sorted)
  return sorted
}

/** Whether the file is of what runs under that name: a folder without `__init__` is hidden by a module. */
function fits(module: Mutable, { isPackage, role }: Found): boolean {
  const runs = runsOf(module)
  if (role === 'stub' && isPackage !== module.isPackage) return false
  return runs === null || isInit(runs) === isPackage
}

function runsOf({ source, compiled }: Mutable): string | null {
  return source ?? compiled
}

function isInit(file: string): boolean {
  return /(?:^|\/)__init__\.[^/]*$/.test(file)
}

/** `sorted` has packages before what is in them. */
function markTypeOnly(modules: ReadonlyMap<string, Mutable>, sorted: readonly Mutable[]): void {
  for (const module of sorted) {
    const { name } = module
    const parent = modules.get(name.slice(0, Math.max(0, name.lastIndexOf('.'))))
    const isStub = module.stub !== null && module.source === null && module.compiled === null
    module.isTypeOnly =
      isStub && parent !== undefined && (parent.source !== null || parent.isTypeOnly)
  }
}

/** `a/b.pyx` and `a/b.pxd` beside a compiled `a.b`. */
function addCython(
  modules: Map<string, Mutable>,
  entries: readonly string[],
  rootOf: (path: string) => string | null,
): void {
  for (const path of entries) {
    if (!/\.p(?:yx|xd)$/.test(path)) continue
    const name = path.slice(rootOf(path)?.length ?? 0, -'.pyx'.length).replaceAll('/', '.')
    const module = modules.get(name.replace(/\.__init__$/, ''))
    if (module !== undefined && module.compiled !== null) module.cython = [...module.cython, path]
  }
}

/** A module hides a folder of its name that is no package: nothing below it can be imported. */
function dropHidden(modules: Map<string, Mutable>): void {
  for (const module of modules.values()) {
    const file = module.source ?? module.stub ?? module.compiled
    if (!module.isPackage || file === null || isInit(file)) continue
    module.isPackage = false
    for (const name of modules.keys()) if (name.startsWith(`${module.name}.`)) modules.delete(name)
  }
}

function moduleNamed(modules: Map<string, Mutable>, name: string, isTest: boolean): Mutable {
  return keptIn(modules, name, () => ({
    name,
    isPackage: false,
    source: null,
    stub: null,
    compiled: null,
    cython: [],
    isTypeOnly: false,
    isTest,
  }))
}

function addParents(modules: Map<string, Mutable>, name: string, isTest: boolean): void {
  for (let dot = name.lastIndexOf('.'); dot > 0; dot = name.lastIndexOf('.', dot - 1)) {
    moduleNamed(modules, name.slice(0, dot), isTest).isPackage = true
  }
}

type Found = Readonly<{ name: string; isPackage: boolean; role: 'source' | 'stub' | 'compiled' }>

function moduleAt(path: string): Found | null {
  const parts = path.split('/')
  const file = parts.pop() ?? ''
  const compiled = COMPILED.exec(file)
  const role = compiled ? 'compiled' : file.endsWith('.py') ? 'source' : 'stub'
  if (role === 'stub' && !file.endsWith('.pyi')) return null
  const stem = compiled?.[1] ?? file.slice(0, file.lastIndexOf('.'))
  // A folder of stubs beside the package they describe (PEP 561).
  const [first] = parts
  if (first?.endsWith('-stubs')) parts[0] = first.slice(0, -'-stubs'.length)
  const isPackage = stem === '__init__'
  if (!isPackage) parts.push(stem)
  if (parts.length === 0 || !parts.every((part) => IDENTIFIER.test(part))) return null
  return { name: parts.join('.'), isPackage, role }
}

/** The part of the path that is not installed; null for what is no module of the wheel. */
function wheelRoot(path: string): string | null {
  const data = DATA_FOLDER.exec(path)
  if (data) return data[0]
  const [first = ''] = path.split('/')
  return METADATA_FOLDER.test(first) ? null : ''
}

const NOT_INSTALLED: ReadonlySet<string> = new Set([
  'setup.py',
  'conftest.py',
  'noxfile.py',
  'tasks.py',
  'fabfile.py',
  'versioneer.py',
  'ez_setup.py',
])
const NOT_A_PACKAGE =
  /^(?:tests?|docs?|examples?|benchmarks?|tools|scripts|build|dist|samples|demos?|ci|\..*|.*\.egg-info)$/

/**
 * What an sdist would install is decided by code that we do not run. Its own list of top-level names
 * decides when it has one; else modules and folders with an `__init__` in the folder that it declares, or
 * at the top or below `src` or `lib`.
 */
function sdistRoots(artifact: PythonArtifact): (path: string) => string | null {
  const declared = declaredFolders(artifact)
  const bases = [...new Set([...declared, '', 'src/', 'lib/', 'python/'])]
  const listed = topLevelNames(artifact)
  const present = new Set(artifact.entries)
  const baseOf = new Map<string, string>()
  const holds = (folder: string, name: string) =>
    present.has(`${folder}${name}/__init__.py`) ||
    present.has(`${folder}${name}.py`) ||
    present.has(`${folder}${name}/__init__.pyi`)
  const tops = (folder: string) =>
    new Set(
      artifact.entries
        .filter((path) => path.startsWith(folder))
        .map((path) => path.slice(folder.length).split('/')[0] ?? '')
        .map((name) => name.replace(/\.pyi?$/, '')),
    )
  for (const base of bases) {
    for (const name of listed ?? tops(base)) {
      if (!listed && base === '' && (NOT_A_PACKAGE.test(name) || NOT_INSTALLED.has(`${name}.py`))) {
        continue
      }
      const isNamespace =
        listed !== null && artifact.entries.some((path) => path.startsWith(`${base}${name}/`))
      if (!baseOf.has(name) && (holds(base, name) || isNamespace)) baseOf.set(name, base)
    }
    // What lies beside the folders that it declares is not installed.
    const isLast = declared.length > 0 && base === declared.at(-1)
    if (isLast && listed === null && baseOf.size > 0) break
  }
  return (path) => {
    for (const base of bases) {
      if (!path.startsWith(base)) continue
      const [first = ''] = path.slice(base.length).split('/')
      if (baseOf.get(first.replace(/\.(?:pyi?|so|pyd)$/, '').split('.')[0] ?? '') === base) {
        return base
      }
    }
    return null
  }
}

const TOP_LEVEL_MAX = 200
const TOP_LEVEL_MAX_BYTES = 20_000

function topLevelNames(artifact: PythonArtifact): string[] | null {
  const path = artifact.entries.find((entry) => entry.endsWith('.egg-info/top_level.txt'))
  const bytes = path === undefined ? null : artifact.read(path)
  if (bytes === null) return null
  const listed = Buffer.from(bytes.subarray(0, TOP_LEVEL_MAX_BYTES)).toString('utf8')
  const names = listed.split(/\s+/).filter(Boolean).slice(0, TOP_LEVEL_MAX)
  return names.length > 0 ? names.map((name) => name.split('/')[0] ?? name) : null
}

/** `tests`, and `test` where it holds tests: `django.test` is what people import. */
function findTestFolders(entries: readonly string[]): ReadonlySet<string> {
  const folders = new Set<string>()
  for (const path of entries) {
    const slash = path.lastIndexOf('/')
    const folder = path.slice(0, Math.max(0, slash))
    if (/(?:^|\/)test$/.test(folder) && /^(?:test_.*|.*_test)\.py$/.test(path.slice(slash + 1))) {
      folders.add(folder)
    }
  }
  return folders
}

function isUnderTest(path: string, testFolders: ReadonlySet<string>): boolean {
  if (/(?:^|\/)(?:tests|conftest\.py)(?:\/|$)/.test(path)) return true
  for (let slash = path.lastIndexOf('/'); slash > 0; slash = path.lastIndexOf('/', slash - 1)) {
    if (testFolders.has(path.slice(0, slash))) return true
  }
  return false
}
