// Who works on something right now, over every node. A lease ends by itself when its holder dies.
// When, is judged by the clock of the database alone: a node whose clock is wrong neither keeps
// others out nor takes what is theirs.

import type { LeaseStore } from '../ports/store.ts'
import { type Database, isAny } from './database.ts'

export function leaseStore(database: Database): LeaseStore {
  // One that ends too far ahead was written by a clock that has been set right since, and would
  // keep everybody out until then.
  const isOver = (tooFarMs: string) =>
    `(lease.expires_at <= ${database.timeIn('0')}
      OR lease.expires_at > ${database.timeIn(tooFarMs)})`

  // One statement, so that two nodes that find the lease free cannot both have it. No row comes
  // back when somebody else holds it.
  const take = `
    INSERT INTO lease (key, owner, expires_at) VALUES ($1, $2, ${database.timeIn('$3')})
    ON CONFLICT (key) DO UPDATE SET owner = excluded.owner, expires_at = excluded.expires_at
      WHERE lease.owner = excluded.owner OR ${isOver('$4')}
    RETURNING owner`

  // The condition stands twice because the row may have been taken again since it was found.
  const sweep = `
    DELETE FROM lease WHERE ${isOver('$1')}
      AND key IN (SELECT key FROM lease WHERE ${isOver('$1')} LIMIT $2)
    RETURNING key`

  return {
    take: ({ key, owner, leaseMs }) =>
      isAny(database.write(take, [key, owner, leaseMs, tooFar(leaseMs)])),

    async giveUp({ key, owner }) {
      await database.write('DELETE FROM lease WHERE key = $1 AND owner = $2', [key, owner])
    },

    async sweep({ leaseMs, limit }) {
      return (await database.write(sweep, [tooFar(leaseMs), limit])).length
    },
  }
}

/** Twice its length: an honest lease never ends that far ahead, and lengths may change a little. */
function tooFar(leaseMs: number): number {
  return 2 * leaseMs
}
