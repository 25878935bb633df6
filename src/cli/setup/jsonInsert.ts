// Adds to somebody else's JSON, and leaves every other byte of it as it is.

import { isDeepStrictEqual } from 'node:util'
import { isMembers, jsonIn } from '../../domain/texts/jsonValue.ts'

/** Null where the text is no JSON, or has something else where an object or a list is to be. */
export function withMember(text: string, path: readonly string[], value: unknown): string | null {
  const before = text.trim() === '' ? '{}' : text
  const wanted = merged(jsonIn(before), path, value)
  if (wanted === null) return null
  const found = deepest(before, path)
  if (found === null) return null
  const { place, depth, isList } = found
  const [unit] = /(?<=\n)[ \t]+(?=")/.exec(before) ?? ['  ']
  const rest = path.slice(depth)
  const inner = isList ? value : nested(rest.slice(1), value)
  const key = isList ? '' : `${JSON.stringify(rest[0])}: `
  const indent = unit.repeat(depth + 1)
  const literal = JSON.stringify(inner, null, unit).replaceAll('\n', `\n${indent}`)
  const body = before.slice(place.open + 1, place.close)
  const comma = body.trim() === '' ? '' : ','
  const after = `${before.slice(0, place.open + 1)}${body.trimEnd()}${comma}\n${indent}${key}${literal}\n${unit.repeat(depth)}${before.slice(place.close)}`
  // Twice the same name, or whatever else was read otherwise than it is meant.
  return isDeepStrictEqual(jsonIn(after), wanted) ? after : null
}

/** The last name leads to a list that is added to, where it is a list; else to what is new. */
function merged(root: unknown, path: readonly string[], value: unknown): unknown {
  const [key, ...rest] = path
  if (key === undefined) return Array.isArray(root) ? [...root, value] : null
  if (!isMembers(root)) return null
  const has = Object.hasOwn(root, key)
  if (!has) return { ...root, [key]: nested(rest, value) }
  const inner = merged(root[key], rest, value)
  return inner === null ? null : { ...root, [key]: inner }
}

function nested(path: readonly string[], value: unknown): unknown {
  const [key, ...rest] = path
  return key === undefined ? value : { [key]: nested(rest, value) }
}

type Place = Readonly<{ open: number; close: number }>

/** The innermost value of the path that is there, and how many names lead to it. */
function deepest(text: string, path: readonly string[]) {
  let place = placeAt(text, skipSpace(text, 0))
  for (const [depth, key] of path.entries()) {
    if (place === null || text[place.open] !== '{') return null
    const next = memberAt(text, place, key)
    if (next === null) return { place, depth, isList: false }
    place = placeAt(text, next)
  }
  if (place === null || text[place.open] !== '[') return null
  return { place, depth: path.length, isList: true }
}

/** Where the value of a name begins, in an object. */
function memberAt(text: string, { open, close }: Place, key: string): number | null {
  let at = skipSpace(text, open + 1)
  while (at < close) {
    const end = endOf(text, at)
    const begin = skipSpace(text, skipSpace(text, end) + 1)
    if (JSON.parse(text.slice(at, end)) === key) return begin
    at = skipSpace(text, skipSpace(text, endOf(text, begin)) + 1)
  }
  return null
}

function placeAt(text: string, open: number): Place | null {
  return text[open] === '{' || text[open] === '[' ? { open, close: endOf(text, open) - 1 } : null
}

const skipSpace = (text: string, from: number) => {
  let at = from
  while (/\s/.test(text[at] ?? '')) at += 1
  return at
}

/** Behind the value that begins here, in a text that is JSON. */
function endOf(text: string, from: number): number {
  let depth = 0
  for (let at = from; at < text.length; at += 1) {
    const sign = text[at]
    if (sign === '"') {
      at += 1
      while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1
      if (depth === 0) return at + 1
    } else if (sign === '{' || sign === '[') depth += 1
    else if (sign === '}' || sign === ']') {
      // A number or a word before the end of what holds it.
      if (depth === 0) return at
      depth -= 1
      if (depth === 0) return at + 1
    } else if (depth === 0 && /[,\s]/.test(sign ?? '')) return at
  }
  return text.length
}
