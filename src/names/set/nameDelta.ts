// Names that were added to and removed from a registry since its set was built: small enough to be
// scanned, so that a day's changes need no new automata.

import { sha256 as sha256Of } from '../../domain/texts/sha256.ts'
import { NAME_CHANGES_MAX } from '../../limits.ts'
import { isDate, isSha256, NameFileInvalid, type NameSource } from '../stored/nameFile.ts'

export type NameDelta = Readonly<{
  /** Date of the set with the changes; null while there are none. */
  snapshot: string | null
  /** Digest of the contents of the set with the changes (nameFile.ts). */
  sha256: string | null
  /** Digest of the contents of the set that the changes are to. */
  base: string | null
  /** Neither list names anything twice; `added` has nothing of the set, `removed` only of it. */
  added: readonly string[]
  removed: readonly string[]
  /** The list that the changes came from. */
  source: NameSource | null
}>

export const NO_DELTA: NameDelta = {
  snapshot: null,
  sha256: null,
  base: null,
  added: [],
  removed: [],
  source: null,
}

const FORMAT = 2

/** One line of JSON, and a line with its digest. */
export function encodeNameDelta(delta: NameDelta): string {
  const line = JSON.stringify({ format: FORMAT, ...delta })
  return `${line}\n${sha256Of(line)}\n`
}

/** Throws `NameFileInvalid`. */
export function decodeNameDelta(text: string): NameDelta {
  const [line = '', digest] = text.split('\n')
  if (digest !== sha256Of(line)) throw new NameFileInvalid('damaged changes: their digest differs')
  let parsed: Record<string, unknown>
  try {
    parsed = JSON.parse(line)
  } catch {
    throw new NameFileInvalid('changes that are no JSON')
  }
  const { format, snapshot, sha256, base, added, removed, source } = parsed ?? {}
  const isWhole =
    format === FORMAT &&
    isDate(snapshot) &&
    isSha256(sha256) &&
    typeof base === 'string' &&
    isNames(added) &&
    isNames(removed) &&
    added.length + removed.length <= NAME_CHANGES_MAX
  if (!isWhole) throw new NameFileInvalid('changes that lack a field')
  // Written by `encodeNameDelta`; only compared with another list's.
  return { snapshot, sha256, base, added, removed, source: source as NameSource | null }
}

function isNames(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((name) => typeof name === 'string')
}
