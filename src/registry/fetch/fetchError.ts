// Why a bounded fetch failed. Messages name hosts and numbers, never a path, a query or a header:
// private indexes carry credentials in all of them.

/**
 * - `aborted`: the caller's signal.
 * - `timeout`: the deadline of the whole fetch, every try included.
 * - `network`: no connection, a reset, a truncated or malformed response.
 * - `status`: the last try ended in a 429 or a 5xx.
 * - `circuit_open`: the origin failed so often that it is left alone for a while.
 * - `redirect`: too many, or one that must not be followed.
 * - `address_refused`: the host is not on the public internet.
 * - `too_large`: more bytes than the caller takes.
 * - `malformed_url`: not an http(s) URL.
 */
export type FetchFailure =
  | 'aborted'
  | 'timeout'
  | 'network'
  | 'status'
  | 'circuit_open'
  | 'redirect'
  | 'address_refused'
  | 'too_large'
  | 'malformed_url'

export class FetchError extends Error {
  override readonly name = 'FetchError'
  readonly failure: FetchFailure
  /** For a `status`: which one. */
  readonly status: number | null
  /** For a `status`: how long the server asks to be left alone, when it says. */
  readonly retryAfterMs: number | null

  constructor(
    failure: FetchFailure,
    message: string,
    options?: ErrorOptions & { status?: number; retryAfterMs?: number | null },
  ) {
    super(message, options)
    this.failure = failure
    this.status = options?.status ?? null
    this.retryAfterMs = options?.retryAfterMs ?? null
  }
}
