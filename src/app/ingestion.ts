// Reads releases and knows the index: what every other part of the program is opened on.

import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Dated } from '../answer/evidence/askedOffline.ts'
import { openBlobCache } from '../blobs/blobCache.ts'
import { type Config, ConfigError } from '../config.ts'
import { TABLE_EXTRACTORS } from '../domain/extractorVersions.ts'
import { ECOSYSTEMS, type Ecosystem, type PackageKey } from '../domain/names/packageName.ts'
import { checkedTables } from '../extract/checkedTables.ts'
import { nurseryArguments } from '../extract/childFlags.ts'
import type { ExtractLimits } from '../extract/extractLimits.ts'
import { extractionPool } from '../extract/pool.ts'
import { rememberedExtraction } from '../extract/rememberedExtraction.ts'
import { unspoiltExtraction } from '../extract/unspoiltExtraction.ts'
import { readMeter } from '../ingest/bulkMeter.ts'
import { ingestOne } from '../ingest/bulkOne.ts'
import { type FlightLimits, flights } from '../ingest/flights.ts'
import { followReleases } from '../ingest/followReleases.ts'
import { ingestRelease } from '../ingest/ingestRelease.ts'
import { type LatestState, latestReleases } from '../ingest/latestReleases.ts'
import { nameSources } from '../ingest/nameSources.ts'
import { openAgain } from '../ingest/openAgain.ts'
import { pulledElsewhere, pulledFiles } from '../ingest/pulledFiles.ts'
import { readArtifact } from '../ingest/readArtifact.ts'
import { watchedRegistry } from '../ingest/registryHealth.ts'
import { isReadIn, releaseTables, serviceTables } from '../ingest/releaseTables.ts'
import { sharedWork } from '../ingest/sharedWork.ts'
import * as limits from '../limits.ts'
import { nameFiles } from '../names/build/nameFiles.ts'
import { runBuild } from '../names/build/runBuild.ts'
import { updateNames } from '../names/build/updateNames.ts'
import type { Registry } from '../ports/registry.ts'
import type { Store } from '../ports/store.ts'
import type { Connect } from '../registry/fetch/boundedFetch.ts'
import { openRegistries } from '../registry/openRegistries.ts'
import { openStore } from '../store/openStore.ts'
import { VERSION } from '../version.ts'
import { machineOf } from './inProject.ts'
import { madeOn } from './later.ts'
import type { Offline } from './offline.ts'

export type Clock = Readonly<{ now?: () => Date; random?: () => number }>

export type OpenPool = typeof extractionPool

/** What the process around may have in common for several openings. */
export type Shared = Readonly<{ openPool?: OpenPool; connect?: Connect }>

export type Ingestion = Awaited<ReturnType<typeof openIngestion>>

/** Nothing here signs. */
export async function openIngestion(
  config: Config,
  surroundings: Required<Clock> & Shared,
  extractLimits: Partial<ExtractLimits> = {},
) {
  const opened = await openStore({
    databaseUrl: config.databaseUrl(),
    dataDir: config.dataDir,
    nowIso: () => surroundings.now().toISOString(),
  })
  const offline = config.isOffline
    ? (await import('./offline.ts')).openOffline(
        opened,
        surroundings.now,
        pulledElsewhere(opened.pulled),
      )
    : null
  const opening = openIngestionOn(opened, offline, config, surroundings, extractLimits)
  return madeOn(opening, () => opened.close())
}

