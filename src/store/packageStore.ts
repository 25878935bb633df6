// The index: which release is the latest of each package, the chain of proofs behind it, and the
// proofs of pinned releases.

import type { PackageKey } from '../domain/names/packageName.ts'
import { compareLatest, nextProof, type ProofRow, proofHash } from '../domain/proofChain.ts'
import { type IngestedRelease, keyText, type ModuleCounts } from '../domain/release.ts'
import { invariant, ServiceError } from '../errors.ts'
import type { PackageStore, SavedLatest } from '../ports/store.ts'
import { type Database, isStorable, type Transaction } from './database.ts'
import {
  isWholeRelease,
  PROOF_COLUMNS,
  type ProofColumns,
  proofValues,
  RELEASE_COLUMNS,
  type ReleaseColumns,
  releaseValues,
  toProofRow,
  toRelease,
} from './proofColumns.ts'
import { saveTable } from './tableStore.ts'

/**
 * Alarm rows that one indexed release can gather. A registry that serves other bytes at each
 * request would otherwise grow the chain for ever; the alarm itself is still reported each time.
 */
export const ALARM_ROWS_MAX = 100

type PackageColumns = Readonly<{ head_seq: number; checked_at: string }>

type Size = Readonly<{ packages: number; releases: number; symbols: number }>

const HEAD_COLUMNS = PROOF_COLUMNS.split(', ')
  .map((column) => `proof.${column}`)
  .join(', ')

const LOAD = `
  SELECT ${HEAD_COLUMNS}, package.checked_at,
    (SELECT max(seq) FROM proof AS last WHERE last.ecosystem = package.ecosystem
      AND last.name = package.name AND last.kind = 'indexed') AS last_seq
  FROM package JOIN proof ON proof.ecosystem = package.ecosystem
    AND proof.name = package.name AND proof.seq = package.head_seq
  WHERE package.ecosystem = $1 AND package.name = $2`

const HEADS = `
  SELECT ${HEAD_COLUMNS}
  FROM package JOIN proof ON proof.ecosystem = package.ecosystem
    AND proof.name = package.name AND proof.seq = package.head_seq
  WHERE (package.ecosystem, package.name) > ($1, $2)
  ORDER BY package.ecosystem, package.name LIMIT $3`

const KNOWN = `
  SELECT DISTINCT ecosystem, name FROM known_release
  WHERE (ecosystem, name) > ($1, $2) ORDER BY ecosystem, name LIMIT $3`

/** Row values are compared in each part, so that the keys of both tables are used. */
const CHAINS = `
  SELECT named.ecosystem, named.name, package.head_seq
  FROM (
    SELECT DISTINCT ecosystem, name FROM proof WHERE (ecosystem, name) > ($1, $2)
    UNION SELECT ecosystem, name FROM package WHERE (ecosystem, name) > ($1, $2)
    ORDER BY ecosystem, name LIMIT $3
  ) AS named
  LEFT JOIN package ON package.ecosystem = named.ecosystem AND package.name = named.name
  ORDER BY named.ecosystem, named.name`

const CHAIN = `
  SELECT ${PROOF_COLUMNS} FROM proof
  WHERE ecosystem = $1 AND name = $2 AND seq > $3 ORDER BY seq LIMIT $4`

const PROOF_AT = `
  SELECT ${PROOF_COLUMNS} FROM proof WHERE ecosystem = $1 AND name = $2 AND seq = $3`

const LAST_PROOF = `
  SELECT ${PROOF_COLUMNS} FROM proof
  WHERE ecosystem = $1 AND name = $2 ORDER BY seq DESC LIMIT 1`

const ALARMS = `
  SELECT count(*) AS total, count(CASE WHEN sha256 = $4 THEN 1 END) AS same_bytes
  FROM proof WHERE ecosystem = $1 AND name = $2 AND seq > $3`

/** What was put down on the word of somebody who was forgotten since vouches for nothing. */
const VOUCHED = `(remarks IS NULL OR remarks NOT LIKE '%read_elsewhere%' OR EXISTS (
    SELECT 1 FROM pulled_release AS pulled WHERE pulled.ecosystem = $1 AND pulled.name = $2
      AND pulled.version = $3 AND pulled.filename = $4))`

