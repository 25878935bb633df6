// Texts of types and signatures, taken apart without asking what their names mean.

import { parseSignatures } from './parseSignature.ts'
import { closingOf, cutTop, splitTop } from './splitTop.ts'

/** What an alias stands for, without its type parameters. */
export function meaningOf(ecosystem: 'pypi' | 'npm', signature: string): string {
  if (ecosystem !== 'npm' || !signature.startsWith('<')) return signature
  const end = closingOf(signature, 0)
  return signature.charAt(end + 1) === ' ' ? signature.slice(end + 2) : signature
}

function isNothing(part: string): boolean {
  return part === 'None' || part === 'null' || part === 'undefined'
}

/** Without what says that it may be missing, or may not be changed. */
export function bare(ecosystem: 'pypi' | 'npm', written: string): string {
  let text = written.trim()
  if (ecosystem === 'npm') {
    text = text.replace(/^(?:static |readonly |abstract |protected |get |set )+/, '')
    if (text.endsWith('?')) text = text.slice(0, -1)
  }
  const parts = splitTop(text, ' | ').filter((part) => !isNothing(part))
  const [only, ...more] = parts
  text = only !== undefined && more.length === 0 ? only : text
  while (text.startsWith('(') && closingOf(text, 0) === text.length - 1) text = text.slice(1, -1)
  return text.trim()
}

/** What is inside `list[X]`, `Promise<X>`: by the names of the wrappers, the first or last of them. */
export function insideOf(
  text: string,
  wrappers: ReadonlySet<string>,
  place: 'first' | 'last',
): string | null {
  const open = text.search(/[[<]/)
  if (open < 0 || closingOf(text, open) !== text.length - 1) return null
  const head = text.slice(0, open)
  const name = head.slice(head.lastIndexOf('.') + 1)
  if (!wrappers.has(name)) return null
  const parts = splitTop(text.slice(open + 1, -1), ', ')
  return (place === 'first' ? parts[0] : parts.at(-1)) ?? null
}

/** What a call gives, as text, of each overload; empty where one of them does not say. */
export function returnTexts(ecosystem: 'pypi' | 'npm', signature: string): readonly string[] {
  if (ecosystem === 'npm') return npmReturns(signature)
  return pythonReturns(signature) ?? []
}

/** Null where overloads disagree or nothing is said. */
export function pythonReturn(signature: string): string | null {
  const [only = null, ...more] = pythonReturns(signature) ?? []
  return more.length === 0 ? only : null
}

/** Of each overload; null where one of them does not say. */
function pythonReturns(signature: string): readonly string[] | null {
  const texts = new Set<string>()
  for (const { isAsync, returns } of parseSignatures(signature) ?? []) {
    if (returns === null) return null
    texts.add(isAsync ? `Awaitable[${returns}]` : returns)
  }
  return [...texts]
}

function npmReturns(signature: string): readonly string[] {
  const texts = new Set<string>()
  for (const call of splitTop(signature, '; ')) {
    const [, text] = cutTop(call, ' => ')
    if (text === undefined) return []
    texts.add(text)
  }
  return [...texts]
}
