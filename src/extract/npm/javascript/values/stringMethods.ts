// Members of texts, as far as names are made with them.

import type { Machine } from './machine.ts'
import { safePattern } from './safePattern.ts'
import {
  arrayOf,
  type Call,
  known,
  knownText,
  NULL,
  nativeFunction,
  primitive,
  UNDEFINED,
  Unknown,
  type Value,
} from './values.ts'

const LENGTH_MAX = 10_000
export const PATTERN_TEXT_MAX = 300

/** Methods that take texts and numbers and have no pattern to match with. */
const SAFE = new Set(
  `at charAt charCodeAt codePointAt concat endsWith includes indexOf lastIndexOf padEnd padStart repeat
  slice startsWith substr substring toLowerCase toString toUpperCase trim trimEnd trimStart`.split(
    /\s+/,
  ),
)

export function stringMember(m: Machine, text: string, key: string): Value {
  if (key === 'length') return known(text.length)
  const index = Number(key)
  if (Number.isInteger(index)) return known(text[index])
  if (key === 'split') return nativeFunction((call) => split(text, call))
  if (key === 'replace' || key === 'replaceAll')
    return nativeFunction((call) => replace(m, text, call, key === 'replaceAll'))
  if (key === 'match' || key === 'matchAll')
    return nativeFunction(({ args: [by = UNDEFINED] }) => matches(text, by, key === 'matchAll'))
  if (!SAFE.has(key)) return new Unknown(`${key} of a text`)
  return nativeFunction(({ args }) => {
    const values = args.map((arg) => (arg.kind === 'known' ? arg.value : null))
    const isMany = text.length > LENGTH_MAX || (LENGTHENS.has(key) && !isFew(text, values[0]))
    if (isMany || values.some((value) => value === null || typeof value === 'symbol'))
      return primitive(`${key} of a text`)
    const method = String.prototype[key as 'concat'] as (...given: unknown[]) => string
    return known(method.apply(text, values))
  })
}

/** Methods whose first argument says how long the result is, or how often the text is in it. */
const LENGTHENS = new Set(['padEnd', 'padStart', 'repeat'])

function isFew(text: string, count: unknown): boolean {
  return typeof count === 'number' && count >= 0 && count * (text.length + 1) <= LENGTH_MAX
}

/** What a pattern finds: each as a text, or with its groups. */
function matches(text: string, by: Value, isAll: boolean): Value {
  const pattern = regexOf(text, by)
  if (pattern === null || (isAll && !pattern.global)) return new Unknown('matches of a text')
  const groups = (found: RegExpMatchArray) => arrayOf([...found].map((part) => known(part)))
  if (isAll) return arrayOf([...text.matchAll(pattern)].map(groups))
  const found = text.match(pattern)
  return found === null ? NULL : groups(found)
}

function split(text: string, { args: [by = UNDEFINED] }: Call): Value {
  if (by === UNDEFINED) return arrayOf([known(text)])
  const separator =
    by.kind === 'known' && typeof by.value === 'string' ? by.value : regexOf(text, by)
  if (separator === null) return new Unknown('split of a text')
  return arrayOf(text.split(separator, LENGTH_MAX).map((part) => known(part)))
}

function replace(m: Machine, text: string, { args }: Call, isAll: boolean): Value {
  const [what = UNDEFINED, by = UNDEFINED] = args
  const pattern =
    what.kind === 'known' && typeof what.value === 'string' ? what.value : regexOf(text, what)
  if (pattern === null || (by.kind !== 'known' && by.kind !== 'object')) return MADE_TEXT
  let isKnown = true
  const made = (...found: readonly unknown[]): string => {
    // The match and its groups; what follows them is where that was.
    const args = found.filter((one) => typeof one !== 'object').map((one) => known(one as string))
    const result = by.kind === 'known' ? by : m.apply(by, UNDEFINED, args, 'replace')
    if (result.kind !== 'known' || typeof result.value === 'symbol') isKnown = false
    return result.kind === 'known' ? String(result.value) : ''
  }
  // A text says by `$` what it takes from the match.
  if (by.kind === 'known' && typeof pattern !== 'string')
    return knownText(text.replace(pattern, String(by.value)))
  const result = isAll ? text.replaceAll(pattern, made) : text.replace(pattern, made)
  return isKnown ? knownText(result) : MADE_TEXT
}

const MADE_TEXT = primitive('replace of a text', 'string')

/** Patterns of a package are run only where they have an end, on texts that are short. */
function regexOf(text: string, value: Value): RegExp | null {
  if (value.kind !== 'object' || value.pattern === null || text.length > PATTERN_TEXT_MAX)
    return null
  return safePattern(value.pattern.source, value.pattern.flags)
}
