// Names and downloads in, the file of a set out. Pure, and the same input always gives the same
// bytes; it takes memory and a while, so the service runs it in a process of its own.

import { createHash } from 'node:crypto'
import type { Ecosystem } from '../../domain/names/packageName.ts'
import { eachFamily } from '../near/families.ts'
import { encodeShortNames } from '../near/shortNames.ts'
import { isRegular } from '../stored/alphabet.ts'
import { dawgBuilder } from '../stored/dawgBuilder.ts'
import {
  type DownloadTable,
  type DownloadTableWriter,
  findDownloads,
} from '../stored/downloadTable.ts'
import { endOf, type NameArena, sortedOrder, startOf } from '../stored/nameArena.ts'
import { encodeNameFile, type NameSource } from '../stored/nameFile.ts'

type NameSetInput = Readonly<{
  ecosystem: Ecosystem
  /** Date of the names, YYYY-MM-DD. */
  snapshot: string
  sources: readonly NameSource[]
  /** In any order, repetitions allowed. */
  names: NameArena
  downloads: DownloadTableWriter
}>

export type BuildStage = 'sorting' | 'forward' | 'backward' | 'writing'

type OnProgress = (stage: BuildStage, done: number, total: number) => void

/** The parts of the file in order. */
export function buildNameSet(input: NameSetInput, onProgress: OnProgress = () => {}): Uint8Array[] {
  const { ecosystem, snapshot, sources, names } = input
  onProgress('sorting', 0, names.count)
  const order = sortedOrder(names, false)
  if (ecosystem === 'pypi') {
    eachFamily(names, order, (start, end, members) =>
      input.downloads.addFamily(names.bytes, start, end, members),
    )
  }
  const downloads = input.downloads.finish()
  const sha256 = contentDigest(names, order, downloads)
  const forward = buildDawg(names, order, 'forward', onProgress)
  const odd = oddNames(names, order)
  onProgress('sorting', order.length, names.count)
  const reversed = sortedOrder(names, true)
  const backward = buildDawg(names, reversed, 'backward', onProgress)
  onProgress('writing', 0, 1)
  const { slots, entries, short } = downloads
  return encodeNameFile({
    facts: { ecosystem, snapshot, size: order.length, sha256, sources },
    sections: {
      forward,
      backward,
      brief: encodeShortNames(names, order),
      slots: bytesOf(slots),
      entries,
      short: bytesOf(short),
      odd,
    },
  })
}

function bytesOf(numbers: Uint32Array): Uint8Array {
  return new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength)
}

const PROGRESS_EVERY = 100_000

function buildDawg(
  names: NameArena,
  order: Uint32Array,
  stage: 'forward' | 'backward',
  onProgress: OnProgress,
): Uint8Array {
  const builder = dawgBuilder(stage === 'backward')
  for (let i = 0; i < order.length; i++) {
    if (i % PROGRESS_EVERY === 0) onProgress(stage, i, order.length)
    const index = order[i] ?? 0
    const start = startOf(names, index)
    const end = endOf(names, index)
    if (isRegular(names.bytes, start, end)) builder.add(names.bytes, start, end)
  }
  return builder.finish()
}

function oddNames(names: NameArena, order: Uint32Array): Uint8Array {
  const lines: Uint8Array[] = []
  for (const index of order) {
    const [start, end] = [startOf(names, index), endOf(names, index)]
    if (end === start || isRegular(names.bytes, start, end)) continue
    lines.push(names.bytes.subarray(start, end), LINE_FEED)
  }
  return Buffer.concat(lines)
}

const LINE_FEED = Uint8Array.of(0x0a)
const DIGEST_CHUNK_BYTES = 1 << 16

/** Digest of the contents, as nameFile.ts defines it. `order`: the names sorted by bytes. */
export function contentDigest(
  { bytes, starts }: NameArena,
  order: Uint32Array,
  downloads: DownloadTable,
): string {
  const hash = createHash('sha256')
  // Collected first: a call for each of millions of names would cost more than the hashing.
  const chunk = Buffer.alloc(DIGEST_CHUNK_BYTES)
  let used = 0
  for (const index of order) {
    const [start, end] = [starts[index] ?? 0, starts[index + 1] ?? 0]
    const count = findDownloads(downloads, bytes, start, end)
    const tail = count === null ? '\n' : `\t${count}\n`
    if (used + end - start + tail.length > chunk.length) {
      hash.update(chunk.subarray(0, used))
      used = 0
    }
    chunk.set(bytes.subarray(start, end), used)
    used += end - start
    used += chunk.write(tail, used, 'latin1')
  }
  return hash.update(chunk.subarray(0, used)).digest('hex')
}
