// Why a bounded fetch failed. Messages name hosts and numbers, never a path, a query or a header:
// private indexes carry credentials in all of them.

export type FetchFailure =
  | 'aborted' // The caller's signal.
  | 'timeout' // The deadline of the whole fetch, every try included.
  | 'network' // No connection, a reset, a truncated or malformed response.
  | 'status' // The last try ended in a 429 or a 5xx.
  | 'circuit_open' // The origin failed so often that it is left alone for a while.
  | 'redirect' // Too many, or one that must not be followed.
  | 'address_refused' // The host is not on the public internet.
  | 'too_large' // More bytes than the caller takes.
  | 'malformed_url' // Not an http(s) URL.

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
