// Texts against template literal types.

/** What stands between the fixed parts of a template; null when the text does not match. */
export function matchTemplate(text: string, fixed: readonly string[]): string[] | null {
  const [first = '', ...rest] = fixed
  const last = rest.at(-1)
  if (last === undefined) return text === first ? [] : null
  if (!text.startsWith(first)) return null
  const parts: string[] = []
  let at = first.length
  for (const next of rest.slice(0, -1)) {
    // Nothing between two places: the first takes one character.
    const end = next === '' ? at + 1 : text.indexOf(next, at)
    if (end < 0 || end > text.length) return null
    parts.push(text.slice(at, end))
    at = end + next.length
  }
  if (!text.endsWith(last) || text.length - last.length < at) return null
  parts.push(text.slice(at, text.length - last.length))
  return parts
}
