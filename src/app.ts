// Composition root: the only file that joins a port to its adapter, and with config.ts the only
// one that knows the clock and randomness.

import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join, resolve } from 'node:path'
import { type Logger, pino } from 'pino'
import { answerTables, type TableOutcome } from './answer/answerTables.ts'
import { checkTables, countedTables } from './answer/checkTables.ts'
import { codeCheck } from './answer/codeCheck.ts'
import { type AnswerCodeResearch, codeResearch } from './answer/codeResearch.ts'
import { type AnswerImportResolve, importResolve } from './answer/importResolve.ts'
import { judgement } from './answer/judgement.ts'
import { oracleWorld } from './answer/oracleWorld.ts'
import { type AnswerPackageExists, packageExists } from './answer/packageExists.ts'
import { type AnswerReleaseDiff, releaseDiff } from './answer/releaseDiff.ts'
import { reviewAnswer } from './answer/reviewAnswer.ts'
import { type ReviewedAnswer, reviewAnswers } from './answer/reviewAnswers.ts'
import {
  type ReplySigner,
  renderReply,
  replySigner,
  type SignedReply,
} from './answer/signedReply.ts'
import { spendCheck } from './answer/spendCheck.ts'
import { type AnswerSymbolExists, symbolExists } from './answer/symbolExists.ts'
import { type AnswerSymbolHistory, symbolHistory } from './answer/symbolHistory.ts'
import { type AnswerUpgrade, upgrade } from './answer/upgrade.ts'
import { verification } from './answer/verification.ts'
import { withdrawals } from './answer/withdrawals.ts'
import { eip191Signer } from './attest/eip191.ts'
import { loadVerifierKey } from './attest/keyFile.ts'
import { attester } from './attest/receipt.ts'
import { receiptAnswer } from './attest/receiptAnswer.ts'
import { type ReceiptVerdict, verifyReceipt } from './attest/verifyReceipt.ts'
import { openBlobCache } from './blobs/blobCache.ts'
import { creditCharges } from './charge/creditCharges.ts'
import { type CreditKeys, creditKeys } from './charge/creditKeys.ts'
import { demoQuota } from './charge/demoQuota.ts'
import { ensureOperatorKey } from './charge/operatorKey.ts'
import { rateLimit } from './charge/rateLimit.ts'
import { sweeper } from './charge/sweeper.ts'
import type { X402, X402Times } from './charge/x402/openX402.ts'
import { type CheckReport, checkInput } from './check/checkCode.ts'
import { inputReader } from './check/readAside.ts'
import type { ReadInput } from './check/readInput.ts'
import { type AskedPackage, worldDigest } from './check/worldDigest.ts'
import { type Config, ConfigError, USDC } from './config.ts'
import { fileFault } from './domain/fileFault.ts'
import {
  ECOSYSTEMS,
  type Ecosystem,
  type PackageKey,
  type PackageName,
  parsePackageName,
} from './domain/packageName.ts'
import { type Artifact, EXTRACTOR_VERSIONS, keyText, kindOf } from './domain/release.ts'
import { ServiceError } from './errors.ts'
import { checkedTables } from './extract/checkedTables.ts'
import { nurseryArguments } from './extract/childFlags.ts'
import { parseInventory } from './extract/inventory.ts'
import { parseLoading } from './extract/npm/loadingLines.ts'
import { extractionPool } from './extract/pool.ts'
import { rememberedExtraction } from './extract/rememberedExtraction.ts'
import { unspoiltExtraction } from './extract/unspoiltExtraction.ts'
import { guard } from './http/guard.ts'
import { innerCalls, OPEN_GUARD, OWN_PROCESS } from './http/innerCall.ts'
import { metrics } from './http/metrics.ts'
import { overload } from './http/overload.ts'
import { loadPageFiles } from './http/pageFiles.ts'
import { priceOf, type Route } from './http/route.ts'
import { checkRoutes } from './http/routes/check.ts'
import { creditRoutes } from './http/routes/credits.ts'
import { discoveryRoutes } from './http/routes/discovery.ts'
import { healthRoutes, renderHealth, renderNames } from './http/routes/health.ts'
import { historyRoutes } from './http/routes/history.ts'
import { judgeRoutes } from './http/routes/judge.ts'
import { lookupRoutes } from './http/routes/lookup.ts'
import { type AnswerMcp, mcpRoutes } from './http/routes/mcp.ts'
import { pageRoutes } from './http/routes/page.ts'
import { proofRoutes } from './http/routes/proofs.ts'
import { receiptRoutes } from './http/routes/receipts.ts'
import { researchRoutes } from './http/routes/research.ts'
import { retractionRoutes } from './http/routes/retractions.ts'
import { spendRoutes } from './http/routes/spend.ts'
import { upgradeRoutes } from './http/routes/upgrade.ts'
import { verifyRoutes } from './http/routes/verify.ts'
import { watchtowerRoutes } from './http/routes/watchtower.ts'
import { type HttpServer, httpServer } from './http/server.ts'
import { cachedFor, listVerifiers, SERVICE_NAME, type ServiceFacts } from './http/serviceFacts.ts'
import { type ListFiles, listFiles } from './ingest/bulkFiles.ts'
import { bulkJob } from './ingest/bulkJob.ts'
import { readMeter } from './ingest/bulkMeter.ts'
import { type IngestOne, ingestOne } from './ingest/bulkOne.ts'
import { type BulkRun, bulkRun } from './ingest/bulkRun.ts'
import { deriveFrom } from './ingest/deriveFrom.ts'
import { type FlightLimits, flights } from './ingest/flights.ts'
import { followReleases } from './ingest/followReleases.ts'
import { indexedReleases } from './ingest/indexedReleases.ts'
import { indexedTables } from './ingest/indexedTables.ts'
import { ingestRelease } from './ingest/ingestRelease.ts'
import { type LatestState, latestReleases } from './ingest/latestReleases.ts'
import { nameSources } from './ingest/nameSources.ts'
import { openAgain } from './ingest/openAgain.ts'
import { readArtifact } from './ingest/readArtifact.ts'
import { watchedRegistry } from './ingest/registryHealth.ts'
import { releaseLoading } from './ingest/releaseLoading.ts'
import { isReadIn, type ReleaseTables, releaseTables } from './ingest/releaseTables.ts'
import { sharedWork } from './ingest/sharedWork.ts'
import { type WholeReleases, wholeReleases } from './ingest/wholeReleases.ts'
import * as limits from './limits.ts'
import { chatModel } from './model/chatModel.ts'
import {
  loadBundledImports,
  loadNodeNames,
  loadStandardModules,
  loadStandardNames,
} from './names/bundledImports.ts'
import { loadBundledNames } from './names/bundledNames.ts'
import { importNames } from './names/importNames.ts'
import { NameFileInvalid } from './names/nameFile.ts'
import { type NameFiles, nameFiles } from './names/nameFiles.ts'
import { nameLibrary } from './names/nameLibrary.ts'
import { nameUpkeep } from './names/nameUpkeep.ts'
import { downloadsAt } from './names/popularityCurve.ts'
import { type NameLists, popularNames } from './names/popularNames.ts'
import { runBuild } from './names/runBuild.ts'
import { type UpdateNames, updateNames } from './names/updateNames.ts'
import type { AskRoute } from './ports/askRoute.ts'
import type { Caller } from './ports/caller.ts'
import type { LedgerEntry, LedgerReport } from './ports/credits.ts'
import type { ImportIndex } from './ports/importIndex.ts'
import type { JobQueue } from './ports/jobs.ts'
import type { VersionsLookup } from './ports/registry.ts'
import type { Store } from './ports/store.ts'
import { openQueue } from './queue/openQueue.ts'
import { QUEUE_TIMES, type QueueTimes } from './queue/queueTimes.ts'
import { openRegistries } from './registry/openRegistries.ts'
import { probeLines } from './registry/probeLines.ts'
import { packagesCalled } from './research/packagesCalled.ts'
import { type SearchIndex, searchIndex } from './research/searchIndex.ts'
import { segmentFiles } from './research/segmentFiles.ts'
import { type ResearchUpkeep, researchUpkeep } from './research/upkeep.ts'
import { type DenyLists, loadDenyLists } from './spend/lists.ts'
import type { KnownAsset } from './spend/offers.ts'
import { openStore } from './store/openStore.ts'
import { openTableAside } from './table/openTable.ts'
import { tableCache } from './table/tableCache.ts'
import { probeSender } from './watch/sendProbe.ts'
import { type Watchtower, watchtower } from './watch/watchtower.ts'

