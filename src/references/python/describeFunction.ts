// What the statement of a function and its decorators say of it.

import type { Parameter } from '../../syntax/python/syntax.ts'
import type { LocalFunction } from './values.ts'

/** Decorators of Python's own that leave a function what it is, and the one that makes a context of it. */
const KEEPING =
  /^(?:(?:functools\.)?(?:cache|lru_cache(?:\(.*\))?)|staticmethod|classmethod|(?:abc\.)?abstractmethod)$/s
const ENTERED = /^(?:contextlib\.)?(?:async)?contextmanager$/
/** Several fixtures in one, and those of another name, are left alone. */
const FIXTURE = /^(?:pytest\.|pytest_asyncio\.)?fixture(?:\((?!.*\b(?:params|name)\s*=).*\))?$/s
const PROPERTY = /^(?:property|(?:functools\.)?cached_property)$/

type Statement = Readonly<{
  parameters: readonly Parameter[]
  isAsync: boolean
  body: Readonly<{ isGenerator: boolean }>
}>

/**
 * `marks`: the texts of its decorators. `isMethod`: it stands in a class. `isPatched`: the file may put
 * something else in the place of functions.
 */
export function describeFunction(
  of: LocalFunction,
  { parameters, isAsync, body }: Statement,
  marks: readonly string[],
  { isMethod, isPatched }: Readonly<{ isMethod: boolean; isPatched: boolean }>,
): void {
  // Classes below, or whoever has the class in hand, may give it another method.
  of.isSoft = isMethod || isPatched
  const isEntered = marks.some((mark) => ENTERED.test(mark))
  of.isProperty = marks.some((mark) => PROPERTY.test(mark))
  of.isFixture = marks.length === 1 && marks.some((mark) => FIXTURE.test(mark))
  of.isReplaced = marks.some(
    (mark) => ![KEEPING, ENTERED, PROPERTY].some((known) => known.test(mark)),
  )
  of.parameters = isMethod && !marks.includes('staticmethod') ? parameters.slice(1) : parameters
  if (isEntered) of.wrapping = 'enter'
  else if (body.isGenerator) of.wrapping = 'element'
  else of.wrapping = isAsync ? 'await' : null
}
