// Probes and reports of watched services. A claim keeps two nodes from making one probe; like a lease
// it is judged by the clock of the database alone, and it is over when its probe is saved.

import { NO_PROBES, OUTCOMES, PROBE_REASONS, type Probe, type Tally } from '../domain/probe.ts'
import { invariant } from '../errors.ts'
import type { ReportLink, WatchStore } from '../ports/watch.ts'
import { columnsOf } from './columns.ts'
import { type Database, firstOf, isAny } from './database.ts'

const PROBE = columnsOf<Probe>({
  target: 'target_id',
  dueAt: 'due_at',
  at: 'at',
  outcome: 'outcome',
  reason: 'reason',
  status: 'status',
  latencyMs: 'latency_ms',
  tlsExpiresAt: 'tls_expires_at',
})
const REPORT = columnsOf<ReportLink>({
  target: 'target_id',
  number: 'number',
  windowStart: 'window_start',
  windowEnd: 'window_end',
  attestationHash: 'attestation_hash',
  previousHash: 'previous_hash',
})
/** Nothing is claimed before it is due; what lies ahead was claimed by a clock that was wrong. */
const AHEAD_MAX_MS = 60_000
const PAGE_MAX = 1_000

export function watchStore(database: Database): WatchStore {
  const now = database.timeIn('0')

  // One statement, so that two nodes cannot both have the probe. `$5` is twice the length: a claim
  // that ends further ahead was written by a clock that has been set right since.
  const claim = `
    INSERT INTO watch_target (id, claimed_due, claimed_by, claimed_until)
      VALUES ($1, $2, $3, ${database.timeIn('$4')})
    ON CONFLICT (id) DO UPDATE SET claimed_due = excluded.claimed_due,
        claimed_by = excluded.claimed_by, claimed_until = excluded.claimed_until
      WHERE watch_target.claimed_due < excluded.claimed_due
        OR watch_target.claimed_due > ${database.timeIn(String(AHEAD_MAX_MS))}
        OR (watch_target.claimed_due = excluded.claimed_due
          AND (watch_target.claimed_until <= ${now}
            OR watch_target.claimed_until > ${database.timeIn('$5')}))
    RETURNING id`

  return {
    async time() {
      const [row] = await database.query<{ at: string }>(`SELECT ${now} AS at`)
      invariant(row !== undefined, 'the store tells the time')
      return row.at
    },

    claim: ({ target, dueAt, owner, leaseMs }) =>
      isAny(database.write(claim, [target, dueAt, owner, leaseMs, 2 * leaseMs])),

    save: (probe) =>
      database.transaction(async (tx) => {
        const { target, dueAt } = probe
        await tx.query(
          'INSERT INTO watch_target (id, claimed_due) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING',
          [target, dueAt],
        )
        const [row] = await tx.query<{ closed_until: string | null }>(
          `SELECT closed_until FROM watch_target WHERE id = $1 ${database.forUpdate}`,
          [target],
        )
        if (row?.closed_until != null && dueAt < row.closed_until) return false
        const saved = await tx.query(
          `INSERT INTO watch_probe (${PROBE.names}) VALUES (${PROBE.marks})
           ON CONFLICT (target_id, due_at) DO NOTHING RETURNING due_at`,
          PROBE.values(probe),
        )
        if (saved.length === 0) return false
        await tx.query(
          `INSERT INTO watch_day (target_id, day, ok, degraded, failed, not_measured)
             VALUES ($1, $2, $3, $4, $5, $6)
           ON CONFLICT (target_id, day) DO UPDATE SET ok = watch_day.ok + excluded.ok,
             degraded = watch_day.degraded + excluded.degraded,
             failed = watch_day.failed + excluded.failed,
             not_measured = watch_day.not_measured + excluded.not_measured`,
          [target, dueAt.slice(0, 10), ...OUTCOMES.map((one) => Number(one === probe.outcome))],
        )
        await tx.query('UPDATE watch_target SET probes = probes + 1 WHERE id = $1', [target])
        await tx.query(
          'UPDATE watch_target SET claimed_until = NULL WHERE id = $1 AND claimed_due = $2',
          [target, dueAt],
        )
        return true
      }),

    async probes({ target, from, until, after = '', limit }) {
      const rows = await database.query<Probe>(
        `SELECT ${PROBE.read} FROM watch_probe
         WHERE target_id = $1 AND due_at >= $2 AND due_at < $3 AND due_at > $4
         ORDER BY due_at LIMIT $5`,
        [target, from, until, after, Math.min(limit, PAGE_MAX)],
      )
      return rows.map(checked)
    },

    target: (target) =>
      firstOf(
        database.query(
          'SELECT id AS "target", probes, closed_until AS "closedUntil" FROM watch_target WHERE id = $1',
          [target],
        ),
      ),

    async tally({ target, from, to }) {
      const sums = OUTCOMES.map((one) => `CAST(coalesce(sum(${one}), 0) AS BIGINT) AS ${one}`)
      const sql = `SELECT ${sums.join(', ')} FROM watch_day
         WHERE target_id = $1 AND day >= $2 AND day <= $3`
      return (await firstOf(database.query<Tally>(sql, [target, from, to]))) ?? NO_PROBES
    },

    async close({ target, until }) {
      await database.write(
        `UPDATE watch_target SET closed_until = $2
         WHERE id = $1 AND (closed_until IS NULL OR closed_until < $2)`,
        [target, until],
      )
    },

    async saveReport(link) {
      const sql = `INSERT INTO watch_report (${REPORT.names}) VALUES (${REPORT.marks})
         ON CONFLICT DO NOTHING RETURNING number`
      return isAny(database.write(sql, REPORT.values(link)))
    },

    async reported() {
      const rows = await database.query<{ target_id: string }>(
        'SELECT DISTINCT target_id FROM watch_report ORDER BY target_id',
      )
      return rows.map((row) => row.target_id)
    },

    async reports({ target, beforeNumber = Number.MAX_SAFE_INTEGER, limit }) {
      return database.query<ReportLink>(
        `SELECT ${REPORT.read} FROM watch_report WHERE target_id = $1 AND number < $2
         ORDER BY number DESC LIMIT $3`,
        [target, beforeNumber, limit],
      )
    },

    async purge({ before, limit }) {
      const targets = await database.query<{ id: string; closed_until: string }>(
        'SELECT id, closed_until FROM watch_target WHERE closed_until IS NOT NULL ORDER BY id',
      )
      let purged = 0
      for (const { id, closed_until: closed } of targets) {
        const bound = before < closed ? before : closed
        const rows = await database.write(
          `DELETE FROM watch_probe WHERE target_id = $1 AND due_at IN
             (SELECT due_at FROM watch_probe WHERE target_id = $1 AND due_at < $2
              ORDER BY due_at LIMIT $3)
           RETURNING due_at`,
          [id, bound, limit - purged],
        )
        purged += rows.length
        if (purged >= limit) break
      }
      return purged
    },
  }
}

/** The columns are texts: only what is written here stands in them. */
function checked(probe: Probe): Probe {
  invariant(OUTCOMES.includes(probe.outcome), 'a saved outcome is one')
  const { reason } = probe
  invariant(reason === null || Object.hasOwn(PROBE_REASONS, reason), 'a saved reason is one')
  return probe
}
