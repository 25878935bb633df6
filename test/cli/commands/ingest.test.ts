// The commands that fill the index, as a person or a script uses them on the embedded store.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { run as runFiles } from '../../../src/cli/commands/files.ts'
import { run as runIngest } from '../../../src/cli/commands/index/ingest.ts'
import { run as runWorker } from '../../../src/cli/commands/index/worker.ts'
import { output } from '../../../src/cli/terminal/output.ts'
import { type BulkTally, progress, renderProgress } from '../../../src/cli/terminal/progress.ts'
import { parseName, parseTarget } from '../../../src/cli/terminal/target.ts'
import { INGEST_LEASE_MS } from '../../../src/limits.ts'
import { openStore } from '../../../src/store/openStore.ts'
import { type PopularRegistry, popularRegistry } from '../../queue/popularRegistry.ts'
import { keyOf } from '../../queue/queueContract.ts'
import { type RunningAssay, startAssay } from '../../queue/startAssay.ts'
import { cliTools } from '../../support/cliTools.ts'

const COUNT = 24
const JOBS = 2

let popular: PopularRegistry
let folder: string
beforeAll(async () => {
  popular = await popularRegistry(COUNT, 150)
  const { npm, pypi } = popular.registry
  npm.publish({
    name: '@scope/pinned',
    version: '1.0.0',
    files: { 'package.json': '{}', 'a.bin': '' },
  })
  npm.publish({ name: '@scope/pinned', version: '2.0.0', files: { 'package.json': '{}' } })
  npm.publish({ name: 'bare', version: '1.0.0', files: { 'index.js': '' } })
  npm.publish({ name: 'garbled', version: '1.0.0', files: { 'package.json': '{' } })
  npm.publish({ name: 'refused', version: '1.0.0', bytes: Buffer.from('no archive') })
  pypi.publish({ name: 'empty', version: '1.0', files: [] })
  folder = await mkdtemp(join(tmpdir(), 'assay-ingest-'))
})
afterAll(async () => {
  await popular.registry.close()
  await rm(folder, { recursive: true, force: true })
})

function start(args: readonly string[], env: Record<string, string> = {}): RunningAssay {
  return startAssay(args, {
    HOME: folder,
    ASSAY_DATA_DIR: join(folder, 'data'),
    ASSAY_NPM_REGISTRY: popular.registry.npmUrl,
    ASSAY_PYPI_INDEX: popular.registry.pypiIndexUrl,
    ...env,
  })
}

const assay = (args: readonly string[], env?: Record<string, string>) => start(args, env).ended
const lines = (stdout: string) => stdout.trimEnd().split('\n')

