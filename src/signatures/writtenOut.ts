// Types under other spellings: an alias with its arguments put in, a mapped type that the library has
// a name for.

import { closingOf, findTop, splitTop } from './splitTop.ts'

/** Longer texts stay under their names. */
export const EXPANDED_MAX = 2_000

/** What an alias stands for with these arguments; null where its own text brings more parameters. */
export function filledAlias(alias: string | undefined, given: readonly string[]): string | null {
  if (alias === undefined || !alias.startsWith('<') || alias.length > EXPANDED_MAX) return null
  const close = closingOf(alias, 0)
  const parameters = splitTop(alias.slice(1, close), ', ')
  const body = alias.slice(close + ' '.length + 1)
  // Those of a function stand right before its brackets.
  if (alias.charAt(close + 1) !== ' ') return null
  const wanted = parameters.map((one) => /^T\d+/.exec(one)?.[0] ?? '')
  if (parameters.length !== given.length) return null
  const met = new Set(body.match(/\bT\d+\b/g))
  if (![...met].every((one) => wanted.includes(one))) return null
  const filled = body.replace(/\bT\d+\b/g, (one) => `(${given[wanted.indexOf(one)] ?? one})`)
  return filled.length > EXPANDED_MAX ? null : filled
}

/**
 * `{ [K in A]: B }` is `Record<A, B>` where B says nothing of K, and with `?` a part of it;
 * `{ [K in keyof A]: A[K] }` is `Pick<A, keyof A>`.
 */
export function recordText(inner: string): string | null {
  const [, key, rest] = /^\[(T\d+) in (.*)$/s.exec(inner) ?? []
  const close = closingOf(inner, 0)
  if (key === undefined || rest === undefined) return null
  if (inner.startsWith('?: ', close + 1)) {
    const whole = recordText(`${inner.slice(0, close + 1)}${inner.slice(close + '?'.length + 1)}`)
    return whole === null ? null : `Partial<${whole}>`
  }
  if (!inner.startsWith(': ', close + 1)) return null
  const keys = inner.slice(`[${key} in `.length, close)
  const value = inner.slice(close + ': '.length + 1)
  const whole = /^keyof (?!T\d+$)([\w$.]+)$/.exec(keys)?.[1]
  if (whole !== undefined && value === `${whole}[${key}]`) return `Pick<${whole}, ${keys}>`
  const isPlain = findTop(keys, ' as ') < 0 && !/^\(?keyof /.test(keys)
  const mentions = new RegExp(`\\b${key}\\b`).test(value)
  return isPlain && !mentions && splitTop(value, '; ').length === 1
    ? `Record<${keys}, ${value}>`
    : null
}
