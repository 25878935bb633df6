// A module as its files say it: source, stub, and Cython's sources where there is nothing better.

import { inStage } from '../../../stages.ts'
import { decodePython } from '../../../syntax/python/decodePython.ts'
import { parsePython } from '../../../syntax/python/parsePython.ts'
import type { PythonFile, SyntaxProblem } from '../../../syntax/python/syntax.ts'
import type { IsMissing } from '../files/missingImports.ts'
import type { ModuleFiles, PythonArtifact } from '../files/moduleFiles.ts'
import { packageOf } from '../files/modulePaths.ts'
import { bindsNothing, type Scope } from '../scope/bindings.ts'
import { readScope } from '../scope/readScope.ts'
import { Source } from '../scope/source.ts'
import type { PythonModule } from './pythonModule.ts'
import { readCython } from './readCython.ts'

export type UnreadModule = Readonly<{
  files: ModuleFiles
  artifact: PythonArtifact
  submodules: readonly string[]
  missingFrom: (files: ModuleFiles) => IsMissing
}>

/** What the files of a module say, whatever else is at hand. */
export type ModuleText = Pick<PythonModule, 'doc' | 'scope' | 'stub' | 'problems'>

export function readText(unread: UnreadModule): ModuleText {
  const { files, artifact } = unread
  const isMissing = unread.missingFrom(files)
  const problems: { file: string; problem: SyntaxProblem }[] = []
  let doc: string | null = null
  const read = (file: string | null, isStub: boolean): Scope | null => {
    const found = file === null ? null : parsedFile(artifact, file)
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
  return { doc, scope, stub, problems }
}

/** Null for a file that was not kept. */
function parsedFile(artifact: PythonArtifact, file: string): PythonFile | null {
  const bytes = artifact.read(file)
  return bytes && inStage('parse', () => parsePython(decodePython(bytes)))
}

/** A module of which nothing has been found out but its text. */
export function newModule(unread: UnreadModule, text: ModuleText): PythonModule {
  const { files, artifact, submodules } = unread
  const { doc, stub, problems } = text
  // What others say that a module makes is added to its scope, which is another one then.
  const scope = text.scope && { ...text.scope, makes: [...text.scope.makes] }
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
