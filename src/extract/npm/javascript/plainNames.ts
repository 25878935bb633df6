// Names of modules of CommonJS by their tokens alone, for such as are plain: every mention of
// `exports`, `module`, `require` and `this` is one that compilers of ES modules write, or a member of
// `exports`. What is found holds all names that the module can have, and maybe some that it has not,
// so it only serves to say that nothing is there besides. All else is null, and the code is followed.

import { RUNTIME_REQUIRE } from '../manifest/conditions.ts'
import type { PackageResolver } from '../manifest/packageResolver.ts'
import type { NpmPackage } from '../package.ts'
import { type Mentions, MODULE_EXPORTS, matchAt, mentionsIn, REQUIRE } from './loaderMentions.ts'
import { isModuleFile, type ParsedFiles } from './sourceFiles.ts'
import type { ParsedFile } from './sourceText.ts'

type Names = ReadonlySet<string> | null

/** Links that are followed in search of circles, over all entry points of a package. */
const LINKS_MAX = 2_000_000
const DEPTH_MAX = 100
const OTHER_LOADS: ReadonlySet<string> = new Set(['module', 'eval', 'import', 'export'])
/** Functions larger than this are not looked through where they take too long to follow. */
const LENGTH_MAX = 500_000

export class PlainNames {
  readonly #from: NpmPackage
  readonly #files: ParsedFiles
  readonly #resolver: PackageResolver
  readonly #known = new Map<string, Names>()
  readonly #mentioned = new Map<string, Mentions | null>()
  readonly #links = new Map<string, readonly string[] | null>()
  #linksLeft = LINKS_MAX

  constructor(from: NpmPackage, resolver: PackageResolver, files: ParsedFiles) {
    this.#from = from
    this.#files = files
    this.#resolver = resolver
  }

  of(file: string, depth = 0): Names {
    const known = this.#known.get(file)
    if (known !== undefined) return known
    // What leads back to itself is not plain.
    this.#known.set(file, null)
    const names = depth > DEPTH_MAX ? null : this.#read(file, depth)
    this.#known.set(file, names)
    return names
  }

  #read(file: string, depth: number): Names {
    if (!/\.c?js$/.test(file) || isModuleFile(this.#resolver, file)) return null
    const parsed = this.#files.of(this.#from, file)
    if (parsed === null || parsed.text.length > LENGTH_MAX) return null
    const found = this.#mentions(file, parsed)
    if (found === null || this.#isInCircle(file)) return null
    const names = new Set(found.names)
    for (const specifier of found.stars) {
      const target = this.#resolver.resolve(file, specifier, RUNTIME_REQUIRE)
      const more = target.kind === 'file' ? this.of(target.file, depth + 1) : null
      if (more === null) return null
      for (const name of more) if (name !== 'default') names.add(name)
    }
    return names
  }

  /**
   * Names below `default`, where that is a module that was an ES module as well: all of them, and
   * maybe others.
   */
  ofDefault(file: string, depth = 0): Names {
    const names = depth > DEPTH_MAX ? null : this.of(file)
    const parsed = names?.has('default') === true ? this.#files.of(this.#from, file) : null
    const found = parsed === null ? null : this.#mentions(file, parsed)
    const [value, ...others] = found?.defaults ?? []
    if (parsed === null || !found?.isCompiled || value == null || others.length > 0) return null
    const [local = '', member] = value.split('.')
    const imported = importOf(parsed.text, local)
    if (imported === null || imported.isWhole !== (member === undefined)) return null
    const target = this.#resolver.resolve(file, imported.specifier, RUNTIME_REQUIRE)
    if (target.kind !== 'file' || !this.#isHarmless(target.file)) return null
    return imported.isWhole ? this.of(target.file) : this.ofDefault(target.file, depth + 1)
  }

  #mentions(file: string, parsed: ParsedFile): Mentions | null {
    const known = this.#mentioned.get(file)
    if (known !== undefined) return known
    const found = mentionsIn(parsed)
    this.#mentioned.set(file, found)
    return found
  }

  /** What was an ES module gives no names to others. */
  #isHarmless(file: string): boolean {
    const parsed = this.#files.of(this.#from, file)
    return parsed !== null && this.#mentions(file, parsed)?.isCompiled === true
  }

  /** Whether a module that it loads may load it, and then give it names. */
  #isInCircle(file: string): boolean {
    const pending = [file]
    const seen = new Set(pending)
    for (const one of pending) {
      const links = this.#linksOf(one)
      if (links === null || (links.includes(file) && !this.#isHarmless(one))) return true
      this.#linksLeft -= links.length
      if (this.#linksLeft < 0) return true
      for (const next of links) {
        if (!seen.has(next)) pending.push(next)
        seen.add(next)
      }
    }
    return false
  }

  /** Files of the package that a file loads; null where that cannot be told. */
  #linksOf(file: string): readonly string[] | null {
    const known = this.#links.get(file)
    if (known !== undefined) return known
    const links = this.#readLinks(file)
    this.#links.set(file, links)
    return links
  }

  #readLinks(file: string): readonly string[] | null {
    if (file.endsWith('.json')) return []
    const parsed = /\.c?js$/.test(file) ? this.#files.of(this.#from, file) : null
    const words = parsed?.words ?? null
    if (parsed === null || words === null) return null
    const links: string[] = []
    for (const { word, at, isBound } of words) {
      // `module.require`, `import()`; `module.exports` gives nobody anything.
      const isOther = OTHER_LOADS.has(word) || (word === 'arguments' && !isBound)
      if (isOther && matchAt(MODULE_EXPORTS, parsed.text, at) === null) return null
      if (word !== 'require') continue
      const specifier = matchAt(REQUIRE, parsed.text, at)?.[2]
      if (specifier === undefined) return null
      const target = this.#resolver.resolve(file, specifier, RUNTIME_REQUIRE)
      if (target.kind === 'file') links.push(target.file)
    }
    return links
  }
}

type Imported = Readonly<{ specifier: string; isWhole: boolean }>

/** What compilers make of `import * as x` and `import x`. */
function importOf(text: string, local: string): Imported | null {
  for (const [, name, helper, , specifier = ''] of text.matchAll(IMPORT))
    if (name === local) return { specifier, isWhole: helper === 'Star' }
  return null
}

const IMPORT =
  /\b(?:var|const) ([\w$]+) = __import(Star|Default)\(require\((["'])([^"'\\\n]+)\3\)\);/g
