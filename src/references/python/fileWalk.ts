// What one walk over a Python file has at hand: the text, where it stands, and what it found.

import { keptIn } from '../../domain/maps.ts'
import type { Span } from '../../syntax/python/syntax.ts'
import type { Tree } from '../../syntax/python/tree.ts'
import { parseTree } from '../../syntax/python/treeParser.ts'
import { type Places, placesIn } from '../places.ts'
import {
  type Chain,
  chainKey,
  member,
  type PassedOver,
  REFERENCES_MAX,
  type Reference,
  type SourceReport,
  TOO_MANY,
  WAYS_MAX,
} from '../reference.ts'
import { builtinNamed, isBuiltinName } from './builtinValues.ts'
import { FOR_RELEASES } from './guards.ts'
import { LocalClass, LocalFunction, perhaps, UNKNOWN, type Value } from './values.ts'

/** Nodes of an expression above each other; interpreters give up at about 3,000, blocks included. */
const MAX_HEIGHT = 2_700
/** Texts of a file that are handed to packages and looked up; a file of data may be made of them. */
const TEXTS_MAX = 5_000
const NAME = /^[\p{L}_][\p{L}\p{N}_]{2,99}$/u
const MARK = /#\s*(?:type|pyright|mypy|ty):\s*ignore|pylint:\s*disable/
const STARRED = 'a module that is imported with all of its names may give it'
const MARKED = 'a comment says that it does not fit'

export class FileWalk {
  readonly text: string
  readonly places: Places
  readonly references: Reference[] = []
  readonly added = new Set<string>()
  /** Names that are asked of something that could not be followed, with the first place of each. */
  readonly passedOver = new Map<string, PassedOver>()
  /** Names of the module that functions write with `global`, by all that they are ever given. */
  readonly globals = new Map<string, Value>()
  /** Names that functions write with `nonlocal`. */
  readonly nonlocals = new Set<string>()
  /** The first walk only learns what attributes are; the second finds references. */
  isFinding = false
  /** Modules that gave the file all of their names: which, nobody can tell. Null for one of the input. */
  readonly stars = new Set<string | null>()
  /** Objects that calls gave and that are handed on, by the paths that lead to them. */
  readonly #handedOn = new Set<string>()
  /** What names stand for that are used as a whole, with the first place of each. */
  readonly handedNames = new Map<string, Reference>()
  /** Texts that look like a name and are handed to a package, with the first place of each. */
  readonly handedTexts = new Map<string, PassedOver>()
  /** What could not be read. */
  problem: SourceReport['problem'] = null
  #soft: string[] = []
  /** `.a.b`: modules that are imported behind a look at the version. */
  readonly forReleases = new Set<string>()
  #typeOnly = 0
  #unevaluated = 0
  #putsAnnotationsOff: boolean | null = null
  #lastLine = { line: 0, isMarked: false }
  #writtenNames: ReadonlySet<string> | null = null
  #replacesFunctions: boolean | null = null
  #lastImport = { isFinding: false, line: 0, end: 0 }
  readonly #classes = new Map<string, LocalClass>()
  readonly #functions = new Map<string, LocalFunction>()
  /** Names that are called on something that could not be followed: methods of the file may be meant. */
  readonly calledSomewhere = new Set<string>()
  /** What pytest hands to tests that ask for it by name. */
  readonly fixtures = new Map<string, LocalFunction>()
  /** Something is called by a name that is made as the code runs. */
  callsAny = false
  /** The function whose body is walked through. */
  within: LocalFunction | null = null

  constructor(text: string) {
    this.text = text
    this.places = placesIn(text)
  }

  /** What cannot be read as an expression is a problem of the file. */
  parse(span: Span): Tree | null {
    return this.#orProblem(span, parseTree(this.text, span, { maxHeight: MAX_HEIGHT }))
  }

  /** The same of what stands behind `case`. */
  parsePattern(span: Span): Tree | null {
    const bounds = { maxHeight: MAX_HEIGHT, isPattern: true }
    return this.#orProblem(span, parseTree(this.text, span, bounds))
  }

  /** A text that need not be an expression, as annotations in quotes need not. */
  parseQuoted(span: Span): Tree | null {
    return parseTree(this.text, span, { maxHeight: MAX_HEIGHT })
  }

