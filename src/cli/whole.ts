// The whole program: it runs one command, or stays and runs those that are handed to it.

import { isStartedByNpm } from '../config.ts'
import { whenNpmEnds } from './process/npmParent.ts'
import { STAY } from './resident/resident.ts'
import { runCommand } from './run.ts'
import type { Asker } from './terminal/asker.ts'
import { EXIT } from './terminal/output.ts'

const [first, ...rest] = process.argv.slice(2)
if (first === STAY && rest[0] !== undefined) void stay(rest[0])
else runHere(process.argv.slice(2))

async function stay(socket: string): Promise<void> {
  const { stayResident } = await import('./resident/stayResident.ts')
  stayResident(socket, runCommand)
}

function runHere(argv: readonly string[]): void {
  // Whoever reads the output may have seen enough: `assay table … | head`.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    process.exit(EXIT.yes)
  })
  // Notes that nobody reads any more are no reason not to end in order.
  process.stderr.on('error', () => {})
  if (isStartedByNpm()) whenNpmEnds(() => process.kill(process.pid, 'SIGTERM'))
  const { stdout, stderr } = process
  void runCommand(argv, { stdout, stderr, beganMs: 0, onInterrupt, shared: {} }).then((status) => {
    process.exitCode = status
  })
}

function onInterrupt(...[interrupt, again]: Parameters<Asker['onInterrupt']>): void {
  if (again === undefined) {
    process.once('SIGINT', interrupt)
    return
  }
  let isFirst = true
  const onSignal = () => {
    if (!isFirst) return again()
    isFirst = false
    interrupt()
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
}
