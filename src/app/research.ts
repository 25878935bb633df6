// The search index over what is indexed, and the answer that is read from it.

import { join } from 'node:path'
import type { Logger } from 'pino'
import { codeResearch } from '../answer/codeResearch.ts'
import type { ReplySigner } from '../answer/signedReply.ts'
import type { Config } from '../config.ts'
import { ECOSYSTEMS, parsePackageName } from '../domain/packageName.ts'
import { indexedReleases } from '../ingest/indexedReleases.ts'
import { indexedTables } from '../ingest/indexedTables.ts'
import { RESEARCH_LOOK_MS } from '../limits.ts'
import { downloadsAt } from '../names/popularityCurve.ts'
import { packagesCalled } from '../research/packagesCalled.ts'
import { searchIndex } from '../research/searchIndex.ts'
import { tableIdOf } from '../research/segment.ts'
import { segmentFiles } from '../research/segmentFiles.ts'
import { researchUpkeep } from '../research/upkeep.ts'
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
  const { store, registries } = parts.ingestion
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
  async function* indexed() {
    for await (const { key, version, artifact, table, isGapped } of indexedTables(store)) {
      const { openingId, dependencies } = table
      const tableId = tableIdOf([openingId, dependencies, table.extractor], isGapped)
      const { filename, sha256: artifactSha256 } = artifact
      const { extractor } = table
      yield {
        facts: { ...key, version, artifactSha256, filename, extractor, tableId },
        async open() {
          const bytes = await store.tables.load(table)
          return bytes === null ? null : openTableAside(bytes)
        },
      }
    }
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
  const answer = codeResearch({
    index,
    files,
    findPackages: (written) => packagesCalled(written, index, imports),
    isPackage: (written) =>
      ECOSYSTEMS.some((ecosystem) => {
        const name = parsePackageName(ecosystem, written)
        return name !== null && places[ecosystem].has(name)
      }),
    indexed: indexedReleases(store),
    tables: store.tables,
    packages: store.packages,
    notices: lookups.notices,
    registryIdentity: (ecosystem) => registries[ecosystem].identity,
    signer,
  })
  return { index, upkeep, answer }
}
