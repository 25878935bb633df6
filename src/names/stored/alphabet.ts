// The characters that nearly every package name is made of. Names of these alone go into the
// automata, one character a label of six bits; the few others are kept in a list that is scanned.

const LETTERS = '-./0123456789@_abcdefghijklmnopqrstuvwxyz'

/** What a label can hold; a row of a table indexed by symbol is this wide. */
export const SYMBOL_ROW = 64
/** Stands for every character outside the alphabet. */
export const NO_SYMBOL = 255

/** Symbol of each ASCII code, in the same order as the codes, so that sorting by either agrees. */
export const SYMBOL_OF: Readonly<Uint8Array> = symbolTable()

/** Code of each symbol. */
export const CODE_OF: Readonly<Uint8Array> = Uint8Array.from(LETTERS, (letter) =>
  letter.charCodeAt(0),
)

function symbolTable(): Uint8Array {
  const table = new Uint8Array(256).fill(NO_SYMBOL)
  for (let symbol = 0; symbol < LETTERS.length; symbol++) table[LETTERS.charCodeAt(symbol)] = symbol
  return table
}

/** Symbol of a UTF-16 code unit. */
export function symbolOf(unit: number): number {
  return unit < 128 ? (SYMBOL_OF[unit] ?? NO_SYMBOL) : NO_SYMBOL
}

/** Whether a name can go into an automaton. */
export function isRegular(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    if (SYMBOL_OF[bytes[at] ?? 0] === NO_SYMBOL) return false
  }
  return end > start
}
