// Under which names a Python distribution can be imported, from nothing but where its files are.

/** Names for one distribution; namespace packages can spread over hundreds. */
const NAMES_MAX = 100
const MODULE = /^([A-Za-z_][A-Za-z0-9_]*)(?:\.[A-Za-z0-9_-]+)*\.(?:py|pyi|so|pyd)$/
const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]*$/
/** What packers include by mistake: no project is imported for these. */
const JUNK: ReadonlySet<string> = new Set(
  'benchmark benchmarks conftest doc docs example examples scripts setup test tests'.split(' '),
)

type Folder = { readonly folders: Map<string, Folder>; readonly modules: Set<string> }

/**
 * Dotted names, sorted: packages and modules at the root of the installed tree, and, below folders
 * that are only namespaces, the first packages and modules on the way down. `pathFolders`: folders
 * that a `.pth` file puts on the path.
 */
export function importNamesOf(
  paths: Iterable<string>,
  pathFolders: readonly string[] = [],
): readonly string[] {
  const root = newFolder()
  for (const path of paths) place(root, installedPath(path))
  const roots = [root, ...pathFolders.flatMap((folder) => descend(root, folder.split('/')) ?? [])]
  const names = new Set<string>()
  for (const one of roots) collect(one, '', names)
  return [...names].sort(byDepth).slice(0, NAMES_MAX).sort()
}

/** The parts of where a member of a wheel is installed; none for what is no code. */
function installedPath(path: string): readonly string[] {
  const parts = path.split('/')
  const [top = '', scheme] = parts
  if (top.endsWith('.data')) {
    if (scheme === 'purelib' || scheme === 'platlib') return parts.slice(2)
    // A few packers put the whole tree of an environment there.
    const site = parts.indexOf('site-packages')
    return scheme === 'data' && site > 0 ? parts.slice(site + 1) : []
  }
  return parts
}

function newFolder(): Folder {
  return { folders: new Map(), modules: new Set() }
}

function place(root: Folder, parts: readonly string[]): void {
  const module = MODULE.exec(parts.at(-1) ?? '')?.[1]
  const folders = parts.slice(0, -1)
  if (module === undefined || !folders.every((part) => IDENTIFIER.test(part))) return
  let at = root
  for (const part of folders) {
    const next = at.folders.get(part) ?? newFolder()
    at.folders.set(part, next)
    at = next
  }
  at.modules.add(module)
}

function descend(root: Folder, parts: readonly string[]): Folder | null {
  let at: Folder | undefined = root
  for (const part of parts) at = at?.folders.get(part)
  return at ?? null
}

function collect(folder: Folder, prefix: string, names: Set<string>): void {
  for (const module of folder.modules) {
    if (module !== '__init__' && !JUNK.has(module)) names.add(prefix + module)
  }
  for (const [name, inner] of folder.folders) {
    if (JUNK.has(name)) continue
    if (inner.modules.has('__init__')) names.add(prefix + name)
    else collect(inner, `${prefix}${name}.`, names)
  }
}

function byDepth(a: string, b: string): number {
  return a.split('.').length - b.split('.').length || (a < b ? -1 : 1)
}
