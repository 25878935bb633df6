// Extraction that learns: bytes that killed an extractor, or that it refused, are not fed to the
// same version again. What the bytes are surely to blame for is final; what the machine or the
// network may have done is tried once more, after a pause.

import { openingId } from '../domain/release.ts'
import type {
  Extraction,
  ExtractionFailure,
  ExtractionJob,
  ExtractionOutcome,
  ExtractionStore,
} from '../ports/extraction.ts'

const RETRY_PAUSE_MS = 10 * 60 * 1000
const PAUSE_MAX_MS = 24 * 60 * 60 * 1000

export type RememberedExtractionOptions = Readonly<{
  extraction: Extraction
  store: ExtractionStore
  now: () => Date
  retryPauseMs?: number
}>

export function rememberedExtraction(options: RememberedExtractionOptions): Extraction {
  const { extraction, store, now, retryPauseMs = RETRY_PAUSE_MS } = options

  function mayTryAgain(failure: ExtractionFailure): boolean {
    if (isFinal(failure)) return false
    const pauseMs = Math.min(retryPauseMs * 4 ** (failure.tries - 1), PAUSE_MAX_MS)
    return now().getTime() - Date.parse(failure.at) >= pauseMs
  }

  async function remember(
    job: ExtractionJob,
    outcome: ExtractionOutcome,
    before: Readonly<{ failure: ExtractionFailure | null; tries: number }>,
  ): Promise<void> {
    const { extractor } = job
    if (outcome.state === 'extracted') {
      if (before.failure !== null) await store.forget(openingId(job), extractor)
      return
    }
    await store.save({
      openingId: openingId(job),
      extractor,
      outcome,
      isVerified: isVerified(job),
      tries: before.tries + 1,
      at: now().toISOString(),
    })
  }

  return {
    async run(job, signal) {
      // What was made once is derived again: whatever goes wrong now says nothing about the file.
      if (isFixed(job)) return extraction.run(job, signal)
      const failure = await store.load(openingId(job), job.extractor)
      // A memory of bytes that nobody verified says nothing about bytes that are now at hand.
      const isSuperseded = failure !== null && !failure.isVerified && isVerified(job)
      if (failure !== null && !isSuperseded && !mayTryAgain(failure)) return failure.outcome
      const outcome = await extraction.run(job, signal)
      await remember(job, outcome, { failure, tries: isSuperseded ? 0 : (failure?.tries ?? 0) })
      return outcome
    },
  }
}

function isFixed({ dependencies }: ExtractionJob): boolean {
  return dependencies !== undefined && 'files' in dependencies
}

/** Whether the child held the whole file against its digest. */
function isVerified({ source }: ExtractionJob): boolean {
  return 'blobPath' in source
}

/**
 * A refusal and an overrun of memory or output follow from the bytes; a crash or a lack of time may
 * have been the machine's. Of bytes whose digest is only declared even a refusal proves
 * nothing: the file host may have sent others, and is asked again at growing intervals.
 */
function isFinal({ outcome, isVerified }: ExtractionFailure): boolean {
  if (outcome.state === 'refused') return isVerified
  if (isVerified && outcome.reason === 'out_of_memory') return true
  if (isVerified && outcome.reason === 'output_too_large') return true
  // A crash may always have been somebody else's doing: a stop of the whole machine, or memory that
  // was short. It is tried again at growing intervals.
  return false
}