  #orProblem({ start }: Span, tree: Tree | null): Tree | null {
    if (tree === null) this.addProblem(this.places.at(start).line, 'an expression makes no sense')
    return tree
  }

  /** The first that is found is told. */
  addProblem(line: number, message: string): void {
    this.problem ??= { line, column: 1, message }
  }

  /** What a name stands for that nothing in the file binds. */
  builtin(name: string): Value {
    if (this.stars.size === 0) return builtinNamed(name) ?? UNKNOWN
    if (isBuiltinName(name)) return UNKNOWN
    const ways: Chain[] = []
    for (const module of this.stars) {
      if (module !== null) ways.push({ module, steps: [member(name)] })
      if (ways.length > WAYS_MAX) break
    }
    return perhaps(ways, STARRED)
  }

  /** The same object in both walks. */
  classAt(line: number, name: string): LocalClass {
    return keptIn(this.#classes, `${line} ${name}`, () => new LocalClass())
  }

  functionAt(line: number, name: string): LocalFunction {
    return keptIn(this.#functions, `${line} ${name}`, () => new LocalFunction())
  }

  /** What one walk has learned of classes and functions is known to the next; whether it is more. */
  close(): boolean {
    for (const cls of this.#classes.values()) {
      cls.close()
      for (const [name, method] of cls.methods) {
        const mayBeCalled = this.callsAny || this.calledSomewhere.has(name)
        if (cls.isHandedOn || !cls.isPlain || mayBeCalled) method.isHandedOn = true
      }
    }
    let isMore = false
    for (const one of this.#functions.values()) if (one.close()) isMore = true
    return isMore
  }

  /** Runs code of which a miss proves nothing. */
  softly(because: string | null, run: () => void): void {
    const leave = this.enterSoftly(because)
    run()
    leave()
  }

  /** From here on a miss proves nothing, until the result is called. */
  enterSoftly(because: string | null): () => void {
    if (because === null) return () => {}
    this.#soft.push(because)
    return () => this.#soft.pop()
  }

  /** Deferred code runs under what held where it was written. */
  get soft(): readonly string[] {
    return this.#soft
  }

  under(soft: readonly string[], run: () => void): void {
    const before = this.#soft
    this.#soft = [...soft]
    run()
    this.#soft = before
  }

  forTypes(isTypeOnly: boolean, run: () => void): void {
    if (isTypeOnly) this.#typeOnly += 1
    run()
    if (isTypeOnly) this.#typeOnly -= 1
  }

  /** `from __future__ import annotations`. */
  get putsAnnotationsOff(): boolean {
    this.#putsAnnotationsOff ??= /^from __future__ import [^#\n]*\bannotations\b/m.test(this.text)
    return this.#putsAnnotationsOff
  }

  /** An annotation in quotes, or any annotation of a file that puts all of them off. */
  unevaluated<T>(run: () => T): T {
    this.#unevaluated += 1
    try {
      return run()
    } finally {
      this.#unevaluated -= 1
    }
  }

  /** A comment for type checkers or linters, that this line is wrong on purpose. */
  #isMarked(line: number): boolean {
    if (this.#lastLine.line !== line) {
      const start = this.places.lineStart(line)
      const end = this.text.indexOf('\n', start)
      const text = this.text.slice(start, end < 0 ? undefined : end)
      const hash = text.indexOf('#')
      this.#lastLine = { line, isMarked: hash >= 0 && MARK.test(text.slice(hash)) }
    }
    return this.#lastLine.isMarked
  }

  /** Where to look for the words of an import: after the one before it, where both share a line. */
  importsFrom(line: number): number {
    const last = this.#lastImport
    const isAfter = last.line === line && last.isFinding === this.isFinding
    return isAfter ? last.end : this.places.lineStart(line)
  }

  importsEnd(line: number, end: number): void {
    this.#lastImport = { isFinding: this.isFinding, line, end }
  }

  /** Names that the file has as a text of their own, or as the name of a file. */
  get writtenNames(): ReadonlySet<string> {
    this.#writtenNames ??= writtenNamesIn(this.text)
    return this.#writtenNames
  }

  /** `sys.modules["x"] = …`: what is imported as `x` then is what was put there. */
  replaces(module: string): boolean {
    return this.writtenNames.has(module) && this.text.includes('sys.modules')
  }

  /** `patch(…)`, `globals()[…] = …`, `exec(…)`: a function of the file may be another one. */
  get replacesFunctions(): boolean {
    this.#replacesFunctions ??= /\b(?:globals|exec|vars|setattr)\s*\(|patch/.test(this.text)
    return this.#replacesFunctions
  }

  /** Others may do to it what they like. */
  handOn(chain: Chain): void {
    if (isMade(chain)) this.#handedOn.add(chainKey(chain.module, chain.steps))
  }

  /** A name of a package that is used as a whole, without being called: others may call it. */
  handOnName(offset: number, name: string, chain: Chain, isBase = false): void {
    if (!this.isFinding || chain.isCut === true) return
    const key = chainKey(chain.module, chain.steps)
    const known = this.handedNames.get(key)
    if (known !== undefined && (!isBase || known.isBase === true)) return
    const softBecause = this.#soft.at(-1) ?? null
    const facts = { isImport: false, call: null, softBecause, isHandedOn: true } as const
    const more = { isTypeOnly: this.#typeOnly > 0, ...(isBase && { isBase }) }
    const place = known ?? this.places.at(offset)
    const { line, column } = place
    this.handedNames.set(key, { line, column, name, ...chain, ...facts, ...more })
  }

  /** Whether an object is one that a call gave, and nobody else has. */
  isKept({ module, steps, isCut }: Chain): boolean {
    if (isCut === true || !isMade({ module, steps })) return false
    return steps.every(
      ({ kind }, index) =>
        kind !== 'instance' && !this.#handedOn.has(chainKey(module, steps.slice(0, index + 1))),
    )
  }

  /** A module of the input, or what may be one, that is imported for some releases alone. */
  importForReleases(path: string): void {
    if (this.isFinding && this.#soft.at(-1) === FOR_RELEASES) this.forReleases.add(`.${path}`)
  }

  passOver(offset: number, name: string, overrides?: true): void {
    const isKnown = this.passedOver.get(name)?.overrides === overrides
    if (!this.isFinding || (this.passedOver.has(name) && (isKnown || overrides !== true))) return
    const more = overrides === true ? { overrides } : {}
    this.passedOver.set(name, { ...this.places.at(offset), name, ...more })
  }

  handText(offset: number, text: string): void {
    if (!this.isFinding || !NAME.test(text) || this.handedTexts.has(text)) return
    if (this.handedTexts.size >= TEXTS_MAX) return
    this.handedTexts.set(text, { ...this.places.at(offset + 1), name: text })
  }

  emit(
    offset: number,
    name: string,
    chain: Chain,
    more: Partial<
      Pick<Reference, 'isImport' | 'softBecause' | 'inherited' | 'call' | 'isKept' | 'isMadeBelow'>
    > = {},
  ): void {
    if (!this.isFinding) return
    if (this.references.length >= REFERENCES_MAX) {
      this.addProblem(this.places.at(offset).line, TOO_MANY)
      return
    }
    const { line, column } = this.places.at(offset)
    const marked = this.#isMarked(line) ? MARKED : null
    this.references.push({
      ...{ line, column, name, ...chain, isImport: false, call: null, ...more },
      softBecause: more.softBecause ?? marked ?? this.#soft.at(-1) ?? null,
      isTypeOnly: this.#typeOnly > 0,
      ...(isBehindItem(chain.steps) ? { isTried: true } : {}),
      ...(this.#unevaluated > 0 ? { isUnevaluated: true } : {}),
    })
  }
}

function isMade({ steps }: Pick<Chain, 'module' | 'steps'>): boolean {
  return steps.some(({ kind }) => kind === 'call') && !isBehindItem(steps)
}

export function isBehindItem(steps: Chain['steps']): boolean {
  return steps.some(({ kind }) => kind === 'item' || kind === 'part')
}

const WRITTEN = [/(["'])([\p{L}\p{N}_]+)(?=\1)/gu, /(?<![\p{L}\p{N}_])()([\p{L}\p{N}_]+)\.py/gu]

function writtenNamesIn(text: string): ReadonlySet<string> {
  return new Set(
    WRITTEN.flatMap((form) => Array.from(text.matchAll(form), ([, , name]) => name ?? '')),
  )
}
