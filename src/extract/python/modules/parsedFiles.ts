// Files of artifacts, each parsed once: a table that follows other distributions is extracted more than
// once, and parsing is most of the work.

import { decodePython } from '../../../syntax/python/decodePython.ts'
import { parsePython } from '../../../syntax/python/parsePython.ts'
import type { PythonArtifact } from '../files/moduleFiles.ts'

type Parsed = ReturnType<typeof parsePython>

export class ParsedFiles {
  private readonly artifacts = new Map<PythonArtifact, Map<string, Parsed>>()

  /** Null for a file that was not kept. */
  of(artifact: PythonArtifact, file: string): Parsed | null {
    const files = this.artifacts.get(artifact) ?? new Map<string, Parsed>()
    this.artifacts.set(artifact, files)
    const known = files.get(file)
    if (known !== undefined) return known
    const bytes = artifact.read(file)
    if (bytes === null) return null
    const parsed = parsePython(decodePython(bytes))
    files.set(file, parsed)
    return parsed
  }
}
