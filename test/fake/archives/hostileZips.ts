// Wheels whose zip lies: about where things are, how large they are, or what they are called.

import { bent, CORE, DATA, honest, hostileWheel, withMembers } from './hostile.ts'
import { DEMO_FILES, wheelMembers } from './wheelBuilder.ts'
import {
  buildZip,
  descriptor,
  extraField,
  packedOf,
  type ZipFields,
  type ZipLies,
  type ZipMember,
  zip64Extra,
} from './zipBuilder.ts'

const demo = (lies: ZipLies = {}) => buildZip(wheelMembers(DEMO_FILES), lies)
const SENTINEL = 0xffffffff

export const DISAGREEING_ZIPS = [
  ...[CORE, DATA].map((path) =>
    hostileWheel(`another name in the local header of ${path}`, 'zip_headers_disagree', () =>
      bent(path, { local: { name: path.replace('demo', 'evil') } }),
    ),
  ),
  ...disagreement('name length', { nameBytes: 11 }),
  ...disagreement('version', { version: 10 }),
  ...disagreement('flags', { flags: 0x0002 }),
  ...disagreement('method', { method: 0 }),
  ...disagreement('time', { stamp: 1 }),
  ...disagreement('checksum', { crc: 1 }),
  ...disagreement('packed size', { packedBytes: 1 }),
  ...disagreement('size', { sizeBytes: 1 }),
  ...disagreement('signature', { signature: 0x04034b51 }),
  hostileWheel('a zip64 size in the local header only', 'zip_headers_disagree', () =>
    bent(CORE, { local: { sizeBytes: SENTINEL, packedBytes: SENTINEL, extra: zip64Extra(1, 2) } }),
  ),
  hostileWheel('the encrypted flag in the local header only', 'zip_headers_disagree', () =>
    bent(CORE, { local: { flags: 1 } }),
  ),
]

/** The same lie in the local header of a member that is read and of one that is not. */
function disagreement(field: string, local: Partial<ZipFields>) {
  return [CORE, DATA].map((path) =>
    hostileWheel(`another ${field} in the local header of ${path}`, 'zip_headers_disagree', () =>
      bent(path, { local }),
    ),
  )
}

export const MISPLACED_ZIPS = [
  hostileWheel('a hidden local entry between two members', 'zip_gap', () => {
    const hidden: ZipMember = { name: 'demo/hidden.py', data: 'x = 1\n', listed: false }
    return buildZip([...wheelMembers(DEMO_FILES), hidden, { name: 'demo/z.bin', data: 'z' }])
  }),
  hostileWheel('a hidden local entry before the directory', 'zip_gap', () =>
    withMembers({ name: 'demo/hidden.py', data: 'x = 1\n', listed: false }),
  ),
  hostileWheel('a hidden local entry at the start', 'prefix_data', () =>
    buildZip([
      { name: 'demo/hidden.py', data: 'x = 1\n', listed: false },
      ...wheelMembers(DEMO_FILES),
    ]),
  ),
  hostileWheel('100 kB of junk between two members', 'zip_gap', () =>
    bent(DATA, { after: Buffer.alloc(100_000) }),
  ),
  hostileWheel('junk between the members and the directory', 'zip_gap', () =>
    demo({ beforeDirectory: Buffer.from('junk') }),
  ),
  hostileWheel('a program in front of the archive', 'zip_end_invalid', () =>
    Buffer.concat([Buffer.from('#!/bin/sh\nexit\n'), demo()]),
  ),
  hostileWheel('a program in front that the offsets allow for', 'prefix_data', () =>
    demo({ prefix: Buffer.from('#!/bin/sh\nexit\n') }),
  ),
  hostileWheel('a line feed after the archive', 'zip_end_ambiguous', () =>
    demo({ suffix: Buffer.from('\n') }),
  ),
  hostileWheel('another archive after the archive', 'zip_end_invalid', () =>
    Buffer.concat([demo(), withMembers({ name: 'demo/evil.py', data: 'x = 1\n' })]),
  ),
  hostileWheel('two archives joined so that the second one fits', 'prefix_data', () =>
    demo({ prefix: withMembers({ name: 'demo/evil.py', data: 'x = 1\n' }) }),
  ),
  hostileWheel('an offset past the end', 'zip_gap', () =>
    bent(CORE, { central: { offset: 0x7fffffff } }),
  ),
  hostileWheel('an offset inside another member', 'zip_overlap', () =>
    bent(CORE, { central: { offset: 5 } }),
  ),
  hostileWheel('two directory entries for one local entry', 'zip_overlap', () => {
    const [first, ...rest] = wheelMembers(DEMO_FILES)
    if (first === undefined) throw new Error('the demo wheel is empty')
    return buildZip([first, { ...first, name: 'demo/again.py', central: { offset: 0 } }, ...rest])
  }),
]

