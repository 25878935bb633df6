// One ingestion from nothing: an empty store and an empty cache, the real parts between them.

import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { openBlobCache } from '../../src/blobs/blobCache.ts'
import type { PackageKey } from '../../src/domain/names/packageName.ts'
import { rememberedExtraction } from '../../src/extract/rememberedExtraction.ts'
import { unspoiltExtraction } from '../../src/extract/unspoiltExtraction.ts'
import { readMeter } from '../../src/ingest/bulkMeter.ts'
import { ingestOne } from '../../src/ingest/bulkOne.ts'
import { flights } from '../../src/ingest/flights.ts'
import { type FollowBounds, followReleases } from '../../src/ingest/followReleases.ts'
import { ingestRelease } from '../../src/ingest/ingestRelease.ts'
import { type LatestState, latestReleases } from '../../src/ingest/latestReleases.ts'
import { openAgain } from '../../src/ingest/openAgain.ts'
import { pulledFiles } from '../../src/ingest/pulledFiles.ts'
import { readArtifact } from '../../src/ingest/readArtifact.ts'
import { isReadIn, releaseTables, type TableReading } from '../../src/ingest/releaseTables.ts'
import { sharedWork } from '../../src/ingest/sharedWork.ts'
import * as limits from '../../src/limits.ts'
import type { Extraction } from '../../src/ports/extraction.ts'
import { openStore } from '../../src/store/openStore.ts'
import { type RegistryClientsOptions, registryClients } from '../fake/registryClients.ts'

export type IngestRun = Readonly<{
  registries: Readonly<{ npmUrl: string; pypiIndexUrl: string }>
  clients: RegistryClientsOptions
  /** Holds the folders of all runs; its children may read there. */
  dir: string
  extraction: Extraction
  bounds?: Partial<FollowBounds>
}>

/** Throws what a question would. */
export async function ingestRun(
  { registries, clients: options, dir, extraction: inner, bounds }: IngestRun,
  key: PackageKey,
): Promise<TableReading> {
  const now = () => new Date()
  const { signal } = new AbortController()
  const dataDir = await mkdtemp(join(dir, 'run-'))
  const clients = registryClients(registries, options)
  const registryOf = ({ ecosystem }: Pick<PackageKey, 'ecosystem'>) => clients[ecosystem]
  const store = await openStore({ databaseUrl: null, dataDir })
  try {
    const blobs = await openBlobCache({ dir: join(dataDir, 'blobs'), maxBytes: 2 ** 31, now })
    const meter = readMeter(registryOf)
    const fetched = store.provenance
    const follow = followReleases({
      registryOf,
      blobs,
      fetched,
      bounds: {
        filesMax: limits.FOLLOWED_FILES_MAX,
        maxBytes: limits.FOLLOWED_MAX_BYTES,
        timeoutMs: limits.FOLLOW_TIMEOUT_MS,
        ...bounds,
      },
      now,
      windowMs: 60_000,
    })
    const extraction = rememberedExtraction({
      extraction: unspoiltExtraction(inner),
      store: store.extractions,
      now,
    })
    const read = meter.read(readArtifact({ registryOf, blobs, fetched, extraction, follow }))
    const leases = { leases: store.leases, owner: 'test', leaseMs: 60_000, pollMs: 10 }
    const ingest = ingestRelease({
      registryOf,
      packages: store.packages,
      provenance: store.provenance,
      read,
      isRead: isReadIn(store),
      pulled: pulledFiles(store),
      share: sharedWork(leases),
      now,
    })
    const latest = latestReleases({
      registryOf,
      packages: store.packages,
      extractions: store.extractions,
      ingest,
      flights: flights<LatestState>({
        atOnceMax: 2,
        queueMax: 8,
        clientMax: 8,
        flightTimeoutMs: 600_000,
      }),
      now,
      latestWindowMs: 60_000,
      absenceWindowMs: 1_000,
    })
    const { packages, extractions } = store
    const one = ingestOne({ registryOf, packages, extractions, latest, ingest, meter })
    const again = openAgain({ registryOf, read, now })
    return await releaseTables({ one, tables: store.tables, openAgain: again, now }).read(
      key,
      null,
      signal,
    )
  } finally {
    await clients.close()
    await store.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}
