// The expressions of Python's grammar, over tokens. Nothing is built but what assignments need to
// know: what may stand to the left of one. Only brackets recurse; which operator binds first makes no
// difference to whether a text is an expression.

import type { CompilerRules } from './compilerRules.ts'
import type { Reader } from './reader.ts'

export type Node = Readonly<{
  kind: 'name' | 'place' | 'sequence' | 'starred' | 'other'
  items: readonly Node[]
}>

const OTHER: Node = { kind: 'other', items: [] }
const PLACE: Node = { kind: 'place', items: [] }
const NAME: Node = { kind: 'name', items: [] }
const EMPTY: Node = { kind: 'sequence', items: [] }

export const CONSTANTS = ['False', 'None', 'True']
const COMPARISONS = ['==', '!=', '<', '>', '<=', '>=', 'in']
/** By how they bind, the loosest first. */
const BINARY: ReadonlyMap<string, number> = new Map(
  ['|', '^', '&', '<< >>', '+ -', '* / // % @'].flatMap((signs, level) =>
    signs.split(' ').map((sign): [string, number] => [sign, level]),
  ),
)
/** What the defaults of a lambda take at most of the rules that CPython enters within each other. */
const DEFAULT_RULES = 8

/** The tokens of a field of an f-string: a whole expression and nothing else. */
function field(r: Reader): void {
  if (r.has('yield')) yielded(r)
  else starExpressions(r, true)
  if (r.at < r.tokens.length) r.fail()
}

export function yielded(r: Reader): void {
  const { place } = r
  r.expect('yield')
  r.compiler.yield(place, r.has('from'))
  if (r.eat('from')) expression(r)
  else if (r.startsExpression()) starExpressions(r)
}

export function yieldedOrStar(r: Reader): void {
  if (r.has('yield')) yielded(r)
  else starExpressions(r)
}

/** `a, *b, c`: one node, or a sequence where there is a comma. */
export function starExpressions(r: Reader, allowsNamed = false): Node {
  const { place } = r
  const node = starExpressionsOrOne(r, allowsNamed)
  refuseLoneStar(r, place, node)
  return node
}

function refuseLoneStar(r: Reader, place: number, { kind }: Node): void {
  if (kind === 'starred') r.compiler.refuse(place, 'a value with a star stands alone')
}

/** The same where one with a star may stand alone. */
export function starExpressionsOrOne(r: Reader, allowsNamed = false): Node {
  return withOthers(r, starExpression(r, allowsNamed), allowsNamed)
}

function withOthers(r: Reader, first: Node, allowsNamed: boolean): Node {
  if (!r.has(',')) return first
  const items = [first]
  while (r.eat(',') && r.startsExpression()) items.push(starExpression(r, allowsNamed))
  return { kind: 'sequence', items }
}

function starExpression(r: Reader, allowsNamed: boolean): Node {
  if (!r.eat('*')) return allowsNamed ? named(r) : expression(r)
  return { kind: 'starred', items: [bitwise(r)] }
}

/** With `:=`, where that may stand. */
export function named(r: Reader): Node {
  if (!r.isName() || r.word(1) !== ':=') return expression(r)
  r.compiler.useName(r.word())
  r.at += 2
  expression(r)
  return OTHER
}

export function expression(r: Reader): Node {
  // `lambda: …` and `a if b else …` end with another one, which may again.
  let entered = 0
  const around = r.compiler.mark
  for (let length = 0; ; length++) {
    r.within(length)
    const rules = r.has('lambda') ? 2 : 1
    if (r.eat('lambda')) {
      const names = r.deeper(() => parameters(r, ':', false), DEFAULT_RULES)
      r.expect(':')
      r.compiler.enterFunction(false, names)
    } else {
      const node = disjunction(r)
      if (!r.eat('if')) {
        r.compiler.leaveTo(around)
        r.leave(entered)
        return length === 0 ? node : OTHER
      }
      disjunction(r)
      r.expect('else')
    }
    r.enter(rules)
    entered += rules
  }
}

