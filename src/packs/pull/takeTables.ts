// Tables from packs into the store. Each is held against the digests that a signature covers, and is
// opened, before it is kept; what is kept stays, however the rest ends.

import type { ModuleCounts } from '../../domain/release.ts'
import { sha256 } from '../../domain/texts/sha256.ts'
import { PULLS_AT_ONCE_MAX } from '../../limits.ts'
import type { PulledFrom, PulledStore, SavedPull } from '../../ports/pulled.ts'
import { payloadDigest } from '../../table/format/payload.ts'
import { TableError } from '../../table/format/tableError.ts'
import { moduleCounts } from '../../table/moduleCounts.ts'
import { openTableAside } from '../../table/openTable.ts'
import type { PlacedRelease } from '../format/shard.ts'
import type { PackSource } from './packSource.ts'
import { type PackPart, packParts } from './ranges.ts'
import { isDamage } from './twice.ts'

/** A release that could not be had, and why. */
export type Refused = Readonly<{ release: PlacedRelease; reason: string }>

export async function takeTables(
  parts: Readonly<{
    source: PackSource
    pulled: Pick<PulledStore, 'save'>
    from: PulledFrom
    onSaved: (releases: readonly PlacedRelease[]) => void
  }>,
  wanted: readonly PlacedRelease[],
  signal: AbortSignal,
): Promise<readonly Refused[]> {
  const { source, pulled, from } = parts

  /** What is whole is saved; the rest is returned. */
  async function take(part: PackPart): Promise<readonly Refused[]> {
    const refused: Refused[] = []
    const whole: SavedPull[] = []
    const saved: PlacedRelease[] = []
    let bytes: Buffer
    try {
      bytes = await source.read(part.file, part.range, signal)
    } catch (error) {
      if (!isDamage(error)) throw error
      return part.releases.map((release) => ({ release, reason: error.message }))
    }
    for (const release of part.releases) {
      const { place, ...packed } = release
      const start = place.offset - part.range.offset
      const own = Buffer.from(bytes.subarray(start, start + place.length))
      const looked = await lookInto(release, own)
      if (typeof looked === 'string') refused.push({ release, reason: looked })
      else {
        whole.push({ packed, bytes: own, modules: looked })
        saved.push(release)
      }
    }
    if (whole.length > 0) await pulled.save(whole, from)
    parts.onSaved(saved)
    return refused
  }

  const damaged = await inLanes(packParts(wanted), take, signal)
  if (damaged.length === 0) return []
  const again = packParts(damaged.map(({ release }) => release))
  return inLanes(again, take, signal)
}

/** The modules of a table that is what the index says; else what is wrong. */
async function lookInto(release: PlacedRelease, bytes: Buffer): Promise<ModuleCounts | string> {
  const { place, table } = release
  if (sha256(bytes) !== place.sha256) return 'its bytes are damaged'
  try {
    if (payloadDigest(bytes) !== table.sha256) return 'it is another table than the index says'
    const open = await openTableAside(bytes)
    if (open.counts.definitions !== table.symbols) return 'it has another number of symbols'
    return moduleCounts(open)
  } catch (error) {
    if (error instanceof TableError) return error.message
    throw error
  }
}

/** A few at a time, so that the next is on its way while one is looked at. */
async function inLanes(
  parts: readonly PackPart[],
  take: (part: PackPart) => Promise<readonly Refused[]>,
  signal: AbortSignal,
): Promise<readonly Refused[]> {
  const refused: Refused[] = []
  const failures: unknown[] = []
  let next = 0
  async function lane(): Promise<void> {
    for (;;) {
      const part = parts[next]
      next += 1
      if (part === undefined || failures.length > 0) return
      try {
        signal.throwIfAborted()
        refused.push(...(await take(part)))
      } catch (error) {
        failures.push(error)
      }
    }
  }
  await Promise.all(Array.from({ length: PULLS_AT_ONCE_MAX }, lane))
  if (failures.length > 0) throw failures[0]
  return refused
}
