// Modules that the input brings itself: its files, the packages of its workspace, and the names that
// its configuration gives to paths.

import { keptIn } from '../../domain/maps.ts'

export type OwnModules = ReturnType<typeof ownModules>

type OwnInput = Readonly<{
  /** Every path of the input, slashes between. */
  paths: readonly string[]
  /** Names of packages whose manifests are in the input. */
  workspace: ReadonlySet<string>
  /** Left sides of `paths` in configurations of TypeScript, such as `@app/*`. */
  aliases: readonly string[]
}>

/** Files that test runners and tools load under these names. */
const PYTHON_LOADED: ReadonlySet<string> = new Set(['conftest', 'setup', '__main__'])

export function ownModules({ paths, workspace, aliases }: OwnInput) {
  const root: Folder = new Map()
  const names = new Set<string>()
  const pairs = new Set<string>()
  for (const path of paths) {
    let folder = root
    let above: string | null = null
    for (const name of modulePath(path)) {
      folder = folderIn(folder, name)
      names.add(name)
      if (above !== null) pairs.add(`${above}.${name}`)
      above = name
    }
  }

  /** Whether an import from this file finds a module of the input. */
  function hasPython(from: string, written: string): boolean {
    const [top = ''] = written.split('.')
    if (PYTHON_LOADED.has(top)) return true
    if (root.has(top) || root.get('src')?.has(top) === true) return true
    // The folder of a script is on its path, and so may be those above it.
    let folder: Folder | undefined = root
    for (const name of from.split('/').slice(0, -1)) {
      folder = folder?.get(name)
      if (folder === undefined) return false
      if (folder.has(top)) return true
    }
    return false
  }

  return {
    hasPython,
    /** Whether any folder of the input has a module of that name, for a path that code may have put together. */
    mayHavePython: (written: string) => names.has(written.split('.')[0] ?? ''),
    /** The same for the first two names of the path: such a file is hardly there by chance. */
    mayHoldPython: (written: string) => pairs.has(written.split('.').slice(0, 2).join('.')),
    hasJavaScript(written: string): boolean {
      if (/^[./~]|^[@#$]\/|^#|^$/.test(written)) return true
      if (aliases.some((alias) => isAliased(alias, written))) return true
      const parts = written.split('/')
      const name = parts.slice(0, written.startsWith('@') ? 2 : 1).join('/')
      return workspace.has(name)
    },
  }
}

function isAliased(alias: string, written: string): boolean {
  const star = alias.indexOf('*')
  if (star < 0) return alias === written
  // A bare star stands for every import, packages included.
  return star > 0 && written.startsWith(alias.slice(0, star))
}

/** Modules and folders with modules, by their names: a tree, because paths may be deep. */
interface Folder extends Map<string, Folder> {}

function folderIn(folder: Folder, name: string): Folder {
  return keptIn(folder, name, () => new Map())
}

/** `src/app/models.py` → `src`, `app`, `models`; none for what is no module. */
function modulePath(path: string): readonly string[] {
  const match = /^(.*)\.pyi?$/.exec(path)
  if (match?.[1] === undefined) return []
  const parts = match[1].split('/').filter((part) => part !== '' && part !== '.')
  if (parts.at(-1) === '__init__') parts.pop()
  return parts
}
