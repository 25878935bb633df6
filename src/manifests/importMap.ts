// deno.json and import maps: the names that they give to files, addresses and packages.

import { parseLooseJson } from './looseJson.ts'
import { emptyManifest, entriesOf, fieldOf, type Manifest } from './manifest.ts'

export function importMap(path: string, text: string): Manifest {
  const root = parseLooseJson(text)
  if (root === undefined) return emptyManifest(path, 'is no JSON')
  const scopes = entriesOf(fieldOf(root, 'scopes')).map(([, names]) => names)
  const entries = [fieldOf(root, 'imports'), ...scopes].flatMap(entriesOf)
  // What the map leads to a package is a package still.
  const aliases = entries
    .filter(([, target]) => typeof target !== 'string' || !target.startsWith('npm:'))
    .map(([name]) => (name.endsWith('/') ? `${name}*` : name))
  return { ...emptyManifest(path), aliases }
}
