// The life of a child: one job after the other, each answered by exactly one of done, refused and
// failed. It never decides to live on after something odd; the pool replaces it cheaply.

import { Socket } from 'node:net'
import { ArchiveRefusal } from '../artifact/bytes/refusal.ts'
import { holdLifeline } from '../lifeline.ts'
import { NAME_LENGTH_MAX } from '../limits.ts'
import { inStage, type Stage, sumStages } from '../stages.ts'
import { jobDependencies } from './childDependencies.ts'
import { channelIn } from './childFlags.ts'
import { MEMBER_LENGTH_MAX, OUTPUT_PART_BYTES, READ_MAX_BYTES } from './extractLimits.ts'
import type { ExtractorTable } from './extractor.ts'
import { encodeFrame, frameReader } from './frames.ts'
import { type Failure, type JobHeader, plainDetail, type ToChild } from './messages.ts'
import { DigestError, openJob, UnreadableError } from './openJob.ts'
import { ignoreRequestsToEnd } from './outsideEnd.ts'
import { type RemoteReads, remoteReads, type Send } from './remoteReads.ts'

// The parent is trusted: this bound is only there because the reader asks for one.
const JOB_HEADER_MAX_BYTES = 1024 * 1024

/** Serves jobs until the parent ends it or is gone. */
export function runChild(extractors: ExtractorTable): void {
  // Whoever tells a whole group of processes to end means the server, which finishes its jobs.
  ignoreRequestsToEnd()
  void holdLifeline()
  const channel = new Socket({ fd: channelIn(process.argv) })
  const send: Send = (header, body) => {
    for (const part of encodeFrame(header, body)) channel.write(part)
  }
  const { sums: spent } = sumStages()
  let reads: RemoteReads | null = null
  const take = frameReader(
    { headerMaxBytes: JOB_HEADER_MAX_BYTES, bodyMaxBytes: READ_MAX_BYTES },
    ({ header, body }) => {
      // The parent runs the same code; the types of what it sends are checked at its end.
      const message = header as ToChild
      if (message.type === 'job') {
        const { job } = message
        const sendAbout: Send = (about, part) => send({ ...about, job }, part)
        sendAbout({ type: 'accepted' })
        reads = remoteReads(sendAbout)
        void runJob({ job: message, extractors, reads, send: sendAbout, spent })
      } else if (message.type === 'data') reads?.settle(message.id, body)
      else reads?.fail(message.id)
    },
  )
  const die = () => process.kill(process.pid, 'SIGKILL')
  channel.on('data', take).on('end', die).on('error', die)
  send({ type: 'ready' })
}

type RunningJob = Readonly<{
  job: JobHeader
  extractors: ExtractorTable
  reads: RemoteReads
  send: Send
  /** What the stages of the job take, while it runs. */
  spent: Map<Stage, number>
}>

async function runJob({ job, extractors, reads, send, spent }: RunningJob): Promise<void> {
  try {
    const load = extractors[job.extractor]
    if (load === undefined) throw new Error(`no extractor is called ${job.extractor}`)
    const fromMs = performance.now()
    spent.clear()
    const extract = await inStage('code', load)
    const opened = await openJob(job, reads)
    const dependencies = await jobDependencies(job, reads)
    const output = await extract(opened, dependencies)
    const told = [...spent.values()].reduce((sum, ms) => sum + ms, 0)
    // Whatever is not told apart.
    spent.set('resolve', Math.max(0, performance.now() - fromMs - told))
    for (let at = 0; at < output.length; at += OUTPUT_PART_BYTES) {
      send({ type: 'output' }, output.subarray(at, at + OUTPUT_PART_BYTES))
    }
    const { said, wheel } = opened
    send({
      type: 'done',
      counts: opened.tree.counts,
      said: { name: cutName(said.name), version: cutName(said.version) },
      remarks: wheel?.remarks ?? [],
      ...dependencies.report(),
      spent: [...spent].map(([stage, ms]) => [stage, Math.round(ms)]),
    })
  } catch (error) {
    send(failureOf(error))
  }
}

/** What is longer is no name of a package and no version. */
function cutName(text: string | null): string | null {
  return text?.slice(0, NAME_LENGTH_MAX).toWellFormed() ?? null
}

function failureOf(error: unknown): object {
  if (error instanceof ArchiveRefusal) {
    const member = error.member?.slice(0, MEMBER_LENGTH_MAX) ?? null
    return { type: 'refused', reason: error.reason, member, detail: plainDetail(error.message) }
  }
  const detail = plainDetail(error instanceof Error ? `${error.name}: ${error.message}` : 'threw')
  return { type: 'failed', failure: kindOf(error), detail }
}

function kindOf(error: unknown): Failure {
  if (error instanceof DigestError) return 'digest'
  if (error instanceof UnreadableError) return 'blob'
  const isMemory =
    error instanceof RangeError && /allocation failed|out of memory/i.test(error.message)
  return isMemory ? 'memory' : 'error'
}
