// Wheels whose zip is right and whose RECORD is not.

import { type Hostile, hostileWheel } from './hostile.ts'
import { DEMO_FILES, DIST_INFO, recordMember, wheelMembers } from './wheelBuilder.ts'
import { buildZip, type ZipMember } from './zipBuilder.ts'

const RECORD = `${DIST_INFO}/RECORD`

export const RECORD_WHEELS: readonly Hostile[] = [
  hostileWheel('a module that was changed after it was listed', 'record_hash', () =>
    changed({ name: 'demo/core.py', data: 'def ruN(): ...\n' }),
  ),
  hostileWheel('a module that grew after it was listed', 'record_hash', () =>
    changed({ name: 'demo/core.py', data: 'def run(): ...\nx = 1\n' }),
  ),
  hostileWheel('a module that is not listed', 'record_unlisted', () =>
    buildZip([...wheelMembers(DEMO_FILES), { name: 'demo/extra.py', data: 'x = 1\n' }]),
  ),
  hostileWheel('a module that is listed without a hash', 'record_unlisted', () =>
    recorded((text) => text.replace(/^demo\/core.py,.*$/m, 'demo/core.py,,')),
  ),
  hostileWheel('a listed module that is absent', 'record_absent', () =>
    recorded((text) => `${text}demo/gone.py,sha256=${'A'.repeat(43)},5\n`),
  ),
  hostileWheel('a weak hash', 'record_invalid', () =>
    recorded((text) => text.replace(/^demo\/core.py,.*$/m, 'demo/core.py,md5=AAAA,15')),
  ),
  hostileWheel('a hash in hexadecimal with a colon', 'record_invalid', () =>
    recorded((text) => text.replace(/^demo\/core.py,.*$/m, 'demo/core.py,sha256:00ff,15')),
  ),
  hostileWheel('a size that is not a number', 'record_invalid', () =>
    recorded((text) => text.replace(/^(demo\/core.py,.*),\d+$/m, '$1,1e1')),
  ),
  hostileWheel('two different rows for one module', 'record_invalid', () =>
    recorded((text) => `${text}demo/core.py,sha256=${'A'.repeat(43)},15\n`),
  ),
  hostileWheel('a row of two fields', 'record_invalid', () => recorded((text) => `${text}a,b\n`)),
  hostileWheel('a quote that never ends', 'record_invalid', () =>
    recorded((text) => `${text}"a,,\n`),
  ),
  hostileWheel('a quote of 10 MB', 'record_invalid', () =>
    recorded((text) => `${text}"${'a""'.repeat(3_000_000)}`),
  ),
  hostileWheel('a hash of 10 MB', 'record_invalid', () =>
    recorded((text) => `${text}a,sha256=${'a'.repeat(10_000_000)}!,\n`),
  ),
  hostileWheel('a quote in the middle of a field', 'record_invalid', () =>
    recorded((text) => `${text}a"b",,\n`),
  ),
  hostileWheel('text after a quoted field', 'record_invalid', () =>
    recorded((text) => `${text}"a"b,,\n`),
  ),
  hostileWheel('four million rows', 'record_invalid', () =>
    recorded((text) => `${text}${'a,,\n'.repeat(4_000_000)}`),
  ),
  hostileWheel('a RECORD of 20 MB', 'record_invalid', () =>
    recorded((text) => `${text}${'\n'.repeat(20_000_000)}`),
  ),
  hostileWheel('a RECORD that is not UTF-8', 'record_invalid', () =>
    withRecord({ name: RECORD, data: Buffer.from('\xff,,\n', 'latin1') }),
  ),
  hostileWheel('no .dist-info folder', 'wheel_dist_info', () =>
    buildZip([{ name: 'demo/__init__.py', data: '' }]),
  ),
  hostileWheel('two .dist-info folders', 'wheel_dist_info', () =>
    buildZip([...wheelMembers(DEMO_FILES), { name: 'demo-2.0.dist-info/METADATA', data: 'x' }]),
  ),
  hostileWheel('the .dist-info folder of another project', 'wheel_dist_info', () =>
    buildZip([{ name: 'other-1.0.dist-info/METADATA', data: 'x' }]),
  ),
  hostileWheel('an empty archive', 'wheel_dist_info', () => buildZip([])),
]

function changed(member: ZipMember): Buffer {
  return buildZip(
    wheelMembers(DEMO_FILES).map((honest) => (honest.name === member.name ? member : honest)),
  )
}

function withRecord(record: ZipMember): Buffer {
  return buildZip([...wheelMembers(DEMO_FILES).slice(0, -1), record])
}

function recorded(change: (text: string) => string): Buffer {
  const honest = recordMember(wheelMembers(DEMO_FILES).slice(0, -1))
  return withRecord({ name: RECORD, data: change(String(honest.data)) })
}
