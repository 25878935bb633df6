// Everything besides the code that a report rests on, in one digest: which packages are there, in
// which releases, by which tables. Where it and the code are the same, the report is.

import { createHash } from 'node:crypto'
import { type Ecosystem, type PackageKey, parsePackageName } from '../domain/names/packageName.ts'
import type { ImportIndex } from '../ports/importIndex.ts'
import type { PackageOutcome, PackageTables, Wanted } from './plan/packageTables.ts'

export type AskedPackage = Readonly<{
  ecosystem: Ecosystem
  name: string
  wanted: Wanted
  state: PackageOutcome['state']
  /** No registry is asked for it. */
  isElsewhere?: true
}>

export async function worldDigest(
  packages: readonly AskedPackage[],
  { tables, imports }: Readonly<{ tables: PackageTables; imports: ImportIndex }>,
): Promise<string> {
  const rows = await Promise.all(
    packages.map(async ({ ecosystem, name: written, wanted, state, isElsewhere }) => {
      const name = isElsewhere === true ? null : parsePackageName(ecosystem, written)
      const use = state === 'there' ? 'word' : 'table'
      const outcome = name === null ? null : await tables({ ecosystem, name }, wanted, use)
      const identity = outcome === null ? null : identityOf(outcome)
      return JSON.stringify([ecosystem, written, wanted.pin, wanted.range, identity])
    }),
  )
  const text = [imports.snapshot.sha256, ...rows.sort()].join('\n')
  return createHash('sha256').update(text).digest('hex')
}

/** `tables`: the same. `again`: what they said, without asking; what nobody asked for is not known. */
export function toldTables(
  asked: PackageTables,
): Readonly<{ tables: PackageTables; again: PackageTables }> {
  const told = new Map<string, PackageOutcome>()
  const keyOf = ({ ecosystem, name }: PackageKey, { pin, range }: Wanted) =>
    JSON.stringify([ecosystem, name, pin, range])
  return {
    async tables(key, wanted, use) {
      const outcome = await asked(key, wanted, use)
      // What is made of a file's data follows from the file.
      if (use !== 'services') told.set(keyOf(key, wanted), outcome)
      return outcome
    },
    again: async (key, wanted) =>
      told.get(keyOf(key, wanted)) ?? { state: 'undetermined', reason: 'it was not looked up' },
  }
}

function identityOf(outcome: PackageOutcome): unknown {
  if (outcome.state !== 'opened') return outcome
  const { evidence, confusable, withdrawn, tableId = null, notices = [] } = outcome
  return { evidence, confusable, withdrawn, tableId, notices }
}
