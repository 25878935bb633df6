// How Python prints strings.

/** Separators and everything that shows nothing, the space excepted. */
const UNPRINTABLE = /[\p{C}\p{Z}]/u

/** What `repr` makes of a string. */
export function quoted(value: string): string {
  const quote = value.includes("'") && !value.includes('"') ? '"' : "'"
  return quote + escaped(value, quote) + quote
}

/** What `repr` makes of bytes, one per character. */
export function quotedBytes(value: string): string {
  const quote = value.includes("'") && !value.includes('"') ? '"' : "'"
  let text = ''
  for (const character of value) {
    const code = character.charCodeAt(0)
    text += code > 126 ? `\\x${hex(code, 2)}` : escapedCharacter(character, quote)
  }
  return `b${quote}${text}${quote}`
}

/** With a backslash in front of `quote`, unless that is empty. */
export function escaped(value: string, quote: string): string {
  if (/^[\w ()[\]{}.,:;=+*/<>?!@#$%^&|~`-]*$/.test(value)) return value
  let text = ''
  for (const character of value) text += escapedCharacter(character, quote)
  return text
}

function escapedCharacter(character: string, quote: string): string {
  switch (character) {
    case '\\':
      return '\\\\'
    case '\n':
      return '\\n'
    case '\r':
      return '\\r'
    case '\t':
      return '\\t'
    case ' ':
      return ' '
    case quote:
      return `\\${character}`
    default: {
      const code = character.codePointAt(0) ?? 0
      if (code > 31 && code < 127) return character
      if (code > 127 && !UNPRINTABLE.test(character)) return character
      if (code < 256) return `\\x${hex(code, 2)}`
      return code < 65536 ? `\\u${hex(code, 4)}` : `\\U${hex(code, 8)}`
    }
  }
}

function hex(code: number, width: number): string {
  return code.toString(16).padStart(width, '0')
}
