// The signing keys that were ever published, and which of them signs now.

import type { PublishedVerifier, VerifierStore } from '../ports/store.ts'
import { columnsOf } from './columns.ts'
import type { Database } from './database.ts'

const VERIFIER = columnsOf<PublishedVerifier>({
  address: 'address',
  validFrom: 'valid_from',
  validUntil: 'valid_until',
})

// Never before its own beginning, should the clocks of two nodes disagree.
const RETIRE_OTHERS = `
  UPDATE verifier SET valid_until = CASE WHEN valid_from > $2 THEN valid_from ELSE $2 END
  WHERE valid_until IS NULL AND address <> $1`

// A key that returns keeps its first day: receipts from its first time must go on verifying.
const MAKE_CURRENT = `
  INSERT INTO verifier (${VERIFIER.names}) VALUES ($1, $2, NULL)
  ON CONFLICT (address) DO UPDATE SET valid_until = NULL`

export function verifierStore(database: Database): VerifierStore {
  const list = () =>
    database.query<PublishedVerifier>(
      `SELECT ${VERIFIER.read} FROM verifier ORDER BY valid_from, address`,
    )

  return {
    async publish(address, at) {
      // The usual start of a node: its key is the current one and nothing is written.
      const published = await list()
      if (published.some((key) => key.address === address && key.validUntil === null)) return
      await database.transaction(async (tx) => {
        await tx.lock('verifier')
        await tx.query(RETIRE_OTHERS, [address, at])
        await tx.query(MAKE_CURRENT, [address, at])
      })
    },
    list,
  }
}
