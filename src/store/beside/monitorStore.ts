// What a monitor remembers, in a file of its own.

import type { Followed, FollowedVerifier, MonitorStore } from '../../ports/monitor.ts'
import { openSmallDatabase } from './smallDatabase.ts'

const HASH_BYTES = 32

// The first 16 bytes of a hash tell leaves apart: nobody finds two of them with the same.
const SCHEMA = `
  CREATE TABLE IF NOT EXISTS followed (
    origin TEXT PRIMARY KEY, size INTEGER NOT NULL, checkpoint TEXT NOT NULL, edge TEXT NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS leaves (
    origin TEXT NOT NULL, hash BLOB NOT NULL, leaf INTEGER NOT NULL, PRIMARY KEY (origin, hash)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS followed_keys (
    number INTEGER PRIMARY KEY, origin TEXT NOT NULL, written TEXT NOT NULL, UNIQUE (origin, written)
  ) STRICT;
  CREATE TABLE IF NOT EXISTS followed_verifiers (
    origin TEXT NOT NULL, address TEXT NOT NULL, gone_at INTEGER, PRIMARY KEY (origin, address)
  ) STRICT;
  CREATE TABLE IF NOT EXISTS published (url TEXT PRIMARY KEY, addresses TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS keys (url TEXT PRIMARY KEY, written TEXT NOT NULL) STRICT;
  CREATE INDEX IF NOT EXISTS leaves_in_order ON leaves (origin, leaf);`

const KEPT_BYTES = HASH_BYTES / 2

export function openMonitorStore(folder: string): MonitorStore {
  const database = openSmallDatabase(folder, 'monitor.sqlite', SCHEMA)
  return {
    followed(origin) {
      const [row] = database.rows<Omit<Followed, 'edge'> & { edge: string }>(
        'SELECT size, checkpoint, edge FROM followed WHERE origin = ?',
        origin,
      )
      if (row === undefined) return null
      const edge = row.edge.split(' ').filter((part) => part !== '')
      return {
        size: Number(row.size),
        checkpoint: row.checkpoint,
        edge: edge.map((part) => Buffer.from(part, 'base64')),
      }
    },
    noteLeaves(origin, leaves) {
      return database.transaction(() => {
        const all = leaves.flatMap(({ index, keys }) => keys.map((key) => ({ index, key })))
        for (const { index, key } of all) {
          const kept = key.subarray(0, KEPT_BYTES)
          const [twin] = database.rows<{ leaf: number }>(
            'SELECT leaf FROM leaves WHERE origin = ? AND hash = ?',
            origin,
            kept,
          )
          if (twin !== undefined) return { index, earlier: Number(twin.leaf) }
          database.change(
            'INSERT INTO leaves (origin, hash, leaf) VALUES (?, ?, ?)',
            origin,
            kept,
            index,
          )
        }
        return null
      })
    },
    dropLeaves: (origin, from) =>
      database.change('DELETE FROM leaves WHERE origin = ? AND leaf >= ?', origin, from),
    follow(origin, { size, checkpoint, edge }) {
      const written = edge.map((bytes) => Buffer.from(bytes).toString('base64')).join(' ')
      database.change(
        `INSERT INTO followed (origin, size, checkpoint, edge) VALUES (?, ?, ?, ?)
         ON CONFLICT (origin) DO UPDATE SET
           size = excluded.size, checkpoint = excluded.checkpoint, edge = excluded.edge`,
        origin,
        size,
        checkpoint,
        written,
      )
    },
    keysOf(origin) {
      const sql = 'SELECT written FROM followed_keys WHERE origin = ? ORDER BY number'
      return database.rows<{ written: string }>(sql, origin).map(({ written }) => written)
    },
    keepKeys: (origin, keys) =>
      database.transaction(() => {
        const sql = 'INSERT OR IGNORE INTO followed_keys (origin, written) VALUES (?, ?)'
        for (const key of keys) database.change(sql, origin, key)
      }),
    verifiersOf(origin) {
      const sql = 'SELECT address, gone_at AS goneAt FROM followed_verifiers WHERE origin = ?'
      return database.rows<FollowedVerifier>(sql, origin).map(({ address, goneAt }) => ({
        address,
        goneAt: goneAt === null ? null : Number(goneAt),
      }))
    },
    keepVerifiers: (origin, verifiers) =>
      database.transaction(() => {
        const sql = `
          INSERT INTO followed_verifiers (origin, address, gone_at) VALUES (?, ?, ?)
          ON CONFLICT (origin, address) DO UPDATE SET gone_at = coalesce(gone_at, excluded.gone_at)`
        for (const { address, goneAt } of verifiers) database.change(sql, origin, address, goneAt)
      }),
    publishedAt(url) {
      const [row] = database.rows<{ addresses: string }>(
        'SELECT addresses FROM published WHERE url = ?',
        url,
      )
      return row?.addresses.split(' ').filter((address) => address !== '') ?? null
    },
    keepPublished: (url, addresses) =>
      database.change(
        'INSERT OR IGNORE INTO published (url, addresses) VALUES (?, ?)',
        url,
        addresses.join(' '),
      ),
    keyAt(url) {
      const [row] = database.rows<{ written: string }>(
        'SELECT written FROM keys WHERE url = ?',
        url,
      )
      return row?.written ?? null
    },
    keepKey: (url, key) =>
      database.change('INSERT OR IGNORE INTO keys (url, written) VALUES (?, ?)', url, key),
    close: () => database.close(),
  }
}
