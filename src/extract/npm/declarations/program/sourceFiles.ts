// The files of packages as syntax. What is in them does not depend on which packages are there, so
// that a package that is extracted again, with more of them, is not parsed again.

import { keptIn } from '../../../../domain/maps.ts'
import { type PackageResolvers, packageResolvers } from '../../manifest/packageResolver.ts'
import type { NpmPackage } from '../../package.ts'
import { PackageModel } from './packageModel.ts'
import { SourceFile } from './sourceFile.ts'

export class SourceFiles {
  readonly #resolvers: PackageResolvers
  readonly #models = new Map<NpmPackage, PackageModel>()
  readonly #files = new Map<PackageModel, Map<string, SourceFile>>()

  constructor(resolvers: PackageResolvers = packageResolvers()) {
    this.#resolvers = resolvers
  }

  model(from: NpmPackage): PackageModel {
    return keptIn(this.#models, from, () => new PackageModel(from, this.#resolvers(from)))
  }

  /** The file at a path, whose text is given. */
  file(model: PackageModel, path: string, text: string): SourceFile {
    const files = keptIn(this.#files, model, () => new Map<string, SourceFile>())
    return keptIn(files, path, () => new SourceFile(model, path, text))
  }
}
