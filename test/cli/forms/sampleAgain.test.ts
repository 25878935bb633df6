import { expect, test } from 'vitest'
import { drawing } from '../../../src/cli/forms/sampleAgain.ts'
import type { OpenEntry } from '../../../src/log/monitor/followLog.ts'

const entry = (index: number, type = 'assay.symbol_exists/1'): OpenEntry => ({
  kind: 'open',
  attestation: { type },
  signature: '',
  hash: '',
  verifier: '',
  index,
})

test('of many answers so many are drawn, each with the same chance', () => {
  const counts = new Map<number, number>()
  for (let round = 0; round < 2_000; round += 1) {
    const drawn = drawing(3)
    for (let index = 0; index < 12; index += 1) drawn.take(entry(index))
    expect(drawn.chosen).toHaveLength(3)
    for (const { index } of drawn.chosen) counts.set(index, (counts.get(index) ?? 0) + 1)
  }
  // 500 each; ten standard deviations are 194.
  for (let index = 0; index < 12; index += 1) {
    expect(Math.abs((counts.get(index) ?? 0) - 500)).toBeLessThan(194)
  }
})

test('none is drawn where none is asked for, nor one that cannot be derived again', () => {
  const [none, some] = [drawing(0), drawing(3)]
  none.take(entry(1))
  some.take(entry(2, 'assay.package_exists/1'))
  expect([...none.chosen, ...some.chosen]).toEqual([])
})