const REPLACED = `
  SELECT sha256 FROM proof WHERE ecosystem = $1 AND name = $2 AND kind = 'indexed'
    AND version = $3 AND filename = $4 AND sha256 <> $5 AND ${VOUCHED}
  UNION ALL
  SELECT sha256 FROM pinned_proof WHERE ecosystem = $1 AND name = $2
    AND version = $3 AND filename = $4 AND sha256 <> $5 AND ${VOUCHED}
  LIMIT 1`

const APPEND = `
  INSERT INTO proof (${PROOF_COLUMNS})
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)
  ON CONFLICT (ecosystem, name, seq) DO NOTHING RETURNING seq`

const KNOW = `
  INSERT INTO known_release (ecosystem, name, version) VALUES ($1, $2, $3)
  ON CONFLICT (ecosystem, name, version) DO NOTHING`

/** Of those, what another reading of the same release may say. */
const READ = RELEASE_COLUMNS.split(', ').slice(3)

const PIN = `
  INSERT INTO pinned_proof (${RELEASE_COLUMNS})
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
  ON CONFLICT (ecosystem, name, version) DO UPDATE SET
    ${READ.map((column) => `${column} = excluded.${column}`).join(', ')}
  WHERE pinned_proof.extractor <> excluded.extractor
    OR (pinned_proof.filename IS NULL AND excluded.filename IS NOT NULL)`

const PINNED = `
  SELECT ${RELEASE_COLUMNS} FROM pinned_proof
  WHERE ecosystem = $1 AND name = $2 AND version = $3`

const UNPIN = 'DELETE FROM pinned_proof WHERE ecosystem = $1 AND name = $2 AND version = $3'

const RELEASES = `
  SELECT ${RELEASE_COLUMNS}, seq FROM proof
  WHERE ecosystem = $1 AND name = $2 AND kind = 'indexed' AND version IS NOT NULL
  UNION ALL
  SELECT ${RELEASE_COLUMNS}, 0 AS seq FROM pinned_proof WHERE ecosystem = $1 AND name = $2
  ORDER BY seq`

const SIZE = `
  SELECT (SELECT count(*) FROM package) AS packages,
    (SELECT count(*) FROM known_release) AS releases,
    (SELECT CAST(coalesce(sum(symbols), 0) AS BIGINT) FROM symbol_table) AS symbols`

const MODULES = `
  SELECT CAST(coalesce(sum(modules), 0) AS BIGINT) AS "all",
    CAST(coalesce(sum(whole_modules), 0) AS BIGINT) AS whole
  FROM symbol_table WHERE modules IS NOT NULL`

