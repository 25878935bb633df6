import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { SourceRange } from '../../../src/ports/extraction.ts'
import { type JoinLimits, joinRanges } from '../../../src/registry/fetch/joinRanges.ts'

const LIMITS: JoinLimits = {
  gapMaxBytes: 10,
  spanMaxBytes: 100,
  spansMax: 1_000,
  totalMaxBytes: 1_000_000,
}
const at = (offset: number, lengthBytes: number): SourceRange => ({ offset, lengthBytes })

describe('joinRanges', () => {
  const ROWS: readonly {
    rule: string
    ranges: readonly SourceRange[]
    limits?: Partial<JoinLimits>
    expected: readonly (readonly [number, number, number])[]
  }[] = [
    { rule: 'nothing is nothing', ranges: [], expected: [] },
    { rule: 'touching ranges are one', ranges: [at(0, 5), at(5, 5)], expected: [[0, 10, 2]] },
    { rule: 'a gap is bridged', ranges: [at(0, 5), at(15, 5)], expected: [[0, 20, 2]] },
    {
      rule: 'a wider gap is not',
      ranges: [at(0, 5), at(16, 5)],
      expected: [
        [0, 5, 1],
        [16, 5, 1],
      ],
    },
    {
      rule: 'a span does not grow past its bound',
      ranges: [at(0, 60), at(60, 60), at(120, 30)],
      expected: [
        [0, 60, 1],
        [60, 90, 2],
      ],
    },
    {
      rule: 'one long range stays whole',
      ranges: [at(0, 5), at(5, 500)],
      expected: [
        [0, 5, 1],
        [5, 500, 1],
      ],
    },
    {
      rule: 'too many spans: wider gaps are bridged',
      ranges: [at(0, 5), at(20, 5), at(80, 5)],
      limits: { spansMax: 2 },
      expected: [
        [0, 25, 2],
        [80, 5, 1],
      ],
    },
    {
      rule: 'but not at the price of more bytes than there may be',
      ranges: [at(0, 5), at(20, 5), at(80, 5)],
      limits: { spansMax: 2, totalMaxBytes: 29 },
      expected: [
        [0, 5, 1],
        [20, 5, 1],
        [80, 5, 1],
      ],
    },
  ]
  test.each(ROWS)('$rule', ({ ranges, limits, expected }) => {
    const spans = joinRanges(ranges, { ...LIMITS, ...limits })
    expect(spans.map((span) => [span.offset, span.lengthBytes, span.ranges])).toEqual(expected)
  })

  test('every range lies in one span, and spans are bounded, sorted and apart', () => {
    const steps = fc.array(fc.tuple(fc.nat(60), fc.integer({ min: 1, max: 150 })), {
      maxLength: 60,
    })
    fc.assert(
      fc.property(steps, fc.integer({ min: 1, max: 20 }), (given, spansMax) => {
        let end = 0
        const ranges = given.map(([gap, lengthBytes]) => {
          const range = at(end + gap, lengthBytes)
          end = range.offset + lengthBytes
          return range
        })
        const spans = joinRanges(ranges, { ...LIMITS, spansMax })
        const homes = ranges.map((range) =>
          spans.filter(
            (span) =>
              range.offset >= span.offset &&
              range.offset + range.lengthBytes <= span.offset + span.lengthBytes,
          ),
        )
        expect(homes.every((home) => home.length === 1)).toBe(true)
        expect(spans.reduce((sum, span) => sum + span.ranges, 0)).toBe(ranges.length)
        for (const [i, span] of spans.entries()) {
          const before = spans[i - 1]
          if (before) expect(span.offset).toBeGreaterThanOrEqual(before.offset + before.lengthBytes)
          if (span.ranges > 1) expect(span.lengthBytes).toBeLessThanOrEqual(100)
        }
      }),
    )
  })
})
