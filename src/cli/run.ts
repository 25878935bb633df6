// Dispatch: each command is argv -> exit status; commands.ts has them.

import { setMaxListeners } from 'node:events'
import { fileURLToPath } from 'node:url'
import {
  type Config,
  ConfigError,
  colorWish,
  isOnline,
  loadConfig,
  surroundings,
  withFallbacks,
} from '../config.ts'
import { ServiceError } from '../errors.ts'
import { programBeside } from '../programBeside.ts'
import { sumStages, tellSpent } from '../stages.ts'
import { COMMANDS } from './commands.ts'
import type { FileSettings } from './process/readSettings.ts'
import type { Uncached } from './process/uncached.ts'
import type { Asker } from './terminal/asker.ts'
import type { Tools } from './terminal/command.ts'
import { beforeDashes, readCommon } from './terminal/commonOptions.ts'
import { meantText } from './terminal/meant.ts'
import { EXIT, type ExitStatus, INTERRUPTED, type Output, output } from './terminal/output.ts'
import { quote } from './terminal/target.ts'
import { isHelp, toldAtOnce } from './terminal/told.ts'
import { COMMAND_NAMES, factsOf, isCommand } from './words/commands.ts'

/** Runs one command. */
export async function runCommand(given: readonly string[], asker: Asker): Promise<ExitStatus> {
  const { stdout, stderr, beganMs } = asker
  const plain = output({ stdout, stderr })
  const common = readCommon(given)
  if (typeof common === 'string') return plain.usage(common)
  const { argv, given: options } = common
  const files = await settingsFor(argv, options.get('config') ?? null, plain)
  if (typeof files === 'number') return files
  const color = options.get('color') ?? colorWish() ?? files.color ?? 'auto'
  const out = output({
    stdout,
    stderr,
    isColored: color === 'always' || (color === 'auto' && stdout.isTTY === true),
    isQuiet: options.has('quiet') || files.isQuiet,
  })
  const isUncached = options.has('no-cache')
  const isOfflineByFile =
    files.isOffline && !isUncached && !isOnline() && factsOf(argv[0] ?? '').offline === 'answers'
  const isOffline = options.has('offline') || isOfflineByFile
  if (isOffline && isUncached) {
    return out.usage('assay: --offline answers from what is kept, and --no-cache from nothing')
  }
  const asked = { ...asker, isOffline, isUncached, files }
  if (!options.has('timings')) return dispatch(argv, out, asked)
  const { stageLines } = await import('./terminal/timings.ts')
  const stages = sumStages()
  try {
    return await dispatch(argv, out, asked)
  } finally {
    stages.stop()
    for (const line of stageLines(stages.sums, performance.now() - beganMs)) out.note(line)
  }
}

const NO_FILES: FileSettings = {
  paths: [],
  problem: null,
  environment: {},
  color: null,
  isQuiet: false,
  isOffline: false,
  wordsFor: () => [],
}

/** What files say for this command, or how it ends where one of them is wrong. */
async function settingsFor(
  argv: readonly string[],
  named: string | null,
  out: Output,
): Promise<FileSettings | ExitStatus> {
  const [name = ''] = argv
  if (!isCommand(name) || factsOf(name).files === 'unread' || isForHelp(argv)) return NO_FILES
  try {
    const { settingsFiles } = await import('./process/settingsFile.ts')
    const found = settingsFiles(named, surroundings())
    if (found.length === 0) return NO_FILES
    const { readSettings } = await import('./process/readSettings.ts')
    return readSettings(found)
  } catch (error) {
    if (factsOf(name).files === 'told' && error instanceof ConfigError) {
      return { ...NO_FILES, problem: error.message }
    }
    const { tellFault } = await import('./terminal/tellFault.ts')
    return tellFault(error, out.note, { name, usage: '' })
  }
}

/** A command as it is asked: with the options that all of them take, and what files say. */
type Asked = Asker & Readonly<{ isOffline: boolean; isUncached: boolean; files: FileSettings }>

async function dispatch(argv: readonly string[], out: Output, asked: Asked): Promise<ExitStatus> {
  const [command = 'help', ...rest] = argv
  const told = toldAtOnce([command])
  if (told === null) return run(command, rest, out, asked)
  const [about] = rest
  if (isHelp(command) && about !== undefined) {
    return run(about, ['--help'], out, { ...asked, isOffline: false, isUncached: false })
  }
  out.print(told)
  return argv.length === 0 ? EXIT.usage : EXIT.yes
}

function isForHelp(argv: readonly string[]): boolean {
  const options = beforeDashes(argv)
  return options.includes('--help') || options.includes('-h')
}

async function run(
  name: string,
  argv: readonly string[],
  out: Output,
  asked: Asked,
): Promise<ExitStatus> {
  if (!isCommand(name)) return noCommand(name, out)
  const untaken = asked.isOffline ? '--offline' : asked.isUncached ? '--no-cache' : null
  if (untaken !== null && factsOf(name).offline !== 'answers') {
    return out.usage(
      `assay: ${name} takes no ${untaken}\n\`assay help ${name}\` tells what it takes`,
    )
  }
  const { close, ...tools } = toolsOf(name, out, asked)
  let usage = ''
  try {
    const command = await COMMANDS[name]()
    usage = command.usage
    if (!isForHelp(argv))
      return await command.run([...asked.files.wordsFor(name, argv), ...argv], tools)
    out.print(usage)
    return EXIT.yes
  } catch (error) {
    const { tellFault } = await import('./terminal/tellFault.ts')
    return tellFault(error, out.note, { name, usage })
  } finally {
    await close()
  }
}

