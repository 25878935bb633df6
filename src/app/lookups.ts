// What answers and checks are looked up in: the names of both registries, what provides an import,
// and the tables of releases.

import { checkTables } from '../answer/checkTables.ts'
import { answerTables, type TableOutcome } from '../answer/evidence/answerTables.ts'
import { noticesOf } from '../answer/evidence/notices.ts'
import { registryWords } from '../answer/evidence/registryWords.ts'
import { slipWords } from '../answer/evidence/slipWords.ts'
import type { Config } from '../config.ts'
import type { Ecosystem } from '../domain/names/packageName.ts'
import { flights } from '../ingest/flights.ts'
import { TABLE_CACHE_BYTES, TABLES_AT_ONCE_MAX } from '../limits.ts'
import {
  loadBundledImports,
  loadDroppedMembers,
  loadNodeNames,
  loadStandardModules,
  loadStandardNames,
} from '../names/imports/bundledImports.ts'
import { importNames } from '../names/imports/importNames.ts'
import { nameLibrary } from '../names/nameLibrary.ts'
import { loadBundledNames } from '../names/set/bundledNames.ts'
import { popularNames } from '../names/set/popularNames.ts'
import { type TableCache, tableCache, UNOPENED_TABLES } from '../table/tableCache.ts'
import { flightLimits, type Ingestion } from './ingestion.ts'
import { npmAskedHere } from './inProject.ts'

export type Lookups = Awaited<ReturnType<typeof openLookups>>

export async function openLookups(
  config: Config,
  ingestion: Ingestion,
  parts: Readonly<{
    now: () => Date
    onProblem: (ecosystem: Ecosystem, problem: string) => void
    /** Tables that are open, where it is not for a service. */
    opened?: TableCache
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
    get popular() {
      return bundled.pypi.names
    },
    standardModules: loadStandardModules,
    standardNames: loadStandardNames,
    nodeNames: loadNodeNames,
    droppedMembers: loadDroppedMembers,
  })
  const words = registryWords({ registryOf, windowMs: config.latestWindowMs, now })
  const slips = slipWords(names)
  const notices = noticesOf({ names, imports, slips })
  const inFlight = () => flights<TableOutcome>(flightLimits(TABLES_AT_ONCE_MAX))
  const [tableFlights, releaseFlights] = [inFlight(), inFlight()]
  const { absenceWindowMs } = config
  const read = { one: ingestion.one, tables: ingestion.tables, now, absenceWindowMs }
  // Offline a damaged table is told of as it is opened.
  const { opened = tableCache(TABLE_CACHE_BYTES) } = parts
  const cache = ingestion.offline?.tables(tableCache(TABLE_CACHE_BYTES)) ?? opened
  const tables = answerTables({ ...read, cache, flights: tableFlights })
  const releases = answerTables({ ...read, cache: UNOPENED_TABLES, flights: releaseFlights })
  const { services } = ingestion
  const forCheck = { registryOf, latest, slips, notices, words, now, absenceWindowMs, services }
  return {
    bundled,
    names,
    imports,
    notices,
    words,
    tables,
    slips,
    tablesOfCheck: checkTables({ ...forCheck, tables }),
    npmAsked: npmAskedHere(config),
    /** The same outcomes with tables that are not opened. */
    releasesOfCheck: checkTables({ ...forCheck, tables: releases }),
    forgetTables() {
      tables.forget()
      releases.forget()
    },
    async close() {
      await tableFlights.close()
      await releaseFlights.close()
    },
  }
}
