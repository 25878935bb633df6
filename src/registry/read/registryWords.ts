// What registries let people write about a project or a release, as far as it can be repeated.

import type { RegistryStatus } from '../../domain/release.ts'
import { REGISTRY_WORDS_LENGTH_MAX } from '../../limits.ts'

// What cannot be seen, and what changes the direction of the text around it; joiners are letters' own.
const UNSEEN = /[\p{Cc}\s\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]+/gu

/** On one line, cut to what is worth keeping. */
export function readWords(written: string): string {
  const line = written.slice(0, 2 * REGISTRY_WORDS_LENGTH_MAX).replace(UNSEEN, ' ')
  // A pair that was cut in two could not be stored.
  return line.trim().slice(0, REGISTRY_WORDS_LENGTH_MAX).toWellFormed()
}

/** What an index says of a whole project; null where it says nothing. */
export type Standing = Readonly<{ status: RegistryStatus | null; statusReason: string | null }>

const NOTHING_SAID: Standing = { status: null, statusReason: null }

const PROJECT_STATUSES: readonly RegistryStatus[] = ['archived', 'deprecated', 'quarantined']

/** PEP 792; a word that is not known says nothing. */
export function readStanding(status: unknown, reason: unknown): Standing {
  const known = PROJECT_STATUSES.find((one) => one === status)
  if (known === undefined) return NOTHING_SAID
  const words = typeof reason === 'string' ? readWords(reason) : ''
  return { status: known, statusReason: words === '' ? null : words }
}
