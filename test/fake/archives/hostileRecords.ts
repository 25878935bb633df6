// Wheels whose zip is right and whose RECORD is not.

import { type Hostile, hostileWheel } from './hostile.ts'
import { DEMO_FILES, DIST_INFO, recordMember, wheelMembers } from './wheelBuilder.ts'
import { buildZip, type ZipMember } from './zipBuilder.ts'

const RECORD = `${DIST_INFO}/RECORD`

export const RECORD_WHEELS: readonly Hostile[] = [
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
  hostileWheel('a module that is kept aside for another project', 'wheel_dist_info', () =>
    buildZip([
      ...wheelMembers(DEMO_FILES),
      { name: 'other-1.0.data/purelib/demo/core.py', data: 'def other(): ...' },
    ]),
  ),
  hostileWheel('a module that is kept aside for another release', 'wheel_dist_info', () =>
    buildZip([
      ...wheelMembers(DEMO_FILES),
      { name: 'demo-2.0.data/platlib/demo/core.py', data: 'def other(): ...' },
    ]),
  ),
  hostileWheel('a module that is kept aside twice', 'duplicate_name', () =>
    buildZip([
      ...wheelMembers(DEMO_FILES),
      { name: 'demo-1.0.data/purelib/demo/late.py', data: 'def one(): ...' },
      { name: 'demo-1.0.data/platlib/demo/late.py', data: 'def other(): ...' },
    ]),
  ),
  hostileWheel('an empty archive', 'wheel_dist_info', () => buildZip([])),
  hostileWheel('the METADATA of another project', 'metadata_mismatch', () =>
    described('Name: other\nVersion: 1.0\n'),
  ),
  hostileWheel('the METADATA of another version', 'metadata_mismatch', () =>
    described('Name: demo\nVersion: 9.9.9\n'),
  ),
  hostileWheel('two names', 'metadata_mismatch', () =>
    described('Name: demo\nVersion: 1.0\nNAME: other\n'),
  ),
  hostileWheel('two versions', 'metadata_mismatch', () =>
    described('Name: demo\r\nVersion: 1.0\r\nVersion: 2.0\r\n'),
  ),
]

/** The demo wheel with other metadata, and a RECORD that lists it. */
function described(metadata: string): Buffer {
  const members = wheelMembers(DEMO_FILES)
    .slice(0, -1)
    .map((member) =>
      member.name === `${DIST_INFO}/METADATA` ? { ...member, data: metadata } : member,
    )
  return buildZip([...members, recordMember(members)])
}

function withRecord(record: ZipMember): Buffer {
  return buildZip([...wheelMembers(DEMO_FILES).slice(0, -1), record])
}

function recorded(change: (text: string) => string): Buffer {
  const honest = recordMember(wheelMembers(DEMO_FILES).slice(0, -1))
  return withRecord({ name: RECORD, data: change(String(honest.data)) })
}
