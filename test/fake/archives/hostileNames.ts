// Names that are refused in every kind of archive. Each row becomes a wheel and a tarball.

import type { RefusalReason } from '../../../src/artifact/bytes/refusal.ts'
import { type Hostile, hostileWheel, withMembers } from './hostile.ts'
import { buildTarball } from './tarBuilder.ts'

type BadName = Readonly<{ lie: string; name: string; reason: RefusalReason }>

/** `name` is relative to the top folder where an archive has one, unless it begins at a root. */
export const BAD_NAMES: readonly BadName[] = [
  { lie: 'an absolute name', name: '/etc/x.py', reason: 'name_absolute' },
  { lie: 'a name that climbs out', name: '../x.py', reason: 'name_parent' },
  { lie: 'a name that climbs inside', name: 'demo/../x.py', reason: 'name_parent' },
  { lie: 'a name that ends in the parent', name: 'demo/..', reason: 'name_parent' },
  { lie: 'a drive letter', name: 'C:/x.py', reason: 'name_drive' },
  { lie: 'a drive letter without a slash', name: 'c:x.py', reason: 'name_drive' },
  { lie: 'a backslash', name: 'demo\\x.py', reason: 'name_backslash' },
  { lie: 'a parent behind a backslash', name: 'demo\\..\\x.py', reason: 'name_backslash' },
  { lie: 'a share on a server', name: '\\\\host\\x.py', reason: 'name_backslash' },
  { lie: 'a line feed', name: 'demo/x\n.py', reason: 'name_control' },
  { lie: 'a terminal escape', name: 'demo/\x1b[2Jx.py', reason: 'name_control' },
  { lie: 'a C1 control', name: 'demo/\u0085x.py', reason: 'name_control' },
  { lie: 'a byte order mark', name: 'demo/\ufeffx.py', reason: 'name_control' },
  { lie: 'a zero-width space', name: 'demo/x\u200b.py', reason: 'name_control' },
  { lie: 'a line separator', name: 'demo/x\u2028.py', reason: 'name_control' },
  { lie: 'a right-to-left override', name: 'demo/\u202eyp.x', reason: 'name_bidi' },
  { lie: 'a direction isolate', name: 'demo/\u2066x.py', reason: 'name_bidi' },
  { lie: 'an Arabic letter mark', name: 'demo/\u061cx.py', reason: 'name_bidi' },
  { lie: 'a trailing dot', name: 'demo/x.py.', reason: 'name_trailing' },
  { lie: 'a folder with a trailing space', name: 'demo /x.py', reason: 'name_trailing' },
  { lie: 'a folder of three dots', name: 'demo/.../x.py', reason: 'name_trailing' },
  { lie: 'an empty component', name: 'demo//x.py', reason: 'name_empty' },
  {
    lie: 'a name of 1,100 bytes',
    name: `${'a/'.repeat(30)}${'b'.repeat(200)}/${`${'c'.repeat(200)}/`.repeat(5)}x`,
    reason: 'name_too_long',
  },
  { lie: 'a component of 256 bytes', name: `demo/${'é'.repeat(128)}`, reason: 'name_too_long' },
  {
    lie: 'marks without end',
    name: `demo/a${'\u0300\u0316\u0334'.repeat(11)}.py`,
    reason: 'name_marks',
  },
  {
    lie: 'marks without end, from outside the first plane',
    name: `demo/a${'\u{1d165}'.repeat(31)}.py`,
    reason: 'name_marks',
  },
  {
    lie: 'letters that become marks without end',
    name: `demo/${'\uff9e\u0300'.repeat(16)}.py`,
    reason: 'name_marks',
  },
  { lie: 'a name 70 folders deep', name: `${'a/'.repeat(70)}x.py`, reason: 'name_too_deep' },
]

const outside = (name: string) => /^(?:\/|\\|\.\.|c:)/i.test(name)

export const NAME_ZIPS: readonly Hostile[] = [
  ...BAD_NAMES.map(({ lie, name, reason }) =>
    hostileWheel(lie, reason, () => withMembers({ name, data: 'x' })),
  ),
  hostileWheel('a NUL in a name', 'name_control', () =>
    withMembers({ name: 'demo/x.py\0.txt', data: 'x' }),
  ),
  hostileWheel('an empty name', 'name_empty', () => withMembers({ name: '', data: 'x' })),
  hostileWheel('a dot component', 'name_parent', () => withMembers({ name: 'demo/./x.py' })),
  hostileWheel('a name that is not UTF-8', 'name_encoding', () =>
    withMembers({ name: Buffer.from('demo/\xff.py', 'latin1'), data: 'x' }),
  ),
  hostileWheel('an overlong slash', 'name_encoding', () =>
    withMembers({ name: Buffer.from('demo\xc0\xafx.py', 'latin1'), data: 'x' }),
  ),
  hostileWheel('a name in an unnamed encoding', 'name_encoding', () =>
    withMembers({ name: 'demo/é.py', data: 'x', both: { flags: 0 } }),
  ),
  hostileWheel('the same name twice', 'duplicate_name', () =>
    withMembers({ name: 'demo/core.py', data: 'def evil(): ...\n' }),
  ),
  hostileWheel('the same file twice', 'duplicate_name', () =>
    withMembers({ name: 'demo/data.bin', data: '0123456789\n' }),
  ),
  hostileWheel('the same name in another case', 'duplicate_name_folded', () =>
    withMembers({ name: 'demo/Core.py', data: 'x' }),
  ),
  hostileWheel('the same name in another normal form', 'duplicate_name_folded', () =>
    withMembers({ name: 'demo/\u00e9.py' }, { name: 'demo/e\u0301.py' }),
  ),
  hostileWheel('the same name in a compatibility form', 'duplicate_name_folded', () =>
    withMembers({ name: 'demo/file.py' }, { name: 'demo/\ufb01le.py' }),
  ),
  hostileWheel('the same name with a sharp s', 'duplicate_name_folded', () =>
    withMembers({ name: 'demo/strasse.py' }, { name: 'demo/straße.py' }),
  ),
  hostileWheel('a file where a folder is needed', 'file_directory_clash', () =>
    withMembers({ name: 'demo/core.py/x.py' }),
  ),
  hostileWheel('a folder where a file is', 'file_directory_clash', () =>
    withMembers({ name: 'demo/sub/x.py' }, { name: 'demo/sub' }),
  ),
  hostileWheel('a folder where a file is, in another case', 'file_directory_clash', () =>
    withMembers({ name: 'demo/Sub/', method: 0 }, { name: 'demo/sub' }),
  ),
]

export const NAME_TARBALLS: readonly Hostile[] = BAD_NAMES.map(({ lie, name, reason }) => ({
  lie,
  reason,
  kind: 'tarball',
  filename: 'demo-1.0.0.tgz',
  build: () => {
    const path = outside(name) ? name : `package/${name}`
    // The header has no room for the long ones.
    const named = Buffer.byteLength(path) < 100 ? { name: path } : { name: 'x', pax: { path } }
    return buildTarball([
      { name: 'package/package.json', data: '{}' },
      { ...named, data: 'x' },
    ])
  },
}))
