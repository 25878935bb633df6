// The moments at which the registry was asked for what an offline answer rests on, as its evidence and the
// answer itself name them. No answer names a later one than that of the row that it was read from.

import { askedWindow } from '../../domain/askedWindow.ts'
import { isEcosystem } from '../../domain/names/packageName.ts'
import type { HeldDays, HeldMoment, RestsOn } from '../../ingest/heldPackages.ts'
import type { Evidence, Statement } from '../../ports/attester.ts'
import { askedEvidence } from './askedEvidence.ts'

/** Days of the first and the last moment; null where there is none. */
type AsOf = Readonly<{ from: string | null; until: string | null }>

/** Left out where registries are asked. */
export type Dated = Readonly<{ as_of?: AsOf }>

const NEVER: AsOf = { from: null, until: null }

/** Evidence has whole seconds. */
const SECOND_MS = 1_000

/** What an answer that is not signed says of it. */
export function datedBy(days: HeldDays) {
  return (releases: readonly RestsOn[]): Dated => ({ as_of: asOf(days, releases) })
}

function asOf(days: HeldDays, releases: readonly RestsOn[]): AsOf {
  const moments = momentsOf(days, releases).map(({ ms }) => ms)
  if (moments.length === 0) return NEVER
  return { from: dayOf(Math.min(...moments)), until: dayOf(Math.max(...moments)) }
}

/** The statement with the days that it rests on. */
export function askedOffline(days: HeldDays): (statement: Statement) => Statement {
  return (statement) => {
    const releases = releasesOf(statement)
    const moments = momentsOf(days, releases)
    const windows = moments.map(({ ms }) => askedWindow(ms, SECOND_MS))
    const others = [...new Set(moments.flatMap(({ askedBy }) => askedBy ?? []))].sort()
    const { names } = statement.evidence as Partial<Evidence>
    const listed = names === undefined ? NEVER : { from: names.snapshot, until: names.snapshot }
    return {
      ...statement,
      evidence: {
        ...statement.evidence,
        ...askedEvidence(windows),
        ...(others.length === 0 ? {} : { asked_by: others }),
      },
      answer: {
        ...statement.answer,
        // A set of names is the word of a registry too, of the day that the set is of.
        as_of: windows.length === 0 ? listed : asOf(days, releases),
      },
    }
  }
}

/** Those whose files it names; of a project without a file, the project. */
function releasesOf({ evidence, question }: Statement): readonly RestsOn[] {
  const { artifacts = [], other_artifacts: others = [] } = evidence as Partial<Evidence>
  const { ecosystem: asked = '', name, package: named = name } = question
  const ecosystem = isEcosystem(asked) ? { ecosystem: asked } : {}
  const files = [...artifacts, ...others].map((file) => ({ ...ecosystem, ...file }))
  if (typeof named !== 'string' || files.some((file) => file.package === named)) return files
  return [...files, { ...ecosystem, package: named, version: null }]
}

function momentsOf(days: HeldDays, releases: readonly RestsOn[]): readonly HeldMoment[] {
  return releases.flatMap((release) => days.of(release))
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}
