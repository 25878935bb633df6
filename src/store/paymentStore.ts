// Payments over x402. A row is taken under its lock: one owner at a time, over every node. What a
// payment has bought is booked in the transaction that marks it as settled.

import {
  creditAccount,
  ISSUED_ACCOUNT,
  keyOwner,
  paymentOwner,
  REVENUE_ACCOUNT,
  receiptsAccount,
} from '../domain/accounts.ts'
import { invariant } from '../errors.ts'
import type {
  Authorization,
  ClaimResult,
  OpenPayment,
  PaymentStore,
  Purchase,
} from '../ports/payments.ts'
import { replyValues, toReply } from './chargeStore.ts'
import { columnsOf } from './columns.ts'
import { ISSUE_KEY } from './creditStore.ts'
import { type Database, isAny, type Transaction } from './database.ts'
import { addEntry, Undone, unlessUndone } from './ledgerRows.ts'

type NewPayment = Authorization &
  Omit<Purchase, 'credit'> &
  Readonly<{
    id: string
    creditKeyHash: string | null
    creditMicroUsd: number | null
    at: string
    owner: string | null
  }>

type PaymentRow = NewPayment &
  Parameters<typeof toReply>[0] &
  Readonly<{
    state: 'claimed' | 'settling' | 'settled' | 'released'
    from_block: number | null
    transaction_hash: string | null
    log_index: number | null
  }>

type FoundRow = PaymentRow & Readonly<{ is_free: number }>

const AUTHORIZATION = {
  id: 'id',
  network: 'network',
  asset: 'asset',
  payer: 'payer',
  nonce: 'nonce',
  payTo: 'pay_to',
  amountAtomic: 'amount_atomic',
  validAfterS: 'valid_after_s',
  validBeforeS: 'valid_before_s',
} as const

const OPEN = columnsOf<OpenPayment>({ ...AUTHORIZATION, fromBlock: 'COALESCE(from_block, 0)' })

const PAYMENT = columnsOf<NewPayment>({
  ...AUTHORIZATION,
  amountMicroUsd: 'amount_micro_usd',
  reason: 'reason',
  requestSha256: 'request_sha256',
  identifier: 'identifier',
  creditKeyHash: 'credit_key_hash',
  creditMicroUsd: 'credit_micro_usd',
  at: 'made_at',
  owner: 'owner',
})

const ROW = `${PAYMENT.read}, state, from_block, answer_status, answer_type, answer_body,
  transaction_hash, log_index`

/** A key that was bought and named by its buyer, not by the operator. */
const BOUGHT_LABEL = 'bought'

const BUSY = { state: 'busy' } as const

/** What was paid for is booked, even on a key that was revoked since. */
const ADD_CREDIT = `
  UPDATE credit_key SET balance_micro_usd = balance_micro_usd + $2, entries = entries + 1
  WHERE key_hash = $1 RETURNING entries`

