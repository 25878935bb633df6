// The search index over what is indexed, and the answer that is read from it.

import { join } from 'node:path'
import type { Logger } from 'pino'
import { codeResearch } from '../answer/codeResearch.ts'
import type { ReplySigner } from '../answer/signedReply.ts'
import type { Config } from '../config.ts'
import { ECOSYSTEMS, type PackageKey, parsePackageName } from '../domain/names/packageName.ts'
import { ERRORS, ServiceError } from '../errors.ts'
import { indexedReleases } from '../ingest/indexedReleases.ts'
import { type IndexedTable, indexedTable, indexedTables } from '../ingest/indexedTables.ts'
import { RESEARCH_LOOK_MS } from '../limits.ts'
import { downloadsAt } from '../names/stored/popularityCurve.ts'
import type { Caller } from '../ports/caller.ts'
import { packagesCalled } from '../services/research/packagesCalled.ts'
import { searchIndex } from '../services/research/searchIndex.ts'
import { tableIdOf } from '../services/research/segment.ts'
import { segmentFiles } from '../services/research/segmentFiles.ts'
import { type Indexed, researchUpkeep } from '../services/research/upkeep.ts'
import { openTableAside } from '../table/openTable.ts'
import type { Ingestion } from './ingestion.ts'
import type { Lookups } from './lookups.ts'

export function openResearch(
  config: Config,
  parts: Readonly<{
    ingestion: Ingestion
    lookups: Lookups
    logger: Logger
    signer: ReplySigner
  }>,
) {
  const { lookups, logger, signer } = parts
  const { store, registries, latest } = parts.ingestion
  const { bundled, imports } = lookups
  const places = {
    pypi: new Map(bundled.pypi.names.map((name, at) => [name, at + 1])),
    npm: new Map(bundled.npm.names.map((name, at) => [name, at + 1])),
  }
  const index = searchIndex((ecosystem, name) => {
    const place = places[ecosystem].get(name)
    return place === undefined ? null : downloadsAt(ecosystem, place)
  })
  const files = segmentFiles(join(config.dataDir, 'research'))
  function entryOf({ key, version, artifact, table, isGapped }: IndexedTable): Indexed {
    const { openingId, dependencies } = table
    const tableId = tableIdOf([openingId, dependencies, table.extractor], isGapped)
    const { filename, sha256: artifactSha256 } = artifact
    const { extractor } = table
    return {
      facts: { ...key, version, artifactSha256, filename, extractor, tableId },
      async open() {
        const bytes = await store.tables.load(table)
        return bytes === null ? null : openTableAside(bytes)
      },
    }
  }
  async function* indexed() {
    for await (const one of indexedTables(store)) yield entryOf(one)
  }
  const upkeep = researchUpkeep({
    index,
    files,
    indexed,
    stamp: async () => JSON.stringify(await store.packages.size()),
    everyMs: RESEARCH_LOOK_MS,
    monotonicMs: () => performance.now(),
    onFailure: (error) => logger.warn({ err: error }, 'research'),
  })
  function popularKeys(written: string): readonly PackageKey[] {
    return ECOSYSTEMS.flatMap((ecosystem) => {
      const name = parsePackageName(ecosystem, written)
      return name === null || !places[ecosystem].has(name) ? [] : { ecosystem, name }
    })
  }
  async function readPackage(key: PackageKey, caller: Caller): Promise<void> {
    const state = latest.peek(key) ?? (await latest.find(key, caller, 'table'))
    if (!state.found) return
    const outcome = await lookups.tables.open(key, state.release, caller)
    if (outcome.state !== 'opened') return
    const table = await indexedTable(store.tables, state.release)
    if (table !== null) await upkeep.add(entryOf(table))
  }
  const answer = codeResearch({
    index,
    files,
    findPackages: (written) => packagesCalled(written, index, imports),
    isPackage: (written) => popularKeys(written).length > 0,
    async readPackage(written, ecosystem, caller) {
      const keys = popularKeys(written).filter(
        (key) => ecosystem === null || key.ecosystem === ecosystem,
      )
      for (const key of keys) {
        try {
          await readPackage(key, caller)
        } catch (error) {
          // What will never be read is not searched; what may be read later is asked for again then.
          const isLasting = error instanceof ServiceError && ERRORS[error.code].status !== 503
          if (!isLasting || caller.signal.aborted) throw error
        }
      }
    },
    indexed: indexedReleases(store),
    tables: store.tables,
    packages: store.packages,
    notices: lookups.notices,
    registryIdentity: (ecosystem) => registries[ecosystem].identity,
    signer,
  })
  return { index, upkeep, answer }
}
