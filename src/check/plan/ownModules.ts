// Modules that the input brings itself: its files, the packages of its workspace, and the names that
// its configuration gives to paths. Their names are nobody else's business: they are never asked for.

import { addToList, keptIn } from '../../domain/maps.ts'
import { type ImportRoot, isInScope } from '../../manifests/manifest.ts'

export type OwnModules = ReturnType<typeof ownModules>

type OwnInput = Readonly<{
  /** Every path of the input, slashes between; that of a folder ends with one. */
  paths: readonly string[]
  /** Names of packages whose manifests are in the input. */
  workspace: ReadonlySet<string>
  /** Names of distributions of Python whose manifests are in the input. */
  distributions?: readonly string[]
  /** Whether a manifest takes a package of npm from elsewhere than the registry, for code at a path. */
  isElsewhere?: (name: string, path: string) => boolean
  /** Left sides of `paths` in configurations of TypeScript, such as `@app/*`, and whose code is meant. */
  aliases: readonly Readonly<{ scope: string; alias: string }>[]
  /** Folders that such configurations resolve bare imports from. */
  roots?: readonly ImportRoot[]
  /** Words of configurations of bundlers and test runners, any of which may be an alias. */
  mentioned?: readonly string[]
}>

/** Files that test runners and tools load under these names. */
const PYTHON_LOADED: ReadonlySet<string> = new Set(['conftest', 'setup', '__main__'])

export function ownModules(input: OwnInput) {
  const python = pythonModules(input)
  const javaScript = javaScriptModules(input)
  return { ...python, ...javaScript }
}

function pythonModules({ paths, distributions = [] }: OwnInput) {
  const root = newFolder()
  const own = new Set(distributions.map((name) => name.toLowerCase().replaceAll(/[-.]/g, '_')))
  const names = new Set<string>()
  const pairs = new Set<string>()
  for (const path of paths) {
    // A folder without a module may be one that code is made in; it is not on the path of any.
    if (path.endsWith('/')) for (const name of partsOf(path)) names.add(name)
    let folder = root
    let above: string | null = null
    for (const name of pythonPath(path)) {
      folder = folderIn(folder, name)
      names.add(name)
      if (above !== null) pairs.add(`${above}.${name}`)
      above = name
    }
  }
  return {
    /** Whether an import from this file finds a module of the input. */
    hasPython(from: string, written: string): boolean {
      const [top = ''] = written.split('.')
      if (PYTHON_LOADED.has(top) || own.has(top.toLowerCase())) return true
      if (root.inner.get('src')?.inner.has(top) === true) return true
      // The folder of a script is on its path, and so may be those above it.
      return foldersAbove(root, from).some((folder) => folder.inner.has(top))
    },
    /** Whether any folder of the input has a module of that name, for a path that code may have put together. */
    mayHavePython: (written: string) => names.has(written.split('.')[0] ?? ''),
    /** The same for the first two names of the path: such a file is hardly there by chance. */
    mayHoldPython: (written: string) => pairs.has(written.split('.').slice(0, 2).join('.')),
  }
}

