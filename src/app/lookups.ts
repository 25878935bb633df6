// What answers and checks are looked up in: the names of both registries, what provides an import,
// and the tables of releases.

import { answerTables, type TableOutcome } from '../answer/answerTables.ts'
import { checkTables } from '../answer/checkTables.ts'
import { noticesOf } from '../answer/notices.ts'
import { registryWords } from '../answer/registryWords.ts'
import type { Config } from '../config.ts'
import type { Ecosystem } from '../domain/packageName.ts'
import { flights } from '../ingest/flights.ts'
import { TABLE_CACHE_BYTES, TABLES_AT_ONCE_MAX } from '../limits.ts'
import {
  loadBundledImports,
  loadNodeNames,
  loadStandardModules,
  loadStandardNames,
} from '../names/bundledImports.ts'
import { loadBundledNames } from '../names/bundledNames.ts'
import { importNames } from '../names/importNames.ts'
import { nameLibrary } from '../names/nameLibrary.ts'
import { popularNames } from '../names/popularNames.ts'
import { tableCache, UNOPENED_TABLES } from '../table/tableCache.ts'
import { flightLimits, type Ingestion } from './ingestion.ts'

export type Lookups = Awaited<ReturnType<typeof openLookups>>

export async function openLookups(
  config: Config,
  ingestion: Ingestion,
  parts: Readonly<{
    now: () => Date
    onProblem: (ecosystem: Ecosystem, problem: string) => void
  }>,
) {
  const { registryOf, latest } = ingestion
  const { now, onProblem } = parts
  const bundled = loadBundledNames()
  const names = nameLibrary({
    files: ingestion.nameFiles,
    popular: popularNames(bundled),
    onProblem,
  })
  await names.refresh()
  const imports = importNames({
    list: loadBundledImports(),
    popular: bundled.pypi.names,
    standardModules: loadStandardModules,
    standardNames: loadStandardNames,
    nodeNames: loadNodeNames,
  })
  const words = registryWords({ registryOf, windowMs: config.latestWindowMs, now })
  const notices = noticesOf({ names, imports })
  const inFlight = () => flights<TableOutcome>(flightLimits(TABLES_AT_ONCE_MAX))
  const [tableFlights, releaseFlights] = [inFlight(), inFlight()]
  const { one } = ingestion
  const tables = answerTables({
    one,
    tables: ingestion.tables,
    cache: tableCache(TABLE_CACHE_BYTES),
    flights: tableFlights,
    now,
  })
  const releases = answerTables({
    one,
    tables: ingestion.tables,
    cache: UNOPENED_TABLES,
    flights: releaseFlights,
    now,
  })
  const forCheck = { registryOf, latest, names, notices, words }
  return {
    bundled,
    names,
    imports,
    notices,
    words,
    tables,
    tablesOfCheck: checkTables({ ...forCheck, tables }),
    /** The same outcomes with tables that are not opened. */
    releasesOfCheck: checkTables({ ...forCheck, tables: releases }),
    async close() {
      await tableFlights.close()
      await releaseFlights.close()
    },
  }
}