/** Up to a closing sign, which stays. */
export function parameters(r: Reader, end: string, isTyped: boolean): readonly string[] {
  const { place } = r
  const names: string[] = []
  let hasDefault = false
  let [isAfterStar, isBareStar, hasSlash, any] = [false, false, false, false]
  while (!r.has(end)) {
    if (any) r.expect(',')
    if (any && r.has(end)) break
    if (r.eat('**')) {
      if (isBareStar) r.fail()
      names.push(parameter(r, isTyped))
      r.eat(',')
      break
    }
    if (r.eat('*')) {
      if (isAfterStar) r.fail()
      isAfterStar = true
      isBareStar = !r.isName()
      if (!isBareStar) names.push(parameter(r, isTyped, true))
    } else if (r.eat('/')) {
      if (!any || hasSlash || isAfterStar) r.fail()
      hasSlash = true
    } else {
      names.push(parameter(r, isTyped))
      isBareStar = false
      const isGiven = r.eat('=')
      if (isGiven) expression(r)
      else if (hasDefault && !isAfterStar) r.fail()
      hasDefault ||= isGiven
    }
    any = true
  }
  if (isBareStar || !r.has(end)) r.fail()
  r.compiler.twice(place, names, 'the parameter')
  return names
}

function parameter(r: Reader, isTyped: boolean, isStar = false): string {
  const name = r.name()
  if (!isTyped || !r.eat(':')) return name
  if (isStar && r.eat('*')) bitwise(r)
  else expression(r)
  return name
}

/** Operands with operators between them: the first where it stands alone. */
function operands(r: Reader, read: (r: Reader) => Node, isOperator: (r: Reader) => boolean): Node {
  let node = read(r)
  while (isOperator(r)) {
    read(r)
    node = OTHER
  }
  return node
}

function disjunction(r: Reader): Node {
  return operands(r, inversion, () => r.eat('or') || r.eat('and'))
}

function inversion(r: Reader): Node {
  let nots = 0
  while (r.eat('not')) r.within(++nots)
  r.enter(nots)
  const node = operands(r, bitwise, eatComparison)
  r.leave(nots)
  return nots === 0 ? node : OTHER
}

function eatComparison(r: Reader): boolean {
  if (COMPARISONS.some((sign) => r.eat(sign))) return true
  if (r.eat('is')) {
    r.eat('not')
    return true
  }
  if (!r.has('not') || r.word(1) !== 'in') return false
  r.at += 2
  return true
}

/** Also what may stand to the left of `in`. */
export function bitwise(r: Reader): Node {
  const lengths: number[] = []
  return operands(r, factor, () => {
    const level = BINARY.get(r.word())
    if (level === undefined) return false
    r.at += 1
    lengths[level] = (lengths[level] ?? 0) + 1
    r.within(lengths[level])
    // What binds more strongly begins anew behind it.
    lengths.length = level + 1
    return true
  })
}

/** Signs and powers: each of both may follow the other. */
function factor(r: Reader): Node {
  let entered = 0
  for (let length = 0; ; length++) {
    r.within(length)
    let rules = 1
    if (!r.eat('+') && !r.eat('-') && !r.eat('~')) {
      const { place } = r
      const isAwaited = r.eat('await')
      if (isAwaited) r.compiler.needAsync(place, 'await')
      const node = primary(r)
      if (!r.eat('**')) {
        r.leave(entered)
        return isAwaited || length > 0 ? OTHER : node
      }
      rules = 2
    }
    r.enter(rules)
    entered += rules
  }
}

function primary(r: Reader): Node {
  let node = atom(r)
  for (let length = 0; ; length++) {
    r.within(length)
    if (r.eat('.')) {
      r.name()
      node = PLACE
    } else if (r.eat('(')) {
      callArguments(r)
      node = OTHER
    } else if (r.eat('[')) {
      r.deeper(slices)
      node = PLACE
    } else return node
  }
}

function slices(r: Reader): void {
  do {
    if (r.has(']')) break
    slice(r)
  } while (r.eat(','))
  if (r.isBehind('[')) r.fail()
  r.expect(']')
}

function slice(r: Reader): void {
  if (r.eat('*')) {
    bitwise(r)
    return
  }
  if (!r.has(':')) named(r)
  for (let colons = 0; colons < 2 && r.eat(':'); colons++) {
    if (!r.has(':') && !r.has(',') && !r.has(']')) expression(r)
  }
}

/** After the opening parenthesis, the closing one included. */
export function callArguments(r: Reader): void {
  r.deeper(() => {
    const { place } = r
    const keywords: string[] = []
    let [hasKeywords, count] = [false, 0]
    while (!r.has(')')) {
      if (count > 0) r.expect(',')
      if (count > 0 && r.has(')')) break
      count += 1
      if (r.eat('**')) {
        expression(r)
        hasKeywords = true
      } else if (r.eat('*')) {
        if (hasKeywords) r.fail()
        expression(r)
      } else if (r.isName() && r.word(1) === '=') {
        keywords.push(r.word())
        r.at += 2
        expression(r)
      } else {
        if (keywords.length > 0 || hasKeywords) r.fail()
        const around = r.compiler.mark
        named(r)
        if (!isComprehension(r)) continue
        // A generator without parentheses is the only argument.
        comprehension(r, around, true)
        if (count > 1 || !r.has(')')) r.fail()
      }
    }
    r.expect(')')
    r.compiler.twice(place, keywords, 'the argument')
  })
}

