// deno.lock: what Deno resolved of npm. What it has of JSR is of another registry.

import { isMembers } from '../domain/texts/jsonValue.ts'
import { lockedVersions, type Resolved } from './lockedVersions.ts'
import {
  emptyManifest,
  entriesOf,
  fieldOf,
  isTableAt,
  type Manifest,
  NO_TABLE,
} from './manifest.ts'
import { npmSpecifier } from './npmVersion.ts'
import { parseJson } from './packageJson.ts'

export function denoLock(path: string, text: string): Manifest {
  const root = parseJson(text)
  if (root === undefined) return emptyManifest(path, 'is no JSON')
  if (!isMembers(root)) return emptyManifest(path, 'is no object')
  // Each release of Deno has had them in another place.
  const tables = [['specifiers'], ['packages', 'specifiers'], ['npm', 'specifiers']]
  const resolved = tables.flatMap((keys) =>
    entriesOf(fieldOf(root, ...keys)).flatMap(([written, value]): Resolved[] => {
      const specifier = npmSpecifier(written.startsWith('npm:') ? written : `npm:${written}`)
      if (specifier === null || typeof value !== 'string' || written.startsWith('jsr:')) return []
      // `10.4.21_postcss@8.5.6`, and in older ones the name before it: what it goes with stands behind it.
      const version = value
        .replace(/^npm:/, '')
        .replace(/^(?!\d)@?[^@]+@/, '')
        .replace(/_.*$/s, '')
      return [{ name: specifier.name, range: specifier.range ?? specifier.pin ?? '', version }]
    }),
  )
  const problem = tables.every((keys) => isTableAt(root, ...keys)) ? null : NO_TABLE
  return lockedVersions(emptyManifest(path, problem), resolved)
}
