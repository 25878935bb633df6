// Runs crashWriter.ts as a process of its own and reads what it says.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Place, Said } from './crashCheck.ts'

const WRITER = fileURLToPath(new URL('./crashWriter.ts', import.meta.url))

export type Writer = Readonly<{
  /** Resolves once the writer has acknowledged so many writes. */
  acknowledged(count: number): Promise<void>
  /** SIGKILL. */
  kill(): Promise<void>
  /** Adds all that the writer has said. */
  addTo(said: Said): void
}>

export function startWriter({ databaseUrl, dataDir }: Place, tag: string): Writer {
  return startProcess(WRITER, [databaseUrl ?? '', dataDir, tag])
}

/** A program that says what it is about to write, and what was acknowledged. */
export function startProcess(program: string, given: readonly string[]): Writer {
  const writer = spawn(
    process.execPath,
    ['--import', 'tsx', program, ...given],
    // The writer ends when its stdin does, so that it cannot outlive a test that is cut short.
    { stdio: ['pipe', 'pipe', 'pipe'] },
  )
  const ended = once(writer, 'close')
  let text = ''
  let errors = ''
  let notify: () => void = () => undefined
  writer.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    errors += chunk
  })
  writer.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
    notify()
  })
  return {
    acknowledged: (count) =>
      new Promise((resolve, reject) => {
        notify = () => {
          if (text.split('\nack ').length > count) resolve()
        }
        writer.once('exit', () => reject(new Error(`the writer ended by itself: ${errors}`)))
        notify()
      }),
    async kill() {
      writer.kill('SIGKILL')
      await ended
    },
    addTo(said) {
      // The last line may have been cut by the kill.
      for (const line of text.split('\n').slice(0, -1)) addLine(said, line)
    },
  }
}

function addLine(said: Said, line: string): void {
  const [, mark, what, tag] = /^(try|ack) (\w+|proof \S+) (\S+)$/.exec(line) ?? []
  if ((mark !== 'try' && mark !== 'ack') || what === undefined || tag === undefined) {
    throw new Error(`the writer said: ${line}`)
  }
  const tags = said[mark].get(what) ?? new Set()
  said[mark].set(what, tags.add(tag))
}
