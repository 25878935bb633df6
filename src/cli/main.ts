#!/usr/bin/env node
// Dispatch: each command is argv -> exit status.

import {
  type App,
  type AppOptions,
  createApp,
  createIngestApp,
  hasStore,
  type IngestApp,
  type LedgerApp,
  openLedger,
  publishedVerifiers,
  tableOfFile,
  VERSION,
  verifyOffline,
} from '../app.ts'
import { ConfigError, inRepository, isColorless, loadConfig } from '../config.ts'
import { fileFault } from '../domain/fileFault.ts'
import { ERRORS, ServiceError } from '../errors.ts'
import { auditUsage, runAudit } from './audit.ts'
import { checkUsage, runCheck } from './check.ts'
import { diffUsage, runDiff } from './diff.ts'
import { filesUsage, runFiles } from './files.ts'
import { historyUsage, runHistory } from './history.ts'
import { importUsage, runImport } from './import.ts'
import { indexHistoryUsage, runIndexHistory } from './indexHistory.ts'
import { ingestUsage, runIngest } from './ingest.ts'
import { keysUsage, runKeys } from './keys.ts'
import { ledgerUsage, runLedger } from './ledger.ts'
import { mcpUsage, runMcp } from './mcp.ts'
import { meantText } from './meant.ts'
import { namesUsage, runNames } from './names.ts'
import { EXIT, type ExitStatus, type Output, output } from './output.ts'
import { packageUsage, runPackage } from './package.ts'
import { researchUsage, runResearch } from './research.ts'
import { runServe, serveUsage } from './serve.ts'
import { runSymbol, symbolUsage } from './symbol.ts'
import { runTable, tableUsage } from './table.ts'
import { quote } from './target.ts'
import { runUpgrade, upgradeUsage } from './upgrade.ts'
import { runVerify, verifyUsage } from './verify.ts'
import { runWatch, watchUsage } from './watch.ts'
import { runWorker, workerUsage } from './worker.ts'

const USAGE = `Assay ${VERSION}: signed answers about packages on PyPI and npm.

Usage: assay <command> [options]

  serve      start the service
  package    does this package exist?
  symbol     does this symbol exist in a package?
  diff       what changed between two releases?
  history    when did a symbol come, change and go?
  check      is this code real? packages, names and calls of a repository
  upgrade    what does a newer release mean for this code?
  mcp        the tools for coding agents, over standard input and output
  import     which distributions provide an import name?
  research   which symbol does that? a question in words
  verify     check a receipt offline
  ingest     read releases into the index ahead of questions
  index-history  read a range of releases of one package
  files      which files of a release were read
  table      every module and name of a release
  audit      derive the table of a release again and compare
  names      build, update and show the sets of all names
  worker     share the work of ingest --top, over PostgreSQL
  keys       issue, list, top up and revoke prepaid keys
  watch      watched services: add, remove, list, probe, report
  ledger     check that the money adds up, or print every entry
  help       what a command does: assay help package
  --version

  assay package pypi requests
  assay symbol npm react useState
  assay check src --fail-on warning

Settings come from the environment; docs/operations.md lists them. Data is kept in ./data unless
ASSAY_DATA_DIR says otherwise.
Exit status: 0 yes, 1 no, 2 usage, 3 undetermined or unavailable.`

const USAGES: Readonly<Record<string, string>> = {
  serve: serveUsage,
  package: packageUsage,
  symbol: symbolUsage,
  diff: diffUsage,
  history: historyUsage,
  check: checkUsage,
  mcp: mcpUsage,
  upgrade: upgradeUsage,
  import: importUsage,
  research: researchUsage,
  verify: verifyUsage,
  ingest: ingestUsage,
  'index-history': indexHistoryUsage,
  files: filesUsage,
  table: tableUsage,
  audit: auditUsage,
  names: namesUsage,
  worker: workerUsage,
  keys: keysUsage,
  ledger: ledgerUsage,
  watch: watchUsage,
}

/** Commands that are run where somebody's code is. */
const IN_REPOSITORIES = new Set(['check', 'upgrade', 'mcp'])

