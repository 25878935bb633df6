// Names that a text says a CommonJS module exports, found without its syntax: for files that are too
// long to be parsed.

import { offsetsOutside } from './nesting.ts'

/** Statements at the beginning of a line, as compilers write them. */
const WRITTEN = /^(?:exports\.[\w$]+ ?= ?)+|^Object\.defineProperty\(exports, ?["'][\w$]+["']/gm

/** The list of all names that bundlers write for Node, which does not run it either. */
const ANNOTATED = /^0 && \(module\.exports = \{([\s\w$,]*)\}\)/gm
/** The same as code: an object of getters, which is then what the module exports. */
const GETTERS =
  /^__export\(([\w$]+), \{((?:\s+[\w$]+: \(\) => [\w$.]+,?)+)\s+\}\);\r?\nmodule\.exports = __toCommonJS\(\1\);/gm

/** Names that its outermost statements give to its exports. */
export function exportedInText(text: string): ReadonlySet<string> {
  const names = new Set<string>()
  const written = [...text.matchAll(WRITTEN)]
  // In a bundle they stand inside of functions, and are the exports of others.
  const offsets = written.map(({ index }) => index)
  const outermost = offsetsOutside(text, offsets)
  for (const { index, 0: statement } of written) {
    if (!outermost.has(index)) continue
    for (const [, dotted, quoted] of statement.matchAll(/exports\.([\w$]+)|["']([\w$]+)["']/g))
      names.add(dotted ?? quoted ?? '')
  }
  return names
}

/** Names that bundlers write down for others to read. */
export function listedByBundlers(text: string): ReadonlySet<string> {
  const names = new Set<string>()
  for (const [, list = ''] of text.matchAll(ANNOTATED))
    for (const [name] of list.matchAll(/[\w$]+/g)) names.add(name)
  for (const [, , list = ''] of text.matchAll(GETTERS))
    for (const [, name = ''] of list.matchAll(/([\w$]+):/g)) names.add(name)
  return names
}
