// Import statements: what they name, what they bind, and where in the text each name stands.

import type { FromImportStatement, ImportStatement } from '../../syntax/python/syntax.ts'
import { type Chain, member } from '../reference.ts'
import type { FileWalk } from './fileWalk.ts'
import type { Scope } from './scopes.ts'
import { chained, perhaps, UNKNOWN } from './values.ts'

const MADE_HERE = 'the file itself may make the module'

export function importStatement(walk: FileWalk, scope: Scope, statement: ImportStatement): void {
  const nextWord = wordsFrom(walk, statement.line)
  nextWord('import')
  for (const { path, alias } of statement.names) {
    const [top = ''] = path.split('.')
    const offset = nextWord(top)
    walk.emit(offset, path, { module: path, steps: [] }, importFacts(walk, top))
    walk.importForReleases(path)
    const bound: Chain = alias === null ? { module: top, steps: [] } : { module: path, steps: [] }
    bind(walk, scope, alias ?? top, bound)
    if (alias !== null) nextWord(alias)
  }
}

export function fromStatement(walk: FileWalk, scope: Scope, statement: FromImportStatement): void {
  const { level, module, names } = statement
  const nextWord = wordsFrom(walk, statement.line)
  nextWord('from')
  const isOwn = level > 0
  if (module !== '') {
    const parts = module.split('.')
    const offset = nextWord(parts[0] ?? '')
    for (const part of parts.slice(1)) nextWord(part)
    const facts = importFacts(walk, parts[0] ?? '')
    if (!isOwn) walk.emit(offset, module, { module, steps: [] }, facts)
    walk.importForReleases(module)
  }
  nextWord('import')
  if (names === null) walk.stars.add(isOwn ? null : module)
  for (const { name, alias } of names ?? []) {
    const offset = nextWord(name)
    if (alias !== null) nextWord(alias)
    if (isOwn) {
      if (module === '') walk.importForReleases(name)
      scope.bind(alias ?? name, UNKNOWN)
      continue
    }
    const chain: Chain = { module, steps: [member(name)] }
    const top = module.split('.')[0] ?? ''
    walk.emit(offset, name, chain, walk.replaces(top) ? importFacts(walk, top) : { isImport: true })
    bind(walk, scope, alias ?? name, chain)
  }
}

function bind(walk: FileWalk, scope: Scope, name: string, chain: Chain): void {
  const because = doubtOf(walk, scope, name, chain)
  scope.bind(name, because === null ? chained(chain) : perhaps([chain], because))
}

function doubtOf(walk: FileWalk, scope: Scope, name: string, chain: Chain): string | null {
  if (walk.replaces(chain.module.split('.')[0] ?? '')) return MADE_HERE
  const isGiven = scope.kind === 'function' && walk.nonlocals.has(name)
  return isGiven ? 'an inner function may give the name to something else' : null
}

/** A file that writes the module's name as a text makes it, loads it or looks for it. */
function importFacts(walk: FileWalk, top: string) {
  if (!walk.writtenNames.has(top)) return { isImport: true }
  return { isImport: true, softBecause: MADE_HERE }
}

/** Looks for words of a statement one after the other, comments passed over. */
function wordsFrom(walk: FileWalk, line: number): (word: string) => number {
  const { text } = walk
  let from = walk.importsFrom(line)
  /** Where the word next stands; where the search stood when it does not. */
  return (word) => {
    for (let at = text.indexOf(word, from); at >= 0; at = text.indexOf(word, at + 1)) {
      const isWhole = !isWordAt(text, at - 1) && !isWordAt(text, at + word.length)
      if (!isWhole || isInComment(text, from, at)) continue
      from = at + word.length
      walk.importsEnd(line, from)
      return at
    }
    return from
  }
}

function isWordAt(text: string, at: number): boolean {
  return at >= 0 && /[\p{L}\p{N}_]/u.test(text.charAt(at))
}

/** Between the last line break and the word there is a hash; imports hold no strings. */
function isInComment(text: string, from: number, at: number): boolean {
  // Cut first: a search that finds nothing would go on to the end of the file.
  const between = text.slice(from, at)
  return between.includes('#', between.lastIndexOf('\n') + 1)
}
