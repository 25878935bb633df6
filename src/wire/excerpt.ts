// The part of a line that a finding is about: a file may be one line of a megabyte.

const CUT = '…'

/**
 * At most `most` units of a line around a column (from 1), with a sign where something was cut off.
 * `at`: where the place is in it, in UTF-16 units.
 */
export function excerptAround(line: string, column: number, most: number) {
  const place = Math.min(Math.max(0, column - 1), line.length)
  if (line.length <= most) return { text: line, at: place }
  const wanted = Math.max(0, Math.min(place - Math.floor(most / 2), line.length - most))
  // Neither end may be in the middle of a character.
  const start = isInside(line, wanted) ? wanted + 1 : wanted
  const stop = start + most
  const end = isInside(line, stop) ? stop - 1 : stop
  const before = start === 0 ? '' : CUT
  const after = end >= line.length ? '' : CUT
  return {
    text: `${before}${line.slice(start, end)}${after}`,
    at: before.length + Math.max(0, place - start),
  }
}

function isInside(line: string, index: number): boolean {
  return /[\udc00-\udfff]/.test(line[index] ?? '') && /[\ud800-\udbff]/.test(line[index - 1] ?? '')
}
