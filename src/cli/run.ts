// Dispatch: each command is argv -> exit status; commands.ts has them.

import { setMaxListeners } from 'node:events'
import { type Config, isColorless, loadConfig } from '../config.ts'
import { ServiceError } from '../errors.ts'
import { sumStages, tellSpent } from '../stages.ts'
import { COMMANDS } from './commands.ts'
import type { Asker } from './terminal/asker.ts'
import type { Tools } from './terminal/command.ts'
import { meantText } from './terminal/meant.ts'
import { EXIT, type ExitStatus, INTERRUPTED, type Output, output } from './terminal/output.ts'
import { quote } from './terminal/target.ts'
import { isHelp, toldAtOnce } from './terminal/told.ts'

const TIMINGS = '--timings'
const OFFLINE = '--offline'

/** Commands that answer from what is kept. The others ask nobody anyway, or are there to ask. */
const ANSWERS_OFFLINE: ReadonlySet<string> = new Set([
  'package',
  'symbol',
  'diff',
  'history',
  'check',
  'upgrade',
  'mcp',
  'import',
  'research',
  'files',
  'table',
])

/** Runs one command. */
export async function runCommand(given: readonly string[], asker: Asker): Promise<ExitStatus> {
  const { stdout, stderr, beganMs } = asker
  const out = output({ stdout, stderr, noColor: isColorless() })
  const options = optionsOf(given)
  const own = options.filter((word) => word !== TIMINGS && word !== OFFLINE)
  const argv = [...own, ...given.slice(options.length)]
  const asked = { ...asker, isOffline: options.includes(OFFLINE) }
  if (!options.includes(TIMINGS)) return dispatch(argv, out, asked)
  const { stageLines } = await import('./terminal/timings.ts')
  const stages = sumStages()
  try {
    return await dispatch(argv, out, asked)
  } finally {
    stages.stop()
    for (const line of stageLines(stages.sums, performance.now() - beganMs)) out.note(line)
  }
}

/** What stands before `--`: the words behind it are never options. */
function optionsOf(argv: readonly string[]): readonly string[] {
  return argv.includes('--') ? argv.slice(0, argv.indexOf('--')) : argv
}

/** A command as it is asked: with the options that all of them take. */
type Asked = Asker & Readonly<{ isOffline: boolean }>

async function dispatch(argv: readonly string[], out: Output, asked: Asked): Promise<ExitStatus> {
  const [command = 'help', ...rest] = argv
  const told = toldAtOnce([command])
  if (told === null) return run(command, rest, out, asked)
  const [about] = rest
  if (isHelp(command) && about !== undefined) {
    return run(about, ['--help'], out, { ...asked, isOffline: false })
  }
  out.print(told)
  return argv.length === 0 ? EXIT.usage : EXIT.yes
}

async function run(
  name: string,
  argv: readonly string[],
  out: Output,
  asked: Asked,
): Promise<ExitStatus> {
  const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (load === undefined) return noCommand(name, out)
  if (asked.isOffline && !ANSWERS_OFFLINE.has(name)) {
    return out.usage(
      `assay: ${name} takes no ${OFFLINE}\n\`assay help ${name}\` tells what it takes`,
    )
  }
  const { close, ...tools } = toolsOf(name, out, asked)
  let usage = ''
  try {
    const command = await load()
    usage = command.usage
    const options = optionsOf(argv)
    if (!options.includes('--help') && !options.includes('-h')) {
      return await command.run(argv, tools)
    }
    out.print(usage)
    return EXIT.yes
  } catch (error) {
    const { explain } = await import('./terminal/explain.ts')
    return explain(error, out.note, { name, usage })
  } finally {
    await close()
  }
}

/** What commands open is loaded when they do. */
function toolsOf(
  command: string,
  out: Output,
  { stderr, beganMs, onInterrupt, shared, isOffline }: Asked,
): Tools & { close(): Promise<void> } {
  const opened: { close(): Promise<void> }[] = []
  const noted = new Set<string>()
  // A command may open several things, and each of them asks where.
  function noteOnce(text: string): void {
    if (!noted.has(text)) out.note(text)
    noted.add(text)
  }
  const asGiven = (config: Config): Config => (isOffline ? { ...config, isOffline } : config)
  async function here(as = command): Promise<Config> {
    const { settingsOf } = await import('./process/dataFolder.ts')
    return asGiven(settingsOf(as, noteOnce))
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
      for (const note of app.made) out.note(note)
      return app
    },
    async openCheckApp() {
      const { openCheckApp } = await import('../app/checkApp.ts')
      return kept(
        openCheckApp(await here(), {
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
    config: () => asGiven(loadConfig()),
    interruption: () => interruption(onInterrupt),
    twoStepInterruption: () => twoStepInterruption(onInterrupt),
    progress: stderr,
    workingDir: () => process.cwd(),
    async close() {
      for (const app of opened) await app.close()
    },
  }
}

function noCommand(written: string, out: Output): ExitStatus {
  const hint =
    written === '-v'
      ? '; did you mean --version?'
      : meantText(written, [...Object.keys(COMMANDS), '--version', '--help'])
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
