// Composition root: with the files of app/ the only place that joins ports to adapters, and with
// config.ts the only one that knows the clock and randomness.

import { renderReply } from './answer/signedReply.ts'
import { checksOver } from './app/checkApp.ts'
import { type AppOptions, openCore } from './app/core.ts'
import { later } from './app/later.ts'
import type { ServedLog } from './app/log/openLog.ts'
import { ensureOperatorKey } from './charge/operatorKey.ts'
import type { Config } from './config.ts'
import type { HttpServer } from './http/server.ts'
import { VERSION } from './version.ts'

export type { AppOptions } from './app/core.ts'

export type App = Awaited<ReturnType<typeof createApp>>

export async function createApp(config: Config, options: AppOptions = {}) {
  const core = await openCore(config, options)
  const { answers, keys, logger, research, signer, state, tower, verifierKey } = core
  const { store } = core.ingestion
  let server: HttpServer | null = null
  let log: ServedLog | null = null
  let closed: Promise<void> | null = null

  async function close(): Promise<void> {
    state.isStopping = true
    const opened = await tower.made()
    const watchEnds = opened?.watch.stop()
    await server?.close()
    await log?.stop()
    await watchEnds
    await opened?.lines.close()
    await core.close()
  }

  return {
    version: VERSION,
    /** What opening made anew, for the person at the terminal. */
    made: verifierKey.made ? [`Made a verifier key: ${verifierKey.path}`] : [],
    store,
    creditKeys: keys,
    ...answers,
    ...checksOver(core.lookups),
    docsAt: core.pageAt,
    dated: core.ingestion.dated,
    dataDir: config.dataDir,
    /** Watched services; a served app probes them. */
    watch: async () => (await tower.get()).watch,
    renderReply,
    /** The questions of the tools for agents, by the routes themselves; nobody pays. */
    askRoute: core.askRoute,
    /** Makes what the first miss needs: half a second that nobody who asks should wait for. */
    prepareNames: () => core.lookups.names.prepare(),
    /** Looks after the sets of names now, as a served app does every minute. */
    lookAtNames: core.upkeep.look,
    /** Brings the search index up to date now, as a served app does by itself. */
    syncResearch: later(async () => (await research.get()).upkeep.sync),
    researchSize: async () => (await research.get()).index.size(),
    /** Gives back what nodes that died have held, as a served app does every few seconds. */
    sweepMoney: core.moneySweeper.sweep,
    /** Brings the log up to date now, as a served app does every second. */
    integrateLog: async () => log?.integrate(),
    /** Starts listening; `notes` are for the person at the terminal. */
    async serve() {
      const [{ openServer }, { openLog }, { watch }, found, questions] = await Promise.all([
        import('./app/server.ts'),
        import('./app/log/openLog.ts'),
        tower.get(),
        research.get(),
        core.questions.get(),
      ])
      await watch.load()
      const operatorKeyPath = await ensureOperatorKey({ keys, store, dataDir: config.dataDir })
      // Before anybody is served: nodes that die young must not leave it to each other.
      await core.giveBackLapsed()
      if (config.isLogged) log = await openLog(config, { store, verifier: signer.address, logger })
      state.log = log?.identity ?? null
      if (log !== null) state.isLogDamaged = log.isDamaged
      server = openServer(config, core, {
        ...options,
        watch,
        questions,
        logHealth: log?.health ?? null,
      })
      const url = await server.listen(config.host, config.port)
      core.upkeep.start()
      found.upkeep.start()
      core.moneySweeper.start()
      log?.start()
      state.baseUrl = config.baseUrl ?? url
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
    /** Unready, drain, close. Safe to call twice. */
    close() {
      closed ??= close()
      return closed
    },
  }
}

/** An address that means every interface of the machine. */
function isUnspecified(host: string): boolean {
  return host === '0.0.0.0' || host === '::'
}
