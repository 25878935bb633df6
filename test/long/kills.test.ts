// The service is killed at random moments, from its first millisecond on: no process of it is left,
// and what it had written is whole. KILL_ROUNDS=200 is the run that docs/measurements/ tells of.

import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FakeRegistry, fakeRegistry } from '../fake/registry.ts'
import { seededRandom } from '../fake/seededRandom.ts'
import { type BuiltProgram, builtProgram, listening } from '../support/builtProgram.ts'
import { publishNpm, publishPython } from '../support/publish.ts'
import { send } from '../support/service.ts'

const ROUNDS = Number(process.env['KILL_ROUNDS'] ?? 40)
const SEED = Number(process.env['KILL_SEED'] ?? Date.now() % 2 ** 32)
const GONE_WITHIN_MS = 5_000
const LOOKED_AT_EVERY = 20

let registry: FakeRegistry
let program: BuiltProgram
let env: Record<string, string>

beforeAll(async () => {
  registry = await fakeRegistry()
  program = builtProgram()
  registry.npm.publish({
    name: 'all-the-package-names',
    version: '1.0.0',
    files: { 'package.json': '{}', 'names.json': JSON.stringify(manyNames()) },
  })
  registry.npm.publish({
    name: 'download-counts',
    version: '1.0.0',
    files: { 'package.json': '{}', 'counts.json': '{"lamp-0-0": 5}' },
  })
  env = {
    ASSAY_PORT: '0',
    ASSAY_DATA_DIR: join(program.dir, 'data'),
    ASSAY_NPM_REGISTRY: registry.npmUrl,
    ASSAY_PYPI_INDEX: registry.pypiIndexUrl,
    ASSAY_DEMO_DAILY_LIMIT: '0',
    ASSAY_LATEST_WINDOW_S: '1',
    ASSAY_LOG_LEVEL: 'silent',
  }
})
afterAll(async () => {
  program.remove()
  await registry.close()
})

/** So many that their set takes seconds to build. */
function manyNames(): readonly string[] {
  return Array.from({ length: 200_000 }, (_, n) => `name-${(n * 7919) % 1_000_003}-${n % 97}`)
}

test(`${ROUNDS} kills at random, seed ${SEED}`, { timeout: ROUNDS * 60_000 }, async () => {
  console.log(`KILL_SEED=${SEED}`)
  const random = seededRandom(SEED)
  const { startMs, answersMs } = await usualTimes()
  const left: string[] = []
  let answered = 0
  let goneMs = 0
  for (let round = 1; round <= ROUNDS; round += 1) {
    publishRound(round)
    // A set of names that is gone is built again.
    if (round % 4 === 0)
      rmSync(join(env['ASSAY_DATA_DIR'] ?? '', 'names'), { recursive: true, force: true })
    const service = program.start(['serve'], env)
    const ended = new Promise((resolve) => service.once('exit', resolve))
    const url = listening(service.stderr)
    let onAnswer = () => {}
    const firstAnswer = new Promise<void>((resolve) => {
      onAnswer = resolve
    })
    const asking = url.then((found) => (found === null ? 0 : ask(found, round, onAnswer)))
    // While it starts, or while the first questions have it start processes.
    const isEarly = random.below(2) === 0
    const moment = random.below(isEarly ? startMs : 2 * answersMs)
    if (!isEarly) await url
    // On a machine that is too busy to answer in time, one round at least has answers.
    await (round === ROUNDS ? firstAnswer : sleep(moment))
    service.kill('SIGKILL')
    await ended
    answered += await asking
    const { ms, stayed } = await untilGone()
    goneMs = Math.max(goneMs, ms)
    const when = `round ${round}, ${moment} ms after ${isEarly ? 'its start' : 'it listened'}`
    left.push(...stayed.map((process) => `${when}: ${process}`))
    if (round % LOOKED_AT_EVERY === 0) await expectWhole()
  }
  await expectWhole()
  const told = { rounds: ROUNDS, startMs, answersMs, answered, left: left.length, goneMs }
  console.log(JSON.stringify(told))
  expect(left).toEqual([])
  // Otherwise nothing was there to be killed in the middle of.
  expect(answered).toBeGreaterThan(0)
})

