// The command line as processes that a test can interrupt and kill.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { MAIN, RESIDENT } from '../support/compiled.ts'

export type Ended = Readonly<{
  status: number | null
  signal: NodeJS.Signals | null
  stdout: string
  stderr: string
}>

export type RunningAssay = Readonly<{
  child: ChildProcess
  ended: Promise<Ended>
  /** Settles when standard error has the text; rejects when the process ends without it. */
  says(text: string): Promise<void>
}>

export function startAssay(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): RunningAssay {
  const child = spawn(process.execPath, [MAIN, ...args], {
    env: {
      PATH: process.env['PATH'] ?? '',
      ASSAY_LOG_LEVEL: 'warn',
      ...RESIDENT,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stdout = ''
  let stderr = ''
  child.stdout?.on('data', (chunk: Buffer) => {
    stdout += chunk.toString()
  })
  child.stderr?.on('data', (chunk: Buffer) => {
    stderr += chunk.toString()
  })
  const ended = once(child, 'close').then(([status, signal]) => ({
    status,
    signal,
    stdout,
    stderr,
  }))
  return {
    child,
    ended,
    says: (text) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (stderr.includes(text)) resolve()
        }
        child.stderr?.on('data', look)
        look()
        void ended.then(() => reject(new Error(`ended without ${JSON.stringify(text)}: ${stderr}`)))
      }),
  }
}
