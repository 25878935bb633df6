// What a command is, and what it may need.

import type { ChainsApp } from '../../app/chainsApp.ts'
import type { CheckApp } from '../../app/checkApp.ts'
import type { IngestApp } from '../../app/ingestApp.ts'
import type { LedgerApp } from '../../app/ledgerApp.ts'
import type { LogApp } from '../../app/log/logApp.ts'
import type { PacksApp } from '../../app/packsApp.ts'
import type { Published } from '../../app/publishedVerifiers.ts'
import type { WatchApp } from '../../app/watchApp.ts'
import type { App, AppOptions } from '../../app.ts'
import type { Config, Environment } from '../../config.ts'
import type { ExitStatus, Output } from './output.ts'
import type { ProgressStream } from './progress.ts'

/** What a command may need; whatever it opens is closed when it ends. */
export type Tools = Readonly<{
  out: Output
  openApp: (options?: AppOptions) => Promise<App>
  /** `isOffline`: whatever the settings say. */
  openCheckApp: (options?: Readonly<{ isOffline?: boolean }>) => Promise<CheckApp>
  openIngestApp: () => Promise<IngestApp>
  openLedger: () => Promise<LedgerApp>
  openLogApp: () => Promise<LogApp>
  openPacksApp: () => Promise<PacksApp>
  openChains: () => Promise<ChainsApp>
  openWatchApp: () => Promise<Pick<WatchApp, 'store' | 'watch'>>
  publishedVerifiers: () => Promise<Published>
  config: () => Config
  /** The settings with the data folder of a question, or of this command. Throws `ConfigError`. */
  settings: () => Promise<Config>
  /** What is set, by files too. */
  environment: () => Environment
  /** The files with settings that count, and what is wrong with them. */
  files: Readonly<{ paths: readonly string[]; problem: string | null }>
  /** What the person answers; null where nobody can be asked. */
  ask: (question: string) => Promise<string | null>
  /** A sentence about the process that stays. */
  resident: () => Promise<string>
  /** Ctrl-C ends what is asked for. */
  interruption: () => AbortSignal
  /** The first signal asks for an end after what is under way; the second ends the process. */
  twoStepInterruption: () => AbortSignal
  /** Where progress is shown, when it is a terminal. */
  progress: ProgressStream
  /** Asked when a command runs: the folder may be gone, which is then told. */
  workingDir: () => string
}>

export type Run = (argv: readonly string[], tools: Tools) => Promise<ExitStatus>

export type Command = Readonly<{ usage: string; run: Run }>