/** The ledger and every chain, by the commands that look at them. */
async function expectWhole(): Promise<void> {
  const ledger = await program.run(['ledger', 'check', '--json'], env)
  expect({ status: ledger.status, ...JSON.parse(ledger.stdout) }).toMatchObject({
    status: 0,
    violations: [],
  })
  const chains = await program.run(['audit', '--chains'], env)
  console.log(ledger.stdout.trim(), chains.stdout.trim())
  expect(chains).toMatchObject({ status: 0, stdout: expect.stringMatching(/: all whole\n$/) })
}

/** How long this machine takes to start the service, and that to answer for the first time. */
async function usualTimes(): Promise<Readonly<{ startMs: number; answersMs: number }>> {
  publishRound(0)
  const begun = performance.now()
  const service = program.start(['serve'], env)
  const url = await listening(service.stderr)
  const listened = performance.now()
  if (url === null) throw new Error('the service does not start')
  await Promise.all(questions(url, 0))
  const answersMs = Math.round(performance.now() - listened)
  service.kill('SIGKILL')
  await untilGone()
  return { startMs: Math.round(listened - begun), answersMs }
}

/** How long it took until nothing was left; what was left is ended, and told. */
async function untilGone(): Promise<Readonly<{ ms: number; stayed: readonly string[] }>> {
  const begun = performance.now()
  for (;;) {
    const stayed = program.processes()
    const ms = Math.round(performance.now() - begun)
    if (stayed.length === 0 || ms > GONE_WITHIN_MS) {
      for (const { pid } of stayed) process.kill(pid, 'SIGKILL')
      return {
        ms,
        stayed: stayed.map(({ pid, parent, command }) => `${pid} below ${parent}: ${command}`),
      }
    }
    await sleep(20)
  }
}

/** Packages of the round alone, and a release of one that moves on with every round. */
function publishRound(round: number): void {
  const version = '1.0.0'
  publishNpm(registry, {
    name: 'moving',
    version: `1.${round}.0`,
    main: 'index.js',
    files: `-- index.js --\nexports.round = ${round}\n`,
  })
  publishPython(registry, {
    name: `lamp-${round}`,
    version,
    files: `-- lamp_${round}.py --\n${'def glow(strength): ...\nclass Bulb:\n    def on(self): ...\n'}`,
  })
  publishNpm(registry, {
    name: `bulb-${round}`,
    version,
    main: 'index.js',
    files: `-- index.js --\nexports.glow = function (strength) {}\nexports.round = ${round}\n`,
  })
}

/** Written by the first start, with credit. */
function operatorKey(): string {
  return readFileSync(join(env['ASSAY_DATA_DIR'] ?? '', 'operator.key'), 'utf8').trim()
}

/** Questions of every kind that starts a process or writes; each gives 1 when it was answered. */
function questions(url: string, round: number, n = 0): readonly Promise<number>[] {
  const post = async (path: string, body: unknown, headers = {}) =>
    (await send(url, 'POST', path, body, headers)).status === 200 ? 1 : 0
  const paid = { 'x-api-key': operatorKey() }
  const [lamp, bulb] = [`lamp-${round}`, `bulb-${round}`]
  const content = `import lamp_${round}\nlamp_${round}.glow(${n})\n`
  return [
    post('/demo/v1/symbol/exists', { ecosystem: 'pypi', package: lamp, symbol: 'glow' }),
    post('/demo/v1/symbol/exists', { ecosystem: 'npm', package: bulb, symbol: 'glow' }),
    post('/demo/v1/package/exists', { ecosystem: 'npm', name: bulb }),
    post('/demo/v1/package/exists', { ecosystem: 'npm', name: 'moving' }),
    post('/v1/package/exists', { ecosystem: 'npm', name: bulb }, paid),
    post('/v1/symbol/exists', { ecosystem: 'pypi', package: lamp, symbol: `no_${n}` }, paid),
    post('/demo/v1/check', { files: [{ path: 'a.py', content }] }),
  ]
}

/** Asks until nobody answers; how often somebody did. */
async function ask(url: string, round: number, onAnswer: () => void): Promise<number> {
  let count = 0
  const counted = async (question: Promise<number>) => {
    const answered = await question
    count += answered
    if (answered > 0) onAnswer()
  }
  try {
    for (let n = 0; ; n += 1) await Promise.all(questions(url, round, n).map(counted))
  } catch {
    return count
  }
}
