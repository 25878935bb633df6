// The log: what stands where, the tiles, and the checkpoint that they make up.

import { invariant } from '../errors.ts'
import type { LeafForm, LoggedRow, LogHead, LogStore } from '../ports/log.ts'
import type { Retraction } from '../ports/retractions.ts'
import { type Database, firstOf, isStorable, type SqlValue, type Transaction } from './database.ts'
import { BASE, isGone, leafName, logPlaces, MAY_STAND, PLACES_GIVEN } from './logPlaces.ts'
import { RETRACTION } from './retractionStore.ts'

type PlaceRow = Readonly<{
  index: number
  isOpen: number | null
  isRetraction: number
  signature: string | null
  attestation: string | null
  rotation: string | null
}>

/** The attestation hash of the row of log_place at hand begins with this. */
const HASH_HEAD = `'0x' || lower(substr(hex(leaf), 3))`
const IS_ITS = `attestation_hash >= ${HASH_HEAD} AND attestation_hash < ${HASH_HEAD} || 'g'`
const IS_RETRACTION = `substr(hex(leaf), 1, 2) = '01'`

const IN_RANGE = `log_index >= $1 + ${BASE} AND log_index < $2 + ${BASE}`

// Subqueries and no joins: they are looked up one by one, whatever a planner thinks of the range.
const LEAVES = `
  SELECT log_index - ${BASE} AS "index", CASE WHEN log_form = 'open' THEN 1 END AS "isOpen",
    0 AS "isRetraction", attestation, signature, NULL AS rotation
  FROM answer WHERE ${IN_RANGE}
  UNION ALL SELECT log_index - ${BASE}, is_open, CASE WHEN ${IS_RETRACTION} THEN 1 ELSE 0 END,
    CASE WHEN NOT ${IS_RETRACTION} THEN (SELECT attestation FROM answer WHERE ${IS_ITS}) END,
    (SELECT signature FROM answer WHERE ${IS_ITS}),
    (SELECT log_rotation.leaf FROM log_rotation WHERE log_rotation.log_index = log_place.log_index)
  FROM log_place WHERE ${IN_RANGE}
  ORDER BY "index"`

const RETRACTIONS = `
  SELECT ${RETRACTION.read},
    (SELECT log_index - ${BASE} FROM log_place WHERE ${placeOf('01', 'retraction')}) AS "index"
  FROM retraction WHERE attestation_hash IN (
    SELECT (SELECT attestation_hash FROM retraction WHERE ${IS_ITS})
    FROM log_place WHERE ${IN_RANGE} AND ${IS_RETRACTION}
  )`

const IS_THEIRS = 'attestation_hash = $2 AND (is_open = 1 OR signature = $3)'
const FIND = `
  SELECT log_index - ${BASE} AS "index", CASE WHEN log_form = 'open' THEN 1 END AS "isOpen"
  FROM answer
  WHERE attestation_hash = $2 AND log_index >= ${BASE} AND (log_form = 'open' OR signature = $3)
  UNION ALL SELECT log_index - ${BASE}, is_open FROM log_place
  WHERE leaf = $1 AND EXISTS (SELECT 1 FROM answer WHERE ${IS_THEIRS})`

const UNLOGGED = `
  SELECT attestation_hash AS hash, CASE WHEN log_index >= ${BASE} THEN 1
    WHEN EXISTS (SELECT 1 FROM log_place WHERE ${placeOf('00', 'answer')}) THEN 1
    WHEN ${MAY_STAND} THEN 0 ELSE 1 END AS "isDone"
  FROM answer WHERE attestation_hash > $1 ORDER BY attestation_hash LIMIT $2`

const RETRACTIONS_AFTER = `
  SELECT attestation_hash AS "attestationHash", seq, coalesce(
    (SELECT 1 FROM answer WHERE answer.attestation_hash = retraction.attestation_hash
      AND log_form = 'open' AND log_index >= ${BASE}),
    (SELECT is_open FROM log_place WHERE ${placeOf('00', 'retraction')})) AS "isOpen"
  FROM retraction WHERE seq > $1 ORDER BY seq LIMIT $2`

/** The condition on log_place that picks the leaf of this kind for a row of another table. */
function placeOf(kind: '00' | '01', table: string): string {
  return `leaf = unhex('${kind}' || substr(${table}.attestation_hash, 3, 28))`
}

