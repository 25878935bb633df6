// Methods of texts that make another text: code makes the names of things with them.

/** Longer texts stand for no name, and a sum of sums doubles with every line. */
export const TEXT_MAX = 100_000

/**
 * The text that a method makes. Undefined for a method that is not known here or is given something
 * else than it takes; null for a text that would be too long.
 */
export function changedText(
  text: string,
  method: string,
  given: readonly unknown[],
): string | null | undefined {
  const [first, second] = given
  switch (method) {
    case 'lower':
      return text.toLowerCase()
    case 'upper':
      return text.toUpperCase()
    case 'strip':
      return given.length === 0 ? text.trim() : undefined
    case 'replace':
      if (typeof first !== 'string' || typeof second !== 'string') return undefined
      // A replacement of every letter is the longest that there can be.
      return text.length * (second.length + 1) > TEXT_MAX ? null : text.replaceAll(first, second)
    case 'removeprefix':
      if (typeof first !== 'string') return undefined
      return text.startsWith(first) ? text.slice(first.length) : text
    case 'removesuffix':
      if (typeof first !== 'string') return undefined
      return first !== '' && text.endsWith(first) ? text.slice(0, -first.length) : text
    case 'format': {
      if (isOverfilled(text, given)) return null
      let at = 0
      const filled = text.replace(/\{\}/g, () => String(given[at++] ?? '{'))
      const isPlain = given.every((one) => typeof one === 'string' || typeof one === 'number')
      return isPlain && at === given.length && !/[{}]/.test(filled) ? filled : undefined
    }
    default:
      return undefined
  }
}

/** Whether a text would be too long with what is filled in; a number is short. */
export function isOverfilled(text: string, given: readonly unknown[]): boolean {
  const lengths = given.map((one) => (typeof one === 'string' ? one.length : 30))
  return lengths.reduce((sum, length) => sum + length, text.length) > TEXT_MAX
}
