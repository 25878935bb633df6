import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { encodeFrame, type Frame, FrameError, frameReader } from '../../src/extract/frames.ts'
import { parseFromChild } from '../../src/extract/messages.ts'

const BOUNDS = { headerMaxBytes: 1_000, bodyMaxBytes: 1_000 }

function readAll(chunks: readonly Buffer[]): Frame[] {
  const frames: Frame[] = []
  const push = frameReader(BOUNDS, (frame) => frames.push(frame))
  for (const chunk of chunks) push(chunk)
  return frames
}

function cutAt(bytes: Buffer, cuts: readonly number[]): Buffer[] {
  const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length]
  const sorted = places.toSorted((one, other) => one - other)
  return sorted.slice(1).map((end, i) => bytes.subarray(sorted[i], end))
}

test('frames come out as they went in, however the stream is cut', () => {
  const frame = fc.tuple(fc.record({ n: fc.nat(), s: fc.string() }), fc.uint8Array())
  fc.assert(
    fc.property(fc.array(frame), fc.array(fc.nat()), (sent, cuts) => {
      const bytes = Buffer.concat(sent.flatMap(([header, body]) => encodeFrame(header, body)))
      const got = readAll(cutAt(bytes, cuts))
      expect(got.map(({ header, body }) => [header, new Uint8Array(body)])).toEqual(sent)
    }),
  )
})

describe('what is no frame within the bounds ends the channel', () => {
  const prefix = (header: number, body: number) => {
    const bytes = Buffer.alloc(8)
    bytes.writeUInt32LE(header, 0)
    bytes.writeUInt32LE(body, 4)
    return bytes
  }
  const rows: readonly (readonly [string, Buffer])[] = [
    ['a header that is too long', prefix(1_001, 0)],
    ['no header', prefix(0, 4)],
    ['a body that is too long', prefix(2, 1_001)],
    ['a header that is no JSON', Buffer.concat([prefix(2, 0), Buffer.from('{]')])],
  ]
  test.each(rows)('%s', (_, bytes) => {
    expect(() => readAll([bytes])).toThrow(FrameError)
  })
})

test('any bytes are frames that mean something, or a FrameError, or not yet a frame', () => {
  const some = fc.oneof(
    fc.uint8Array({ maxLength: 200 }).map((bytes) => [Buffer.from(bytes)]),
    fc.jsonValue().map((value) => [...encodeFrame(Object(value))].map((part) => Buffer.from(part))),
  )
  fc.assert(
    fc.property(some, (chunks) => {
      try {
        for (const frame of readAll(chunks)) parseFromChild(frame)
      } catch (error) {
        expect(error).toBeInstanceOf(FrameError)
      }
    }),
    { numRuns: 2_000 },
  )
})

describe('a message is taken field by field', () => {
  const own = { said: { name: 'demo', version: null }, remarks: ['record_hash'] }
  const counts = {
    files: 1,
    directories: 0,
    links: 0,
    keptFiles: 1,
    keptBytes: 2,
    unpackedBytes: 3,
  }
  const about = (header: object, body = '') => ({
    header: { job: 1, ...header },
    body: Buffer.from(body),
  })
  const ranges = (...numbers: number[]) => Buffer.from(new Float64Array(numbers).buffer)

  const done = { type: 'done', counts, ...own, followed: [], unopened: [], spent: [] }

  test('an honest one comes through, without what was added to it', () => {
    const spent = [['parse', 12]]
    const lists = { followed: [3], unopened: [{ file: 4, detail: 'none' }], spent, ...own }
    const said = { type: 'done', counts: { ...counts, more: 1 }, more: 2, ...lists }
    expect(parseFromChild(about(said))).toEqual({ type: 'done', job: 1, counts, ...lists })
    const prefetch = {
      header: { type: 'prefetch', job: 1, id: 2, file: 0 },
      body: ranges(0, 5, 5, 1),
    }
    expect(parseFromChild(prefetch)).toMatchObject({
      ranges: [
        { offset: 0, lengthBytes: 5 },
        { offset: 5, lengthBytes: 1 },
      ],
    })
  })

  const refused = { type: 'refused', reason: 'link', member: null, detail: '' }
  const rows: readonly (readonly [string, Frame])[] = [
    ['no type', about({})],
    ['an unknown type', about({ type: 'constructor' })],
    ['no job', { header: { type: 'accepted' }, body: Buffer.alloc(0) }],
    ['a body where none belongs', about({ type: 'accepted' }, 'x')],
    ['files that are no list', about({ type: 'done', counts, ...own, followed: {}, unopened: [] })],
    [
      'a file that is no number',
      about({ type: 'done', counts, ...own, followed: ['1'], unopened: [] }),
    ],
    ['a stage that is none', about({ ...done, spent: [['toString', 1]] })],
    ['a stage without an end', about({ ...done, spent: [['parse', -1]] })],
    ['stages that are no list', about({ ...done, spent: 'parse' })],
    ['a remark that is none', about({ ...done, remarks: ['constructor'] })],
    ['remarks that are no list', about({ ...done, remarks: 'record_hash' })],
    ['a name that is a number', about({ ...done, said: { name: 1, version: null } })],
    ['a version without end', about({ ...done, said: { name: null, version: '1'.repeat(300) } })],
    ['a count that is negative', about({ type: 'done', counts: { ...counts, files: -1 } })],
    ['a count that is a text', about({ type: 'done', counts: { ...counts, files: '1' } })],
    ['a count that is missing', about({ type: 'done', counts: {} })],
    ['a reason from the prototype', about({ ...refused, reason: 'toString' })],
    ['a member that is too long', about({ ...refused, member: 'x'.repeat(257) })],
    ['a detail that is no text', about({ ...refused, detail: 7 })],
    ['a failure that is none', about({ type: 'failed', failure: 'bad luck', detail: '' })],
    ['a read at a fraction', about({ type: 'read', id: 1, file: 0, offset: 0.5, lengthBytes: 1 })],
    [
      'a read of a gigabyte',
      about({ type: 'read', id: 1, file: 0, offset: 0, lengthBytes: 2 ** 30 }),
    ],
    ['an empty part', about({ type: 'output' })],
    ['half a range', about({ type: 'prefetch', id: 1, file: 0 }, '12345678')],
    [
      'ranges that overlap',
      { ...about({ type: 'prefetch', id: 1, file: 0 }), body: ranges(0, 5, 4, 1) },
    ],
    [
      'a range of NaN',
      { ...about({ type: 'prefetch', id: 1, file: 0 }), body: ranges(0, Number.NaN) },
    ],
  ]
  test.each(rows)('%s', (_, frame) => {
    expect(() => parseFromChild(frame)).toThrow(FrameError)
  })
})
