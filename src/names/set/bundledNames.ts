// The lists of popular names that ship with the service; assets/names/README.md says where they
// come from and how they are rebuilt.

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Ecosystem } from '../../domain/names/packageName.ts'
import type { NameList } from './popularNames.ts'

// The same two steps up from src/ and from dist/.
const ASSETS = new URL('../../../assets/names/', import.meta.url)

type BundledLists = Readonly<Record<Ecosystem, NameList & Readonly<{ sha256: string }>>>

/** Reads the bundled lists from disk. Throws when they are missing or damaged: a broken install. */
export function loadBundledNames(folder: URL = ASSETS): BundledLists {
  const dates: unknown = JSON.parse(readFileSync(new URL('snapshots.json', folder), 'utf8'))
  const load = (ecosystem: Ecosystem) => {
    const snapshot = (dates as Record<string, unknown> | null)?.[ecosystem] // Checked below.
    if (typeof snapshot !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(snapshot)) {
      throw new Error(`snapshots.json has no date for ${ecosystem}`)
    }
    const text = readFileSync(new URL(`${ecosystem}.txt`, folder), 'utf8')
    // An empty list would answer "nothing is near" to everything, under a signature.
    if (!text.includes('\n')) throw new Error(`${ecosystem}.txt holds no names`)
    const sha256 = createHash('sha256').update(text).digest('hex')
    return { snapshot, sha256, names: text.trimEnd().split('\n') }
  }
  return { pypi: load('pypi'), npm: load('npm') }
}
