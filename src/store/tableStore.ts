// Symbol tables, by what they follow from.

import { createHash } from 'node:crypto'
import type { TableKey } from '../domain/release.ts'
import type { EncodedTable, TableStore } from '../ports/store.ts'
import type { Database, Transaction } from './database.ts'

const WHERE = 'WHERE opening_id = $1 AND dependencies = $2 AND extractor = $3'

const SAVE = `
  INSERT INTO symbol_table (opening_id, dependencies, extractor, symbols, encoded)
  VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT (opening_id, dependencies, extractor) DO NOTHING`

export function tableStore(database: Database): TableStore {
  return {
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
  }
}

/** Within the transaction that saves the proof. */
export async function saveTable(tx: Transaction, table: EncodedTable): Promise<void> {
  await tx.query(SAVE, [...keyValues(table.key), table.symbols, table.bytes])
}

function keyValues({ openingId, dependencies, extractor }: TableKey): readonly string[] {
  return [openingId, dependenciesId(dependencies), extractor]
}

function dependenciesId(digests: readonly string[]): string {
  if (digests.length === 0) return ''
  return createHash('sha256').update(JSON.stringify(digests.toSorted())).digest('hex')
}
