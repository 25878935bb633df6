// Names of attributes that code sets on something that the text does not tell: `get().name = 1`,
// `for c in Base.__subclasses__(): c.name = 1`. Whatever the package has may have them, so that of
// these names a miss is no absence. Told by the text of all modules: nothing is followed.

import { ANY_NAME } from '../../table/format/looseNames.ts'
import type { Definition, Entry, ModuleTable } from '../../table/format/table.ts'
import type { PythonModule } from './modules/pythonModule.ts'
import { linesWith } from './scope/linesOf.ts'
import type { Source } from './scope/source.ts'

/** More are not listed: then any name may be one of them. */
const NAMES_MAX = 10_000

/** Those with two underscores before them are every object's own, or have their class before them. */
const IS_NAME = /^(?!__)[^\W\d]\w*$/u

// All of these look a bounded way ahead: lines of data may be as long as a file.
/** `.name` before an equals sign, with or without an annotation between them. */
const WRITTEN = /\.([^\W\d]\w*)(?=[ \t]*(:[ \t]*[\w.[\], |"']{1,200})?=(?!=))/gu
/** `x.a, y.b = …`: those before the last. */
const AMONG = /\.([^\W\d]\w*)(?=[ \t]*,[^=\n]{0,200}[ \t]=[ \t])/gu
/** `for x.name in …`, `with … as x.name`. */
const BOUND =
  /\bfor[ \t]+(?:\w+,[ \t]*){0,9}([\w.[\]()]{1,200})\.(\w{1,200})[ \t]*(?:,[^:\n]{0,200})?[ \t]in\b|\bas[ \t]+([\w.[\]()]{1,200})\.(\w{1,200})[ \t]*[,:)]/gu
/** `setattr(x, "name", …)`, `x.__setattr__("name", …)`. */
const SET =
  /\b(?:setattr|__setattr__)\(\s{0,100}(?:([^,()]{1,200}|[^,()]{0,200}\([^()]{0,200}\)[^,()]{0,200}),\s{0,100})?(["'])(\w+)\2\s{0,100},/gu
/** `x.__dict__["name"] = …`, `vars(x)["name"] = …`, and the methods of a namespace. */
const KEYED =
  /(?:\.__dict__|\bvars\([^()\n]{0,200}\))(?:\[|\.(?:setdefault|__setitem__)\()\s*(["'])(\w+)\1/gu
const POURED = /(?:\.__dict__|\bvars\([^()\n]{0,200}\))\.update\(([^()]*)\)/gu
const KEYS = /(?:^|[{,\s])(?:(\w+)\s*=(?!=)|(["'])(\w+)\2\s*:)/gu

/** Sorted. `written`: those that statements of modules set where what they set it on was not found. */
export function looseNames(
  modules: Iterable<PythonModule>,
  written: Iterable<string>,
  tables: readonly ModuleTable[],
): readonly string[] {
  const found = new Set(written)
  const likely = new Set<string>()
  const all = [...modules]
  for (const { scope } of all) {
    for (const { name, isOfPath } of scope?.source.told(writtenIn) ?? []) {
      ;(isOfPath ? likely : found).add(name)
    }
  }
  // `response.url = …`: where something of the package is known to have a `url`, that is meant.
  const known = listedNames(tables)
  for (const { given, perhaps } of all) for (const name of [...given, ...perhaps]) known.add(name)
  for (const name of likely) if (!known.has(name)) found.add(name)
  if (found.has(ANY_NAME) || found.size > NAMES_MAX) return [ANY_NAME]
  return [...found].filter((name) => IS_NAME.test(name)).sort()
}

type Written = Readonly<{
  name: string
  /** What it is set on is written as a name, or as names with dots between them. */
  isOfPath: boolean
}>

function writtenIn(source: Source): readonly Written[] {
  return [...writtenNames(source.writingLines), ...boundNames(source.text), ...setNames(source)]
}

function* writtenNames(lines: string): Generator<Written> {
  for (const way of [WRITTEN, AMONG]) {
    for (const { 1: name = '', 2: annotation, index } of lines.matchAll(way)) {
      const target = targetBefore(lines, index, annotation !== undefined)
      if (target !== null) yield { name, isOfPath: isPath(target) }
    }
  }
}

function* boundNames(text: string): Generator<Written> {
  for (const word of ['for', 'as']) {
    for (const [, turn, one, given = '', other = ''] of linesWith(text, word).matchAll(BOUND)) {
      yield { name: one ?? other, isOfPath: isPath(turn ?? given) }
    }
  }
}

function isPath(target: string): boolean {
  return /^[\w.]+$/.test(target)
}

/**
 * The expression that ends before a dot, where a statement could set an attribute of it; null where
 * it stands within brackets, or is an annotation itself: `x: a.B = 1`.
 */
function targetBefore(text: string, dot: number, isAnnotated: boolean): string | null {
  const near = text.slice(Math.max(0, dot - LINE_MAX), dot)
  const line = near.slice(near.lastIndexOf('\n') + 1)
  let depth = 0
  let start = line.length
  for (; start > 0; start -= 1) {
    const char = line[start - 1] ?? ''
    if (CLOSES.test(char)) depth += 1
    else if (OPENS.test(char)) depth -= 1
    else if (depth === 0 && !/[\w.]/.test(char)) break
    if (depth < 0) return null
  }
  const before = line.slice(0, start)
  if (isWithin(before) || /(?:^|\s)#/.test(before)) return null
  // `if x.y: z = 1` is a test, `if x: y.name = 1` is none.
  const isBlock = BLOCK.test(before)
  if (isAnnotated && (isBlock || /\S/.test(before))) return null
  return /:[ \t]*$/.test(before) && !isBlock ? null : line.slice(start)
}

/** How far back a statement is looked at. */
const LINE_MAX = 400

const OPENS = /[([{]/
const CLOSES = /[)\]}]/
const BLOCK =
  /^[ \t]*(?:async[ \t]+)?(?:if|elif|else|for|while|with|try|except|finally|case|match|def|class)\b/

/** Whether a bracket is still open. */
function isWithin(text: string): boolean {
  let depth = 0
  for (const char of text) {
    if (OPENS.test(char)) depth += 1
    else if (CLOSES.test(char)) depth -= 1
  }
  return depth > 0
}

/** What a method is called on: what it gives that is a member of its class, and so is known. */
const OWN = /^(?:self|cls)$/

/** Names that are texts of the source. */
function* setNames(source: Source): Generator<Written> {
  const { text } = source
  if (source.has('setattr')) {
    for (const [, target, , name = ''] of text.matchAll(SET)) {
      yield { name, isOfPath: target === undefined || OWN.test(target.trim()) }
    }
  }
  if (!source.has('__dict__') && !source.has('vars(')) return
  for (const [, , name = ''] of text.matchAll(KEYED)) yield { name, isOfPath: false }
  for (const [, given = ''] of text.matchAll(POURED)) {
    for (const [, keyword, , key = ''] of given.matchAll(KEYS)) {
      yield { name: keyword ?? key, isOfPath: false }
    }
  }
}

/** Every name that stands in a module or below a definition. */
function listedNames(tables: readonly ModuleTable[]): Set<string> {
  const names = new Set<string>()
  const seen = new Set<Definition>()
  const add = ({ name, definition }: Entry) => {
    names.add(name)
    seen.add(definition)
  }
  for (const { entries } of tables) entries.forEach(add)
  // A set that grows while it is walked is walked to its new end.
  for (const { members, file } of seen) if (file !== null) members.forEach(add)
  return names
}
