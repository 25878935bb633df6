// Segments on disk: a header that is read whole, and behind it the rows, of which only those of hits
// are read. Files are made from tables and can be thrown away at any time.

import { mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { jsonIn } from '../../domain/texts/jsonValue.ts'
import { sha256 } from '../../domain/texts/sha256.ts'
import type { Document } from './document.ts'
import {
  type Row,
  SEGMENT_VERSION,
  type Segment,
  type SegmentFacts,
  type Terms,
} from './segment.ts'

/** A segment whose rows can be read. */
type StoredSegment = Readonly<{ segment: Segment; terms: Terms }>

export type SegmentFiles = Readonly<ReturnType<typeof segmentFiles>>

type Header = Segment &
  Readonly<{
    version: number
    terms: string
    /** Where each row begins behind the header; one more than there are rows. */
    rowStarts: Uint32Array
  }>

const LENGTH_BYTES = 4
const SUFFIX = '.segment'

export function segmentFiles(folder: string) {
  const rowsOf = new WeakMap<Segment, Readonly<{ at: number; starts: Uint32Array }>>()

  function pathOf({ ecosystem, name, tableId }: SegmentFacts): string {
    const id = JSON.stringify([SEGMENT_VERSION, ecosystem, name, tableId])
    return join(folder, `${sha256(id)}${SUFFIX}`)
  }

  function remember(header: Header, size: number): StoredSegment {
    const { facts, starts, postings, lengths, nameWords, priors, rowStarts } = header
    const segment: Segment = { facts, starts, postings, lengths, nameWords, priors }
    rowsOf.set(segment, { at: LENGTH_BYTES + size, starts: rowStarts })
    return { segment, terms: header.terms.split('\n') }
  }

  return {
    /** Null when there is none, or one that cannot be read. */
    async load(facts: SegmentFacts): Promise<StoredSegment | null> {
      const bytes = await readFile(pathOf(facts)).catch(() => null)
      if (bytes === null || bytes.length < LENGTH_BYTES) return null
      const size = bytes.readUInt32LE(0)
      try {
        // Written by `save`; a file that is cut short or spoilt does not come through.
        const header = deserialize(bytes.subarray(LENGTH_BYTES, LENGTH_BYTES + size)) as Header
        const end = header.rowStarts.at(-1) ?? 0
        if (header.version !== SEGMENT_VERSION || bytes.length !== LENGTH_BYTES + size + end)
          return null
        return remember(header, size)
      } catch {
        return null
      }
    },

    async save({ segment, terms }: StoredSegment, documents: readonly Document[]): Promise<void> {
      const rows = documents.map((document) => Buffer.from(JSON.stringify(rowOf(document))))
      const rowStarts = new Uint32Array(rows.length + 1)
      rows.forEach((row, i) => {
        rowStarts[i + 1] = (rowStarts[i] ?? 0) + row.length
      })
      const own = { terms: terms.join('\n'), rowStarts }
      const head = serialize({ version: SEGMENT_VERSION, ...segment, ...own } satisfies Header)
      const length = Buffer.alloc(LENGTH_BYTES)
      length.writeUInt32LE(head.length)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const path = pathOf(segment.facts)
      // Another process may write the same file: whoever is last has written the same.
      const unfinished = `${path}.${process.pid}.tmp`
      await writeFile(unfinished, Buffer.concat([length, head, ...rows]))
      await rename(unfinished, path)
      rowsOf.set(segment, { at: LENGTH_BYTES + head.length, starts: rowStarts })
    },

    /** Null for what cannot be read any more. */
    async rows(segment: Segment, documents: readonly number[]): Promise<readonly (Row | null)[]> {
      const known = rowsOf.get(segment)
      const file = known && (await open(pathOf(segment.facts)).catch(() => null))
      if (!known || !file) return documents.map(() => null)
      try {
        return await Promise.all(
          documents.map(async (document) => {
            const start = known.starts[document] ?? 0
            const size = (known.starts[document + 1] ?? start) - start
            const { buffer } = await file.read(Buffer.alloc(size), 0, size, known.at + start)
            return (jsonIn(buffer.toString('utf8')) as Row | undefined) ?? null // Written by `save`.
          }),
        )
      } finally {
        await file.close()
      }
    },

    /** Removes the files of everything else. */
    async keepOnly(facts: Iterable<SegmentFacts>): Promise<void> {
      const wanted = new Set([...facts].map(pathOf))
      const files = await readdir(folder).catch(() => [])
      const others = files
        .filter((file) => file.endsWith(SUFFIX))
        .map((file) => join(folder, file))
        .filter((path) => !wanted.has(path))
      await Promise.all(others.map((path) => rm(path, { force: true })))
    },
  }
}

function rowOf(document: Document): Row {
  const { symbol, kind, signature, doc, file, line, deprecated, deprecatedText } = document
  return { symbol, kind, signature, doc, file, line, deprecated, deprecatedText }
}
