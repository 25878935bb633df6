// Which parts of packs are asked for, so that few requests bring what is wanted.

import { PULL_GAP_BYTES, PULL_RANGE_BYTES } from '../../limits.ts'
import type { PlacedRelease } from '../format/shard.ts'
import type { FileRange, IndexFile } from './packSource.ts'

/** One request, and the tables that are in it, in the order of their places. */
export type PackPart = Readonly<{
  file: IndexFile
  range: FileRange
  releases: readonly PlacedRelease[]
}>

/** Tables that lie near each other come together; what lies between them comes along. */
export function packParts(releases: readonly PlacedRelease[]): readonly PackPart[] {
  const byPack = new Map<string, PlacedRelease[]>()
  for (const release of releases) {
    const { sha256, bytes } = release.place.pack
    const pack = `${sha256} ${bytes}`
    const inside = byPack.get(pack)
    if (inside === undefined) byPack.set(pack, [release])
    else inside.push(release)
  }
  return [...byPack.values()].flatMap(partsOfPack)
}

function partsOfPack(releases: readonly PlacedRelease[]): readonly PackPart[] {
  const sorted = releases.toSorted((one, other) => one.place.offset - other.place.offset)
  const parts: PackPart[] = []
  let inside: PlacedRelease[] = []
  let end = 0
  const close = () => {
    const [first] = inside
    if (first === undefined) return
    const { pack, offset } = first.place
    const file = { kind: 'pack', sha256: pack.sha256, bytes: pack.bytes } as const
    parts.push({ file, range: { offset, length: end - offset }, releases: inside })
    inside = []
  }
  for (const release of sorted) {
    const { offset, length } = release.place
    const start = inside[0]?.place.offset ?? offset
    const isFar = offset > end + PULL_GAP_BYTES
    const isLong = Math.max(end, offset + length) - start > PULL_RANGE_BYTES
    if (isFar || isLong) close()
    end = inside.length === 0 ? offset + length : Math.max(end, offset + length)
    inside.push(release)
  }
  close()
  return parts
}
