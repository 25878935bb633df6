// Commands that are handed to a process which stays, as a person runs them one after the other.

import { execFile } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type FakeRegistry, fakeRegistry } from '../../fake/registry.ts'
import { startAssay } from '../../queue/startAssay.ts'
import { MAIN } from '../../support/compiled.ts'
import { publishPython } from '../../support/publish.ts'

let registry: FakeRegistry
let home: string
let run: string

/** Questions about this package are not answered. */
let silentOf: string | null = null
let unanswered = 0

beforeAll(async () => {
  registry = await fakeRegistry({
    intercept: ({ url }) => {
      const isSilent = silentOf !== null && url?.includes(silentOf) === true
      if (isSilent) unanswered += 1
      return isSilent
    },
  })
  for (const name of ['parcel', 'crate', 'barrel']) {
    publishPython(registry, { name, version: '1.0', files: `-- ${name}.py --\ndef fold(): ...\n` })
  }
})
afterAll(() => registry.close())

beforeEach(() => {
  unanswered = 0
  silentOf = null
  home = mkdtempSync(join(tmpdir(), 'assay-r-'))
  run = join(home, '.cache', 'assay', 'run')
})
afterEach(() => {
  for (const pid of residents()) process.kill(pid, 'SIGKILL')
  rmSync(home, { recursive: true, force: true })
})

/** The processes that stay, by the folders that carry their numbers. */
function residents(): readonly number[] {
  if (!existsSync(run)) return []
  return readdirSync(run).flatMap((entry) => {
    const [, pid] = /\.sock\.(\d+)$/.exec(entry) ?? []
    return pid !== undefined && existsSync(`/proc/${pid}`) ? [Number(pid)] : []
  })
}

/** The one that stays. */
function resident(): number {
  const [pid] = residents()
  if (pid === undefined) throw new Error('no process stays')
  return pid
}

function start(words: readonly string[], env: Readonly<Record<string, string>> = {}) {
  return startAssay(words, {
    HOME: home,
    ASSAY_DATA_DIR: join(home, 'data'),
    ASSAY_NPM_REGISTRY: registry.npmUrl,
    ASSAY_PYPI_INDEX: registry.pypiIndexUrl,
    ASSAY_NAMES: 'off',
    ASSAY_RESIDENT: 'on',
    ...env,
  })
}

