// The log: what stands where, the tiles, and the checkpoint that they make up.

import { invariant } from '../errors.ts'
import type { LoggedRow, LogHead, LogStore, UnloggedAnswer } from '../ports/log.ts'
import type { Retraction } from '../ports/retractions.ts'
import { type Database, firstOf, isStorable, type SqlValue } from './database.ts'
import { logPlaces } from './logPlaces.ts'
import { RETRACTION } from './retractionStore.ts'

type LeafRow = Omit<LoggedRow, 'retraction'> &
  Readonly<{ attestationHash: string; isRetraction: number }>

// Subqueries and no joins: they are looked up one by one, whatever a planner thinks of the range.
const LEAVES = `
  SELECT log_index AS "index", attestation_hash AS "attestationHash",
    is_retraction AS "isRetraction", seal,
    CASE WHEN is_retraction = 0 AND (seal IS NULL OR $3 = 1) THEN (
      SELECT attestation FROM answer WHERE answer.attestation_hash = log_leaf.attestation_hash
    ) END AS attestation,
    CASE WHEN seal IS NULL OR $3 = 1 THEN (
      SELECT signature FROM answer WHERE answer.attestation_hash = log_leaf.attestation_hash
    ) END AS signature
  FROM log_leaf WHERE log_index >= $1 AND log_index < $2 ORDER BY log_index`

const RETRACTIONS = `
  SELECT ${RETRACTION.read} FROM retraction WHERE attestation_hash IN (
    SELECT attestation_hash FROM log_leaf
    WHERE is_retraction = 1 AND log_index >= $1 AND log_index < $2
  )`

const FIND = `
  SELECT log_index AS "index", CASE WHEN seal IS NULL THEN 'open' ELSE 'sealed' END AS form
  FROM log_leaf WHERE attestation_hash = $1 AND is_retraction = 0 AND (seal IS NULL OR (
    SELECT signature FROM answer WHERE answer.attestation_hash = log_leaf.attestation_hash
  ) = $2)`

const PLACE_OF_ANSWER = `(
  SELECT log_index FROM log_leaf
  WHERE log_leaf.attestation_hash = answer.attestation_hash AND is_retraction = 0
)`

const RETRACTIONS_AFTER = `
  SELECT ${RETRACTION.read},
    (SELECT signature FROM answer WHERE answer.attestation_hash = retraction.attestation_hash)
      AS signature,
    CASE WHEN EXISTS (
      SELECT 1 FROM log_leaf
      WHERE log_leaf.attestation_hash = retraction.attestation_hash
        AND is_retraction = 0 AND seal IS NULL
    ) THEN 1 ELSE 0 END AS "isOpen"
  FROM retraction WHERE seq > $1 ORDER BY seq LIMIT $2`

// A full tile stays as it is; one that grows only gets wider.
const SAVE_TILE = `
  INSERT INTO log_tile (level, number, bytes) VALUES ($1, $2, $3)
  ON CONFLICT (level, number) DO UPDATE SET bytes = excluded.bytes
    WHERE length(log_tile.bytes) < length(excluded.bytes)`

/** Tiles that are read at once: those of a proof, mostly. A place that is not needed is no tile's. */
const TILES_AT_ONCE = 12
const READ_TILES = `
  SELECT level, number, bytes FROM log_tile WHERE ${Array.from(
    { length: TILES_AT_ONCE },
    (_, i) => `(level = $${2 * i + 1} AND number = $${2 * i + 2})`,
  ).join(' OR ')}`

