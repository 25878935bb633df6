// One look at a watched service, and what was seen.

/** `not_measured`: nothing can be said of the service, which is neither up nor down by it. */
export const OUTCOMES = ['ok', 'degraded', 'failed', 'not_measured'] as const
export type Outcome = (typeof OUTCOMES)[number]

/** Why an outcome is not `ok`, under the outcome that it leads to. */
export const PROBE_REASONS = {
  slow: 'degraded',
  tls_expiring: 'degraded',
  status: 'failed',
  body: 'failed',
  x402: 'failed',
  timeout: 'failed',
  connection: 'failed',
  name: 'failed',
  tls: 'failed',
  rate_limited: 'not_measured',
  address_refused: 'not_measured',
  name_unresolved: 'not_measured',
  network: 'not_measured',
  body_unread: 'not_measured',
} as const satisfies Readonly<Record<string, Outcome>>
export type ProbeReason = keyof typeof PROBE_REASONS

export type ProbeResult = Readonly<{
  outcome: Outcome
  /** Null exactly when the outcome is `ok`. */
  reason: ProbeReason | null
  /** HTTP status; null when there was no answer. */
  status: number | null
  /** Until the head of the answer; null when there was none. */
  latencyMs: number | null
  /** When the certificate ends (ISO 8601, UTC); null without TLS or where it was not seen. */
  tlsExpiresAt: string | null
}>

export type Probe = ProbeResult &
  Readonly<{
    /** Id of what was probed. */
    target: string
    /** The moment that it was due: with the target, the name of a probe. ISO 8601, UTC. */
    dueAt: string
    /** When it began. */
    at: string
  }>

/** How many probes ended how; no probe is counted twice. */
export type Tally = Readonly<Record<Outcome, number>>

export const NO_PROBES: Tally = { ok: 0, degraded: 0, failed: 0, not_measured: 0 }
