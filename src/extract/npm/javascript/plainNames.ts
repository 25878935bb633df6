// Names of modules of CommonJS by their tokens alone, for such as are plain: every mention of
// `exports`, `module`, `require` and `this` is one that compilers of ES modules write, or a member of
// `exports`. What is found holds all names that the module can have, and maybe some that it has not,
// so it only serves to say that nothing is there besides. All else is null, and the code is followed.

import { RUNTIME_REQUIRE } from '../manifest/conditions.ts'
import type { PackageResolver } from '../manifest/packageResolver.ts'
import type { NpmPackage } from '../package.ts'
import type { LoaderWord } from './scanFunctions.ts'
import { isModuleFile, type ParsedFiles } from './sourceFiles.ts'
import type { ParsedFile } from './sourceText.ts'

type Names = ReadonlySet<string> | null

/** Modules that are looked at for circles, over all entry points of a package. */
const VISITS_MAX = 200_000
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
  #visitsLeft = VISITS_MAX

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
      for (const next of links) {
        if (seen.has(next)) continue
        seen.add(next)
        pending.push(next)
        this.#visitsLeft -= 1
        if (this.#visitsLeft < 0) return true
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

type Region = Readonly<{ start: number; end: number }>
type Mentions = Readonly<{ names: Set<string>; stars: string[]; isCompiled: boolean }>

function mentionsIn({ text, words }: ParsedFile): Mentions | null {
  if (words === null) return null
  const found: Mentions = { names: new Set(), stars: [], isCompiled: COMPILED.test(text) }
  const regions = starRegions(text, found.stars)
  if (regions === null) return null
  let next = 0
  for (const one of words) {
    while (one.at >= (regions[next]?.end ?? Infinity)) next += 1
    if (one.at >= (regions[next]?.start ?? Infinity)) continue
    if (!isPlain(text, one, found)) return null
  }
  found.names.delete('__esModule')
  return found
}

function isPlain(text: string, one: LoaderWord, found: Mentions): boolean {
  const { word, at, isInside, isBound } = one
  switch (word) {
    case 'exports':
      return isMember(text, at, found) || isGiven(text, at, found)
    case 'require':
      return !isInside && matchAt(REQUIRE, text, at) !== null
    case 'this':
      return isBound || isOfHelper(text, at)
    case 'arguments':
      return isBound
    case 'return':
    case 'throw':
      return isInside
    case 'Function':
    case 'with':
      return matchAt(RUNS_TEXT, text, at) === null
    default:
      return false
  }
}

/** `exports.x`, whatever is done to it. */
function isMember(text: string, at: number, { names, isCompiled }: Mentions): boolean {
  const [, name, call] = matchAt(MEMBER, text, at) ?? []
  if (name === undefined || name === '__proto__') return false
  names.add(name)
  // A method of `exports` has it for `this`, unless it was a function of an ES module.
  return isCompiled || call === undefined
}

/** `exports` as an argument of what defines a name, or of what takes over all names of a module. */
function isGiven(text: string, at: number, { names, stars }: Mentions): boolean {
  const before = text.slice(Math.max(0, at - BEFORE_MAX), at)
  const defined = matchAt(DEFINED, text, at)?.[2]
  if (defined !== undefined && before.endsWith('Object.defineProperty(')) {
    names.add(defined)
    return defined !== '__proto__'
  }
  const star = EXPORT_STAR.exec(before)?.[2]
  if (star === undefined || matchAt(CLOSED, text, at) === null) return false
  stars.push(star)
  return true
}

/** `(this && this.__helper) || function`. */
function isOfHelper(text: string, at: number): boolean {
  if (text[at - 1] === '(') return matchAt(HELPER, text, at) !== null
  const start = at - 'this && '.length
  return text[start - 1] === '(' && matchAt(HELPER, text, start) !== null
}

/** What compilers write to take over all names of a module, and the helper for it. */
function starRegions(text: string, stars: string[]): readonly Region[] | null {
  const regions = Array.from(text.matchAll(STAR_HELPER), regionOf)
  const bound = new Map<string, string>()
  for (const { index, 0: whole, 1: local = '' } of text.matchAll(STAR_LOOP)) {
    if (bound.size === 0)
      for (const [, name = '', , specifier = ''] of text.matchAll(BINDING))
        bound.set(name, specifier)
    const from = bound.get(local)
    if (from === undefined) return null
    stars.push(from)
    regions.push({ start: index, end: index + whole.length })
  }
  return regions.sort((one, other) => one.start - other.start)
}

function regionOf({ index, 0: { length } }: RegExpExecArray): Region {
  return { start: index, end: index + length }
}

const BEFORE_MAX = 300
const REQUIRE = /require\(\s*(["'])([^"'\\\n]+)\1\s*\)/y
const MODULE_EXPORTS = /module\.exports\b/y
const RUNS_TEXT = /(?:Function|with)\s*[(/]/y
/** A comment may hide a call. */
const MEMBER = /exports\.([\w$\u0080-\uffff]+)(\s*(?:[(`/]|\?\.\())?/y
const DEFINED = /exports, ?(["'])([^"'\\\n]+)\1,/y
const CLOSED = /exports\)/y
const EXPORT_STAR = /\b__exportStar\(require\((["'])([^"'\\\n]+)\1\), $/
const HELPER = /this && this\.__\w+\) \|\| \(?(?:function|Object\.create)\b/y
const COMPILED =
  /Object\.defineProperty\(exports, ?["']__esModule["'], ?\{ ?value: ?(?:true|!0) ?\}\)|\bexports\.__esModule ?= ?(?:true|!0)/
const BINDING = /\b(?:var|const|let) ([\w$]+) = require\((["'])([^"'\\\n]+)\2\);/g
const STAR_HELPER =
  /function ?\(m, exports\) \{\s*for \(var p in m\) if \(p !== "default" && !(?:Object\.prototype\.hasOwnProperty\.call\(exports, p\)|exports\.hasOwnProperty\(p\))\) __createBinding\(exports, m, p\);\s*\}/g
const STAR_LOOP =
  /Object\.keys\(([\w$]+)\)\.forEach\(function \(key\) \{\s*if \(key === "default" \|\| key === "__esModule"\) return;\s*(?:if \(Object\.prototype\.hasOwnProperty\.call\(_exportNames, key\)\) return;\s*)?if \(key in exports && exports\[key\] === \1\[key\]\) return;\s*Object\.defineProperty\(exports, key, \{\s*enumerable: true,\s*get: function \(\) \{\s*return \1\[key\];\s*\},?\s*\}\);\s*\}\)/g

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}