describe('assay ingest', () => {
  test('one line for each release, with what was read of it', async () => {
    const { status, stdout, stderr } = await assay([
      'ingest',
      'npm',
      '@scope/pinned',
      '@scope/pinned@1.0.0',
      'refused',
    ])
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    const [latest, pinned, refused] = lines(stdout)
    expect(latest).toMatch(
      /^ingested {2}@scope\/pinned@2\.0\.0 {2}\S+\.tgz {2}[0-9a-f]{64} {2}1 of 1 files read$/,
    )
    expect(pinned).toMatch(/^ingested {2}@scope\/pinned@1\.0\.0 .* 1 of 2 files read$/)
    expect(refused).toMatch(/^ingested {2}refused@1\.0\.0 .* not opened \(refused: \w+\)$/)
  })

  test.each(['bare', 'garbled'])('%s: a manifest that cannot be read', async (name) => {
    const { status, stdout } = await assay(['ingest', 'npm', name, '--json'])
    expect(status).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ unopened: 'refused: manifest_invalid' })
  })

  test('--json is one JSON value a line and nothing else', async () => {
    const args = ['ingest', 'npm', '@scope/pinned@1.0.0', 'absent-name', '@scope/pinned@9.0.0']
    const { status, stdout, stderr } = await assay([...args, '--json'])
    expect({ status, stderr }).toEqual({ status: 1, stderr: '' })
    const values = lines(stdout).map((line) => JSON.parse(line))
    expect(values).toMatchObject([
      { name: '@scope/pinned', version: '1.0.0', digest: 'computed', unopened: null },
      { name: 'absent-name', state: 'absent' },
      { name: '@scope/pinned', version: '9.0.0', state: 'version_not_found' },
    ])
  })

  test('what cannot be done is exit 3, and the others are done', async () => {
    const args = ['ingest', 'npm', 'refused', 'unreachable', '--json']
    await popular.registry.pause()
    const { status, stdout, stderr } = await assay(args, { ASSAY_REGISTRY_TIMEOUT_MS: '500' })
    await popular.registry.resume()
    expect({ status, stderr }).toEqual({ status: 3, stderr: '' })
    expect(lines(stdout).map((line) => JSON.parse(line))).toMatchObject([
      { name: 'refused', state: 'indexed' },
      { name: 'unreachable', state: 'failed', error: { code: 'registry_unavailable' } },
    ])
  })

  test.each([
    ['ingest', 'Usage: assay ingest'],
    ['ingest npm', 'the package is missing'],
    ['ingest cran x', 'the ecosystem is pypi or npm, not "cran"'],
    ['ingest npm a@', '"a@" names no single version'],
    ['ingest npm a@latest', 'a is its latest release'],
    ['ingest npm .a', 'no npm package can be named ".a"'],
    ['ingest npm x --jobs 2', 'go with --top'],
    ['ingest --top 5', '--top needs --ecosystem'],
    ['ingest --top 0 --ecosystem npm', '--top takes a number'],
    ['ingest --top 5 --ecosystem cran', 'the ecosystem is pypi or npm, not "cran"'],
    ['ingest --top 5 --ecosystem npm extra', '--top chooses the packages itself'],
    ['ingest --top 5 --ecosystem npm --jobs 17', '--jobs takes 1 to 16'],
    ['ingest --top 5 --ecosystem npm --max-age 1w', '--max-age takes a time'],
    ['files', 'Usage: assay files'],
    ['files npm', 'Usage: assay files'],
    ['files npm a b', 'Usage: assay files'],
    ['files cargo x', 'the ecosystem is pypi or npm, not "cargo"'],
    ['files npm x@^1', '"x@^1" names no single version'],
    ['worker --jobs 0', '--jobs takes 1 to 16'],
    ['worker --jobs 17', '--jobs takes 1 to 16'],
  ])('usage is exit 2, before anything is opened: assay %s', async (command, reason) => {
    const written = { stdout: '', stderr: '' }
    const stream = (name: keyof typeof written) => ({
      write: (text: string) => {
        written[name] += text
      },
    })
    const out = output({ stdout: stream('stdout'), stderr: stream('stderr') })
    const tools = cliTools({ out, progress: stream('stderr') })
    const [name, ...args] = command.split(' ')
    const run = {
      ingest: () => runIngest(args, tools),
      files: () => runFiles(args, tools),
      worker: () => runWorker(args, tools),
    }[name as 'ingest' | 'files' | 'worker'] // The rows above begin with one of them.
    expect(await run()).toBe(2)
    expect(written.stdout).toBe('')
    expect(written.stderr).toContain(reason)
  })

  test.each([
    ['ingest --top 999999 --ecosystem npm'],
    ['ingest npm x --nope'],
    ['worker extra'],
    // Workers share jobs, and the embedded store has nobody to share with.
    ['worker'],
  ])('usage is exit 2, with nothing on standard output: assay %s', async (command) => {
    const { status, stdout, stderr } = await assay(command.split(' '))
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).not.toBe('')
  })

  test.each(['ingest', 'files', 'worker'])('assay help %s says how it ends', async (command) => {
    const { status, stdout } = await assay(['help', command])
    expect(status).toBe(0)
    expect(stdout).toContain('Exit status')
  })
})

