// When a name is surely a slip of another: one key is struck wrong, and nothing else lies as near.

/** Shorter names are one letter from too many others. */
const LENGTH_MIN = 5

/** Null: it is; else why it is not sure. `names`: what else it may be. */
export function slipDoubt(written: string, meant: string, names: readonly string[]): string | null {
  const others = names.filter((name) => name !== meant && isOneSlip(written, name))
  if (folded(written) === folded(meant)) {
    const same = others.filter((name) => folded(name) === folded(written))
    return same.length === 0 ? null : `${meant} and ${same[0]} are spelt alike.`
  }
  if (!isOneSlip(written, meant)) return `${meant} is only the closest name, and may not be meant.`
  if (Math.min(written.length, meant.length) < LENGTH_MIN) {
    return `${written} is too short to be surely a slip of ${meant}.`
  }
  if (digits(written) !== digits(meant)) return `Another number is another thing.`
  const ends = [written, meant].map((name) => name.replace(/s$|^_+|_+$/gi, ''))
  if (ends[0] === ends[1]) return `${written} and ${meant} may both be names of something.`
  const other = others[0]
  return other === undefined ? null : `${meant} and ${other} are equally near.`
}

/** A key too many, too few, another one, or two in the wrong order; capitals are keys as well. */
export function isOneSlip(written: string, meant: string): boolean {
  if (written === meant) return false
  if (folded(written) === folded(meant)) return true
  const [a, b] = [written.toLowerCase(), meant.toLowerCase()]
  if (Math.abs(a.length - b.length) > 1) return false
  let from = 0
  while (from < a.length && from < b.length && a[from] === b[from]) from += 1
  let end = 0
  const most = Math.min(a.length, b.length) - from
  while (end < most && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1
  const [x, y] = [a.slice(from, a.length - end), b.slice(from, b.length - end)]
  if (x.length <= 1 && y.length <= 1) return true
  return x.length === 2 && y.length === 2 && x[0] === y[1] && x[1] === y[0]
}

/** Two spellings of the same words. */
export function folded(name: string): string {
  return name.toLowerCase().replace(/[_-]/g, '')
}

function digits(name: string): string {
  return name.replace(/\D/g, '')
}

/** The words that a name is made of. */
export function wordsOf(name: string): readonly string[] {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[_-]+/)
    .filter((word) => word !== '')
}
