// The interpreter that tables speak of: CPython 3.11 on Linux, x86-64. Code that asks which
// interpreter runs it is read as that one would.

import { dottedParts } from '../../../syntax/python/expressionNames.ts'
import type { Expression, ExpressionOf } from '../../../syntax/python/syntax.ts'

export const REFERENCE = {
  version: [3, 11, 0],
  banner: '3.11.0 (main) [GCC]',
  platform: 'linux',
  osName: 'posix',
} as const

const DEPTH_MAX = 12

/** True, false, seen by type checkers only, or null: not known. `lookup` gives a name's value. */
export function decideTest(
  test: Expression,
  /** The text that the expression's spans lie in. */
  text: string,
  lookup: (name: string) => Expression | null,
  depth = 0,
): boolean | 'typing' | null {
  if (depth > DEPTH_MAX) return null
  const again = (one: Expression) => decideTest(one, text, lookup, depth + 1)
  switch (test.kind) {
    case 'constant':
      return test.name === 'True' ? true : test.name === '...' ? null : false
    case 'number':
      return Number(test.text.replaceAll('_', '').replace(/j$/i, '')) !== 0
    case 'string':
      return test.value === null ? null : test.value !== ''
    case 'tuple':
    case 'list':
    case 'set':
      return test.items.some(({ kind }) => kind === 'starred') ? null : test.items.length > 0
    case 'dict':
      return test.items.some(({ key }) => key === null) ? null : test.items.length > 0
    case 'name':
      return decideName(test.name) ?? followName(test.name, lookup, again)
    case 'attribute':
      return decideName(test.name)
    case 'unary': {
      if (test.operator !== 'not') return null
      const inner = again(test.value)
      if (inner === 'typing') return true
      return inner === null ? null : !inner
    }
    case 'binary':
      if (test.operator === 'and') return both(again(test.left), again(test.right))
      if (test.operator === 'or') return either(again(test.left), again(test.right))
      return compare(test, text)
    case 'call':
      return decideCall(test, text)
    default:
      return null
  }
}

function decideName(name: string): boolean | 'typing' | null {
  if (name === 'TYPE_CHECKING' || name === 'MYPY') return 'typing'
  if (name === 'PY3' || name === '__debug__') return true
  if (name === 'PY2' || name === 'IS_WINDOWS' || name === 'PYPY' || name === 'IS_PYPY') return false
  // `PY312`, by which packages mean that Python is at least that.
  const minor = /^_?PY_?3_?(\d{1,2})(?:_PLUS)?$/.exec(name)?.[1]
  return minor === undefined ? null : Number(minor) <= REFERENCE.version[1]
}

const PLAIN: ReadonlySet<Expression['kind']> = new Set([
  'constant',
  'number',
  'string',
  'tuple',
  'list',
  'set',
  'dict',
])

function followName(
  name: string,
  lookup: (name: string) => Expression | null,
  again: (one: Expression) => boolean | 'typing' | null,
): boolean | 'typing' | null {
  const value = lookup(name)
  // A name that was set to a plain value may be set again elsewhere: flags are not followed.
  if (value === null || PLAIN.has(value.kind)) return null
  return again(value)
}

type Decided = boolean | 'typing' | null

function both(left: Decided, right: Decided): Decided {
  if (left === false || right === false) return false
  if (left === 'typing' || right === 'typing') return 'typing'
  return left === true && right === true ? true : null
}

function either(left: Decided, right: Decided): Decided {
  if (left === true || right === true) return true
  if (left === false) return right
  if (right === false) return left
  return null
}

function compare(test: ExpressionOf<'binary'>, text: string): boolean | null {
  const { operator } = test
  // Variables that a package asks for are not set.
  if (operator === 'in' || operator === 'not in') {
    if (dotted(test.right) === 'os.environ' && isOwnVariable(test.left)) return operator !== 'in'
  }
  // A module that is imported is never the main one.
  const isOfMain = isMain(test.left, test.right) || isMain(test.right, test.left)
  if (isOfMain && (operator === '==' || operator === '!=')) return operator === '!='
  // `str is bytes`, by which old code knows Python 2.
  const sides = `${dotted(test.left)} ${dotted(test.right)}`
  if (/^(?:str bytes|bytes str)$/.test(sides) && /^(?:is|is not|==|!=)$/.test(operator)) {
    return operator === 'is not' || operator === '!='
  }
  const left = factOf(test.left, text)
  const right = factOf(test.right, text)
  if (left === null || right === null) return null
  if (typeof left === 'string' && typeof right === 'string') {
    if (operator === '==') return left === right
    if (operator === '!=') return left !== right
    if (operator === 'in') return right.includes(left)
    if (operator === 'not in') return !right.includes(left)
    return null
  }
  if (operator === 'in' || operator === 'not in') {
    if (!Array.isArray(right) || Array.isArray(left)) return null
    const isIn = right.includes(left)
    return operator === 'in' ? isIn : !isIn
  }
  const order = compareFacts(left, right)
  if (order === null) return null
  if (operator === '==') return order === 0
  if (operator === '!=') return order !== 0
  if (operator === '<') return order < 0
  if (operator === '<=') return order <= 0
  if (operator === '>') return order > 0
  return operator === '>=' ? order >= 0 : null
}

