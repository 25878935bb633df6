// What a function does with the keywords that its `**` gathers: which of them it takes out by name,
// and to whom it passes the rest on. Anything else that it does with them may be anything at all.

import { parseBlock } from '../../../syntax/python/parsePython.ts'
import type {
  AssignStatement,
  FunctionStatement,
  Span,
  Statement,
  TryStatement,
  WithStatement,
} from '../../../syntax/python/syntax.ts'
import { partsOf, type Tree, type TreeArgument } from '../../../syntax/python/tree.ts'
import { parseTree } from '../../../syntax/python/treeParser.ts'
import { type ByKind, doByKind, isWord } from '../../../syntax/python/walk.ts'
import type { Source } from '../scope/source.ts'

/** What a name of the function is bound to by `x = Class()`, `with Class() as x`. */
type LocalObject = Readonly<{ made: Tree; isEntered: boolean }>

export type KeywordUses = Readonly<{
  /** Keys that it looks at or takes out, by their names. */
  taken: ReadonlySet<string>
  /** What is called with all that are left. */
  passedTo: readonly Tree[]
  /** Names of the function's own; null for one of which nothing is known. */
  locals: ReadonlyMap<string, LocalObject | null>
}>

/** Null where something else is done with them, or nothing that would refuse one. */
export function keywordUses(source: Source, statement: FunctionStatement): KeywordUses | null {
  const gathered = statement.parameters.find(({ kind }) => kind === 'varkeywords')
  const { body } = statement
  if (gathered === undefined || body.isTrivial || source.isStub) return null
  const text = source.slice(body.span)
  if (!text.includes(gathered.name) || /\b(?:locals|vars)\(\s*\)/.test(text)) return null
  const reader = new UseReader(source, gathered.name)
  for (const { name } of statement.parameters) reader.locals.set(name, null)
  reader.run(parseBlock({ text: source.text }, body.span, body.line))
  const { taken, passedTo, locals } = reader
  if (reader.isLost || (passedTo.length === 0 && !reader.isRefusing)) return null
  return { taken, passedTo, locals }
}

/** Errors that a keyword too many ends with. */
const CAUGHT = /\b(?:TypeError|Exception|BaseException)\b/

class UseReader {
  readonly taken = new Set<string>()
  readonly passedTo: Tree[] = []
  readonly locals = new Map<string, LocalObject | null>()
  private readonly kinds: ByKind = {
    import: ({ names }) => {
      for (const { path, alias } of names) this.bind(alias ?? path.split('.', 1)[0])
    },
    from: ({ names }) => {
      for (const { name, alias } of names ?? []) this.bind(alias ?? name)
    },
    assign: (one) => this.assign(one),
    def: ({ name, decorators, parameters, body }) => {
      this.bind(name)
      this.expressions([...decorators, ...parameters.map((one) => one.default)])
      // What it does there, and when, is another matter.
      if (this.isNamedIn(body.span)) this.isLost = true
    },
    class: ({ name, decorators, arguments: given, body }) => {
      this.bind(name)
      this.expressions([...decorators, ...given.map((one) => one.value)])
      this.run(body)
    },
    if: ({ branches }) => {
      for (const { test, body } of branches) this.branch(test, body)
    },
    try: (one) => this.tried(one),
    loop: ({ target, over, body, orElse }) => {
      this.target(target)
      this.expressions([over])
      this.run(body)
      this.run(orElse)
    },
    with: (one) => this.with(one),
    match: ({ subject, cases }) => {
      this.expressions([subject])
      for (const { pattern, body } of cases) {
        // A pattern binds names that no list of it tells.
        if (this.isNamedIn(pattern)) this.isLost = true
        this.run(body)
      }
    },
    del: ({ targets }) => this.expressions(targets),
    expression: ({ value }) => this.other(value),
    global: ({ names }) => {
      for (const name of names) this.bind(name)
    },
    other: ({ value }) => this.other(value),
  }
  isLost = false
  /** `if kwargs: raise …`: what is left by then is refused. */
  isRefusing = false
  /** Tests around the statement. */
  private tests = 0
  private readonly source: Source
  private readonly text: string
  private readonly name: string
  private readonly word: RegExp

  constructor(source: Source, name: string) {
    this.source = source
    this.text = source.text
    this.name = name
    this.word = new RegExp(`(?<![\\p{L}\\p{N}_])${name}(?![\\p{L}\\p{N}_])`, 'u')
  }

  run(body: readonly Statement[]): void {
    for (const statement of body) {
      if (this.isLost) return
      doByKind(this.kinds, statement)
    }
  }

  private assign({ targets, value, annotation }: AssignStatement): void {
    this.expressions([value, annotation])
    const [only] = targets
    const made = targets.length === 1 && value !== null ? parseTree(this.text, value) : null
    const tree = only === undefined ? null : parseTree(this.text, only)
    if (tree?.kind === 'name' && made?.kind === 'call') this.bind(tree.name, made, false)
    else for (const target of targets) this.target(target)
  }

  private with({ items, body }: WithStatement): void {
    const before = this.passedTo.length
    for (const { value, target } of items) {
      this.expressions([value])
      const made = parseTree(this.text, value)
      const tree = target === null ? null : parseTree(this.text, target)
      if (tree?.kind === 'name' && made?.kind === 'call') this.bind(tree.name, made, true)
      else this.target(target)
    }
    this.run(body)
    const isForgiving = items.some(({ value }) => /suppress|raises/.test(this.source.slice(value)))
    if (isForgiving && this.passedTo.length > before) this.isLost = true
  }

