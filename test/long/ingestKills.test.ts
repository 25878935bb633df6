// A process is killed in the middle of an ingestion: the service, the nursery of its children, or a
// child. Whoever asks again gets the answer that a quiet service gives, and pays for it once.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FakeRegistry, fakeRegistry } from '../fake/registry.ts'
import { seededRandom } from '../fake/seededRandom.ts'
import {
  type BuiltProgram,
  builtProgram,
  listening,
  type Process,
} from '../support/builtProgram.ts'
import { publishNpm, publishPython } from '../support/publish.ts'
import { type Reply, send } from '../support/service.ts'

const ROUNDS = Number(process.env['KILL_ROUNDS'] ?? 18)
const SEED = Number(process.env['KILL_SEED'] ?? Date.now() % 2 ** 32)
const TRIES = 120
const SYMBOL_PRICE = 0.005
const TARGETS = ['service', 'nursery', 'child'] as const

let registry: FakeRegistry
let program: BuiltProgram

beforeAll(async () => {
  registry = await fakeRegistry()
  program = builtProgram()
})
afterAll(async () => {
  program.remove()
  await registry.close()
})

function settings(folder: string): Record<string, string> {
  return {
    ASSAY_PORT: '0',
    ASSAY_DATA_DIR: join(program.dir, folder),
    ASSAY_NPM_REGISTRY: registry.npmUrl,
    ASSAY_PYPI_INDEX: registry.pypiIndexUrl,
    ASSAY_DEMO_DAILY_LIMIT: '0',
    ASSAY_VERIFIER_KEY: '7'.repeat(64),
    ASSAY_LOG_LEVEL: 'silent',
    ASSAY_NAMES: 'off',
  }
}

/** Large enough that its reading can be met in the middle. */
function publishRound(round: number): void {
  const body = Array.from({ length: 300 }, (_, n) => `def glow_${n}(a, b=${n}): ...\n`).join('')
  const modules = Array.from({ length: 25 }, (_, n) => `-- lamp_${round}/m${n}.py --\n${body}`)
  const init = `-- lamp_${round}/__init__.py --\nfrom .m1 import *\n`
  for (const version of ['1.0', '2.0']) {
    const more = version === '2.0' ? 'def late(): ...\n' : ''
    publishPython(registry, {
      name: `lamp-${round}`,
      version,
      files: `${init}${more}${modules.join('')}`,
    })
  }
  publishNpm(registry, {
    name: `bulb-${round}`,
    version: '1.0.0',
    main: 'index.js',
    files: `-- index.js --\n${Array.from({ length: 800 }, (_, n) => `exports.f${n} = function (a) {}\n`).join('')}`,
  })
}

type Question = readonly [path: string, body: object]

function questions(round: number): readonly Question[] {
  const lamp = { ecosystem: 'pypi', package: `lamp-${round}` }
  return [
    ['/v1/symbol/exists', { ...lamp, symbol: 'glow_7', version: '1.0' }],
    ['/v1/symbol/exists', { ...lamp, symbol: 'nothing' }],
    ['/v1/symbol/exists', { ecosystem: 'npm', package: `bulb-${round}`, symbol: 'f9' }],
    ['/demo/v1/diff', { ...lamp, from_version: '1.0', to_version: '2.0' }],
  ]
}

/** Null when nobody answers. */
async function ask(url: string, key: string, name: string, question: Question) {
  const [path, body] = question
  const headers = { 'x-api-key': key, 'idempotency-key': name }
  return send(url, 'POST', path, body, headers).catch(() => null)
}

async function untilAnswered(ask: () => Promise<Reply | null>): Promise<Reply> {
  for (let tries = 1; ; tries += 1) {
    const reply = await ask()
    if (reply?.status === 200) return reply
    if (reply !== null && reply.status !== 503 && reply.status !== 409) return reply
    if (tries === TRIES) throw new Error(`no answer: ${reply?.text}`)
    await sleep(1_000)
  }
}

async function start(folder: string) {
  const service = program.start(['serve'], settings(folder))
  const url = await listening(service.stderr)
  if (url === null) throw new Error('the service does not start')
  const key = readFileSync(join(program.dir, folder, 'operator.key'), 'utf8').trim()
  return { service, url, key }
}

function find(target: (typeof TARGETS)[number], of: readonly Process[], own: number) {
  const nursery = of.find(({ parent, command }) => parent === own && command.includes('nursery'))
  if (target === 'nursery') return nursery
  return of.find(({ parent }) => parent === nursery?.pid)
}

test(`${ROUNDS} kills, seed ${SEED}`, { timeout: ROUNDS * 240_000 }, async () => {
  const random = seededRandom(SEED)
  const quiet = await start('quiet')
  let { service, url, key } = await start('killed')
  const balance = async () =>
    Number((await send(url, 'GET', '/credits', undefined, { 'x-api-key': key })).body.balance_usd)
  const begun = await balance()
  const met = { service: 0, nursery: 0, child: 0 }
  for (let round = 1; round <= ROUNDS; round += 1) {
    publishRound(round)
    const asked = questions(round)
    const expected: string[] = []
    const quietMs = performance.now()
    for (const [n, question] of asked.entries()) {
      const name = `quiet-${round}-${n}`
      const reply = await untilAnswered(() => ask(quiet.url, quiet.key, name, question))
      expected.push(reply.body.attestation_hash)
    }
    const tookMs = performance.now() - quietMs
    const target = TARGETS[round % TARGETS.length] ?? 'service'
    const first = asked.map((question, n) => ask(url, key, `call-${round}-${n}`, question))
    await sleep(random.below(Math.max(1, Math.round(tookMs))))
    if (target === 'service') {
      service.kill('SIGKILL')
      met.service += 1
    } else {
      const found = find(target, program.processes(), service.pid ?? 0)
      if (found !== undefined) {
        process.kill(found.pid, 'SIGKILL')
        met[target] += 1
      }
    }
    const early = await Promise.all(first)
    if (target === 'service') ({ service, url, key } = await start('killed'))
    for (const [n, question] of asked.entries()) {
      const reply = await untilAnswered(() => ask(url, key, `call-${round}-${n}`, question))
      const told = { round, target, n, status: reply.status, hash: reply.body.attestation_hash }
      expect(told).toEqual({ round, target, n, status: 200, hash: expected[n] })
      // What was answered before the end is the same.
      const before = early[n]
      if (before?.status === 200) expect(before.body.attestation_hash).toBe(expected[n])
    }
    // Three of the four are paid for, each once.
    expect((begun - (await balance())).toFixed(3)).toBe((3 * round * SYMBOL_PRICE).toFixed(3))
  }
  service.kill('SIGKILL')
  quiet.service.kill('SIGKILL')
  const env = settings('killed')
  const ledger = await program.run(['ledger', 'check', '--json'], env)
  expect({ status: ledger.status, ...JSON.parse(ledger.stdout) }).toMatchObject({
    status: 0,
    violations: [],
  })
  const chains = await program.run(['audit', '--chains'], env)
  expect(chains).toMatchObject({ status: 0, stdout: expect.stringMatching(/: all whole\n$/) })
  const answers = await program.run(['audit', '--answers', '--all'], env)
  expect(answers.stdout).toMatch(/, 0 wrong, 0 unchecked/)
  console.log(JSON.stringify({ rounds: ROUNDS, met }))
  expect(Math.min(met.service, met.nursery, met.child)).toBeGreaterThan(0)
})
