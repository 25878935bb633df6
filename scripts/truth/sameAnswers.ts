// Whether two commits answer the same questions alike:
//
//   git worktree add <other> <commit> && ln -s "$PWD/node_modules" <other>/node_modules
//   (cd <other> && npm run build) && npm run build
//   npx tsx scripts/truth/sameAnswers.ts <other> [--each 40] [--only diff] [--folder <kept data>]
//
// Both services are started on loopback, each with a store of its own, and asked one after the other:
// packages, symbols and imported code of the facts in test/facts, and diffs of the pairs drawn for the
// judge of diffs. They ask the registries that the user has configured. What tells one run from another
// (signatures, times, the key) is left out, and so are members that came since: `--besides docs`.
// Answers that differ are printed; status 1 when one does.

import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

type Question = Readonly<{ path: string; body: object }>
type Row = Readonly<Record<string, string>>

/** Questions about what is not read yet are asked again, so often at the most. */
const TRIES_MAX = 60
const SHOWN_MAX = 400
/** What differs from run to run, wherever it stands. */
const VOLATILE = new Set([
  'attestation_hash',
  'answer_sha256',
  'asked_at',
  'extracted_at',
  'issued_at',
  'served_in_ms',
  'signature',
  'source',
  'verifier',
])

const here = fileURLToPath(new URL('../..', import.meta.url))
const { values, positionals } = parseArgs({
  options: {
    each: { type: 'string', default: '40' },
    folder: { type: 'string' },
    only: { type: 'string', default: '' },
    besides: { type: 'string', default: '' },
  },
  allowPositionals: true,
})
const [other] = positionals
if (other === undefined) throw new Error('usage: sameAnswers.ts <other checkout> [--each 40]')
const each = Number(values.each)
for (const member of values.besides.split(',')) VOLATILE.add(member)
const folder = values.folder ?? mkdtempSync(join(tmpdir(), 'same-answers-'))

const services = await Promise.all([
  started(resolve(other), join(folder, 'other')),
  started(here, join(folder, 'here')),
])
let same = 0
let differ = 0
const statuses = new Map<number, number>()
let unanswered = 0
try {
  for (const question of questions()) {
    if (!question.path.includes(values.only)) continue
    const [theirs, ours] = await Promise.all(services.map(({ origin }) => ask(origin, question)))
    if (theirs === undefined || ours === undefined) throw new Error('a service did not reply')
    if (theirs.status === 503 || ours.status === 503) unanswered += 1
    else if (theirs.text === ours.text) {
      same += 1
      statuses.set(ours.status, (statuses.get(ours.status) ?? 0) + 1)
    } else {
      differ += 1
      console.log(`${question.path} ${JSON.stringify(question.body).slice(0, SHOWN_MAX)}`)
      console.log(`  ${firstDifference(theirs.text, ours.text)}`)
    }
  }
} finally {
  for (const { child } of services) child.kill('SIGTERM')
}
const counts = [...statuses].map(([status, count]) => `${count} with ${status}`).join(', ')
console.log(
  `${same} answers are the same (${counts}), ${differ} differ, ${unanswered} had no answer in time`,
)
process.exitCode = differ === 0 ? 0 : 1

function* questions(): Iterable<Question> {
  const names = [
    ...facts('hallucinated_names_sample_vdb').map((row) => [row, row['name']] as const),
    ...facts('npm_placeholders_and_redirects').map((row) => [row, row['name']] as const),
    ...facts('typosquats_ecosystems').flatMap((row) => [
      [row, row['squat']] as const,
      [row, row['target']] as const,
    ]),
  ]
  for (const [{ ecosystem }, name] of spread(names)) {
    yield { path: '/demo/v1/package/exists', body: { ecosystem, name } }
  }
  const symbols = [
    ...spread(facts('gitchameleon_triples')),
    ...spread(facts('versicode_so_triples').filter(({ version = '' }) => /^[\d.]+$/.test(version))),
    ...spread(
      facts('deprecated_api_mappings').map((row) => ({ ...row, symbol: row['deprecated'] })),
    ),
  ]
  for (const row of symbols) {
    const { ecosystem, package: name, version, symbol } = row as Row
    const body = { ecosystem, package: name, symbol, ...(version === undefined ? {} : { version }) }
    yield { path: '/demo/v1/symbol/exists', body }
  }
  for (const row of spread(facts('pymigbench_symbols'))) {
    const { symbol = '' } = row
    const code = `import ${symbol.split('.')[0]}\n${symbol}()\n${symbol}.nothing_of_that_name\n`
    yield { path: '/demo/v1/check', body: { files: [{ path: 'asked.py', content: code }] } }
  }
  const pairs = ['npm-minor-60', 'npm-patch-24k', 'pypi-patch-20'].flatMap((list) =>
    rows(`scripts/truth/diffs/${list}.jsonl`),
  )
  for (const { ecosystem, package: name, from_version, to_version } of spread(pairs)) {
    yield { path: '/demo/v1/diff', body: { ecosystem, package: name, from_version, to_version } }
  }
}

/** As many as are wanted, from all over the list. */
function spread<T>(list: readonly T[]): readonly T[] {
  const step = Math.max(1, list.length / each)
  return Array.from(
    { length: Math.min(each, list.length) },
    (_, place) => list[Math.floor(place * step)] as T,
  )
}

function facts(name: string): readonly Row[] {
  return rows(`test/facts/${name}.jsonl`)
}

function rows(path: string): readonly Row[] {
  const text = readFileSync(join(here, path), 'utf8')
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}

async function ask(origin: string, { path, body }: Question) {
  for (let tries = 1; ; tries += 1) {
    const reply = await fetch(`${origin}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const text = await reply.text()
    if (reply.status !== 503 || tries === TRIES_MAX) {
      return { status: reply.status, text: `${reply.status} ${lasting(text)}` }
    }
    await sleep(1000 * Math.max(1, Number(reply.headers.get('retry-after') ?? '1')))
  }
}

/** The reply without what tells one run from another. */
function lasting(text: string): string {
  return JSON.stringify(JSON.parse(text), (key, value) => (VOLATILE.has(key) ? undefined : value))
}

function firstDifference(theirs: string, ours: string): string {
  let at = 0
  while (theirs[at] === ours[at]) at += 1
  const part = (text: string) => text.slice(Math.max(0, at - 40), at + 120)
  return `${part(theirs)}\n  ${part(ours)}`
}

async function started(checkout: string, data: string) {
  const port = await freePort()
  // Commits before decision 17 have no bundle.
  const bundle = join(checkout, 'dist/cli/main.cjs')
  const program = existsSync(bundle) ? bundle : join(checkout, 'dist/cli/main.js')
  const child: ChildProcess = spawn(process.execPath, [program, 'serve'], {
    env: {
      ...process.env,
      ASSAY_PORT: String(port),
      ASSAY_DATA_DIR: data,
      ASSAY_DEMO_DAILY_LIMIT: '100000',
      ASSAY_NAMES: 'off',
      ASSAY_LOG_LEVEL: 'error',
    },
    stdio: 'ignore',
  })
  const origin = `http://127.0.0.1:${port}`
  while (child.exitCode === null) {
    const isReady = await fetch(`${origin}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) return { origin, child }
    await sleep(100)
  }
  throw new Error(`the service of ${checkout} ended at once`)
}

function freePort(): Promise<number> {
  return new Promise((found) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => found(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}
