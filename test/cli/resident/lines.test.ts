import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lineReader, partsOf, refusesResident } from '../../../src/cli/resident/resident.ts'

test('lines are the same however the text is cut', () => {
  fc.assert(
    fc.property(fc.array(fc.string()), fc.array(fc.nat(40)), (lines, cuts) => {
      const given = lines.map((line) => line.replaceAll('\n', ' '))
      const text = given.map((line) => `${line}\n`).join('')
      const read: string[] = []
      const onChunk = lineReader((line) => read.push(line))
      let at = 0
      for (const cut of cuts) {
        onChunk(text.slice(at, at + cut))
        at += cut
      }
      onChunk(text.slice(at))
      expect(read).toEqual(given)
    }),
  )
})

test('a long text is told in parts', () => {
  const text = 'ab\u{1f600}'.repeat(100_000)
  expect(Buffer.concat(partsOf(text).map((part) => Buffer.from(part))).toString()).toBe(text)
  expect(partsOf('a')).toEqual(['a'])
  expect(Math.max(...partsOf(text).map(({ length }) => length))).toBeLessThanOrEqual(65_536)
})

test.each([
  [['symbol', '--no-resident', 'x'], true],
  [['symbol', '--', '--no-resident'], false],
  [['--no-resident', 'symbol'], true],
] as const)('the flag in %j counts before -- alone', (argv, refuses) => {
  expect(refusesResident(argv)).toBe(refuses)
})
