// Which import paths a distribution answers for, from its files alone.

import { findModules, type ModuleFiles, type PythonArtifact } from './moduleFiles.ts'

const NAMESPACE_INIT_MAX_BYTES = 4_000

/** Says whether a path leads into the distribution. */
export type ProvidedModules = Readonly<{ has(path: string): boolean }>

export function providedModules(artifact: PythonArtifact): ProvidedModules {
  const files = new Map(findModules(artifact).map((module) => [module.name, module]))
  return {
    has(path) {
      // `a.b.C.D`: what is below a module of the distribution is its own affair.
      for (let end = path.length; end > 0; end = path.lastIndexOf('.', end - 1)) {
        const module = files.get(path.slice(0, end))
        if (module !== undefined) return !isNamespace(module, artifact)
      }
      return false
    },
  }
}

/** A folder that several distributions share: without a file of its own, or with one that says so. */
function isNamespace(
  { isPackage, source, stub, compiled }: ModuleFiles,
  artifact: PythonArtifact,
): boolean {
  if (!isPackage || stub !== null || compiled !== null) return false
  const bytes = source === null ? null : artifact.read(source)
  if (bytes === null) return true
  if (bytes.length > NAMESPACE_INIT_MAX_BYTES) return false
  return /\b(?:declare_namespace|extend_path)\s*\(/.test(Buffer.from(bytes).toString('latin1'))
}
