// Texts while a module is followed: the names that it makes are made of them.

import { changedText, isOverfilled, TEXT_MAX } from '../scope/changedText.ts'
import { isKind, listOf, NotFollowed, type Value } from './values.ts'

export function joinTexts(left: string, right: string): string {
  if (left.length + right.length > TEXT_MAX) throw tooLong()
  return left + right
}

function tooLong(): NotFollowed {
  return new NotFollowed('a text that is too long')
}

function joined(texts: readonly string[], between: string): string {
  const [first = '', ...more] = texts
  return more.reduce((one, other) => joinTexts(joinTexts(one, between), other), first)
}

/** Methods of texts; undefined for one that is not known. */
export function textMethod(
  text: string,
  method: string,
  given: readonly Value[],
): Value | undefined {
  const [first] = given
  const texts = isKind(first, 'list') ? first.items : first === undefined ? [] : [first]
  switch (method) {
    case 'startswith':
      return texts.some((one) => typeof one === 'string' && text.startsWith(one))
    case 'endswith':
      return texts.some((one) => typeof one === 'string' && text.endsWith(one))
    case 'isupper':
      return text !== text.toLowerCase() && text === text.toUpperCase()
    case 'islower':
      return text !== text.toUpperCase() && text === text.toLowerCase()
    case 'split':
      if (given.length === 0) return listOf(text.trim().split(/\s+/).filter(Boolean))
      return typeof first === 'string' && given.length === 1 ? listOf(text.split(first)) : undefined
    case 'join':
      return isKind(first, 'list') && first.items.every((one) => typeof one === 'string')
        ? joined(first.items.map(String), text)
        : undefined
    default: {
      const made = changedText(text, method, given)
      if (made === null) throw tooLong()
      return made
    }
  }
}

/** `"a%s" % b`; undefined where it is more than that. */
export function percent(text: string, value: Value): string | undefined {
  const parts = isKind(value, 'list') ? value.items : [value]
  if (!parts.every((one) => typeof one === 'string' || typeof one === 'number')) return undefined
  if (isOverfilled(text, parts)) throw tooLong()
  let at = 0
  const filled = text.replace(/%[sd]/g, () => String(parts[at++] ?? '%'))
  return at === parts.length && !filled.includes('%') ? filled : undefined
}
