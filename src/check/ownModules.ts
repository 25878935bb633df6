// Modules that the input brings itself: its files, the packages of its workspace, and the names that
// its configuration gives to paths.

export type OwnModules = Readonly<{
  /** Whether an import from this file finds a module of the input. */
  hasPython(from: string, written: string): boolean
  /** Whether any folder of the input has a module of that name, for a path that code may have put together. */
  mayHavePython(written: string): boolean
  /** The same for the first two names of the path: such a file is hardly there by chance. */
  mayHoldPython(written: string): boolean
  hasJavaScript(written: string): boolean
}>

export type OwnInput = Readonly<{
  /** Every path of the input, slashes between. */
  paths: readonly string[]
  /** Names of packages whose manifests are in the input. */
  workspace: ReadonlySet<string>
  /** Left sides of `paths` in configurations of TypeScript, such as `@app/*`. */
  aliases: readonly string[]
}>

/** Files that test runners and tools load under these names. */
const PYTHON_LOADED: ReadonlySet<string> = new Set(['conftest', 'setup', '__main__'])

export function ownModules({ paths, workspace, aliases }: OwnInput): OwnModules {
  /** `folder/name` for every module and every folder with modules. */
  const places = new Set<string>()
  const names = new Set<string>()
  const pairs = new Set<string>()
  for (const path of paths) {
    const parts = modulePath(path)
    parts.forEach((name, index) => {
      places.add([...parts.slice(0, index), name].join('/'))
      names.add(name)
      if (index > 0) pairs.add(`${parts[index - 1]}.${name}`)
    })
  }

  function hasPython(from: string, written: string): boolean {
    const [top = ''] = written.split('.')
    if (PYTHON_LOADED.has(top)) return true
    if (places.has(top) || places.has(`src/${top}`)) return true
    // The folder of a script is on its path, and so may be those above it.
    const folders = from.split('/').slice(0, -1)
    for (let length = folders.length; length > 0; length -= 1) {
      if (places.has([...folders.slice(0, length), top].join('/'))) return true
    }
    return false
  }

  return {
    hasPython,
    mayHavePython: (written) => names.has(written.split('.')[0] ?? ''),
    mayHoldPython: (written) => pairs.has(written.split('.').slice(0, 2).join('.')),
    hasJavaScript(written) {
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

/** `src/app/models.py` → `src`, `app`, `models`; none for what is no module. */
function modulePath(path: string): readonly string[] {
  const match = /^(.*)\.pyi?$/.exec(path)
  if (match?.[1] === undefined) return []
  const parts = match[1].split('/').filter((part) => part !== '' && part !== '.')
  if (parts.at(-1) === '__init__') parts.pop()
  return parts
}
