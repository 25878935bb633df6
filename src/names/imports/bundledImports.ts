// The import names that ship with the service; assets/imports/README.md says where they come from.

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type { NodeNames } from '../../ports/nodeNames.ts'
import type { StandardNames } from '../../ports/standardNames.ts'

export type ImportList = Readonly<{
  /** Date of the list, YYYY-MM-DD. */
  snapshot: string
  sha256: string
  /** Distributions with their import names, the most popular first. */
  rows: readonly (readonly [distribution: string, imports: readonly string[]])[]
}>

// The same two steps up from src/ and from dist/.
const ASSETS = new URL('../../../assets/', import.meta.url)

/** Throws when the list is missing or damaged: a broken install. */
export function loadBundledImports(folder: URL = ASSETS): ImportList {
  const dates: unknown = JSON.parse(readFileSync(new URL('imports/snapshots.json', folder), 'utf8'))
  const snapshot = (dates as Record<string, unknown> | null)?.['pypi'] // Checked below.
  if (typeof snapshot !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(snapshot)) {
    throw new Error('imports/snapshots.json has no date for pypi')
  }
  const text = readFileSync(new URL('imports/pypi.txt', folder), 'utf8')
  const rows = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [distribution = '', ...imports] = line.split(' ')
      return [distribution, imports] as const
    })
  if (rows.length === 0) throw new Error('imports/pypi.txt holds no names')
  return { snapshot, sha256: createHash('sha256').update(text).digest('hex'), rows }
}

/** Of releases newer than the interpreters at hand when the list was made. */
const NEWER_MODULES = ['annotationlib', 'compression']

/** Top-level modules of Python's standard library, on any platform, in any release that was listed. */
export function loadStandardModules(folder: URL = ASSETS): ReadonlySet<string> {
  const text = readFileSync(new URL('python-modules.json', folder), 'utf8')
  // Written by our own script, and part of the package.
  const rows = JSON.parse(text) as Record<string, readonly string[]>
  return new Set([...Object.values(rows).flat(), ...NEWER_MODULES])
}

/** What those modules hold. */
export function loadStandardNames(folder: URL = ASSETS): StandardNames {
  const bytes = gunzipSync(readFileSync(new URL('python-standard.json.gz', folder)))
  // Written by our own script, and part of the package.
  return JSON.parse(bytes.toString()) as StandardNames
}

/** What Node's own modules hold. */
export function loadNodeNames(folder: URL = ASSETS): NodeNames {
  const bytes = gunzipSync(readFileSync(new URL('node-standard.json.gz', folder)))
  // Written by our own script, and part of the package.
  return JSON.parse(bytes.toString()) as NodeNames
}