async function main(argv: readonly string[]): Promise<ExitStatus> {
  const out = output({ stdout: process.stdout, stderr: process.stderr, noColor: isColorless() })
  const [command = 'help', ...rest] = argv
  if (command === '--version' || command === '-V' || command === 'version') {
    out.print(VERSION)
    return EXIT.yes
  }
  if (command === 'help' || command === '--help' || command === '-h') {
    const [about] = rest
    if (about !== undefined && !Object.hasOwn(USAGES, about)) return noCommand(about, out)
    out.print(about === undefined ? USAGE : (USAGES[about] ?? USAGE))
    return argv.length === 0 ? EXIT.usage : EXIT.yes
  }
  const usage = Object.hasOwn(USAGES, command) ? USAGES[command] : undefined
  if (usage === undefined) return noCommand(command, out)
  const options = rest.includes('--') ? rest.slice(0, rest.indexOf('--')) : rest
  if (options.includes('--help') || options.includes('-h')) {
    out.print(usage)
    return EXIT.yes
  }
  const opened: (App | IngestApp | LedgerApp)[] = []
  const openApp = async (options: AppOptions = {}) => {
    const isInside = IN_REPOSITORIES.has(command)
    const config = loadConfig(isInside ? inRepository(hasStore) : undefined)
    const app = await createApp(config, options)
    opened.push(app)
    for (const note of app.made) out.note(note)
    return app
  }
  const openIngestApp = async () => {
    const app = await createIngestApp(loadConfig())
    opened.push(app)
    return app
  }
  const ingestParts = { openApp: openIngestApp, out, interruption: twoStepInterruption }
  try {
    switch (command) {
      case 'serve':
        return await runServe(rest, openApp, out)
      case 'package':
        return await runPackage(rest, openApp, out, interruption())
      case 'symbol':
        return await runSymbol(rest, openApp, out, interruption())
      case 'diff':
        return await runDiff(rest, openApp, out, interruption())
      case 'history':
        return await runHistory(rest, openApp, out, interruption())
      case 'check': {
        const place = { progress: process.stderr, workingDir: process.cwd() }
        return await runCheck(rest, { openApp, out, signal: interruption(), ...place })
      }
      case 'upgrade': {
        const workingDir = process.cwd()
        return await runUpgrade(rest, { openApp, out, signal: interruption(), workingDir })
      }
      case 'mcp':
        return await runMcp(rest, {
          // Standard output is for messages of the protocol alone.
          openApp: () => openApp({ logFd: 2 }),
          apiKey: () => loadConfig().apiKey(),
          out,
          signal: interruption(),
          workingDir: process.cwd(),
        })
      case 'import':
        return await runImport(rest, openApp, out)
      case 'research':
        return await runResearch(rest, openApp, out)
      case 'ingest':
        return await runIngest(rest, { ...ingestParts, progress: process.stderr })
      case 'index-history':
        return await runIndexHistory(rest, { ...ingestParts, progress: process.stderr })
      case 'worker':
        return await runWorker(rest, ingestParts)
      case 'files':
        return await runFiles(rest, openIngestApp, out, interruption())
      case 'table': {
        const signal = interruption()
        return await runTable(rest, { openApp: openIngestApp, tableOfFile, out, signal })
      }
      case 'names':
        return await runNames(rest, {
          openApp: openIngestApp,
          out,
          progress: process.stderr,
          signal: interruption(),
        })
      case 'audit':
        return await runAudit(rest, openIngestApp, out, interruption())
      case 'keys':
        return await runKeys(rest, openApp, out)
      case 'watch':
        return await runWatch(rest, { openApp, config: loadConfig, out, signal: interruption() })
      case 'ledger':
        return await runLedger(
          rest,
          async () => {
            const ledger = await openLedger(loadConfig())
            opened.push(ledger)
            return ledger
          },
          out,
        )
      default: {
        const published = () => publishedVerifiers(loadConfig())
        return await runVerify(rest, { verifyOffline, publishedVerifiers: published }, out)
      }
    }
  } catch (error) {
    return explain(error, out.note, command)
  } finally {
    for (const app of opened) await app.close()
  }
}

function noCommand(written: string, out: Output): ExitStatus {
  const hint = meantText(written, Object.keys(USAGES))
  return out.usage(`assay: no command ${quote(written)}${hint}\n\`assay help\` lists them all`)
}

/** The person's own wish: what failed is nobody's fault and has no code to look up. */
class Interruption extends ServiceError {
  constructor() {
    super('shutting_down', 'interrupted')
  }
}

/** Ctrl-C ends the question, not the process in the middle of a write. */
function interruption(): AbortSignal {
  const controller = new AbortController()
  process.once('SIGINT', () => {
    controller.abort(new Interruption())
  })
  return controller.signal
}

/** The first signal asks for an end after what is under way; the second ends the process. */
function twoStepInterruption(): AbortSignal {
  const stop = new AbortController()
  const onSignal = () => {
    if (stop.signal.aborted) process.exit(EXIT.unavailable)
    stop.abort()
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
  return stop.signal
}

/** Mistakes in files of the person who started this. */
const SETUP_ERRORS = new Set(['VerifierKeyError', 'TargetFileError'])

/** One line for what was expected, a stack for a bug. */
function explain(error: unknown, note: (text: string) => void, command: string): ExitStatus {
  if (error instanceof Interruption) {
    note('assay: interrupted')
    return EXIT.unavailable
  }
  if (error instanceof ServiceError) {
    note(`assay: ${error.message} (${error.code})`)
    return ERRORS[error.code].status >= 500 ? EXIT.unavailable : EXIT.usage
  }
  if (!(error instanceof Error)) throw error
  if (error instanceof ConfigError || SETUP_ERRORS.has(error.name)) {
    note(`assay: ${error.message}`)
    return EXIT.usage
  }
  if ('code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')) {
    note(`assay: ${optionMistake(error.message, USAGES[command] ?? '')}`)
    note(`\`assay help ${command}\` tells what it takes`)
    return EXIT.usage
  }
  const fault = fileFault(error)
  if (fault !== null && 'path' in error) {
    note(`assay: ${String(error.path)}: ${fault}`)
    return EXIT.usage
  }
  if ('syscall' in error && (error.syscall === 'listen' || error.syscall === 'getaddrinfo')) {
    note(`assay: cannot listen: ${error.message}; check ASSAY_HOST and ASSAY_PORT`)
    return EXIT.unavailable
  }
  note(error.stack ?? error.message)
  return EXIT.unavailable
}

/** What the parser of options says, shorter and with what was meant. */
function optionMistake(message: string, usage: string): string {
  const [, unknown] = /^Unknown option '(-{1,2}[^'\s]*)'/.exec(message) ?? []
  if (unknown === undefined) return message.split('\n')[0] ?? message
  const known = new Set(usage.match(/--[a-z][\w-]*/g))
  return `no option ${unknown}${meantText(unknown, known)}`
}

// Whoever reads the output may have seen enough: `assay table … | head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit(EXIT.yes)
})

process.exitCode = await main(process.argv.slice(2))