export const MEMBER_ZIPS = [
  hostileWheel(
    'a checksum that both headers agree on and the data does not have',
    'crc_mismatch',
    () => bent(CORE, { both: { crc: 1 } }),
  ),
  hostileWheel('a stored member with another checksum', 'crc_mismatch', () =>
    bent(CORE, { method: 0, both: { crc: 1 } }),
  ),
  hostileWheel('an encrypted member', 'encrypted', () => bent(CORE, { both: { flags: 0x0001 } })),
  hostileWheel('a strongly encrypted member', 'encrypted', () =>
    bent(DATA, { both: { flags: 0x0041 } }),
  ),
  hostileWheel('masked headers', 'encrypted', () => bent(DATA, { both: { flags: 0x2000 } })),
  hostileWheel('patched data', 'flags_unsupported', () => bent(CORE, { both: { flags: 0x0020 } })),
  hostileWheel('a version of the format that nobody knows', 'flags_unsupported', () =>
    bent(CORE, { both: { version: 64 } }),
  ),
  ...[1, 6, 9, 12, 14, 93, 95, 98, 99].map((method) =>
    hostileWheel(`compression method ${method}`, 'method_unsupported', () =>
      bent(DATA, { both: { method } }),
    ),
  ),
  hostileWheel('data that is not deflate', 'deflate_invalid', () =>
    bent(CORE, { packed: Buffer.alloc(20, 0xff) }),
  ),
  hostileWheel('a deflate stream without its end', 'truncated', () => {
    const packed = Buffer.from([0x4a, 0x4c])
    return bent(CORE, { packed })
  }),
  hostileWheel('bytes after the end of the deflate stream', 'size_mismatch', () =>
    bent(CORE, { packed: Buffer.concat([deflated(CORE), Buffer.from('hidden')]) }),
  ),
  hostileWheel('a stored member of two sizes', 'size_mismatch', () =>
    bent(CORE, { method: 0, both: { sizeBytes: 3 } }),
  ),
  hostileWheel('a folder with content', 'size_mismatch', () =>
    withMembers({ name: 'demo/folder/', data: 'text', method: 0 }),
  ),
  hostileWheel('a promised descriptor that is missing', 'zip_descriptor_invalid', () =>
    bent(CORE, { both: { flags: 8 } }),
  ),
  hostileWheel('a descriptor with another checksum', 'zip_descriptor_invalid', () =>
    bent(CORE, { both: { flags: 8 }, after: descriptor({ ...honest(CORE), crc: 1 }) }),
  ),
  hostileWheel('a descriptor with another size, not read', 'zip_descriptor_invalid', () =>
    bent(DATA, { both: { flags: 8 }, after: descriptor({ ...honest(DATA), sizeBytes: 1 }) }),
  ),
  hostileWheel('a descriptor of odd length', 'zip_descriptor_invalid', () =>
    bent(CORE, { both: { flags: 8 }, after: Buffer.alloc(14) }),
  ),
  hostileWheel('a descriptor with another signature', 'zip_descriptor_invalid', () =>
    bent(CORE, { both: { flags: 8 }, after: Buffer.alloc(16) }),
  ),
  hostileWheel('an extra field that leaves its place', 'zip_extra_invalid', () =>
    bent(CORE, { central: { extra: Buffer.from([1, 0, 99, 0]) } }),
  ),
  hostileWheel('half an extra field', 'zip_extra_invalid', () =>
    bent(CORE, { local: { extra: Buffer.from([1, 0]) } }),
  ),
  hostileWheel('a second name in an extra field', 'zip_extra_invalid', () =>
    bent(CORE, { central: { extra: extraField(0x7075, Buffer.from('\x01crc.evil.py')) } }),
  ),
  hostileWheel('a symbolic link', 'link', () =>
    withMembers({ name: 'demo/link.py', data: '/etc/passwd', mode: 0o120777 }),
  ),
  ...[0o020666, 0o060666, 0o010666, 0o140666].map((mode) =>
    hostileWheel(`a special file of mode ${mode.toString(8)}`, 'special_file', () =>
      withMembers({ name: 'demo/device', mode }),
    ),
  ),
  hostileWheel('a folder by mode that is a file by name', 'file_directory_clash', () =>
    withMembers({ name: 'demo/both', mode: 0o040755 }),
  ),
  ...[0o100644, 0].map((mode) =>
    hostileWheel(
      `a folder by DOS attributes that is a file by name, mode ${mode.toString(8)}`,
      'file_directory_clash',
      () => bent(DATA, { central: { attributes: ((mode << 16) | 0x10) >>> 0 } }),
    ),
  ),
  hostileWheel(
    'a file by mode that is a folder by name and DOS attributes',
    'file_directory_clash',
    () =>
      withMembers({
        name: 'demo/both/',
        method: 0,
        central: { attributes: ((0o100644 << 16) | 0x10) >>> 0 },
      }),
  ),
  hostileWheel('a file by mode that is a folder by name', 'file_directory_clash', () =>
    withMembers({ name: 'demo/both/', method: 0, mode: 0o100644 }),
  ),
]

function deflated(path: string): Uint8Array {
  const member = wheelMembers(DEMO_FILES).find(({ name }) => name === path)
  if (member === undefined) throw new Error(`the demo wheel has no ${path}`)
  return packedOf(member)
}
