// The names of an ES module by its syntax alone. They cannot change when it runs, so where all of
// them are declared there is nothing left to find out: its code need not be followed.

import { RUNTIME_IMPORT } from '../../manifest/conditions.ts'
import type { PackageResolver } from '../../manifest/packageResolver.ts'
import type { NpmPackage } from '../../package.ts'
import { WHOLE } from './namespaces.ts'
import type { ParsedFiles } from './sourceFiles.ts'

type Names = ReadonlySet<string> | null

export function fixedNames(from: NpmPackage, files: ParsedFiles, resolver: PackageResolver) {
  const known = new Map<string, Names>()

  /**
   * Null for what is no ES module, where names come from another package, and where `require` gets
   * what the module says.
   */
  function namesOf(file: string): Names {
    const there = known.get(file)
    if (there !== undefined) return there
    // In a circle of stars the first has what the others have.
    known.set(file, new Set())
    const names = readNames(file)
    known.set(file, names)
    return names
  }

  function readNames(file: string): Names {
    const parsed = /\.m?js$/.test(file) ? files(from, file) : null
    if (parsed?.words?.some(({ word }) => word === 'export') === false) return null
    const exports = parsed?.exports ?? []
    if (exports.length === 0) return null
    const names = new Set<string>()
    for (const { exportName, importName, moduleRequest } of exports.flatMap(
      ({ entries }) => entries,
    )) {
      if (exportName.name === WHOLE) return null
      if (exportName.name !== null) names.add(exportName.name)
      else if (exportName.kind === 'Default') names.add('default')
      else if (moduleRequest !== null && importName.kind === 'AllButDefault') {
        const more = starNames(file, moduleRequest.value)
        if (more === null) return null
        for (const name of more) if (name !== 'default') names.add(name)
      } else return null
    }
    return names
  }

  function starNames(file: string, specifier: string): Names {
    const found = resolver.resolve(file, specifier, RUNTIME_IMPORT)
    return found.kind === 'file' ? namesOf(found.file) : null
  }

  return namesOf
}
