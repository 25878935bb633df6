// The whole ledger: whether every rule of it holds, and its rows in order. A rule is a query that
// finds what breaks it; no rows is what we want to see.

import type { LedgerEntry, LedgerStore, LedgerViolation } from '../ports/credits.ts'
import type { Database } from './database.ts'
import { ENTRY } from './ledgerRows.ts'

type Rule = Readonly<{ rule: string; find: string; takesGrace?: true }>
type Found = Readonly<{ subject: string; detail: string | number | null }>

const FOUND_MAX = 100

/** Every entry as its two postings. */
const POSTINGS = `
  SELECT to_account AS account, amount_micro_usd AS amount FROM ledger_entry
  UNION ALL
  SELECT from_account, -amount_micro_usd FROM ledger_entry`

const BALANCES = `SELECT account, sum(amount) AS balance FROM (${POSTINGS}) AS p GROUP BY account`

const differs = (column: string, account: string) => `
  SELECT k.key_hash AS subject,
    'row ' || k.${column} || ', ledger ' || COALESCE(b.balance, 0) AS detail
  FROM credit_key AS k LEFT JOIN (${BALANCES}) AS b ON b.account = '${account}:' || k.key_hash
  WHERE k.${column} <> COALESCE(b.balance, 0)`

function rulesOf(database: Database): readonly Rule[] {
  const lapsed = database.timeIn('-1 * $1')
  return [
    {
      rule: 'the sum of all postings is 0',
      find: `SELECT 'ledger' AS subject, total AS detail
        FROM (SELECT COALESCE(sum(amount), 0) AS total FROM (${POSTINGS}) AS p) AS t
        WHERE total <> 0`,
    },
    { rule: 'a balance is what the ledger says', find: differs('balance_micro_usd', 'credit') },
    { rule: 'what is held is what the ledger says', find: differs('held_micro_usd', 'held') },
    {
      rule: 'no account of a key is below zero',
      find: `SELECT account AS subject, balance AS detail FROM (${BALANCES}) AS b
        WHERE balance < 0 AND (account LIKE 'credit:%' OR account LIKE 'held:%'
          OR account = 'revenue')`,
    },
    {
      rule: 'the entries of a key are numbered without a gap',
      find: `SELECT k.key_hash AS subject, COALESCE(e.found, 0) AS detail
        FROM credit_key AS k LEFT JOIN
          (SELECT owner, count(*) AS found, max(seq) AS last FROM ledger_entry GROUP BY owner) AS e
          ON e.owner = 'key:' || k.key_hash
        WHERE COALESCE(e.found, 0) <> k.entries OR COALESCE(e.last, 0) <> k.entries`,
    },
    {
      rule: 'what is held is held for a charge',
      find: `SELECT k.key_hash AS subject, COALESCE(c.held, 0) AS detail
        FROM credit_key AS k LEFT JOIN
          (SELECT key_hash, sum(amount_micro_usd) AS held FROM charge
            WHERE state = 'held' GROUP BY key_hash) AS c ON c.key_hash = k.key_hash
        WHERE k.held_micro_usd <> COALESCE(c.held, 0)`,
    },
    {
      rule: 'a hold does not outlive its lease',
      takesGrace: true,
      find: `SELECT id AS subject, held_until AS detail FROM charge
        WHERE state = 'held' AND held_until <= ${lapsed}`,
    },
    {
      rule: 'what was captured has its stored answer',
      find: `SELECT id AS subject, kept_until AS detail FROM charge
        WHERE state = 'captured' AND answer_body IS NULL AND kept_until > ${database.timeIn('0')}`,
    },
    {
      rule: 'what was captured was taken once, and nothing else was',
      find: `SELECT c.id AS subject, c.state || ', taken ' || COALESCE(e.taken, 0) AS detail
        FROM charge AS c LEFT JOIN
          (SELECT charge_id, sum(amount_micro_usd) AS taken FROM ledger_entry
            WHERE to_account = 'revenue' GROUP BY charge_id) AS e ON e.charge_id = c.id
        WHERE COALESCE(e.taken, 0) <>
          CASE WHEN c.state = 'captured' THEN c.amount_micro_usd ELSE 0 END`,
    },
    {
      rule: 'what is refunded was held before',
      find: `SELECT c.id AS subject, c.state || ', held net ' || COALESCE(e.net, 0) AS detail
        FROM charge AS c LEFT JOIN
          (SELECT charge_id, sum(CASE WHEN to_account LIKE 'held:%' THEN amount_micro_usd
              WHEN from_account LIKE 'held:%' THEN -amount_micro_usd ELSE 0 END) AS net
            FROM ledger_entry GROUP BY charge_id) AS e ON e.charge_id = c.id
        WHERE COALESCE(e.net, 0) <>
          CASE WHEN c.state = 'held' THEN c.amount_micro_usd ELSE 0 END`,
    },
    {
      rule: 'revenue names what it was paid for',
      find: `SELECT e.owner AS subject, e.seq AS detail FROM ledger_entry AS e
        LEFT JOIN charge AS c ON c.id = e.charge_id
        WHERE e.to_account = 'revenue' AND c.id IS NULL AND e.owner LIKE 'key:%'
          AND e.reason NOT LIKE 'migrated:%'`,
    },
    {
      rule: 'a payment is booked once when it is settled, and not before',
      find: `SELECT p.id AS subject, p.state || ', booked ' || COALESCE(e.booked, 0) AS detail
        FROM payment AS p LEFT JOIN
          (SELECT charge_id, sum(amount_micro_usd) AS booked FROM ledger_entry
            WHERE from_account LIKE 'x402:%' GROUP BY charge_id) AS e ON e.charge_id = p.id
        WHERE COALESCE(e.booked, 0) <>
          CASE WHEN p.state = 'settled' THEN p.amount_micro_usd ELSE 0 END`,
    },
    {
      rule: 'what came in is a payment',
      find: `SELECT e.owner AS subject, e.seq AS detail FROM ledger_entry AS e
        LEFT JOIN payment AS p ON p.id = e.charge_id AND p.state = 'settled'
        WHERE (e.from_account LIKE 'x402:%' OR e.owner LIKE 'payment:%') AND p.id IS NULL`,
    },
    {
      rule: 'a settled payment has its stored answer',
      find: `SELECT id AS subject, kept_until AS detail FROM payment
        WHERE answer_body IS NULL
          AND (state = 'settling' OR (state = 'settled' AND kept_until > ${database.timeIn('0')}))`,
    },
    {
      rule: 'a claim does not outlive its lease',
      takesGrace: true,
      find: `SELECT id AS subject, lease_until AS detail FROM payment
        WHERE state = 'claimed' AND lease_until <= ${lapsed}`,
    },
  ]
}

