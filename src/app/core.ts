// What a served app and the commands that ask share: everything between the index and the edge. What
// only some commands need is loaded when they do.

import { randomBytes } from 'node:crypto'
import { type Logger, pino } from 'pino'
import { importResolve } from '../answer/importResolve.ts'
import { packageExists } from '../answer/packageExists.ts'
import { retracted } from '../answer/retracted.ts'
import { replySigner, type SignedReply, type ToldReply } from '../answer/signedReply.ts'
import { symbolExists } from '../answer/symbolExists.ts'
import { attester } from '../attest/attester.ts'
import { eip191Signer } from '../attest/eip191.ts'
import { loadVerifierKey } from '../attest/keyFile.ts'
import { creditCharges } from '../charge/creditCharges.ts'
import { creditKeys } from '../charge/creditKeys.ts'
import { sweeper } from '../charge/sweeper.ts'
import type { X402, X402Times } from '../charge/x402/openX402.ts'
import { inputReader } from '../check/read/readAside.ts'
import { type Config, ConfigError } from '../config.ts'
import { errorDocs } from '../domain/docsAddress.ts'
import { fileFault } from '../domain/fileFault.ts'
import type { Ecosystem } from '../domain/names/packageName.ts'
import type { ExtractLimits } from '../extract/extractLimits.ts'
import { parseLoading } from '../extract/npm/loadingLines.ts'
import {
  cachedFor,
  type LogIdentity,
  listVerifiers,
  type ServiceFacts,
} from '../http/request/serviceFacts.ts'
import { flights } from '../ingest/flights.ts'
import { indexedReleases } from '../ingest/indexedReleases.ts'
import { releaseLoading } from '../ingest/releaseLoading.ts'
import { releaseRanges } from '../ingest/releaseRanges.ts'
import * as limits from '../limits.ts'
import { whyGone } from '../log/followerOf.ts'
import { nameUpkeep } from '../names/nameUpkeep.ts'
import type { AskRoute } from '../ports/askRoute.ts'
import type { Store } from '../ports/store.ts'
import { checkRunner } from '../services/oracle/runAside.ts'
import { type DenyLists, loadDenyLists } from '../services/spend/lists.ts'
import { VERSION } from '../version.ts'
import {
  type Clock,
  flightLimits,
  type Ingestion,
  openIngestion,
  type Shared,
} from './ingestion.ts'
import { later, madeOn, once } from './later.ts'
import { logLines } from './logLines.ts'
import { openLookups } from './lookups.ts'
import { docsAt } from './ownPage.ts'
import { watchReader } from './watchReader.ts'

/** What tests and benchmarks may replace. */
export type AppOptions = Clock &
  Shared &
  Readonly<{
    cacheSignatures?: boolean
    logger?: Logger
    /** Where the log goes; standard output unless told. */
    logFd?: 1 | 2
    x402Times?: X402Times
    extractLimits?: Partial<ExtractLimits>
    /** Where the page's script and style are, if not where the build puts them. */
    pageFolder?: URL
    /** Where the rendered pages are, likewise. */
    docsFolder?: URL
    /** How long a page about a package waits for what is being read. */
    pageWaitMs?: number
  }>

/** What a process that parses submitted code may use for one question. */
const DAY_MS = 24 * 60 * 60_000

/** Facts that only change slowly are not counted anew for every page. */
const FACTS_CACHE_MS = 5_000

type ServedState = {
  baseUrl: string
  isStopping: boolean
  log: LogIdentity | null
  isLogDamaged: () => boolean
}

export type Core = Awaited<ReturnType<typeof openCore>>

export async function openCore(config: Config, options: AppOptions) {
  const { now = () => new Date(), random = Math.random } = options
  const ingestion = await openIngestion(config, { ...options, now, random }, options.extractLimits)
  return madeOn(openOver(ingestion, config, { ...options, now }), ingestion.close)
}

