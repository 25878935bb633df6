// A small file of the form that its name states, which opens, and which no other name gives.

import { buildZip } from './archives/zipBuilder.ts'
import { tarGz } from './tarGz.ts'

export function defaultFile(filename: string): Buffer {
  const lower = filename.toLowerCase()
  const text = `file of ${filename}\n`
  if (lower.endsWith('.whl')) {
    const [name = 'proj', version = '0'] = filename.split('-')
    return buildZip([
      { name: `${name}/__init__.py`, data: '' },
      { name: `${name}-${version}.dist-info/METADATA`, data: text },
    ])
  }
  if (lower.endsWith('.tgz')) return tarGz({ 'package.json': JSON.stringify({ of: filename }) })
  if (lower.endsWith('.tar.gz')) return tarGz({ 'PKG-INFO': text }, 'project')
  if (lower.endsWith('.zip')) return buildZip([{ name: 'project/PKG-INFO', data: text }])
  return Buffer.from(text)
}
