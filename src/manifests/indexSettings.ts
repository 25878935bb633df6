// Files that say nothing of packages but where they come from: uv.toml, .npmrc, .yarnrc, .yarnrc.yml,
// bunfig.toml.

import { isMembers } from '../domain/texts/jsonValue.ts'
import { emptyManifest, entriesOf, fieldOf, type Manifest, type OtherRegistry } from './manifest.ts'
import { parseToml } from './pyproject.ts'

const UV_KEYS = ['index', 'index-url', 'extra-index-url', 'find-links', 'no-index']

export function uvToml(path: string, text: string): Manifest {
  const root = parseToml(text)
  if (root === null) return unread(path, 'is no TOML')
  const places = [...UV_KEYS.map((key) => [key]), ...UV_KEYS.map((key) => ['pip', key])]
  return settings(
    path,
    places.some((keys) => isSaid(fieldOf(root, ...keys))),
  )
}

export function bunfig(path: string, text: string): Manifest {
  const root = parseToml(text)
  if (root === null) return unread(path, 'is no TOML')
  const all = addressOf(fieldOf(root, 'install', 'registry'))
  const scopes = entriesOf(fieldOf(root, 'install', 'scopes')).map(([scope, value]) =>
    ofScope(scope, addressOf(value)),
  )
  return named(path, [...(all === '' ? [] : [ofAll(all)]), ...scopes])
}

/** A text, or a table with `url`. */
function addressOf(value: unknown): string {
  const address = isMembers(value) ? fieldOf(value, 'url') : value
  return typeof address === 'string' ? address : ''
}

/** Both its forms: lines that name a registry, and the scopes of `npmScopes`. */
export function yarnrc(path: string, text: string): Manifest {
  const found: OtherRegistry[] = []
  const lines = text.split(/\r\n?|\n/)
  for (const line of lines) {
    const [, scope, address] =
      /^(?:["']?npmRegistryServer["']?\s*:|"?(?:(@[^:\s"]+):)?registry"?\s)\s*["']?([^\s"'#]+)/.exec(
        line,
      ) ?? []
    if (address === undefined) continue
    found.push(scope === undefined ? ofAll(address) : ofScope(scope, address))
  }
  return named(path, [...found, ...scopesOfYarn(lines).map((scope) => ofScope(scope, ''))])
}

/** What stands below `npmScopes`, whatever is said of it: a scope of which much is said is somebody's own. */
function scopesOfYarn(lines: readonly string[]): readonly string[] {
  const start = lines.findIndex((line) => /^["']?npmScopes["']?\s*:/.test(line))
  if (start === -1) return []
  const end = lines.findIndex((line, index) => index > start && /^[^\s#}]/.test(line))
  const block = lines.slice(start, end === -1 ? undefined : end)
  const [first = '', ...below] = block
  if (first.includes('{')) {
    const names = block.join(' ').matchAll(/["']?@?([\w.~-]+)["']?\s*:\s*\{/g)
    return [...names].flatMap(([, name = '']) => (name === 'npmScopes' ? [] : [name]))
  }
  const keys = below.flatMap((line) => {
    const [, indent = '', key] = /^(\s+)["']?@?([\w.~-]+)["']?\s*:/.exec(line) ?? []
    return key === undefined ? [] : [{ indent, key }]
  })
  return keys.filter(({ indent }) => indent === keys[0]?.indent).map(({ key }) => key)
}

/** The `.npmrc` of a project. Variables in it are not filled in. */
export function npmrc(path: string, text: string): Manifest {
  const found: OtherRegistry[] = []
  const line = /^[ \t]*["']?(?:(@[^:\s=]+):)?registry["']?[ \t]*=[ \t]*["']?([^\s"']+)/gm
  for (const [, scope, address = ''] of text.matchAll(line)) {
    found.push(scope === undefined ? ofAll(address) : ofScope(scope, address))
  }
  return named(path, found)
}

const ofAll = (address: string): OtherRegistry => ({ scope: null, address })

const ofScope = (scope: string, address: string): OtherRegistry => ({
  scope: `@${scope.replace(/^@/, '').toLowerCase()}`,
  address,
})

function named(path: string, registries: readonly OtherRegistry[]): Manifest {
  return { ...emptyManifest(path), ...(registries.length === 0 ? {} : { registries }) }
}

function settings(path: string, isElsewhereToo: boolean): Manifest {
  return { ...emptyManifest(path), ...(isElsewhereToo ? { isElsewhereToo: true as const } : {}) }
}

/** What cannot be read may name another index. */
function unread(path: string, problem: string): Manifest {
  return { ...emptyManifest(path, problem), isElsewhereToo: true }
}

function isSaid(value: unknown): boolean {
  return value !== undefined && value !== false && !(Array.isArray(value) && value.length === 0)
}
