// The file that holds every name of a registry, ready to be searched as it lies on disk.
//
//   0        8 bytes   "ASSAYNM3": the format and its version
//   8        4 bytes   length of the header in bytes, little-endian
//   12                 the header: JSON in UTF-8, filled with spaces to a multiple of 4
//   then               the sections in this order, each filled with zeros to a multiple of 4:
//     forward          automaton over the names (dawgBuilder.ts)
//     backward         automaton over the names read from their end
//     brief            the short names once more (shortNames.ts)
//     slots, entries, short   downloads a month, and families of names (downloadTable.ts)
//     odd              the names that are in no automaton: UTF-8, sorted by bytes, a line feed after each
//   end      32 bytes  sha256 of everything before
//
// The header: `ecosystem`, `snapshot` (date, YYYY-MM-DD), `size` (how many names), `sha256` (digest
// of the contents, below), `sources` (what it was made of), `sections` (length of each in bytes).
//
// The digest of the contents does not depend on the encoding, so that anybody can compute it from
// the sources: sha256 over the names sorted by bytes, a line for each: the name, then, where
// downloads are on record, a tab and their number; then a line feed.

import { createHash } from 'node:crypto'
import { type Ecosystem, isEcosystem } from '../../domain/names/packageName.ts'
import type { DownloadTable } from './downloadTable.ts'

const MAGIC = 'ASSAYNM3'
const PREFIX_BYTES = 12
const DIGEST_BYTES = 32
const HEADER_MAX_BYTES = 1 << 20
const SECTIONS = ['forward', 'backward', 'brief', 'slots', 'entries', 'short', 'odd'] as const

type SectionName = (typeof SECTIONS)[number]

/** One thing that a set was made of: a published file, or a list that ships with the service. */
export type NameSource = Readonly<{ name: string; version: string | null; sha256: string }>

export type NameFileFacts = Readonly<{
  ecosystem: Ecosystem
  snapshot: string
  size: number
  sha256: string
  sources: readonly NameSource[]
}>

export type NameFile = Readonly<{
  facts: NameFileFacts
  sections: Readonly<Record<SectionName, Uint8Array>>
}>

export function isDate(value: unknown): value is string {
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)
}

export function isSha256(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)
}

/** The file is damaged, cut short or of another version: it is built again. */
export class NameFileInvalid extends Error {
  override readonly name = 'NameFileInvalid'
}

/** The parts of the file in order, the digest at the end included. */
export function encodeNameFile({ facts, sections }: NameFile): Uint8Array[] {
  const lengths = Object.fromEntries(SECTIONS.map((name) => [name, sections[name].length]))
  const text = JSON.stringify({ ...facts, sections: lengths })
  const json = Buffer.from(text)
  const header = Buffer.alloc(PREFIX_BYTES + padded(json.length), ' ')
  header.write(MAGIC, 'latin1')
  header.writeUInt32LE(padded(json.length), 8)
  json.copy(header, PREFIX_BYTES)
  const parts: Uint8Array[] = [header]
  for (const name of SECTIONS) {
    const section = sections[name]
    parts.push(section, new Uint8Array(padded(section.length) - section.length))
  }
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return [...parts, hash.digest()]
}

/** How much of the file its last bytes are the digest of. */
export function digestedBytes(sizeBytes: number): number {
  return Math.max(0, sizeBytes - DIGEST_BYTES)
}

/**
 * Sections are views of `bytes`, which must not change. `digest`: sha256 of the first
 * `digestedBytes`, where it was computed already. Throws `NameFileInvalid`.
 */
export function decodeNameFile(bytes: Uint8Array, digest?: Buffer): NameFile {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = digestedBytes(view.length)
  if (end < PREFIX_BYTES || view.toString('latin1', 0, 8) !== MAGIC) {
    throw new NameFileInvalid('no file of names of this version')
  }
  const computed = digest ?? createHash('sha256').update(view.subarray(0, end)).digest()
  if (!computed.equals(view.subarray(end))) throw new NameFileInvalid('damaged: its digest differs')
  const headerBytes = view.readUInt32LE(8)
  if (headerBytes > HEADER_MAX_BYTES || PREFIX_BYTES + headerBytes > end) {
    throw new NameFileInvalid('its header does not fit')
  }
  const header = readHeader(view.toString('utf8', PREFIX_BYTES, PREFIX_BYTES + headerBytes))
  let at = PREFIX_BYTES + headerBytes
  const sections = Object.fromEntries(
    SECTIONS.map((name) => {
      const length = header.lengths[name]
      const section = bytes.subarray(at, at + length)
      at += padded(length)
      return [name, section]
    }),
  )
  if (at !== end) throw new NameFileInvalid('its sections do not fill it')
  for (const table of ['slots', 'short'] as const) {
    // Looked through until a free place comes, by a mask.
    const size = header.lengths[table]
    if (size < 8 || (size & (size - 1)) !== 0) throw new NameFileInvalid(`${table} of no such size`)
    const places = numbersOf(sections[table] ?? new Uint8Array())
    const isFree = (at: number) => places[at] === 0
    if (!places.some((_, at) => isFree(at) && (table === 'slots' || at % 2 === 0))) {
      throw new NameFileInvalid(`${table} without a free place`)
    }
  }
  // One entry for each of SECTIONS was made above.
  return { facts: header.facts, sections: sections as Record<SectionName, Uint8Array> }
}

/** The names that are in no automaton. */
export function oddIn({ sections: { odd } }: NameFile): string[] {
  return Buffer.from(odd).toString('utf8').split('\n').slice(0, -1)
}

/** The downloads in a file. */
export function downloadsIn({ sections: { slots, entries, short } }: NameFile): DownloadTable {
  return { slots: numbersOf(slots), entries, short: numbersOf(short) }
}

function numbersOf(section: Uint8Array): Uint32Array {
  // A file that was read as a part of something larger may lie at any place of it.
  const { buffer, byteOffset, length } =
    section.byteOffset % 4 === 0 ? section : Uint8Array.from(section)
  return new Uint32Array(buffer, byteOffset, length / 4)
}

/** The digest protects what is in it; this only keeps a file of a later version from being misread. */
function readHeader(text: string) {
  let header: Partial<NameFileFacts> & { sections?: Partial<Record<SectionName, number>> }
  try {
    header = JSON.parse(text)
  } catch {
    throw new NameFileInvalid('its header is no JSON')
  }
  const { ecosystem, snapshot, size, sha256, sources, sections } = header
  const isWhole =
    typeof ecosystem === 'string' &&
    isEcosystem(ecosystem) &&
    isDate(snapshot) &&
    typeof size === 'number' &&
    size >= 0 &&
    isSha256(sha256) &&
    Array.isArray(sources) &&
    SECTIONS.every(
      (name) => Number.isSafeInteger(sections?.[name]) && (sections?.[name] ?? -1) >= 0,
    )
  if (!isWhole) throw new NameFileInvalid('its header lacks a field')
  return {
    facts: { ecosystem, snapshot, size, sha256, sources },
    // Every section was seen to have a length.
    lengths: sections as Record<SectionName, number>,
  }
}

function padded(length: number): number {
  return Math.ceil(length / 4) * 4
}
