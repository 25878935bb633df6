// Every command and where its code is: it is loaded when the command is asked for, and the service
// behind it when the command opens it, because most commands need little of either.

import type { ChainsApp } from '../app/chainsApp.ts'
import type { CheckApp } from '../app/checkApp.ts'
import type { IngestApp } from '../app/ingestApp.ts'
import type { LedgerApp } from '../app/ledgerApp.ts'
import type { Published } from '../app/publishedVerifiers.ts'
import type { WatchApp } from '../app/watchApp.ts'
import type { App, AppOptions } from '../app.ts'
import type { Config } from '../config.ts'
import type { ExitStatus, Output } from './terminal/output.ts'
import type { ProgressStream } from './terminal/progress.ts'

/** What a command may need; whatever it opens is closed when it ends. */
export type Tools = Readonly<{
  out: Output
  openApp: (options?: AppOptions) => Promise<App>
  openCheckApp: () => Promise<CheckApp>
  openIngestApp: () => Promise<IngestApp>
  openLedger: () => Promise<LedgerApp>
  openChains: () => Promise<ChainsApp>
  openWatchApp: () => Promise<WatchApp>
  publishedVerifiers: () => Promise<Published>
  config: () => Config
  /** Ctrl-C ends what is asked for. */
  interruption: () => AbortSignal
  /** The first signal asks for an end after what is under way; the second ends the process. */
  twoStepInterruption: () => AbortSignal
  progress: ProgressStream
}>

type Command = Readonly<{
  usage: string
  run: (argv: readonly string[], tools: Tools) => Promise<ExitStatus>
}>

export const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  async serve() {
    const { runServe, serveUsage } = await import('./commands/serve.ts')
    return { usage: serveUsage, run: (argv, { openApp, out }) => runServe(argv, openApp, out) }
  },
  async package() {
    const { packageUsage, runPackage } = await import('./commands/package.ts')
    return {
      usage: packageUsage,
      run: (argv, { openApp, out, interruption }) => runPackage(argv, openApp, out, interruption()),
    }
  },
  async symbol() {
    const { runSymbol, symbolUsage } = await import('./commands/symbol.ts')
    return {
      usage: symbolUsage,
      run: (argv, { openApp, out, interruption }) => runSymbol(argv, openApp, out, interruption()),
    }
  },
  async diff() {
    const { diffUsage, runDiff } = await import('./commands/diff.ts')
    return {
      usage: diffUsage,
      run: (argv, { openApp, out, interruption }) => runDiff(argv, openApp, out, interruption()),
    }
  },
  async history() {
    const { historyUsage, runHistory } = await import('./commands/history.ts')
    return {
      usage: historyUsage,
      run: (argv, { openApp, out, interruption }) => runHistory(argv, openApp, out, interruption()),
    }
  },
  async check() {
    const { checkUsage, runCheck } = await import('./commands/check.ts')
    return {
      usage: checkUsage,
      run: (argv, { openCheckApp, interruption, ...tools }) =>
        runCheck(argv, { ...tools, ...place(), openApp: openCheckApp, signal: interruption() }),
    }
  },
  async upgrade() {
    const { runUpgrade, upgradeUsage } = await import('./commands/upgrade.ts')
    return {
      usage: upgradeUsage,
      run: (argv, { interruption, ...tools }) =>
        runUpgrade(argv, { ...tools, ...place(), signal: interruption() }),
    }
  },
  async mcp() {
    const { mcpUsage, runMcp } = await import('./commands/mcp.ts')
    return {
      usage: mcpUsage,
      run: (argv, { openApp, interruption, config, ...tools }) =>
        runMcp(argv, {
          ...tools,
          ...place(),
          // Standard output is for messages of the protocol alone.
          openApp: () => openApp({ logFd: 2 }),
          apiKey: () => config().apiKey(),
          signal: interruption(),
        }),
    }
  },
  async import() {
    const { importUsage, runImport } = await import('./commands/import.ts')
    return { usage: importUsage, run: (argv, { openApp, out }) => runImport(argv, openApp, out) }
  },
  async research() {
    const { researchUsage, runResearch } = await import('./commands/research.ts')
    return {
      usage: researchUsage,
      run: (argv, { openApp, out, interruption }) =>
        runResearch(argv, openApp, out, interruption()),
    }
  },
  async verify() {
    const { runVerify, verifyUsage } = await import('./commands/verify.ts')
    return {
      usage: verifyUsage,
      run: (argv, { publishedVerifiers, out }) => runVerify(argv, publishedVerifiers, out),
    }
  },
  async ingest() {
    const { ingestUsage, runIngest } = await import('./commands/ingest.ts')
    return { usage: ingestUsage, run: (argv, tools) => runIngest(argv, forIngestion(tools)) }
  },
  async 'index-history'() {
    const { indexHistoryUsage, runIndexHistory } = await import('./commands/indexHistory.ts')
    return {
      usage: indexHistoryUsage,
      run: (argv, tools) => runIndexHistory(argv, forIngestion(tools)),
    }
  },
  async files() {
    const { filesUsage, runFiles } = await import('./commands/files.ts')
    return {
      usage: filesUsage,
      run: (argv, { openIngestApp, out, interruption }) =>
        runFiles(argv, openIngestApp, out, interruption()),
    }
  },
  async table() {
    const { runTable, tableUsage } = await import('./commands/table.ts')
    return {
      usage: tableUsage,
      run: (argv, { openIngestApp, out, interruption }) =>
        runTable(argv, {
          openApp: openIngestApp,
          async tableOfFile(path, signal) {
            const { tableOfFile } = await import('../app/tableOfFile.ts')
            return tableOfFile(path, signal)
          },
          out,
          signal: interruption(),
        }),
    }
  },
  async audit() {
    const { auditUsage, runAudit } = await import('./commands/audit.ts')
    return {
      usage: auditUsage,
      run: (argv, { openIngestApp, openChains, out, interruption }) =>
        runAudit(argv, { openApp: openIngestApp, openChains }, out, interruption()),
    }
  },
  async names() {
    const { namesUsage, runNames } = await import('./commands/names.ts')
    return {
      usage: namesUsage,
      run: (argv, { openIngestApp, interruption, ...tools }) =>
        runNames(argv, { ...tools, openApp: openIngestApp, signal: interruption() }),
    }
  },
  async worker() {
    const { runWorker, workerUsage } = await import('./commands/worker.ts')
    return { usage: workerUsage, run: (argv, tools) => runWorker(argv, forIngestion(tools)) }
  },
  async keys() {
    const { keysUsage, runKeys } = await import('./commands/keys.ts')
    return { usage: keysUsage, run: (argv, { openLedger, out }) => runKeys(argv, openLedger, out) }
  },
  async watch() {
    const { runWatch, watchUsage } = await import('./commands/watch.ts')
    return {
      usage: watchUsage,
      run: (argv, { interruption, openWatchApp, ...tools }) =>
        runWatch(argv, { ...tools, openApp: openWatchApp, signal: interruption() }),
    }
  },
  async ledger() {
    const { ledgerUsage, runLedger } = await import('./commands/ledger.ts')
    return {
      usage: ledgerUsage,
      run: (argv, { openLedger, out }) => runLedger(argv, openLedger, out),
    }
  },
}

/** Asked when a command runs: the folder may be gone, which is then told. */
function place(): Readonly<{ workingDir: string }> {
  return { workingDir: process.cwd() }
}

function forIngestion({ openIngestApp, out, progress, twoStepInterruption }: Tools) {
  return { openApp: openIngestApp, out, progress, interruption: twoStepInterruption }
}
