// Files that say nothing of packages but where they come from: uv.toml, .yarnrc, .yarnrc.yml, bunfig.toml.

import { emptyManifest, fieldOf, type Manifest } from './manifest.ts'
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
  return settings(
    path,
    [
      ['install', 'registry'],
      ['install', 'scopes'],
    ].some((keys) => isSaid(fieldOf(root, ...keys))),
  )
}

/** Of both its forms only whether a line names a registry. */
export function yarnrc(path: string, text: string): Manifest {
  return settings(
    path,
    /^\s*(?:npmRegistryServer\s*:|"?(?:@[^:\s"]+:)?registry"?\s+\S)/m.test(text),
  )
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
