// The steps of action.yml and the hook of .pre-commit-hooks.yaml, run as plain shell with what a
// runner gives them, on loopback.

import { execFile, execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { pythonWheel } from '../fake/archives/pythonWheel.ts'
import { type FakeRegistry, fakeRegistry } from '../fake/registry.ts'
import { MAIN } from '../support/compiled.ts'
import { parseYaml } from '../support/parseYaml.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

// The shape of the two files; a test would fail where it is another.
type Run = Readonly<{ id: string; shell: string; run: string; env: Record<string, string> }>
type Used = Readonly<{ id: string; uses: string; with: Record<string, string> }>
type Action = Readonly<{
  inputs: Record<string, { default: string }>
  outputs: Record<string, { value: string }>
  runs: { using: string; steps: readonly (Run | Used)[] }
}>
const action = parseYaml(readFileSync(join(ROOT, 'action.yml'), 'utf8')) as unknown as Action
const hooks = parseYaml(
  readFileSync(join(ROOT, '.pre-commit-hooks.yaml'), 'utf8'),
) as unknown as readonly Record<string, string>[]

const isRun = (step: Run | Used): step is Run => 'run' in step
const runs = action.runs.steps.filter(isRun)
const used = action.runs.steps.filter((step): step is Used => 'uses' in step)

let registry: FakeRegistry
let folder: string
let workspace: string
let home: string

/** What a build would leave, without one: the sources, run as they are. */
function makeHome(at: string): void {
  mkdirSync(join(at, 'dist', 'cli'), { recursive: true })
  writeFileSync(join(at, 'package.json'), '{"type": "module"}')
  writeFileSync(
    join(at, 'dist', 'cli', 'main.cjs'),
    `const { spawnSync } = require('node:child_process')
const main = ${JSON.stringify(MAIN)}
const run = spawnSync(process.execPath, [main, ...process.argv.slice(2)], { stdio: 'inherit' })
process.exitCode = run.status ?? 9
`,
  )
}

beforeAll(async () => {
  registry = await fakeRegistry()
  const files = '-- lamp/__init__.py --\ndef glow(strength): ...\n'
  const wheel = pythonWheel({ name: 'lamp', version: '1.0', files })
  registry.pypi.publish({ name: 'lamp', version: '1.0', files: [wheel] })
  const newer = pythonWheel({ name: 'lamp', version: '2.0', files: '-- lamp/__init__.py --\n' })
  registry.pypi.publish({ name: 'lamp', version: '2.0', files: [newer] })
  folder = mkdtempSync(join(tmpdir(), 'assay-action-'))
  home = join(folder, 'action')
  makeHome(home)
})
afterAll(async () => {
  await registry.close()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(() => {
  workspace = mkdtempSync(join(folder, 'work-'))
  // Children of the sources find their loader from the folder that they are started in.
  symlinkSync(join(ROOT, 'node_modules'), join(workspace, 'node_modules'))
})

function write(files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(workspace, path)), { recursive: true })
    writeFileSync(join(workspace, path), text)
  }
}

function git(...args: readonly string[]): string {
  const who = ['-c', 'user.name=a', '-c', 'user.email=a@h.example', '-c', 'commit.gpgsign=false']
  return execFileSync('git', ['-C', workspace, ...who, ...args])
    .toString()
    .trim()
}

/** What it answers is the commit. */
function commit(...paths: readonly string[]): string {
  git('add', ...paths)
  git('commit', '-q', '-m', 'a')
  return git('rev-parse', 'HEAD')
}

function commitFirst(files: Readonly<Record<string, string>>): string {
  write({ ...files, '.gitignore': 'node_modules\n.*\n' })
  git('init', '-q')
  return commit(...Object.keys(files))
}

/** What a runner says of a pull request. */
function event(sha: string): Record<string, string> {
  write({ '.event.json': JSON.stringify({ pull_request: { number: 7, base: { sha } } }) })
  return { GITHUB_EVENT_PATH: join(workspace, '.event.json') }
}

/** Else which package is meant would only be guessed. */
const PINNED = { 'requirements.txt': 'lamp==1.0\n' }

type Ran = Readonly<{ status: number; stdout: string; stderr: string }>

