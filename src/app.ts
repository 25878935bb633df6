// Composition root: the only file that joins a port to its adapter, and with config.ts the only
// one that knows the clock and randomness.

import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { type Logger, pino } from 'pino'
import { type AnswerPackageExists, packageExists } from './answer/packageExists.ts'
import { renderReply, signReply } from './answer/signedReply.ts'
import { eip191Signer } from './attest/eip191.ts'
import { loadVerifierKey } from './attest/keyFile.ts'
import { attester } from './attest/receipt.ts'
import { type ReceiptVerdict, verifyReceipt } from './attest/verifyReceipt.ts'
import { type CreditKeys, creditKeys } from './charge/creditKeys.ts'
import { demoQuota } from './charge/demoQuota.ts'
import { ensureOperatorKey } from './charge/operatorKey.ts'
import type { Config } from './config.ts'
import type { PackageKey } from './domain/packageName.ts'
import { guard } from './http/guard.ts'
import { metrics } from './http/metrics.ts'
import { overload } from './http/overload.ts'
import type { Route } from './http/route.ts'
import { discoveryRoutes } from './http/routes/discovery.ts'
import { healthRoutes } from './http/routes/health.ts'
import { lookupRoutes } from './http/routes/lookup.ts'
import { receiptRoutes } from './http/routes/receipts.ts'
import { type HttpServer, httpServer } from './http/server.ts'
import { cachedFor, listVerifiers, type ServiceFacts } from './http/serviceFacts.ts'
import { flights } from './ingest/flights.ts'
import { ingestRelease } from './ingest/ingestRelease.ts'
import { type LatestState, latestReleases } from './ingest/latestReleases.ts'
import { watchedRegistry } from './ingest/registryHealth.ts'
import * as limits from './limits.ts'
import { loadBundledNames } from './names/bundledNames.ts'
import { popularNames } from './names/popularNames.ts'
import type { Store } from './ports/store.ts'
import { openRegistries } from './registry/openRegistries.ts'
import { openStore } from './store/openStore.ts'

export const VERSION: string = createRequire(import.meta.url)('../package.json').version

export type App = Readonly<{
  version: string
  store: Store
  creditKeys: CreditKeys
  packageExists: AnswerPackageExists
  renderReply: typeof renderReply
  revokeKey(keyHash: string): Promise<boolean>
  /** Starts listening; `notes` are for the person at the terminal. */
  serve(): Promise<Readonly<{ url: string; notes: readonly string[] }>>
  /** Unready, drain, close. Safe to call twice. */
  close(): Promise<void>
}>

/** What tests and benchmarks may replace. */
export type AppOptions = Readonly<{
  now?: () => Date
  random?: () => number
  cacheSignatures?: boolean
  logger?: Logger
}>

/** Facts that only change slowly are not counted anew for every page. */
const FACTS_CACHE_MS = 5_000

