// A wheel of any name, with what it requires: for packages that lead into each other.

import { hash } from 'node:crypto'
import { parseTxtar } from './txtar.ts'
import { asBuffer, buildZip, type ZipMember } from './zipBuilder.ts'

export type PythonWheel = Readonly<{
  name: string
  version?: string
  /** Text of the files, each after a line `-- path --`. */
  files: string
  requires?: readonly string[]
}>

export function pythonWheel(wheel: PythonWheel): Readonly<{ filename: string; bytes: Buffer }> {
  const { name, version = '1.0', files, requires = [] } = wheel
  const stem = `${name.replaceAll('-', '_')}-${version}`
  const info = `${stem}.dist-info`
  const metadata = [
    'Metadata-Version: 2.1',
    `Name: ${name}`,
    `Version: ${version}`,
    ...requires.map((requirement) => `Requires-Dist: ${requirement}`),
    '',
    'Requires-Dist: this-is-prose',
    '',
  ]
  const members: ZipMember[] = [
    ...parseTxtar(files).map(({ path, content }) => ({ name: path, data: content })),
    { name: `${info}/METADATA`, data: metadata.join('\n') },
    {
      name: `${info}/WHEEL`,
      data: 'Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n',
    },
  ]
  const rows = members.map(({ name: path, data = '' }) => {
    const bytes = asBuffer(data)
    return `${path},sha256=${hash('sha256', bytes, 'base64url')},${bytes.length}\n`
  })
  const record = { name: `${info}/RECORD`, data: `${rows.join('')}${info}/RECORD,,\n` }
  return { filename: `${stem}-py3-none-any.whl`, bytes: buildZip([...members, record]) }
}
