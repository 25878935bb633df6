// Bytes of a source file as Python reads them: byte order mark, then the declaration of PEP 263.

import { withLineFeeds } from './parsePython.ts'

/** Letters, digits and the few signs that names of encodings have. */
const COOKIE = /^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)/
const BLANK = /^[ \t\f]*(?:#.*)?$/

/** Never throws: bytes that have no meaning become replacement characters. */
export function decodePython(bytes: Uint8Array): string {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) {
    return withLineFeeds(utf8(bytes.subarray(3)))
  }
  const encoding = declaredEncoding(bytes)
  return withLineFeeds(encoding === null ? utf8(bytes) : decodeAs(bytes, encoding))
}

function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

function utf8(bytes: Uint8Array): string {
  return bufferOf(bytes).toString('utf8')
}

/** From the first two lines; null for UTF-8. */
function declaredEncoding(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.subarray(0, 400)).toString('latin1')
  if (!head.includes('coding')) return null
  const [first = '', second = ''] = head.split(/\r\n?|\n/, 2)
  const name = COOKIE.exec(first)?.[1] ?? (BLANK.test(first) ? COOKIE.exec(second)?.[1] : undefined)
  if (name === undefined) return null
  const normal = name.toLowerCase().replaceAll('_', '-')
  return /^utf-?8(?:$|-)/.test(normal) ? null : normal
}

/** What WHATWG calls Latin-1 is Windows-1252, but Python means the real one. */
function decodeAs(bytes: Uint8Array, encoding: string): string {
  if (/^(?:latin-?1|iso-?8859-1|l1|iso-latin-1)(?:$|-(?:unix|dos|mac)$)/.test(encoding)) {
    return bufferOf(bytes).toString('latin1')
  }
  const label = labelOf(encoding)
  if (label === 'windows-1252') return windows1252(bytes)
  try {
    return new TextDecoder(label).decode(bytes)
  } catch {
    return utf8(bytes)
  }
}

function labelOf(encoding: string): string {
  // What is not ASCII in a file declared as ASCII is an error in Python; UTF-8 is the best guess.
  if (/^(?:us-)?ascii$|^646$/.test(encoding)) return 'utf-8'
  const page = /^(?:cp|windows-?)(125\d|874|932|936|949|950)$/.exec(encoding)?.[1]
  switch (page) {
    case undefined:
      return encoding
    case '932':
      return 'shift_jis'
    case '936':
      return 'gbk'
    case '949':
      return 'euc-kr'
    case '950':
      return 'big5'
    default:
      return `windows-${page}`
  }
}

/** The characters 0x80 to 0x9f. Node 20 decodes them as Latin-1. */
const WINDOWS_1252 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ'

function windows1252(bytes: Uint8Array): string {
  return bufferOf(bytes)
    .toString('latin1')
    .replace(/[\x80-\x9f]/g, (character) => WINDOWS_1252.charAt(character.charCodeAt(0) - 0x80))
}