describe('Ctrl-C while another process holds the release', () => {
  const dataDir = () => join(folder, 'held')

  /** Holds the lease of a package that nobody has read, and starts a command that waits for it. */
  async function waiting(name: string, ...args: readonly string[]) {
    popular.registry.npm.publish({ name, version: '1.0.0', files: { 'index.js': '' } })
    const store = await openStore({ databaseUrl: null, dataDir: dataDir() })
    const held = { key: `latest:npm:${name}`, owner: 'another process' }
    const renew = () => store.leases.take({ ...held, leaseMs: INGEST_LEASE_MS })
    expect(await renew()).toBe(true)
    const renewal = setInterval(renew, INGEST_LEASE_MS / 3)
    const running = start([...args, name], { ASSAY_DATA_DIR: dataDir() })
    const isAsked = () => popular.registry.requests.get(`/npm/${name}/latest`) !== undefined
    while (!isAsked()) await new Promise((resolve) => setTimeout(resolve, 10))
    running.child.kill('SIGINT')
    return {
      running,
      async letGo() {
        clearInterval(renewal)
        await store.leases.giveUp(held)
        await store.close()
      },
    }
  }

  test('assay ingest says that it goes on with it, and does', async () => {
    const { running, letGo } = await waiting('held-one', 'ingest', 'npm')
    await running.says('Stopping: finishing what is under way')
    await letGo()
    const { status, stdout } = await running.ended
    expect(status).toBe(0)
    expect(stdout).toMatch(/^ingested {2}held-one@1\.0\.0 /)
  })

  test('assay files ends, and says that it was interrupted', async () => {
    const { running, letGo } = await waiting('held-two', 'files', 'npm')
    const { status, stdout, stderr } = await running.ended
    await letGo()
    expect({ status, stdout, stderr }).toEqual({
      status: 3,
      stdout: '',
      stderr: 'assay: interrupted\n',
    })
  })
})

