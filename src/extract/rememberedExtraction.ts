// Extraction that learns: bytes that killed an extractor, or that it refused, are not fed to the
// same version again at once. What comes of it says when there will be another try, unless the bytes
// themselves are the cause.

import { againAtMs, isLasting } from '../domain/extractionTries.ts'
import { openingId } from '../domain/release.ts'
import type {
  Extraction,
  ExtractionFailure,
  ExtractionJob,
  ExtractionOutcome,
  ExtractionStore,
  Refused,
  Undetermined,
} from '../ports/extraction.ts'

type RememberedExtractionOptions = Readonly<{
  extraction: Extraction
  store: ExtractionStore
  now: () => Date
  retryPauseMs?: number
}>

export function rememberedExtraction(options: RememberedExtractionOptions): Extraction {
  const { extraction, store, now, retryPauseMs } = options

  function told(failure: ExtractionFailure): Refused | Undetermined {
    if (isLasting(failure)) return failure.outcome
    const againAt = new Date(againAtMs(failure, retryPauseMs)).toISOString()
    return { ...failure.outcome, againAt }
  }

  function failureOf(
    job: ExtractionJob,
    outcome: Refused | Undetermined,
    before: ExtractionFailure | null,
  ): ExtractionFailure {
    return {
      openingId: openingId(job),
      extractor: job.extractor,
      outcome,
      isVerified: isVerified(job),
      // Another end than before is another story.
      tries: before !== null && isSameEnd(before.outcome, outcome) ? before.tries + 1 : 1,
      at: now().toISOString(),
    }
  }

  async function remember(
    job: ExtractionJob,
    outcome: ExtractionOutcome,
    before: ExtractionFailure | null,
  ): Promise<ExtractionOutcome> {
    if (outcome.state === 'extracted') {
      if (before !== null) await store.forget(openingId(job), job.extractor)
      return outcome
    }
    // A memory of bytes that nobody verified says nothing about bytes that are now at hand.
    const failure = failureOf(job, outcome, isSuperseded(before, job) ? null : before)
    await store.save(failure)
    return told(failure)
  }

  return {
    async run(job, signal) {
      // What was made once is derived again: whatever goes wrong now says nothing about the file.
      if (isFixed(job)) {
        const outcome = await extraction.run(job, signal)
        return outcome.state === 'undetermined' ? told(failureOf(job, outcome, null)) : outcome
      }
      const before = await store.load(openingId(job), job.extractor)
      const isKnown = before !== null && !isSuperseded(before, job)
      if (isKnown && now().getTime() < againAtMs(before, retryPauseMs)) return told(before)
      return remember(job, await extraction.run(job, signal), before)
    },
  }
}

function isFixed({ dependencies }: ExtractionJob): boolean {
  return dependencies !== undefined && 'files' in dependencies
}

function isSuperseded(before: ExtractionFailure | null, job: ExtractionJob): boolean {
  return before !== null && !before.isVerified && isVerified(job)
}

function isSameEnd(one: Refused | Undetermined, other: Refused | Undetermined): boolean {
  return one.state === other.state && (one.state === 'refused' || one.reason === other.reason)
}

/** Whether the child held the whole file against its digest. */
function isVerified({ source }: ExtractionJob): boolean {
  return 'blobPath' in source
}
