// The extractor of wheels and sdists: its output is an encoded symbol table.

import { encodeTable } from '../../table/encodeTable.ts'
import type { Extractor } from '../extractor.ts'
import { extractPython } from './extractPython.ts'

export const pythonTable: Extractor = ({ kind, tree }) => {
  if (kind !== 'wheel' && kind !== 'sdist')
    throw new Error(`python: a ${kind} is none of its files`)
  const entries = tree.entries.map(({ path }) => path)
  return encodeTable(extractPython({ kind, entries, read: tree.read }))
}
