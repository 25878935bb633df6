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

export function bodyOf({ text }: Source, { body }: FunctionStatement): string {
  return text.slice(body.span.start, body.span.end)
}