async function openIngestionOn(
  opened: Store,
  /** Null: registries are asked. */
  offline: Offline | null,
  config: Config,
  { now, random, openPool = extractionPool, connect }: Required<Clock> & Shared,
  extractLimits: Partial<ExtractLimits>,
) {
  const store = offline?.store ?? opened
  const registries = openRegistries({
    machine: machineOf(config),
    npmRegistry: config.npmRegistry(),
    pypiIndex: config.pypiIndex(),
    projectRegistry: config.projectRegistry(),
    timeoutMs: config.registryTimeoutMs,
    userAgent: `assay/${VERSION}`,
    ...(offline === null ? {} : { openFetch: offline.openFetch }),
    now,
    random,
    ...(connect && { connect }),
  })
  await bindRegistries(store, {
    npm: indexId(registries.npm.identity, config.npmRegistry() ?? projectBase(config)),
    pypi: indexId(registries.pypi.identity, config.pypiIndex()),
  })
  const asked = (registry: Registry) => offline?.registry(registry) ?? registry
  const watched = {
    pypi: watchedRegistry(asked(registries.pypi), now),
    npm: watchedRegistry(asked(registries.npm), now),
  }
  const registryOf = ({ ecosystem }: PackageKey) => watched[ecosystem].registry

  const blobs = await openBlobCache({
    dir: join(config.dataDir, 'blobs'),
    maxBytes: config.blobCacheBytes,
    now,
  })
  await store.leases.sweep({
    leaseMs: limits.INGEST_LEASE_MS,
    limit: limits.LEASES_SWEPT_MAX,
  })
  const pool = openPool({
    limits: extractLimits,
    readable: [join(config.dataDir, 'blobs')],
    stepsBack: config.childrenStepBack,
  })
  const tables = checkedTables(pool, TABLE_EXTRACTORS)
  const extraction = rememberedExtraction({
    extraction: unspoiltExtraction(tables),
    store: store.extractions,
    now,
  })
  const files = nameFiles(join(config.dataDir, 'names'))
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
    },
    now,
    windowMs: config.latestWindowMs,
  })
  const read = meter.read(
    readArtifact({ registryOf: meter.registryOf, blobs, fetched, extraction, follow }),
  )
  const ingest = ingestRelease({
    registryOf,
    packages: store.packages,
    provenance: store.provenance,
    read,
    isRead: isReadIn(store),
    pulled: pulledFiles(store),
    share: sharedWork({
      leases: store.leases,
      owner: randomBytes(8).toString('hex'),
      leaseMs: limits.INGEST_LEASE_MS,
      pollMs: limits.INGEST_POLL_MS,
    }),
    now,
  })
  const ingestFlights = flights<LatestState>(flightLimits(limits.INGESTS_AT_ONCE_MAX))
  const asking = latestReleases({
    registryOf,
    packages: store.packages,
    extractions: store.extractions,
    ingest,
    flights: ingestFlights,
    now,
    latestWindowMs: config.latestWindowMs,
    absenceWindowMs: config.absenceWindowMs,
  })
  const held = offline?.releases(registryOf)
  const latest = held?.latest ?? asking
  const one = ingestOne({
    registryOf,
    packages: store.packages,
    extractions: store.extractions,
    latest,
    ingest: held?.ingest ?? ingest,
    meter,
  })
  const again = openAgain({ registryOf, read, now })
  return {
    store,
    registries,
    watched,
    registryOf,
    latest,
    one,
    again,
    offline,
    /** The days that an answer about these releases rests on, where no registry was asked. */
    dated: offline?.dated ?? ((): Dated => ({})),
    tables: releaseTables({ one, tables: store.tables, openAgain: held?.openAgain ?? again, now }),
    services: serviceTables({ tables: store.tables, openAgain: held?.openAgain ?? again, now }),
    ingestFlights,
    pool,
    nameFiles: files,
    updateNames: updateNames({
      sources: nameSources({
        registryOf: ({ ecosystem }) => watched[ecosystem].registry,
        indexRoot: registries.indexRoot,
        blobs,
      }),
      files,
      build: runBuild(nurseryArguments),
      now,
    }),
    async close(): Promise<void> {
      await ingestFlights.close()
      await pool.close()
      await registries.close()
      await store.close()
    },
  }
}

export function flightLimits(atOnceMax: number): FlightLimits {
  return {
    atOnceMax,
    queueMax: limits.INGEST_QUEUE_MAX,
    clientMax: limits.INGESTS_FOR_CLIENT_MAX,
    flightTimeoutMs: limits.FLIGHT_MAX_MS,
  }
}

/**
 * A proof row says what one registry served. A store that was filled from another one must not be
 * read as this one's, so such a start is refused.
 */
async function bindRegistries(store: Store, configured: Readonly<Record<Ecosystem, string>>) {
  for (const ecosystem of ECOSYSTEMS) {
    const bound = await store.provenance.bindRegistry(ecosystem, configured[ecosystem])
    if (bound === configured[ecosystem]) continue
    throw new ConfigError(
      `this store holds the ${ecosystem} index of ${bound}, but ${configured[ecosystem]} is ` +
        'configured: use another ASSAY_DATA_DIR or ASSAY_DATABASE_URL for another registry',
    )
  }
}

const projectBase = (config: Config) => config.projectRegistry()?.baseUrl ?? null

/** Tells registries apart, paths included; without credentials. */
function indexId(identity: string, explicit: string | null): string {
  if (identity === 'public' || explicit === null) return identity
  const { origin, pathname } = new URL(explicit)
  return `${origin}${pathname.replace(/\/*$/, '/')}`
}
