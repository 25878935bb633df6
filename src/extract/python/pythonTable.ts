// The extractor of wheels and sdists: its output is an encoded symbol table.

import { encodeTable } from '../../table/encodeTable.ts'
import type { Extractor } from '../extractor.ts'
import { withCompiledWords } from './compiledFiles.ts'
import { followPython, pythonArtifact } from './followPython.ts'

export const pythonTable: Extractor = async (opened, dependencies) => {
  const table = await followPython(pythonArtifact(opened), dependencies)
  return encodeTable(await withCompiledWords(table, opened))
}