function javaScriptModules(input: OwnInput) {
  const { paths, workspace, isElsewhere = () => false, roots = [], mentioned = [] } = input
  const root = newFolder()
  const tails = new Map<string, number>()
  for (const path of paths) {
    for (const tail of javaScriptTails(path)) tails.set(tail, 1 + (tails.get(tail) ?? 0))
    const parts = partsOf(path)
    const name = parts.pop()
    const folder = parts.reduce(folderIn, root)
    if (name === undefined) continue
    if (path.endsWith('/')) folderIn(folder, name)
    else for (const one of [name, withoutExtension(name)]) folderIn(folder, one).isModule = true
  }
  const bases = roots.map(({ scope, base }) => ({ scope, folder: below(root, partsOf(base)) }))
  const words = new Set(mentioned)
  const aliases = aliasesOf(input.aliases)

  return {
    /** Whether an import from this file finds a module of the input, whatever packages there are. */
    hasJavaScript(from: string, written: string): boolean {
      // No name of a package begins so: `$lib/server`, `#internal`, `~/store`, `@/views`.
      if (/^[./~#$]|^@\/|^$/.test(written)) return true
      if (aliases.isAliasedFor(from, written)) return true
      if (workspace.has(packageIn(written)) || isElsewhere(packageIn(written), from)) return true
      // A walk tells of such folders only where the repository says that they are its own.
      const name = partsOf(packageIn(written))
      const isKept = ({ inner }: Folder) => {
        const kept = inner.get('node_modules')
        return kept !== undefined && below(kept, name) !== null
      }
      if (foldersAbove(root, from).some(isKept)) return true
      const parts = partsOf(written)
      return bases.some(
        ({ scope, folder }) => isInScope(from, scope) && folder !== null && leadsTo(folder, parts),
      )
    },
    /**
     * Whether it may find one that no manifest names as a package: bundlers and test runners can be
     * told to look into any folder, in ways that are not all read.
     */
    mayHaveJavaScript(from: string, written: string): boolean {
      if (words.has(packageIn(written)) || aliases.isAliased(written)) return true
      const [first = ''] = partsOf(written)
      if (words.has(first)) return true
      // `@components/Button` is how many call what is in the folder `components`.
      const name = first.replace(/^@/, '')
      const self = below(root, partsOf(withoutExtension(from)))
      const holds = (folder: Folder | null | undefined) => {
        const found = folder?.inner.get(name)
        return found !== undefined && (found !== self || found.inner.size > 0)
      }
      if (bases.some(({ folder }) => holds(folder))) return true
      // Any folder may be one that a bundler was told of.
      const tail = partsOf(withoutExtension(written)).slice(0, 2).join('/')
      const isItself = javaScriptTails(from).includes(tail)
      if ((tails.get(tail) ?? 0) > (isItself ? 1 : 0)) return true
      return foldersAbove(root, from).some(
        (folder) => holds(folder) || holds(folder.inner.get('src')),
      )
    },
  }
}

type Alias = OwnInput['aliases'][number]

/** There may be very many, of every import: none is gone through. */
function aliasesOf(all: readonly Alias[]) {
  const whole = matcherOf(all)
  const byScope = new Map<string, Alias[]>()
  for (const one of all) addToList(byScope, one.scope, one)
  const matchers = new Map([...byScope].map(([scope, some]) => [scope, matcherOf(some)]))
  return {
    isAliased: whole,
    /** By a configuration that is meant for code at this path. */
    isAliasedFor(from: string, written: string): boolean {
      const isMeant = (folder: string) => matchers.get(folder)?.(written) === true
      if (!whole(written)) return false
      if (isMeant('')) return true
      for (let end = from.indexOf('/'); end >= 0; end = from.indexOf('/', end + 1)) {
        if (isMeant(from.slice(0, end))) return true
      }
      return false
    },
  }
}

function matcherOf(all: readonly Alias[]): (written: string) => boolean {
  const names = new Set<string>()
  const starts = new Set<string>()
  for (const { alias } of all) {
    const star = alias.indexOf('*')
    if (star < 0) names.add(alias)
    // A bare star stands for every import, packages included.
    else if (star > 0) starts.add(alias.slice(0, star))
  }
  const lengths = new Set([...starts].map((start) => start.length))
  return (written) =>
    names.has(written) || [...lengths].some((length) => starts.has(written.slice(0, length)))
}

/** `@scope/name/file` → `@scope/name`. */
function packageIn(written: string): string {
  return written
    .split('/')
    .slice(0, written.startsWith('@') ? 2 : 1)
    .join('/')
}

/** Modules and folders with modules, by their names: a tree, because paths may be deep. */
type Folder = { readonly inner: Map<string, Folder>; isModule: boolean }

function newFolder(): Folder {
  return { inner: new Map(), isModule: false }
}

function folderIn(folder: Folder, name: string): Folder {
  return keptIn(folder.inner, name, newFolder)
}

function below(folder: Folder, parts: readonly string[]): Folder | null {
  let at: Folder | undefined = folder
  for (const part of parts) at = at?.inner.get(part)
  return at ?? null
}

/** The folders that a file lies in, from the root on. */
function foldersAbove(root: Folder, path: string): readonly Folder[] {
  const folders = [root]
  let at: Folder | undefined = root
  for (const part of partsOf(path).slice(0, -1)) {
    at = at.inner.get(part)
    if (at === undefined) break
    folders.push(at)
  }
  return folders
}

/** Whether a path leads to a file, or to a folder that can be imported. */
function leadsTo(folder: Folder, parts: readonly string[]): boolean {
  const found =
    below(folder, parts) ?? below(folder, [...parts.slice(0, -1), withoutExtension(parts.at(-1))])
  if (found === null) return false
  return found.isModule || ['index', 'package'].some((name) => found.inner.get(name)?.isModule)
}

function partsOf(path: string): string[] {
  return path.split('/').filter((part) => part !== '' && part !== '.')
}

function withoutExtension(path = ''): string {
  return path.replace(/(?:\.d)?\.(?:[cm]?[jt]sx?|json|vue|svelte)$/, '')
}

/** `src/modules/modals/index.js` → `modals`, `src/modules`, `modules/modals`; none for what is no module. */
function javaScriptTails(path: string): readonly string[] {
  if (!/\.(?:[cm]?[jt]sx?|vue|svelte)$/.test(path)) return []
  const parts = partsOf(withoutExtension(path))
  if (parts.at(-1) === 'index') parts.pop()
  const pairs = parts.slice(1).map((part, index) => `${parts[index]}/${part}`)
  return [...parts.slice(-1), ...pairs]
}

/** `src/app/models.py` → `src`, `app`, `models`; none for what is no module. */
function pythonPath(path: string): readonly string[] {
  // What is compiled stands beside the code that imports it, or is made there.
  const match = /^(.*?)(?:\.(?:cpython|abi3|cp\d)[^/]*)?\.(?:pyi?|pyx|so|pyd)$/.exec(path)
  if (match?.[1] === undefined) return []
  const parts = partsOf(match[1])
  if (parts.at(-1) === '__init__') parts.pop()
  return parts
}
