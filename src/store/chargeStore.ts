// What keys pay for answers. Each change locks the key's row first and the charge's second, so that
// no two of them can wait for each other; a condition that fails on the second undoes the first.

import { createHash } from 'node:crypto'
import { creditAccount, heldAccount, keyOwner, REVENUE_ACCOUNT } from '../domain/accounts.ts'
import type {
  ChargeRefusal,
  ChargeStore,
  KeptReply,
  NamedCharge,
  NewCharge,
} from '../ports/credits.ts'
import { columnsOf } from './columns.ts'
import type { Database, SqlValue, Transaction } from './database.ts'
import { addEntry, assertAmount, Undone, unlessUndone } from './ledgerRows.ts'

type KeyState = Readonly<{ balance_micro_usd: number; entries: number }>

// The condition and the change are one statement: whoever comes second sees the balance that the
// first has left, on every node.
const TAKE = `
  UPDATE credit_key
  SET balance_micro_usd = balance_micro_usd - $2, held_micro_usd = held_micro_usd + $3,
    entries = entries + 1
  WHERE key_hash = $1 AND revoked_at IS NULL AND balance_micro_usd >= $2
  RETURNING balance_micro_usd, entries`

/** `$3`: what comes back of it. A revoked key keeps what it has. */
const END_HOLD = `
  UPDATE credit_key
  SET held_micro_usd = held_micro_usd - $2, balance_micro_usd = balance_micro_usd + $3,
    entries = entries + 1
  WHERE key_hash = $1 AND held_micro_usd >= $2
  RETURNING balance_micro_usd, entries`

type NamedColumns = Readonly<{
  id: string
  request_sha256: string
  state: 'held' | 'captured'
  is_over: number
  answer_status: number | null
  answer_type: string | null
  answer_body: Uint8Array | null
}>

const CHARGE = columnsOf<NewCharge>({
  id: 'id',
  keyHash: 'key_hash',
  amountMicroUsd: 'amount_micro_usd',
  reason: 'reason',
  requestSha256: 'request_sha256',
  idempotency: 'idempotency',
  at: 'made_at',
})

export function chargeStore(database: Database): ChargeStore {
  const now = database.timeIn('0')

  // Nothing is added when the caller has used this name before.
  const addHeld = `
    INSERT INTO charge (${CHARGE.names}, state, held_until)
    VALUES ($1, $2, $3, $4, $5, $6, $7, 'held', ${database.timeIn('$8')})
    ON CONFLICT DO NOTHING`

  const addCaptured = `
    INSERT INTO charge (${CHARGE.names}, state, closed_at,
      answer_sha256, answer_status, answer_type, answer_body, kept_until)
    VALUES ($1, $2, $3, $4, $5, $6, $7, 'captured', $7, $8, $9, $10, $11, ${database.timeIn('$12')})
    ON CONFLICT DO NOTHING`

  const renew = `
    UPDATE charge SET held_until = ${database.timeIn('$2')}
    WHERE id = $1 AND state = 'held' AND held_until > ${now} RETURNING id`

  const capture = `
    UPDATE charge
    SET state = 'captured', held_until = NULL, closed_at = $2, answer_sha256 = $3,
      answer_status = $4, answer_type = $5, answer_body = $6, kept_until = ${database.timeIn('$7')}
    WHERE id = $1 AND state = 'held'`

  const release = (condition: string) => `
    UPDATE charge SET state = 'released', held_until = NULL, idempotency = NULL, closed_at = $2
    WHERE id = $1 AND state = 'held' ${condition}`

  const findNamed = `
    SELECT id, request_sha256, state, answer_status, answer_type, answer_body,
      CASE WHEN COALESCE(held_until, kept_until) <= ${now} THEN 1 ELSE 0 END AS is_over
    FROM charge WHERE key_hash = $1 AND idempotency = $2`

  const forget = (which: string) => `
    UPDATE charge SET idempotency = NULL, answer_body = NULL
    WHERE answer_body IS NOT NULL AND kept_until <= ${now} AND ${which} RETURNING id`
  const forgetOne = forget('id = $1')
  const forgetSome = forget(`id IN (
    SELECT id FROM charge WHERE answer_body IS NOT NULL AND kept_until <= ${now} LIMIT $1)`)

  async function loadHeld(id: string) {
    const [row] = await database.query<{ amount_micro_usd: number; reason: string }>(
      "SELECT amount_micro_usd, reason FROM charge WHERE id = $1 AND state = 'held'",
      [id],
    )
    return row
  }

  async function giveBack(
    of: Readonly<{ id: string; keyHash: string; at: string }>,
    why: 'released' | 'lapsed',
  ): Promise<boolean> {
    const held = await loadHeld(of.id)
    if (held === undefined) return false
    const { amount_micro_usd: amount, reason } = held
    const giving = database.transaction(async (tx) => {
      const key = await endHold(tx, of.keyHash, amount, amount)
      const over = why === 'lapsed' ? `AND held_until <= ${now}` : ''
      await changeOne(tx, release(over), [of.id, of.at])
      await move(tx, of, key, ['held', 'credit'], amount, `${why}:${reason}`)
      return true
    })
    return unlessUndone(giving, false)
  }

  return {
    async charge(charge) {
      assertAmount('charges.charge', charge.amountMicroUsd)
      const charging = database.transaction(async (tx) => {
        const [key] = await tx.query<KeyState>(TAKE, [charge.keyHash, charge.amountMicroUsd, 0])
        if (key === undefined) return refused(await refusal(tx, charge.keyHash))
        await changeOne(tx, addCaptured, [
          ...CHARGE.values(charge),
          ...replyValues(charge.reply),
          charge.keepMs,
        ])
        await move(tx, charge, key, ['credit', 'revenue'], charge.amountMicroUsd, charge.reason)
        return { charged: true as const, balanceMicroUsd: key.balance_micro_usd }
      })
      return unlessUndone(charging, refused('named_before'))
    },

    async hold(charge) {
      const { keyHash, amountMicroUsd } = charge
      assertAmount('charges.hold', amountMicroUsd)
      const holding = database.transaction(async (tx) => {
        const [key] = await tx.query<KeyState>(TAKE, [keyHash, amountMicroUsd, amountMicroUsd])
        if (key === undefined) return notHeld(await refusal(tx, keyHash))
        await changeOne(tx, addHeld, [...CHARGE.values(charge), charge.leaseMs])
        await move(tx, charge, key, ['credit', 'held'], amountMicroUsd, `held:${charge.reason}`)
        return { held: true as const, balanceMicroUsd: key.balance_micro_usd }
      })
      return unlessUndone(holding, notHeld('named_before'))
    },

    async renew({ id, leaseMs }) {
      return (await database.write(renew, [id, leaseMs])).length > 0
    },

    async capture(of) {
      const held = await loadHeld(of.id)
      if (held === undefined) return null
      const { amount_micro_usd: amount, reason } = held
      const capturing = database.transaction(async (tx) => {
        const key = await endHold(tx, of.keyHash, amount, 0)
        await changeOne(tx, capture, [of.id, of.at, ...replyValues(of.reply), of.keepMs])
        await move(tx, of, key, ['held', 'revenue'], amount, reason)
        return key.balance_micro_usd
      })
      return unlessUndone(capturing, null)
    },

    async taken({ id, keyHash }) {
      const [row] = await database.query<{ balance_micro_usd: number }>(
        `SELECT credit_key.balance_micro_usd FROM charge
         JOIN credit_key ON credit_key.key_hash = charge.key_hash
         WHERE charge.id = $1 AND charge.key_hash = $2 AND charge.state = 'captured'`,
        [id, keyHash],
      )
      return row?.balance_micro_usd ?? null
    },

    release: (of) => giveBack(of, 'released'),

    async findNamed(keyHash, idempotency) {
      const [row] = await database.query<NamedColumns>(findNamed, [keyHash, idempotency])
      return row === undefined ? null : toNamed(row)
    },

    async endNamed(of) {
      if (!(await giveBack(of, 'lapsed'))) await database.write(forgetOne, [of.id])
    },

    async sweep({ limit, at }) {
      const lapsed = await database.query<{ id: string; key_hash: string }>(
        `SELECT id, key_hash FROM charge WHERE state = 'held' AND held_until <= ${now} LIMIT $1`,
        [limit],
      )
      let released = 0
      for (const { id, key_hash: keyHash } of lapsed) {
        if (await giveBack({ id, keyHash, at }, 'lapsed')) released += 1
      }
      const forgotten = await database.write(forgetSome, [limit])
      return { released, forgotten: forgotten.length }
    },
  }
}

