// How many free calls a client has used on a day.

import { invariant } from '../errors.ts'
import type { QuotaStore } from '../ports/store.ts'
import type { Database } from './database.ts'

// One statement, so that the count and the limit are compared under the row's lock. No row comes
// back when the limit is reached.
const TAKE = `
  INSERT INTO quota (day, client, used) VALUES ($1, $2, 1)
  ON CONFLICT (day, client) DO UPDATE SET used = quota.used + 1 WHERE quota.used < $3
  RETURNING used`

export function quotaStore(database: Database): QuotaStore {
  async function loadUsed(day: string, client: string): Promise<number> {
    const [row] = await database.query<{ used: number }>(
      'SELECT used FROM quota WHERE day = $1 AND client = $2',
      [day, client],
    )
    return row?.used ?? 0
  }

  return {
    async take({ client, day, limit }) {
      invariant(Number.isSafeInteger(limit), 'quota.take: the limit is not an integer')
      if (limit > 0) {
        const [row] = await database.write<{ used: number }>(TAKE, [day, client, limit])
        if (row !== undefined) return { granted: true, used: row.used }
      }
      return { granted: false, used: await loadUsed(day, client) }
    },

    async giveBack({ client, day }) {
      await database.write(
        'UPDATE quota SET used = used - 1 WHERE day = $1 AND client = $2 AND used > 0',
        [day, client],
      )
    },

    async purge(day) {
      await database.write('DELETE FROM quota WHERE day < $1', [day])
    },
  }
}
