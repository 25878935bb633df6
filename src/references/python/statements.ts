// Statements of a Python file in the order in which they run. Bodies of functions wait until what is
// around them has run to its end, because that is when they can be called.

import { findWord, splitItems } from '../../syntax/python/groups.ts'
import { parseBlock } from '../../syntax/python/parsePython.ts'
import { stringScan } from '../../syntax/python/strings.ts'
import type {
  AssignStatement,
  ClassStatement,
  FunctionStatement,
  IfStatement,
  LoopStatement,
  MatchStatement,
  OtherStatement,
  Parameter,
  Span,
  Statement,
  TryStatement,
  WithStatement,
} from '../../syntax/python/syntax.ts'
import { type ByKind, doByKind } from '../../syntax/python/walk.ts'
import { boundNames } from './boundNames.ts'
import { isDeclaredBuiltin, isTextFile } from './builtinValues.ts'
import { describeFunction } from './describeFunction.ts'
import { Expressions } from './expressions.ts'
import type { FileWalk } from './fileWalk.ts'
import {
  caughtBecause,
  ends,
  expectedBecause,
  isTypeChecking,
  skippedBecause,
  testedBecause,
} from './guards.ts'
import { fromStatement, importStatement } from './imports.ts'
import { Scope } from './scopes.ts'
import {
  chainsOf,
  isBuiltin,
  type LocalClass,
  type LocalFunction,
  NONE,
  softened,
  stepOn,
  UNKNOWN,
  type Value,
} from './values.ts'

type Waiting = Readonly<{
  statement: FunctionStatement
  scope: Scope
  cls: LocalClass | null
  soft: readonly string[]
  of: LocalFunction
}>

const NOT_HANDED = { names: new Set<string>(), all: [] }