export { renderReport } from './answer/codeCheck.ts'
export { KEY_ID_LENGTH } from './charge/creditKeys.ts'
export type { CheckReport } from './check/checkCode.ts'
export type { Finding } from './check/finding.ts'
export { FINDING_CODES, SEVERITY_OF } from './check/finding.ts'
export { type InputFile, type ReadInput, readInput } from './check/readInput.ts'
export { versionsIn } from './ingest/versionRange.ts'
export { INGESTS_AT_ONCE_MAX, QUERY_LENGTH_MAX, SYMBOL_LENGTH_MAX } from './limits.ts'
export { isManifest } from './manifests/readManifest.ts'
export { languageOf } from './references/findReferences.ts'
export { addTarget, removeTarget } from './watch/targetFile.ts'

/** Whether a folder is that of an embedded store. */
export function hasStore(folder: string): boolean {
  return existsSync(join(folder, 'assay.db'))
}

export const VERSION: string = createRequire(import.meta.url)('../package.json').version

export type App = Readonly<{
  version: string
  /** What opening made anew, for the person at the terminal. */
  made: readonly string[]
  store: Store
  creditKeys: CreditKeys
  packageExists: AnswerPackageExists
  symbolExists: AnswerSymbolExists
  releaseDiff: AnswerReleaseDiff
  symbolHistory: AnswerSymbolHistory
  importResolve: AnswerImportResolve
  /** Findings about code that was read, not signed. */
  checkInput(
    input: ReadInput,
    pins: Readonly<Record<string, string>>,
    caller: Caller,
    onPackage?: (done: number, all: number) => void,
  ): Promise<CheckReport>
  /** Digest of what is known of packages by now: while it is the same, so is a report on the same code. */
  worldOf(packages: readonly AskedPackage[], caller: Caller): Promise<string>
  dataDir: string
  upgrade: AnswerUpgrade
  /** Watched services; a served app probes them. */
  watch: Watchtower
  renderReply: typeof renderReply
  /** The questions of the tools for agents, by the routes themselves; nobody pays. */
  askRoute: AskRoute
  revokeKey(keyHash: string): Promise<boolean>
  /** The balance then; null when there is no such key in use. */
  topUpKey(keyHash: string, amountMicroUsd: number): Promise<number | null>
  /** Gives back what nodes that died have held, as a served app does every few seconds. */
  sweepMoney(): Promise<void>
  codeResearch: AnswerCodeResearch
  /** Brings the search index up to date now, as a served app does by itself. */
  syncResearch: ResearchUpkeep['sync']
  researchSize: SearchIndex['size']
  /** Looks after the sets of names now, as a served app does every minute. */
  lookAtNames(): Promise<void>
  /** Starts listening; `notes` are for the person at the terminal. */
  serve(): Promise<Readonly<{ url: string; notes: readonly string[] }>>
  /** Unready, drain, close. Safe to call twice. */
  close(): Promise<void>
}>

