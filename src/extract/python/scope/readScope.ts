// What a body binds, statement by statement, without running it: the names of a module or a class,
// and the traces of names that are made in other ways. Tests on the interpreter are decided for the
// one that the tables speak of (referenceInterpreter.ts); for any other test both ways are taken, and the first
// way's binding of a name stands.

import { lastName } from '../../../syntax/python/expressionNames.ts'
import { parseExpression } from '../../../syntax/python/parseExpression.ts'
import type {
  Expression,
  IfStatement,
  LoopStatement,
  MatchStatement,
  Span,
  Statement,
  TryStatement,
  WithStatement,
} from '../../../syntax/python/syntax.ts'
import {
  type ByKind,
  doByKind,
  expressionsOf,
  isWord,
  walkExpression,
  walkStatements,
} from '../../../syntax/python/walk.ts'
import { standardKind } from '../../../table/pythonLibrary.ts'
import { decideTest } from '../standard/referenceInterpreter.ts'
import { cannotImport, importsOnlyWhatIsThere, isStandardName } from '../standard/standardNames.ts'
import { bindAssignment } from './assignments.ts'
import type { Scope } from './bindings.ts'
import { noteEffect } from './callEffects.ts'
import { bindClass, bindFromImport, bindFunction, bindImport } from './declarations.ts'
import { noteInnerSetters } from './innerSetters.ts'
import { putsNamesLate } from './ownNamespace.ts'
import { type ScopeContext, ScopeNames } from './scopeNames.ts'
import { tableFirst } from './tableFirst.ts'
import { endsBlock, endsInError, NORMAL, type Way } from './ways.ts'

export function readScope(body: readonly Statement[], context: ScopeContext): Scope {
  return new ScopeReader(context).read(body)
}

/** Turns of all loops over literals of one body together. */
const TURNS_MAX = 20_000

class ScopeReader {
  private static readonly kinds: ByKind<[ScopeReader, Way]> = {
    import: (one, { names }, way) => bindImport(names, one, way),
    from: (one, { names }, way) => bindFromImport(names, one, way),
    assign: (one, { names }, way) => bindAssignment(names, one, way),
    def: (one, { names }, way) => bindFunction(names, one, way),
    class: (one, { names }, way) => bindClass(names, one, way),
    if: ({ branches }, reader, way) => reader.choose(branches, way),
    try: (one, reader, way) => reader.attempt(one, way),
    loop: (one, reader, way) => reader.loop(one, way),
    with: (one, reader, way) => reader.within(one, way),
    match: (one, reader, way) => reader.match(one, way),
    del: ({ targets }, { names }, way) => {
      for (const target of targets) names.remove(names.parse(target), way)
    },
    expression: ({ value }, reader, way) => reader.expression(value, way),
    other: ({ word }, { names }) => {
      if (word === 'exec') names.scope.dynamic.push('runs code that it makes')
    },
    global: ({ names: all }, { names }) => {
      for (const name of all) names.outer.add(name)
    },
  }
  private readonly names: ScopeNames
  private turns = 0

  constructor(context: ScopeContext) {
    this.names = new ScopeNames(context)
  }

  private get text(): string {
    return this.names.context.source.text
  }

  read(body: readonly Statement[]): Scope {
    this.block(body, NORMAL)
    if (!this.names.context.isClass) noteLateMakers(this.names, body)
    return this.names.scope
  }

  /** What stands behind a `break` or a `raise` is never reached. */
  private block(body: readonly Statement[], way: Way): void {
    for (const statement of body) {
      this.statement(statement, way)
      if (endsBlock(this.text, statement)) return
    }
  }

  private statement(statement: Statement, way: Way): void {
    const { names } = this
    const { source } = names.context
    if (source.has(':=')) bindWalruses(names, statement, way)
    if (source.has('setattr') && !way.isTyping) noteInnerSetters(names, statement, way)
    doByKind(ScopeReader.kinds, statement, this, way)
  }

  private expression(span: Span, way: Way): void {
    const { names } = this
    const expression = names.parse(span)
    noteEffect(names, expression, way)
    const { source, isClass } = names.context
    if (isClass || way.isTyping || expression.kind === 'string') return
    // What is done within something else, once or many times, is not followed.
    const text = source.text.slice(span.start, Math.min(span.end, span.start + EXPRESSION_MAX))
    const isWithin =
      expression.kind !== 'call' || (NESTING.test(text) && !OWN_NAMESPACE_FIRST.test(text))
    if (isWithin && REACHES_NAMES.test(text))
      names.scope.dynamic.push('puts names into its own namespace')
  }

