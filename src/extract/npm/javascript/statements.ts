// Statements, in order, as far as they decide which names there are.

import type { Directive, Statement, SwitchStatement, TryStatement, WithStatement } from 'oxc-parser'
import { evaluateClass } from './classes.ts'
import { evaluate, makeFunction } from './expressions.ts'
import { hoist } from './hoist.ts'
import { runEach, runLoop, takeLabels } from './loops.ts'
import type { Machine } from './machine.ts'
import { bindPattern } from './patterns.ts'
import { getProperty, ownKeys } from './properties.ts'
import { join, Scope, truthOf, UNDEFINED, Unknown, type Value } from './values.ts'

/** How a statement ends. */
export type End = 'normal' | 'return' | 'break' | 'continue' | 'throw'

export type Frame = {
  /** Everything that the function may return. */
  returned: Value | null
  /** Of the `break` or `continue` that is under way. */
  label: string | null
  /** Labels that stand before the next statement. */
  labels: readonly string[]
}

export function newFrame(): Frame {
  return { returned: null, label: null, labels: [] }
}

const WRAPPER_LENGTH = 4_000

const TAKES_LABELS = /^(?:Labeled|For|ForIn|ForOf|While|DoWhile)Statement$/

export const DEFAULT_NAME = '*default*'

/** The statements of a function or block, whose scope was made for them. */
export function runBlock(
  m: Machine,
  body: readonly (Directive | Statement)[],
  scope: Scope,
  frame: Frame,
): End {
  hoist(m, body, scope)
  const isFirst = scope.isFunction && isWrapper(body) && m.enter(body)
  for (const statement of body) {
    const before = isFirst ? m.beginStatement() : 0
    const end = execute(m, statement, scope, frame)
    if (isFirst) m.endStatement(before)
    if (end !== 'normal') return end
  }
  return 'normal'
}

/** A function that holds much of a file is there to be run once: a module, or what bundlers make. */
function isWrapper(body: readonly (Directive | Statement)[]): boolean {
  return (body.at(-1)?.end ?? 0) - (body[0]?.start ?? 0) > WRAPPER_LENGTH
}

export function execute(
  m: Machine,
  node: Directive | Statement,
  scope: Scope,
  frame: Frame,
  anchor = node.start,
): End {
  m.step()
  m.anchor = anchor
  if (!TAKES_LABELS.test(node.type)) frame.labels = []
  switch (node.type) {
    case 'ExpressionStatement': {
      const value = evaluate(m, node.expression, scope)
      // A module that is loaded for what it does, and nothing else.
      if (value.kind === 'lazy' && !value.isExternal) value.force()
      return 'normal'
    }
    case 'VariableDeclaration':
      for (const [i, { id, init, start }] of node.declarations.entries()) {
        if (i > 0) m.anchor = start
        if (init === null && node.kind === 'var') continue
        const value = init === null ? UNDEFINED : evaluate(m, init, scope)
        m.anchor = i > 0 ? start : m.anchor
        bindPattern(m, id, value, scope, node.kind === 'var' ? 'var' : 'declare')
      }
      return 'normal'
    case 'ClassDeclaration':
      if (node.id !== null) scope.declare(node.id.name, evaluateClass(m, node, scope), m.site)
      return 'normal'
    case 'ExportNamedDeclaration':
      return node.declaration === null
        ? 'normal'
        : execute(m, node.declaration as Statement, scope, frame, anchor)
    case 'ExportDefaultDeclaration':
      exportDefault(m, node.declaration as DefaultExport, scope)
      return 'normal'
    case 'BlockStatement':
      return runBlock(m, node.body, new Scope(scope, false), frame)
    case 'IfStatement':
      return branch(
        m,
        truthOf(evaluate(m, node.test, scope)),
        () => execute(m, node.consequent, scope, frame),
        () => (node.alternate === null ? 'normal' : execute(m, node.alternate, scope, frame)),
      )
    case 'ReturnStatement': {
      const value = node.argument === null ? UNDEFINED : evaluate(m, node.argument, scope)
      frame.returned = frame.returned === null ? value : join(frame.returned, value)
      return 'return'
    }
    case 'ThrowStatement':
      return 'throw'
    case 'BreakStatement':
    case 'ContinueStatement':
      frame.label = node.label?.name ?? null
      return node.type === 'BreakStatement' ? 'break' : 'continue'
    case 'LabeledStatement': {
      frame.labels = [...frame.labels, node.label.name]
      const end = execute(m, node.body, scope, frame)
      if (end !== 'break' || frame.label !== node.label.name) return end
      frame.label = null
      return 'normal'
    }
    case 'TryStatement':
      return runTry(m, node, scope, frame)
    case 'SwitchStatement':
      return runSwitch(m, node, scope, frame)
    case 'ForInStatement':
    case 'ForOfStatement':
      return runEach(m, node, scope, frame)
    case 'ForStatement': {
      const inner = new Scope(scope, false)
      const labels = takeLabels(frame)
      if (node.init?.type === 'VariableDeclaration') execute(m, node.init, inner, frame)
      else if (node.init !== null) evaluate(m, node.init, inner)
      frame.labels = labels
      return runLoop(m, frame, {
        test: () => (node.test === null ? null : truthOf(evaluate(m, node.test, inner))),
        body: () => execute(m, node.body, inner, frame),
        update: () => {
          if (node.update !== null) evaluate(m, node.update, inner)
        },
      })
    }
    case 'DoWhileStatement': {
      let isFirst = true
      return runLoop(m, frame, {
        // The body runs before the test is first asked.
        test: () => {
          const truth = isFirst || truthOf(evaluate(m, node.test, scope))
          isFirst = false
          return truth
        },
        body: () => execute(m, node.body, scope, frame),
        update: () => {},
      })
    }
    case 'WithStatement':
      return runWith(m, node, scope, frame)
    case 'WhileStatement':
      return runLoop(m, frame, {
        test: () => truthOf(evaluate(m, node.test, scope)),
        body: () => execute(m, node.body, scope, frame),
        update: () => {},
      })
    default:
      return 'normal'
  }
}