export function paymentStore(database: Database): PaymentStore {
  const now = database.timeIn('0')
  const selected = `SELECT ${ROW}, CASE WHEN lease_until <= ${now} THEN 1 ELSE 0 END AS is_free
    FROM payment`
  const find = `${selected} WHERE id = $1 ${database.forUpdate}`
  const findNamed = `${selected} WHERE identifier = $1 ${database.forUpdate}`

  const add = `
    INSERT INTO payment (${PAYMENT.names}, state, lease_until)
    VALUES (${PAYMENT.marks}, 'claimed', ${database.timeIn('$18')})
    ON CONFLICT DO NOTHING RETURNING id`

  const takeOver = `
    UPDATE payment
    SET ${PAYMENT.sets}, state = 'claimed', lease_until = ${database.timeIn('$18')},
      from_block = NULL, closed_at = NULL,
      answer_sha256 = NULL, answer_status = NULL, answer_type = NULL, answer_body = NULL
    WHERE id = $1`

  const lease = `
    UPDATE payment SET owner = $2, lease_until = ${database.timeIn('$3')} WHERE id = $1`

  const answer = `
    UPDATE payment
    SET state = 'settling', from_block = $3, lease_until = ${database.timeIn('$4')},
      answer_sha256 = $5, answer_status = $6, answer_type = $7, answer_body = $8
    WHERE id = $1 AND owner = $2 AND state = 'claimed' RETURNING id`

  const settle = `
    UPDATE payment
    SET state = 'settled', owner = NULL, lease_until = NULL, transaction_hash = $2,
      log_index = $3, closed_at = $4, kept_until = ${database.timeIn('$5')}
    WHERE id = $1 AND state = 'settling'
      AND NOT EXISTS (SELECT 1 FROM payment AS other WHERE other.network = payment.network
        AND other.transaction_hash = $2 AND other.log_index = $3)
    RETURNING ${ROW}`

  const ended = `state = 'released', owner = NULL, lease_until = NULL, identifier = NULL,
    answer_sha256 = NULL, answer_status = NULL, answer_type = NULL, answer_body = NULL`

  async function claimed(
    tx: Transaction,
    claim: Parameters<PaymentStore['claim']>[0],
  ): Promise<ClaimResult> {
    const { id, authorization, purchase, owner, leaseMs, at } = claim
    const { credit, ...bought } = purchase
    const [creditKeyHash, creditMicroUsd] = [
      credit?.keyHash ?? null,
      credit?.amountMicroUsd ?? null,
    ]
    const fresh = { id, ...authorization, ...bought, creditKeyHash, creditMicroUsd, at, owner }
    const values = [...PAYMENT.values(fresh), leaseMs]
    if ((await tx.query(add, values)).length > 0) return { state: 'claimed' }
    const [row] = await tx.query<FoundRow>(find, [id])
    const found = row === undefined ? null : known(row, purchase)
    if (found !== null) return found
    if (row === undefined || row.state !== 'settling') {
      // The name may be known from another authorization by the same payer.
      const [named] = await tx.query<FoundRow>(findNamed, [purchase.identifier])
      if (named !== undefined && named.id !== id) return known(named, purchase) ?? BUSY
      if (row === undefined) return BUSY
    }
    if (row.state === 'settling') {
      await tx.query(lease, [id, owner, leaseMs])
      const reply = toReply(row)
      invariant(reply !== null, 'payments.claim: a payment in settling has its answer')
      return { state: 'settling', reply, fromBlock: row.from_block ?? 0 }
    }
    await tx.query(takeOver, values)
    return { state: 'claimed' }
  }

  return {
    claim: (claim) => database.transaction((tx) => claimed(tx, claim)),

    async renew({ id, owner, leaseMs }) {
      const sql = `UPDATE payment SET lease_until = ${database.timeIn('$3')}
         WHERE id = $1 AND owner = $2 AND lease_until > ${now} RETURNING id`
      return isAny(database.write(sql, [id, owner, leaseMs]))
    },

    answered: ({ id, owner, reply, fromBlock, leaseMs }) =>
      isAny(database.write(answer, [id, owner, fromBlock, leaseMs, ...replyValues(reply)])),

    async settled({ id, settlement, keepMs, at }) {
      const { transaction, logIndex } = settlement
      const settling = database.transaction(async (tx) => {
        const [row] = await tx.query<PaymentRow>(settle, [id, transaction, logIndex, at, keepMs])
        if (row === undefined) throw new Undone('not settling')
        await book(tx, row, at)
        return true
      })
      return unlessUndone(settling, false)
    },

    async release({ id, owner, at }) {
      return database.transaction(async (tx) => {
        // Of a payment that came to nothing, nothing is kept: anybody can make up as many as he likes.
        const dropped = await tx.query(
          `DELETE FROM payment WHERE id = $1 AND owner = $2 AND state = 'claimed' RETURNING id`,
          [id, owner],
        )
        if (dropped.length > 0) return true
        const sql = `UPDATE payment SET ${ended}, closed_at = $3
           WHERE id = $1 AND owner = $2 AND state = 'settling' RETURNING id`
        return isAny(tx.query(sql, [id, owner, at]))
      })
    },

    async leaveOpen({ id, owner }) {
      await database.write(
        `UPDATE payment SET lease_until = ${now}
         WHERE id = $1 AND owner = $2 AND state = 'settling'`,
        [id, owner],
      )
    },

    async hasPaid(payTo) {
      const sql = "SELECT 1 AS found FROM payment WHERE state = 'settled' AND pay_to = $1 LIMIT 1"
      return isAny(database.query(sql, [payTo]))
    },

    takeOpen: ({ owner, leaseMs, limit }) =>
      database.write<OpenPayment>(
        `UPDATE payment SET owner = $1, lease_until = ${database.timeIn('$2')}
         WHERE state = 'settling' AND lease_until <= ${now} AND id IN (
           SELECT id FROM payment WHERE state = 'settling' AND lease_until <= ${now} LIMIT $3)
         RETURNING ${OPEN.read}`,
        [owner, leaseMs, limit],
      ),

    async sweep({ limit }) {
      await database.write(
        `DELETE FROM payment
         WHERE state = 'claimed' AND lease_until <= ${now} AND id IN (
           SELECT id FROM payment WHERE state = 'claimed' AND lease_until <= ${now} LIMIT $1)`,
        [limit],
      )
      await database.write(
        `UPDATE payment SET answer_body = NULL WHERE id IN (
           SELECT id FROM payment WHERE answer_body IS NOT NULL AND kept_until <= ${now} LIMIT $1)`,
        [limit],
      )
    },
  }
}