async function openOver(
  ingestion: Ingestion,
  config: Config,
  options: AppOptions & Readonly<{ now: () => Date }>,
) {
  const { now, cacheSignatures = true } = options
  const logger =
    options.logger ?? pino({ level: config.logLevel, base: null }, logLines(options.logFd ?? 1))
  const monotonicMs = () => performance.now()
  const { store, registries, registryOf, latest } = ingestion
  const { verifierKey, signer } = await openSigner(config, store, now)
  const lookups = await openLookups(config, ingestion, {
    now,
    onProblem: (ecosystem, problem) => logger.warn({ ecosystem, problem }, 'names'),
  })
  const { names } = lookups
  const upkeep = nameUpkeep({
    library: names,
    files: ingestion.nameFiles,
    update: ingestion.updateNames,
    refreshMs: config.namesRefreshMs,
    now,
    onUpdate: (ecosystem, { state }) => {
      const { snapshot, source } = names.answering(ecosystem)
      logger.info({ ecosystem, state, source, ...snapshot }, 'names')
    },
    onFailure: (ecosystem, error) => logger.warn({ ecosystem, err: error }, 'names'),
  })
  /** What serving changes. */
  const state: ServedState = {
    baseUrl: config.baseUrl ?? `http://${config.host}:${config.port}`,
    isStopping: false,
    log: null,
    isLogDamaged: () => false,
  }
  const retractions = retracted({
    retractions: store.retractions,
    onNew: () => lookups.forgetTables(),
  })
  await madeOn(retractions.follow(), lookups.close)
  const replies = replySigner({
    attester: attester(signer),
    answers: store.answers,
    retracted: retractions,
    now,
    logOrigin: () => (state.isLogDamaged() ? null : (state.log?.origin ?? null)),
    ...(ingestion.offline === null ? {} : { dated: ingestion.offline.datedStatement }),
  })
  const parts = {
    ...lookups,
    registryOf,
    registryIdentity: (ecosystem: Ecosystem) => registries[ecosystem].identity,
    latest,
    signer: replies,
    cacheSignatures,
    now,
  }
  const historyFlights = flights<SignedReply>(flightLimits(limits.HISTORIES_AT_ONCE_MAX))
  const cardFlights = flights<ToldReply>(flightLimits(limits.HISTORIES_AT_ONCE_MAX))
  const reader = inputReader(watchReader)
  const runner = checkRunner(watchReader)
  const research = once(async () => {
    const { openResearch } = await import('./research.ts')
    return openResearch(config, { ingestion, lookups, logger, signer: replies })
  })
  const comparing = once(async () => {
    const { compareReleases } = await import('../answer/compareReleases.ts')
    return compareReleases({ ...parts, ranges: releaseRanges(ingestion.again) })
  })
  const answers = {
    packageExists: packageExists(parts),
    symbolExists: symbolExists(parts),
    releaseDiff: later(async () => {
      const { releaseDiff } = await import('../answer/releaseDiff.ts')
      return releaseDiff({ ...parts, compare: await comparing.get() })
    }),
    symbolHistory: later(async () => {
      const { symbolHistory } = await import('../answer/symbolHistory.ts')
      const indexed = indexedReleases(store)
      return symbolHistory({ ...parts, indexed, kept: store.tables, flights: historyFlights })
    }),
    symbolCards: later(async () => {
      const { symbolCards } = await import('../answer/symbolCards.ts')
      const indexed = indexedReleases(store)
      return symbolCards({ ...parts, reader, indexed, kept: store.tables, flights: cardFlights })
    }),
    importResolve: importResolve({ ...parts, packages: store.packages, tables: store.tables }),
    codeCheck: later(async () => {
      const { codeCheck } = await import('../answer/codeCheck.ts')
      const { tablesOfCheck: tables, npmAsked } = lookups
      return codeCheck({ ...parts, reader, tables, npmAsked })
    }),
    codeResearch: later(async () => (await research.get()).answer),
    upgrade: later(async () => {
      const { upgrade } = await import('../answer/upgrade.ts')
      const loading = releaseLoading({ openAgain: ingestion.again, parseLoading })
      return upgrade({ ...parts, compare: await comparing.get(), reader, loading })
    }),
  }
  const x402 = await openPayments(config, store, { now, logger, times: options.x402Times })
  async function giveBackLapsed(): Promise<void> {
    const bounds = { limit: limits.SWEPT_AT_ONCE_MAX, at: now().toISOString() }
    const { released } = await store.charges.sweep(bounds)
    await store.payments.sweep(bounds)
    await store.pending.sweep(bounds)
    if (released > 0) logger.warn({ released }, 'holds of dead nodes given back')
  }
  async function followRetractions(): Promise<void> {
    if (await retractions.follow()) logger.warn('answers were retracted: tables are read again')
  }
  const moneySweeper = sweeper({
    everyMs: limits.SWEEP_EVERY_MS,
    againMs: limits.SWEEP_AGAIN_MS,
    jobs: [giveBackLapsed, followRetractions, ...(x402 === null ? [] : [x402.reconcile])],
    onFailure: (error) => logger.warn({ err: error }, 'sweep'),
  })
  const denyLists = openDenyLists(config)

  const tower = once(async () => {
    const { openWatchtower } = await import('./watchtower.ts')
    return openWatchtower(config, {
      store,
      sign: async (statement) => (await replies.sign(replies.prepare(statement))).attestationHash,
      baseUrl: () => state.baseUrl,
      logger,
      now,
      monotonicMs,
    })
  })
  const verifiers = cachedFor(FACTS_CACHE_MS, () => store.verifiers.list(), now)
  const facts: ServiceFacts = {
    version: VERSION,
    baseUrl: () => state.baseUrl,
    securityContact: config.securityContact,
    demoDailyLimit: config.demoDailyLimit,
    pagesPerMinute: config.hasSite ? config.pagesPerMinute : null,
    x402: x402?.terms ?? null,
    latestWindowS: config.latestWindowMs / 1_000,
    absenceWindowS: config.absenceWindowMs / 1_000,
    requestDeadlineMs: config.requestDeadlineMs,
    inFlightMax: config.inFlightMax,
    probesKeptDays: config.watch.keepMs / DAY_MS,
    registries: { pypi: registries.pypi.identity, npm: registries.npm.identity },
    verifiers: async () => listVerifiers(await verifiers(), signer.address, config.retiredKeys),
    log: () => state.log,
    indexSize: cachedFor(FACTS_CACHE_MS, () => store.packages.size(), now),
    moduleCounts: cachedFor(FACTS_CACHE_MS, () => store.packages.modules(), now),
    names: (ecosystem) => names.answering(ecosystem),
  }
  /** The routes that tools ask, too. */
  const questions = once(async () => {
    const { questionRoutes } = await import('./questionRoutes.ts')
    return questionRoutes({
      ...answers,
      verifiers: async () => (await facts.verifiers()).map(({ address }) => address),
      keccak256: signer.keccak256,
      retractions: store.retractions,
    })
  })
  const pageAt = docsAt(config)
  const askRoute: AskRoute = later(async () => {
    const { innerCalls, OPEN_GUARD, OWN_PROCESS } = await import('../http/run/innerCall.ts')
    const { problems } = await import('../http/request/problem.ts')
    const ask = innerCalls({
      routes: await questions.get(),
      guard: OPEN_GUARD,
      problems: problems((code) => pageAt(errorDocs(code))),
      logger,
      monotonicMs,
    })
    return (question, signal) => ask(question, OWN_PROCESS, signal)
  })

  return {
    ingestion,
    lookups,
    upkeep,
    verifierKey,
    signer,
    replies,
    reader,
    runner,
    research,
    answers,
    keys: creditKeys({ credits: store.credits, now, randomBytes }),
    charges: creditCharges({
      charges: store.charges,
      now,
      randomBytes,
      leaseMs: limits.HOLD_LEASE_MS,
      renewMs: limits.HOLD_RENEW_MS,
    }),
    x402,
    giveBackLapsed,
    moneySweeper,
    denyLists,
    state,
    tower,
    facts,
    pageAt,
    questions,
    askRoute,
    logger,
    now,
    monotonicMs,
    async close(): Promise<void> {
      await moneySweeper.stop()
      reader.close()
      runner.close()
      await upkeep.stop()
      await (await research.made())?.upkeep.stop()
      await historyFlights.close()
      await cardFlights.close()
      await lookups.close()
      await ingestion.close()
    },
  }
}

