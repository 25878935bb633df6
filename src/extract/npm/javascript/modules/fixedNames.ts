// The names of an ES module by its syntax alone. They cannot change when it runs, so where all of
// them are declared there is nothing left to find out: its code need not be followed.

import { RUNTIME_IMPORT } from '../../manifest/conditions.ts'
import { PackageResolver } from '../../manifest/packageResolver.ts'
import type { NpmPackage } from '../../package.ts'
import { WHOLE } from './namespaces.ts'
import type { ParsedFiles } from './sourceFiles.ts'

type Names = ReadonlySet<string> | null

export class FixedNames {
  readonly #from: NpmPackage
  readonly #files: ParsedFiles
  readonly #resolver: PackageResolver
  readonly #known = new Map<string, Names>()

  constructor(from: NpmPackage, files: ParsedFiles) {
    this.#from = from
    this.#files = files
    this.#resolver = new PackageResolver(from)
  }

  /**
   * Null for what is no ES module, where names come from another package, and where `require` gets
   * what the module says.
   */
  of(file: string): Names {
    const known = this.#known.get(file)
    if (known !== undefined) return known
    // In a circle of stars the first has what the others have.
    this.#known.set(file, new Set())
    const names = this.#read(file)
    this.#known.set(file, names)
    return names
  }

  #read(file: string): Names {
    const parsed = /\.m?js$/.test(file) ? this.#files.of(this.#from, file) : null
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
        const more = this.#star(file, moduleRequest.value)
        if (more === null) return null
        for (const name of more) if (name !== 'default') names.add(name)
      } else return null
    }
    return names
  }

  #star(file: string, specifier: string): Names {
    const found = this.#resolver.resolve(file, specifier, RUNTIME_IMPORT)
    return found.kind === 'file' ? this.of(found.file) : null
  }
}
