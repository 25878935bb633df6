// Tarballs that lie in a PAX header or in a GNU long name.

import type { Hostile } from './hostile.ts'
import { hostileTarball, more, ONE_SCRIPT } from './hostileTarball.ts'
import { buildTarball, MAGIC_GNU, paxRecord, type TarMember } from './tarBuilder.ts'

const raw = (name: string, type: string, data: string): TarMember => ({ name, type, data })

export const EXTENDED_TARBALLS: readonly Hostile[] = [
  hostileTarball('a PAX size that hides the next header', 'pax_conflict', () =>
    more({ name: 'package/x.js', data: 'x', pax: { size: '2048' } }),
  ),
  hostileTarball('a PAX size that shows what the header hides', 'pax_conflict', () =>
    more({ name: 'package/x.bin', data: 'x'.repeat(1_024), pax: { size: '0' } }),
  ),
  hostileTarball('a PAX path that climbs out', 'name_parent', () =>
    more({ name: 'package/x.js', pax: { path: 'package/../../x.js' } }),
  ),
  hostileTarball('a PAX path with a NUL', 'name_control', () =>
    more({ name: 'package/x.js', pax: { path: 'package/x.js\0.md' } }),
  ),
  hostileTarball('a PAX path that takes the place of a module', 'duplicate_name', () =>
    more({ name: 'package/x.txt', data: 'evil', pax: { path: 'package/index.js' } }),
  ),
  hostileTarball('an empty PAX path', 'pax_invalid', () =>
    more({ name: 'package/x.js', pax: { path: '' } }),
  ),
  hostileTarball('a PAX size that is not a number', 'pax_invalid', () =>
    more({ name: 'package/x.js', pax: { size: '1e3' } }),
  ),
  hostileTarball('a PAX record that repeats its key', 'pax_invalid', () =>
    more(raw('h', 'x', paxRecord('path', 'package/a') + paxRecord('path', 'package/b'))),
  ),
  hostileTarball('a PAX record with another length', 'pax_invalid', () =>
    more(raw('h', 'x', paxRecord('path', 'package/a', 99))),
  ),
  hostileTarball('a PAX record that is too short for itself', 'pax_invalid', () =>
    more(raw('h', 'x', '3 path=x\n')),
  ),
  hostileTarball('a PAX record with another one inside', 'pax_invalid', () =>
    more(raw('h', 'x', paxRecord('comment', 'x\n20 path=package/evil')), ONE_SCRIPT),
  ),
  hostileTarball('a PAX header without a name', 'tar_header_invalid', () =>
    more(raw('', 'x', paxRecord('path', 'package/b.js')), ONE_SCRIPT),
  ),
  hostileTarball('a long name that names a target', 'tar_header_invalid', () =>
    more({ name: 'h', type: 'L', data: 'package/b.js\0', linkName: 'x' }, ONE_SCRIPT),
  ),
  hostileTarball('a PAX record without a key', 'pax_invalid', () => more(raw('h', 'x', '5 =x\n'))),
  hostileTarball('a PAX record without a length', 'pax_invalid', () =>
    more(raw('h', 'x', 'path=x\n')),
  ),
  hostileTarball('thousands of PAX records in one header', 'pax_invalid', () =>
    more(raw('h', 'g', Array.from({ length: 201 }, (_, i) => paxRecord(`k${i}`, '')).join(''))),
  ),
  hostileTarball('more global PAX headers than anybody needs', 'pax_invalid', () =>
    more(
      ...Array.from({ length: 101 }, () => raw('h', 'g', paxRecord('comment', 'x'))),
      ONE_SCRIPT,
    ),
  ),
  hostileTarball('PAX names in another encoding', 'pax_invalid', () =>
    more({ name: 'package/x', pax: { hdrcharset: 'BINARY' } }),
  ),
  hostileTarball('two PAX headers for one member', 'pax_invalid', () =>
    more(raw('h', 'x', paxRecord('a', 'b')), raw('h', 'x', paxRecord('a', 'b')), ONE_SCRIPT),
  ),
  hostileTarball('a PAX header at the end', 'pax_invalid', () =>
    more(raw('h', 'x', paxRecord('a', 'b'))),
  ),
  hostileTarball('a global PAX path', 'pax_conflict', () =>
    more(raw('h', 'g', paxRecord('path', 'package/x')), ONE_SCRIPT),
  ),
  hostileTarball('a global PAX size', 'pax_conflict', () =>
    more(raw('h', 'g', paxRecord('size', '0')), ONE_SCRIPT),
  ),
  hostileTarball('a global header between a PAX header and its member', 'pax_invalid', () =>
    more(raw('h', 'x', paxRecord('a', 'b')), raw('h', 'g', ''), ONE_SCRIPT),
  ),
  hostileTarball('a PAX header of 200 kB', 'headers_too_large', () =>
    more(raw('h', 'x', paxRecord('comment', 'x'.repeat(200_000))), ONE_SCRIPT),
  ),
  hostileTarball('a long name of 200 kB', 'headers_too_large', () =>
    more({ name: 'x', longName: `package/${'x'.repeat(200_000)}` }),
  ),
  hostileTarball('a long name that climbs out', 'name_parent', () =>
    more({ name: 'package/x.js', longName: 'package/../../x.js' }),
  ),
  hostileTarball('a long name with text after its end', 'tar_long_name_invalid', () =>
    more({ name: 'package/x.js', longName: 'package/y.js\0hidden' }),
  ),
  hostileTarball('an empty long name', 'tar_long_name_invalid', () =>
    more({ name: 'package/x.js', longName: '' }),
  ),
  hostileTarball('two long names for one member', 'tar_long_name_invalid', () =>
    more(raw('h', 'L', 'package/a\0'), { ...ONE_SCRIPT, longName: 'package/b' }),
  ),
  hostileTarball('a long name and a PAX header', 'tar_long_name_invalid', () =>
    more({ ...ONE_SCRIPT, longName: 'package/a', pax: { path: 'package/b' } }),
  ),
  hostileTarball('a long name at the end', 'tar_long_name_invalid', () =>
    more(raw('h', 'L', 'package/a')),
  ),
  hostileTarball('names without end', 'headers_too_large', () => longNames('x'.repeat(200)), {
    headerBytesMax: 100_000,
  }),
  // 67,000 letters, and three times that in bytes.
  hostileTarball('names of long letters', 'headers_too_large', () => longNames('本'.repeat(80)), {
    headerBytesMax: 150_000,
  }),
]

function longNames(part: string): Buffer {
  const name = (i: number) => `package/${`${part}/`.repeat(4)}${i}.js`
  return buildTarball(
    Array.from({ length: 200 }, (_, i) => ({ name: 'x', longName: name(i), magic: MAGIC_GNU })),
  )
}
