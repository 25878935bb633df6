// The edge of a served app: every route, who may ask them, and what is measured.

import { randomBytes } from 'node:crypto'
import { judgement } from '../answer/judgement.ts'
import { oracleWorld } from '../answer/oracleWorld.ts'
import { spendCheck } from '../answer/spendCheck.ts'
import { verification } from '../answer/verification.ts'
import { receiptAnswer } from '../attest/receiptAnswer.ts'
import { demoQuota } from '../charge/demoQuota.ts'
import { rateLimit } from '../charge/rateLimit.ts'
import { USDC } from '../config/paymentSettings.ts'
import type { Config } from '../config.ts'
import { errorDocs } from '../domain/docsAddress.ts'
import type { Ecosystem } from '../domain/names/packageName.ts'
import { guard } from '../http/admission/guard.ts'
import { overload } from '../http/admission/overload.ts'
import { loadDocsFiles } from '../http/pages/docsFiles.ts'
import { loadPageFiles } from '../http/pages/pageFiles.ts'
import { problems } from '../http/request/problem.ts'
import { priceOf, type Route } from '../http/request/route.ts'
import { cachedFor, SERVICE_NAME } from '../http/request/serviceFacts.ts'
import { creditRoutes } from '../http/routes/credits.ts'
import { discoveryRoutes } from '../http/routes/discovery.ts'
import { docsRoutes } from '../http/routes/docs.ts'
import { healthRoutes, renderHealth, renderNames } from '../http/routes/health.ts'
import { historyRoutes } from '../http/routes/history.ts'
import { logRoutes } from '../http/routes/log.ts'
import { type AnswerMcp, mcpRoutes } from '../http/routes/mcp.ts'
import { oracleRoutes } from '../http/routes/oracle.ts'
import { pageRoutes } from '../http/routes/page.ts'
import { pendingRoutes } from '../http/routes/pending.ts'
import { proofRoutes } from '../http/routes/proofs.ts'
import { researchRoutes } from '../http/routes/research.ts'
import { retractionRoutes } from '../http/routes/retractions.ts'
import { siteRoutes } from '../http/routes/site.ts'
import { spendRoutes } from '../http/routes/spend.ts'
import { updateBotRoutes } from '../http/routes/updateBots.ts'
import { upgradeRoutes } from '../http/routes/upgrade.ts'
import { watchtowerRoutes } from '../http/routes/watchtower.ts'
import { innerCalls } from '../http/run/innerCall.ts'
import { metrics } from '../http/run/metrics.ts'
import { pendingQuestions } from '../http/run/pendingQuestions.ts'
import { type HttpServer, httpServer } from '../http/server.ts'
import { REPLY_STALL_MS, STORE_LOOK_MS } from '../limits.ts'
import type { LogHealth } from '../log/health.ts'
import { chatModel } from '../model/chatModel.ts'
import type { KnownAsset } from '../services/spend/offers.ts'
import type { Watchtower } from '../services/watch/watchtower.ts'
import { VERSION } from '../version.ts'
import type { AppOptions, Core } from './core.ts'
import { openSitePages } from './serve/sitePages.ts'

/** Nobody guesses one in all the time that there is. */
const PENDING_ID_BYTES = 24

type ServerParts = Pick<AppOptions, 'pageFolder' | 'docsFolder' | 'pageWaitMs'> &
  Readonly<{
    watch: Watchtower
    questions: readonly Route[]
    /** Null where no log is kept. */
    logHealth: (() => LogHealth) | null
  }>

