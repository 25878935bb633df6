// Statements, in order, as far as they decide which names there are.

import type {
  Directive,
  DoWhileStatement,
  Expression,
  ForStatement,
  IfStatement,
  Statement,
  SwitchStatement,
  TryStatement,
  WhileStatement,
  WithStatement,
} from 'oxc-parser'
import type { End, Frame } from '../values/frame.ts'
import type { Machine } from '../values/machine.ts'
import { getProperty } from '../values/properties.ts'
import { ownKeys } from '../values/slots.ts'
import { DEFAULT_NAME, join, Scope, truthOf, UNDEFINED, Unknown } from '../values/values.ts'
import { runBlock } from './blocks.ts'
import { evaluateClass } from './classes.ts'
import { runEach, runLoop, takeLabels } from './loops.ts'
import { makeFunction } from './makeFunction.ts'
import { bindPattern } from './patterns.ts'

const TAKES_LABELS: ReadonlySet<string> = new Set(
  ['Labeled', 'For', 'ForIn', 'ForOf', 'While', 'DoWhile'].map((kind) => `${kind}Statement`),
)

/** What `execute` of a machine is; as in `evaluate`, no function inside sees its parameters. */
export function execute(
  this: Machine,
  node: Directive | Statement,
  scope: Scope,
  frame: Frame,
  anchor = node.start,
): End {
  this.step()
  this.anchor = anchor
  if (frame.labels.length > 0 && !TAKES_LABELS.has(node.type)) frame.labels = []
  switch (node.type) {
    case 'ExpressionStatement': {
      const value = this.evaluate(node.expression, scope)
      // A module that is loaded for what it does, and nothing else.
      if (value.kind === 'lazy' && !value.isExternal) value.force()
      return 'normal'
    }
    case 'VariableDeclaration':
      for (const declaration of node.declarations) {
        const { id, init, start } = declaration
        const isFirst = declaration === node.declarations[0]
        if (!isFirst) this.anchor = start
        if (init === null && node.kind === 'var') continue
        const value = init === null ? UNDEFINED : this.evaluate(init, scope)
        if (!isFirst) this.anchor = start
        bindPattern(this, id, value, scope, node.kind === 'var' ? 'var' : 'declare')
      }
      return 'normal'
    case 'ClassDeclaration':
      if (node.id !== null) scope.declare(node.id.name, evaluateClass(this, node, scope), this.site)
      return 'normal'
    case 'ExportNamedDeclaration':
      return node.declaration === null
        ? 'normal'
        : this.execute(node.declaration as Statement, scope, frame, anchor)
    case 'ExportDefaultDeclaration':
      exportDefault(this, node.declaration as Expression, scope)
      return 'normal'
    case 'BlockStatement':
      return runBlock(this, node.body, new Scope(scope, false, this.ways), frame)
    case 'IfStatement':
      return branch(this, node, scope, frame)
    case 'ReturnStatement': {
      const value = node.argument === null ? UNDEFINED : this.evaluate(node.argument, scope)
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
      const end = this.execute(node.body, scope, frame)
      if (end !== 'break' || frame.label !== node.label.name) return end
      frame.label = null
      return 'normal'
    }
    case 'TryStatement':
      return runTry(this, node, scope, frame)
    case 'SwitchStatement':
      return runSwitch(this, node, scope, frame)
    case 'ForInStatement':
    case 'ForOfStatement':
      return runEach(this, node, scope, frame)
    case 'ForStatement':
      return runFor(this, node, scope, frame)
    case 'DoWhileStatement':
    case 'WhileStatement':
      return runWhile(this, node, scope, frame)
    case 'WithStatement':
      return runWith(this, node, scope, frame)
    default:
      return 'normal'
  }
}

