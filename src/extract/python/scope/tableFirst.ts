// A getter that looks into a table before it does anything else: what it gives are the keys, and what it
// answers to any other name.

import type { FunctionStatement } from '../../../syntax/python/syntax.ts'
import type { Source } from './source.ts'

export type TableFirst = Readonly<{
  /** The name of the table. */
  table: string
  /** The function that is asked for any other name; null where that is an error. */
  otherwise: string | null
}>

const SHAPE =
  /^\s*(?:if \w+ in \w+:\s*\n\s+(?:\w+\.)?warn\((?:[^()]|\([^()]*\))*\)\s*\n)?\s*(\w+)\s*=\s*(\w+)\.get\((\w+)\)\s*\n\s*if \1 is None:\s*\n\s+(?:return (\w+)\(\3\)[ \t]*\n|raise AttributeError\b)/

/** Null for a getter of another shape. */
export function tableFirst(source: Source, statement: FunctionStatement): TableFirst | null {
  if (statement.name !== '__getattr__') return null
  const [parameter] = statement.parameters
  const text = source.slice(statement.body.span).replace(/^\s*("""|''')[\s\S]*?\1/, '')
  const [, , table, asked, otherwise = null] = SHAPE.exec(text) ?? []
  return table === undefined || asked !== parameter?.name ? null : { table, otherwise }
}
