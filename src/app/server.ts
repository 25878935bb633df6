// The edge of a served app: every route, who may ask them, and what is measured.

import { randomBytes } from 'node:crypto'
import type { Logger } from 'pino'
import type { AnswerCodeResearch } from '../answer/codeResearch.ts'
import { judgement } from '../answer/judgement.ts'
import { oracleWorld } from '../answer/oracleWorld.ts'
import type { AnswerReleaseDiff } from '../answer/releaseDiff.ts'
import type { ReplySigner } from '../answer/signedReply.ts'
import { spendCheck } from '../answer/spendCheck.ts'
import type { AnswerSymbolHistory } from '../answer/symbolHistory.ts'
import type { AnswerUpgrade } from '../answer/upgrade.ts'
import { verification } from '../answer/verification.ts'
import type { Eip191Signer } from '../attest/eip191.ts'
import { receiptAnswer } from '../attest/receiptAnswer.ts'
import type { CreditCharges } from '../charge/creditCharges.ts'
import type { CreditKeys } from '../charge/creditKeys.ts'
import { demoQuota } from '../charge/demoQuota.ts'
import { rateLimit } from '../charge/rateLimit.ts'
import type { X402 } from '../charge/x402/openX402.ts'
import type { InputReader } from '../check/read/readAside.ts'
import { USDC } from '../config/paymentSettings.ts'
import type { Config } from '../config.ts'
import { errorDocs } from '../domain/docsAddress.ts'
import { guard } from '../http/admission/guard.ts'
import { overload } from '../http/admission/overload.ts'
import { loadDocsFiles } from '../http/pages/docsFiles.ts'
import { loadPageFiles } from '../http/pages/pageFiles.ts'
import { problems } from '../http/request/problem.ts'
import { priceOf, type Route } from '../http/request/route.ts'
import { cachedFor, SERVICE_NAME, type ServiceFacts } from '../http/request/serviceFacts.ts'
import { creditRoutes } from '../http/routes/credits.ts'
import { discoveryRoutes } from '../http/routes/discovery.ts'
import { docsRoutes } from '../http/routes/docs.ts'
import { healthRoutes, renderHealth, renderNames } from '../http/routes/health.ts'
import { historyRoutes } from '../http/routes/history.ts'
import { judgeRoutes } from '../http/routes/judge.ts'
import { type AnswerMcp, mcpRoutes } from '../http/routes/mcp.ts'
import { pageRoutes } from '../http/routes/page.ts'
import { proofRoutes } from '../http/routes/proofs.ts'
import { researchRoutes } from '../http/routes/research.ts'
import { retractionRoutes } from '../http/routes/retractions.ts'
import { siteRoutes } from '../http/routes/site.ts'
import { spendRoutes } from '../http/routes/spend.ts'
import { upgradeRoutes } from '../http/routes/upgrade.ts'
import { verifyRoutes } from '../http/routes/verify.ts'
import { watchtowerRoutes } from '../http/routes/watchtower.ts'
import { innerCalls } from '../http/run/innerCall.ts'
import { metrics } from '../http/run/metrics.ts'
import { type HttpServer, httpServer } from '../http/server.ts'
import { REPLY_STALL_MS, STORE_LOOK_MS } from '../limits.ts'
import { chatModel } from '../model/chatModel.ts'
import type { NameUpkeep } from '../names/nameUpkeep.ts'
import type { CheckRunner } from '../services/oracle/runAside.ts'
import type { DenyLists } from '../services/spend/lists.ts'
import type { KnownAsset } from '../services/spend/offers.ts'
import type { Watchtower } from '../services/watch/watchtower.ts'
import { VERSION } from '../version.ts'
import type { Ingestion } from './ingestion.ts'
import type { Lookups } from './lookups.ts'

