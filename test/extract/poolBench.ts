// A pool over the hostile child, a small wheel to feed it, and what tests ask of both.

import { hash } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { ExtractLimits } from '../../src/extract/extractLimits.ts'
import { type ExtractionPool, extractionPool } from '../../src/extract/pool.ts'
import type { ExtractionJob, ExtractionOutcome } from '../../src/ports/extraction.ts'
import { buildWheel, WHEEL_NAME } from '../fake/archives/wheelBuilder.ts'
import { compileChildren } from './compileChildren.ts'
import { HOSTILE_NAMES, type HostileName } from './hostileNames.ts'

export const NEVER: AbortSignal = new AbortController().signal
// Many jobs at once share it.
setMaxListeners(0, NEVER)
const MIB = 1024 * 1024

/** Low enough that a test reaches them soon, high enough that honest work never does. */
export const TEST_LIMITS: Partial<ExtractLimits> = {
  stalledMaxMs: 30_000,
  cpuMaxMs: 20_000,
  heapMaxBytes: 64 * MIB,
  rssMaxBytes: 320 * MIB,
  outputMaxBytes: 8 * MIB,
}

export type ExtractorName = HostileName | 'inventory/2'

export type PoolBench = Readonly<{
  dir: string
  /** Where the compiled form of a program of this folder is. */
  program(file: 'poolParent'): string
  /** `nursery`: another program that starts the children; null: nobody but this process does. */
  pool(limits?: Partial<ExtractLimits>, nursery?: URL | null): ExtractionPool
  /** Writes bytes where the children may read them, and describes the job. */
  job(extractor: ExtractorName, bytes?: Uint8Array, more?: Partial<ExtractionJob>): ExtractionJob
  remove(): void
}>

export function poolBench(): PoolBench {
  const compiled = compileChildren('hostileChild', 'poolParent')
  const extractors = ['inventory/2', ...HOSTILE_NAMES]
  const wheel = buildWheel()
  return {
    dir: compiled.dir,
    program: (file) => fileURLToPath(compiled.entry(file)),
    pool: (limits, nursery = compiled.nursery) =>
      extractionPool({
        limits: { ...TEST_LIMITS, ...limits },
        readable: [compiled.dir],
        child: { entry: compiled.entry('hostileChild'), extractors },
        ...(nursery === null ? { isNurseryHere: true } : { nursery }),
      }),
    job(extractor, bytes = wheel, more = {}) {
      const sha256 = hash('sha256', bytes, 'hex')
      const blobPath = join(compiled.dir, sha256)
      if (!existsSync(blobPath)) writeFileSync(blobPath, bytes)
      const source = { blobPath }
      return { kind: 'wheel', filename: WHEEL_NAME, sha256, extractor, source, ...more }
    },
    remove: compiled.remove,
  }
}

export function outputOf(outcome: ExtractionOutcome): string {
  if (outcome.state !== 'extracted') throw new Error(`not extracted: ${JSON.stringify(outcome)}`)
  return Buffer.from(outcome.output).toString()
}

/** Whether the process is there and is more than an entry that nobody has collected yet. */
export function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'latin1'))
  } catch {
    return false
  }
}

/** Waits until it holds; the time limit of the test ends a wait in vain. */
export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await sleep(5)
}
