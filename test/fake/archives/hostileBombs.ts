// Wheels that are small on disk and large, or without end, once opened.

import { bent, CORE, DATA, type Hostile, hostileWheel, withMembers } from './hostile.ts'
import { zeroBomb, zeroStream } from './zeroBomb.ts'
import { buildZip, fieldsOf, packedOf, type ZipMember } from './zipBuilder.ts'

const MIB = 1024 * 1024

export const BOMB_ZIPS: readonly Hostile[] = [
  hostileWheel('a bomb that says honestly that it is one', 'ratio_exceeded', () =>
    bent(CORE, honestBomb(500)),
  ),
  hostileWheel('an honest bomb in a file that is not read', 'ratio_exceeded', () =>
    bent(DATA, honestBomb(500)),
  ),
  hostileWheel('many bombs, each of them small', 'ratio_exceeded', () => {
    const { packed, both } = honestBomb(30)
    const bombs = Array.from({ length: 40 }, (_, i) => ({ name: `demo/b${i}.py`, packed, both }))
    return withMembers(...bombs)
  }),
  hostileWheel('a bomb that says it is 100 bytes long', 'size_mismatch', () => {
    const packed = zeroStream(1_000)
    return bent(CORE, { packed, both: { sizeBytes: 100 } })
  }),
  hostileWheel('a bomb that says it is 60 MiB long', 'size_mismatch', () => {
    const packed = zeroStream(1_000)
    return bent(CORE, { packed, both: { sizeBytes: 60 * MIB } })
  }),
  hostileWheel('ten bytes that say they are 30 MiB', 'size_mismatch', () =>
    bent(CORE, { both: { sizeBytes: 30 * MIB } }),
  ),
  hostileWheel('ten bytes that say so and are not read', 'size_mismatch', () =>
    bent(DATA, { both: { sizeBytes: 30 * MIB } }),
  ),
  hostileWheel('a bomb of 40 GB inside a bomb', 'ratio_exceeded', () =>
    withMembers({ name: 'demo/inner.zip', data: zeroStream(40_000) }),
  ),
  hostileWheel('members that overlap each other', 'zip_overlap', overlapping),
  hostileWheel('members that quote the headers of the next ones', 'zip_overlap', quoted),
  hostileWheel('300,000 entries', 'too_many_entries', () => manyEntries(300_000)),
  hostileWheel('300,000 entries that the end record denies', 'zip_directory_invalid', () =>
    manyEntries(300_000, { entries: 10, entriesHere: 10 }),
  ),
  hostileWheel('folders without end in a few names', 'too_many_entries', () => {
    const deep = (i: number) => `${Array.from({ length: 60 }, (_, k) => `${i}.${k}`).join('/')}/x`
    return withMembers(...Array.from({ length: 3_000 }, (_, i) => ({ name: deep(i), method: 0 })))
  }),
  hostileWheel('a directory of 20 MB for three hundred entries', 'headers_too_large', () => {
    const extra = Buffer.alloc(65_004)
    extra.writeUInt16LE(0x4242, 0)
    extra.writeUInt16LE(65_000, 2)
    const central = { extra }
    return withMembers(
      ...Array.from({ length: 320 }, (_, i) => ({ name: `demo/f${i}`, method: 0, central })),
    )
  }),
  hostileWheel('a module of 65 MiB', 'member_too_large', () =>
    bent(CORE, { data: Buffer.alloc(65 * MIB), method: 0 }),
  ),
  hostileWheel(
    'more modules than may be held',
    'kept_too_large',
    () => bent(CORE, { data: 'x'.repeat(5_000), method: 0 }),
    {
      keptBytesMax: 4_000,
    },
  ),
  hostileWheel(
    'more content than a wheel may declare',
    'unpacked_too_large',
    () => bent(DATA, { data: 'x'.repeat(5_000), method: 0 }),
    {
      declaredBytesMax: 4_000,
    },
  ),
  hostileWheel('more modules than may be inflated', 'too_many_entries', () => bent(CORE, {}), {
    inflatesMax: 3,
  }),
  hostileWheel('an archive over the limit', 'archive_too_large', () => bent(CORE, {}), {
    archiveBytesMax: 100,
  }),
]

/** The part of a member that makes it a bomb whose headers tell the truth. */
function honestBomb(megabytes: number) {
  const { packed, crc, sizeBytes } = zeroBomb(megabytes)
  return { packed, both: { crc, sizeBytes } }
}

/** Every member's data runs over all the members that follow it. */
function overlapping(): Buffer {
  const kernel = honestBomb(30)
  const members = Array.from({ length: 50 }, (_, i): ZipMember => {
    const name = `demo/o${String(i).padStart(2, '0')}.py`
    return { name, packed: Buffer.alloc(0), both: { packedBytes: kernel.packed.length } }
  })
  return withMembers(...members, { name: 'demo/kernel.py', ...kernel })
}

/** Each member is a stored deflate block that holds the next local header, then the next member. */
function quoted(): Buffer {
  const kernel: ZipMember = { name: 'demo/k.py', data: 'x = 1\n' }
  const inner = buildZip([kernel]).subarray(0, 30 + 9 + packedOf(kernel).length)
  const headerBytes = 30 + 9
  const block = Buffer.from([0, headerBytes, 0, 0xff - headerBytes, 0xff])
  const quotedBytes = block.length + inner.length
  const sizeBytes = headerBytes + fieldsOf(kernel).sizeBytes
  const quote: ZipMember = {
    name: 'demo/q.py',
    packed: block,
    both: { packedBytes: quotedBytes, sizeBytes },
  }
  return withMembers(quote, kernel)
}

function manyEntries(count: number, end = {}): Buffer {
  // Written in one go: a builder that makes an object for each would be the slow part.
  const local = Buffer.alloc(count * 38)
  const central = Buffer.alloc(count * 54)
  for (let i = 0; i < count; i++) {
    const name = i.toString(16).padStart(8, '0')
    local.writeUInt32LE(0x04034b50, i * 38)
    local.writeUInt16LE(8, i * 38 + 26)
    local.write(name, i * 38 + 30)
    central.writeUInt32LE(0x02014b50, i * 54)
    central.writeUInt16LE(8, i * 54 + 28)
    central.writeUInt32LE(i * 38, i * 54 + 42)
    central.write(name, i * 54 + 46)
  }
  const fields = { directoryBytes: central.length, directoryOffset: local.length, ...end }
  const plain = { entries: 0xffff, entriesHere: 0xffff, ...fields }
  const records = {
    entries: count,
    entriesHere: count,
    recordOffset: local.length + central.length,
  }
  const empty = buildZip([], { end: plain, end64: { ...records, ...fields } })
  const isDenied = Object.keys(end).length > 0
  return Buffer.concat([local, central, isDenied ? empty.subarray(76) : empty])
}
