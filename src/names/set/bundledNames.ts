// The lists of popular names that ship with the service; assets/names/README.md says where they
// come from and how they are rebuilt.

import { readFileSync, statSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { keptOnce } from '../../domain/maps.ts'
import type { Ecosystem } from '../../domain/names/packageName.ts'
import { sha256 } from '../../domain/texts/sha256.ts'
import { isDate } from '../stored/nameFile.ts'
import type { NameList } from './popularNames.ts'

// The same two steps up from src/ and from dist/.
const ASSETS = new URL('../../../assets/names/', import.meta.url)

const FILES: Readonly<Record<Ecosystem, string>> = { pypi: 'pypi.txt', npm: 'npm.txt.gz' }

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
    const file = FILES[ecosystem]
    const place = new URL(file, folder)
    // An empty list would answer "nothing is near" to everything, under a signature.
    if (statSync(place).size === 0) throw new Error(`${file} holds no names`)
    const text = keptOnce(() => {
      const bytes = readFileSync(place)
      return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString()
    })
    const digest = keptOnce(() => sha256(text()))
    const lines = keptOnce(() => linesOf(text()))
    return {
      snapshot,
      get sha256() {
        return digest()
      },
      get names() {
        return lines().names
      },
      get downloads() {
        return lines().downloads
      },
    }
  }
  return { pypi: load('pypi'), npm: load('npm') }
}

/** One name a line; behind it, where all have one, its downloads a month. */
function linesOf(text: string): Required<Pick<NameList, 'names' | 'downloads'>> {
  const lines = text.trimEnd().split('\n')
  if (!lines[0]?.includes(' ')) return { names: lines, downloads: null }
  const names: string[] = []
  const downloads: number[] = []
  for (const line of lines) {
    const gap = line.indexOf(' ')
    names.push(line.slice(0, gap))
    downloads.push(Number(line.slice(gap + 1)))
  }
  return { names, downloads }
}