function formOf(isOpen: number | null): LeafForm {
  return isOpen === 1 ? 'open' : 'sealed'
}

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

  async function placeText(tx: Transaction, leaf: string): Promise<void> {
    const place = await places.fillText(tx, leaf)
    await tx.change('INSERT INTO log_rotation (log_index, leaf) VALUES ($1, $2)', [place, leaf])
  }

  /** Leaves that are texts of their own, of the shape that has this member. */
  async function texts(member: 'rotation' | 'verifier_rotation') {
    const sql = `SELECT log_index - ${BASE} AS "index", leaf FROM log_rotation ORDER BY log_index`
    const rows = await database.query<{ index: number; leaf: string }>(sql)
    return rows.filter(({ leaf }) => leaf.includes(`"${member}":`))
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

    rotate: ({ origin, from, to, leaf }) =>
      database.transaction(async (tx) => {
        const sql = 'UPDATE log_head SET log_key = $1 WHERE origin = $2 AND log_key = $3'
        if ((await tx.change(sql, [to, origin, from])) === 0) return false
        await placeText(tx, leaf)
        return true
      }),

    rotateVerifier: ({ origin, from, to, leaf }) =>
      database.transaction(async (tx) => {
        const sql = `
          UPDATE log_next SET gone = gone || '<' || $1 || '>'
          WHERE NOT (${isGone('$2')}) AND NOT (${isGone('$3')})
            AND EXISTS (SELECT 1 FROM log_head WHERE origin = $4)`
        if ((await tx.change(sql, [from, from, to, origin])) === 0) return false
        await placeText(tx, leaf)
        return true
      }),

    rotations: () => texts('rotation'),
    verifierRotations: () => texts('verifier_rotation'),

    anew: ({ origin, key }) =>
      database.transaction(async (tx) => {
        await tx.change(`UPDATE log_head SET base = (${PLACES_GIVEN})`)
        await tx.change(`UPDATE log_next SET size = ${BASE}, gone = ''`)
        await tx.change('DELETE FROM log_place')
        await tx.change('DELETE FROM log_rotation')
        await tx.change('DELETE FROM log_tile')
        const sql = `
          UPDATE log_head SET integrated = 0, checkpoint = NULL, shown = NULL, shown_size = NULL,
            origin = $1, log_key = $2`
        await tx.change(sql, [origin, key])
      }),

    async head() {
      const sql = `
        SELECT (${PLACES_GIVEN}) - base AS size,
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
        WHERE origin = $3 AND integrated >= $2 AND coalesce(shown_size, integrated) <= $2`
      await database.write(sql, [note, size, origin])
    },

    async unloggedAnswers({ afterHash, limit }) {
      const page = await database.query<{ hash: string; isDone: number }>(UNLOGGED, [
        afterHash,
        limit,
      ])
      const hashes = page.flatMap(({ hash, isDone }) => (isDone === 0 ? [hash] : []))
      return { hashes, lastHash: page.at(-1)?.hash ?? null }
    },

    async retractionsAfter({ afterSeq, limit }) {
      const rows = await database.query<
        Readonly<{ attestationHash: string; seq: number; isOpen: number | null }>
      >(RETRACTIONS_AFTER, [afterSeq, limit])
      return rows.map(({ isOpen, ...row }) => ({ ...row, form: formOf(isOpen) }))
    },

    fill: places.fill,

    async rows({ from, limit }) {
      const range = [from, from + limit]
      const leaves = await database.query<PlaceRow>(LEAVES, range)
      const told = leaves.some(({ isRetraction }) => isRetraction === 1)
        ? await database.query<Retraction & Readonly<{ index: number }>>(RETRACTIONS, range)
        : []
      const retractions = new Map(told.map(({ index, ...each }) => [index, each]))
      const rows = leaves.map(({ isOpen, isRetraction: _, ...row }) => ({
        ...row,
        form: formOf(isOpen),
        retraction: retractions.get(row.index) ?? null,
      }))
      return withoutGaps(rows, from)
    },

    async find({ attestationHash, signature }) {
      // Both come as the client wrote them; what cannot be stored has not been.
      if (!isStorable(attestationHash) || !isStorable(signature)) return null
      const params = [leafName(attestationHash, false), attestationHash, signature]
      const row = await firstOf(
        database.query<{ index: number; isOpen: number | null }>(FIND, params),
      )
      return row && { index: row.index, form: formOf(row.isOpen) }
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

    publish: ({ origin, key, from, size, checkpoint, tiles }) =>
      database.transaction(async (tx) => {
        const sql = `
          UPDATE log_head SET integrated = $2, checkpoint = $3
          WHERE integrated = $1 AND coalesce(origin, $4) = $4 AND coalesce(log_key, $5) = $5`
        if ((await tx.change(sql, [from, size, checkpoint, origin, key])) === 0) return false
        for (const { level, index, bytes } of tiles)
          await tx.change(SAVE_TILE, [level, index, bytes])
        return true
      }),
  }
}

/** Up to the first index that nothing stands at. */
function withoutGaps(rows: readonly LoggedRow[], from: number): readonly LoggedRow[] {
  const gap = rows.findIndex(
    ({ index, attestation, retraction, rotation }, place) =>
      index !== from + place || (attestation ?? retraction ?? rotation) === null,
  )
  return gap < 0 ? rows : rows.slice(0, gap)
}
