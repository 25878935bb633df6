// The one table of failures. The code is the API: codes are never renamed or reused.
// docs/reference/errors.md has a heading for each, and a test compares the two.

/** `charged` can only be false: no failure is ever paid for. */
type ErrorInfo = Readonly<{ status: number; retryAfterS: number | null; charged: false }>

function failure(status: number, retryAfterS: number | null = null): ErrorInfo {
  return { status, retryAfterS, charged: false }
}

export const ERRORS = {
  // The request
  validation_failed: failure(422),
  package_name_invalid: failure(422),
  import_name_invalid: failure(422),
  import_not_resolved: failure(422),
  package_not_found: failure(422),
  package_not_indexable: failure(422),
  symbol_undetermined: failure(422),
  version_not_found: failure(422),
  version_order: failure(422),
  check_unreadable: failure(422),
  check_too_large: failure(422),
  malformed_payment: failure(400),
  malformed_request: failure(400),
  idempotency_key_invalid: failure(400),
  key_unknown: failure(401),
  payment_required: failure(402),
  credit_insufficient: failure(402),
  payment_rejected: failure(402),
  origin_not_allowed: failure(403),
  not_found: failure(404),
  pending_not_found: failure(404),
  method_not_allowed: failure(405),
  not_acceptable: failure(406),
  request_timeout: failure(408),
  idempotency_conflict: failure(409),
  request_in_progress: failure(409, 1),
  payment_conflict: failure(409),
  pending_lost: failure(410),
  body_too_large: failure(413),
  content_type_unsupported: failure(415),
  quota_spent: failure(429),
  rate_limited: failure(429),
  headers_too_large: failure(431),
  // The world
  registry_unavailable: failure(503, 5),
  dependency_unavailable: failure(503, 5),
  not_held: failure(503, 60),
  artifact_mismatch: failure(503, 60),
  artifact_changed: failure(503, 3600),
  artifact_too_large: failure(503, 3600),
  not_read_yet: failure(503, 60),
  overloaded: failure(503, 2),
  deadline_exceeded: failure(503, 5),
  shutting_down: failure(503, 5),
  store_unavailable: failure(503, 5),
  names_unavailable: failure(503, 600),
  payment_unavailable: failure(503, 5),
  // Us
  internal: failure(500),
} as const satisfies Record<string, ErrorInfo>

export type ErrorCode = keyof typeof ERRORS

/**
 * Failures whose status blames the question, and that speak of the world: nothing is known by them.
 */
export const OPEN_CODES: ReadonlySet<string> = new Set<ErrorCode>([
  'symbol_undetermined',
  'package_not_indexable',
  'check_unreadable',
])

/** Failures of the service itself, and not of a registry: what is answered does not depend on how busy a node is. */
export const SERVICE_CODES: ReadonlySet<string> = new Set<ErrorCode>([
  'internal',
  'overloaded',
  'deadline_exceeded',
  'shutting_down',
  'store_unavailable',
])

/** The part of the question that a 422 speaks of. */
export type WrongField = Readonly<{ field: string; input: string; in?: 'body' | 'query' }>

/** An expected failure. Anything else that is thrown is a bug and answers a bare 500. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError'
  readonly code: ErrorCode
  readonly wrong: WrongField | null
  /** When another try is worth it: what is known of this one, else what the table says. */
  readonly retryAfterS: number | null

  constructor(
    code: ErrorCode,
    message: string,
    options?: ErrorOptions & Readonly<{ wrong?: WrongField; retryAfterS?: number }>,
  ) {
    super(message, options)
    this.code = code
    this.wrong = options?.wrong ?? null
    this.retryAfterS = options?.retryAfterS ?? ERRORS[code].retryAfterS
  }
}

/** States what must hold; a violation is a bug. */
export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`invariant: ${message}`)
}
