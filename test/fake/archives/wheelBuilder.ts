// Wheels from text. The members come back before they are packed, so that a test can bend one.

import { hash } from 'node:crypto'
import { parseTxtar } from './txtar.ts'
import { asBuffer, buildZip, type ZipMember } from './zipBuilder.ts'

export const WHEEL_NAME = 'demo-1.0-py3-none-any.whl'

export const DIST_INFO = 'demo-1.0.dist-info'

const METADATA = `
-- ${DIST_INFO}/METADATA --
Metadata-Version: 2.1
Name: demo
Version: 1.0
-- ${DIST_INFO}/WHEEL --
Wheel-Version: 1.0
Root-Is-Purelib: true
Tag: py3-none-any
`

/** The smallest package that has a module, a stub and a file that nobody reads. */
export const DEMO_FILES = `
-- demo/__init__.py --
from demo.core import run
-- demo/core.py --
def run(): ...
-- demo/core.pyi --
def run() -> None: ...
-- demo/data.bin --
0123456789
`

export function wheelMembers(text: string = DEMO_FILES): readonly ZipMember[] {
  const files = parseTxtar(text + METADATA.trimStart())
  const members = files.map(({ path, content }): ZipMember => ({ name: path, data: content }))
  return [...members, recordMember(members)]
}

/** The RECORD that lists the members given, with hash and size. */
export function recordMember(members: readonly ZipMember[]): ZipMember {
  const rows = members.map(({ name, data = '' }) => {
    const bytes = asBuffer(data)
    return `${name},sha256=${hash('sha256', bytes, 'base64url')},${bytes.length}\n`
  })
  return { name: `${DIST_INFO}/RECORD`, data: `${rows.join('')}${DIST_INFO}/RECORD,,\n` }
}

export function buildWheel(text?: string): Buffer {
  return buildZip(wheelMembers(text))
}