const DECLARED_OTHERWISE = 'it is declared as something else'
/** It says how a name is bound, and not what it holds. */
const OF_NO_TYPE = /^["']?(?:\w+\.)*(?:Final|ClassVar|InitVar|TypeAlias)\b/

export class Statements {
  readonly #walk: FileWalk
  readonly #expressions: Expressions
  readonly #kinds: ByKind = {
    import: (one) => importStatement(this.#walk, this.#scope, one),
    from: (one) => fromStatement(this.#walk, this.#scope, one),
    assign: (one) => this.#assign(one),
    def: (one) => this.#function(one),
    class: (one) => this.#class(one),
    if: (one) => this.#if(one),
    try: (one) => this.#try(one),
    loop: (one) => this.#loop(one),
    with: (one) => this.#with(one),
    match: (one) => this.#match(one),
    del: ({ targets }) => {
      for (const span of targets) this.#change(span)
    },
    expression: ({ value }) => this.#evaluate(value),
    // The scope of the function knows them.
    global: () => undefined,
    other: (one) => this.#other(one),
  }
  #waiting: Waiting[] = []
  /** Parameters of the function that stand for what calls of the file hand over, and all of its own. */
  #handed: Readonly<{ names: ReadonlySet<string>; all: readonly string[] }> = NOT_HANDED
  #cls: LocalClass | null = null

  constructor(walk: FileWalk) {
    this.#walk = walk
    const isHere = (name: string) => walk.globals.has(name)
    const module = new Scope('module', null, { values: walk.globals, isHere })
    this.#expressions = new Expressions(walk, module)
  }

  file(body: readonly Statement[]): void {
    this.#run(body)
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      this.#body(next)
    }
  }

  get #scope(): Scope {
    return this.#expressions.scope
  }

  #run(body: readonly Statement[]): void {
    for (const statement of body) doByKind(this.#kinds, statement)
  }

  #evaluate(span: Span | null): Value {
    const tree = span === null ? null : this.#walk.parse(span)
    return tree === null ? UNKNOWN : this.#expressions.evaluate(tree)
  }

  #decorate(decorators: readonly Span[]): void {
    for (const span of decorators) {
      const tree = this.#walk.parse(span)
      if (tree !== null) this.#expressions.decorate(tree)
    }
  }

  #annotated(span: Span | null): Value {
    const tree = span === null ? null : this.#walk.parse(span)
    return this.#expressions.annotated(tree)
  }

  /**
   * `field`: what an attribute is declared as, where a class binds it. `isWrapped`: it is declared as
   * something around that.
   */
  #bind(span: Span | null, value: Value, field: Value | null = null, isWrapped = false): void {
    const tree = span === null ? null : this.#walk.parse(span)
    if (tree === null) return
    const isOther = tree.kind === 'name' && this.#walk.nonlocals.has(tree.name)
    this.#expressions.bindTarget(tree, isOther ? UNKNOWN : value)
    if (this.#scope.kind !== 'class' || tree.kind !== 'name') return
    // `name: Mapped[str] = mapped_column()`: objects have what the base makes of it.
    const mayBeRemade = this.#cls?.isRemade === true || isWrapped
    const isRemade = mayBeRemade && isMade(value)
    this.#cls?.give(tree.name, isRemade ? (field ?? UNKNOWN) : value)
  }

  /** `Mapped[str]`: what an object has under the name is a text. */
  #isWrapped(annotation: Span | null): boolean {
    const tree = annotation === null ? null : this.#walk.parse(annotation)
    if (tree?.kind !== 'subscript') return false
    const { value: head } = tree
    return !((head.kind === 'name' || head.kind === 'attribute') && OF_TYPING.has(head.name))
  }

  #assign({ targets, annotation, value, operator, typeParameters }: AssignStatement): void {
    this.#typeParameters(typeParameters)
    const given = this.#evaluate(value)
    const typed = annotation === null ? null : this.#annotated(annotation)
    // What is made on the spot says more than what it is declared as.
    const isPlain = given.kind === 'chain' || given.kind === 'object'
    const told = this.#isOther(annotation, typed, given)
      ? softened(given, DECLARED_OTHERWISE)
      : given
    const bound = typed === null || isPlain ? told : typed
    const isWrapped = this.#isWrapped(annotation)
    for (const target of targets) {
      if (operator === null) this.#bind(target, bound, isWrapped ? UNKNOWN : typed, isWrapped)
      else this.#change(target)
    }
  }

  /** Whether what a call gives is declared as something that is no package's: `user: Own = log_in()`. */
  #isOther(annotation: Span | null, typed: Value | null, given: Value): boolean {
    if (annotation === null || given.kind !== 'chain' || !isMade(given)) return false
    // What a class makes of its fields is another matter.
    if (isBuiltin(given) || this.#scope.kind === 'class') return false
    const isNobodys =
      typed === UNKNOWN ||
      (typed?.kind === 'chain' && (isBuiltin(typed) || typed.chain.module === 'typing'))
    const { text } = this.#walk
    return isNobodys && !OF_NO_TYPE.test(text.slice(annotation.start, annotation.end))
  }

  /** `del x.y`, `x.y += 1`: what is taken away or added to has to be there. */
  #change(span: Span): void {
    const tree = this.#walk.parse(span)
    if (tree === null) return
    this.#expressions.changeTarget(tree)
    if (this.#scope.kind === 'class' && tree.kind === 'name') this.#cls?.give(tree.name, UNKNOWN)
  }

  #other({ word, value }: OtherStatement): void {
    const { text } = this.#walk
    if (word === 'nonlocal' && value !== null) {
      const names = text.slice(value.start, value.end).matchAll(/[\p{L}\p{N}_]+/gu)
      for (const [name] of names) this.#walk.nonlocals.add(name)
    }
    if (word === 'print' && value !== null && text.startsWith('>>', value.start)) {
      // `print >>file, x` of old is an expression of today.
      this.#evaluate({ start: value.start + '>>'.length, end: value.end })
      return
    }
    if (value === null || word === 'nonlocal' || word === 'print' || word === 'exec') return
    const scan = () => stringScan(text, value.end)
    if (word === 'return') this.#walk.within?.returned(this.#evaluate(value))
    else if (word === 'raise') {
      const from = findWord(scan(), value.start, value.end, 'from')
      this.#evaluate(from < 0 ? value : { start: value.start, end: from })
      if (from >= 0) this.#evaluate({ start: from + 'from'.length, end: value.end })
    } else if (word === 'assert') {
      for (const item of splitItems(scan(), value.start, value.end)) this.#evaluate(item)
    } else this.#evaluate(value)
  }

  /** Bounds and defaults of `[T: bound = default]`. */
  #typeParameters(parameters: readonly Parameter[]): void {
    for (const { annotation, default: value } of parameters) {
      this.#annotated(annotation)
      this.#annotated(value)
    }
  }

  #function(statement: FunctionStatement): void {
    this.#decorate(statement.decorators)
    const defaults = statement.parameters.map((one) => this.#evaluate(one.default))
    this.#typeParameters(statement.typeParameters)
    const returns = this.#annotated(statement.returns)
    const skipped = skippedBecause(this.#walk.text, statement.decorators)
    const soft = [...this.#walk.soft, ...(skipped === null ? [] : [skipped])]
    const { name, line } = statement
    const of = this.#walk.functionAt(line, name)
    this.#waiting.push({ statement, scope: this.#scope, cls: this.#cls, soft, of })
    const isMethod = this.#scope.kind === 'class'
    const isPatched = this.#walk.replacesFunctions
    describeFunction(of, statement, this.#texts(statement.decorators), { isMethod, isPatched })
    of.declared = returns
    if (of.isFixture && !isMethod) this.#walk.fixtures.set(name, of)
    of.defaults = defaults.slice(statement.parameters.length - of.parameters.length)
    // Of two functions of one name nobody tells which is called.
    const before = this.#scope.here(name)
    const isOnly = before === undefined || (before.kind === 'function' && before.of === of)
    if (!isOnly) {
      of.isReplaced = true
      if (before.kind === 'function') before.of.isReplaced = true
    }
    const isPlain = statement.decorators.length === 0 || (!of.isReplaced && !of.isProperty)
    this.#scope.bind(name, isPlain && !isMethod ? { kind: 'function', of } : UNKNOWN)
    if (!isMethod) return
    this.#cls?.own.add(name)
    // A setter stands beside what it sets.
    if (before === undefined || !isSetter(statement, this.#walk.text)) {
      this.#cls?.methods.set(name, of)
    }
  }

  #texts(spans: readonly Span[]): readonly string[] {
    return spans.map(({ start, end }) => this.#walk.text.slice(start, end).trim())
  }

  #body({ statement, scope, cls, soft, of }: Waiting): void {
    const { body, parameters, decorators } = statement
    const { globals } = this.#walk
    for (const name of body.globals) if (!globals.has(name)) globals.set(name, NONE)
    const isHere = (name: string) => body.globals.includes(name)
    const around = withParameters(scope, statement.typeParameters)
    const inner = new Scope('function', around, { values: globals, isHere })
    // Annotations are read where the function stands, its body inside.
    this.#expressions.scope = scope
    const values = parameters.map(({ annotation }) => this.#annotated(annotation))
    this.#expressions.scope = inner
    this.#expressions.self = scope.kind === 'class' ? cls : null
    this.#cls = null
    const statements = parseBlock(this.#walk, body.span, body.line, ({ line, message }) =>
      this.#walk.addProblem(line, message),
    )
    for (const name of boundNames(statements, this.#walk)) inner.declare(name)
    for (const name of body.globals) inner.names.delete(name)
    parameters.forEach(({ name, kind }, index) => {
      const isPlain = kind !== 'varargs' && kind !== 'varkeywords'
      inner.bind(name, isPlain ? (values[index] ?? UNKNOWN) : UNKNOWN)
    })
    const handed = new Set<string>()
    const isTest = /^test/.test(statement.name) || of.isFixture
    const marked = this.#texts(decorators).join(' ')
    of.parameters.forEach(({ name, kind, annotation }, index) => {
      // A test is handed what it asks for by name, unless a mark hands it something else.
      const fixture = isTest && !marked.includes(name) ? this.#walk.fixtures.get(name) : undefined
      const value = fixture === undefined ? of.parameter(index) : fixture.madeByFixture
      const isPlain = kind !== 'varargs' && kind !== 'varkeywords'
      if (!isPlain || annotation !== null || value === UNKNOWN || value === NONE) return
      inner.bind(name, value)
      handed.add(name)
    })
    this.#handed = { names: handed, all: parameters.map(({ name }) => name) }
    const [first] = parameters
    if (cls !== null && first !== undefined && scope.kind === 'class') {
      const marks = this.#texts(decorators)
      if (marks.includes('classmethod')) inner.bind(first.name, { kind: 'class', of: cls })
      else if (!marks.includes('staticmethod')) inner.bind(first.name, { kind: 'object', of: cls })
    }
    this.#walk.within = of
    this.#walk.under(soft, () => this.#run(statements))
    this.#walk.within = null
  }

  #class(statement: ClassStatement): void {
    const { name, line, decorators } = statement
    this.#decorate(decorators)
    this.#typeParameters(statement.typeParameters)
    const given = statement.arguments.map((argument) => this.#evaluate(argument.value))
    // What the language itself has is asked of no class of the file.
    const bases = given.map((base) => (isBuiltin(base) ? UNKNOWN : base))
    const isBaseOfOthers =
      given.some(isDeclaredBuiltin) ||
      bases.some(({ kind }) => kind === 'chain' || kind === 'perhaps' || kind === 'class')
    for (const base of bases) {
      const at = this.#walk.places.lineStart(line)
      for (const chain of chainsOf(base)) this.#walk.handOnName(at, name, chain, true)
    }
    const cls = this.#walk.classAt(line, name)
    const [base] = bases
    const isSingle = statement.arguments.length === 1 && base?.kind === 'chain'
    cls.base = isSingle ? base.chain : null
    const isOfFile = statement.arguments.length === 1 && base?.kind === 'class'
    cls.above = isOfFile && base.of !== cls ? base.of : null
    for (const { kind, ...one } of bases) {
      if (kind === 'class' && 'of' in one && one.of !== cls) addBelow(one.of as LocalClass, cls)
    }
    cls.isPlain = statement.arguments.length === 0 && decorators.length === 0
    cls.isOpen = decorators.length > 0 || hasGetter(statement.body)
    cls.isRemade = decorators.length > 0 || given.some(mayRemake) || MIXED_IN.test(name)
    const outer = this.#scope
    const before = this.#cls
    this.#cls = cls
    this.#expressions.scope = new Scope('class', withParameters(outer, statement.typeParameters))
    this.#run(statement.body)
    this.#expressions.scope = outer
    this.#cls = before
    for (const one of boundNames(statement.body, this.#walk)) {
      cls.own.add(one)
      // Whoever is declared as the base may be this.
      if (isBaseOfOthers) this.#walk.added.add(one)
      // The base may ask for it no more, or with other arguments.
      if (isBaseOfOthers) this.#walk.passOver(this.#walk.places.lineStart(line), one, true)
    }
    // A decorator may put another thing in its place.
    outer.bind(name, decorators.length === 0 ? { kind: 'class', of: cls } : UNKNOWN)
  }

  #if({ branches }: IfStatement): void {
    const { text } = this.#walk
    const ways: ReadonlyMap<string, Value>[] = []
    let because: string | null = null
    let isLooked = false
    let mayEnd = false
    for (const { test, body } of branches) {
      this.#evaluate(test)
      because ??= testedBecause(text, test)
      isLooked ||= this.#looksAtHanded(test)
      const way = this.#scope.branch(() => {
        if (isLooked) this.#doubtHanded()
        this.#walk.forTypes(isTypeChecking(text, test), () => {
          this.#walk.softly(because, () => this.#run(body))
        })
      })
      if (!ends(text, body)) ways.push(this.#undoubted(way))
      else mayEnd ||= isLooked
    }
    if (branches.at(-1)?.test !== null) ways.push(new Map())
    this.#scope.join(ways)
    if (mayEnd) this.#doubtHanded()
  }

  /** Whether a test asks what the function was handed, besides whether it is there at all. */
  #looksAtHanded(test: Span | null): boolean {
    const { names, all } = this.#handed
    if (test === null || names.size === 0) return false
    const written = this.#walk.text.slice(test.start, test.end).trim()
    if (names.has(/^(?:not )?(\w+)(?: is (?:not )?None)?$/.exec(written)?.[1] ?? '')) return false
    return all.some((name) => new RegExp(`\\b${name}\\b`).test(written))
  }

  /** What was handed over by the calls of the file need not be what gets here. */
  #doubtHanded(): void {
    for (const name of this.#handed.names) this.#scope.bind(name, UNKNOWN)
  }

  /** Behind a branch it is again what it was. */
  #undoubted(way: ReadonlyMap<string, Value>): ReadonlyMap<string, Value> {
    const isOwn = ([name, value]: [string, Value]) =>
      !this.#handed.names.has(name) || value !== UNKNOWN
    return new Map([...way].filter(isOwn))
  }

  #try(statement: TryStatement): void {
    const { text } = this.#walk
    const { body, handlers, orElse } = statement
    const ways: ReadonlyMap<string, Value>[] = []
    const tried = this.#scope.branch(() => {
      this.#walk.softly(caughtBecause(text, statement), () => this.#run(body))
      this.#run(orElse)
    })
    if (!ends(text, orElse.length > 0 ? orElse : body)) ways.push(tried)
    for (const handler of handlers) {
      const way = this.#scope.branch(() => {
        for (const name of tried.keys()) this.#scope.declare(name)
        this.#evaluate(handler.type)
        if (handler.name !== null) this.#scope.bind(handler.name, UNKNOWN)
        // What stands here runs where something else is missing.
        this.#walk.softly(caughtBecause(text, statement), () => this.#run(handler.body))
      })
      if (ends(text, handler.body)) continue
      // A handler does not undo what was bound before the error: it only cannot count on it.
      const isBound = ([name, value]: [string, Value]) => value !== UNKNOWN || !tried.has(name)
      ways.push(new Map([...way].filter(isBound)))
    }
    this.#scope.join(ways)
    this.#run(statement.finally)
  }

  #loop({ target, over, body, orElse }: LoopStatement): void {
    const value = this.#evaluate(over)
    const bound = boundNames(body, this.#walk)
    const way = this.#scope.branch(() => {
      // In the second round a name has what the first gave it.
      for (const name of bound) if (this.#scope.here(name) !== undefined) this.#scope.declare(name)
      if (target !== null) this.#bind(target, stepOn(value, { kind: 'element' }))
      this.#run(body)
    })
    this.#scope.join([way, new Map()])
    this.#run(orElse)
  }

  #with(statement: WithStatement): void {
    for (const { value, target } of statement.items) {
      const made = this.#evaluate(value)
      const entered = isTextFile(made) ? made : stepOn(made, { kind: 'enter' })
      if (target !== null) this.#bind(target, entered)
    }
    const because = expectedBecause(this.#walk.text, statement)
    this.#walk.softly(because, () => this.#run(statement.body))
  }

  #match(statement: MatchStatement): void {
    this.#evaluate(statement.subject)
    if (this.#looksAtHanded(statement.subject)) this.#doubtHanded()
    const ways = statement.cases.map(({ pattern, guard, body }) =>
      this.#scope.branch(() => {
        const tree = this.#walk.parsePattern(pattern)
        if (tree !== null) this.#expressions.bindPattern(tree)
        this.#evaluate(guard)
        this.#walk.softly(testedBecause(this.#walk.text, guard), () => this.#run(body))
      }),
    )
    this.#scope.join([...ways, new Map()])
  }
}

