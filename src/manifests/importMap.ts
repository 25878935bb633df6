// deno.json, jsr.json and import maps: the names that they give to files, addresses and packages.

import { isMembers } from '../domain/texts/jsonValue.ts'
import { parseLooseJson } from './looseJson.ts'
import {
  emptyManifest,
  entriesOf,
  fieldOf,
  type Manifest,
  placesOf,
  REQUIREMENTS_MAX,
  type Requirement,
  TOO_MANY,
} from './manifest.ts'
import { isJsr, npmSpecifier } from './npmVersion.ts'

export function importMap(path: string, text: string): Manifest {
  const root = parseLooseJson(text)
  if (root === undefined) return emptyManifest(path, 'is no JSON')
  if (!isMembers(root)) return emptyManifest(path, 'is no object')
  const imports = fieldOf(root, 'imports')
  let problem =
    imports === undefined || isMembers(imports) ? null : 'has imports that are no object'
  const placeOf = placesOf(text)
  const aliases: string[] = []
  const requirements: Requirement[] = []
  const elsewhere: string[] = []
  const jsr: string[] = []
  const scopes = entriesOf(fieldOf(root, 'scopes')).map(([, names]) => names)
  for (const [key, target] of [imports, ...scopes].flatMap(entriesOf)) {
    const bare = key.endsWith('/') ? key.slice(0, -1) : key
    if (typeof target === 'string' && isJsr(target)) jsr.push(bare)
    else if (typeof target === 'string' && target.startsWith('npm:')) {
      const found = npmSpecifier(target.replace(/\/$/, ''))
      if (found === null) {
        problem ??= `has among its imports what is no package: ${bare.slice(0, 60)}`
        continue
      }
      const { name, pin, range } = found
      const isAlias = name !== bare
      // Under the name that code imports there is another package, or a part of one.
      if (isAlias && !bare.startsWith(`${name}/`)) elsewhere.push(bare)
      const place = placeOf(
        Math.max(0, text.indexOf(JSON.stringify(target))) + 1 + Math.max(0, target.indexOf(name)),
      )
      const line = { ecosystem: 'npm', name, written: name, ...place, pin, range } as const
      requirements.push(isAlias ? { ...line, isAlias } : line)
    } else aliases.push(key.endsWith('/') ? `${key}*` : key)
  }
  if (requirements.length > REQUIREMENTS_MAX) problem = TOO_MANY
  const own = fieldOf(root, 'name')
  return {
    ...emptyManifest(path, problem),
    requirements: requirements.slice(0, REQUIREMENTS_MAX),
    aliases,
    elsewhere,
    ownNames: typeof own === 'string' ? [own] : [],
    ...(elsewhere.length > 0 && { remote: elsewhere }),
    ...(jsr.length > 0 && { jsr }),
    ...(fieldOf(root, 'workspace') !== undefined && { isWorkspace: true as const }),
  }
}
