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
import { ISSUE_KEY } from './creditStore.ts'
import type { Database, SqlValue, Transaction } from './database.ts'
import { addEntry, Undone, unlessUndone } from './ledgerRows.ts'

type PaymentColumns = Readonly<{
  id: string
  network: string
  asset: string
  payer: string
  nonce: string
  pay_to: string
  amount_atomic: string
  valid_after_s: number
  valid_before_s: number
  amount_micro_usd: number
  reason: string
  request_sha256: string
  credit_key_hash: string | null
  credit_micro_usd: number | null
  state: 'claimed' | 'settling' | 'settled' | 'released'
  is_free: number
  from_block: number | null
  answer_status: number | null
  answer_type: string | null
  answer_body: Uint8Array | null
  transaction_hash: string | null
  log_index: number | null
}>

/** A key that was bought and named by its buyer, not by the operator. */
const BOUGHT_LABEL = 'bought'

const BUSY = { state: 'busy' } as const

/** What was paid for is booked, even on a key that was revoked since. */
const ADD_CREDIT = `
  UPDATE credit_key SET balance_micro_usd = balance_micro_usd + $2, entries = entries + 1
  WHERE key_hash = $1 RETURNING entries`

export function paymentStore(database: Database): PaymentStore {
  const now = database.timeIn('0')
  const selected = `SELECT *, CASE WHEN lease_until <= ${now} THEN 1 ELSE 0 END AS is_free
    FROM payment`
  const find = `${selected} WHERE id = $1 ${database.forUpdate}`
  const findNamed = `${selected} WHERE identifier = $1 ${database.forUpdate}`

  const add = `
    INSERT INTO payment (id, network, asset, payer, nonce, pay_to, amount_atomic, valid_after_s,
      valid_before_s, amount_micro_usd, reason, request_sha256, identifier, credit_key_hash,
      credit_micro_usd, made_at, owner, state, lease_until)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17,
      'claimed', ${database.timeIn('$18')})
    ON CONFLICT DO NOTHING RETURNING id`

  const takeOver = `
    UPDATE payment
    SET network = $2, asset = $3, payer = $4, nonce = $5, pay_to = $6, amount_atomic = $7,
      valid_after_s = $8, valid_before_s = $9, amount_micro_usd = $10, reason = $11,
      request_sha256 = $12, identifier = $13, credit_key_hash = $14, credit_micro_usd = $15,
      made_at = $16, owner = $17, state = 'claimed', lease_until = ${database.timeIn('$18')},
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
    RETURNING *`

  const ended = `state = 'released', owner = NULL, lease_until = NULL, identifier = NULL,
    answer_sha256 = NULL, answer_status = NULL, answer_type = NULL, answer_body = NULL`

  async function claimed(
    tx: Transaction,
    claim: Parameters<PaymentStore['claim']>[0],
  ): Promise<ClaimResult> {
    const { id, authorization, purchase, owner, leaseMs, at } = claim
    const values = [
      id,
      ...authorizationValues(authorization),
      ...purchaseValues(purchase),
      at,
      owner,
      leaseMs,
    ]
    if ((await tx.query(add, values)).length > 0) return { state: 'claimed' }
    const [row] = await tx.query<PaymentColumns>(find, [id])
    const found = row === undefined ? null : known(row, purchase)
    if (found !== null) return found
    if (row === undefined || row.state !== 'settling') {
      // The name may be known from another authorization by the same payer.
      const [named] = await tx.query<PaymentColumns>(findNamed, [purchase.identifier])
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
      const renewed = await database.write(
        `UPDATE payment SET lease_until = ${database.timeIn('$3')}
         WHERE id = $1 AND owner = $2 AND lease_until > ${now} RETURNING id`,
        [id, owner, leaseMs],
      )
      return renewed.length > 0
    },

    async answered({ id, owner, reply, fromBlock, leaseMs }) {
      const values = [id, owner, fromBlock, leaseMs, ...replyValues(reply)]
      return (await database.write(answer, values)).length > 0
    },

    async settled({ id, settlement, keepMs, at }) {
      const { transaction, logIndex } = settlement
      const settling = database.transaction(async (tx) => {
        const [row] = await tx.query<PaymentColumns>(settle, [
          id,
          transaction,
          logIndex,
          at,
          keepMs,
        ])
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
        const released = await tx.query(
          `UPDATE payment SET ${ended}, closed_at = $3
           WHERE id = $1 AND owner = $2 AND state = 'settling' RETURNING id`,
          [id, owner, at],
        )
        return released.length > 0
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
      const rows = await database.query(
        "SELECT 1 AS found FROM payment WHERE state = 'settled' AND pay_to = $1 LIMIT 1",
        [payTo],
      )
      return rows.length > 0
    },

    async takeOpen({ owner, leaseMs, limit }) {
      const rows = await database.write<PaymentColumns>(
        `UPDATE payment SET owner = $1, lease_until = ${database.timeIn('$2')}
         WHERE state = 'settling' AND lease_until <= ${now} AND id IN (
           SELECT id FROM payment WHERE state = 'settling' AND lease_until <= ${now} LIMIT $3)
         RETURNING *`,
        [owner, leaseMs, limit],
      )
      return rows.map(toOpen)
    },

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
function known(row: PaymentColumns, purchase: Purchase): ClaimResult | null {
  const isSame = row.request_sha256 === purchase.requestSha256 && row.reason === purchase.reason
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
async function book(tx: Transaction, row: PaymentColumns, at: string): Promise<void> {
  const received = {
    from: receiptsAccount(row.network, row.asset),
    amountMicroUsd: row.amount_micro_usd,
    reason: row.reason,
    chargeId: row.id,
    at,
  }
  const { credit_key_hash: keyHash, credit_micro_usd: creditMicroUsd } = row
  if (keyHash === null || creditMicroUsd === null) {
    await addEntry(tx, { ...received, owner: paymentOwner(row.id), seq: 1, to: REVENUE_ACCOUNT })
    return
  }
  const owner = keyOwner(keyHash)
  const to = creditAccount(keyHash)
  const issued = [keyHash, BOUGHT_LABEL, row.amount_micro_usd, at]
  const [fresh] = await tx.query<{ entries: number }>(ISSUE_KEY, issued)
  const seq = fresh?.entries ?? (await topUp(tx, keyHash, row.amount_micro_usd))
  await addEntry(tx, { ...received, owner, seq, to })
  const bonusMicroUsd = creditMicroUsd - row.amount_micro_usd
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

function authorizationValues(of: Authorization): SqlValue[] {
  return [
    of.network,
    of.asset,
    of.payer,
    of.nonce,
    of.payTo,
    of.amountAtomic,
    of.validAfterS,
    of.validBeforeS,
  ]
}

function purchaseValues(purchase: Purchase): SqlValue[] {
  return [
    purchase.amountMicroUsd,
    purchase.reason,
    purchase.requestSha256,
    purchase.identifier,
    purchase.credit?.keyHash ?? null,
    purchase.credit?.amountMicroUsd ?? null,
  ]
}

function toOpen(row: PaymentColumns): OpenPayment {
  return {
    id: row.id,
    network: row.network,
    asset: row.asset,
    payer: row.payer,
    payTo: row.pay_to,
    amountAtomic: row.amount_atomic,
    nonce: row.nonce,
    validAfterS: row.valid_after_s,
    validBeforeS: row.valid_before_s,
    fromBlock: row.from_block ?? 0,
  }
}
