// Who works on something right now, over every node. A lease ends by itself when its holder dies.

import type { LeaseStore } from '../ports/store.ts'
import type { Database } from './database.ts'

// One statement, so that two nodes that find the lease free cannot both have it. No row comes back
// when somebody else holds it.
const TAKE = `
  INSERT INTO lease (key, owner, expires_at) VALUES ($1, $2, $3)
  ON CONFLICT (key) DO UPDATE SET owner = $2, expires_at = $3
    WHERE lease.owner = $2 OR lease.expires_at <= $4
  RETURNING owner`

export function leaseStore(database: Database): LeaseStore {
  return {
    async take({ key, owner, now, expiresAt }) {
      const rows = await database.write(TAKE, [key, owner, expiresAt, now])
      return rows.length > 0
    },

    async giveUp({ key, owner }) {
      await database.write('DELETE FROM lease WHERE key = $1 AND owner = $2', [key, owner])
    },
  }
}
