// The extractor of npm tarballs: its output is an encoded symbol table.

import { encodeTable } from '../../table/format/encodeTable.ts'
import type { Extractor } from '../extractor.ts'
import { followNpm } from './followNpm.ts'

export const npmTable: Extractor = async (opened, dependencies) =>
  encodeTable(await followNpm(opened, dependencies))
