// The lists of popular names that ship with the service; assets/names/README.md says where they
// come from and how they are rebuilt.

import { readFileSync, statSync } from 'node:fs'
import { keptOnce } from '../../domain/maps.ts'
import type { Ecosystem } from '../../domain/names/packageName.ts'
import { sha256 } from '../../domain/texts/sha256.ts'
import { isDate } from '../stored/nameFile.ts'
import type { NameList } from './popularNames.ts'

// The same two steps up from src/ and from dist/.
const ASSETS = new URL('../../../assets/names/', import.meta.url)

type BundledLists = Readonly<Record<Ecosystem, NameList & Readonly<{ sha256: string }>>>

/**
 * The bundled lists, each read when it is first looked at: most commands need neither. Throws when one
 * is missing or empty: a broken install.
 */
export function loadBundledNames(folder: URL = ASSETS): BundledLists {
  const dates: unknown = JSON.parse(readFileSync(new URL('snapshots.json', folder), 'utf8'))
  const load = (ecosystem: Ecosystem) => {
    const snapshot = (dates as Record<string, unknown> | null)?.[ecosystem] // Checked below.
    if (!isDate(snapshot)) throw new Error(`snapshots.json has no date for ${ecosystem}`)
    const file = new URL(`${ecosystem}.txt`, folder)
    // An empty list would answer "nothing is near" to everything, under a signature.
    if (statSync(file).size === 0) throw new Error(`${ecosystem}.txt holds no names`)
    const text = keptOnce(() => readFileSync(file, 'utf8'))
    const digest = keptOnce(() => sha256(text()))
    const names = keptOnce(() => text().trimEnd().split('\n'))
    return {
      snapshot,
      get sha256() {
        return digest()
      },
      get names() {
        return names()
      },
    }
  }
  return { pypi: load('pypi'), npm: load('npm') }
}