describe('assay ingest --top', () => {
  const top = ['ingest', '--top', String(COUNT), '--ecosystem', 'npm', '--jobs', String(JOBS)]
  const env = () => ({ ASSAY_DATA_DIR: join(folder, 'top') })

  test('killed, interrupted and resumed, it downloads nothing twice but what died', async () => {
    const killed = start(top, env())
    await popular.reached(6)
    killed.child.kill('SIGKILL')
    await killed.ended

    const interrupted = start([...top, '--json'], env())
    await popular.reached(14)
    interrupted.child.kill('SIGINT')
    const stopped = await interrupted.ended
    expect(stopped.status).toBe(3)
    expect(stopped.stderr).toContain('finishing what is under way')
    const partly = JSON.parse(stopped.stdout)
    expect(partly).toMatchObject({ interrupted: true, failed: 0 })
    // What was done before the kill is skipped; on a slow machine that may be nothing yet.
    expect(partly.skipped + partly.done).toBeGreaterThan(0)
    expect(partly.left).toBeGreaterThan(0)

    const resumed = await assay([...top, '--json'], env())
    expect(resumed.status).toBe(0)
    expect(resumed.stderr).toMatch(/^npm \[[#.]{24}\] \d+\/24 /m)
    expect(resumed.stderr).not.toContain('\u001b')
    const rest = JSON.parse(resumed.stdout)
    expect(rest).toMatchObject({ total: COUNT, failed: 0, left: 0, interrupted: false })
    expect(rest.skipped).toBe(partly.skipped + partly.done)

    const downloads = popular.downloads()
    expect(downloads.filter((count) => count < 1 || count > 2)).toEqual([])
    expect(downloads.filter((count) => count === 2).length).toBeLessThanOrEqual(JOBS)

    const before = popular.requestCount()
    const again = await assay(top, env())
    expect(again.status).toBe(0)
    expect(again.stdout).toContain(`skipped  ${COUNT}`)
    expect(popular.requestCount()).toBe(before)
  })
})

describe('assay files', () => {
  test('lists what was read, and what was not', async () => {
    const { status, stdout } = await assay(['files', 'npm', '@scope/pinned@1.0.0'])
    expect(status).toBe(0)
    expect(stdout).toMatch(/^[0-9a-f]{64} +2 {2}package\.json$/m)
    expect(stdout).toMatch(/^not read +0 {2}a\.bin$/m)
    expect(stdout).toMatch(/: 1 file read \(.+\), 1 not read\n$/)
  })

  test('--json is one value', async () => {
    const { status, stdout, stderr } = await assay(['files', 'npm', '@scope/pinned', '--json'])
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(JSON.parse(stdout)).toMatchObject({
      state: 'listed',
      version: '2.0.0',
      counts: { files: 1, read: 1 },
      files: [{ path: 'package.json', size_bytes: 2, kept: true }],
    })
  })

  test('--json says of each file whether it was read', async () => {
    const { stdout } = await assay(['files', 'npm', '@scope/pinned@1.0.0', '--json'])
    const { counts, files } = JSON.parse(stdout)
    expect(counts).toMatchObject({ files: 2, read: 1 })
    expect(files).toContainEqual({ path: 'a.bin', size_bytes: 0, sha256: null, kept: false })
    expect(files.map(({ kept }: { kept: boolean }) => kept)).toEqual([false, true])
  })

  test.each([
    ['npm absent-name', 1],
    ['npm @scope/pinned@9.0.0', 1],
    ['npm refused', 3],
    ['pypi empty', 3],
  ])('%s is exit %i', async (target, status) => {
    expect((await assay(['files', ...target.split(' ')])).status).toBe(status)
  })
})

describe('what a person writes', () => {
  test.each([
    ['a', 'a', null],
    ['a@1.0.0', 'a', '1.0.0'],
    ['@s/a', '@s/a', null],
    ['@s/a@1.0.0-rc.1+b', '@s/a', '1.0.0-rc.1+b'],
  ])('%s', (written, name, version) => {
    expect(parseTarget('npm', written)).toEqual({ key: keyOf(name), version })
  })

  test.each([
    '',
    '@',
    '@s',
    'a@',
    'a@1 0',
    'a@next',
    'a@^1',
    'a@~1.2',
    'a@1.x',
    'a@>=2',
    'a@*',
    'a@\u202e1',
    `a@${'1'.repeat(129)}`,
    '../x@1',
  ])('%j names nothing', (written) => {
    expect(parseTarget('npm', written)).toEqual(expect.any(String))
  })

  test.each([
    ['pypi', 'requests@latest', 'requests'],
    ['pypi', 'requests@^1', 'requests'],
    ['pypi', 'Requests==2.32.3', 'requests'],
    ['pypi', 'requests>=2,<3', 'requests'],
    ['pypi', 'requests[socks]', 'requests'],
    ['npm', 'express@5.3.0', 'express'],
    ['npm', '@scope/name@latest', '@scope/name'],
    ['npm', '@scope/name^1', '@scope/name'],
  ] as const)('%s %s is more than a name, and the name is told', (ecosystem, written, name) => {
    const told = parseName(ecosystem, written)
    expect(told).toEqual(expect.stringContaining(`write ${name} instead of "${written}"`))
  })

  test.each(['', '@', '../x', 'a b', '@s'])('%j is no name of a package', (written) => {
    expect(parseName('npm', written)).toEqual(expect.stringMatching(/no npm package|instead of/))
  })
})

describe('progress', () => {
  const states = { ingested: 0, unchanged: 0, fresh: 0, absent: 0, failed: 0 }
  const tally: BulkTally = { total: 10, states, unopened: [], failed: [], retried: 0, bytes: 0 }

  test.each([
    ['nothing yet', tally, 0, 'npm [........................] 0/10  0.0/s  0.0 kB  ETA -'],
    [
      'half, of which most was skipped',
      { ...tally, states: { ...states, ingested: 1, fresh: 4 }, bytes: 2_500_000 },
      10,
      'npm [############............] 5/10  0.1/s  2.5 MB  ETA 0:50',
    ],
    [
      'the end, with failures',
      { ...tally, states: { ...states, ingested: 9, failed: 1 }, retried: 2 },
      5,
      'npm [########################] 10/10  2.0/s  0.0 kB  2 retried  1 failed',
    ],
  ])('%s', (_, shown, seconds, line) => {
    expect(renderProgress('npm', shown, seconds)).toBe(line)
  })

  test('a terminal has one line that is redrawn, and failures stay above it', () => {
    let text = ''
    let ms = 0
    const stream = { isTTY: true, columns: 40, write: (part: string) => (text += part) }
    const bar = progress({ stream, title: 'npm', monotonicMs: () => ms })
    bar.update(tally, [])
    ms += 1_000
    const outcome = { version: null, reason: 'internal', message: 'a\u001b[2Jb', bytes: 0 }
    const failed = { ...tally, states: { ...states, failed: 1 } }
    bar.update(failed, [{ key: keyOf('x'), outcome: { ...outcome, state: 'failed' } }])
    bar.end()
    const [first, second] = text.split('\n')
    expect(first).toContain('failed   x: a?[2Jb')
    expect(second?.split('\r\u001b[2K').every((line) => line.length < 40)).toBe(true)
    expect(text.endsWith('\n')).toBe(true)
  })
})