export function packageStore(database: Database): PackageStore {
  return {
    async load(key) {
      const [row] = await database.query<ProofColumns & PackageColumns & { last_seq: number }>(
        LOAD,
        [key.ecosystem, key.name],
      )
      if (row === undefined) return null
      if (row.last_seq !== row.seq) throw damaged(`the head of ${keyText(key)} is not its last row`)
      return { head: readProof(row), checkedAt: row.checked_at }
    },

    known({ after, limit }) {
      return database.query<PackageKey>(KNOWN, [after?.ecosystem ?? '', after?.name ?? '', limit])
    },

    async heads({ after, limit }) {
      const values = [after?.ecosystem ?? '', after?.name ?? '', limit]
      return (await database.query<ProofColumns>(HEADS, values)).map(readProof)
    },

    saveLatest: (release, checkedAt, table = null) =>
      database.transaction(async (tx) => {
        const saved = await saveLatest(tx, database.forUpdate, release, checkedAt)
        // Bytes that an alarm was raised for are not indexed, and neither is what was read of them.
        if (table !== null && saved.change !== 'alarm') await saveTable(tx, table)
        return saved
      }),

    async savePinned(release, table = null) {
      const { ecosystem, name, version } = release
      invariant(version !== null, `packages.savePinned(${keyText(release)}): no version`)
      return database.transaction(async (tx) => {
        const key = [ecosystem, name, version]
        const [before] = await tx.query<ReleaseColumns>(PINNED, key)
        // What is not as it was written vouches for nothing.
        if (before !== undefined && !isWholeRelease(before)) await tx.query(UNPIN, key)
        if (await isReplaced(tx, release)) {
          const found = await lockPackage(tx, database.forUpdate, release)
          if (found !== null) {
            const head = await loadProof(tx, PROOF_AT, [ecosystem, name, found.head_seq])
            await appendAlarm(tx, head, release)
          }
          return { change: 'alarm' }
        }
        await tx.query(PIN, releaseValues(release))
        if (table !== null) await saveTable(tx, table)
        return { change: 'pinned' }
      })
    },

    async loadPinned({ ecosystem, name }, version) {
      // A version comes as the client wrote it; what cannot be stored has not been.
      if (!isStorable(version)) return null
      const [row] = await database.query<ReleaseColumns>(PINNED, [ecosystem, name, version])
      return row === undefined || !isWholeRelease(row) ? null : toRelease(row)
    },

    async releases({ ecosystem, name }) {
      const rows = await database.query<ReleaseColumns>(RELEASES, [ecosystem, name])
      const whole = rows.filter(isWholeRelease)
      return [...new Map(whole.map((row) => [row.version, toRelease(row)])).values()]
    },

    async loadChain({ ecosystem, name }, { afterSeq, limit }) {
      invariant(limit >= 0, 'packages.loadChain: a limit below zero')
      const rows = await database.query<ProofColumns>(CHAIN, [ecosystem, name, afterSeq, limit])
      return rows.map(toProofRow)
    },

    async chains({ after, limit }) {
      const values = [after?.ecosystem ?? '', after?.name ?? '', limit]
      const rows = await database.query<PackageKey & { head_seq: number | null }>(CHAINS, values)
      return rows.map(({ ecosystem, name, head_seq: headSeq }) => ({
        key: { ecosystem, name },
        headSeq,
      }))
    },

    async size() {
      const [row] = await database.query<Size>(SIZE)
      return row ?? { packages: 0, releases: 0, symbols: 0 }
    },

    async modules() {
      const [row] = await database.query<ModuleCounts>(MODULES)
      return row ?? { all: 0, whole: 0 }
    },
  }
}

async function saveLatest(
  tx: Transaction,
  forUpdate: Database['forUpdate'],
  release: IngestedRelease,
  checkedAt: string,
): Promise<SavedLatest> {
  const found = await lockPackage(tx, forUpdate, release)
  const isOther = await isReplaced(tx, release)
  if (found === null && !isOther) {
    const first = nextProof(null, 'indexed', release)
    if (await append(tx, first)) {
      await tx.query(
        'INSERT INTO package (ecosystem, name, head_seq, checked_at) VALUES ($1, $2, $3, $4)',
        [release.ecosystem, release.name, first.seq, checkedAt],
      )
      return { change: 'append', indexed: { head: first, checkedAt } }
    }
  }
  // Null here means that another node has made the first row since; it is committed by now, because
  // the insert above has waited for it. Or it is a pinned proof that has other bytes.
  const current = found ?? (await lockPackage(tx, forUpdate, release))
  if (current === null) {
    invariant(isOther, `packages.saveLatest(${keyText(release)}): a chain without a package`)
    return { change: 'alarm', indexed: null }
  }
  return follow(tx, current, release, { isOther, checkedAt })
}

async function lockPackage(
  tx: Transaction,
  forUpdate: Database['forUpdate'],
  { ecosystem, name }: PackageKey,
): Promise<PackageColumns | null> {
  // Without a join: a row that PostgreSQL had to wait for is read again in its new state, but the
  // rows joined to its old state are not, and the package would seem to be missing.
  const [row] = await tx.query<PackageColumns>(
    `SELECT head_seq, checked_at FROM package WHERE ecosystem = $1 AND name = $2 ${forUpdate}`,
    [ecosystem, name],
  )
  return row ?? null
}