export function openServer(config: Config, core: Core, parts: ServerParts): HttpServer {
  const { ingestion, answers, signer, replies, x402, facts } = core
  const { keys, charges, logger, now, monotonicMs } = core
  const { store, registries, ingestFlights } = ingestion
  const { questions, watch } = parts
  const oracle = oracleAnswers(config, core)
  // A look is a write: whoever asks all the time must not keep the store busy.
  const storeState = cachedFor(STORE_LOOK_MS, lookAtStore, now)
  async function lookAtStore(): Promise<'ok' | 'unavailable'> {
    try {
      await store.ping()
      return 'ok'
    } catch {
      return 'unavailable'
    }
  }
  const overloadGuard = overload({ inFlightMax: config.inFlightMax, monotonicMs })
  const measured = metrics([
    gauge('assay_in_flight', 'Requests under way.', overloadGuard.inFlight),
    gauge('assay_loop_delay_ms', 'Delay of the event loop.', overloadGuard.loopDelayMs),
    gauge('assay_ingests_active', 'Ingestions under way.', () => ingestFlights.load().active),
    gauge('assay_ingests_queued', 'Ingestions waiting.', () => ingestFlights.load().queued),
    gauge('assay_extractions_busy', 'Files being opened.', () => ingestion.pool.load().busy),
    gauge('assay_extractions_queued', 'Files waiting to be opened.', () => {
      return ingestion.pool.load().queued
    }),
    gauge('assay_pending', 'Pending questions that are worked on.', () => pending.load()),
    ...(parts.logHealth === null ? [] : logGauges(parts.logHealth)),
    gauge('assay_resident_bytes', 'Resident memory of the process.', process.memoryUsage.rss),
  ])
  const answerSpendCheck = spendCheck({
    keccak256: signer.keccak256,
    lists: core.denyLists,
    policy: { reviewAboveMicroUsd: config.spendReviewMicroUsd },
    assets: knownAssets(config),
    own: () => ({
      name: SERVICE_NAME,
      origin: new URL(facts.baseUrl()).origin,
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
  const problemReplies = problems((code) => `${facts.baseUrl()}${errorDocs(code)}`)
  const admission = guard({
    quota: demoQuota({ quota: store.quota, limit: config.demoDailyLimit, now }),
    keys,
    charges,
    x402,
    keyRate: rateLimit({ perMinute: config.keyCallsPerMinute, now }),
    unpaidRate: rateLimit({ perMinute: config.unpaidCallsPerMinute, now }),
    baseUrl: facts.baseUrl,
    problems: problemReplies,
  })
  const pending = pendingQuestions({
    store: store.pending,
    problems: problemReplies,
    logger,
    newId: () => randomBytes(PENDING_ID_BYTES).toString('base64url'),
    baseUrl: facts.baseUrl,
    monotonicMs,
  })
  const files = loadPageFiles(parts.pageFolder)
  const docs = loadDocsFiles(parts.docsFolder)
  const upgrades = upgradeRoutes(answers)
  const calls = innerCalls({
    routes: [...questions, ...upgrades],
    guard: admission,
    problems: problemReplies,
    logger,
    monotonicMs,
  })
  const site = config.hasSite
    ? openSitePages(config, core, { files, docs, calls, problems: problemReplies, ...parts })
    : null
  const routes: Route[] = [
    ...questions,
    ...historyRoutes(answers),
    ...oracleRoutes({ ...oracle, now }),
    ...researchRoutes(answers),
    ...spendRoutes({ spendCheck: answerSpendCheck }),
    ...mcpRoutes({ answer: answerMcp, calls, baseUrl: facts.baseUrl }),
    ...updateBotRoutes({ calls, keys, problems: problemReplies }),
    ...upgrades,
    ...pendingRoutes({
      pending,
      guard: admission,
      retractions: store.retractions,
      problems: problemReplies,
      routes: () => routes,
    }),
    ...proofRoutes({ packages: store.packages }),
    ...creditRoutes({ keys, credits: store.credits, problems: problemReplies }),
    ...retractionRoutes(store),
    ...logRoutes({ log: store.log, facts, problems: problemReplies }),
    ...watchtowerRoutes({ watch, now }),
    ...healthRoutes({
      version: VERSION,
      indexSize: facts.indexSize,
      readiness: async () => ({
        ...readinessOf(core, await storeState()),
        log: parts.logHealth?.() ?? null,
      }),
      metrics: measured,
    }),
    ...pageRoutes(facts, files, problemReplies, () => routes),
    ...docsRoutes({ facts, docs, files, routes: () => routes }),
    ...(site?.routes ?? []),
    ...siteRoutes(facts, now),
    ...discoveryRoutes(facts, () => routes, site?.policyPage ?? null),
  ]
  const server = httpServer({
    routes,
    guard: admission,
    metrics: measured,
    overload: overloadGuard,
    problems: problemReplies,
    pending,
    forPeople: site?.forPeople ?? null,
    logger,
    trustedProxies: config.trustedProxies,
    requestDeadlineMs: config.requestDeadlineMs,
    stallMs: config.requestDeadlineMs + REPLY_STALL_MS,
    bootId: randomBytes(4).toString('hex'),
    monotonicMs,
  })
  return {
    ...server,
    close(): Promise<void> {
      site?.close()
      return server.close()
    },
  }
}

/** /verify and /judge, which ask other answers. */
function oracleAnswers(config: Config, core: Core) {
  const { answers, facts, reader, signer, replies } = core
  const { store, registries } = core.ingestion
  const { tablesOfCheck, imports, npmAsked } = core.lookups
  const openWorld = oracleWorld({
    reader,
    runner: core.runner,
    tables: tablesOfCheck,
    imports,
    npmAsked,
    releaseDiff: answers.releaseDiff,
    upgrade: answers.upgrade,
    receipt: async (receipt) => {
      const verifiers = (await facts.verifiers()).map(({ address }) => address)
      return receiptAnswer(receipt, { verifiers, keccak256: signer.keccak256 }, store.retractions)
    },
    registryIdentity: (ecosystem) => registries[ecosystem].identity,
  })
  const { keccak256 } = signer
  const model = config.judge && chatModel({ ...config.judge, name: config.judge.model })
  return {
    verification: verification({ world: openWorld, keccak256, signer: replies }),
    judgement: judgement({ world: openWorld, reader, model, signer: replies }),
  }
}

function gauge(name: string, help: string, read: () => number) {
  return { name, help, read }
}

function logGauges(health: () => LogHealth) {
  return [
    gauge('assay_log_waiting', 'Leaves of the log that no checkpoint covers yet.', () => {
      return health().waiting
    }),
    gauge('assay_log_stalled', 'Whether the log stands still: 1, or 0.', () => {
      return health().state === 'stalled' ? 1 : 0
    }),
  ]
}

function readinessOf(
  { ingestion, lookups, upkeep, state }: Core,
  storeState: 'ok' | 'unavailable',
) {
  const { store, watched } = ingestion
  const { names } = lookups
  const namesOf = (ecosystem: Ecosystem) =>
    renderNames(names.answering(ecosystem), upkeep.state(ecosystem), names.problem(ecosystem))
  return {
    ready: storeState === 'ok' && !state.isStopping,
    store: { kind: store.kind, state: storeState },
    registries: {
      pypi: renderHealth(watched.pypi.health()),
      npm: renderHealth(watched.npm.health()),
    },
    names: { pypi: namesOf('pypi'), npm: namesOf('npm') },
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
  const { answerMessage } = await import('../mcp/answerMessage.ts')
  return answerMessage(message, { version: VERSION, ...parts })
}
