// A reply that is no answer, as a sentence for people.

export type FailedReply = Readonly<{
  status: number
  /** Parsed JSON, or null where the body was none. */
  body: unknown
  retryAfter: string | null
}>

export const UNREACHABLE =
  'The service could not be reached. Please check your connection and try again.'
export const TOO_LATE = 'No answer came in time. Please try again: what was begun goes on.'

type Members = Readonly<Record<string, unknown>>

export function describeFailure({ status, body, retryAfter }: FailedReply): string {
  const members: Members = isObject(body) ? body : {}
  const detail = typeof members['detail'] === 'string' ? `${members['detail']}.` : ''
  const again = renderAgain(retryAfter)
  switch (status) {
    case 422:
      return describeIssues(members['detail'])
    case 429:
      return typeof members['reset_at'] === 'string'
        ? `${detail} You can ask again from ${renderTime(members['reset_at'])}.`
        : `Too many questions at once. ${again}`
    case 413:
      return 'That is more text than one question may have.'
    case 503:
      return `${detail} Nothing is said rather than guessed. ${again}`.trim()
    case 500:
      return 'The service made a mistake of its own. Please try later.'
    default:
      return detail === ''
        ? `The reply could not be understood (status ${status}). ${again}`
        : `${detail} (status ${status})`
  }
}

function describeIssues(issues: unknown): string {
  if (!Array.isArray(issues)) return 'The question could not be understood.'
  return issues.filter(isObject).map(describeIssue).join(' ')
}

function describeIssue({ loc, msg }: Members): string {
  const parts: readonly unknown[] = Array.isArray(loc) ? loc : []
  const field = parts.filter((part) => part !== 'body').join('.')
  const sentence = String(msg ?? 'not understood').replace(/\.?$/, '.')
  return field === '' ? sentence : `${field.replaceAll('_', ' ')}: ${sentence}`
}

function renderAgain(retryAfter: string | null): string {
  const seconds = Number(retryAfter)
  if (retryAfter === null || !Number.isFinite(seconds)) return 'Please try again shortly.'
  if (seconds < 120) return `Please try again in ${seconds} seconds.`
  return `Please try again in ${Math.ceil(seconds / 60)} minutes.`
}

/** A moment in the reader's own words and time zone. */
export function renderTime(iso: string): string {
  const at = new Date(iso)
  if (Number.isNaN(at.getTime())) return iso
  return at.toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'long' })
}

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