  private choose(branches: IfStatement['branches'], way: Way): void {
    const { names } = this
    let current = way
    for (const { test, body } of branches) {
      const decided = test === null ? true : decideIn(names, names.parse(test))
      if (decided === false) continue
      if (decided === 'typing') {
        this.block(body, { ...current, isTyping: true })
        continue
      }
      // A way that ends in an error leaves no module, and so none of its names.
      if (decided === null && endsInError(this.text, body)) continue
      if (decided === true) {
        this.block(body, current)
        if (!body.some((one) => runsText(names.context.source.text, one))) return
        // What the text binds that is run here, the other ways say in plain words.
        current = names.otherWay(current)
        continue
      }
      const since = names.here
      this.block(body, { ...current, isCertain: false, since })
      // What this way has bound stands on the ways beside it.
      const taken = [...current.taken, { from: since, to: names.here }]
      current = { ...current, isCertain: false, taken, since: names.here }
    }
  }

  private attempt(statement: TryStatement, way: Way): void {
    const { body, handlers, orElse } = statement
    const isTried = way.isTried || handlers.some((handler) => !endsInError(this.text, handler.body))
    const failing = this.failsAt(body)
    this.block(body.slice(0, failing), { ...way, isTried })
    if (failing < body.length) this.handle(statement, way)
    else {
      if (!body.some((one) => endsBlock(this.text, one))) this.block(orElse, way)
      if (!importsOnlyWhatIsThere(body)) {
        const otherwise = this.names.otherWay(way)
        for (const handler of handlers) {
          if (!endsInError(this.text, handler.body)) this.block(handler.body, otherwise)
        }
      }
    }
    this.block(statement.finally, way)
  }

  /** The import that surely fails; the length of the body where none does. */
  private failsAt(body: readonly Statement[]): number {
    const { isMissing } = this.names.context
    const at = body.findIndex((one) => cannotImport(one) || isMissing?.(one) === true)
    return at < 0 ? body.length : at
  }

  /** What follows an import that surely fails. */
  private handle({ handlers }: TryStatement, way: Way): void {
    const { names } = this
    let current = way
    for (const { type, body } of handlers) {
      const caught = type === null ? '' : names.context.source.slice(type)
      if (!endsInError(this.text, body)) this.block(body, current)
      if (caught === '' || CATCHES_IMPORT.test(caught)) return
      current = names.otherWay(current)
    }
  }

  /** `with suppress(ImportError):` is a `try` that goes on. */
  private within({ items, body, line }: WithStatement, way: Way): void {
    const { source } = this.names.context
    for (const { target } of items) this.names.bindTargets(target, line, way)
    const isForgiving = items.some(({ value }) => SUPPRESSES.test(source.slice(value)))
    if (!isForgiving) this.block(body, way)
    else this.block(body.slice(0, this.failsAt(body)), { ...way, isTried: true })
  }

  private match(statement: MatchStatement, way: Way): void {
    const { names } = this
    for (const one of statement.cases) {
      for (const name of capturedNames(names.context.source.text, one.pattern)) {
        names.bindUnknown(name, 0, names.otherWay(way))
      }
      this.block(one.body, names.otherWay(way))
    }
  }

  private loop(statement: LoopStatement, way: Way): void {
    const { names } = this
    const { body, orElse } = statement
    if (statement.target === null) {
      const decided = decideIn(names, names.parse(statement.over))
      if (decided !== false) this.block(body, { ...way, isCertain: false, since: names.here })
      if (decided !== true) this.block(orElse, afterLoop(names, body, way))
      return
    }
    const target = names.parse(statement.target)
    const items = names.evaluateItems(names.parse(statement.over))
    if (items?.length === 0) {
      this.block(orElse, way)
      return
    }
    const since = names.here
    names.bindTargets(target, statement.line, way)
    names.noteTurns(target, names.parse(statement.over))
    if (items === null) {
      this.block(body, { ...way, isCertain: false, since })
    } else {
      for (const item of items) {
        if (this.turns >= TURNS_MAX) {
          names.scope.dynamic.push('makes more names in loops than are counted')
          break
        }
        this.turns += 1
        names.assignVariables(target, item)
        this.block(body, way)
      }
      names.forgetVariables(target)
    }
    // The first turn of a loop that surely has one leaves it.
    if (items === null || !body.some((one) => isWord(one, 'break')))
      this.block(orElse, afterLoop(names, body, way))
  }
}

