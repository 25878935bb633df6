// How many places of a terminal a text takes: letters of Chinese, Japanese and Korean and most emoji
// take two, marks that stand on other letters none.

/** The blocks of Unicode whose characters are wide (East Asian Width W and F), from and to. */
const WIDE: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f],
  [0x2e80, 0x303e],
  [0x3041, 0x4dbf],
  [0x4e00, 0xa4cf],
  [0xa960, 0xa97c],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe30, 0xfe6f],
  [0xff01, 0xff60],
  [0xffe0, 0xffe6],
  [0x17000, 0x18cff],
  [0x1b000, 0x1b2ff],
  [0x20000, 0x3fffd],
]

export function screenWidth(text: string): number {
  let width = 0
  for (const sign of text) width += placesOf(sign)
  return width
}

function placesOf(sign: string): number {
  const code = sign.codePointAt(0) ?? 0
  if (code < 0x300) return 1
  if (/^[\p{Mn}\p{Me}]$/u.test(sign)) return 0
  const isWide = WIDE.some(([from, to]) => code >= from && code <= to)
  return isWide || /^\p{Emoji_Presentation}$/u.test(sign) ? 2 : 1
}
