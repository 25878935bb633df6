// What parent and child say to each other. The child has read a stranger's file, so its words are
// parsed like a stranger's: field by field, every number and text bounded.

import { REFUSALS } from '../artifact/bytes/refusal.ts'
import { REMARKS, type Remark } from '../domain/remarks.ts'
import { FOLLOWED_FILES_MAX, NAME_LENGTH_MAX } from '../limits.ts'
import type {
  Extracted,
  ExtractionCounts,
  ExtractionJob,
  Refused,
  SourceRange,
  WantedPackage,
} from '../ports/extraction.ts'
import { STAGES, type Stage } from '../stages.ts'
import {
  DETAIL_LENGTH_MAX,
  MEMBER_LENGTH_MAX,
  OUTPUT_PART_BYTES,
  RANGE_LENGTH_MAX,
  RANGES_MAX,
  RANGES_OF_WANTED_MAX,
  READ_MAX_BYTES,
  WANTED_AT_ONCE_MAX,
} from './extractLimits.ts'
import { type Frame, FrameError } from './frames.ts'

export type ToChild =
  | (Readonly<{ type: 'job' }> & JobHeader)
  | Readonly<{ type: 'data'; id: number }>
  | Readonly<{ type: 'source_failed'; id: number }>

/** A file that the child may open. */
export type FileHeader = Pick<ExtractionJob, 'kind' | 'filename' | 'sha256'> &
  Readonly<{
    /** What the child calls it: 0 is the file of the job, the others are those of dependencies. */
    file: number
    source: Readonly<{ blobPath: string }> | Readonly<{ remoteBytes: number }>
  }>

/** A file of another package. */
export type DependencyHeader = FileHeader & Readonly<{ name: string; version: string }>

export type JobHeader = FileHeader &
  Pick<ExtractionJob, 'extractor'> &
  Readonly<{
    /** Repeated in every message about the job, so that a late one cannot pass for the next job's. */
    job: number
    /** Exactly these, or null: the child says what it wants. */
    dependencies: readonly DependencyHeader[] | null
  }>

/** The answer to what was wanted, one for each; null for what there is none of. */
export type FoundHeaders = readonly (DependencyHeader | 'gap' | null)[]

/** Of a dependency that was handed over, at the end of the job. */
export type UnopenedFile = Readonly<{ file: number; detail: string }>

/**
 * Why there is no outcome: the extractor threw, ran out of memory, the file has another digest, or
 * it could not be read.
 */
const FAILURES = ['error', 'memory', 'digest', 'blob'] as const
export type Failure = (typeof FAILURES)[number]

export type FromChild = Readonly<{ type: 'ready' }> | (Readonly<{ job: number }> & JobMessage)

export type JobMessage =
  /** The child has seen the job: from here on the bytes answer for what happens. */
  | Readonly<{ type: 'accepted' }>
  | Readonly<{ type: 'read'; id: number; file: number; range: SourceRange }>
  | Readonly<{ type: 'prefetch'; id: number; file: number; ranges: readonly SourceRange[] }>
  /** Answered by `data` with `FoundHeaders` as its body, in JSON. */
  | Readonly<{ type: 'want'; id: number; wanted: readonly WantedPackage[] }>
  | Readonly<{ type: 'output'; part: Buffer }>
  | Readonly<{
      type: 'done'
      counts: ExtractionCounts
      said: Required<Extracted>['said']
      remarks: readonly Remark[]
      /** Dependencies that the output rests on, and those that could not be opened. */
      followed: readonly number[]
      unopened: readonly UnopenedFile[]
      /** Milliseconds of the stages that the child went through. */
      spent: readonly (readonly [Stage, number])[]
    }>
  | Readonly<{ type: 'refused'; refusal: Omit<Refused, 'state'> }>
  | Readonly<{ type: 'failed'; failure: Failure; detail: string }>

const HAS_BODY: ReadonlySet<unknown> = new Set(['output', 'prefetch', 'want'])

/** Throws `FrameError` on anything that an honest child does not say. */
export function parseFromChild({ header, body }: Frame): FromChild {
  const type = field(header, 'type')
  if (body.length > 0 && !HAS_BODY.has(type)) wrong('a body of no use')
  if (type === 'ready') return { type }
  return { job: count(header, 'job'), ...parseJobMessage(type, header, body) }
}

function parseJobMessage(type: unknown, header: unknown, body: Buffer): JobMessage {
  switch (type) {
    case 'accepted':
      return { type }
    case 'read':
      return { type, ...parseAddress(header), range: parseRange(header) }
    case 'prefetch':
      return { type, ...parseAddress(header), ranges: parseRanges(body) }
    case 'want':
      return { type, id: count(header, 'id'), wanted: parseWanted(body) }
    case 'output':
      if (body.length === 0 || body.length > OUTPUT_PART_BYTES) wrong('a part of wrong length')
      return { type, part: body }
    case 'done':
      return {
        type,
        counts: parseCounts(field(header, 'counts')),
        said: parseSaid(field(header, 'said')),
        remarks: parseRemarks(field(header, 'remarks')),
        followed: fileList(header, 'followed').map((file) => (isCount(file) ? file : noFile())),
        unopened: fileList(header, 'unopened').map((one) => ({
          file: count(one, 'file'),
          detail: text(one, 'detail'),
        })),
        spent: parseSpent(field(header, 'spent')),
      }
    case 'refused':
      return { type, refusal: parseRefusal(header) }
    case 'failed':
      return { type, failure: parseFailure(header), detail: text(header, 'detail') }
    default:
      return wrong('a message of unknown type')
  }
}

