// What is marked deprecated now and was not before.

import type { Columns } from '../table/format/columns.ts'
import { isDeprecated, kindOf } from '../table/format/facts.ts'
import { at, signedAt } from '../table/format/varints.ts'
import type { Matches } from './matchSurfaces.ts'
import { moduleName, publicModules } from './modules.ts'
import { pathOf } from './surface.ts'
import type { SymbolName, WritePath } from './symbolName.ts'

export type Deprecated = SymbolName &
  Readonly<{
    /** The release that the mark names. */
    since: string | null
    text: string | null
  }>

export function* newDeprecations(
  { from, to, module, definition }: Matches,
  write: WritePath,
): Generator<Deprecated | undefined> {
  const [before, after] = [from.columns, to.columns]
  for (const one of publicModules(before)) {
    const other = signedAt(module, one)
    if (other < 0 || isDeprecated(at(before.modules.facts, one))) continue
    if (!isDeprecated(at(after.modules.facts, other))) continue
    const symbol = write([moduleName(before, one)])
    yield { symbol, kind: 'module', ...markOf(after, 'modules', other) }
  }
  for (const one of from.order) {
    const other = signedAt(definition, one)
    if (other < 0) continue
    yield
    const facts = at(after.definitions.facts, other)
    if (!isDeprecated(facts) || isDeprecated(at(before.definitions.facts, one))) continue
    const symbol = write(pathOf(from, one))
    yield { symbol, kind: kindOf(facts), ...markOf(after, 'definitions', other) }
  }
}

function markOf(columns: Columns, group: 'modules' | 'definitions', number: number) {
  const { row, text, since } = columns[group].deprecation
  const mark = at(row, number)
  const { words } = columns.texts
  return { since: words.text(at(since, mark)), text: words.text(at(text, mark)) }
}
