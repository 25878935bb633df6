// The lists of popular names that ship with the service; assets/names/README.md says where they
// come from and how they are rebuilt.

import { readFileSync } from 'node:fs'
import type { Ecosystem } from '../../domain/names/packageName.ts'
import { sha256 } from '../../domain/texts/sha256.ts'
import { isDate } from '../stored/nameFile.ts'
import type { NameList } from './popularNames.ts'

// The same two steps up from src/ and from dist/.
const ASSETS = new URL('../../../assets/names/', import.meta.url)

type BundledLists = Readonly<Record<Ecosystem, NameList & Readonly<{ sha256: string }>>>

/** Reads the bundled lists from disk. Throws when they are missing or damaged: a broken install. */
export function loadBundledNames(folder: URL = ASSETS): BundledLists {
  const dates: unknown = JSON.parse(readFileSync(new URL('snapshots.json', folder), 'utf8'))
  const load = (ecosystem: Ecosystem) => {
    const snapshot = (dates as Record<string, unknown> | null)?.[ecosystem] // Checked below.
    if (!isDate(snapshot)) throw new Error(`snapshots.json has no date for ${ecosystem}`)
    const text = readFileSync(new URL(`${ecosystem}.txt`, folder), 'utf8')
    // An empty list would answer "nothing is near" to everything, under a signature.
    if (!text.includes('\n')) throw new Error(`${ecosystem}.txt holds no names`)
    return { snapshot, sha256: sha256(text), names: text.trimEnd().split('\n') }
  }
  return { pypi: load('pypi'), npm: load('npm') }
}
