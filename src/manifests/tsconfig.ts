// tsconfig.json and jsconfig.json: the names that they give to paths, and the folders that they resolve
// imports from.

import { posix } from 'node:path'
import { parseLooseJson } from './looseJson.ts'
import { emptyManifest, entriesOf, fieldOf, type ImportRoot, type Manifest } from './manifest.ts'

export function tsconfig(path: string, text: string): Manifest {
  const root = parseLooseJson(text)
  if (root === undefined) return emptyManifest(path, 'is no JSON')
  const paths = entriesOf(fieldOf(root, 'compilerOptions', 'paths'))
  const aliases = paths.filter(([, targets]) => !isInstalled(targets)).map(([alias]) => alias)
  return { ...emptyManifest(path), aliases, roots: rootsOf(path, root, paths) }
}

/** Whether an alias leads to a package as it is installed: then that is what is meant. */
function isInstalled(targets: unknown): boolean {
  const isIn = (target: unknown) =>
    typeof target === 'string' && target.split('/').includes('node_modules')
  return Array.isArray(targets) && targets.length > 0 && targets.every(isIn)
}

/** `baseUrl`, and where the alias `*` leads: every import that is no path is looked for there first. */
function rootsOf(
  path: string,
  root: unknown,
  paths: readonly (readonly [string, unknown])[],
): readonly ImportRoot[] {
  const scope = folderOf(posix.dirname(path)) ?? ''
  const baseUrl = fieldOf(root, 'compilerOptions', 'baseUrl')
  const from = typeof baseUrl === 'string' ? withScope(scope, baseUrl) : scope
  if (from === null) return []
  const targets = paths.flatMap(([alias, given]) =>
    alias === '*' && Array.isArray(given) ? given.filter((one) => typeof one === 'string') : [],
  )
  const bases = targets.flatMap((target) => {
    // `src/*` is a folder; `src/lib-*` is a part of names in one, which few write.
    const [, folder = null] = /^((?:.*\/)?)\*$/.exec(target) ?? []
    return folder === null ? [] : (withScope(from, folder) ?? [])
  })
  return [...(typeof baseUrl === 'string' ? [from] : []), ...bases].map((base) => ({ scope, base }))
}

/** A path as a configuration below `folder` has it, from the root of the input; null: it leads out of it. */
function withScope(folder: string, written: string): string | null {
  const plain = written.replace(/^\$\{configDir\}/, '.')
  return posix.isAbsolute(plain) ? null : folderOf(posix.join(folder, plain))
}

/** In the form that paths of the input have: the root is the empty text. */
function folderOf(path: string): string | null {
  const plain = posix.normalize(path).replace(/\/$/, '')
  if (plain === '.') return ''
  return plain === '..' || plain.startsWith('../') || posix.isAbsolute(plain) ? null : plain
}
