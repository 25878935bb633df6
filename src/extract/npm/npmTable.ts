// The extractor of npm tarballs: its output is an encoded symbol table. It is given the tarball
// alone; what other packages would bring is noted in the state of the modules that need it.

import { encodeTable } from '../../table/encodeTable.ts'
import type { Extractor } from '../extractor.ts'
import { type Dependencies, extractNpm, type NpmPackage } from './extractNpm.ts'
import { textField } from './package.ts'

const NO_DEPENDENCIES: Dependencies = { get: () => null }

export const npmTable: Extractor = ({ kind, tree }) => {
  if (kind !== 'tarball') throw new Error(`npm: a ${kind} is none of its files`)
  return encodeTable(extractNpm(npmPackage(tree), NO_DEPENDENCIES).table)
}

type Tree = Parameters<Extractor>[0]['tree']

/** The files of a tarball as the extractor takes them. Throws without a manifest that is JSON. */
export function npmPackage(tree: Tree): NpmPackage {
  const bytes = tree.read('package.json')
  if (bytes === null) throw new Error('npm: there is no package.json')
  const manifest: unknown = JSON.parse(
    Buffer.from(bytes)
      .toString('utf8')
      .replace(/^\ufeff/, ''),
  )
  return {
    name: textField(manifest, 'name') ?? '',
    version: textField(manifest, 'version') ?? '',
    manifest,
    entries: tree.entries.map(({ path }) => path),
    read: (path) => tree.read(path),
  }
}
