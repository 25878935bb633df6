// The extractor of wheels and sdists: its output is an encoded symbol table.

import { encodeTable } from '../../table/encodeTable.ts'
import type { Extractor } from '../extractor.ts'
import { followPython, pythonArtifact } from './followPython.ts'

export const pythonTable: Extractor = async (opened, dependencies) =>
  encodeTable(await followPython(pythonArtifact(opened), dependencies))