function exportDefault(m: Machine, node: Expression, scope: Scope): void {
  if (node.type === 'FunctionDeclaration') {
    const name = node.id?.name
    const made =
      (name === undefined ? null : scope.find(name)?.value) ?? makeFunction(m, node, scope)
    scope.declare(DEFAULT_NAME, made, m.site)
    return
  }
  const value = m.evaluate(node, scope)
  if (node.type === 'ClassDeclaration' && node.id !== null)
    scope.declare(node.id.name, value, m.site)
  // A name that is exported has its place where it is declared.
  const named = node.type === 'Identifier' ? scope.find(node.name)?.site : null
  scope.declare(DEFAULT_NAME, value, named ?? m.site)
}

/** One of two ways; both where it is not known which. */
function branch(m: Machine, node: IfStatement, scope: Scope, frame: Frame): End {
  const truth = truthOf(m.evaluate(node.test, scope))
  if (truth === null) return bothWays(m, node, scope, frame)
  const taken = truth ? node.consequent : node.alternate
  return taken === null ? 'normal' : m.execute(taken, scope, frame)
}

function bothWays(m: Machine, node: IfStatement, scope: Scope, frame: Frame): End {
  const { consequent, alternate } = node
  const first = m.maybe(() => m.execute(consequent, scope, frame))
  const second = m.maybe(() => (alternate === null ? 'normal' : m.execute(alternate, scope, frame)))
  return first === second ? first : 'normal'
}

function runFor(m: Machine, node: ForStatement, scope: Scope, frame: Frame): End {
  const inner = new Scope(scope, false, m.ways)
  const labels = takeLabels(frame)
  if (node.init?.type === 'VariableDeclaration') m.execute(node.init, inner, frame)
  else if (node.init !== null) m.evaluate(node.init, inner)
  frame.labels = labels
  return runLoop(m, frame, {
    test: () => (node.test === null ? null : truthOf(m.evaluate(node.test, inner))),
    body: () => m.execute(node.body, inner, frame),
    update: () => {
      if (node.update !== null) m.evaluate(node.update, inner)
    },
  })
}

function runWhile(
  m: Machine,
  node: DoWhileStatement | WhileStatement,
  scope: Scope,
  frame: Frame,
): End {
  // The body of `do` runs before the test is first asked.
  let isFirst = node.type === 'DoWhileStatement'
  return runLoop(m, frame, {
    test: () => {
      const truth = isFirst || truthOf(m.evaluate(node.test, scope))
      isFirst = false
      return truth
    },
    body: () => m.execute(node.body, scope, frame),
    update: () => {},
  })
}

function runTry(m: Machine, node: TryStatement, scope: Scope, frame: Frame): End {
  const { missed } = m
  let end = runBlock(m, node.block.body, new Scope(scope, false, m.ways), frame)
  const { handler } = node
  if (handler !== null && (end === 'throw' || m.missed > missed)) {
    const inner = new Scope(scope, false, m.ways)
    if (handler.param !== null)
      bindPattern(m, handler.param, new Unknown('an error'), inner, 'declare')
    const caught = m.maybe(() => runBlock(m, handler.body.body, inner, frame))
    end = end === caught ? end : 'normal'
  }
  if (node.finalizer === null) return end
  const last = runBlock(m, node.finalizer.body, new Scope(scope, false, m.ways), frame)
  return last === 'normal' ? end : last
}

function runSwitch(m: Machine, node: SwitchStatement, scope: Scope, frame: Frame): End {
  const subject = m.evaluate(node.discriminant, scope)
  const inner = new Scope(scope, false, m.ways)
  const tests = node.cases.map(({ test }) => (test === null ? null : m.evaluate(test, inner)))
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
  const object = m.evaluate(node.object, scope)
  const inner = new Scope(scope, false, m.ways)
  const { keys, open } = ownKeys(m, object, { all: true })
  for (const key of keys) inner.declare(key, getProperty(m, object, key))
  if (open !== null || object.kind !== 'object') m.cut.add(m.module)
  return m.execute(node.body, inner, frame)
}
