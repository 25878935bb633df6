// What a check of code needs. It signs nothing, so it opens no key, and it parses nothing before it
// is known that something has changed.

import { countedTables } from '../answer/checkTables.ts'
import type { Seen } from '../check/checkCode.ts'
import type { CheckMemory } from '../check/plan/memory/checkMemory.ts'
import type { PackageTables } from '../check/plan/packageTables.ts'
import type { ReadInput } from '../check/read/readInput.ts'
import { type AskedPackage, toldTables, worldDigest } from '../check/worldDigest.ts'
import type { Config } from '../config.ts'
import { keptOnce } from '../domain/maps.ts'
import type { Ecosystem } from '../domain/names/packageName.ts'
import { TABLE_CACHE_BYTES } from '../limits.ts'
import type { Caller } from '../ports/caller.ts'
import { tableCache, WHEN_ASKED } from '../table/tableCache.ts'
import { VERSION } from '../version.ts'
import { type Clock, openIngestion, type Shared } from './ingestion.ts'
import { otherIndexesHere, usersScopes } from './inProject.ts'
import { madeOn } from './later.ts'
import { type Lookups, openLookups } from './lookups.ts'
import { docsAt } from './ownPage.ts'

export type CheckApp = Awaited<ReturnType<typeof openCheckApp>>

export async function openCheckApp(
  config: Config,
  options: Clock &
    Shared &
    Readonly<{ onProblem: (ecosystem: Ecosystem, problem: string) => void }>,
) {
  const { now = () => new Date(), random = Math.random, onProblem } = options
  const ingestion = await openIngestion(config, { ...options, now, random })
  const lookups = await madeOn(
    openLookups(config, ingestion, {
      ...{ now, onProblem },
      opened: tableCache(TABLE_CACHE_BYTES, WHEN_ASKED),
    }),
    ingestion.close,
  )
  return {
    version: VERSION,
    dataDir: config.dataDir,
    /** Who names another index, whose names are nobody's absences. */
    elsewhereToo: otherIndexesHere(config),
    /** Scopes that the user's own files lead elsewhere. */
    usersScopes: usersScopes(config),
    /** Tells these settings, and the lists that came along, from all others. */
    ground: groundText(config, lookups),
    /** Where a page is, by its address below that of a service: there, or the file that came along. */
    docsAt: docsAt(config),
    ...checksOver(lookups),
    /** Reads code in processes of their own. */
    async openReader() {
      const { inputReader } = await import('../check/read/readAside.ts')
      const { watchReader } = await import('./watchReader.ts')
      return inputReader(watchReader)
    },
    /** The days that a report on these releases rests on, where no registry was asked. */
    dated: ingestion.dated,
    async close() {
      await lookups.close()
      await ingestion.close()
    },
  }
}

/** Secrets are functions, and so no part of it; addresses are asked for. */
function groundText(config: Config, { imports, npmAsked }: Lookups): string {
  const { workingDir: _, ...settings } = config
  const asked = [config.npmRegistry(), config.pypiIndex(), config.projectRegistry()?.baseUrl]
  const own = [otherIndexesHere(config), usersScopes(config), npmAsked]
  return JSON.stringify([settings, asked, own, imports.snapshot.sha256])
}

/** For whoever checks the same folder again and again. */
type Again = Readonly<{
  memory?: CheckMemory
  /** Who is asked for tables, by those that are asked otherwise. */
  tablesBy?: (tables: PackageTables) => PackageTables
  onSeen?: (seen: Seen) => void
}>

export function checksOver({
  tablesOfCheck,
  releasesOfCheck,
  imports,
  npmAsked,
  bundled,
  slips,
}: Lookups) {
  const importNames = keptOnce(() => [
    ...new Set(bundled.pypi.names.flatMap((name) => imports.importOf(name)?.split('.', 1) ?? [])),
  ])
  return {
    /** Tables for a check that goes on. */
    tablesFor: (caller: Caller) => tablesOfCheck(caller),
    /** Popular names, the most popular first: nobody is asked. */
    packageNames: (ecosystem: Ecosystem): readonly string[] => bundled[ecosystem].names,
    /** How popular distributions of Python are imported. */
    importNames,
    /** What names look like, as far as anybody asked. */
    slips,
    /**
     * Findings about code that was read, not signed. `world`: digest of what was known of packages
     * when the report was made; null where it rests on what could not be had in passing, and is
     * worth keeping for nobody.
     */
    async checkInput(
      input: ReadInput,
      pins: Readonly<Record<string, string>>,
      caller: Caller,
      onPackage: (done: number, all: number) => void = () => {},
      more: Again = {},
    ) {
      const { checkInput } = await import('../check/checkCode.ts')
      const memories = await import('../check/plan/memory/checkMemory.ts')
      // The very outcomes that the report rests on: asked again, they may be others.
      const { tablesBy = (tables) => tables, memory, onSeen } = more
      const asked = tablesBy(tablesOfCheck(caller))
      const told = toldTables(countedTables(asked, onPackage))
      const report = await checkInput(input, pins, {
        tables: told.tables,
        imports,
        memory: memory ?? new memories.CheckMemory(),
        ...(onSeen === undefined ? {} : { onSeen }),
        npmAsked,
        signal: caller.signal,
      })
      if (report.isPassing) return { report, world: null }
      return { report, world: await worldDigest(report.packages, { tables: told.again, imports }) }
    },
    /** Digest of what is known of packages by now: while it is the same, so is a report on the same code. */
    worldOf: (packages: readonly AskedPackage[], caller: Caller) =>
      worldDigest(packages, { tables: releasesOfCheck(caller), imports }),
  }
}
