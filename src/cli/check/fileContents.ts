// What is in the files that a check comes to. Of a file that is there and is not read the reader is
// told: it may hold what the check was for.

import { closeSync, openSync, readFileSync, readSync } from 'node:fs'
import type { InputFile, UnreadFile } from '../../check/read/readInput.ts'
import { fileFault } from '../../domain/fileFault.ts'
import { fileText } from '../../domain/texts/fileText.ts'
import { isManifest } from '../../manifests/manifestKind.ts'
import { embeddedKind } from '../../references/languageOf.ts'
import { counted } from '../terminal/counted.ts'

const MIB = 1024 ** 2
/** Nobody writes more into one file of code. */
const SOURCE_MAX_BYTES = MIB
/** Lock files of large projects have several, and notebooks keep what they have printed. */
const MANIFEST_MAX_BYTES = 16 * MIB
const SAMPLE_BYTES = 64 * 1024
/** Minified code has lines of thousands. */
const LINE_LENGTH_MAX = 500

export type FileContents = Readonly<{
  files: readonly InputFile[]
  unread: readonly UnreadFile[]
  /** Paths of code that is too large and that tools wrote. */
  minified: readonly string[]
}>

/** A file before it is read. */
export type FoundFile = Readonly<{
  path: string
  sizeBytes: number
  /** The first so many bytes, all of them without a number. */
  bytes: (max?: number) => Buffer
}>

export function fileContents(found: Iterable<FoundFile>): FileContents {
  const files: InputFile[] = []
  const unread: UnreadFile[] = []
  const minified: string[] = []
  for (const file of found) {
    const { path } = file
    const read = readOne(file)
    if (read === 'minified') minified.push(path)
    else if ('problem' in read) unread.push({ path, problem: read.problem })
    else files.push({ path, content: read.content })
  }
  return { files, unread, minified }
}

/** Why a text is not looked at; null where it is. */
export function tooLargeText(path: string, text: string): string | null {
  const maxBytes = maxBytesOf(path)
  const isLarge = text.length > maxBytes || Buffer.byteLength(text) > maxBytes
  return isLarge ? `has more than ${maxBytes / MIB} MiB` : null
}

function maxBytesOf(path: string): number {
  const isLong = isManifest(path) || embeddedKind(path) === 'notebook'
  return isLong ? MANIFEST_MAX_BYTES : SOURCE_MAX_BYTES
}

function readOne({ path, sizeBytes, bytes }: FoundFile) {
  const maxBytes = maxBytesOf(path)
  try {
    if (sizeBytes <= maxBytes) return fileText(path, bytes())
    if (isMinified(path, bytes(SAMPLE_BYTES))) return 'minified'
    return { problem: `has more than ${maxBytes / MIB} MiB` }
  } catch (error) {
    const fault = fileFault(error)
    if (fault === null) throw error
    return { problem: `cannot be opened: ${fault}` }
  }
}

function isMinified(path: string, sample: Buffer): boolean {
  if (!/\.[cm]?jsx?$/.test(path)) return false
  const lines = sample.toString('latin1').split('\n').length
  return sample.length / lines > LINE_LENGTH_MAX
}

export function minifiedText(minified: readonly string[]): readonly string[] {
  const what = counted(minified.length, 'minified file')
  return minified.length === 0
    ? []
    : [`left out: ${what} of more than ${SOURCE_MAX_BYTES / MIB} MiB`]
}

export function bytesOfFile(full: string): FoundFile['bytes'] {
  return (max) => {
    if (max === undefined) return readFileSync(full)
    const handle = openSync(full, 'r')
    try {
      const buffer = Buffer.alloc(max)
      return buffer.subarray(0, readSync(handle, buffer, 0, max, 0))
    } finally {
      closeSync(handle)
    }
  }
}
