// The extractor of wheels and sdists: its output is an encoded symbol table.

import { inStage } from '../../stages.ts'
import { encodeTable } from '../../table/format/encodeTable.ts'
import type { Extractor } from '../extractor.ts'
import { nativeFiles, withCompiledWords } from './files/compiledFiles.ts'
import { followPython, pythonArtifact } from './followPython.ts'

export const pythonTable: Extractor = async (opened, dependencies) => {
  const artifact = pythonArtifact(opened)
  const native = await nativeFiles(artifact, opened)
  const table = await followPython({ ...artifact, native }, dependencies)
  const whole = await withCompiledWords(table, opened)
  return inStage('encode', () => encodeTable(whole))
}
