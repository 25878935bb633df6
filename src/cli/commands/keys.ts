// assay keys: prepaid credit keys for callers.

import type { LedgerApp } from '../../app/ledgerApp.ts'
import { hashKey, KEY_ID_LENGTH } from '../../charge/creditKeys.ts'
import { parseUsd, renderUsd } from '../../domain/money.ts'
import type { Run } from '../terminal/command.ts'
import { actionMistake } from '../terminal/meant.ts'
import { EXIT, type ExitStatus, type Output } from '../terminal/output.ts'
import { readArgs } from '../terminal/readArgs.ts'
import { OPTIONS, optionLines } from '../words/options.ts'

export const usage = `Usage: assay keys issue --usd <amount> [--label <text>] [--json]
       assay keys list [--json]
       assay keys topup <id> --usd <amount> [--json]
       assay keys revoke <id> [--json]

Prepaid keys, sent as X-API-Key. A key is shown once, when it is issued; the store keeps its hash.
The id of a key is the beginning of that hash.

${optionLines('keys')}

Exit status
  0  the command did what it was told
  1  there is no such key
  2  the command line is wrong
  3  the store cannot be reached

  assay keys issue --usd 5 --label "team search"
  assay keys topup 3f9a0c51e7d2 --usd 2.50`

type Keys = LedgerApp['keys']

const LABEL_LENGTH_MAX = 100

export const run: Run = async (argv, { openLedger, out }) => {
  const { values, positionals } = readArgs(argv, OPTIONS.keys)
  const mistake = actionMistake('keys', positionals, ACTIONS, usage)
  if (mistake !== null) return out.usage(mistake)
  const [action, id = ''] = positionals
  const { json, label } = values
  const amount = parseUsd(values.usd ?? '') ?? 0
  if ((action === 'issue' || action === 'topup') && amount === 0) {
    return out.usage('assay: --usd takes an amount such as 5 or 0.25')
  }
  if (action === 'issue' && (label.length > LABEL_LENGTH_MAX || /\p{Cc}/u.test(label))) {
    return out.usage(`assay: --label is at most ${LABEL_LENGTH_MAX} characters on one line`)
  }
  const { keys } = await openLedger()
  if (action === 'issue') return issue(keys, amount, label, json, out)
  if (action === 'topup') return topUp(keys, id, amount, json, out)
  return action === 'list' ? list(keys, json, out) : revoke(keys, id, json, out)
}

const ID_WORD = 'the id of a key'
const ACTIONS = { issue: [], list: [], topup: [ID_WORD], revoke: [ID_WORD] }

async function issue(keys: Keys, amount: number, label: string, json: boolean, out: Output) {
  const key = await keys.issue(label, amount)
  const id = hashKey(key).slice(0, KEY_ID_LENGTH)
  if (json) out.print(JSON.stringify({ key, id, label, balance_usd: renderUsd(amount) }))
  else {
    out.print(key)
    out.note(`${renderUsd(amount)} USD of credit, id ${id}. The key is not shown again.`)
  }
  return EXIT.yes
}

async function list(keys: Keys, json: boolean, out: Output) {
  const rows = (await keys.list()).map((key) => ({
    id: key.keyHash.slice(0, KEY_ID_LENGTH),
    label: key.label,
    balance_usd: renderUsd(key.balanceMicroUsd),
    held_usd: renderUsd(key.heldMicroUsd),
    issued_at: key.issuedAt,
    revoked_at: key.revokedAt,
  }))
  if (json) out.print(JSON.stringify(rows))
  else if (rows.length === 0) out.note('no keys')
  else {
    for (const key of rows) {
      const state = key.revoked_at === null ? '' : out.bad(` revoked ${key.revoked_at}`)
      out.print(`${key.id}  ${key.balance_usd.padStart(12)} USD  ${key.label}${state}`)
    }
  }
  return EXIT.yes
}

async function revoke(keys: Keys, id: string, json: boolean, out: Output) {
  const found = await findKey(keys, id, out)
  if (typeof found === 'number') return found
  const revoked = found !== null && (await keys.revoke(found))
  if (json) out.print(JSON.stringify({ id, revoked }))
  else out.note(revoked ? `revoked ${id}` : `no key ${id} to revoke`)
  return revoked ? EXIT.yes : EXIT.no
}

async function topUp(keys: Keys, id: string, amount: number, json: boolean, out: Output) {
  const found = await findKey(keys, id, out)
  if (typeof found === 'number') return found
  const balance = found === null ? null : await keys.topUp(found, amount)
  const shown = balance === null ? null : renderUsd(balance)
  if (json) out.print(JSON.stringify({ id, balance_usd: shown }))
  else out.note(shown === null ? `no key ${id} in use` : `${id} has ${shown} USD of credit`)
  return balance === null ? EXIT.no : EXIT.yes
}

/** The hash of the one key that the id fits, null when none does; else how the command ends. */
async function findKey(keys: Keys, id: string, out: Output): Promise<string | null | ExitStatus> {
  if (!/^[0-9a-f]{6,64}$/.test(id)) return out.usage('assay: an id is 6 to 64 hex digits')
  const found = (await keys.list()).filter(({ keyHash }) => keyHash.startsWith(id))
  if (found.length > 1) return out.usage('assay: that id fits several keys; give more digits')
  return found[0]?.keyHash ?? null
}
