// When a failed extraction is tried again, and when it counts as the fault of the bytes. A machine
// that is short of time or memory can make any extraction fail once; the same end on several tries,
// which lie apart, is the bytes' doing. Whoever asks in between is told when to come back.

type Failure = Readonly<{
  outcome: Readonly<{ state: 'refused' | 'undetermined'; reason: string }>
  isVerified: boolean
  tries: number
  /** ISO 8601, UTC. */
  at: string
}>

/** Tries with the same end after which it is the bytes' doing. */
const BLAMED_TRIES = 3
const RETRY_PAUSE_MS = 60_000
const PAUSE_MAX_MS = 24 * 60 * 60_000

/** Whether the file itself is the cause, as far as anybody can tell. */
export function isLasting({ outcome, isVerified, tries }: Failure): boolean {
  // Of bytes whose digest is only declared a refusal proves little: the host may have sent others.
  if (outcome.state === 'refused') return isVerified
  // How long an output is follows from the bytes alone.
  if (outcome.reason === 'output_too_large') return true
  // The kernel takes memory back from whoever it likes, and nothing says whose fault it was.
  if (outcome.reason === 'lost') return false
  return tries >= BLAMED_TRIES
}

/** When it may be tried again, in milliseconds; never for what every try would end with. */
export function againAtMs(failure: Failure, pauseMs = RETRY_PAUSE_MS): number {
  const { outcome, isVerified, tries, at } = failure
  if (isVerified && outcome.state === 'refused') return Number.POSITIVE_INFINITY
  if (isVerified && outcome.reason === 'output_too_large') return Number.POSITIVE_INFINITY
  return Date.parse(at) + Math.min(pauseMs * 4 ** (tries - 1), PAUSE_MAX_MS)
}
