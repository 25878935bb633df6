// The resident process: it runs the commands that are handed to it, one at a time, and keeps warm what
// the next one can use: its own code, connections, and the processes that read packages. It ends when nobody
// has asked for a while, when it has become large, or when its place is gone.

import { closeSync, mkdirSync, readdirSync, rmSync, statSync, unlinkSync } from 'node:fs'
import { createServer, type Server, Socket } from 'node:net'
import { basename, dirname, join } from 'node:path'
import { keptConnections } from '../../app/keptConnections.ts'
import { keptPool } from '../../app/keptPool.ts'
import { takeEnvironment } from '../../config/ownEnvironment.ts'
import type { Asker } from '../terminal/asker.ts'
import type { ExitStatus } from '../terminal/output.ts'
import { type Handed, INTERRUPT, lineReader, partsOf, type Screen, type Told } from './resident.ts'

const FIRST_COMMAND = 3
const IDLE_MAX_MS = 60_000
/** A process that has become this large is worth less than a new one. */
const RSS_MAX_BYTES = 600 * 1024 ** 2
/** A command is its words and its environment. */
const HANDED_MAX_CHARS = 8 * 1024 ** 2

type Run = (argv: readonly string[], asker: Asker) => Promise<ExitStatus>

export function stayResident(place: string, run: Run): void {
  closeInherited()
  const folder = ownFolder(place)
  const pool = keptPool(folder)
  const connections = keptConnections(IDLE_MAX_MS)
  let isBusy = false
  let idle: NodeJS.Timeout | undefined
  let server: Server | null = null

  async function leave(): Promise<void> {
    isBusy = true
    server?.close()
    await Promise.all([pool.close(), connections.close()])
    rmSync(folder, { recursive: true, force: true })
    process.exit(0)
  }

  function waitForNext(): void {
    clearTimeout(idle)
    if (process.memoryUsage.rss() > RSS_MAX_BYTES || !isOurs(place, server)) void leave()
    else idle = setTimeout(() => void leave(), IDLE_MAX_MS)
  }

  function serve(socket: Socket, whenTaken: () => void = () => {}): void {
    const tell = (told: Told) => socket.writable && socket.write(`${JSON.stringify(told)}\n`)
    let interrupt: (() => void) | null = null
    let isAsked = false
    let length = 0
    socket.setEncoding('utf8')
    socket.on('error', () => {})
    socket.on('close', () => interrupt?.())
    const onLine = lineReader((line) => {
      if (isAsked) {
        if (line === INTERRUPT) interrupt?.()
        return
      }
      isAsked = true
      if (isBusy) {
        tell({ taken: false })
        socket.end()
        return
      }
      isBusy = true
      clearTimeout(idle)
      tell({ taken: true })
      // The other end is ours.
      const handed = JSON.parse(line) as Handed
      const asker: Asker = {
        stdout: {
          ...screen(handed.stdout),
          write: (text) => partsOf(text).map((out) => tell({ out })),
        },
        stderr: {
          ...screen(handed.stderr),
          write: (text) => partsOf(text).map((err) => tell({ err })),
        },
        beganMs: performance.now(),
        onInterrupt: (first) => {
          interrupt = first
          // Whoever asked may be gone already.
          if (socket.destroyed) first()
        },
        shared: { openPool: pool.open, connect: connections.open },
      }
      const next = () => {
        isBusy = false
        waitForNext()
      }
      const ended = (status: ExitStatus) => {
        interrupt = null
        tell({ status })
        // Whoever reads slowly, or was stopped, still gets all of it.
        if (socket.destroyed) next()
        else socket.once('close', next).end()
      }
      become(handed)
      whenTaken()
      void run(handed.argv, asker).then(ended)
    })
    socket.on('data', (chunk: string) => {
      length += chunk.length
      if (length > HANDED_MAX_CHARS) socket.destroy()
      else onLine(chunk)
    })
  }

  function listen(): void {
    server = createServer((socket) => serve(socket))
    let isTried = false
    server.on('error', () => {
      // Somebody else has the place, or has left it behind.
      if (isTried) return
      isTried = true
      const other = new Socket()
      other.on('connect', () => other.destroy())
      other.on('error', () => {
        remove(place)
        server?.listen(place)
      })
      other.connect(place)
    })
    server.listen(place)
  }

  process.title = 'assay: stays a minute for the next question'
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => void leave())
  }
  serve(new Socket({ fd: FIRST_COMMAND }), listen)
}

/**
 * What the first command was given by others, a lock or the end of a pipe, is not held open for longer
 * than the command. The engine's own descriptors follow one upon the other; what lies behind a gap is
 * none of them.
 */
function closeInherited(): void {
  try {
    const open = new Set(readdirSync('/dev/fd').map(Number))
    let gap = 0
    while (open.has(gap)) gap += 1
    for (const descriptor of open) if (descriptor > gap) closeQuietly(descriptor)
  } catch {
    // This system does not tell.
  }
}

function closeQuietly(descriptor: number): void {
  try {
    closeSync(descriptor)
  } catch {
    // It is closed.
  }
}

/** Beside the place, by our number: what one that was killed has left there is removed. */
function ownFolder(place: string): string {
  const [beside, name] = [dirname(place), basename(place)]
  for (const entry of readdirSync(beside)) {
    const [, number] = entry.startsWith(name) ? (/\.sock\.(\d+)$/.exec(entry) ?? []) : []
    if (number !== undefined && !isAlive(Number(number))) {
      rmSync(join(beside, entry), { recursive: true, force: true })
    }
  }
  const folder = `${place}.${process.pid}`
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return folder
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Commands read these of the process, which runs one of them at a time. */
function become({ workingDir, environment }: Handed): void {
  takeEnvironment(environment)
  process.chdir(workingDir)
}

const screen = ({ isTTY, columns }: Screen) => ({ isTTY, ...(columns === null ? {} : { columns }) })

/** Whoever finds no such file starts another process: this one is found by nobody any more. */
function isOurs(place: string, server: Server | null): boolean {
  try {
    return server?.listening === true && statSync(place).isSocket()
  } catch {
    return false
  }
}

function remove(place: string): void {
  try {
    unlinkSync(place)
  } catch {
    // Somebody was faster.
  }
}