/** Null when the payment may be taken over, for whatever is asked now or for what it has answered. */
function known(row: FoundRow, purchase: Purchase): ClaimResult | null {
  const isSame = row.requestSha256 === purchase.requestSha256 && row.reason === purchase.reason
  if (row.state === 'released') return null
  if (row.state === 'claimed') {
    if (row.is_free === 1) return null
    return { state: isSame ? 'busy' : 'conflict' }
  }
  if (!isSame) return { state: 'conflict' }
  if (row.state === 'settling') return row.is_free === 1 ? null : { state: 'busy' }
  const { transaction_hash: transaction, log_index: logIndex } = row
  invariant(transaction !== null && logIndex !== null, 'payments: settled by a transfer')
  return { state: 'settled', reply: toReply(row), settlement: { transaction, logIndex } }
}

/** What came in, and what it went to: revenue, or the credit of a key. */
async function book(tx: Transaction, row: PaymentRow, at: string): Promise<void> {
  const received = {
    from: receiptsAccount(row.network, row.asset),
    amountMicroUsd: row.amountMicroUsd,
    reason: row.reason,
    chargeId: row.id,
    at,
  }
  const { creditKeyHash: keyHash, creditMicroUsd } = row
  if (keyHash === null || creditMicroUsd === null) {
    await addEntry(tx, { ...received, owner: paymentOwner(row.id), seq: 1, to: REVENUE_ACCOUNT })
    return
  }
  const owner = keyOwner(keyHash)
  const to = creditAccount(keyHash)
  const issued = [keyHash, BOUGHT_LABEL, row.amountMicroUsd, at]
  const [fresh] = await tx.query<{ entries: number }>(ISSUE_KEY, issued)
  const seq = fresh?.entries ?? (await topUp(tx, keyHash, row.amountMicroUsd))
  await addEntry(tx, { ...received, owner, seq, to })
  const bonusMicroUsd = creditMicroUsd - row.amountMicroUsd
  if (bonusMicroUsd <= 0) return
  const bonus = { from: ISSUED_ACCOUNT, amountMicroUsd: bonusMicroUsd, reason: 'bonus' }
  const next = await topUp(tx, keyHash, bonusMicroUsd)
  await addEntry(tx, { ...received, ...bonus, owner, seq: next, to })
}

async function topUp(tx: Transaction, keyHash: string, amountMicroUsd: number): Promise<number> {
  const [key] = await tx.query<{ entries: number }>(ADD_CREDIT, [keyHash, amountMicroUsd])
  invariant(key !== undefined, 'payments: the key that was bought has no row')
  return key.entries
}