const asked = (words: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  start(words, env).ended

const FOLD = ['symbol', 'pypi', 'parcel', 'fold', '--json']

/** What is signed, without how long it took. */
const signed = (stdout: string) => JSON.parse(stdout).attestation.signature

test('the second question is answered by the process that the first one left, as any other would', async () => {
  const first = await asked(FOLD)
  const [pid] = residents()
  expect(pid).toBeDefined()
  const second = await asked(FOLD)
  expect(residents()).toEqual([pid])
  const alone = await asked([...FOLD, '--no-resident'])
  expect([first.status, second.status, alone.status]).toEqual([0, 0, 0])
  expect(new Set([first, second, alone].map(({ stdout }) => signed(stdout))).size).toBe(1)
  expect([first.stderr.replace(/^Made a verifier key.*\n/, ''), second.stderr]).toEqual(['', ''])
})

test('an offline question asks nobody, whoever was asked before, and the next one asks again', async () => {
  const requests = () => [...registry.requests.values()].reduce((sum, count) => sum + count, 0)
  await asked(FOLD)
  const [pid] = residents()
  const before = requests()
  const offline = await asked([...FOLD, '--offline'])
  const crate = ['package', 'pypi', 'crate']
  const refused = await asked([...crate, '--offline'])
  expect(residents()).toEqual([pid])
  expect(requests()).toBe(before)
  expect(JSON.parse(offline.stdout)).toMatchObject({ as_of: { from: expect.any(String) } })
  expect(refused).toMatchObject({ status: 3, stderr: expect.stringContaining('(not_held)') })
  const online = await asked(crate)
  expect(online).toMatchObject({ status: 0, stdout: expect.not.stringContaining('Offline') })
})

test.each([
  [['symbol', 'pypi', 'parcel', 'unfold'], 1, 'absent', ''],
  [['symbol', 'pypi'], 2, '', 'Usage: assay symbol'],
  [['package', 'pypi', 'nowhere-to-be-found'], 1, 'absent', ''],
  [['diff', 'pypi', 'parcel', '1.0', '9.9'], 2, '', '9.9'],
  [['symbol', '--help'], 0, 'Usage: assay symbol', ''],
] as const)('%j ends and prints as it does alone', async (words, status, out, err) => {
  await asked(FOLD)
  const there = await asked(words)
  const alone = await asked([...words, '--no-resident'])
  expect(there).toEqual(alone)
  expect(there.status).toBe(status)
  expect(there.stdout).toContain(out)
  expect(there.stderr).toContain(err)
})

test('each command has its own folder, settings and place', async () => {
  await asked(FOLD)
  const pids = residents()
  const other = { ASSAY_DATA_DIR: join(home, 'other') }
  expect((await asked(['symbol', 'pypi', 'crate', 'fold'], other)).status).toBe(0)
  expect(existsSync(join(home, 'other', 'assay.db'))).toBe(true)
  const wrong = await asked(FOLD, { ASSAY_PORT: 'many' })
  expect([wrong.status, wrong.stderr]).toEqual([2, expect.stringContaining('ASSAY_PORT')])
  expect((await asked(FOLD)).status).toBe(0)
  expect(residents()).toEqual(pids)
})

test('an environment that is read as a process begins has a process of its own', async () => {
  await asked(FOLD)
  await asked(FOLD, { NODE_EXTRA_CA_CERTS: join(home, 'none.pem') })
  expect(residents().length).toBe(2)
})

test('whoever comes while it is busy runs alone', async () => {
  await asked(FOLD)
  const all = await Promise.all(
    ['parcel', 'crate', 'barrel'].map((name) => asked(['symbol', 'pypi', name, 'fold'])),
  )
  expect(all.map(({ status }) => status)).toEqual([0, 0, 0])
})

test.each(['SIGKILL', 'SIGSTOP'] as const)(
  'after a %s the next question is answered',
  async (signal) => {
    await asked(FOLD)
    const pid = resident()
    process.kill(pid, signal)
    expect((await asked(FOLD)).status).toBe(0)
    if (signal === 'SIGSTOP') process.kill(pid, 'SIGKILL')
    else await expect.poll(residents).not.toContain(pid)
  },
)

test('a question whose process is killed is asked again by itself', async () => {
  await asked(FOLD)
  const pid = resident()
  silentOf = 'crate'
  const question = start(['symbol', 'pypi', 'crate', 'fold'])
  await expect.poll(() => unanswered).toBeGreaterThan(0)
  silentOf = null
  process.kill(pid, 'SIGKILL')
  expect((await question.ended).status).toBe(0)
})

test('an interruption ends the question, and the process stays', async () => {
  await asked(FOLD)
  silentOf = 'barrel'
  const question = start(['symbol', 'pypi', 'barrel', 'fold'])
  await expect.poll(() => unanswered).toBeGreaterThan(0)
  question.child.kill('SIGINT')
  const { status, stderr } = await question.ended
  silentOf = null
  expect([status, stderr]).toEqual([3, expect.stringContaining('interrupted')])
  expect((await asked(FOLD)).status).toBe(0)
  expect(residents().length).toBe(1)
})

test.each([
  ['is open to others', () => mkdirSync(run, { recursive: true, mode: 0o755 })],
  [
    'leads elsewhere',
    () => {
      mkdirSync(join(home, 'elsewhere'), { mode: 0o700 })
      mkdirSync(join(home, '.cache', 'assay'), { recursive: true })
      symlinkSync(join(home, 'elsewhere'), run)
    },
  ],
])('nothing is handed over in a folder that %s', async (_, prepare) => {
  prepare()
  if (!existsSync(join(home, 'elsewhere'))) chmodSync(run, 0o755)
  expect((await asked(FOLD)).status).toBe(0)
  expect(readdirSync(run)).toEqual([])
})

test.each([
  [FOLD, { ASSAY_RESIDENT: 'off' }],
  [[...FOLD, '--no-resident'], {}],
  [['ingest', 'pypi', 'parcel'], {}],
] as const)('%j %j leaves no process behind', async (words, env) => {
  expect((await asked(words, env)).status).toBe(0)
  expect(residents()).toEqual([])
})

test('what is left of a process that was killed is cleared away', async () => {
  await asked(FOLD)
  const pid = resident()
  process.kill(pid, 'SIGKILL')
  await expect.poll(() => existsSync(`/proc/${pid}`)).toBe(false)
  await asked(FOLD)
  expect(readdirSync(run).filter((entry) => entry.endsWith(`.${pid}`))).toEqual([])
})

test('a check reads the folder that it is asked in', async () => {
  await asked(FOLD)
  for (const [place, name] of [
    ['one', 'fold'],
    ['two', 'unfold'],
  ] as const) {
    mkdirSync(join(home, place))
    writeFileSync(join(home, place, 'requirements.txt'), 'parcel==1.0\n')
    writeFileSync(join(home, place, 'a.py'), `import parcel\nparcel.${name}()\n`)
  }
  expect((await asked(['check', join(home, 'one')])).status).toBe(0)
  expect((await asked(['check', join(home, 'two')])).status).toBe(1)
})

test('the process is told from others by its name', async () => {
  await asked(FOLD)
  const pid = resident()
  expect(readFileSync(`/proc/${pid}/cmdline`, 'latin1')).toMatch(/^assay/)
})

test('whoever has read enough is not told of an end, and the process stays', async () => {
  const lines = Array.from({ length: 20_000 }, (_, at) => `def name_${at}(): ...`).join('\n')
  publishPython(registry, { name: 'long', version: '1.0', files: `-- long.py --\n${lines}\n` })
  await asked(FOLD)
  const table = start(['table', 'pypi', 'long'])
  table.child.stdout?.once('data', () => table.child.stdout?.destroy())
  const { status, stderr } = await table.ended
  expect([status, stderr]).toEqual([0, ''])
  expect((await asked(FOLD)).status).toBe(0)
  expect(residents().length).toBe(1)
})

/** A command below a shell that does something first. */
function inShell(first: string, words: readonly string[] = FOLD, out = '> /dev/null') {
  const script = `${first}; '${process.execPath}' '${MAIN}' ${words.join(' ')} ${out}`
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: home,
    ASSAY_DATA_DIR: join(home, 'data'),
    ASSAY_NPM_REGISTRY: registry.npmUrl,
    ASSAY_PYPI_INDEX: registry.pypiIndexUrl,
    ASSAY_NAMES: 'off',
    ASSAY_LOG_LEVEL: 'warn',
  }
  return promisify(execFile)('bash', ['-c', script], { env })
}

test('a descriptor that somebody has left open is not held by a process that stays', async () => {
  const held = join(home, 'lock')
  await inShell(`exec 200>'${held}'; flock 200`)
  expect(residents().length).toBe(1)
  await promisify(execFile)('bash', ['-c', `exec 200>'${held}'; flock -n 200`])
})

test('other rights and limits have a process of their own', async () => {
  await asked(FOLD)
  await inShell('ulimit -f 100000')
  expect(residents().length).toBe(2)
})

test.each(['/dev/stdout', '/dev/fd/1'])('%s is that of the command', async (file) => {
  await asked(FOLD)
  writeFileSync(join(home, 'a.py'), 'import parcel\nparcel.fold()\n')
  const words = ['check', join(home, 'a.py'), '--sarif-file', file]
  await inShell(':', words, `| cat > '${join(home, 'out')}'`)
  expect(readFileSync(join(home, 'out'), 'utf8')).toContain('"$schema"')
  expect((await asked(FOLD)).status).toBe(0)
})