/** Throws `ConfigError` for a list that cannot be read: a service that denies nobody would not show. */
function openDenyLists(config: Config): DenyLists {
  try {
    return loadDenyLists(config.spendDenylist)
  } catch (error) {
    const fault = fileFault(error)
    const reason = fault === null ? (error as Error).message : `${config.spendDenylist}: ${fault}`
    throw new ConfigError(`ASSAY_SPEND_DENYLIST: ${reason}`, { cause: error })
  }
}

/** Null where no payments are configured; their libraries are then not even loaded. */
async function openPayments(
  config: Config,
  store: Store,
  { now, logger, times }: { now: () => Date; logger: Logger; times: X402Times | undefined },
): Promise<X402 | null> {
  if (config.x402 === null) return null
  const { facilitatorUrl, rpcUrl, ...terms } = config.x402
  const { openX402, isSoundAddress } = await import('../charge/x402/openX402.ts')
  for (const address of [terms.payTo, ...terms.assets.map((asset) => asset.address)]) {
    if (!isSoundAddress(address)) {
      throw new ConfigError(`the checksum of the address ${address} does not fit: look it up again`)
    }
  }
  return openX402({
    terms,
    facilitatorUrl: facilitatorUrl(),
    rpcUrl: rpcUrl(),
    store: store.payments,
    times,
    now,
    newOwner: () => randomBytes(8).toString('hex'),
    // Both make their words themselves: those of others may hold the address of a node and its key.
    onOpen: (payment, cause) =>
      logger.warn(
        { payment, cause: cause instanceof Error ? cause.message : cause },
        'payment open',
      ),
  })
}

/** The key that signs, published as the one that does. */
async function openSigner(config: Config, store: Store, now: () => Date) {
  const verifierKey = await loadVerifierKey({
    hex: config.verifierKey(),
    file: config.verifierKeyFile,
    dataDir: config.dataDir,
  })
  const signer = await eip191Signer(verifierKey.privateKey)
  const gone = await whyGone(store.log, signer.address)
  if (gone !== null) throw new ConfigError(gone)
  await store.verifiers.publish(signer.address, now().toISOString())
  return { verifierKey, signer }
}
