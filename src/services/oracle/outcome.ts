// What one check says.

export const CHECK_STATUSES = ['met', 'unmet', 'not_applicable', 'undetermined'] as const
export type CheckStatus = (typeof CHECK_STATUSES)[number]

/** A place in what was handed in; wire names, because these are signed. */
export type Location = Readonly<{
  path?: string
  line?: number
  column?: number
  /** In UTF-16 units. */
  start?: number
  end?: number
  /** RFC 6901. */
  pointer?: string
}>

export type CheckOutcome = Readonly<{
  status: CheckStatus
  /** A sentence without its full stop. */
  reason: string
  location: Location | null
  evidence: Readonly<Record<string, unknown>> | null
  /** It was given up because of the work that it took. */
  isSpent?: boolean
}>

type More = Readonly<{
  location?: Location | null
  evidence?: CheckOutcome['evidence']
}>

function outcome(status: CheckStatus, reason: string, more: More): CheckOutcome {
  return { status, reason, location: more.location ?? null, evidence: more.evidence ?? null }
}

export const met = (reason: string, more: More = {}) => outcome('met', reason, more)
export const unmet = (reason: string, more: More = {}) => outcome('unmet', reason, more)
export const undetermined = (reason: string, more: More = {}) =>
  outcome('undetermined', reason, more)
export const notApplicable = (reason: string, more: More = {}) =>
  outcome('not_applicable', reason, more)