function environment(): Record<string, string> {
  return {
    PATH: process.env['PATH'] ?? '',
    HOME: folder,
    ASSAY_NPM_REGISTRY: registry.npmUrl,
    ASSAY_PYPI_INDEX: registry.pypiIndexUrl,
    ASSAY_LOG_LEVEL: 'warn',
    ASSAY_NAMES: 'off',
  }
}

function bash(script: string, env: Readonly<Record<string, string>>): Promise<Ran> {
  // As a runner starts `shell: bash`.
  const args = ['--noprofile', '--norc', '-e', '-o', 'pipefail', '-c', script]
  return new Promise((resolve) => {
    execFile('bash', args, { cwd: workspace, env: { ...env } }, (error, stdout, stderr) => {
      resolve({ status: error === null ? 0 : Number(error.code), stdout, stderr })
    })
  })
}

/** `NAME=value` lines, as steps leave them. */
function pairsIn(file: string): Record<string, string> {
  const rows = readFileSync(file, 'utf8').split('\n')
  return Object.fromEntries(rows.filter((row) => row !== '').map((row) => row.split(/=(.*)/s)))
}

async function runAction(
  given: Readonly<Record<string, string>>,
  more: Record<string, string> = {},
) {
  const files = { GITHUB_ENV: join(workspace, '.env'), GITHUB_OUTPUT: join(workspace, '.out') }
  for (const file of Object.values(files)) writeFileSync(file, '')
  let last: Ran = { status: 0, stdout: '', stderr: '' }
  for (const step of runs) {
    const own = Object.entries(step.env).map(([name, value]) => [name, filledIn(value, given)])
    last = await bash(step.run, {
      ...environment(),
      GITHUB_ACTION_PATH: home,
      GITHUB_WORKSPACE: workspace,
      GITHUB_SERVER_URL: `file://${folder}`,
      RUNNER_TEMP: join(folder, 'temp'),
      ...files,
      ...pairsIn(files.GITHUB_ENV),
      ...Object.fromEntries(own),
      ...more,
    })
    if (last.status !== 0) break
  }
  return { ...last, outputs: pairsIn(files.GITHUB_OUTPUT) }
}

/** The two kinds of expressions that the file has. */
function filledIn(value: string, given: Readonly<Record<string, string>>): string {
  return value.replace(/\$\{\{ (\S+) \}\}/g, (_, name: string) => {
    if (name === 'github.action_repository') return 'owner/assay'
    const [, input = ''] = /^inputs\.(\S+)$/.exec(name) ?? []
    const known = action.inputs[input]
    if (known === undefined) throw new Error(`${name} is no input`)
    return given[input] ?? known.default
  })
}

