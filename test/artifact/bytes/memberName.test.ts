import { describe, expect, test } from 'vitest'
import { ARCHIVE_LIMITS } from '../../../src/artifact/bytes/archiveLimits.ts'
import { foldName, parseMemberName } from '../../../src/artifact/bytes/memberName.ts'
import { BAD_NAMES } from '../../fake/archives/hostileNames.ts'

// Names that look odd and are safe: refusing them would refuse real packages.
const GOOD_NAMES = [
  { name: 'a' },
  { name: '.github/..hidden' },
  { name: 'node_modules/@scope/x' },
  { name: 'a b/ c' },
  { name: 'docs/a:b.md' },
  { name: 'aux.js' },
  { name: 'päckage/日本語.py' },
  { name: `marks/${`a${'\u0300\u0316'.repeat(15)}`.repeat(3)}` },
  { name: `hindi/${'क्षि'.repeat(20)}` },
  { name: 'emoji/👩\u200d💻.md' },
]

describe('parseMemberName', () => {
  test.each(GOOD_NAMES)('takes $name', ({ name }) => {
    expect(parseMemberName(name, ARCHIVE_LIMITS)).toBe(name)
  })

  test('drops the slash at the end of a folder', () => {
    expect(parseMemberName('a/b/', ARCHIVE_LIMITS)).toBe('a/b')
  })

  test.each(BAD_NAMES)('refuses $lie', ({ name, reason }) => {
    const parse = () => parseMemberName(name, ARCHIVE_LIMITS)
    expect(parse).toThrow(expect.objectContaining({ reason, member: name }))
  })

  test('an escape in a name does not reach the message', () => {
    const parse = () => parseMemberName('a\x1b[2J', ARCHIVE_LIMITS)
    expect(parse).toThrow(/^name_control: "a\\u001b\[2J" /)
  })
})

describe('foldName', () => {
  const PAIRS = [
    { one: 'README', other: 'readme', same: true },
    { one: 'é', other: 'e\u0301', same: true },
    { one: 'ﬁle', other: 'FILE', same: true },
    { one: 'straße', other: 'STRASSE', same: true },
    { one: 'ſ', other: 's', same: true },
    { one: 'Å', other: '\u212b', same: true },
    { one: 'ａ', other: 'A', same: true },
    { one: 'a', other: 'b', same: false },
    { one: 'e', other: 'é', same: false },
    { one: 'a_b', other: 'a-b', same: false },
  ]
  test.each(PAIRS)('$one and $other: $same', ({ one, other, same }) => {
    expect(foldName(one) === foldName(other)).toBe(same)
  })
})
