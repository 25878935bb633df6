// Whether a function gives an object names that its text does not show.

import type { FunctionStatement } from '../../../syntax/python/syntax.ts'
import type { Source } from './source.ts'

/** The ways to give an object a name that is not written down; what it is given to stands first. */
const PUTTING = [
  /\b(?:object\.__setattr__|setattr)\(\s*(\w+)\s*,\s*(?!["'\s])/gu,
  /\b(\w+)\.__setattr__\(\s*(?!["'\s])/gu,
  /\bvars\((\w+)\)\s*(?:\.(?:update|setdefault)\(|\[[^\]\n]+\]\s*=[^=])/gu,
  /\b(\w+)\.__dict__\s*(?:\|?=[^=]|\.(?:update|setdefault)\(|\[[^\]\n]+\]\s*=[^=])/gu,
  /[^=!<>]=\s*(\w+)\.__dict__\s*(?:\n|$)/gu,
] as const
const HINT = /setattr|__dict__|\bvars\(/

/** False for a text in which nothing is given names that are not written down. */
function mayPutNames(text: string): boolean {
  return HINT.test(text)
}

/** Whether a function gives one of its parameters names that it does not write down. */
export function putsNames(
  source: Source,
  statement: FunctionStatement,
  parameter: number,
): boolean {
  const receiver = statement.parameters[parameter]?.name
  const body = bodyOf(source, statement)
  if (receiver === undefined || !mayPutNames(body)) return false
  if (/\bsuper\(\)\.__setattr__\(\s*(?!["'\s])/.test(body)) return true
  return PUTTING.some((way) => [...body.matchAll(way)].some(([, given]) => given === receiver))
}

/** The same where the name is written as one word: what it is given to, and the word. */
const PUTTING_WORD = [
  /\b(?:object\.__setattr__|setattr)\(\s*(\w+)\s*,\s*(\w+)\s*,/gu,
  /\b(\w+)\.__dict__\[\s*(\w+)\s*\]\s*=[^=]/gu,
] as const

/** The parameters by which whoever calls a method says what its object is given, and in no other way. */
export function handedNames(
  source: Source,
  statement: FunctionStatement,
): readonly string[] | null {
  const [receiver, ...others] = statement.parameters
  const body = bodyOf(source, statement)
  if (receiver === undefined || /\bsuper\(\)\.__setattr__\(/.test(body)) return null
  const found = (ways: readonly RegExp[]) =>
    ways.flatMap((way) => [...body.matchAll(way)].filter(([, given]) => given === receiver.name))
  const names = found(PUTTING_WORD).map(([, , name = '']) => name)
  const isAll = names.length === found(PUTTING).length
  // One that is bound anew in the body is not what was handed over.
  const isHanded = (name: string) =>
    others.some((one) => one.name === name) &&
    !new RegExp(
      `\\b${name}\\s*(?:[-+*/|%&]?=[^=]|:=|,[^=\\n()]*=[^=])|\\b(?:for|as)\\s[^:\\n]*\\b${name}\\b`,
    ).test(body)
  return isAll && names.every(isHanded) ? names : null
}

export function bodyOf({ text }: Source, { body }: FunctionStatement): string {
  return text.slice(body.span.start, body.span.end)
}
