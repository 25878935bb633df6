// A module as its files say it: source, stub, and Cython's sources where there is nothing better.

import { bindsNothing, type Scope } from './bindings.ts'
import type { IsMissing } from './missingModules.ts'
import type { ModuleFiles, PythonArtifact } from './moduleFiles.ts'
import { packageOf } from './modulePaths.ts'
import type { PythonModule } from './pythonModule.ts'
import { readCython } from './readCython.ts'
import { readScope } from './scope.ts'
import { decodePython } from './syntax/decodePython.ts'
import { parsePython } from './syntax/parsePython.ts'
import type { SyntaxProblem } from './syntax/syntax.ts'

export function readModule(
  files: ModuleFiles,
  artifact: PythonArtifact,
  submodules: readonly string[],
  isMissing: IsMissing,
): PythonModule {
  const problems: { file: string; problem: SyntaxProblem }[] = []
  let doc: string | null = null
  const read = (file: string | null, isStub: boolean): Scope | null => {
    const parsed = file === null ? null : parseFile(artifact, file)
    if (file === null || parsed === null) return null
    for (const problem of parsed.problems) problems.push({ file, problem })
    doc ??= parsed.doc
    return readScope(parsed.body, {
      source: { file, text: parsed.text, isStub },
      package: packageOf(files),
      isClass: false,
      isMissing,
    })
  }
  const scope = read(files.source, false)
  const stub = withCython(read(files.stub, true), files, artifact)
  return {
    name: files.name,
    files,
    isPackage: files.isPackage,
    doc,
    scope,
    stub,
    problems,
    submodules,
    native: (files.source === null && artifact.native?.get(files.compiled ?? '')) || [],
    injected: new Map(),
    removed: new Set(),
    names: null,
    all: undefined,
    stubAll: null,
    lazy: undefined,
    made: null,
    perhaps: new Set(),
    given: new Set(),
    dynamic: new Set(),
  }
}

type Parsed = ReturnType<typeof parsePython>

// A table that follows others is extracted more than once, and parsing is most of the work.
const parsedFiles = new WeakMap<PythonArtifact, Map<string, Parsed>>()

function parseFile(artifact: PythonArtifact, file: string): Parsed | null {
  const files = parsedFiles.get(artifact) ?? new Map<string, Parsed>()
  parsedFiles.set(artifact, files)
  const known = files.get(file)
  if (known !== undefined) return known
  const bytes = artifact.read(file)
  if (bytes === null) return null
  const parsed = parsePython(decodePython(bytes))
  files.set(file, parsed)
  return parsed
}

/** Of a compiled module whose stub is missing or incomplete, Cython's sources say more. */
function withCython(
  stub: Scope | null,
  files: ModuleFiles,
  artifact: PythonArtifact,
): Scope | null {
  const isKnown = stub !== null && !bindsNothing(stub) && !stub.names.has('__getattr__')
  if (files.source !== null || files.cython.length === 0 || isKnown) return stub
  const read = readCython(files.cython, artifact, packageOf(files))
  if (read === null || stub === null) return read
  for (const [name, binding] of read.names) if (!stub.names.has(name)) stub.names.set(name, binding)
  return stub
}
