// Members of texts, as far as names are made with them.

import {
  arrayOf,
  type Call,
  known,
  knownText,
  nativeFunction,
  UNDEFINED,
  Unknown,
  type Value,
} from './values.ts'

const LENGTH_MAX = 10_000

/** Methods that take texts and numbers and have no pattern to match with. */
const SAFE = new Set([
  'charAt',
  'charCodeAt',
  'concat',
  'endsWith',
  'includes',
  'indexOf',
  'lastIndexOf',
  'slice',
  'startsWith',
  'substr',
  'substring',
  'toLowerCase',
  'toString',
  'toUpperCase',
  'trim',
  'trimEnd',
  'trimStart',
])

export function stringMember(text: string, key: string): Value {
  if (key === 'length') return known(text.length)
  const index = Number(key)
  if (Number.isInteger(index)) return known(text[index])
  if (key === 'split') return nativeFunction((call) => split(text, call))
  if (key === 'replace') return nativeFunction((call) => replace(text, call))
  if (!SAFE.has(key)) return new Unknown(`${key} of a text`)
  return nativeFunction(({ args }) => {
    const values = args.map((arg) => (arg.kind === 'known' ? arg.value : null))
    if (
      text.length > LENGTH_MAX ||
      values.some((value) => value === null || typeof value === 'symbol')
    )
      return new Unknown(`${key} of a text`)
    const method = String.prototype[key as 'concat'] as (...given: unknown[]) => string
    return known(method.apply(text, values))
  })
}

function split(text: string, { args: [by = UNDEFINED] }: Call): Value {
  if (by.kind !== 'known' || typeof by.value !== 'string') return new Unknown('split of a text')
  return arrayOf(text.split(by.value, LENGTH_MAX).map((part) => known(part)))
}

function replace(text: string, { args: [what = UNDEFINED, by = UNDEFINED] }: Call): Value {
  // Patterns of a package are never run: one may take for ever.
  if (what.kind !== 'known' || by.kind !== 'known') return new Unknown('replace of a text')
  return knownText(text.replace(String(what.value), () => String(by.value)))
}