function isSetter({ decorators }: FunctionStatement, text: string): boolean {
  return decorators.some(({ start, end }) => /\.(?:setter|deleter)$/.test(text.slice(start, end)))
}

function addBelow(base: LocalClass, cls: LocalClass): void {
  if (!base.below.includes(cls)) base.below.push(cls)
}

function hasGetter(body: readonly Statement[]): boolean {
  return body.some((one) => one.kind === 'def' && /^__getattr/.test(one.name))
}

/** `def f[T]`, `class A[T]`: names of a scope between the statement and what is around it. */
function withParameters(around: Scope, parameters: readonly Parameter[]): Scope {
  if (parameters.length === 0) return around
  const scope = new Scope('function', around)
  for (const { name } of parameters) scope.bind(name, UNKNOWN)
  return scope
}

/** What is written before brackets and stands for what it says itself. */
const OF_TYPING: ReadonlySet<string> = new Set(
  (
    'Annotated ClassVar DefaultDict Deque Dict Final FrozenSet Generator Iterable Iterator List Literal ' +
    'Mapping Optional Sequence Set Tuple Type Union dict frozenset list set tuple type'
  ).split(' '),
)

/** A class that is there to be one of several bases, the others of which may make something of it. */
const MIXED_IN = /mixin/i

/** Bases of Python's own that leave what a body makes as it is. */
const PLAIN_BASES = /^(?:abc|builtins|collections|threading|typing|unittest)(?:\.|$)/

/** Whether a base, or what stands among them (`metaclass=…`), may change what the body of a class makes. */
function mayRemake(base: Value): boolean {
  if (base.kind === 'class') return base.of.isRemade
  return base.kind !== 'chain' || !PLAIN_BASES.test(base.chain.module)
}

/** Whether it is an object that a call has made, and no module, class or function. */
function isMade(value: Value): boolean {
  return chainsOf(value).some(({ steps }) => steps.some(({ kind }) => kind !== 'member'))
}
