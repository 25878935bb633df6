// Code that says itself that what it names may not be there.

import type { Span, Statement, TryStatement, WithStatement } from '../../syntax/python/syntax.ts'

const CAUGHT =
  /\b(?:ImportError|ModuleNotFoundError|AttributeError|TypeError|NameError|Exception|BaseException)\b/
const VERSION =
  /version|\bPY[23]\b|\bPY3\d+\b|sys\.platform|platform\.|os\.name|\b(?:HAS|HAVE|IS|WITH|USE)_[A-Z]|implementation|pypy/i
const SKIPPING = /skip|xfail|requires|needs_|only/i
const RAISING = /raises|[rR]aise|warns|suppress|deprecated/

/** Why a miss in the body of a `try` proves nothing; null when the handlers catch other things. */
export function caughtBecause(text: string, { handlers }: TryStatement): string | null {
  const catches = handlers.some(
    ({ type }) => type === null || CAUGHT.test(text.slice(type.start, type.end)),
  )
  return catches ? 'the code catches the error' : null
}

export const FOR_RELEASES = 'the code looks at the version first'

/** Why a miss below an `if` proves nothing; null when the test speaks of something else. */
export function testedBecause(text: string, test: Span | null): string | null {
  if (test === null) return null
  const written = text.slice(test.start, test.end)
  return VERSION.test(written) || VERSION.test(givenTo(text, written)) || isOfRelease(text, written)
    ? FOR_RELEASES
    : null
}

/** Whether a text names a module that the file imports, with a number: `kind == "prompt_toolkit1"`. */
function isOfRelease(text: string, test: string): boolean {
  return [...test.matchAll(/["']([A-Za-z_]+)[-_]?[\d.]+["']/g)].some(([, name]) =>
    new RegExp(`\\b(?:import|from)\\s+${name}\\b`).test(text),
  )
}

/** What a name in capitals was given that a test consists of: `if DJANGO_2_0:`; else nothing. */
function givenTo(text: string, test: string): string {
  const [, name] = /^(?:not\s+)?([A-Z][A-Z0-9_]*)$/.exec(test) ?? []
  if (name === undefined) return ''
  return new RegExp(`^${name}\\s*=\\s*(.+)$`, 'm').exec(text)?.[1] ?? ''
}

/** `with pytest.raises(…)` and its kin. */
export function expectedBecause(text: string, { items }: WithStatement): string | null {
  const expects = items.some(({ value }) => RAISING.test(text.slice(value.start, value.end)))
  return expects ? 'the code expects an error' : null
}

/** A test that runs only where what it names is there. */
export function skippedBecause(text: string, decorators: readonly Span[]): string | null {
  const isSkipped = decorators.some(({ start, end }) => SKIPPING.test(text.slice(start, end)))
  return isSkipped ? 'the code is skipped where it is missing' : null
}

export function isTypeChecking(text: string, test: Span | null): boolean {
  return test !== null && /^\(*(?:\w+\.)?TYPE_CHECKING\)*$/.test(text.slice(test.start, test.end))
}

/** Whether nothing runs after these statements. */
export function ends(text: string, body: readonly Statement[]): boolean {
  const last = body.at(-1)
  if (last === undefined) return false
  if (last.kind === 'other') return /^(?:return|raise|continue|break)$/.test(last.word)
  if (last.kind !== 'expression') return false
  const written = text.slice(last.value.start, last.value.end)
  return /^(?:\w+\.)*(?:exit|_exit|abort|skip|fail|importorskip)\(/.test(written)
}
