// A registry that knows nothing must not make us sign absences. A wrong address (an empty mirror,
// a proxy's default page, another service on the port) answers 404 to every name, in perfectly good
// JSON. So before an absence is reported, the registry must lately have said yes to something.

import { MalformedDocument } from './documents.ts'

/** How long a positive answer vouches for the absences after it. */
export const POSITIVE_ANSWER_MAX_AGE_MS = 10 * 60_000

export type AbsenceGuard = Readonly<{
  /** The registry gave a well-formed positive answer just now. */
  sawPositive(): void
  /**
   * To be awaited before an absence is reported. `probe` asks for the name that every registry
   * knows; throws `MalformedDocument` when even that one is absent.
   */
  beforeAbsence(probe: () => Promise<boolean>): Promise<void>
}>

export function absenceGuard({
  now,
  maxAgeMs,
}: Readonly<{ now: () => Date; maxAgeMs: number }>): AbsenceGuard {
  let positiveAtMs = Number.NEGATIVE_INFINITY

  function sawPositive(): void {
    positiveAtMs = now().getTime()
  }

  return {
    sawPositive,
    async beforeAbsence(probe) {
      if (now().getTime() - positiveAtMs <= maxAgeMs) return
      if (!(await probe())) {
        throw new MalformedDocument('a registry that does not know the best-known name')
      }
      sawPositive()
    },
  }
}