export async function createApp(config: Config, options: AppOptions = {}): Promise<App> {
  const { now = () => new Date(), random = Math.random, cacheSignatures = true } = options
  const logger = options.logger ?? pino({ level: config.logLevel, base: null })
  const monotonicMs = () => performance.now()

  const store = await openStore({
    databaseUrl: config.databaseUrl(),
    dataDir: config.dataDir,
    nowIso: () => now().toISOString(),
  })
  const verifierKey = await loadVerifierKey({
    ...optional('hex', config.verifierKey()),
    ...optional('file', config.verifierKeyFile),
    dataDir: config.dataDir,
  })
  const signer = await eip191Signer(verifierKey.privateKey)
  await store.verifiers.publish(signer.address, now().toISOString())

  const registries = openRegistries({
    machine: {
      env: config.environment(),
      homeDir: config.homeDir,
      projectDir: config.workingDir,
      execPath: process.execPath,
      platform: process.platform,
    },
    npmRegistry: config.npmRegistry(),
    pypiIndex: config.pypiIndex(),
    timeoutMs: config.registryTimeoutMs,
    userAgent: `assay/${VERSION}`,
    now,
    random,
  })
  const watched = {
    pypi: watchedRegistry(registries.pypi, now),
    npm: watchedRegistry(registries.npm, now),
  }
  const registryOf = ({ ecosystem }: PackageKey) => watched[ecosystem].registry

  const ingestFlights = flights<LatestState>({
    atOnceMax: limits.INGESTS_AT_ONCE_MAX,
    queueMax: limits.INGEST_QUEUE_MAX,
    clientMax: limits.INGESTS_FOR_CLIENT_MAX,
    flightTimeoutMs: limits.ARTIFACT_TIMEOUT_MS + config.registryTimeoutMs,
  })
  const latest = latestReleases({
    registryOf,
    packages: store.packages,
    ingest: ingestRelease({ registryOf, packages: store.packages, now }),
    flights: ingestFlights,
    now,
    latestWindowMs: config.latestWindowMs,
    absenceWindowMs: config.absenceWindowMs,
  })
  const names = popularNames(loadBundledNames())
  const answerPackageExists = packageExists({
    registryOf,
    latest,
    names,
    sign: signReply({ attester: attester(signer), answers: store.answers, now }),
    cacheSignatures,
  })
  const keys = creditKeys({ credits: store.credits, now, randomBytes })

  let server: HttpServer | null = null
  let baseUrl = config.baseUrl ?? `http://${config.host}:${config.port}`
  let stopping = false
  const verifiers = cachedFor(FACTS_CACHE_MS, () => store.verifiers.list(), now)
  const facts: ServiceFacts = {
    version: VERSION,
    baseUrl: () => baseUrl,
    demoDailyLimit: config.demoDailyLimit,
    latestWindowS: config.latestWindowMs / 1_000,
    absenceWindowS: config.absenceWindowMs / 1_000,
    requestDeadlineMs: config.requestDeadlineMs,
    inFlightMax: config.inFlightMax,
    registries: { pypi: registries.pypi.identity, npm: registries.npm.identity },
    verifiers: async () => listVerifiers(await verifiers(), signer.address, config.retiredKeys),
    indexSize: cachedFor(FACTS_CACHE_MS, () => store.packages.size(), now),
  }

  async function readiness() {
    const storeState = await store.ping().then(
      () => 'ok',
      () => 'unavailable',
    )
    return {
      ready: storeState === 'ok' && !stopping,
      store: { kind: store.kind, state: storeState },
      registries: { pypi: watched.pypi.health(), npm: watched.npm.health() },
      names: { pypi: 'popular', npm: 'popular' },
    }
  }

  function startServer(): HttpServer {
    const load = overload({ inFlightMax: config.inFlightMax, monotonicMs })
    const measured = metrics([
      { name: 'assay_in_flight', help: 'Requests under way.', read: load.inFlight },
      { name: 'assay_loop_delay_ms', help: 'Delay of the event loop.', read: load.loopDelayMs },
      {
        name: 'assay_ingests_active',
        help: 'Ingestions under way.',
        read: () => ingestFlights.load().active,
      },
      {
        name: 'assay_ingests_queued',
        help: 'Ingestions waiting.',
        read: () => ingestFlights.load().queued,
      },
      {
        name: 'assay_resident_bytes',
        help: 'Resident memory of the process.',
        read: () => process.memoryUsage.rss(),
      },
    ])
    const routes: Route[] = [
      ...lookupRoutes({ packageExists: answerPackageExists }),
      ...receiptRoutes({
        verifiers: async () => (await facts.verifiers()).map(({ address }) => address),
        keccak256: signer.keccak256,
      }),
      ...healthRoutes({
        version: VERSION,
        indexSize: facts.indexSize,
        readiness,
        metrics: measured,
      }),
      ...discoveryRoutes(facts, () => routes),
    ]
    return httpServer({
      routes,
      guard: guard({
        quota: demoQuota({ quota: store.quota, limit: config.demoDailyLimit, now }),
        keys,
        baseUrl: facts.baseUrl,
      }),
      metrics: measured,
      overload: load,
      logger,
      trustedProxies: config.trustedProxies,
      requestDeadlineMs: config.requestDeadlineMs,
      bootId: randomBytes(4).toString('hex'),
      monotonicMs,
    })
  }

  let closed: Promise<void> | null = null
  async function close(): Promise<void> {
    stopping = true
    await server?.close()
    await ingestFlights.close()
    await registries.close()
    await store.close()
  }

  return {
    version: VERSION,
    store,
    creditKeys: keys,
    packageExists: answerPackageExists,
    renderReply,
    revokeKey: (keyHash) => store.credits.revoke(keyHash, now().toISOString()),
    async serve() {
      const operatorKeyPath = await ensureOperatorKey({ keys, store, dataDir: config.dataDir })
      server = startServer()
      const url = await server.listen(config.host, config.port)
      baseUrl = config.baseUrl ?? url
      const notes = [
        `Data: ${config.dataDir} (${store.kind})`,
        `Verifier: ${signer.address} (${signer.backend})`,
        ...(verifierKey.made ? [`Made a verifier key: ${verifierKey.path}`] : []),
        ...(operatorKeyPath === null ? [] : [`Wrote an operator key: ${operatorKeyPath}`]),
        ...config.withoutEffect.map((name) => `${name} is set, but has no effect in this version`),
      ]
      logger.info({ url, version: VERSION, verifier: signer.address }, 'listening')
      return { url, notes }
    },
    close() {
      closed ??= close()
      return closed
    },
  }
}

export type VerifyOffline = (receipt: string, verifiers: readonly string[]) => ReceiptVerdict

export const verifyOffline: VerifyOffline = (receipt, verifiers) =>
  verifyReceipt(receipt, { verifiers })

/** Addresses that the configured store has published; none where there is no store yet. */
export async function publishedVerifiers(config: Config): Promise<readonly string[]> {
  const databaseUrl = config.databaseUrl()
  // Verifying must not make a store where there was none.
  if (databaseUrl === null && !existsSync(join(config.dataDir, 'assay.db'))) {
    return config.retiredKeys
  }
  const store = await openStore({ databaseUrl, dataDir: config.dataDir })
  try {
    const published = await store.verifiers.list()
    return [...published.map(({ address }) => address), ...config.retiredKeys]
  } finally {
    await store.close()
  }
}

function optional<K extends string>(key: K, value: string | null): { [P in K]?: string } {
  // A computed key widens to string; the literal type is what was passed in.
  return value === null ? {} : ({ [key]: value } as { [P in K]?: string })
}
