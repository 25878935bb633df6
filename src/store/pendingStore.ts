// Questions whose answer waits to be fetched. Times are those of the database's clock alone.

import type { PendingReply, PendingStore } from '../ports/pending.ts'
import { type Database, firstOf, isAny } from './database.ts'

type PendingRow = Readonly<{
  route: string
  request_sha256: string
  is_fetched: number
  is_free: number
  is_worked_on: number
  answer_status: number | null
  answer_type: string | null
  answer_headers: string | null
  answer_body: Uint8Array | null
}>

export function pendingStore(database: Database): PendingStore {
  const now = database.timeIn('0')
  // A failure counts to nobody's share: there is nothing to fetch.
  const counts = `expires_at > ${now} AND is_fetched = 0
    AND (answer_status = 200 OR (answer_status IS NULL AND lease_until > ${now}))`

  // Two that come at the same moment may both find the last place free. One too many does no harm.
  const add = `
    INSERT INTO pending (id, route, request_sha256, client, lease_until, expires_at,
      is_fetched, is_free)
    SELECT CAST($1 AS TEXT), CAST($2 AS TEXT), CAST($3 AS TEXT), CAST($4 AS TEXT),
      ${database.timeIn('$5')}, ${database.timeIn('$6')}, 0, 0
    WHERE (SELECT COUNT(*) FROM pending WHERE client = CAST($4 AS TEXT) AND ${counts})
        < CAST($7 AS BIGINT)
      AND (SELECT COUNT(*) FROM pending WHERE expires_at > ${now}) < CAST($8 AS BIGINT)
      AND (SELECT COALESCE(SUM(length(answer_body)), 0) FROM pending) < CAST($9 AS BIGINT)
    RETURNING id`

  const renew = `
    UPDATE pending SET lease_until = ${database.timeIn('$2')}, expires_at = ${database.timeIn('$3')}
    WHERE id = $1 AND answer_status IS NULL`

  const end = `
    UPDATE pending SET lease_until = ${now}, expires_at = ${database.timeIn('$2')}, is_free = $3,
      answer_status = $4, answer_type = $5, answer_headers = $6, answer_body = $7
    WHERE id = $1 AND answer_status IS NULL`

  const find = `
    SELECT route, request_sha256, is_fetched, is_free,
      CASE WHEN lease_until > ${now} THEN 1 ELSE 0 END AS is_worked_on,
      answer_status, answer_type, answer_headers, answer_body
    FROM pending WHERE id = $1 AND expires_at > ${now}`

  return {
    add({ id, route, requestSha256, client, leaseMs, keepMs, ...bounds }) {
      const times = [leaseMs, keepMs]
      const { clientMax, totalMax, bytesMax } = bounds
      const values = [id, route, requestSha256, client, ...times, clientMax, totalMax, bytesMax]
      return isAny(database.write(add, values))
    },

    async renew({ id, leaseMs, keepMs }) {
      await database.write(renew, [id, leaseMs, keepMs])
    },

    async end({ id, reply, keepMs }) {
      const { status, contentType, headers, body, isFree } = reply
      const answer = [status, contentType, JSON.stringify(headers), body]
      await database.write(end, [id, keepMs, isFree ? 1 : 0, ...answer])
    },

    async giveUp(id) {
      await database.write(
        `UPDATE pending SET lease_until = ${now} WHERE id = $1 AND answer_status IS NULL`,
        [id],
      )
    },

    async find(id) {
      const row = await firstOf(database.query<PendingRow>(find, [id]))
      if (row === null) return null
      return {
        route: row.route,
        requestSha256: row.request_sha256,
        reply: replyOf(row),
        isWorkedOn: row.is_worked_on === 1,
        isFetched: row.is_fetched === 1,
      }
    },

    async markFetched(id) {
      await database.write('UPDATE pending SET is_fetched = 1 WHERE id = $1', [id])
    },

    async sweep({ limit }) {
      await database.write(
        `DELETE FROM pending WHERE expires_at <= ${now} AND id IN (
           SELECT id FROM pending WHERE expires_at <= ${now} LIMIT $1)`,
        [limit],
      )
    },
  }
}

function replyOf(row: PendingRow): PendingReply | null {
  const { answer_status: status, answer_type: contentType, answer_body: body } = row
  if (status === null || contentType === null || body === null) return null
  const headers: Record<string, string> = JSON.parse(row.answer_headers ?? '{}')
  return { status, contentType, headers, body, isFree: row.is_free === 1 }
}
