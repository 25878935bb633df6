// A module as its files say it: source, stub, and Cython's sources where there is nothing better.

import type { SyntaxProblem } from '../../../syntax/python/syntax.ts'
import type { IsMissing } from '../files/missingImports.ts'
import type { ModuleFiles, PythonArtifact } from '../files/moduleFiles.ts'
import { packageOf } from '../files/modulePaths.ts'
import { bindsNothing, type Scope } from '../scope/bindings.ts'
import { readScope } from '../scope/readScope.ts'
import { Source } from '../scope/source.ts'
import type { ParsedFiles } from './parsedFiles.ts'
import type { PythonModule } from './pythonModule.ts'
import { readCython } from './readCython.ts'

export type UnreadModule = Readonly<{
  files: ModuleFiles
  artifact: PythonArtifact
  submodules: readonly string[]
  missingFrom: (files: ModuleFiles) => IsMissing
}>

export function readModule(unread: UnreadModule, parsed: ParsedFiles): PythonModule {
  const { files, artifact, submodules } = unread
  const isMissing = unread.missingFrom(files)
  const problems: { file: string; problem: SyntaxProblem }[] = []
  let doc: string | null = null
  const read = (file: string | null, isStub: boolean): Scope | null => {
    const found = file === null ? null : parsed(artifact, file)
    if (file === null || found === null) return null
    for (const problem of found.problems) problems.push({ file, problem })
    doc ??= found.doc
    return readScope(found.body, {
      source: new Source({ file, text: found.text, isStub }),
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
