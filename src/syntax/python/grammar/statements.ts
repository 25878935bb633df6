// The statements of Python's grammar, over tokens.

import type { CompilerRules } from './compilerRules.ts'
import {
  bitwise,
  callArguments,
  dotted,
  expression,
  type Node,
  named,
  parameters,
  refuseTarget,
  starExpressions,
  starExpressionsOrOne,
  target,
  targets,
  yielded,
  yieldedOrStar,
} from './expressions.ts'
import { casePattern } from './patterns.ts'
import { maybe, type Reader, type Rule, sequence, several, upTo } from './reader.ts'

/** What a block takes at most of the rules that CPython enters within each other. */
const BLOCK_RULES = 7
const AUGMENTED = /^(?:[-+*/%&|^@]|\*\*|\/\/|<<|>>)=$/

export function file(r: Reader): void {
  const mayBeText = r.type === 'string' || r.has('(')
  if (mayBeText) statement(r)
  while (r.type !== 'end') {
    r.isHead &&= r.has('from') && r.word(1) === '__future__'
    statement(r)
  }
}

function statement(r: Reader): void {
  r.deeper(() => {
    const word = r.word()
    if (Object.hasOwn(COMPOUND, word)) COMPOUND[word]?.(r)
    else if (word !== 'match' || !softly(r, match)) simpleLine(r)
  }, BLOCK_RULES)
}

/** Words that are names elsewhere: what does not fit is read as a name. */
function softly(r: Reader, read: Rule): boolean {
  return r.attempt(read, () => r.isDecided)
}

function simpleLine(r: Reader): void {
  do {
    if (r.type === 'newline') break
    simple(r)
  } while (r.eat(';'))
  if (r.at === 0) r.fail()
  r.expectType('newline')
}

function block(r: Reader): void {
  r.expect(':')
  if (!r.eatType('newline')) {
    simpleLine(r)
    return
  }
  r.expectType('indent')
  do statement(r)
  while (!r.eatType('dedent'))
}

/** The block of a function, a class or a loop. */
function inside(enter: (compiler: CompilerRules) => void): Rule {
  return (r) => {
    const around = r.compiler.mark
    enter(r.compiler)
    block(r)
    r.compiler.leaveTo(around)
  }
}

const loopBlock = inside((compiler) => compiler.enterLoop())
const groupBlock = inside((compiler) => compiler.enterGroup())
const classBlock = inside((compiler) => compiler.enterClass())
const name: Rule = (r) => r.name()
const otherwise = maybe('else', block)
const alias = maybe('as', name)

const COMPOUND: Readonly<Record<string, Rule>> = {
  if: sequence('if', named, block, elifs, otherwise),
  while: sequence('while', named, loopBlock, otherwise),
  for: sequence('for', target, 'in', (r) => starExpressions(r), loopBlock, otherwise),
  try: tryStatement,
  with: sequence('with', withItems, block),
  def: (r) => functionOf(r, false),
  class: sequence('class', declaredName, maybe('(', callArguments), classBlock),
  '@': decorated,
  async: asyncStatement,
}

function elifs(r: Reader): void {
  for (let length = 1; r.eat('elif'); length++) {
    r.within(length)
    named(r)
    block(r)
  }
}

function tryStatement(r: Reader): void {
  r.expect('try')
  block(r)
  let isGroup: boolean | null = null
  let takesAll = false
  while (r.has('except')) {
    if (takesAll) r.compiler.refuse(r.place, 'an `except` of everything is not the last')
    r.expect('except')
    const isStar = r.eat('*')
    if (isGroup !== null && isGroup !== isStar) r.fail()
    isGroup = isStar
    if (!r.has(':')) sequence(expression, alias)(r)
    else if (isStar) r.fail()
    else takesAll = true
    if (isStar) groupBlock(r)
    else block(r)
  }
  if (isGroup !== null) otherwise(r)
  if (r.eat('finally')) block(r)
  else if (isGroup === null) r.fail()
}

/** Parentheses around them may also be those of the first. */
function withItems(r: Reader): void {
  const isGrouped = r.attempt(() => {
    r.expect('(')
    do {
      if (r.has(')')) break
      withItem(r)
    } while (r.eat(','))
    r.expect(')')
    if (!r.has(':')) r.fail()
  })
  if (!isGrouped) several(withItem)(r)
}

function withItem(r: Reader): void {
  expression(r)
  if (!r.eat('as')) return
  if (r.eat('*')) r.fail()
  refuseTarget(r, bitwise(r))
}

function functionOf(r: Reader, isAsync: boolean): void {
  r.expect('def')
  declaredName(r)
  r.expect('(')
  const names = parameters(r, ')', true)
  r.expect(')')
  if (r.eat('->')) expression(r)
  inside((compiler) => compiler.enterFunction(isAsync, names))(r)
}

function asyncStatement(r: Reader): void {
  const { place } = r
  r.expect('async')
  const word = r.word()
  if (word === 'def') {
    functionOf(r, true)
    return
  }
  r.compiler.needAsync(place, `async ${word}`)
  if (word !== 'for' && word !== 'with') r.fail()
  COMPOUND[word]?.(r)
}