function isComprehension(r: Reader): boolean {
  return r.has('for') || (r.has('async') && r.word(1) === 'for')
}

/** `around`: what had been told before its element was read. */
function comprehension(r: Reader, around: CompilerRules['mark'], isGenerator = false): void {
  while (isComprehension(r)) {
    const { place } = r
    if (r.eat('async') && !isGenerator) r.compiler.needAsync(place, 'async for')
    r.expect('for')
    target(r)
    r.expect('in')
    disjunction(r)
    while (r.eat('if')) disjunction(r)
  }
  r.compiler.leaveComprehension(around, isGenerator)
}

/** What a loop assigns to. */
export function target(r: Reader): void {
  refuseTarget(r, targets(r))
}

/** The left side of `in`: names, places and sequences of them. */
export function targets(r: Reader): Node {
  const { place } = r
  const items: Node[] = []
  let isSequence = false
  do {
    if (!r.startsExpression()) break
    items.push(r.eat('*') ? { kind: 'starred', items: [bitwise(r)] } : bitwise(r))
    if (r.has(',')) isSequence = true
  } while (r.eat(','))
  const [only] = items
  if (only === undefined) r.fail()
  if (!isSequence) refuseLoneStar(r, place, only)
  return isSequence ? { kind: 'sequence', items } : only
}

/** Fails for what cannot be assigned to. */
export function refuseTarget(r: Reader, node: Node): void {
  if (node.kind === 'other') r.fail()
  if (node.items.filter(({ kind }) => kind === 'starred').length > 1) {
    r.compiler.refuse(r.place, 'more than one target has a star')
  }
  for (const item of node.items) refuseTarget(r, item)
}

export function dotted(r: Reader): void {
  do r.name()
  while (r.eat('.'))
}

function atom(r: Reader): Node {
  if (r.type === 'string') return strings(r)
  if (r.type === 'op') return r.deeper(bracketed)
  if (r.eatType('number') || CONSTANTS.some((word) => r.eat(word))) return OTHER
  r.compiler.useName(r.name())
  return NAME
}

function strings(r: Reader): Node {
  let isBytes: boolean | null = null
  for (;;) {
    const token = r.tokens[r.at]
    if (token?.type !== 'string') return OTHER
    if (isBytes !== null && isBytes !== token.isBytes) r.fail()
    isBytes = token.isBytes
    for (const tokens of token.fields) r.deeper(() => field(r.inner(tokens)))
    r.at += 1
  }
}

function bracketed(r: Reader): Node {
  if (r.eat('...')) return OTHER
  if (r.eat('(')) return listed(r, ')')
  if (r.eat('[')) return listed(r, ']')
  if (r.eat('{')) return braced(r)
  return r.fail()
}

/** A tuple, a list, a generator, or what only stands in parentheses. */
function listed(r: Reader, end: ')' | ']'): Node {
  const isList = end === ']'
  if (r.eat(end)) return EMPTY
  if (!isList && r.has('yield')) {
    yielded(r)
    r.expect(end)
    return OTHER
  }
  const around = r.compiler.mark
  const first = starExpression(r, true)
  if (isComprehension(r)) {
    if (first.kind === 'starred') r.fail()
    comprehension(r, around, !isList)
    r.expect(end)
    return OTHER
  }
  const node = withOthers(r, first, true)
  if (!isList && node.kind === 'starred') r.fail()
  r.expect(end)
  return isList ? { kind: 'sequence', items: [node] } : node
}

function braced(r: Reader): Node {
  if (r.eat('}')) return OTHER
  let [pairs, singles, isStarred] = [0, 0, false]
  const around = r.compiler.mark
  do {
    if (r.has('}')) break
    let isPair = r.eat('**')
    if (isPair || r.eat('*')) {
      bitwise(r)
      isStarred = true
    } else {
      named(r)
      isPair = r.eat(':')
      if (isPair) expression(r)
    }
    if (isPair) pairs += 1
    else singles += 1
    if (pairs > 0 && singles > 0) r.fail()
  } while (r.eat(','))
  if (isComprehension(r)) {
    if (pairs + singles !== 1 || isStarred || r.isBehind(',')) r.fail()
    comprehension(r, around)
  }
  r.expect('}')
  return OTHER
}