type DefaultExport = Parameters<typeof evaluate>[1]

function exportDefault(m: Machine, node: DefaultExport, scope: Scope): void {
  if (node.type === 'FunctionDeclaration') {
    const name = node.id?.name
    const made =
      (name === undefined ? null : scope.find(name)?.value) ?? makeFunction(m, node, scope)
    scope.declare(DEFAULT_NAME, made, m.site)
    return
  }
  const value = evaluate(m, node, scope)
  if (node.type === 'ClassDeclaration' && node.id !== null)
    scope.declare(node.id.name, value, m.site)
  // A name that is exported has its place where it is declared.
  const named = node.type === 'Identifier' ? scope.find(node.name)?.site : null
  scope.declare(DEFAULT_NAME, value, named ?? m.site)
}

/** One of two ways; both where it is not known which. */
function branch(m: Machine, truth: boolean | null, yes: () => End, no: () => End): End {
  if (truth !== null) return truth ? yes() : no()
  const first = m.maybe(yes)
  const second = m.maybe(no)
  return first === second ? first : 'normal'
}

function runTry(m: Machine, node: TryStatement, scope: Scope, frame: Frame): End {
  const { missed } = m
  let end = runBlock(m, node.block.body, new Scope(scope, false), frame)
  const { handler } = node
  if (handler !== null && (end === 'throw' || m.missed > missed)) {
    const inner = new Scope(scope, false)
    if (handler.param !== null)
      bindPattern(m, handler.param, new Unknown('an error'), inner, 'declare')
    const caught = m.maybe(() => runBlock(m, handler.body.body, inner, frame))
    end = end === caught ? end : 'normal'
  }
  if (node.finalizer === null) return end
  const last = runBlock(m, node.finalizer.body, new Scope(scope, false), frame)
  return last === 'normal' ? end : last
}

function runSwitch(m: Machine, node: SwitchStatement, scope: Scope, frame: Frame): End {
  const subject = evaluate(m, node.discriminant, scope)
  const inner = new Scope(scope, false)
  const tests = node.cases.map(({ test }) => (test === null ? null : evaluate(m, test, inner)))
  const isKnown =
    subject.kind === 'known' && tests.every((test) => test === null || test.kind === 'known')
  const hit = tests.findIndex(
    (test) => test?.kind === 'known' && subject.kind === 'known' && test.value === subject.value,
  )
  const start = isKnown ? (hit >= 0 ? hit : tests.indexOf(null)) : 0
  if (start < 0) return 'normal'
  const run = () => {
    for (const { consequent } of node.cases.slice(start)) {
      const end = runBlock(m, consequent, inner, frame)
      if (end === 'break' && frame.label === null) {
        if (isKnown) return 'normal'
      } else if (end !== 'normal' && isKnown) return end
    }
    return 'normal'
  }
  return isKnown ? run() : m.maybe(run)
}

/** Names inside are members of an object first; which ones, only the object knows. */
function runWith(m: Machine, node: WithStatement, scope: Scope, frame: Frame): End {
  const object = evaluate(m, node.object, scope)
  const inner = new Scope(scope, false)
  const { keys, open } = ownKeys(m, object, { all: true })
  for (const key of keys) inner.declare(key, getProperty(m, object, key))
  if (open !== null || object.kind !== 'object') m.cut.add(m.module)
  return execute(m, node.body, inner, frame)
}
