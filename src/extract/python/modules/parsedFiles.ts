// Files of artifacts, each parsed once: a table that follows other distributions is extracted more than
// once, and parsing is most of the work.

import { keptIn } from '../../../domain/maps.ts'
import { inStage } from '../../../stages.ts'
import { decodePython } from '../../../syntax/python/decodePython.ts'
import { parsePython } from '../../../syntax/python/parsePython.ts'
import type { PythonArtifact } from '../files/moduleFiles.ts'

type Parsed = ReturnType<typeof parsePython>

export type ParsedFiles = ReturnType<typeof parsedFiles>

export function parsedFiles() {
  const artifacts = new Map<PythonArtifact, Map<string, Parsed | null>>()
  /** Null for a file that was not kept. */
  return (artifact: PythonArtifact, file: string): Parsed | null => {
    const files = keptIn(artifacts, artifact, () => new Map<string, Parsed | null>())
    return keptIn(files, file, () => {
      const bytes = artifact.read(file)
      return bytes && inStage('parse', () => parsePython(decodePython(bytes)))
    })
  }
}