  private branch(test: Span | null, body: readonly Statement[]): void {
    const tree = test === null ? null : parseTree(this.text, test)
    if (tree?.kind === 'name' && tree.name === this.name) {
      // What the error says about them is no use of them.
      if (onlyRaises(body) && this.tests === 0) this.isRefusing = true
      else this.run(body)
      return
    }
    this.expressions([test])
    this.tests += 1
    this.run(body)
    this.tests -= 1
  }

  private tried({ body, handlers, orElse, finally: last }: TryStatement): void {
    const before = this.passedTo.length
    this.run(body)
    const isForgiven = handlers.some(
      ({ type, body: handler }) =>
        (type === null || CAUGHT.test(this.source.slice(type))) && !isWord(handler.at(-1), 'raise'),
    )
    if (isForgiven && this.passedTo.length > before) this.isLost = true
    for (const { type, name, body: handler } of handlers) {
      this.expressions([type])
      if (name !== null) this.bind(name)
      this.run(handler)
    }
    this.run(orElse)
    this.run(last)
  }

  /** `raise X from y`, `assert a, b`: not one expression. */
  private other(value: Span | null): void {
    if (value === null) return
    const tree = parseTree(this.text, value)
    if (tree !== null) this.tree(tree)
    else if (this.isNamedIn(value)) this.isLost = true
  }

  private bind(name: string | undefined, made?: Tree, isEntered = false): void {
    if (name === undefined) return
    if (name === this.name) this.isLost = true
    const isFirst = made !== undefined && !this.locals.has(name)
    this.locals.set(name, isFirst ? { made, isEntered } : null)
  }

  private target(span: Span | null): void {
    if (span === null) return
    const tree = parseTree(this.text, span)
    if (tree === null) this.isLost = true
    else this.bound(tree)
  }

  private bound(tree: Tree): void {
    if (tree.kind === 'name') this.bind(tree.name)
    else if (tree.kind === 'tuple' || tree.kind === 'list') {
      for (const item of tree.items) this.bound(item)
    } else if (tree.kind === 'starred') this.bound(tree.value)
    else this.tree(tree)
  }

  private expressions(spans: readonly (Span | null)[]): void {
    for (const span of spans) if (span !== null) this.other(span)
  }

  private isGathered(tree: Tree | undefined): boolean {
    return tree?.kind === 'name' && tree.name === this.name
  }

  private all(trees: readonly (Tree | null)[]): void {
    for (const tree of trees) if (tree !== null) this.tree(tree)
  }

  private tree(tree: Tree): void {
    switch (tree.kind) {
      case 'name':
        if (tree.name === this.name) this.isLost = true
        return
      case 'call':
        this.call(tree.function, tree.arguments)
        return
      case 'subscript':
        if (!this.isGathered(tree.value)) this.all([tree.value, tree.index])
        else if (tree.index.kind === 'string') this.taken.add(tree.index.value)
        else this.isLost = true
        return
      case 'compare':
        this.compare(tree.operators, tree.values)
        return
      case 'unary':
        // `not kwargs` looks, and no more.
        if (tree.operator !== 'not' || !this.isGathered(tree.value)) this.tree(tree.value)
        return
      case 'lambda':
        if (this.isNamedIn(tree)) this.isLost = true
        return
      case 'walrus':
        this.bind(tree.name)
        this.tree(tree.value)
        return
      case 'comprehension':
        for (const { target, over, conditions } of tree.clauses) {
          this.bound(target)
          this.all([over, ...conditions])
        }
        this.all([tree.element, tree.value])
        return
      default:
        this.all(partsOf(tree))
    }
  }

  private call(callee: Tree, given: readonly TreeArgument[]): void {
    const isPassed = given.some(({ stars, value }) => stars === 2 && this.isGathered(value))
    const rest = given.filter(({ stars, value }) => stars !== 2 || !this.isGathered(value))
    if (isPassed) this.passedTo.push(callee)
    if (callee.kind === 'attribute' && this.isGathered(callee.value)) {
      const [key, ...more] = rest.map(({ value }) => value)
      if (callee.name === 'update' && !isPassed) this.all([key ?? null, ...more])
      else if (key?.kind === 'string' && KEYED.has(callee.name)) {
        if (callee.name !== 'setdefault') this.taken.add(key.value)
        this.all(more)
      } else this.isLost = true
      return
    }
    this.tree(callee)
    this.all(rest.map(({ value }) => value))
  }

  /** `"timeout" in kwargs` */
  private compare(operators: readonly string[], values: readonly Tree[]): void {
    const [left, right] = values
    const isAsked = operators.length === 1 && /^(?:not )?in$/.test(operators[0] ?? '')
    if (isAsked && left?.kind === 'string' && this.isGathered(right)) this.taken.add(left.value)
    else this.all(values)
  }

  private isNamedIn(span: Span): boolean {
    return this.word.test(this.source.slice(span))
  }
}

const KEYED: ReadonlySet<string> = new Set(['get', 'pop', 'setdefault'])

/** Texts may be put together first; whatever asks again may let some pass. */
function onlyRaises(body: readonly Statement[]): boolean {
  return isWord(body.at(-1), 'raise') && body.slice(0, -1).every(({ kind }) => kind === 'assign')
}