export type ServerParts = Readonly<{
  ingestion: Ingestion
  lookups: Lookups
  upkeep: NameUpkeep
  signer: Eip191Signer
  replies: ReplySigner
  reader: InputReader
  runner: CheckRunner
  questions: readonly Route[]
  releaseDiff: AnswerReleaseDiff
  symbolHistory: AnswerSymbolHistory
  codeResearch: AnswerCodeResearch
  upgrade: AnswerUpgrade
  watch: Watchtower
  keys: CreditKeys
  charges: CreditCharges
  x402: X402 | null
  denyLists: DenyLists
  facts: ServiceFacts
  isStopping: () => boolean
  pageFolder: URL | undefined
  docsFolder: URL | undefined
  logger: Logger
  now: () => Date
  monotonicMs: () => number
}>

export function openServer(config: Config, parts: ServerParts): HttpServer {
  const { ingestion, questions, signer, replies, watch, x402, facts } = parts
  const { keys, charges, logger, now, monotonicMs } = parts
  const { store, registries, ingestFlights } = ingestion
  const oracle = oracleAnswers(config, parts)
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
    lists: parts.denyLists,
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
  const told = problems((code) => `${facts.baseUrl()}${errorDocs(code)}`)
  const admission = guard({
    quota: demoQuota({ quota: store.quota, limit: config.demoDailyLimit, now }),
    keys,
    charges,
    x402,
    keyRate: rateLimit({ perMinute: config.keyCallsPerMinute, now }),
    unpaidRate: rateLimit({ perMinute: config.unpaidCallsPerMinute, now }),
    baseUrl: facts.baseUrl,
    problems: told,
  })
  const files = loadPageFiles(parts.pageFolder)
  const routes: Route[] = [
    ...questions,
    ...historyRoutes({ symbolHistory: parts.symbolHistory }),
    ...verifyRoutes({ verification: oracle.verification, now }),
    ...judgeRoutes({ judgement: oracle.judgement }),
    ...researchRoutes({ codeResearch: parts.codeResearch }),
    ...spendRoutes({ spendCheck: answerSpendCheck }),
    ...mcpRoutes({
      answer: answerMcp,
      calls: innerCalls({
        routes: questions,
        guard: admission,
        problems: told,
        logger,
        monotonicMs,
      }),
      baseUrl: facts.baseUrl,
    }),
    ...upgradeRoutes({ upgrade: parts.upgrade }),
    ...proofRoutes({ packages: store.packages }),
    ...creditRoutes({ keys, credits: store.credits, problems: told }),
    ...retractionRoutes(store),
    ...watchtowerRoutes({ watch, now }),
    ...healthRoutes({
      version: VERSION,
      indexSize: facts.indexSize,
      readiness: async () => readinessOf(parts, await storeState()),
      metrics: measured,
    }),
    ...pageRoutes(facts, files, told, () => routes),
    ...docsRoutes({ facts, docs: loadDocsFiles(parts.docsFolder), files, routes: () => routes }),
    ...siteRoutes(facts, now),
    ...discoveryRoutes(facts, () => routes),
  ]
  return httpServer({
    routes,
    guard: admission,
    metrics: measured,
    overload: load,
    problems: told,
    logger,
    trustedProxies: config.trustedProxies,
    requestDeadlineMs: config.requestDeadlineMs,
    stallMs: config.requestDeadlineMs + REPLY_STALL_MS,
    bootId: randomBytes(4).toString('hex'),
    monotonicMs,
  })
}

/** The questions that are answered by asking others. */
function oracleAnswers(config: Config, parts: ServerParts) {
  const { facts, reader, signer, replies } = parts
  const { store, registries } = parts.ingestion
  const { tablesOfCheck, imports } = parts.lookups
  const openWorld = oracleWorld({
    reader,
    runner: parts.runner,
    tables: tablesOfCheck,
    imports,
    releaseDiff: parts.releaseDiff,
    upgrade: parts.upgrade,
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
  return { verification: answerVerification, judgement: answerJudgement }
}

function readinessOf(
  { ingestion, lookups, upkeep, isStopping }: ServerParts,
  storeState: 'ok' | 'unavailable',
) {
  const { store, watched } = ingestion
  const { names } = lookups
  return {
    ready: storeState === 'ok' && !isStopping(),
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