/** What a fresh reading changes in a package that is known and locked. */
async function follow(
  tx: Transaction,
  current: PackageColumns,
  release: IngestedRelease,
  fresh: Readonly<{ isOther: boolean; checkedAt: string }>,
): Promise<SavedLatest> {
  const { ecosystem, name } = release
  const head = await loadProof(tx, PROOF_AT, [ecosystem, name, current.head_seq])
  const compared = compareLatest(head.release, release)
  // Other bytes than the head's are no alarm where nobody vouches for the head any more.
  const change = fresh.isOther ? 'alarm' : compared === 'alarm' ? 'append' : compared
  if (change === 'alarm') {
    await appendAlarm(tx, head, release)
    // The registry did not confirm the indexed release, so the time of the check stays as well.
    return { change, indexed: { head, checkedAt: current.checked_at } }
  }
  // What was confirmed later than this reading was another release: no check but its own speaks of it.
  const checkedAt =
    change === 'append' ? fresh.checkedAt : later(current.checked_at, fresh.checkedAt)
  const next = change === 'append' ? nextProof(await lastProof(tx, head), 'indexed', release) : head
  if (change === 'append') {
    const appended = await append(tx, next)
    invariant(appended, `packages.saveLatest(${keyText(release)}): row ${next.seq} is taken`)
  }
  if (change === 'append' || checkedAt !== current.checked_at) {
    await tx.query(
      'UPDATE package SET head_seq = $3, checked_at = $4 WHERE ecosystem = $1 AND name = $2',
      [ecosystem, name, next.seq, checkedAt],
    )
  }
  return { change, indexed: { head: next, checkedAt } }
}

/**
 * Whether a proof, of the chain or pinned and however old, has other bytes under the same version and
 * file name. The version is put down as known first: who does so at the same time is waited for.
 */
async function isReplaced(tx: Transaction, release: IngestedRelease): Promise<boolean> {
  const { ecosystem, name, version, artifact } = release
  if (version === null) return false
  await tx.query(KNOW, [ecosystem, name, version])
  if (artifact === null) return false
  const rows = await tx.query(REPLACED, [
    ecosystem,
    name,
    version,
    artifact.filename,
    artifact.sha256,
  ])
  return rows.length > 0
}

async function appendAlarm(tx: Transaction, head: ProofRow, release: IngestedRelease) {
  const [alarms] = await tx.query<{ total: number; same_bytes: number }>(ALARMS, [
    release.ecosystem,
    release.name,
    head.seq,
    release.artifact?.sha256 ?? null,
  ])
  if (alarms === undefined || alarms.same_bytes > 0 || alarms.total >= ALARM_ROWS_MAX) return
  await append(tx, nextProof(await lastProof(tx, head), 'alarm', release))
}

function lastProof(tx: Transaction, { release }: ProofRow): Promise<ProofRow> {
  return loadProof(tx, LAST_PROOF, [release.ecosystem, release.name])
}

async function loadProof(tx: Transaction, sql: string, params: readonly (string | number)[]) {
  const [row] = await tx.query<ProofColumns>(sql, params)
  invariant(row !== undefined, `packages.saveLatest(${params[0]}:${params[1]}): no proof row`)
  return readProof(row)
}

/** False when the row is there already. */
async function append(tx: Transaction, row: ProofRow): Promise<boolean> {
  return (await tx.query(APPEND, proofValues(row))).length > 0
}

/** Checked when it is read back: a damaged row must neither be signed nor be built upon. */
function readProof(columns: ProofColumns): ProofRow {
  const row = toProofRow(columns)
  if (row.hash !== proofHash(row) || !isWholeRelease(columns)) {
    throw damaged(`the proof of ${keyText(row.release)}, row ${row.seq} does not match its hash`)
  }
  return row
}

function damaged(what: string): ServiceError {
  return new ServiceError('internal', `packages: ${what}`)
}

function later(left: string, right: string): string {
  return Date.parse(right) > Date.parse(left) ? right : left
}
