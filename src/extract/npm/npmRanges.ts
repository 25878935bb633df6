// The packages that an npm package asks for, with the ranges that its manifest asks for them in: an
// object as JSON, the range by the name. What only its makers need is not among them.

import { isMembers } from '../../domain/texts/jsonValue.ts'
import type { Extractor, OpenedJob } from '../extractor.ts'
import { npmPackage } from './followNpm.ts'
import { fieldOf, textField } from './package.ts'

/** The first that names a package decides. */
const FIELDS = ['dependencies', 'optionalDependencies', 'peerDependencies']

export const npmRanges = ((opened: OpenedJob) => {
  const { manifest } = npmPackage(opened)
  const ranges = new Map<string, string>()
  for (const field of FIELDS.map((name) => fieldOf(manifest, name))) {
    for (const name of isMembers(field) ? Object.keys(field).sort() : []) {
      const range = textField(field, name)
      if (range !== null && !ranges.has(name)) ranges.set(name, range)
    }
  }
  return Buffer.from(JSON.stringify(Object.fromEntries(ranges)))
}) satisfies Extractor