/** Ranges as the body of a `prefetch`: pairs of 64-bit floats. */
export function encodeRanges(ranges: readonly SourceRange[]): Uint8Array {
  const body = Buffer.allocUnsafe(ranges.length * 16)
  for (const [i, { offset, lengthBytes }] of ranges.entries()) {
    body.writeDoubleLE(offset, i * 16)
    body.writeDoubleLE(lengthBytes, i * 16 + 8)
  }
  return body
}

/** Cut to a bounded length, and without what could steer a terminal or forge a line of a log. */
export function plainDetail(written: string): string {
  return written
    .slice(0, DETAIL_LENGTH_MAX * 2)
    .replace(/[^\x21-\x7e]+/g, ' ')
    .slice(0, DETAIL_LENGTH_MAX)
    .trim()
}

function parseAddress(header: unknown): { id: number; file: number } {
  return { id: count(header, 'id'), file: count(header, 'file') }
}

function fileList(header: unknown, name: string): readonly unknown[] {
  const found = field(header, name)
  if (!Array.isArray(found) || found.length > FOLLOWED_FILES_MAX) return noFile()
  return found
}

function noFile(): never {
  return wrong('files that are none')
}

function parseWanted(body: Buffer): readonly WantedPackage[] {
  const parsed = parseJson(body)
  if (!Array.isArray(parsed) || parsed.length > WANTED_AT_ONCE_MAX) wrong('too much wanted')
  return parsed.map((one: unknown) => {
    const name = field(one, 'name')
    const ranges = field(one, 'ranges')
    if (!isText(name, NAME_LENGTH_MAX)) return wrong('a wanted package without a name')
    if (!Array.isArray(ranges) || ranges.length > RANGES_OF_WANTED_MAX) {
      return wrong('ranges that are no list')
    }
    const isRange = (range: unknown): range is string => isText(range, RANGE_LENGTH_MAX)
    return ranges.every(isRange) ? { name, ranges } : wrong('a range that is no text')
  })
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return wrong('a body that is not JSON')
  }
}

function isText(value: unknown, lengthMax: number): value is string {
  return typeof value === 'string' && value.length <= lengthMax
}

function parseRanges(body: Buffer): readonly SourceRange[] {
  if (body.length % 16 !== 0 || body.length / 16 > RANGES_MAX) wrong('ranges of wrong length')
  let end = 0
  return Array.from({ length: body.length / 16 }, (_, i) => {
    const offset = body.readDoubleLE(i * 16)
    const lengthBytes = body.readDoubleLE(i * 16 + 8)
    if (!isCount(offset) || !isCount(lengthBytes) || offset < end) wrong('ranges out of order')
    end = offset + lengthBytes
    return { offset, lengthBytes }
  })
}

function parseRange(header: unknown): SourceRange {
  const lengthBytes = count(header, 'lengthBytes')
  if (lengthBytes > READ_MAX_BYTES) wrong(`a read of ${lengthBytes} bytes`)
  return { offset: count(header, 'offset'), lengthBytes }
}

function parseCounts(value: unknown): ExtractionCounts {
  return {
    files: count(value, 'files'),
    directories: count(value, 'directories'),
    links: count(value, 'links'),
    keptFiles: count(value, 'keptFiles'),
    keptBytes: count(value, 'keptBytes'),
    unpackedBytes: count(value, 'unpackedBytes'),
  }
}

function parseSaid(value: unknown): Required<Extracted>['said'] {
  const of = (key: string) => {
    const found = field(value, key)
    return found === null || isText(found, NAME_LENGTH_MAX) ? found : wrong(`a ${key} of no use`)
  }
  return { name: of('name'), version: of('version') }
}

function parseRemarks(value: unknown): readonly Remark[] {
  const isKnown = (one: unknown): one is Remark =>
    typeof one === 'string' && Object.hasOwn(REMARKS, one)
  if (!Array.isArray(value) || value.length > Object.keys(REMARKS).length) return wrong('remarks')
  return value.every(isKnown) ? value : wrong('remarks that are none')
}

function parseSpent(value: unknown): readonly (readonly [Stage, number])[] {
  const isRow = (row: unknown): row is [Stage, number] =>
    Array.isArray(row) && Object.hasOwn(STAGES, String(row[0])) && isCount(row[1])
  if (!Array.isArray(value) || value.length > Object.keys(STAGES).length) return wrong('stages')
  return value.every(isRow) ? value : wrong('stages that are none')
}

function parseRefusal(header: unknown): Omit<Refused, 'state'> {
  const reason = field(header, 'reason')
  if (typeof reason !== 'string' || !Object.hasOwn(REFUSALS, reason)) wrong('an unknown reason')
  const member = field(header, 'member')
  if (member !== null && (typeof member !== 'string' || member.length > MEMBER_LENGTH_MAX)) {
    wrong('a member that is no name')
  }
  return { reason, member, detail: text(header, 'detail') }
}

function parseFailure(header: unknown): Failure {
  const failure = field(header, 'failure')
  return FAILURES.find((known) => known === failure) ?? wrong('an unknown failure')
}

function field(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
  // An own property of an object that came from JSON: data, never a getter.
  return (value as Readonly<Record<string, unknown>>)[name]
}

function count(value: unknown, name: string): number {
  const found = field(value, name)
  return isCount(found) ? found : wrong(`${name} that is no count`)
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0
}

function text(value: unknown, name: string): string {
  const found = field(value, name)
  return typeof found === 'string' ? plainDetail(found) : wrong(`${name} that is no text`)
}

function wrong(what: string): never {
  throw new FrameError(what)
}
