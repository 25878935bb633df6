// Mapped types: `{ [T1 in keyof T0]?: T0[T1] }`, as the one member without a name that they are.

import { closingOf } from './splitTop.ts'

type Mapped = Readonly<{
  /** `T1 in keyof T0`. */
  keys: string
  /** What it makes of the mark that a member may be missing: `?`, `-?` or nothing. */
  mark: string
  value: string
}>

/** Null for what is none. */
export function mappedOf(unnamed: string): Mapped | null {
  const text = unnamed.replace(/^[+-]?readonly /, '')
  const close = /^\[T\d+ in /.test(text) ? closingOf(text, 0) : -1
  if (close < 0) return null
  const [head, mark = ''] = /^(\+?\?|-\?)?: /.exec(text.slice(close + 1)) ?? []
  if (head === undefined) return null
  return {
    keys: text.slice(1, close),
    mark: mark.replace('+', ''),
    value: text.slice(close + 1 + head.length),
  }
}

/** A mapped type with another mark; all else as it is. */
export function marked(unnamed: string, mark: string): string {
  const mapped = mappedOf(unnamed)
  if (mapped === null) return unnamed
  const readonly = /^[+-]?readonly /.exec(unnamed)?.[0] ?? ''
  return `${readonly}[${mapped.keys}]${mark}: ${mapped.value}`
}
