// Every mention of `exports`, `module`, `require` and `this` in a module of CommonJS, as far as it is
// one that compilers of ES modules write, or a member of `exports`.

import type { LoaderWord } from './scanFunctions.ts'
import type { ParsedFile } from './sourceText.ts'

type Region = Readonly<{ start: number; end: number }>
/** All names that `exports` can get, and maybe others. */
export type Mentions = Readonly<{
  names: Set<string>
  /** Modules whose names are taken over. */
  stars: string[]
  /** What `exports.default` is set to, as it is written; null for what is no name. */
  defaults: (string | null)[]
  /** It was an ES module before. */
  isCompiled: boolean
}>

/** Null where there are others. */
export function mentionsIn({ text, words }: ParsedFile): Mentions | null {
  if (words === null) return null
  const found: Mentions = {
    ...{ names: new Set(), stars: [], defaults: [] },
    isCompiled: COMPILED.test(text),
  }
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
function isMember(text: string, at: number, found: Mentions): boolean {
  const { names, defaults, isCompiled } = found
  const [, name, call] = matchAt(MEMBER, text, at) ?? []
  if (name === undefined || name === '__proto__') return false
  names.add(name)
  if (name === 'default' && matchAt(NOTHING, text, at) === null)
    defaults.push(matchAt(DEFAULT, text, at)?.[1] ?? null)
  // A method of `exports` has it for `this`, unless it was a function of an ES module.
  return isCompiled || call === undefined
}

/** `exports` as an argument of what defines a name, or of what takes over all names of a module. */
function isGiven(text: string, at: number, { names, stars, defaults }: Mentions): boolean {
  const before = text.slice(Math.max(0, at - BEFORE_MAX), at)
  const defined = matchAt(DEFINED, text, at)?.[2]
  if (defined !== undefined && before.endsWith('Object.defineProperty(')) {
    names.add(defined)
    if (defined === 'default') defaults.push(null)
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
export const REQUIRE = /require\(\s*(["'])([^"'\\\n]+)\1\s*\)/y
export const MODULE_EXPORTS = /module\.exports\b/y
const RUNS_TEXT = /(?:Function|with)\s*[(/]/y
/** A comment may hide a call. */
const MEMBER = /exports\.([\w$\u0080-\uffff]+)(\s*(?:[(`/]|\?\.\())?/y
/** `exports.default = exports.a = void 0`: names before they have values; bounded, as each is asked. */
const NOTHING = /(?:exports\.[\w$\u0080-\uffff]+ = ){1,300}void 0\b/y
const DEFAULT = /exports\.default = ([\w$]+(?:\.default)?);/y
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

export function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}
