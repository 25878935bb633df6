// Which names a member may have. A name is refused when two systems could take it for two places:
// outside the root, under another spelling, or under one that a reader cannot see.

import type { ArchiveLimits } from './archiveLimits.ts'
import { ArchiveRefusal, type RefusalReason, refuse } from './refusal.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Decodes a name strictly. Throws `name_encoding` on anything that is not UTF-8. */
export function decodeName(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch (cause) {
    const shown = Buffer.from(bytes.subarray(0, 200)).toString('latin1')
    throw new ArchiveRefusal('name_encoding', 'is not UTF-8', shown, { cause })
  }
}

/**
 * Checks a name and returns it without the slash at the end that a directory may have.
 * Throws an `ArchiveRefusal` whose reason says which rule the name breaks.
 */
export function parseMemberName(name: string, limits: ArchiveLimits): string {
  if (name.length === 0) refuse('name_empty', 'has an empty name', name)
  if (byteLength(name) > limits.nameBytesMax)
    refuse('name_too_long', `has a name over ${limits.nameBytesMax} bytes`, name)
  const unseen = findUnseen(name)
  if (unseen !== null) refuse(unseen, 'has a name with characters that do not show', name)
  if (marksInARow(name) > limits.marksMax)
    refuse('name_marks', `has over ${limits.marksMax} combining marks in a row`, name)
  if (name.includes('\\')) refuse('name_backslash', 'has a backslash in its name', name)
  if (name.startsWith('/')) refuse('name_absolute', 'has an absolute name', name)
  if (hasDrive(name)) refuse('name_drive', 'has a name that begins with a drive', name)

  const path = name.endsWith('/') ? name.slice(0, -1) : name
  const parts = path.split('/')
  if (parts.length > limits.depthMax)
    refuse('name_too_deep', `lies over ${limits.depthMax} folders deep`, name)
  for (const part of parts) {
    if (part === '') refuse('name_empty', 'has an empty component in its name', name)
    if (part === '.' || part === '..')
      refuse('name_parent', 'has a dot component in its name', name)
    // Windows drops these, so that two names would become one file. A folder that is only listed holds
    // nothing: what lies in one has its name too.
    if (!name.endsWith('/') && (part.endsWith('.') || part.endsWith(' ')))
      refuse('name_trailing', 'has a component that ends in a dot or a space', name)
    if (byteLength(part) > limits.componentBytesMax)
      refuse('name_too_long', `has a component over ${limits.componentBytesMax} bytes`, name)
  }
  return path
}

/**
 * The key under which two names are one file on some system: case and compatibility forms are
 * folded. Upper case first, because only that direction expands letters such as sharp s.
 */
export function foldName(name: string): string {
  if (isAscii(name)) return name.toLowerCase()
  return name.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC')
}

/** Whether a name begins with a drive letter. */
export function hasDrive(name: string): boolean {
  return /^[a-z]:/i.test(name)
}

function byteLength(text: string): number {
  return Buffer.byteLength(text, 'utf8')
}

// The halfwidth sound marks are letters that become combining marks when their form is folded.
const MARKS = /[\p{M}\uff9e\uff9f]+/gu

/** Folding puts marks in a row in order, which takes a time that grows with the square of the row. */
function marksInARow(name: string): number {
  if (isAscii(name)) return 0
  let most = 0
  for (const [marks] of name.matchAll(MARKS)) {
    if (marks.length > most) most = Math.max(most, [...marks].length)
  }
  return most
}

function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 0x7f) return false
  return true
}

function findUnseen(name: string): RefusalReason | null {
  for (let i = 0; i < name.length; i++) {
    const code = name.charCodeAt(i)
    if (code < 0x20 || (code >= 0x7f && code <= 0x9f)) return 'name_control'
    if (code < 0x600) continue
    if (isBidiControl(code)) return 'name_bidi'
    if (isInvisible(code)) return 'name_control'
  }
  return null
}

function isBidiControl(code: number): boolean {
  return (
    code === 0x061c ||
    code === 0x200e ||
    code === 0x200f ||
    (code >= 0x202a && code <= 0x202e) ||
    (code >= 0x2066 && code <= 0x2069)
  )
}

/** Line separators, zero-width space, word joiner, byte order mark. Joiners belong to scripts. */
function isInvisible(code: number): boolean {
  return code === 0x2028 || code === 0x2029 || code === 0x200b || code === 0x2060 || code === 0xfeff
}
