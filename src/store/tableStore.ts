// Symbol tables, by what they follow from, and which of them is the one of a file.

import { createHash } from 'node:crypto'
import {
  type FollowedFile,
  hasPassingGap,
  isInPassing,
  type TableKey,
  type UnfollowedPackage,
} from '../domain/release.ts'
import type { EncodedTable, TableStore } from '../ports/store.ts'
import { isAsWritten, rowSum } from './columns.ts'
import type { Database, Transaction } from './database.ts'

const WHERE = 'WHERE opening_id = $1 AND dependencies = $2 AND extractor = $3'

const SAVE = `
  INSERT INTO symbol_table
    (opening_id, dependencies, extractor, symbols, encoded, modules, whole_modules)
  VALUES ($1, $2, $3, $4, $5, $6, $7)
  ON CONFLICT (opening_id, dependencies, extractor) DO NOTHING`

const BASIS = `
  SELECT followed, unfollowed, tries, tried_at, read_by, row_sum FROM table_basis
  WHERE opening_id = $1 AND extractor = $2`

const UNFIX = 'DELETE FROM table_basis WHERE opening_id = $1 AND extractor = $2'

const DROP = 'DELETE FROM symbol_table WHERE opening_id = $1 AND extractor = $2'

const FIX = `
  INSERT INTO table_basis (opening_id, extractor, dependencies, followed, followed_files,
    unfollowed, is_final, tries, tried_at, row_sum, read_by)
  VALUES ($1, $2, $3, $4, $5, $6, $7, 1 - $9, $8, $10, $11)
  ON CONFLICT (opening_id, extractor) DO UPDATE SET
    dependencies = excluded.dependencies, followed = excluded.followed,
    followed_files = excluded.followed_files, unfollowed = excluded.unfollowed,
    is_final = excluded.is_final, row_sum = excluded.row_sum, read_by = excluded.read_by
  WHERE table_basis.is_final = 0
    AND (excluded.is_final = 1 OR excluded.followed_files > table_basis.followed_files
      OR (table_basis.followed_files = 0 AND excluded.followed_files = 0 AND $9 = 0))`

const COUNT_TRY = `
  UPDATE table_basis SET tries = tries + 1, tried_at = $3
  WHERE opening_id = $1 AND extractor = $2 AND is_final = 0 AND tried_at < $3`

const CHOSEN = 'SELECT dependencies FROM table_basis WHERE opening_id = $1 AND extractor = $2'

type BasisColumns = Readonly<{
  followed: string
  unfollowed: string
  tries: number
  tried_at: string
  read_by: string | null
  row_sum: string | null
}>

export function tableStore(database: Database): TableStore {
  return {
    async basis({ openingId, extractor }) {
      const [row] = await database.query<BasisColumns>(BASIS, [openingId, extractor])
      if (row === undefined || !isWhole(row)) return null
      // Written below, and by nothing else.
      const files = JSON.parse(row.followed) as FollowedFile[]
      const unfollowed = JSON.parse(row.unfollowed) as UnfollowedPackage[]
      const from = row.read_by === null ? {} : { readBy: row.read_by }
      return { files, unfollowed, tries: row.tries, triedAt: row.tried_at, ...from }
    },
    async has(key) {
      const sql = `SELECT symbols FROM symbol_table ${WHERE}`
      return (await database.query(sql, keyValues(key))).length > 0
    },
    async load(key) {
      const sql = `SELECT encoded FROM symbol_table ${WHERE}`
      const [row] = await database.query<{ encoded: Uint8Array }>(sql, keyValues(key))
      return row?.encoded ?? null
    },
    save: (table) => database.transaction((tx) => saveTable(tx, table)),
    drop: ({ openingId, extractor }) =>
      database.transaction((tx) => dropTable(tx, { openingId, extractor })),
  }
}

export async function dropTable(
  tx: Transaction,
  { openingId, extractor }: Pick<TableKey, 'openingId' | 'extractor'>,
): Promise<void> {
  await tx.query(UNFIX, [openingId, extractor])
  await tx.query(DROP, [openingId, extractor])
}

/** Within the transaction that saves the proof. `readBy`: the maker of one that was pulled. */
export async function saveTable(
  tx: Transaction,
  table: EncodedTable,
  readBy: string | null = null,
): Promise<void> {
  const { key, following, madeAt } = table
  const { openingId, extractor } = key
  const dependencies = dependenciesId(key.dependencies)
  const { files, unfollowed } = following
  const isFinal = hasPassingGap(following) ? 0 : 1
  const inPassing = isInPassing(following) ? 1 : 0
  const [before] = await tx.query<BasisColumns>(BASIS, [openingId, extractor])
  // What is not as it was written says nothing of what was chosen.
  if (before !== undefined && !isWhole(before)) await tx.query(UNFIX, [openingId, extractor])
  // Nothing for a row that is yet to come, nor for one that is final.
  if (inPassing === 0) await tx.query(COUNT_TRY, [openingId, extractor, madeAt])
  const chosenNow = [JSON.stringify(files), JSON.stringify(unfollowed)] as const
  await tx.query(FIX, [
    openingId,
    extractor,
    dependencies,
    chosenNow[0],
    files.length,
    chosenNow[1],
    isFinal,
    madeAt,
    inPassing,
    rowSum(summed(chosenNow, readBy)),
    readBy,
  ])
  const [chosen] = await tx.query<{ dependencies: string }>(CHOSEN, [openingId, extractor])
  if (chosen?.dependencies !== dependencies) return
  const { all = null, whole = null } = table.modules ?? {}
  await tx.query(SAVE, [...keyValues(key), table.symbols, table.bytes, all, whole])
}

function isWhole({ followed, unfollowed, read_by: readBy, row_sum: sum }: BasisColumns): boolean {
  return isAsWritten(sum, summed([followed, unfollowed], readBy))
}

/** Of tables that were made here the sum is that of before any were pulled. */
function summed(chosen: readonly string[], readBy: string | null): readonly string[] {
  return readBy === null ? chosen : [...chosen, readBy]
}

function keyValues({ openingId, dependencies, extractor }: TableKey): readonly string[] {
  return [openingId, dependenciesId(dependencies), extractor]
}

function dependenciesId(digests: readonly string[]): string {
  if (digests.length === 0) return ''
  return createHash('sha256').update(JSON.stringify(digests.toSorted())).digest('hex')
}