describe('the action', () => {
  test('is composite, and every step is bash', () => {
    expect(action.runs.using).toBe('composite')
    expect(runs.map(({ shell }) => shell)).toEqual(['bash', 'bash'])
    // What a person writes must never become part of a script.
    for (const { run } of runs) expect(run).not.toContain('${{')
  })

  test('other actions are pinned, and all but the last come before; no key is put into a cache', () => {
    const ids = action.runs.steps.map(({ id }) => id)
    expect(ids).toEqual(['node', 'data', 'install', 'check', 'receipts'])
    for (const { uses } of used) expect(uses).toMatch(/^actions\/[\w-]+@[0-9a-f]{40}$/)
    const path = used.find(({ id }) => id === 'data')?.with['path'] ?? ''
    const [folder = '', key = ''] = path.trim().split('\n')
    expect(key).toBe(`!${folder}/verifier.key`)
  })

  test('a Node that is too old is refused with a sentence', async () => {
    const bin = join(workspace, 'bin')
    mkdirSync(bin)
    writeFileSync(join(bin, 'node'), '#!/bin/sh\nexit 1\n', { mode: 0o755 })
    const { status, stdout } = await runAction({}, { PATH: `${bin}:${process.env['PATH']}` })
    expect(status).toBe(2)
    expect(stdout).toContain('::error::Node 20.19 or newer is needed')
  })

  test('code that is real passes', async () => {
    write({ ...PINNED, 'a.py': 'import lamp\nlamp.glow(1)\n' })
    const { status, stdout, outputs } = await runAction({})
    expect(stdout).toContain('0 errors')
    expect({ status, outputs }).toEqual({ status: 0, outputs: { status: '0' } })
  })

  test('a finding fails, and is in the file for code scanning', async () => {
    write({ ...PINNED, 'a b/a.py': 'import lamp\nlamp.glwo(1)\n', 'c.py': 'import no_such_lamp\n' })
    const given = { paths: 'a b\n', sarif: 'out.sarif' }
    const { status, stdout, outputs } = await runAction(given)
    expect(stdout).toContain('a b/a.py:2:6  error  symbol_not_found')
    expect({ status, outputs }).toEqual({
      status: 1,
      outputs: { status: '1', sarif: 'out.sarif' },
    })
    // One run does both.
    expect(runs.map(({ run }) => run.match(/main\.cjs" check/g)?.length ?? 0)).toEqual([0, 1])
    const log = JSON.parse(readFileSync(join(workspace, 'out.sarif'), 'utf8'))
    expect(log.runs[0].results).toMatchObject([{ ruleId: 'symbol_not_found' }])
  })

  test('on a pull request only what the change brings is told', async () => {
    const sha = commitFirst({ ...PINNED, 'a.py': 'import lamp\nlamp.glwo(1)\n' })
    write({ 'b.py': 'import lamp\nlamp.glwo(1)\n' })
    const { status, stdout, stderr } = await runAction({ comment: 'true', token: '' }, event(sha))
    expect(stdout).toContain('b.py:2:6  error')
    expect(stdout).not.toContain('a.py:2:6')
    expect(stderr).toContain('no comment was made')
    expect(status).toBe(1)
  })

  test('what the base has mended since the change parted from it is not told as new', async () => {
    const first = commitFirst({ ...PINNED, 'a.py': 'import lamp\nlamp.glwo(1)\n' })
    write({ 'a.py': 'import lamp\nlamp.glow(1)\n' })
    const base = commit('a.py')
    git('checkout', '-q', first)
    write({ 'b.py': 'import lamp\nlamp.glow(1)\n' })
    commit('b.py')
    const alone = await runAction({ comment: 'true', token: '' }, event(base))
    expect(alone.stdout).not.toContain('a.py:2:6')
    expect(alone.status).toBe(0)
    // As a workflow checks it out: the merge of both.
    git('merge', '-q', '--no-edit', base)
    write({ 'c.py': 'import lamp\nlamp.glwo(1)\n' })
    const merged = await runAction({ comment: 'true', token: '' }, event(base))
    expect(merged.stdout).toContain('c.py:2:6  error')
    expect(merged.stdout).toContain('1 error, 0 warnings')
  })

  test('a base that cannot be fetched is said, and nothing is told as new', async () => {
    commitFirst({ ...PINNED, 'a.py': 'import lamp\nlamp.glwo(1)\n' })
    const { status, stdout, outputs } = await runAction(
      { comment: 'true', token: '' },
      event('0123456789'.repeat(4)),
    )
    expect(stdout).toContain('cannot be fetched')
    expect(stdout).not.toContain('glwo')
    expect({ status, outputs }).toEqual({ status: 3, outputs: { status: '3' } })
  })

  test('the comment leads to the signed answers, which are files that verify', async () => {
    const sha = commitFirst({ ...PINNED, 'a.py': 'import lamp\nlamp.glow(1)\n' })
    write({ 'requirements.txt': 'lamp==2.0\n' })
    const bodies: string[] = []
    const platform = createServer((request, response) => {
      void text(request).then((body) => {
        if (request.method === 'POST') bodies.push(JSON.parse(body).body)
        return response.end(request.method === 'POST' ? '{}' : '[]')
      })
    })
    await new Promise<void>((resolve) => platform.listen(0, '127.0.0.1', resolve))
    try {
      const { port } = platform.address() as AddressInfo
      const { outputs } = await runAction(
        { comment: 'true', token: 'secret' },
        {
          ...event(sha),
          GITHUB_API_URL: `http://127.0.0.1:${port}`,
          GITHUB_REPOSITORY: 'o/r',
          GITHUB_SERVER_URL: 'https://h.example',
          GITHUB_RUN_ID: '12',
        },
      )
      const [body = ''] = bodies
      expect(bodies).toHaveLength(1)
      const link =
        /\[`(0x[0-9a-f]{64})`\]\(https:\/\/h\.example\/o\/r\/actions\/runs\/12#artifacts\)/
      const hash = link.exec(body)?.[1] ?? ''
      const signer = /assay verify <hash>\.json --verifier (0x[0-9a-f]{40})`/.exec(body)?.[1] ?? ''
      const receipt = join(outputs['receipts'] ?? '', `${hash}.json`)
      expect(outputs['artifact']).toMatch(/^assay-receipts-\w+$/)
      const run = `node '${join(home, 'dist', 'cli', 'main.cjs')}' verify '${receipt}'`
      const verified = await bash(`${run} --verifier ${signer}`, environment())
      expect(verified).toMatchObject({ status: 0, stdout: expect.stringContaining(hash) })
      const other = await bash(`${run} --verifier 0x${'1'.repeat(40)}`, environment())
      expect(other.status).toBe(1)
    } finally {
      platform.closeAllConnections()
      platform.close()
    }
  })

  test('fail-on decides, and what cannot be run is status 2', async () => {
    write({ ...PINNED, 'a.py': 'import lamp\nlamp.glwo(1)\n' })
    expect(await runAction({ 'fail-on': 'never' })).toMatchObject({ status: 0 })
    expect(await runAction({ 'fail-on': 'never; touch gone' })).toMatchObject({
      status: 2,
      outputs: { status: '2' },
    })
    expect(await runAction({ paths: 'nowhere' })).toMatchObject({ status: 2 })
  })

  test.each(['fail-on', 'baseline', 'sarif'])(
    'a second line in %s is refused before anything is written',
    async (input) => {
      write({ 'a.py': '' })
      const { status, stdout, outputs } = await runAction({ [input]: 'x\nstatus=0' })
      expect({ status, outputs }).toEqual({ status: 2, outputs: {} })
      expect(stdout).toContain('::error::')
    },
    300_000,
  )

  test('a version is a tag of the repository that the action is from', async () => {
    write({ 'a.py': '' })
    const repository = join(folder, 'owner', 'assay')
    mkdirSync(join(repository, 'dist', 'cli'), { recursive: true })
    writeFileSync(join(repository, 'dist', 'cli', 'main.cjs'), 'console.log("of 9.9.9")\n')
    const git = (...args: readonly string[]) =>
      execFileSync(
        'git',
        [
          '-c',
          'user.name=a',
          '-c',
          'user.email=a@example.org',
          '-c',
          'commit.gpgsign=false',
          ...args,
        ],
        { cwd: repository, stdio: 'ignore' },
      )
    git('init', '-q')
    git('add', '--force', '.')
    git('commit', '-q', '--no-verify', '-m', 'release')
    git('tag', 'v9.9.9')
    expect(await runAction({ version: '9.9.9' })).toMatchObject({
      status: 0,
      stdout: 'of 9.9.9\n',
    })
    expect(await runAction({ version: '../../x' })).toMatchObject({ status: 2 })
  })
})

test.each([
  ['a.py', true],
  ['src/b.mts', true],
  ['requirements-dev.txt', true],
  ['requirements/dev.txt', true],
  ['sub/package.json', true],
  ['uv.lock', true],
  ['sub/pnpm-lock.yaml', true],
  ['yarn.lock', true],
  ['README.md', false],
  ['notes.txt', false],
  ['data.json', false],
])('the hook is for %s: %j', (path, expected) => {
  expect(new RegExp(hooks[0]?.['files'] ?? '').test(path)).toBe(expected)
})

test('the hook checks what is staged', async () => {
  const [hook] = hooks
  expect(hook).toMatchObject({ id: 'assay-check', language: 'node', pass_filenames: 'false' })
  const [command, ...words] = (hook?.['entry'] ?? '').split(' ')
  expect(command).toBe('assay')
  write({ ...PINNED, '.gitignore': 'node_modules\n', 'a.py': 'import lamp\nlamp.glwo(1)\n' })
  execFileSync('git', ['init', '-q'], { cwd: workspace })
  execFileSync('git', ['add', '.'], { cwd: workspace })
  write({ 'a.py': 'import lamp\nlamp.glow(1)\n' })
  const env = { ...environment(), ASSAY_DATA_DIR: join(folder, 'temp', 'assay-data') }
  const run = () => bash(`node '${join(home, 'dist', 'cli', 'main.cjs')}' ${words.join(' ')}`, env)
  const staged = await run()
  expect(staged.stdout).toContain('lamp.glwo(1)')
  expect(staged.status).toBe(1)
  execFileSync('git', ['add', '.'], { cwd: workspace })
  expect((await run()).status).toBe(0)
})
