// The import names that ship with the service; assets/imports/README.md says where they come from.

import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { keptOnce } from '../../domain/maps.ts'
import { sha256 } from '../../domain/texts/sha256.ts'
import type { DroppedMembers } from '../../ports/droppedMembers.ts'
import type { NodeNames } from '../../ports/nodeNames.ts'
import type { StandardNames } from '../../ports/standardNames.ts'
import { type Listed, readListed } from './listedText.ts'

export type ImportList = Readonly<{
  /** Date of the list, YYYY-MM-DD. */
  snapshot: string
  sha256: string
  /** A line for each distribution, the most popular first: its name and its import names. */
  text: string
  /** Distributions with their import names, the most popular first. */
  rows: readonly (readonly [distribution: string, imports: readonly string[]])[]
}>

// The same two steps up from src/ and from dist/.
const ASSETS = new URL('../../../assets/', import.meta.url)

/** Read when it is first looked at. Throws when it is missing or damaged: a broken install. */
export function loadBundledImports(): ImportList {
  const dates: unknown = JSON.parse(readFileSync(new URL('imports/snapshots.json', ASSETS), 'utf8'))
  const snapshot = (dates as Record<string, unknown> | null)?.['pypi'] // Checked below.
  if (typeof snapshot !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(snapshot)) {
    throw new Error('imports/snapshots.json has no date for pypi')
  }
  const text = keptOnce(() => readFileSync(new URL('imports/pypi.txt', ASSETS), 'utf8'))
  return importList(snapshot, text)
}

/** `text` is read when it is first looked at. */
export function importList(snapshot: string, text: () => string): ImportList {
  const digest = keptOnce(() => sha256(text()))
  const rows = keptOnce(() => rowsOf(text()))
  return {
    snapshot,
    get text() {
      return text()
    },
    get sha256() {
      return digest()
    },
    get rows() {
      return rows()
    },
  }
}

function rowsOf(text: string): ImportList['rows'] {
  const rows = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [distribution = '', ...imports] = line.split(' ')
      return [distribution, imports] as const
    })
  if (rows.length === 0) throw new Error('imports/pypi.txt holds no names')
  return rows
}

/** Of releases newer than the interpreters at hand when the list was made. */
const NEWER_MODULES = ['annotationlib', 'compression']

/** Top-level modules of Python's standard library, on any platform, in any release that was listed. */
export function loadStandardModules(): ReadonlySet<string> {
  const text = readFileSync(new URL('python-modules.json', ASSETS), 'utf8')
  // Written by our own script, and part of the package.
  const rows = JSON.parse(text) as Record<string, readonly string[]>
  return new Set([...Object.values(rows).flat(), ...NEWER_MODULES])
}

/** What those modules hold. */
export function loadStandardNames(): StandardNames {
  return unpacked('python-standard.txt.gz')
}

/** What Node's own modules hold. */
export function loadNodeNames(): NodeNames {
  return unpacked('node-standard.txt.gz')
}

/** What classes of popular packages have no more; scripts/droppedMembers.ts makes it. */
export function loadDroppedMembers(): DroppedMembers {
  return JSON.parse(readFileSync(new URL('dropped-members.json', ASSETS), 'utf8'))
}

/** Written by our own scripts, and part of the package. */
function unpacked<Module, Class>(file: string): Listed<Module, Class> {
  return readListed(gunzipSync(readFileSync(new URL(file, ASSETS))).toString())
}
