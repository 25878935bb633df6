// What the log costs a store: bytes for each leaf, beside the answer itself, and processor time of an answer
// that is saved for the first time. The same answers go into a store with the log and into one without.
//
//   npx tsx scripts/truth/log/cost.ts [leaves]

import { createHash } from 'node:crypto'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { Client } from 'pg'
import { encodeBundle } from '../../../src/log/entries/entryBundle.ts'
import { answerLeaf } from '../../../src/log/entries/leaf.ts'
import { integrator } from '../../../src/log/integrate.ts'
import { noteSigner, writeKey } from '../../../src/log/note/verifierKey.ts'
import type { LeafForm } from '../../../src/ports/log.ts'
import type { SignedAnswer } from '../../../src/ports/store.ts'
import { openStore } from '../../../src/store/openStore.ts'
import { openSqlite, SQLITE_FILE } from '../../../src/store/sqlite.ts'
import { startPostgres } from '../../../test/support/postgres.ts'

const AT_ONCE = 16
const INTEGRATED_AT_ONCE = 1_024
const ROUNDS = 5
const IN_A_ROUND = 4_000

const digest = (text: string) => createHash('sha256').update(text).digest('hex')

function answerOf(number: number): SignedAnswer {
  const file = digest(`file ${number}`)
  const attestation =
    `{"answer_sha256":"${digest(`answer ${number}`)}","evidence":{"artifacts":[{"filename":` +
    `"package${number}-1.0.0.tgz","package":"package${number}","sha256":"${file}","version":"1.0.0"}],` +
    `"extractor":"npm/1","registry":"public"},"question":{"ecosystem":"npm","name":"package${number}"},` +
    `"type":"assay.package_exists/1","verdict":"exists","verifier":"0x${file.slice(0, 40)}"}`
  return {
    attestationHash: `0x${digest(attestation)}`,
    type: 'assay.package_exists/1',
    verdict: 'exists',
    attestation,
    signature: `0x${file}${digest(`signature ${number}`)}1b`,
    answer: JSON.stringify({ exists: true, name: `package${number}`, about: file.repeat(4) }),
    signedAt: '2026-03-01T12:00:00.000Z',
  }
}

type Place = Readonly<{ dataDir: string; databaseUrl: string | null }>

async function fill(place: Place, leaves: number, form: LeafForm | null): Promise<void> {
  const store = await openStore(place)
  const signer = noteSigner('log.example/cost', 'note', createHash('sha256').update('c').digest())
  await store.log.bind({ origin: signer.key.name, key: writeKey(signer.key) })
  const memory = { load: async () => null, save: async () => {} }
  const one = integrator({ store: store.log, signer, memory, batchMax: INTEGRATED_AT_ONCE })
  for (let done = 0; done < leaves; done += INTEGRATED_AT_ONCE) {
    const end = Math.min(leaves, done + INTEGRATED_AT_ONCE)
    let next = done
    const lane = async () => {
      while (next < end) {
        next += 1
        await store.answers.save(answerOf(next - 1), form)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, lane))
    if (form !== null) while ((await one.step()).more);
  }
  await store.close()
}

async function embeddedBytes(dataDir: string): Promise<number> {
  const database = await openSqlite({ dataDir })
  await database.close()
  return (await stat(join(dataDir, SQLITE_FILE))).size
}

/** Of all tables and indexes, as they have grown; what is dead in them may be used again. */
async function postgresBytes(databaseUrl: string): Promise<number> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query('VACUUM')
  const { rows } = await client.query(
    `SELECT sum(pg_total_relation_size(oid)) AS bytes FROM pg_class
     WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
  )
  const shown = await client.query(
    `SELECT relname, pg_relation_size(oid) AS bytes FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relname ~ '^(answer|log_)'
     ORDER BY 2 DESC LIMIT 8`,
  )
  for (const { relname, bytes } of shown.rows) console.error(`  ${relname} ${bytes}`)
  await client.end()
  return Number(rows[0].bytes)
}

function compressed(form: LeafForm): number {
  const entries = Array.from({ length: 256 }, (_, i) => answerLeaf(answerOf(i), form))
  return gzipSync(encodeBundle(entries)).length / 256
}

async function firstAnswers(base: string): Promise<void> {
  const stores = await Promise.all(
    ['with', 'without'].map((name) => openStore({ dataDir: join(base, name), databaseUrl: null })),
  )
  const spent = [0, 0]
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [at, store] of stores.entries()) {
      const answers = Array.from({ length: IN_A_ROUND }, (_, i) => answerOf(round * IN_A_ROUND + i))
      const before = process.cpuUsage()
      await Promise.all(
        Array.from({ length: AT_ONCE }, async () => {
          for (let one = answers.pop(); one !== undefined; one = answers.pop()) {
            await store.answers.save(one, at === 0 ? 'open' : null)
          }
        }),
      )
      const { user, system } = process.cpuUsage(before)
      spent[at] = (spent[at] ?? 0) + (user + system)
    }
  }
  const each = spent.map((us) => us / (ROUNDS * IN_A_ROUND))
  const [logged = 0, bare = 0] = each
  console.log(
    `a first answer, embedded: ${logged.toFixed(0)} µs of processor time with the log, ` +
      `${bare.toFixed(0)} without, ${(logged - bare).toFixed(0)} for it`,
  )
  await Promise.all(stores.map((store) => store.close()))
}

const leaves = Number(process.argv[2] ?? 50_000)
const base = await mkdtemp(join(tmpdir(), 'assay-log-cost-'))
const server = await startPostgres()
try {
  await firstAnswers(base)
  for (const kind of ['embedded', 'postgres']) {
    const sizes: number[] = []
    for (const form of [null, 'sealed', 'open'] as const) {
      const name = `${kind}_${form ?? 'bare'}`
      const dataDir = join(base, name)
      const databaseUrl = kind === 'postgres' ? await server.url(name) : null
      await fill({ dataDir, databaseUrl }, leaves, form)
      const bytes = await (databaseUrl === null
        ? embeddedBytes(dataDir)
        : postgresBytes(databaseUrl))
      sizes.push(bytes)
      if (form === null) continue
      const more = (bytes - (sizes[0] ?? 0)) / leaves
      const line = compressed(form) + 100
      console.log(`${kind}, ${form}: ${more.toFixed(1)} bytes a leaf; line ${line.toFixed(0)}`)
    }
  }
} finally {
  await server.stop()
  await rm(base, { recursive: true, force: true })
}
