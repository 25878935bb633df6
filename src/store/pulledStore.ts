// Releases that were pulled, and whom they come from. Their tables are where those of this node are,
// under the name of their maker; one that was made here is never replaced.

import { hasPassingGap, type TableKey, tableKeyOf } from '../domain/release.ts'
import { invariant } from '../errors.ts'
import type {
  PackedRelease,
  PulledFrom,
  PulledIndex,
  PulledRelease,
  PulledState,
  PulledStore,
  SavedPull,
} from '../ports/pulled.ts'
import { rowSum } from './columns.ts'
import { type Database, firstOf, isAny, isStorable, type Transaction } from './database.ts'
import { dropTable, saveTable } from './tableStore.ts'

type IndexColumns = Readonly<{ address: string; maker: string; made_at: string; pulled_at: string }>

type ReleaseColumns = Readonly<{ facts: string; row_sum: string }>

const SAVE_INDEX = `
  INSERT INTO pulled_index (address, maker, made_at, pulled_at) VALUES ($1, $2, $3, $4)
  ON CONFLICT (address) DO UPDATE SET
    maker = excluded.maker, made_at = excluded.made_at, pulled_at = excluded.pulled_at`

const SAVE_RELEASE = `
  INSERT INTO pulled_release (ecosystem, name, version, filename, facts, row_sum)
  VALUES ($1, $2, $3, $4, $5, $6)
  ON CONFLICT (ecosystem, name, version, filename) DO UPDATE SET
    facts = excluded.facts, row_sum = excluded.row_sum`

const RELEASE = `
  SELECT facts, row_sum FROM pulled_release
  WHERE ecosystem = $1 AND name = $2 AND version = $3 AND filename = $4`

const RELEASES = `
  SELECT facts, row_sum FROM pulled_release
  WHERE ecosystem = $1 AND name = $2 ORDER BY version, filename`

/** The table that stands for a file, who made it, and what it is made of. */
const STANDING = `
  SELECT basis.read_by, basis.followed, basis.unfollowed, held.symbols
  FROM table_basis AS basis LEFT JOIN symbol_table AS held
    ON held.opening_id = basis.opening_id AND held.extractor = basis.extractor
    AND held.dependencies = basis.dependencies
  WHERE basis.opening_id = $1 AND basis.extractor = $2`

type StandingColumns = Readonly<{
  read_by: string | null
  followed: string
  unfollowed: string
  symbols: number | null
}>

export function pulledStore(database: Database): PulledStore {
  return {
    async index(address) {
      const sql = 'SELECT address, maker, made_at, pulled_at FROM pulled_index WHERE address = $1'
      const row = await firstOf(database.query<IndexColumns>(sql, [address]))
      return row && toIndex(row)
    },
    async indexes() {
      const sql = 'SELECT address, maker, made_at, pulled_at FROM pulled_index ORDER BY address'
      return (await database.query<IndexColumns>(sql)).map(toIndex)
    },
    async saveIndex({ address, maker, madeAt, pulledAt }) {
      await database.write(SAVE_INDEX, [address, maker, madeAt, pulledAt])
    },
    forgetIndex: (address) =>
      database.transaction(async (tx) => {
        const sql = 'DELETE FROM pulled_index WHERE address = $1 RETURNING maker'
        const [index] = await tx.query<Pick<PulledIndex, 'maker'>>(sql, [address])
        return index === undefined ? null : forgetMaker(tx, index.maker)
      }),
    isShardDone(maker, sha256) {
      const sql = 'SELECT 1 AS found FROM pulled_shard WHERE maker = $1 AND sha256 = $2'
      return isAny(database.query(sql, [maker, sha256]))
    },
    async saveShard(maker, sha256) {
      await database.write(
        `INSERT INTO pulled_shard (maker, sha256) VALUES ($1, $2)
         ON CONFLICT (maker, sha256) DO NOTHING`,
        [maker, sha256],
      )
    },
    async state(packed, from) {
      const standing = await stateIn(database, packed, from)
      if (standing !== 'there') return standing
      const kept = await load(database, packed)
      return kept?.maker === from.maker && isSameRelease(kept, packed) ? 'there' : 'missing'
    },
    save: (pulled, from) =>
      database.transaction(async (tx) => {
        for (const one of pulled) await savePulled(tx, one, from)
      }),
    async release({ ecosystem, name }, version, filename) {
      if (!isStorable(version) || !isStorable(filename)) return null
      const found = database.query<ReleaseColumns>(RELEASE, [ecosystem, name, version, filename])
      const row = await firstOf(found)
      return row && toRelease(row)
    },
    async releases({ ecosystem, name }) {
      const rows = await database.query<ReleaseColumns>(RELEASES, [ecosystem, name])
      return rows.flatMap((row) => toRelease(row) ?? [])
    },
  }
}

/** Facts are written by `JSON.stringify`: a quote within a text of theirs has a backslash before it. */
const BY_MAKER = `
  SELECT ecosystem, name, version, filename FROM pulled_release
  WHERE facts LIKE '%"maker":"' || $1 || '"%'`

