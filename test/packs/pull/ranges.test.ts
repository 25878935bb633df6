// Which parts of packs are asked for.

import { expect, test } from 'vitest'
import { PULL_GAP_BYTES, PULL_RANGE_BYTES } from '../../../src/limits.ts'
import type { PlacedRelease } from '../../../src/packs/format/shard.ts'
import { packParts } from '../../../src/packs/pull/ranges.ts'
import { seededRandom } from '../../fake/seededRandom.ts'

const PACK = { sha256: 'a'.repeat(64), bytes: 100 * 1024 * 1024 }

// The rest of a release plays no part.
const placed = (offset: number, length: number, pack = PACK) =>
  ({ place: { pack, offset, length, sha256: 'c'.repeat(64) } }) as PlacedRelease

const rangesOf = (...releases: readonly PlacedRelease[]) =>
  packParts(releases).map(({ range }) => [range.offset, range.length])

test.each([
  [
    'neighbours come together, in whatever order they are named',
    [
      [10, 5],
      [0, 10],
    ],
    [[0, 15]],
  ],
  [
    'a small gap comes along',
    [
      [0, 10],
      [PULL_GAP_BYTES, 10],
    ],
    [[0, PULL_GAP_BYTES + 10]],
  ],
  [
    'a large gap does not',
    [
      [0, 10],
      [PULL_GAP_BYTES + 11, 10],
    ],
    [
      [0, 10],
      [PULL_GAP_BYTES + 11, 10],
    ],
  ],
  [
    'a part is not longer than its bound',
    [
      [0, PULL_RANGE_BYTES - 1],
      [PULL_RANGE_BYTES - 1, 2],
    ],
    [
      [0, PULL_RANGE_BYTES - 1],
      [PULL_RANGE_BYTES - 1, 2],
    ],
  ],
  ['one table may be', [[0, PULL_RANGE_BYTES * 2]], [[0, PULL_RANGE_BYTES * 2]]],
  [
    'the same place twice',
    [
      [0, 10],
      [0, 10],
    ],
    [[0, 10]],
  ],
  [
    'a place within another',
    [
      [0, 100],
      [10, 5],
      [100, 5],
    ],
    [[0, 105]],
  ],
  ['nothing', [], []],
])('%s', (_, places, expected) => {
  expect(rangesOf(...places.map(([offset = 0, length = 0]) => placed(offset, length)))).toEqual(
    expected,
  )
})

test('two packs are two requests', () => {
  const other = { ...PACK, sha256: 'b'.repeat(64) }
  expect(rangesOf(placed(0, 10), placed(10, 10, other))).toHaveLength(2)
})

test('of places drawn by a seed, every table is whole in its part, once', () => {
  const random = seededRandom(11)
  for (let run = 0; run < 200; run += 1) {
    const releases = Array.from({ length: random.below(50) }, () =>
      placed(random.below(50 * 1024 * 1024), 1 + random.below(2 * 1024 * 1024)),
    )
    const parts = packParts(releases)
    for (const { range, releases: inside } of parts) {
      for (const { place } of inside) {
        expect(place.offset).toBeGreaterThanOrEqual(range.offset)
        expect(place.offset + place.length).toBeLessThanOrEqual(range.offset + range.length)
      }
    }
    expect(parts.flatMap((part) => part.releases)).toHaveLength(releases.length)
  }
})
