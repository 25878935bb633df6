// A command as it hands itself over: to the resident process that is there, or to one that it starts.
// Whatever is in the way, the command can run in its own process.

import { spawn } from 'node:child_process'
import { connect, type Socket } from 'node:net'
import { ownEnvironment } from '../../config/ownEnvironment.ts'
import { residentPlace } from './place.ts'
import {
  type Handed,
  INTERRUPT,
  lineReader,
  mayStay,
  refusesResident,
  type Screen,
  STAY,
  type Told,
} from './resident.ts'

/** Where the one that is started finds the command that started it. */
const FIRST_COMMAND = 3
/** One that was there and says nothing may have been stopped: nobody waits for it longer. */
const TAKEN_WITHIN_MS = 1_000
const LOST = 3
/** What stands for something else in every process: `--sarif-file /dev/stdout`, `<(command)`. */
const OF_THIS_PROCESS = /(?:^|[=/])(?:dev\/(?:fd|std|tty|pts)|proc(?:\/|$))/

/** The exit status, or null: then the command is to be run here. */
export async function askResident(
  argv: readonly string[],
  program: string,
): Promise<number | null> {
  const environment = ownEnvironment()
  const isOff = environment['ASSAY_RESIDENT'] === 'off' || refusesResident(argv)
  // From sources nothing is bundled, and Windows has no such addresses.
  if (isOff || !mayStay(argv) || !program.endsWith('.cjs')) return null
  if (process.platform === 'win32') return null
  const place = residentPlace(program, environment)
  const workingDir = whereWeAre()
  if (place === null || workingDir === null) return null
  if ([workingDir, ...argv].some((word) => OF_THIS_PROCESS.test(word))) return null
  const handed: Handed = {
    argv,
    workingDir,
    environment,
    stdout: screenOf(process.stdout),
    stderr: screenOf(process.stderr),
  }
  const there = await connected(place)
  if (there !== null) return handOver(there, handed, true)
  return handOver(started(program, place), handed)
}

function connected(place: string): Promise<Socket | null> {
  return new Promise((resolve) => {
    const socket = connect(place)
    socket.once('error', () => resolve(null))
    socket.once('connect', () => resolve(socket))
  })
}

/** It goes on when this process and its terminal are gone. */
function started(program: string, place: string): Socket | null {
  const child = spawn(process.execPath, [...process.execArgv, program, STAY, place], {
    cwd: '/',
    detached: true,
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  child.on('error', () => {})
  child.unref()
  return (child.stdio[FIRST_COMMAND] ?? null) as Socket | null
}

function handOver(socket: Socket | null, handed: Handed, mayBeStopped = false) {
  if (socket === null) return null
  return new Promise<number | null>((resolve) => {
    let isTaken = false
    let hasPrinted = false
    let status: number | null = null
    const late = mayBeStopped ? setTimeout(() => socket.destroy(), TAKEN_WITHIN_MS) : undefined
    const interrupt = () => socket.write(`${INTERRUPT}\n`)
    const print = (stream: NodeJS.WriteStream, text: string) => {
      hasPrinted = true
      stream.write(text)
    }
    const onLine = lineReader((line) => {
      // Both ends are ours.
      const told = JSON.parse(line) as Told
      if ('taken' in told) {
        clearTimeout(late)
        isTaken = told.taken
        if (isTaken) process.once('SIGINT', interrupt)
      } else if ('out' in told) print(process.stdout, told.out)
      else if ('err' in told) print(process.stderr, told.err)
      else status = told.status
    })
    // Whoever reads the output may have seen enough: `assay table … | head`.
    process.stdout.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
      process.exit(0)
    })
    process.stderr.on('error', () => {})
    socket.setEncoding('utf8')
    socket.on('data', onLine)
    socket.on('error', () => {})
    socket.on('close', () => {
      clearTimeout(late)
      process.off('SIGINT', interrupt)
      if (status !== null || !hasPrinted) return resolve(status)
      process.stderr.write(
        'assay: the resident process ended in the middle of its answer; ask again, or with --no-resident\n',
      )
      resolve(LOST)
    })
    socket.write(`${JSON.stringify(handed)}\n`)
  })
}

function whereWeAre(): string | null {
  try {
    return process.cwd()
  } catch {
    // The folder is gone, which the command tells by itself.
    return null
  }
}

const screenOf = ({ isTTY, columns }: NodeJS.WriteStream): Screen => ({
  isTTY: isTTY === true,
  columns: columns ?? null,
})