async function endHold(tx: Transaction, keyHash: string, amount: number, comesBack: number) {
  const [key] = await tx.query<KeyState>(END_HOLD, [keyHash, amount, comesBack])
  if (key === undefined) throw new Undone('nothing is held')
  return key
}

/** Undoes the transaction unless the statement changed a row. */
async function changeOne(tx: Transaction, sql: string, values: readonly SqlValue[]): Promise<void> {
  if ((await tx.change(sql, values)) === 0) throw new Undone('no row was changed')
}

/** The digest outlives the reply: it shows for ever what was paid for. */
export function replyValues({ status, contentType, body }: KeptReply): SqlValue[] {
  return [createHash('sha256').update(body).digest('hex'), status, contentType, body]
}

const ACCOUNTS = { credit: creditAccount, held: heldAccount, revenue: () => REVENUE_ACCOUNT }
type Account = keyof typeof ACCOUNTS

/** The entry for money that a charge has moved. */
async function move(
  tx: Transaction,
  { id: chargeId, keyHash, at }: Readonly<{ id: string; keyHash: string; at: string }>,
  { entries: seq }: KeyState,
  accounts: readonly [from: Account, to: Account],
  amountMicroUsd: number,
  reason: string,
): Promise<void> {
  const [from, to] = [ACCOUNTS[accounts[0]](keyHash), ACCOUNTS[accounts[1]](keyHash)]
  const owner = keyOwner(keyHash)
  await addEntry(tx, { owner, seq, from, to, amountMicroUsd, reason, chargeId, at })
}

const refused = (why: ChargeRefusal) => ({ charged: false as const, why })
const notHeld = (why: ChargeRefusal) => ({ held: false as const, why })

async function refusal(tx: Transaction, keyHash: string): Promise<ChargeRefusal> {
  const [key] = await tx.query<{ revoked_at: string | null }>(
    'SELECT revoked_at FROM credit_key WHERE key_hash = $1',
    [keyHash],
  )
  if (key === undefined) return 'unknown'
  return key.revoked_at === null ? 'insufficient' : 'revoked'
}

function toNamed(row: NamedColumns): NamedCharge {
  return {
    id: row.id,
    requestSha256: row.request_sha256,
    state: row.state,
    isOver: row.is_over === 1,
    reply: toReply(row),
  }
}

export function toReply(
  row: Readonly<{
    answer_status: number | null
    answer_type: string | null
    answer_body: Uint8Array | null
  }>,
): KeptReply | null {
  const { answer_status: status, answer_type: contentType, answer_body: body } = row
  return status === null || contentType === null || body === null
    ? null
    : { status, contentType, body }
}