/** What commands open is loaded when they do. */
function toolsOf(
  command: string,
  out: Output,
  { stderr, beganMs, onInterrupt, shared, isOffline, isUncached, files }: Asked,
): Tools & { close(): Promise<void> } {
  const opened: { close(): Promise<void> }[] = []
  const noted = new Set<string>()
  // A command may open several things, and each of them asks where.
  function noteOnce(text: string): void {
    if (!noted.has(text)) out.aside(text)
    noted.add(text)
  }
  const environment = withFallbacks(files.environment)
  const asGiven = (config: Config): Config => (isOffline ? { ...config, isOffline } : config)
  let empty: Promise<Uncached> | null = null
  async function here(as = command): Promise<Config> {
    const { settingsOf } = await import('./process/dataFolder.ts')
    const config = asGiven(settingsOf(as, environment, noteOnce))
    if (!isUncached) return config
    const { uncached } = await import('./process/uncached.ts')
    empty ??= uncached(config)
    return (await empty).config
  }
  async function kept<T extends (typeof opened)[number]>(opening: Promise<T>): Promise<T> {
    const app = await opening
    if (opened.length === 0) tellSpent('start', performance.now() - beganMs)
    opened.push(app)
    return app
  }
  return {
    out,
    async openApp(options) {
      const { createApp } = await import('../app.ts')
      const app = await kept(createApp(await here(), { ...shared, ...options }))
      for (const note of app.made) out.aside(note)
      return app
    },
    async openCheckApp({ isOffline: isHere = false } = {}) {
      const { openCheckApp } = await import('../app/checkApp.ts')
      return kept(
        openCheckApp(isHere ? { ...(await here()), isOffline: true } : await here(), {
          ...shared,
          onProblem: (_, problem) => out.note(`assay: ${problem}`),
        }),
      )
    },
    async openIngestApp() {
      const { createIngestApp } = await import('../app/ingestApp.ts')
      return kept(createIngestApp(await here(), shared))
    },
    async openLedger() {
      const { openLedger } = await import('../app/ledgerApp.ts')
      return kept(openLedger(await here()))
    },
    async openLogApp() {
      const { openLogApp } = await import('../app/log/logApp.ts')
      return kept(openLogApp(await here()))
    },
    async openPacksApp() {
      const { openPacksApp } = await import('../app/packsApp.ts')
      return kept(openPacksApp(await here()))
    },
    async openChains() {
      const { openChains } = await import('../app/chainsApp.ts')
      // The store of a service, whatever the command asks otherwise.
      return kept(openChains(await here('ledger')))
    },
    async openWatchApp() {
      const { openWatchApp } = await import('../app/watchApp.ts')
      return kept(openWatchApp(await here()))
    },
    async publishedVerifiers() {
      const { publishedVerifiers } = await import('../app/publishedVerifiers.ts')
      return publishedVerifiers(await here())
    },
    config: () => asGiven(loadConfig(environment)),
    settings: here,
    environment: () => environment,
    files,
    async ask(question) {
      const { ask } = await import('./terminal/ask.ts')
      return ask(question)
    },
    async resident() {
      const { residentCondition } = await import('./resident/condition.ts')
      return residentCondition(fileURLToPath(programBeside('whole', import.meta.url)), environment)
    },
    interruption: () => interruption(onInterrupt),
    twoStepInterruption: () => twoStepInterruption(onInterrupt),
    progress: out.isQuiet ? { write: () => {} } : stderr,
    workingDir: () => process.cwd(),
    async close() {
      for (const app of opened) await app.close()
      await empty?.then(({ remove }) => remove())
    },
  }
}

function noCommand(written: string, out: Output): ExitStatus {
  const hint =
    written === '-v'
      ? '; did you mean --version?'
      : meantText(written, [...COMMAND_NAMES, '--version', '--help'])
  return out.usage(`assay: no command ${quote(written)}${hint}\n\`assay help\` lists them all`)
}

/** The person's own wish: what failed is nobody's fault and has no code to look up. */
function interrupted(): ServiceError {
  return new ServiceError('shutting_down', INTERRUPTED)
}

/**
 * Each package that is read listens; Node takes more than ten for a leak, and says so on the
 * screen.
 */
function manyWaitFor(signal: AbortSignal): void {
  setMaxListeners(0, signal)
}

/** Ctrl-C ends the question, not the process in the middle of a write. */
function interruption(onInterrupt: Asker['onInterrupt']): AbortSignal {
  const controller = new AbortController()
  manyWaitFor(controller.signal)
  onInterrupt(() => controller.abort(interrupted()))
  return controller.signal
}

/** The first signal asks for an end after what is under way; the second ends the process. */
function twoStepInterruption(onInterrupt: Asker['onInterrupt']): AbortSignal {
  const stop = new AbortController()
  manyWaitFor(stop.signal)
  onInterrupt(
    () => stop.abort(),
    () => process.exit(EXIT.unavailable),
  )
  return stop.signal
}
