// Whether a change that was meant as a mistake is none: what stands there now is there as well.

import { follow } from '../../../src/check/follow/follow.ts'
import { newLookup } from '../../../src/check/follow/members.ts'
import { startOf } from '../../../src/check/follow/start.ts'
import { planCheck, referencesOf } from '../../../src/check/plan/plan.ts'
import { type InputFile, readInput } from '../../../src/check/read/readInput.ts'
import type { Place } from '../../../src/references/reference.ts'
import type { LocalTables } from './localTables.ts'

export async function isRightAnyway(
  { tables, imports }: LocalTables,
  file: InputFile,
  pins: Readonly<Record<string, string>>,
  { line, column }: Place,
): Promise<boolean> {
  const references = referencesOf(await planCheck(readInput([file]), pins, imports))
  for (const { reference, needed } of references) {
    if (reference.line !== line || reference.column !== column) continue
    const outcome = await tables(needed.key, needed.wanted)
    if (outcome.state !== 'opened') return false
    const { ecosystem, name: packageName } = needed.key
    const view = { table: outcome.table, of: { ecosystem, packageName }, lookup: newLookup() }
    const start = startOf(view, reference.module)
    return start.state === 'at' && follow(view, start.node, reference).state === 'found'
  }
  return false
}
