import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Piece, signatureDiff } from '../../src/wire/signatureDiff.ts'

/** Changed pieces in brackets. */
function marked(pieces: readonly Piece[]): string {
  return pieces.map(({ text, isChanged }) => (isChanged ? `[${text}]` : text)).join('')
}

describe('signatureDiff', () => {
  test.each([
    ['nothing changed', '(a, b)', '(a, b)', '(a, b)', '(a, b)'],
    ['a parameter more', '(a)', '(a, b)', '(a)', '(a[, b])'],
    ['a parameter less', '(a, b)', '(a)', '(a[, b])', '(a)'],
    ['another default', '(n=10)', '(n=60)', '(n=[10])', '(n=[60])'],
    ['words change whole', '(hours)', '(hour)', '([hours])', '([hour])'],
    ['there was none', '', '(a)', '', '[(a)]'],
    ['letters of all kinds', '(größe)', '(grösse)', '([größe])', '([grösse])'],
  ])('%s', (_what, from, to, before, after) => {
    const diff = signatureDiff(from, to)
    expect([marked(diff.from), marked(diff.to)]).toEqual([before, after])
  })

  test('no letter is lost, and what is kept is the same on both sides', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', ',', '(', '=', 'é', '𝒳') })
    const kept = (pieces: readonly Piece[]) =>
      pieces
        .filter(({ isChanged }) => !isChanged)
        .map((piece) => piece.text)
        .join('')
    fc.assert(
      fc.property(text, text, (from, to) => {
        const diff = signatureDiff(from, to)
        expect(diff.from.map((piece) => piece.text).join('')).toBe(from)
        expect(diff.to.map((piece) => piece.text).join('')).toBe(to)
        expect(kept(diff.from)).toBe(kept(diff.to))
      }),
    )
  })

  test('very long ones are shown without marks', () => {
    const long = 'a, '.repeat(2_000)
    expect(signatureDiff(long, '(a)').to).toEqual([{ text: '(a)', isChanged: false }])
  })
})
