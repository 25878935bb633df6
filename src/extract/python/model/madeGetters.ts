// A `__getattr__` that a function makes for the module that it is handed: `make(__name__)` gives an inner
// function that looks for `f"{module}:{name}"` in tables, and answers every other name with an error.

import { parseExpression } from '../../../syntax/python/parseExpression.ts'
import { parseBlock } from '../../../syntax/python/parsePython.ts'
import type { FunctionStatement, Statement } from '../../../syntax/python/syntax.ts'
import { hasReturn, isWord } from '../../../syntax/python/walk.ts'
import type { Literal } from '../scope/literals.ts'
import type { Helper } from './handedOnGetters.ts'

export type MadeNames = Readonly<{ names: ReadonlySet<string>; absent: ReadonlySet<string> }>

/**
 * What the getter gives to `module`, and which names it answers with an error. Null where one of its ways
 * is not understood. `held`: what a variable of the maker's own module holds.
 */
export function madeGetter(
  { source, statement }: Helper,
  module: string,
  held: (name: string) => Literal | undefined,
): MadeNames | null {
  if (statement.decorators.length > 0 || statement.body.isGenerator) return null
  const [own, ...more] = statement.parameters
  const body = bodyOf(source.text, statement)
  const last = body.at(-1)
  if (own === undefined || more.length > 0 || !isWord(last, 'return') || last.value === null) {
    return null
  }
  const returned = parseExpression(source.text, last.value)
  const inner = body.find(
    (one) => one.kind === 'def' && returned.kind === 'name' && one.name === returned.name,
  )
  if (inner?.kind !== 'def' || inner.decorators.length > 0) return null
  const isHarmless = (one: Statement) =>
    one === inner || one === last || /^(?:import|from|expression)$/.test(one.kind)
  if (!body.every(isHarmless)) return null
  return new GetterReading(source.text, inner, { own: own.name, module, held }).read()
}

function bodyOf(text: string, { body }: FunctionStatement): readonly Statement[] {
  return parseBlock({ text }, body.span, body.line)
}

type Made = Readonly<{ own: string; module: string; held: (name: string) => Literal | undefined }>

class GetterReading {
  readonly #text: string
  readonly #getter: FunctionStatement
  readonly #made: Made
  readonly #names = new Set<string>()
  readonly #absent = new Set<string>()
  /** Variables that hold the name with something around it, by what that is. */
  readonly #keys = new Map<string, Readonly<{ before: string; after: string }>>()
  /** Variables that hold the namespace of the module itself. */
  readonly #spaces = new Set<string>()

  constructor(text: string, getter: FunctionStatement, made: Made) {
    this.#text = text
    this.#getter = getter
    this.#made = made
  }

  read(): MadeNames | null {
    const [asked, ...more] = this.#getter.parameters
    const body = bodyOf(this.#text, this.#getter)
    if (asked === undefined || more.length > 0 || !isWord(body.at(-1), 'raise')) return null
    this.#keys.set(asked.name, { before: '', after: '' })
    for (const statement of body.slice(0, -1)) if (!this.#take(statement)) return null
    return { names: this.#names, absent: this.#absent }
  }

  #slice({ start, end }: Readonly<{ start: number; end: number }>): string {
    return this.#text.slice(start, end)
  }

  /** Whether a statement is understood. */
  #take(statement: Statement): boolean {
    if (/^(?:import|from|expression)$/.test(statement.kind)) return true
    if (statement.kind === 'assign') return this.#assign(statement)
    if (statement.kind !== 'if' || statement.branches.length !== 1) return false
    const [branch] = statement.branches
    if (branch?.test == null) return false
    const gives = branch.body.some(hasReturn)
    if (!gives && !branch.body.some((one) => isWord(one, 'raise'))) return true
    const named = this.#tested(this.#slice(branch.test))
    // What is only denied need not be known.
    if (named === null) return !gives
    for (const name of named) (gives ? this.#names : this.#absent).add(name)
    return true
  }

  #assign({ targets, value }: Extract<Statement, { kind: 'assign' }>): boolean {
    const [target, ...more] = targets
    if (target === undefined || more.length > 0 || value === null) return false
    const [name, written] = [this.#slice(target), this.#slice(value)]
    if (this.#keys.has(name)) return false
    const { own, module } = this.#made
    const [asked = ''] = this.#keys.keys()
    const [, text] = /^f(?:'([^'\\]*)'|"[^"\\]*")$/.exec(written.replace(/"/g, "'")) ?? []
    const parts = text?.replaceAll(`{${own}}`, module).split(`{${asked}}`)
    if (parts?.length === 2 && !/[{}]/.test(parts.join(''))) {
      this.#keys.set(name, { before: parts[0] ?? '', after: parts[1] ?? '' })
    }
    if (written === `sys.modules[${own}].__dict__`) this.#spaces.add(name)
    return true
  }

  /** The names that pass a test; null where that cannot be told. */
  #tested(test: string): readonly string[] | null {
    const equal = /^(\w+) == (?:'([^'\\]*)'|"([^"\\]*)")$/.exec(test)
    if (equal !== null) return this.#askedBy(equal[1] ?? '', [equal[2] ?? equal[3] ?? ''])
    const [, key, table] = /^(\w+) in (\w+)(?:\.keys\(\))?$/.exec(test) ?? []
    if (key === undefined || table === undefined) return null
    // What the module has without the getter.
    if (this.#spaces.has(table)) return []
    const held = this.#made.held(table)
    const keys = held instanceof Map ? [...held.keys()] : Array.isArray(held) ? held : null
    if (keys === null || !keys.every((one) => typeof one === 'string')) return null
    return this.#askedBy(key, keys)
  }

  #askedBy(variable: string, keys: readonly string[]): readonly string[] | null {
    const around = this.#keys.get(variable)
    if (around === undefined) return null
    const { before, after } = around
    return keys
      .filter((key) => key.startsWith(before) && key.endsWith(after))
      .map((key) => key.slice(before.length, key.length - after.length))
      .filter((name) => /^\w+$/.test(name))
  }
}