/** What reaches the names of a module, and what it may stand within. */
const REACHES_NAMES =
  /\bglobals\(\)|\blocals\(\)|\bvars\(\)|\.modules\[__name__\]|(?<![.\w])(?:exec|eval)\(|\b__builtins__\b/
const NESTING = /\blambda\b|\bfor\b|(?<![.\w])eval\(|\b__builtins__\b/
/** `globals().update({…})` itself is followed, whatever it is given. */
const OWN_NAMESPACE_FIRST = /^(?:(?:globals|locals|vars)\(\)|\w+\.modules\[__name__\])/
const EXPRESSION_MAX = 10_000

/** The names in a handler's head that catch a failing import. */
const CATCHES_IMPORT = /\b(?:ImportError|ModuleNotFoundError|Exception|BaseException)\b/
const SUPPRESSES =
  /^(?:contextlib\.)?suppress\(.*\b(?:ImportError|Exception|ModuleNotFoundError)\b/su

/** An `else` behind a loop that may be left by a `break`. */
function afterLoop(names: ScopeNames, body: readonly Statement[], way: Way): Way {
  if (![...walkStatements(body)].some((one) => isWord(one, 'break'))) return way
  return { ...way, isCertain: false, since: names.here }
}

/** One of these words is in every text that gets hold of its own module. */
const REACHING = ['globals()', 'modules[', 'modules.get(', 'setattr', 'frame()', 'import_module']

/** Functions that put names into the module whenever somebody calls them. */
function noteLateMakers({ context, scope, called }: ScopeNames, body: readonly Statement[]): void {
  const { source } = context
  if (!REACHING.some((word) => source.has(word))) return
  if (!putsNamesLate(source.text)) return
  const makers = [...walkStatements(body)].flatMap((one) =>
    one.kind === 'class' ? one.body : [one],
  )
  const isLate = makers.some((one) => {
    // Those that the module calls itself are followed.
    if (one.kind !== 'def' || called.has(one.name)) return false
    // One that looks into a table first gives the names of that.
    if (tableFirst(source, one) !== null) return false
    return putsNamesLate(source.slice(one.body.span))
  })
  if (!isLate) return
  scope.dynamic.push('has functions that put names into it')
  // Then what is assigned for type checkers says which.
  for (const [name, binding] of scope.typeNames) {
    if (binding.kind === 'value' && !scope.names.has(name)) scope.names.set(name, binding)
  }
}

/** `if (n := f()):` binds n, however deep in the expression it stands. */
function bindWalruses(names: ScopeNames, statement: Statement, way: Way): void {
  for (const expression of expressionsOf(names.context.source, statement)) {
    walkExpression(expression, (one) => {
      if (one.kind === 'walrus') names.bindUnknown(one.name, 0, way)
    })
  }
}

/** `exec_("def f(): …")` */
function runsText(text: string, statement: Statement): boolean {
  if (statement.kind !== 'expression') return false
  const { start } = statement.value
  return /^exec_?\(/.test(text.slice(start, start + 6))
}

/** Names that the pattern of a `case` binds. */
function capturedNames(text: string, { start, end }: Span): string[] {
  const names: string[] = []
  const plain = text.slice(start, end).replace(/\bas\s+(\w+)/g, (_all, name: string) => {
    names.push(name)
    return ''
  })
  const read = (one: Expression): void => {
    if (one.kind === 'name') names.push(one.name)
    else if (one.kind === 'call') for (const { value } of one.arguments) read(value)
    else if (one.kind === 'dict') for (const { value } of one.items) read(value)
    else if (one.kind === 'starred') read(one.value)
    else if (one.kind === 'tuple' || one.kind === 'list') for (const item of one.items) read(item)
    else if (one.kind === 'binary' && one.operator === '|') {
      read(one.left)
      read(one.right)
    }
  }
  read(parseExpression(plain, { start: 0, end: plain.length }))
  return names.filter((name) => name !== '_')
}

/** Null where both ways may be taken. */
function decideIn(names: ScopeNames, test: Expression): boolean | 'typing' | null {
  const asked = standardHas(names, test)
  if (asked !== null) return asked
  return decideTest(test, names.context.source.text, (name) => names.assignedValue(name))
}

/** `hasattr(os, "fork")`: of the standard library that is known. */
function standardHas(names: ScopeNames, test: Expression): boolean | null {
  if (test.kind === 'unary' && test.operator === 'not') {
    const inner = standardHas(names, test.value)
    return inner === null ? null : !inner
  }
  if (test.kind !== 'call' || lastName(test.function) !== 'hasattr') return null
  const [object, name] = test.arguments
  if (object?.value.kind !== 'name' || name?.value.kind !== 'string') return null
  const binding = names.scope.names.get(object.value.name)
  if (binding?.kind !== 'module' || !isStandardName(binding.path)) return null
  const { value } = name.value
  if (value === null || value.startsWith('_')) return null
  return standardKind(binding.path, value) !== null
}
