// The modules that a module imports, as far as its own text says.

import type { PythonModule } from './pythonModule.ts'

/** Modules that are loaded before a module is, as far as its own text says. */
export function* importedPaths({ name, scope }: PythonModule): Generator<string> {
  const parts = name.split('.')
  for (let length = 1; length < parts.length; length++) yield parts.slice(0, length).join('.')
  for (const binding of scope?.names.values() ?? []) {
    if (binding.kind === 'module') yield binding.path
    else if (binding.kind === 'from') {
      yield binding.module
      yield `${binding.module}.${binding.name}`
    }
  }
  for (const star of scope?.stars ?? []) yield star.module
}

/** Submodules that the package itself imports: they stand among its names then. */
export function importedSubmodules({ name, scope }: PythonModule): ReadonlySet<string> {
  const found = new Set<string>()
  for (const path of importedModules({ scope }))
    if (path.startsWith(`${name}.`)) found.add(path.slice(name.length + 1).split('.')[0] ?? '')
  return found
}

/** The modules that imports name. */
export function* importedModules({ scope }: Pick<PythonModule, 'scope'>): Generator<string> {
  for (const binding of scope?.names.values() ?? []) {
    if (binding.kind === 'module') yield binding.path
    else if (binding.kind === 'from') yield binding.module
  }
  for (const star of scope?.stars ?? []) yield star.module
}