type Clock = Readonly<{ now?: () => Date; random?: () => number }>

/** What tests and benchmarks may replace. */
export type AppOptions = Clock &
  Readonly<{
    cacheSignatures?: boolean
    logger?: Logger
    /** Where the log goes; standard output unless told. */
    logFd?: 1 | 2
    x402Times?: X402Times
    /** Where the page's script and style are, if not where the build puts them. */
    pageFolder?: URL
  }>

/** Extractors whose output is a symbol table, under the name that proofs give them. */
const TABLE_EXTRACTORS: ReadonlySet<string> = new Set(Object.values(EXTRACTOR_VERSIONS))

const DAY_MS = 24 * 60 * 60_000

/** Facts that only change slowly are not counted anew for every page. */
const FACTS_CACHE_MS = 5_000

export async function createApp(config: Config, options: AppOptions = {}): Promise<App> {
  const { now = () => new Date(), random = Math.random, cacheSignatures = true } = options
  const logger =
    options.logger ??
    pino({ level: config.logLevel, base: null }, pino.destination(options.logFd ?? 1))
  const monotonicMs = () => performance.now()

  const ingestion = await openIngestion(config, { now, random })
  const { store, registries, watched, registryOf, latest, ingestFlights } = ingestion
  const { verifierKey, signer } = await openSigner(config, store, now).catch(
    async (error: unknown) => {
      await ingestion.close()
      throw error
    },
  )

  const bundled = loadBundledNames()
  const names = nameLibrary({
    files: ingestion.nameFiles,
    popular: popularNames(bundled),
    onProblem: (ecosystem, problem) => logger.warn({ ecosystem, problem }, 'names'),
  })
  await names.refresh()
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
  const imports = importNames({
    list: loadBundledImports(),
    popular: bundled.pypi.names,
    standardModules: loadStandardModules,
    standardNames: loadStandardNames,
    nodeNames: loadNodeNames,
  })
  const replies = replySigner({ attester: attester(signer), answers: store.answers, now })
  const answerPackageExists = packageExists({
    registryOf,
    latest,
    names,
    imports,
    signer: replies,
    cacheSignatures,
  })
  const tableFlights = flights<TableOutcome>(flightLimits(config, limits.TABLES_AT_ONCE_MAX))
  const opened = answerTables({
    one: ingestion.one,
    tables: ingestion.tables,
    cache: tableCache(limits.TABLE_CACHE_BYTES),
    flights: tableFlights,
    now,
  })
  const answerSymbolExists = symbolExists({
    registryOf,
    latest,
    tables: opened,
    names,
    signer: replies,
    cacheSignatures,
  })
  const answerReleaseDiff = releaseDiff({ registryOf, tables: opened, signer: replies })
  const historyFlights = flights<SignedReply>(flightLimits(config, limits.HISTORIES_AT_ONCE_MAX))
  const answerSymbolHistory = symbolHistory({
    registryOf,
    latest,
    tables: opened,
    indexed: indexedReleases(store),
    kept: store.tables,
    flights: historyFlights,
    signer: replies,
  })
  const answerImportResolve = importResolve({
    imports,
    names,
    registryIdentity: (ecosystem) => registries[ecosystem].identity,
    packages: store.packages,
    tables: store.tables,
    signer: replies,
  })
  const tablesOfCheck = checkTables({
    registryOf,
    latest,
    tables: opened,
    names,
    withdrawals: withdrawals({ registryOf, windowMs: config.latestWindowMs, now }),
  })
  const reader = inputReader()
  const answerCodeCheck = codeCheck({
    reader,
    tables: tablesOfCheck,
    imports,
    registryIdentity: (ecosystem) => registries[ecosystem].identity,
    signer: replies,
  })
  const openWorld = oracleWorld({
    reader,
    tables: tablesOfCheck,
    imports,
    releaseDiff: answerReleaseDiff,
    receipt: async (receipt) => {
      const verifiers = (await facts.verifiers()).map(({ address }) => address)
      return receiptAnswer(receipt, { verifiers, keccak256: signer.keccak256 }, store.retractions)
    },
    registryIdentity: (ecosystem) => registries[ecosystem].identity,
  })
  const answerVerification = verification({
    world: openWorld,
    keccak256: signer.keccak256,
    signer: replies,
  })
  const answerJudgement = judgement({
    world: openWorld,
    reader,
    model: config.judge === null ? null : chatModel({ ...config.judge, name: config.judge.model }),
    signer: replies,
  })
  const research = openResearch(config, ingestion, { imports, bundled, logger, signer: replies })
  const answerUpgrade = upgrade({
    registryOf,
    tables: opened,
    reader,
    imports,
    loading: releaseLoading({ openAgain: ingestion.again, parseLoading }),
    signer: replies,
  })
  const keys = creditKeys({ credits: store.credits, now, randomBytes })
  const charges = creditCharges({
    charges: store.charges,
    now,
    randomBytes,
    leaseMs: config.requestDeadlineMs + limits.HOLD_SLACK_MS,
  })
  const x402 = await openPayments(config, store, { now, logger, ...timesOf(options) }).catch(
    async (error: unknown) => {
      await ingestion.close()
      throw error
    },
  )
  async function giveBackLapsed(): Promise<void> {
    const bounds = { limit: limits.SWEPT_AT_ONCE_MAX, at: now().toISOString() }
    const { released } = await store.charges.sweep(bounds)
    await store.payments.sweep(bounds)
    if (released > 0) logger.warn({ released }, 'holds of dead nodes given back')
  }
  const moneySweeper = sweeper({
    everyMs: limits.SWEEP_EVERY_MS,
    againMs: limits.SWEEP_AGAIN_MS,
    jobs: x402 === null ? [giveBackLapsed] : [giveBackLapsed, x402.reconcile],
    onFailure: (error) => logger.warn({ err: error }, 'sweep'),
  })

  const denyLists = openDenyLists(config)

  let server: HttpServer | null = null
  let baseUrl = config.baseUrl ?? `http://${config.host}:${config.port}`
  let stopping = false
  const lines = probeLines(config.environment())
  const watch = watchtower({
    watch: store.watch,
    answers: store.answers,
    file: config.watch.file,
    keepMs: config.watch.keepMs,
    baseUrl: () => baseUrl,
    send: probeSender({
      lines,
      certificateEnd: lines.certificateEnd,
      userAgent: `assay/${VERSION} (watchtower)`,
      monotonicMs,
      now,
    }),
    sign: async (statement) => (await replies.sign(replies.prepare(statement))).attestationHash,
    owner: randomBytes(8).toString('hex'),
    now,
    monotonicMs,
    onFailure: (error) => logger.warn({ err: error }, 'watch'),
  })
  const verifiers = cachedFor(FACTS_CACHE_MS, () => store.verifiers.list(), now)
  const facts: ServiceFacts = {
    version: VERSION,
    baseUrl: () => baseUrl,
    demoDailyLimit: config.demoDailyLimit,
    x402: x402?.terms ?? null,
    latestWindowS: config.latestWindowMs / 1_000,
    absenceWindowS: config.absenceWindowMs / 1_000,
    requestDeadlineMs: config.requestDeadlineMs,
    inFlightMax: config.inFlightMax,
    probesKeptDays: config.watch.keepMs / DAY_MS,
    registries: { pypi: registries.pypi.identity, npm: registries.npm.identity },
    verifiers: async () => listVerifiers(await verifiers(), signer.address, config.retiredKeys),
    indexSize: cachedFor(FACTS_CACHE_MS, () => store.packages.size(), now),
    names: (ecosystem) => names.answering(ecosystem),
  }

  async function readiness() {
    const storeState = await store.ping().then(
      () => 'ok',
      () => 'unavailable',
    )
    return {
      ready: storeState === 'ok' && !stopping,
      store: { kind: store.kind, state: storeState },
      registries: {
        pypi: renderHealth(watched.pypi.health()),
        npm: renderHealth(watched.npm.health()),
      },
      names: {
        pypi: renderNames(names.answering('pypi'), upkeep.state('pypi'), names.problem('pypi')),
        npm: renderNames(names.answering('npm'), upkeep.state('npm'), names.problem('npm')),
      },
    }
  }

  /** The routes that tools ask, too. */
  const questions = [
    ...lookupRoutes({
      packageExists: answerPackageExists,
      symbolExists: answerSymbolExists,
      releaseDiff: answerReleaseDiff,
      importResolve: answerImportResolve,
    }),
    ...checkRoutes({ codeCheck: answerCodeCheck }),
    ...receiptRoutes({
      verifiers: async () => (await facts.verifiers()).map(({ address }) => address),
      keccak256: signer.keccak256,
      retractions: store.retractions,
    }),
  ]
  const ownCalls = innerCalls({ routes: questions, guard: OPEN_GUARD, logger, monotonicMs })

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
        name: 'assay_extractions_busy',
        help: 'Files being opened.',
        read: () => ingestion.pool.load().busy,
      },
      {
        name: 'assay_extractions_queued',
        help: 'Files waiting to be opened.',
        read: () => ingestion.pool.load().queued,
      },
      {
        name: 'assay_resident_bytes',
        help: 'Resident memory of the process.',
        read: () => process.memoryUsage.rss(),
      },
    ])
    const answerSpendCheck = spendCheck({
      keccak256: signer.keccak256,
      lists: denyLists,
      policy: { reviewAboveMicroUsd: config.spendReviewMicroUsd },
      assets: knownAssets(config),
      own: () => ({
        name: SERVICE_NAME,
        origin: new URL(baseUrl).origin,
        payTo: x402?.terms.payTo.toLowerCase() ?? null,
        priceOf(pathname) {
          const route = routes.find(({ path }) => path === pathname)
          return route === undefined ? null : priceOf(route.access)
        },
      }),
      services: registries.services,
      watched: (origin) => verdictAt(watch, origin),
      payments: store.payments,
      signer: replies,
      now,
    })
    const admission = guard({
      quota: demoQuota({ quota: store.quota, limit: config.demoDailyLimit, now }),
      keys,
      charges,
      x402,
      keyRate: rateLimit({ perMinute: config.keyCallsPerMinute, now }),
      unpaidRate: rateLimit({ perMinute: config.unpaidCallsPerMinute, now }),
      baseUrl: facts.baseUrl,
    })
    const routes: Route[] = [
      ...questions,
      ...historyRoutes({ symbolHistory: answerSymbolHistory }),
      ...verifyRoutes({ verification: answerVerification, now }),
      ...judgeRoutes({ judgement: answerJudgement }),
      ...researchRoutes({ codeResearch: research.answer }),
      ...spendRoutes({ spendCheck: answerSpendCheck }),
      ...mcpRoutes({
        answer: answerMcp,
        calls: innerCalls({ routes: questions, guard: admission, logger, monotonicMs }),
        baseUrl: facts.baseUrl,
      }),
      ...upgradeRoutes({ upgrade: answerUpgrade }),
      ...proofRoutes({ packages: store.packages }),
      ...creditRoutes({ keys, credits: store.credits }),
      ...retractionRoutes(store),
      ...watchtowerRoutes({ watch, now }),
      ...healthRoutes({
        version: VERSION,
        indexSize: facts.indexSize,
        readiness,
        metrics: measured,
      }),
      ...pageRoutes(facts, loadPageFiles(options.pageFolder), () => routes),
      ...discoveryRoutes(facts, () => routes),
    ]
    return httpServer({
      routes,
      guard: admission,
      metrics: measured,
      overload: load,
      logger,
      trustedProxies: config.trustedProxies,
      requestDeadlineMs: config.requestDeadlineMs,
      stallMs: config.requestDeadlineMs + limits.REPLY_STALL_MS,
      bootId: randomBytes(4).toString('hex'),
      monotonicMs,
    })
  }

  let closed: Promise<void> | null = null
  async function close(): Promise<void> {
    stopping = true
    const watchEnds = watch.stop()
    await server?.close()
    await watchEnds
    await lines.close()
    await moneySweeper.stop()
    reader.close()
    await upkeep.stop()
    await research.upkeep.stop()
    await historyFlights.close()
    await tableFlights.close()
    await ingestion.close()
  }

  return {
    version: VERSION,
    made: verifierKey.made ? [`Made a verifier key: ${verifierKey.path}`] : [],
    store,
    creditKeys: keys,
    packageExists: answerPackageExists,
    symbolExists: answerSymbolExists,
    releaseDiff: answerReleaseDiff,
    symbolHistory: answerSymbolHistory,
    importResolve: answerImportResolve,
    checkInput: (input, pins, caller, onPackage = () => {}) =>
      checkInput(input, pins, { tables: countedTables(tablesOfCheck(caller), onPackage), imports }),
    worldOf: (packages, caller) =>
      worldDigest(packages, { tables: tablesOfCheck(caller), imports }),
    dataDir: config.dataDir,
    upgrade: answerUpgrade,
    watch,
    renderReply,
    askRoute: (question, signal) => ownCalls(question, OWN_PROCESS, signal),
    lookAtNames: upkeep.look,
    codeResearch: research.answer,
    syncResearch: research.upkeep.sync,
    researchSize: research.index.size,
    revokeKey: (keyHash) => store.credits.revoke(keyHash, now().toISOString()),
    topUpKey: (keyHash, amountMicroUsd) =>
      store.credits.topUp({ keyHash, amountMicroUsd, at: now().toISOString() }),
    sweepMoney: moneySweeper.sweep,
    async serve() {
      await watch.load()
      const operatorKeyPath = await ensureOperatorKey({ keys, store, dataDir: config.dataDir })
      // Before anybody is served: nodes that die young must not leave it to each other.
      await giveBackLapsed()
      server = startServer()
      const url = await server.listen(config.host, config.port)
      upkeep.start()
      research.upkeep.start()
      moneySweeper.start()
      baseUrl = config.baseUrl ?? url
      if (config.watch.isOn) watch.start()
      const notes = [
        `Data: ${config.dataDir} (${store.kind})`,
        `Verifier: ${signer.address} (${signer.backend})`,
        ...(operatorKeyPath === null ? [] : [`Wrote an operator key: ${operatorKeyPath}`]),
        ...(config.baseUrl === null && isUnspecified(config.host)
          ? ['Set ASSAY_BASE_URL: the documents name an address that nobody can call']
          : []),
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

/** The search index over what is indexed, and the answer that is read from it. */
function openResearch(
  config: Config,
  { store, registries }: Pick<Awaited<ReturnType<typeof openIngestion>>, 'store' | 'registries'>,
  parts: Readonly<{
    imports: ImportIndex
    bundled: NameLists
    logger: Logger
    signer: ReplySigner
  }>,
) {
  const { imports, bundled, logger, signer } = parts
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
    for await (const { key, version, artifact, table } of indexedTables(store)) {
      const tableId = JSON.stringify([table.openingId, table.dependencies, table.extractor])
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
    everyMs: limits.RESEARCH_LOOK_MS,
    monotonicMs: () => performance.now(),
    onFailure: (error) => logger.warn({ err: error }, 'research'),
  })
  const answer = codeResearch({
    index,
    files,
    findPackages: (written) => packagesCalled(written, index, imports),
    indexed: indexedReleases(store),
    tables: store.tables,
    registryIdentity: (ecosystem) => registries[ecosystem].identity,
    signer,
  })
  return { index, upkeep, answer }
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

/** What the watchtower found of whatever is watched at an origin, the worst of several. */
async function verdictAt(watch: Watchtower, origin: string) {
  const rows = await watch.board()
  const verdicts = rows
    .filter(({ target }) => URL.canParse(target.url) && new URL(target.url).origin === origin)
    .map(({ verdict }) => verdict)
  const worst = (['down', 'unknown', 'degraded', 'up'] as const).find((one) =>
    verdicts.includes(one),
  )
  return worst ?? null
}

/** Tokens whose amounts can be read as dollars. */
function knownAssets({ x402 }: Config): readonly KnownAsset[] {
  const own = (x402?.assets ?? []).map((asset) => ({ network: x402?.network ?? '', ...asset }))
  return [...Object.entries(USDC).map(([network, asset]) => ({ network, ...asset })), ...own]
}

/** The library of the protocol is loaded when somebody speaks it. */
const answerMcp: AnswerMcp = async (message, parts) => {
  const { answerMessage } = await import('./mcp/answerMessage.ts')
  return answerMessage(message, { version: VERSION, ...parts })
}

function timesOf({ x402Times }: AppOptions): { times?: X402Times } {
  return x402Times === undefined ? {} : { times: x402Times }
}

/** Null where no payments are configured; their libraries are then not even loaded. */
async function openPayments(
  config: Config,
  store: Store,
  { now, logger, ...times }: { now: () => Date; logger: Logger; times?: X402Times },
): Promise<X402 | null> {
  if (config.x402 === null) return null
  const { facilitatorUrl, rpcUrl, ...terms } = config.x402
  const { openX402, isSoundAddress } = await import('./charge/x402/openX402.ts')
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
    requestDeadlineMs: config.requestDeadlineMs,
    ...times,
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
    ...optional('hex', config.verifierKey()),
    ...optional('file', config.verifierKeyFile),
    dataDir: config.dataDir,
  })
  const signer = await eip191Signer(verifierKey.privateKey)
  await store.verifiers.publish(signer.address, now().toISOString())
  return { verifierKey, signer }
}

/** What reads releases and knows the index; nothing here signs. */
async function openIngestion(config: Config, clock: Required<Clock>) {
  const store = await openStore({
    databaseUrl: config.databaseUrl(),
    dataDir: config.dataDir,
    nowIso: () => clock.now().toISOString(),
  })
  return openIngestionOn(store, config, clock).catch(async (error: unknown) => {
    await store.close()
    throw error
  })
}

async function openIngestionOn(store: Store, config: Config, { now, random }: Required<Clock>) {
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
  await bindRegistries(store, {
    npm: indexId(registries.npm.identity, config.npmRegistry()),
    pypi: indexId(registries.pypi.identity, config.pypiIndex()),
  })
  const watched = {
    pypi: watchedRegistry(registries.pypi, now),
    npm: watchedRegistry(registries.npm, now),
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
  const pool = extractionPool({ readable: [join(config.dataDir, 'blobs')] })
  const tables = checkedTables(pool, TABLE_EXTRACTORS)
  const extraction = rememberedExtraction({
    extraction: unspoiltExtraction(tables),
    store: store.extractions,
    now,
  })
  const files = nameFiles(join(config.dataDir, 'names'))
  const meter = readMeter(registryOf)
  const follow = followReleases({
    registryOf,
    blobs,
    bounds: {
      filesMax: limits.FOLLOWED_FILES_MAX,
      maxBytes: limits.FOLLOWED_MAX_BYTES,
      timeoutMs: limits.FOLLOW_TIMEOUT_MS,
    },
    now,
    windowMs: config.latestWindowMs,
  })
  const read = meter.read(readArtifact({ registryOf: meter.registryOf, blobs, extraction, follow }))
  const ingest = ingestRelease({
    packages: store.packages,
    provenance: store.provenance,
    read,
    isRead: isReadIn(store),
    share: sharedWork({
      leases: store.leases,
      owner: randomBytes(8).toString('hex'),
      leaseMs: limits.INGEST_LEASE_MS,
      pollMs: limits.INGEST_POLL_MS,
    }),
    now,
  })
  const ingestFlights = flights<LatestState>(flightLimits(config, limits.INGESTS_AT_ONCE_MAX))
  const latest = latestReleases({
    registryOf,
    packages: store.packages,
    extractions: store.extractions,
    ingest,
    flights: ingestFlights,
    now,
    latestWindowMs: config.latestWindowMs,
    absenceWindowMs: config.absenceWindowMs,
  })
  const one = ingestOne({
    registryOf,
    packages: store.packages,
    extractions: store.extractions,
    latest,
    ingest,
    meter,
    pinnedTimeoutMs: releaseTimeoutMs(config),
  })
  const again = openAgain({ registryOf, read })
  return {
    store,
    registries,
    watched,
    registryOf,
    latest,
    one,
    again,
    tables: releaseTables({ one, tables: store.tables, openAgain: again, now }),
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

/** The registry's word on a release, and its file. */
function releaseTimeoutMs({ registryTimeoutMs }: Config): number {
  return limits.ARTIFACT_TIMEOUT_MS + registryTimeoutMs
}

function flightLimits(config: Config, atOnceMax: number): FlightLimits {
  return {
    atOnceMax,
    queueMax: limits.INGEST_QUEUE_MAX,
    clientMax: limits.INGESTS_FOR_CLIENT_MAX,
    flightTimeoutMs: releaseTimeoutMs(config),
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

/** Tells registries apart, paths included; without credentials. */
function indexId(identity: string, explicit: string | null): string {
  if (identity === 'public' || explicit === null) return identity
  const { origin, pathname } = new URL(explicit)
  return `${origin}${pathname.replace(/\/*$/, '/')}`
}

/** What the commands that fill the index need. */
export type IngestApp = Readonly<{
  store: Store
  one: IngestOne
  whole: WholeReleases
  files: ListFiles
  tables: ReleaseTables
  /** Every version that the registry lists. */
  versions(key: PackageKey, signal: AbortSignal): Promise<VersionsLookup>
  /** Goes over signed answers; what it yields has been looked at. */
  reviewAnswers(
    options: Readonly<{ all: boolean; retract: boolean }>,
    signal: AbortSignal,
  ): AsyncIterable<ReviewedAnswer>
  /** Popular names that ship with the service, the most popular first. */
  popularNames(ecosystem: Ecosystem): readonly PackageName[]
  /** Every name of a registry; `status` is null while there is no set. */
  names: Readonly<{
    update: UpdateNames
    status(ecosystem: Ecosystem): ReturnType<typeof namesStatus>
  }>
  bulk: BulkRun
  /** Jobs that other processes queued, until `stop`; null on a store that no other process shares. */
  work:
    | ((lanes: number, onTrouble: (error: unknown) => void, stop: AbortSignal) => Promise<void>)
    | null
  close(): Promise<void>
}>

/**
 * The service without its edge and without its key: a worker must not make its own key the one that
 * verifiers are told of.
 */
export async function createIngestApp(
  config: Config,
  options: Pick<AppOptions, 'now' | 'random' | 'logger'> & { times?: QueueTimes } = {},
): Promise<IngestApp> {
  const { now = () => new Date(), random = Math.random, times = QUEUE_TIMES } = options
  const monotonicMs = () => performance.now()
  const logger = options.logger ?? pino({ level: config.logLevel, base: null }, pino.destination(2))
  const ingestion = await openIngestion(config, { now, random })
  const { store, one } = ingestion
  const whole = wholeReleases({
    one,
    readTable: ingestion.tables.readIndexed,
    packages: store.packages,
    tables: store.tables,
    extractions: store.extractions,
    now,
  })
  const stopping = new AbortController()
  const handle = bulkJob({
    whole,
    onBug: (key, error) => logger.error({ package: keyText(key), err: error }, 'ingest'),
    signal: stopping.signal,
  })
  // Opened when it is needed: a single release needs no queue, nor the right to make its tables.
  let opened: Promise<JobQueue> | null = null
  const openedQueue = () => {
    opened ??= openQueue({ databaseUrl: config.databaseUrl(), times, monotonicMs })
    return opened
  }
  return {
    store,
    one,
    whole,
    files: listFiles({ one, openAgain: ingestion.again, parseInventory }),
    tables: ingestion.tables,
    versions: (key, signal) => ingestion.registryOf(key).versions(key.name, signal),
    reviewAnswers: reviewAnswers({
      answers: store.answers,
      retractions: store.retractions,
      reviewer: reviewAnswer({ derive: deriveFrom({ one, openAgain: ingestion.again }) }),
      now,
    }),
    popularNames: (ecosystem) =>
      loadBundledNames()[ecosystem].names.flatMap(
        (name) => parsePackageName(ecosystem, name) ?? [],
      ),
    names: {
      update: ingestion.updateNames,
      status: (ecosystem) => namesStatus(ingestion.nameFiles, ecosystem),
    },
    async bulk(request, hooks, stop) {
      const queue = await openedQueue()
      return bulkRun({ fresh: whole.fresh, queue, handle, monotonicMs })(request, hooks, stop)
    },
    work:
      config.databaseUrl() === null
        ? null
        : async (lanes, onTrouble, stop) =>
            (await openedQueue()).work(handle, { lanes, onTrouble }, stop),
    async close() {
      stopping.abort(new ServiceError('shutting_down', 'the command is stopping'))
      // One that could not be opened has been reported to whoever asked for it.
      await opened?.then((queue) => queue.close()).catch(() => {})
      await ingestion.close()
    },
  }
}

/** The ledger alone, without the rest of the service. */
export type LedgerApp = Readonly<{
  check(): Promise<LedgerReport>
  entries(): AsyncIterable<LedgerEntry>
  close(): Promise<void>
}>

export async function openLedger(config: Config): Promise<LedgerApp> {
  const store = await openStore({ databaseUrl: config.databaseUrl(), dataDir: config.dataDir })
  return {
    check: () => store.ledger.check({ graceMs: limits.SWEEP_GRACE_MS }),
    async *entries() {
      let after = { owner: '', seq: 0 }
      for (;;) {
        const page = await store.ledger.page(after, limits.LEDGER_PAGE_ROWS)
        yield* page
        const last = page.at(-1)
        if (last === undefined) return
        after = last
      }
    },
    close: () => store.close(),
  }
}

/** What set of an ecosystem's names is in the data folder, and what it was made of. */
async function namesStatus(files: NameFiles, ecosystem: Ecosystem) {
  try {
    const loaded = await files.load(ecosystem)
    if (loaded === null) return { set: null, problem: null }
    const { set, problem } = loaded
    const { sources } = set.facts
    return { set: { ...set.snapshot, bytes: set.bytes.length, sources }, problem }
  } catch (error) {
    if (!(error instanceof NameFileInvalid)) throw error
    return { set: null, problem: `${ecosystem}.names: ${error.message}` }
  }
}

/** The table of a file on this machine, without a store and without a registry. */
export type LocalTable =
  | Readonly<{ state: 'read'; artifact: Artifact; extractor: string; bytes: Uint8Array }>
  | Readonly<{ state: 'unreadable'; artifact: Artifact; reason: string }>

export async function tableOfFile(path: string, signal: AbortSignal): Promise<LocalTable> {
  const blobPath = resolve(path)
  const filename = basename(blobPath)
  const content = await readFile(blobPath)
  const sha256 = createHash('sha256').update(content).digest('hex')
  const artifact = { filename, sha256, sizeBytes: content.length, digest: 'computed' } as const
  const ecosystem = filename.endsWith('.tgz') ? 'npm' : 'pypi'
  const extractor = EXTRACTOR_VERSIONS[ecosystem]
  const pool = extractionPool({ readable: [dirname(blobPath)] })
  try {
    const job = {
      kind: kindOf(ecosystem, filename),
      filename,
      sha256,
      extractor,
      source: { blobPath },
    }
    const outcome = await checkedTables(pool, TABLE_EXTRACTORS).run(job, signal)
    if (outcome.state === 'extracted') {
      return { state: 'read', artifact, extractor, bytes: outcome.output }
    }
    const reason = `${outcome.state}: ${outcome.reason}, ${outcome.detail}`
    return { state: 'unreadable', artifact, reason }
  } finally {
    await pool.close()
  }
}

export type VerifyOffline = (receipt: string, verifiers: readonly string[]) => ReceiptVerdict

export const verifyOffline: VerifyOffline = (receipt, verifiers) =>
  verifyReceipt(receipt, { verifiers })

/** Addresses that the configured store has published; none where there is no store yet. */
export async function publishedVerifiers(config: Config): Promise<readonly string[]> {
  const databaseUrl = config.databaseUrl()
  // Verifying must not make a store where there was none.
  if (databaseUrl === null && !hasStore(config.dataDir)) {
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

/** An address that means every interface of the machine. */
function isUnspecified(host: string): boolean {
  return host === '0.0.0.0' || host === '::'
}

function optional<K extends string>(key: K, value: string | null): { [P in K]?: string } {
  // A computed key widens to string; the literal type is what was passed in.
  return value === null ? {} : ({ [key]: value } as { [P in K]?: string })
}
