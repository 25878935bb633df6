// Puts the changed text in the place of a file, or says why not. What is written is the text that was
// checked with its edits: encoding, mark and ends of lines stay.

import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  lstatSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  type Stats,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, isAbsolute, join, relative, sep } from 'node:path'
import { fileFault } from '../../domain/fileFault.ts'

const MARK = Buffer.from([0xef, 0xbb, 0xbf])

export type Wanted = Readonly<{ path: string; before: string; after: string }>

/** What the file is now; a sentence where it is not to be written. */
type Ready = Readonly<{ full: string; stats: Stats; bytes: Buffer; next: Buffer }>

/** Null when it is written. `before`: the text that was checked, without a mark. */
export function writeEdited(root: string, wanted: Wanted): string | null {
  try {
    const ready = readyFile(root, wanted)
    return typeof ready === 'string' ? ready : replaced(root, ready, wanted)
  } catch (error) {
    const fault = fileFault(error)
    if (fault === null) throw error
    return `It cannot be written: ${fault}.`
  }
}

/** Null where it could be written; nothing is. */
export function whyNotWritten(root: string, wanted: Wanted): string | null {
  try {
    const ready = readyFile(root, wanted)
    return typeof ready === 'string' ? ready : null
  } catch (error) {
    const fault = fileFault(error)
    if (fault === null) throw error
    return `It cannot be written: ${fault}.`
  }
}

function readyFile(root: string, { path, before, after }: Wanted): Ready | string {
  const full = join(root, path)
  if (!isInTree(root, path, full)) return 'It is outside the working tree, or behind a link.'
  const handle = openSync(full, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0))
  try {
    const stats = fstatSync(handle)
    if (!stats.isFile()) return 'It is no file.'
    if ((stats.mode & 0o222) === 0) return 'It is read-only.'
    const bytes = readFileSync(handle)
    const isMarked = bytes.subarray(0, MARK.length).equals(MARK)
    const plain = Buffer.from(before)
    const body = isMarked ? bytes.subarray(MARK.length) : bytes
    if (!body.equals(plain)) {
      return isUtf8(body) ? 'It changed since it was read.' : 'It is no text in UTF-8.'
    }
    const next = isMarked ? Buffer.concat([MARK, Buffer.from(after)]) : Buffer.from(after)
    return { full, stats, bytes, next }
  } finally {
    closeSync(handle)
  }
}

/** No part of the way to it is a link, and it does not lead out. */
function isInTree(root: string, path: string, full: string): boolean {
  const base = realpathSync(root)
  const real = join(realpathSync(dirname(full)), full.slice(dirname(full).length + 1))
  const inside = relative(base, real)
  if (inside === '' || inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside)) {
    return false
  }
  // A link within the tree leads to another file than the one that is named.
  return inside.split(sep).join('/') === path && !lstatSync(full).isSymbolicLink()
}

function isUtf8(bytes: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

function replaced(
  root: string,
  { full, stats, bytes, next }: Ready,
  { path }: Wanted,
): string | null {
  const beside = join(dirname(full), `.${randomBytes(8).toString('hex')}.assay`)
  const handle = openSync(beside, 'wx', 0o600)
  try {
    try {
      // One call of the system may write a part of it and say nothing, as where the disk is full.
      writeFileSync(handle, next)
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
    chmodSync(beside, stats.mode & 0o7777)
    // Meanwhile it may have been replaced, or a folder on the way to it.
    const now = lstatSync(full)
    const isSame = now.ino === stats.ino && now.dev === stats.dev && now.isFile()
    if (!isSame || !isInTree(root, path, full) || !readFileSync(full).equals(bytes)) {
      unlinkSync(beside)
      return 'It changed since it was read.'
    }
    renameSync(beside, full)
    return null
  } catch (error) {
    try {
      unlinkSync(beside)
    } catch {
      // It is gone already.
    }
    throw error
  }
}
