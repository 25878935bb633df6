// Functions that a module keeps only to say that they are gone: whatever they are given, they raise an
// error, themselves or by another function of the package that does nothing else.

import { dottedParts } from '../../../syntax/python/expressionNames.ts'
import { parseBlock } from '../../../syntax/python/parsePython.ts'
import type { Expression, Statement } from '../../../syntax/python/syntax.ts'
import { isWord, walkStatements } from '../../../syntax/python/walk.ts'
import { RAISES_BY_NAME } from '../../../syntax/raisesByName.ts'
import type { PackageModel } from '../model/packageModel.ts'
import type { Item } from '../modules/items.ts'
import type { BindingOf } from '../scope/bindings.ts'

/** Longer ones do something. */
const BODY_MAX = 3_000

/** Whether every call of a function of a module ends with an error, and it is for nothing else. */
export function makeOnlyRaises(model: PackageModel): (item: Item) => boolean {
  function onlyRaises(item: Item): boolean {
    const { binding, owner, name } = item
    if (binding.kind !== 'def' || owner !== null || RAISES_BY_NAME.test(name)) return false
    const body = bodyOf(binding)
    const [last, ...before] = body === null ? [] : body.toReversed()
    if (last === undefined || !before.every((one) => passes(binding, one))) return false
    if (isWord(last, 'raise'))
      return isError(binding, last) && !looksAt(binding, last) && saysGone(binding)
    const called = calledBy(binding, last)
    if (called === null || looksAt(binding, last)) return false
    const parts = dottedParts(called)
    if (parts === null) return false
    const module = model.modules.moduleOf(item)
    const target = model.resolver.resolveParts(module, parts, null, null)
    if (target?.kind !== 'def' || target.owner !== null || !endsInError(target)) return false
    return saysGone(binding) || (target.binding.kind === 'def' && saysGone(target.binding))
  }

  function endsInError({ binding }: Item): boolean {
    const body = binding.kind === 'def' ? bodyOf(binding) : null
    const last = body?.at(-1)
    return last !== undefined && binding.kind === 'def' && raisesAlways(binding, last)
  }

  return onlyRaises
}

/** Null where there is more to a call than the body, or it may give something back. */
function bodyOf({ statement, source, overloads }: BindingOf<'def'>): readonly Statement[] | null {
  const { span, line, isGenerator } = statement.body
  const isPlain = statement.decorators.length === 0 && overloads.length === 0
  if (!isPlain || source.isStub || isGenerator || statement.isAsync) return null
  if (span.end - span.start > BODY_MAX || !/\braise\b|\(/.test(source.slice(span))) return null
  const body = parseBlock({ text: source.text }, span, line)
  for (const one of walkStatements(body)) if (isWord(one, 'return')) return null
  return body.filter((one, index) => index > 0 || !isText(source.text, one))
}

function isText(text: string, one: Statement): boolean {
  return one.kind === 'expression' && /^[a-zA-Z]{0,2}["']/.test(text.slice(one.value.start))
}

/** To raise an error is what some are for: `frozen`, in the place of a method that changes something. */
function saysGone({ statement, source }: BindingOf<'def'>): boolean {
  return GONE.test(source.slice(statement.body.span))
}

const GONE =
  /\b(?:remov|no longer|deprecat|replac|renamed|moved|obsolete|dropped|discontinued|instead\b|gone\b)/i

/** A statement that does nothing but to prepare what is said. */
function passes({ source }: BindingOf<'def'>, one: Statement): boolean {
  if (one.kind === 'expression') return /^(?:\w+\.)?warn\b/.test(source.slice(one.value))
  return one.kind === 'assign' || one.kind === 'import' || one.kind === 'from'
}

/**
 * Whether what is raised says that something is wrong: others end a program, or tell a caller where to
 * go on. What is still to be written, or left to others, is not gone.
 */
function isError(binding: BindingOf<'def'>, one: Statement): boolean {
  return /^(?!NotImplemented)[\w.]*(?:Error|Exception|Removed\w*|Warning)\b/.test(
    textOf(binding, one),
  )
}

function raisesAlways(binding: BindingOf<'def'>, one: Statement): boolean {
  if (isWord(one, 'raise')) return isError(binding, one)
  if (one.kind !== 'if' || one.branches.at(-1)?.test !== null) return false
  return one.branches.every(({ body }) => {
    const last = body.at(-1)
    return last !== undefined && isWord(last, 'raise') && isError(binding, last)
  })
}

function calledBy({ source }: BindingOf<'def'>, one: Statement): Expression | null {
  if (one.kind !== 'expression') return null
  const value = source.expression(one.value)
  return value.kind === 'call' ? value.function : null
}

function textOf({ source }: BindingOf<'def'>, one: Statement): string {
  if (one.kind === 'expression') return source.slice(one.value)
  return one.kind === 'other' && one.value !== null ? source.slice(one.value) : ''
}

/** One that raises what it is told to does its work. */
function looksAt(binding: BindingOf<'def'>, one: Statement): boolean {
  const text = textOf(binding, one)
  const names = binding.statement.parameters.map(({ name }) => name)
  return names.some((name) => new RegExp(`(?<![\\w.])${name}(?!\\w|\\s*=(?!=))`).test(text))
}