/** Not one of those that every system sets. */
function isOwnVariable(name: Expression | undefined): boolean {
  if (name?.kind !== 'string' || name.value === null) return false
  return !/^(?:PATH|HOME|USER|LOGNAME|LANG|LC_\w+|TERM|SHELL|PWD|TMPDIR)$/.test(name.value)
}

function isMain(left: Expression, right: Expression): boolean {
  return (
    left.kind === 'name' &&
    left.name === '__name__' &&
    right.kind === 'string' &&
    right.value === '__main__'
  )
}

type Fact = string | number | (string | number)[]

function factOf(expression: Expression, text: string): Fact | null {
  if (expression.kind === 'string') return expression.value
  if (expression.kind === 'number') return Number(expression.text)
  if (expression.kind === 'tuple' || expression.kind === 'list' || expression.kind === 'set') {
    const items = expression.items.map((item) => factOf(item, text))
    return items.every((item) => typeof item === 'number' || typeof item === 'string')
      ? (items as (string | number)[])
      : null
  }
  if (expression.kind === 'subscript') {
    const value = factOf(expression.value, text)
    if (!Array.isArray(value) && typeof value !== 'string') return null
    const index = factOf(expression.index, text)
    if (typeof index === 'number') return value[index] ?? null
    if (expression.index.kind !== 'opaque') return null
    const { start, end } = expression.index.span
    const slice = /^\s*(\d*)\s*:\s*(\d*)\s*$/.exec(text.slice(start, end))
    if (slice === null) return null
    return value.slice(Number(slice[1] ?? 0), slice[2] ? Number(slice[2]) : undefined)
  }
  if (expression.kind === 'call') {
    const path = dotted(expression.function)
    if (path === 'platform.system') return 'Linux'
    if (path === 'platform.python_implementation') return 'CPython'
    if (expression.function.kind === 'attribute' && expression.function.name === 'lower') {
      const value = factOf(expression.function.value, text)
      return typeof value === 'string' ? value.toLowerCase() : null
    }
    return null
  }
  const path = dotted(expression)
  if (path === null) return null
  if (/(?:^|\.)version_info$/.test(path)) return [...REFERENCE.version]
  if (/version_info\.major$/.test(path)) return REFERENCE.version[0]
  if (/version_info\.minor$/.test(path)) return REFERENCE.version[1]
  if (path === 'sys.version') return REFERENCE.banner
  if (path === 'sys.platform' || path === 'platform') return REFERENCE.platform
  if (path === 'os.name') return REFERENCE.osName
  if (path === 'sys.implementation.name') return 'cpython'
  if (path === 'sys.byteorder') return 'little'
  if (path === 'sys.hexversion') return 0x030b00f0
  return null
}

function dotted(expression: Expression): string | null {
  return dottedParts(expression)?.join('.') ?? null
}

function compareFacts(left: Fact, right: Fact): number | null {
  if (typeof left === 'number' && typeof right === 'number') return left - right
  if (!Array.isArray(left) || !Array.isArray(right)) return null
  const length = Math.max(left.length, right.length)
  for (let i = 0; i < length; i++) {
    const one = left[i]
    const other = right[i]
    if (one === undefined) return -1
    if (other === undefined) return 1
    if (typeof one !== 'number' || typeof other !== 'number') return null
    if (one !== other) return one - other
  }
  return 0
}

function decideCall(test: ExpressionOf<'call'>, text: string): boolean | null {
  const { function: called, arguments: given } = test
  const path = dotted(called)
  if ((path === 'os.environ.get' || path === 'os.getenv') && given.length === 1) {
    return isOwnVariable(given[0]?.value) ? false : null
  }
  if (called.kind !== 'attribute' || called.name !== 'startswith') return null
  if (called.value.kind === 'name' && called.value.name === '__name__') return null
  const value = factOf(called.value, text)
  const prefix = given[0] === undefined ? null : factOf(given[0].value, text)
  return typeof value === 'string' && typeof prefix === 'string' ? value.startsWith(prefix) : null
}
