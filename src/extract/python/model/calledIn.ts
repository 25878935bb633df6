// What a text calls, told by the words before its brackets. To find the brackets is many times faster than
// an expression that is tried at each place of the text.

const PATH_MAX = 5

/** A word, and where what it is called with begins. */
type Called = Readonly<{ name: string; start: number; end: number }>

/** Words of ASCII with a bracket behind them, in the order of the text. */
export function* calledIn(text: string): Generator<Called, void, undefined> {
  for (let at = text.indexOf('('); at !== -1; at = text.indexOf('(', at + 1)) {
    const start = wordStart(text, at)
    if (start < at) yield { name: text.slice(start, at), start, end: at + 1 }
  }
}

/** The path that a name is asked of, with its dots: `a.b.` of `a.b.name`. */
export function pathBefore(text: string, start: number): string {
  let from = start
  for (let i = 0; i < PATH_MAX && text[from - 1] === '.'; i++) {
    const word = wordStart(text, from - 1)
    if (word === from - 1) break
    from = word
  }
  return text.slice(from, start)
}

/** Where the word begins that ends before a place. */
function wordStart(text: string, end: number): number {
  let start = end
  while (start > 0 && isWordUnit(text.charCodeAt(start - 1))) start -= 1
  return start
}

/** What `\w` stands for. */
function isWordUnit(unit: number): boolean {
  return (
    (unit >= 0x61 && unit <= 0x7a) ||
    (unit >= 0x41 && unit <= 0x5a) ||
    (unit >= 0x30 && unit <= 0x39) ||
    unit === 0x5f
  )
}