export function logStore(database: Database): LogStore {
  const places = logPlaces(database)

  async function readBound() {
    const sql = 'SELECT origin, log_key AS "key" FROM log_head WHERE origin IS NOT NULL'
    return firstOf(database.query<{ origin: string; key: string }>(sql))
  }

  return {
    identity: readBound,

    async bind({ origin, key }) {
      const bound = await readBound()
      if (bound !== null) return bound
      const sql = 'UPDATE log_head SET origin = $1, log_key = $2 WHERE origin IS NULL'
      await database.transaction((tx) => tx.change(sql, [origin, key]))
      const now = await readBound()
      invariant(now !== null, 'a log that was bound has an origin')
      return now
    },

    anew: ({ origin, key }) =>
      database.transaction(async (tx) => {
        await tx.change('UPDATE log_next SET size = 0')
        await tx.change('DELETE FROM log_leaf')
        await tx.change('DELETE FROM log_tile')
        const sql = `
          UPDATE log_head SET integrated = 0, checkpoint = NULL, shown = NULL, shown_size = NULL,
            origin = $1, log_key = $2`
        await tx.change(sql, [origin, key])
      }),

    async head() {
      const sql = `
        SELECT (SELECT coalesce(max(log_index) + 1, 0) FROM log_leaf) AS size,
          integrated, checkpoint, shown, shown_size AS "shownSize" FROM log_head`
      const head = await firstOf(database.query<LogHead>(sql))
      invariant(head !== null, 'the store has a log')
      return head
    },

    async show(checkpoint) {
      if (checkpoint === null) {
        await database.write('UPDATE log_head SET shown = NULL, shown_size = NULL')
        return
      }
      const { origin, size, note } = checkpoint
      const sql = `
        UPDATE log_head SET shown = $1, shown_size = $2
        WHERE origin = $3 AND integrated >= $2 AND coalesce(shown_size, 0) <= $2`
      await database.write(sql, [note, size, origin])
    },

    async unloggedAnswers({ afterHash, limit }) {
      // Hashes and places alone are read from indexes; attestations only of what has none.
      const page = await database.query<{ hash: string; place: number | null }>(
        `SELECT attestation_hash AS hash, ${PLACE_OF_ANSWER} AS place FROM answer
         WHERE attestation_hash > $1 ORDER BY attestation_hash LIMIT $2`,
        [afterHash, limit],
      )
      const lastHash = page.at(-1)?.hash ?? null
      if (page.every(({ place }) => place !== null)) return { answers: [], lastHash }
      const answers = await database.query<UnloggedAnswer>(
        `SELECT attestation_hash AS "attestationHash", attestation, signature FROM answer
         WHERE attestation_hash > $1 AND attestation_hash <= $2 AND ${PLACE_OF_ANSWER} IS NULL
         ORDER BY attestation_hash LIMIT $3`,
        [afterHash, lastHash, limit],
      )
      return { answers, lastHash }
    },

    async retractionsAfter({ afterSeq, limit }) {
      const rows = await database.query<
        Retraction & Readonly<{ signature: string | null; isOpen: number }>
      >(RETRACTIONS_AFTER, [afterSeq, limit])
      return rows.map(({ signature, isOpen, ...retraction }) => ({
        retraction,
        signature,
        isOpen: isOpen === 1,
      }))
    },

    fill: places.fill,

    async rows({ from, limit, isWhole = false }) {
      const range = [from, from + limit]
      const leaves = await database.query<LeafRow>(LEAVES, [...range, isWhole ? 1 : 0])
      const told = leaves.some(({ isRetraction }) => isRetraction === 1)
        ? await database.query<Retraction>(RETRACTIONS, range)
        : []
      const retractions = new Map(told.map((each) => [each.attestationHash, each]))
      const rows = leaves.map(({ attestationHash, isRetraction, ...row }) => {
        const isTold = isRetraction === 1 && (row.seal === null || isWhole)
        return { ...row, retraction: isTold ? (retractions.get(attestationHash) ?? null) : null }
      })
      return withoutGaps(rows, from)
    },

    async find({ attestationHash, signature }) {
      // Both come as the client wrote them; what cannot be stored has not been.
      if (!isStorable(attestationHash) || !isStorable(signature)) return null
      return firstOf(database.query(FIND, [attestationHash, signature]))
    },

    async tiles(asked) {
      const read = new Map<string, Uint8Array>()
      for (let at = 0; at < asked.length; at += TILES_AT_ONCE) {
        const some = asked.slice(at, at + TILES_AT_ONCE)
        const params: SqlValue[] = some.flatMap(({ level, index }) => [level, index])
        while (params.length < 2 * TILES_AT_ONCE) params.push(-1)
        const rows = await database.query<{ level: number; number: number; bytes: Uint8Array }>(
          READ_TILES,
          params,
        )
        for (const { level, number, bytes } of rows) read.set(`${level}/${number}`, bytes)
      }
      return asked.map(({ level, index }) => read.get(`${level}/${index}`) ?? null)
    },

    publish: ({ origin, from, size, checkpoint, tiles }) =>
      database.transaction(async (tx) => {
        const sql = `
          UPDATE log_head SET integrated = $2, checkpoint = $3
          WHERE integrated = $1 AND coalesce(origin, $4) = $4`
        if ((await tx.change(sql, [from, size, checkpoint, origin])) === 0) return false
        for (const { level, index, bytes } of tiles)
          await tx.change(SAVE_TILE, [level, index, bytes])
        return true
      }),
  }
}

/** Up to the first index that nothing stands at. */
function withoutGaps(rows: readonly LoggedRow[], from: number): readonly LoggedRow[] {
  const gap = rows.findIndex(
    ({ index, seal, attestation, retraction }, place) =>
      index !== from + place || (seal === null && attestation === null && retraction === null),
  )
  return gap < 0 ? rows : rows.slice(0, gap)
}
