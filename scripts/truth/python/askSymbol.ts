// One symbol put to our own lookup, and what the answer comes to.

import { setTimeout as pause } from 'node:timers/promises'
import { ERRORS } from '../../../src/errors.ts'
import { type Lookup, ServiceError } from '../../../src/lookup.ts'

export type Said = Readonly<{ state: 'exists' | 'absent' | 'hedged'; detail: string }>

const PATIENCE = 6

/** Null asks for the latest release. Waits a few times for a release that is still being read. */
export async function askSymbol(
  lookup: Lookup,
  name: string,
  version: string | null,
  symbol: string,
): Promise<Said> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await answered(lookup, name, version, symbol)
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      if (ERRORS[error.code].status !== 503 || tries === PATIENCE) {
        return { state: 'hedged', detail: `${error.code}: ${error.message}` }
      }
      await pause(5000)
    }
  }
}

async function answered(
  lookup: Lookup,
  name: string,
  version: string | null,
  symbol: string,
): Promise<Said> {
  const pinned = version === null ? {} : { version }
  const answer = await lookup.symbolExists({ ecosystem: 'pypi', package: name, symbol, ...pinned })
  const { at_requested_version: at } = answer
  if (version !== null && answer.version_resolved !== version && at === null) {
    return { state: 'hedged', detail: answer.note ?? 'another release' }
  }
  const exists = at === null ? answer.exists : at.exists
  if (exists) return { state: 'exists', detail: answer.qualified_name ?? '' }
  const caveat = at === null ? answer.caveat : at.caveat
  return caveat === null
    ? { state: 'absent', detail: `closest ${answer.closest_match?.join(', ')}` }
    : { state: 'hedged', detail: caveat }
}
