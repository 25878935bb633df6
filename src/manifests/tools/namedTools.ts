// Packages that a manifest names where it lists no requirements: what its scripts run, and the tables
// that set a tool up. Code need not import what stands there.

import { isMembers } from '../../domain/texts/jsonValue.ts'
import { entriesOf, fieldOf, type NamedTool, type PlaceOf } from '../manifest.ts'

const TOOLS_MAX = 5000
const DEPTH_MAX = 8

/** What a manifest of npm says of the package itself, and where it lists others. */
const OF_ITSELF: ReadonlySet<string> = new Set(
  `name version description keywords homepage bugs license author contributors maintainers funding
   files exports main browser bin man directories repository dependencies devDependencies
   peerDependencies peerDependenciesMeta optionalDependencies bundleDependencies bundledDependencies
   overrides resolutions engines os cpu private publishConfig workspaces type types typings
   typesVersions module imports packageManager pnpm volta sideEffects unpkg jsdelivr catalog catalogs`
    .trim()
    .split(/\s+/),
)

/** `scripts`, and the sections that tools look for. */
export function toolsOfPackageJson(
  root: unknown,
  text: string,
  placeOf: PlaceOf,
): readonly NamedTool[] {
  const found = new Map<string, NamedTool>()
  const tell = (name: string, within: string) => {
    if (name === '' || found.has(name) || found.size >= TOOLS_MAX) return
    const start = Math.max(0, text.indexOf(JSON.stringify(within)))
    const at = text.indexOf(name, start)
    found.set(name, { name, ...placeOf(at < 0 ? start : at) })
  }
  const look = (value: unknown, depth: number): void => {
    if (depth > DEPTH_MAX) return
    if (typeof value === 'string') for (const name of namesIn(value)) tell(name, value)
    else if (Array.isArray(value)) for (const one of value) look(one, depth + 1)
    else if (isMembers(value)) {
      for (const [key, inner] of Object.entries(value)) {
        for (const name of namesIn(key)) tell(name, key)
        look(inner, depth + 1)
      }
    }
  }
  for (const [section, value] of entriesOf(root)) {
    if (OF_ITSELF.has(section)) continue
    if (section !== 'scripts') {
      tell(section.replace(/Config$/, ''), section)
      look(value, 0)
    }
    // Their names are the project's own.
    else for (const [, command] of entriesOf(value)) look(command, 0)
  }
  return [...found.values()]
}

const WORD = /[\s'"`;&|()=,:<>$\\{}]+/
const NAME = /^(@[\w.-]+\/[\w.-]+|\w[\w.-]*)(?:[@/].*)?$/

/** Words that may be the name of a package, or begin with one. */
function namesIn(text: string): readonly string[] {
  return text.split(WORD).flatMap((word) => {
    const bare = word.replace(/^(?:\.\/)?node_modules\/(?:\.bin\/)?/, '')
    return NAME.exec(bare)?.[1] ?? []
  })
}

/** `[tool.x]`, groups of entry points, and what builds it. */
export function toolsOfPyproject(
  root: unknown,
  text: string,
  placeOf: PlaceOf,
): readonly NamedTool[] {
  const groups = [
    fieldOf(root, 'project', 'entry-points'),
    fieldOf(root, 'tool', 'poetry', 'plugins'),
  ].flatMap((table) => entriesOf(table).map(([group]) => group))
  const builder = fieldOf(root, 'build-system', 'build-backend')
  const written = [
    ...entriesOf(fieldOf(root, 'tool')).map(([name]) => name),
    ...groups,
    ...(typeof builder === 'string' ? [builder] : []),
  ]
  return written.slice(0, TOOLS_MAX).map((one) => {
    return { name: groupHead(one), ...placeOf(Math.max(0, text.indexOf(one))) }
  })
}

/** `[x]`, `[tool:x]`. */
export function toolOfSection(section: string): string | null {
  return /^(?:tool:)?([\w-]+)(?:[.:-].*)?$/.exec(section)?.[1] ?? null
}

/** `pytest11` is a group of pytest, `flask.commands` one of flask. */
export function groupHead(group: string): string {
  return (group.split(/[.:]/)[0] ?? '').replace(/\d+$/, '')
}
