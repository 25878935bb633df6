// A build in a process of its own: it takes most of a gigabyte for a minute, at low priority, and
// may die alone.

import { spawn } from 'node:child_process'
import { ServiceError } from '../../errors.ts'
import { NAMES_BUILD_TIMEOUT_MS } from '../../limits.ts'
import { programBeside } from '../../programBeside.ts'
import type { BuildMessage } from './buildChild.ts'
import type { BuildJob, BuildOutcome, BuildProgress } from './buildJob.ts'

export type RunBuild = (
  job: BuildJob,
  onProgress: (progress: BuildProgress) => void,
  signal: AbortSignal,
) => Promise<BuildOutcome>

const HEAP_MAX_MB = 1_024
const STDERR_KEPT = 4_096
const ENTRY = programBeside('buildChild', import.meta.url)

/** `nodeArguments`: what comes after `node` to run an entry. Throws `names_unavailable`. */
export function runBuild(nodeArguments: (entry: URL) => readonly string[]): RunBuild {
  return (job, onProgress, signal) =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted()
      const args = [`--max-old-space-size=${HEAP_MAX_MB}`, ...nodeArguments(ENTRY)]
      const child = spawn(process.execPath, args, {
        env: {},
        // The fourth is its lifeline.
        stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'ipc'],
      })
      let lastWords = ''
      let outcome: BuildOutcome | null = null
      let failure = 'ended without an outcome'
      const kill = () => void child.kill('SIGKILL')
      const timer = setTimeout(() => {
        failure = 'took too long'
        kill()
      }, NAMES_BUILD_TIMEOUT_MS)
      signal.addEventListener('abort', kill, { once: true })
      child.stderr?.on('data', (chunk: Buffer) => {
        lastWords = (lastWords + chunk.toString('latin1')).slice(-STDERR_KEPT)
      })
      child.on('message', (message: BuildMessage) => {
        if ('progress' in message) onProgress(message.progress)
        else if ('outcome' in message) outcome = message.outcome
        else failure = message.failure
      })
      child.once('error', (error) => {
        failure = error.message
      })
      child.once('close', () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', kill)
        if (signal.aborted) return reject(signal.reason)
        if (outcome !== null) return resolve(outcome)
        const cause = new Error(lastWords)
        reject(
          new ServiceError('names_unavailable', `${job.ecosystem} names: ${failure}`, { cause }),
        )
      })
      child.send(job, () => {})
    })
}
