// One package of the program: its files as text, as syntax, and the way from a specifier to a file.

import { keptIn } from '../../../../domain/maps.ts'
import { isMembers } from '../../../../domain/texts/jsonValue.ts'
import { type Resolution, TYPES_IMPORT, TYPES_REQUIRE } from '../../manifest/conditions.ts'
import { isTypesFile } from '../../manifest/packageFiles.ts'
import { PackageResolver, type Resolved } from '../../manifest/packageResolver.ts'
import { fieldOf, folderOf, type NpmPackage, readText, textField } from '../../package.ts'

/** Where a manifest names what it needs; development's last, for declarations that lean on it. */
const RANGES = ['dependencies', 'optionalDependencies', 'peerDependencies', 'devDependencies']

export class PackageModel {
  readonly from: NpmPackage
  readonly resolver: PackageResolver
  readonly #texts = new Map<string, string | null>()

  constructor(from: NpmPackage, resolver = new PackageResolver(from)) {
    this.from = from
    this.resolver = resolver
  }

  get name(): string {
    return this.from.name
  }

  /** The text of a file of declarations. */
  text(path: string): string | null {
    return keptIn(this.#texts, path, () => {
      const text = isTypesFile(path) ? readText(this.from, path) : null
      // A byte order mark is none of the program.
      return text?.charCodeAt(0) === 0xfeff ? text.slice(1) : text
    })
  }

  /** What a specifier means in a file; by the file's own format first. */
  resolve(file: string, specifier: string): Resolved {
    const [first, second] = this.#resolutions(file)
    const found = this.resolver.resolve(file, specifier, first)
    return found.kind === 'missing' ? this.resolver.resolve(file, specifier, second) : found
  }

  /** The declarations behind a subpath, asked for by a file of that format. */
  entry(subpath: string, format: Resolution): string | null {
    const other = format === TYPES_IMPORT ? TYPES_REQUIRE : TYPES_IMPORT
    for (const resolution of [format, other]) {
      const found = this.resolver.resolveSubpath(subpath, resolution)
      if (found !== null && isTypesFile(found)) return found
    }
    return null
  }

  formatOf(file: string): Resolution {
    return this.#resolutions(file)[0]
  }

  #resolutions(file: string): readonly [Resolution, Resolution] {
    const isModule =
      /\.m[jt]s$/.test(file) || (!/\.c[jt]s$/.test(file) && this.#isModuleFolder(file))
    return isModule ? [TYPES_IMPORT, TYPES_REQUIRE] : [TYPES_REQUIRE, TYPES_IMPORT]
  }

  #isModuleFolder(file: string): boolean {
    let folder = folderOf(file)
    for (;;) {
      const manifest = folder === '' ? this.from.manifest : this.resolver.files.manifest(folder)
      if (isMembers(manifest)) return textField(manifest, 'type') === 'module'
      if (folder === '') return false
      folder = folderOf(folder)
    }
  }

  /** Whether the manifest asks for any package at all. */
  get hasRanges(): boolean {
    return RANGES.some((field) => {
      const ranges = fieldOf(this.from.manifest, field)
      return isMembers(ranges) && Object.keys(ranges).length > 0
    })
  }

  /** The range under which the manifest asks for a package; null when it does not. */
  rangeOf(name: string): string | null {
    for (const field of RANGES) {
      const range = textField(fieldOf(this.from.manifest, field), name)
      if (range !== null) return range
    }
    return null
  }
}
