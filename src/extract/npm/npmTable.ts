// The extractor of npm tarballs: its output is an encoded symbol table.

import { inStage } from '../../stages.ts'
import { encodeTable } from '../../table/format/encodeTable.ts'
import type { Extractor } from '../extractor.ts'
import { followNpm } from './followNpm.ts'

export const npmTable: Extractor = async (opened, dependencies) => {
  const table = await followNpm(opened, dependencies)
  return inStage('encode', () => encodeTable(table))
}
