// The names that Cython's sources give a compiled module.

import { posix } from 'node:path'
import { decodePython } from '../../../syntax/python/decodePython.ts'
import { parsePython } from '../../../syntax/python/parsePython.ts'
import { cythonText } from '../files/cythonText.ts'
import type { PythonArtifact } from '../files/moduleFiles.ts'
import type { Scope } from '../scope/bindings.ts'
import { readScope } from '../scope/readScope.ts'
import { Source } from '../scope/source.ts'

const FILES_MAX = 200

/** What is left to Cython, such as names that are made by macros, is not seen. */
export const READ_FROM_CYTHON = 'is compiled, and read from its Cython source'

/** Null when none of the files can be read. Names of the first file stand before those of others. */
export function readCython(
  files: readonly string[],
  artifact: PythonArtifact,
  pkg: string,
): Scope | null {
  const present = new Set(artifact.entries)
  const queue = new Set(files)
  let scope: Scope | null = null
  // The set grows while it is gone through: files include others.
  for (const file of queue) {
    const bytes = present.has(file) ? artifact.read(file) : null
    if (bytes === null || queue.size > FILES_MAX) continue
    const { text, includes } = cythonText(decodePython(bytes))
    for (const one of includes) queue.add(posix.join(posix.dirname(file), one))
    const parsed = parsePython(text)
    const source = new Source({ file, text: parsed.text, isStub: true })
    const read = readScope(parsed.body, { source, package: pkg, isClass: false })
    showImports(read)
    scope = scope === null ? read : merged(scope, read)
  }
  scope?.dynamic.push(READ_FROM_CYTHON)
  return scope
}

/** Stubs keep their imports to themselves; these are not stubs. */
function showImports({ names }: Scope): void {
  for (const [name, binding] of names) {
    if (binding.kind === 'from' || binding.kind === 'module') {
      names.set(name, { ...binding, isExplicit: true })
    }
  }
}

function merged(scope: Scope, more: Scope): Scope {
  for (const [name, binding] of more.names) {
    const known = scope.names.get(name)
    // A declaration says less than the definition, which has the members.
    const isDeclared = known?.kind === 'value' || known?.source.file.endsWith('.pxd')
    if (known === undefined || isDeclared) scope.names.set(name, binding)
  }
  scope.allSteps.push(...more.allSteps)
  return scope
}
