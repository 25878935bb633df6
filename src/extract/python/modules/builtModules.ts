// A source distribution does not hold what its build makes: modules of C, of grammars, of protocol
// descriptions, often the one with the version. What its own code imports and it does not hold is one
// of these, and nobody can tell what is in it.

import { importedModules } from './importedPaths.ts'
import type { PythonModule } from './pythonModule.ts'

/** Names of modules of this kind, those of packages that are missing as a whole included. */
export function builtModules(modules: ReadonlyMap<string, PythonModule>): ReadonlySet<string> {
  const built = new Set<string>()
  for (const module of modules.values()) {
    for (const path of importedModules(module)) {
      for (const missing of missingParts(path, modules)) built.add(missing)
    }
  }
  return built
}

/** Nothing can stand below a module that is no package. */
function missingParts(path: string, modules: ReadonlyMap<string, PythonModule>): readonly string[] {
  const missing: string[] = []
  for (let name = path; !modules.has(name); name = name.slice(0, name.lastIndexOf('.'))) {
    missing.push(name)
    if (!name.includes('.')) return []
  }
  const [above = ''] = missing.slice(-1)
  const parent = modules.get(above.slice(0, Math.max(0, above.lastIndexOf('.'))))
  return parent !== undefined && isWhole(parent) ? missing : []
}

/** Into a package that several distributions share, others put what is missing here. */
const SHARED = /\b(?:declare_namespace|extend_path)\b/

function isWhole({ isPackage, scope }: PythonModule): boolean {
  return isPackage && scope !== null && !SHARED.test(scope.source.text)
}