function decorated(r: Reader): void {
  while (r.eat('@')) {
    named(r)
    r.expectType('newline')
  }
  if (r.has('class')) COMPOUND['class']?.(r)
  else functionOf(r, r.eat('async'))
}

/** The name of a function or a class, and its type parameters. */
function declaredName(r: Reader): void {
  r.compiler.useName(r.name())
  typeParameters(r)
}

function typeParameters(r: Reader): void {
  if (!r.eat('[')) return
  const start = r.at
  upTo(']', typeParameter)(r)
  if (r.at === start + 1) r.fail()
}

function typeParameter(r: Reader): void {
  const isStarred = r.eat('*') || r.eat('**')
  r.name()
  if (!isStarred && r.eat(':')) expression(r)
  if (r.eat('=')) starExpressionsOrOne(r)
}

function match(r: Reader): void {
  r.at += 1
  starExpressions(r, true)
  r.expect(':')
  r.expectType('newline')
  r.expectType('indent')
  const wasDecided = r.isDecided
  r.isDecided = true
  let takesAll = false
  do {
    if (takesAll) r.compiler.refuse(r.place, 'a `case` of everything is not the last')
    r.expect('case')
    takesAll = r.isName() && r.word(1) === ':'
    sequence(casePattern, maybe('if', named), block)(r)
  } while (!r.eatType('dedent'))
  r.isDecided = wasDecided
}

const SIMPLE: Readonly<Record<string, Rule>> = {
  pass: (r) => r.expect('pass'),
  break: leaveLoop,
  continue: leaveLoop,
  return: returned,
  raise: raised,
  assert: sequence('assert', expression, maybe(',', expression)),
  global: declared,
  nonlocal: declared,
  del: sequence('del', (r) => refuseDeleted(r, targets(r))),
  import: sequence('import', several(sequence(dotted, alias))),
  from: importFrom,
}

function simple(r: Reader): void {
  const word = r.word()
  if (Object.hasOwn(SIMPLE, word)) SIMPLE[word]?.(r)
  else if (!mayBeAlias(r) || !softly(r, typeAlias)) assignment(r)
}

function leaveLoop(r: Reader): void {
  const { place } = r
  const word = r.word() === 'break' ? 'break' : 'continue'
  r.at += 1
  r.compiler.leaveLoop(place, word)
}

function returned(r: Reader): void {
  const { place } = r
  r.at += 1
  r.compiler.return(place, r.startsExpression())
  if (r.startsExpression()) starExpressions(r)
}

function raised(r: Reader): void {
  r.at += 1
  if (r.startsExpression()) sequence(expression, maybe('from', expression))(r)
}

function declared(r: Reader): void {
  const { place } = r
  const word = r.word() === 'global' ? 'global' : 'nonlocal'
  r.at += 1
  several(() => r.compiler.declare(place, word, r.name()))(r)
}

function mayBeAlias(r: Reader): boolean {
  return r.has('type') && r.isName(1) && (r.word(2) === '=' || r.word(2) === '[')
}

const typeAlias = sequence('type', name, typeParameters, '=', expression)

function refuseDeleted(r: Reader, node: Node): void {
  if (node.kind === 'starred') r.fail()
  refuseTarget(r, node)
  for (const item of node.items) refuseDeleted(r, item)
}

function assignment(r: Reader): void {
  if (r.has('yield')) {
    yielded(r)
    return
  }
  const node = starExpressions(r)
  const isPlain = node.kind === 'name' || node.kind === 'place'
  if (r.eat(':')) {
    if (!isPlain) r.fail()
    expression(r)
    if (r.eat('=')) yieldedOrStar(r)
  } else if (AUGMENTED.test(r.word())) {
    if (!isPlain) r.fail()
    r.at += 1
    yieldedOrStar(r)
  } else assignments(r, node)
}

/** `a = b = c`, behind the first of them. */
function assignments(r: Reader, first: Node): void {
  let node = first
  while (r.eat('=')) {
    refuseTarget(r, node)
    if (r.has('yield')) {
      yielded(r)
      if (r.has('=')) r.fail()
      return
    }
    node = starExpressions(r)
  }
}

function importFrom(r: Reader): void {
  const { place } = r
  r.expect('from')
  const isFuture = r.word() === '__future__' && r.word(1) === 'import'
  let dots = 0
  while (r.eat('.') || r.eat('...')) dots += 1
  if (dots === 0 || !r.has('import')) dotted(r)
  r.expect('import')
  if (r.eat('*')) {
    r.compiler.importAll(place)
    return
  }
  const isGrouped = r.eat('(')
  do {
    if (isGrouped && r.has(')')) break
    const feature = r.name()
    if (isFuture) r.compiler.importFeature(place, feature, r.isHead)
    alias(r)
  } while (r.eat(','))
  if (r.isBehind('(')) r.fail()
  if (isGrouped) r.expect(')')
  else if (r.isBehind(',')) r.fail()
}