const DROP_RELEASE = `
  DELETE FROM pulled_release
  WHERE ecosystem = $1 AND name = $2 AND version = $3 AND filename = $4`

const UNPIN = `
  DELETE FROM pinned_proof WHERE ecosystem = $1 AND name = $2 AND version = $3 AND filename = $4
    AND remarks LIKE '%read_elsewhere%'`

/** A row of a chain stays for ever; nobody takes it for confirmed any more. */
const UNCHECK = `
  UPDATE package SET checked_at = '1970-01-01T00:00:00.000Z'
  WHERE ecosystem = $1 AND name = $2 AND EXISTS (
    SELECT 1 FROM proof WHERE proof.ecosystem = package.ecosystem AND proof.name = package.name
      AND proof.seq = package.head_seq AND proof.remarks LIKE '%read_elsewhere%')`

const DROP_TABLES = `
  DELETE FROM symbol_table WHERE (opening_id, extractor) IN (
    SELECT opening_id, extractor FROM table_basis WHERE read_by = $1)`

type Named = Readonly<{ ecosystem: string; name: string; version: string; filename: string }>

async function forgetMaker(tx: Transaction, maker: string) {
  for (const { ecosystem, name, version, filename } of await tx.query<Named>(BY_MAKER, [maker])) {
    await tx.query(DROP_RELEASE, [ecosystem, name, version, filename])
    await tx.query(UNPIN, [ecosystem, name, version, filename])
    await tx.query(UNCHECK, [ecosystem, name])
  }
  await tx.query('DELETE FROM pulled_shard WHERE maker = $1', [maker])
  const tables = await tx.change(DROP_TABLES, [maker])
  await tx.query('DELETE FROM table_basis WHERE read_by = $1', [maker])
  return { maker, tables }
}

function keyOf({ release, following }: PackedRelease): TableKey {
  const key = tableKeyOf(release, following.files)
  invariant(key !== null, `pulled.save(${release.name}): a file that nobody opens`)
  return key
}

type Queries = Pick<Database, 'query'> | Pick<Transaction, 'query'>

async function stateIn(
  database: Queries,
  packed: PackedRelease,
  { maker, indexAt }: PulledFrom,
): Promise<PulledState> {
  const { openingId, extractor } = keyOf(packed)
  const [standing] = await database.query<StandingColumns>(STANDING, [openingId, extractor])
  if (standing === undefined) return 'missing'
  if (standing.read_by !== maker) return 'own'
  const kept = await load(database, packed)
  // What a maker has said last stands, in whatever order its indexes are pulled.
  if (kept !== null && kept.maker === maker && kept.indexAt > indexAt) return 'own'
  const { files, unfollowed } = packed.following
  const isSame =
    standing.symbols === packed.table.symbols &&
    standing.followed === JSON.stringify(files) &&
    standing.unfollowed === JSON.stringify(unfollowed)
  return isSame ? 'there' : 'missing'
}

async function savePulled(
  tx: Transaction,
  { packed, bytes, modules }: SavedPull,
  from: PulledFrom,
): Promise<void> {
  const { following, ...told } = packed
  const { symbols, madeAt } = packed.table
  invariant(!hasPassingGap(following), 'pulled.save: a table that lacks something in passing')
  const key = keyOf(packed)
  const state = await stateIn(tx, packed, from)
  if (state === 'own' || (state === 'missing' && bytes === null)) return
  if (bytes !== null) {
    // The maker's own correction takes the place of what the maker said before.
    await dropTable(tx, key)
    const counted = modules === undefined ? {} : { modules }
    const table = { key, bytes, symbols, ...counted, following, madeAt }
    await saveTable(tx, table, from.maker)
  }
  const { ecosystem, name, version, artifact } = packed.release
  const released: PulledRelease = { ...told, ...from }
  const facts = JSON.stringify(released)
  await tx.query(SAVE_RELEASE, [
    ecosystem,
    name,
    version,
    artifact.filename,
    facts,
    rowSum([facts]),
  ])
}

async function load(database: Queries, { release }: PackedRelease): Promise<PulledRelease | null> {
  const { ecosystem, name, version, artifact } = release
  const values = [ecosystem, name, version, artifact.filename]
  const [row] = await database.query<ReleaseColumns>(RELEASE, values)
  return row === undefined ? null : toRelease(row)
}

/** Of the facts only what the table hangs on: when a registry was asked is no reason to fetch it again. */
function isSameRelease(kept: PulledRelease, packed: PackedRelease): boolean {
  return (
    kept.table.sha256 === packed.table.sha256 &&
    kept.declared.join() === packed.declared.join() &&
    kept.release.artifact.sha256 === packed.release.artifact.sha256
  )
}

/** Null for a row that is not as it was written. */
function toRelease({ facts, row_sum: sum }: ReleaseColumns): PulledRelease | null {
  // Written above, and by nothing else.
  return sum === rowSum([facts]) ? (JSON.parse(facts) as PulledRelease) : null
}

function toIndex({ address, maker, made_at, pulled_at }: IndexColumns): PulledIndex {
  return { address, maker, madeAt: made_at, pulledAt: pulled_at }
}