const COUNTS = {
  keys: 'SELECT count(*) AS n FROM credit_key',
  entries: 'SELECT count(*) AS n FROM ledger_entry',
  charges: "SELECT count(*) AS n FROM charge WHERE state = 'captured'",
  holds: "SELECT count(*) AS n FROM charge WHERE state = 'held'",
  payments: "SELECT count(*) AS n FROM payment WHERE state = 'settled'",
  payments_open: "SELECT count(*) AS n FROM payment WHERE state = 'settling'",
} as const

export function ledgerStore(database: Database): LedgerStore {
  const rules = rulesOf(database)
  return {
    async check({ graceMs }) {
      // Each rule is one statement, and so sees one moment.
      const violations: LedgerViolation[] = []
      for (const { rule, find, takesGrace } of rules) {
        const found = await database.query<Found>(
          `${find} LIMIT ${FOUND_MAX}`,
          takesGrace ? [graceMs] : [],
        )
        for (const { subject, detail } of found) {
          violations.push({ rule, subject, detail: String(detail) })
        }
      }
      const counts: Record<string, number> = {}
      for (const [name, sql] of Object.entries(COUNTS)) {
        const [row] = await database.query<{ n: number }>(sql)
        counts[name] = row?.n ?? 0
      }
      return { violations, counts }
    },

    async page(after, limit) {
      return database.query<LedgerEntry>(
        `SELECT ${ENTRY.read} FROM ledger_entry
         WHERE owner > $1 OR (owner = $1 AND seq > $2) ORDER BY owner, seq LIMIT $3`,
        [after.owner, after.seq, limit],
      )
    },
  }
}
