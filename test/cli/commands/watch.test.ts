// assay watch, over a store and a file that the test controls.

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ReviewedChain } from '../../../src/answer/reviewChains.ts'
import { openChains } from '../../../src/app/chainsApp.ts'
import { type App, createApp } from '../../../src/app.ts'
import { run } from '../../../src/cli/commands/watch.ts'
import { output } from '../../../src/cli/terminal/output.ts'
import { loadConfig } from '../../../src/config.ts'
import { loadTargets } from '../../../src/services/watch/targetFile.ts'
import { openStore } from '../../../src/store/openStore.ts'
import { type FakeRegistry, fakeRegistry } from '../../fake/registry.ts'
import { cliTools } from '../../support/cliTools.ts'

const DAY_MS = 24 * 3_600_000

let dir: string
let registry: FakeRegistry

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'assay-watch-cli-'))
  registry = await fakeRegistry()
})
afterAll(async () => {
  await registry.close()
  await rm(dir, { recursive: true })
})

async function assayWatch(args: readonly string[], settings: Record<string, string> = {}) {
  let text = ''
  const stream = { write: (part: string) => (text += part) }
  const out = output({ stdout: stream, stderr: stream })
  const env = {
    ASSAY_LOG_LEVEL: 'silent',
    ASSAY_DATA_DIR: join(dir, 'data'),
    ASSAY_NAMES: 'off',
    ASSAY_NPM_REGISTRY: registry.npmUrl,
    ASSAY_PYPI_INDEX: registry.pypiIndexUrl,
    ASSAY_WATCH_FILE: join(dir, 'watch.toml'),
    ...settings,
  }
  const config = () => loadConfig(env, dir, dir)
  const apps: App[] = []
  const openApp = async () => {
    const app = await createApp(config())
    apps.push(app)
    return app
  }
  try {
    return { status: await run(args, cliTools({ openWatchApp: openApp, config, out })), text }
  } finally {
    for (const app of apps) await app.close()
  }
}

/** What an audit of the chains says of the reports. */
async function reportChains(env: Record<string, string>) {
  const app = await openChains(loadConfig(env, dir, dir))
  const found: ReviewedChain[] = []
  for await (const chain of app.chains(new AbortController().signal)) found.push(chain)
  await app.close()
  return found.filter(({ of }) => of === 'service')
}

describe('assay watch', () => {
  test('add writes the file, and refuses what would spoil it', async () => {
    const search = ['search', 'http://127.0.0.1:9/health', '--name', 'Search API']
    const rules = [
      '--interval',
      '300',
      '--status',
      '200',
      '--status',
      '204',
      '--max-latency',
      '900',
    ]
    const body = ['--json-path', '$.ok', '--equals', 'true']
    expect(await assayWatch(['add', ...search, ...rules, ...body])).toMatchObject({ status: 0 })
    expect((await assayWatch(['add', 'ledger', 'http://10.0.0.1/', '--x402'])).status).toBe(0)
    const written = await readFile(join(dir, 'watch.toml'), 'utf8')
    expect(written.match(/\[\[targets\]\]/g)).toHaveLength(2)
    expect(written).toContain('equals = true')
    await expect(assayWatch(['add', ...search])).rejects.toThrow(
      'targets[2].id is that of targets[0]',
    )
    await expect(
      assayWatch(['add', 'x', 'http://a.example/', '--interval', 'often']),
    ).rejects.toThrow('targets[2].interval_s must be a whole number')
    expect(await readFile(join(dir, 'watch.toml'), 'utf8')).toBe(written)
  })

  test('list shows this service and the targets of the file', async () => {
    const { status, text } = await assayWatch(['list', '--json'])
    expect(status).toBe(0)
    const rows = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(rows.map(({ id, verdict }) => `${id} ${verdict}`)).toEqual([
      'self unknown',
      'search unknown',
      'ledger unknown',
    ])
    expect((await assayWatch(['list'])).text).toContain('search           unknown  24h unknown')
  })

  test('probe makes one now; what may not be probed is not', async () => {
    const { status, text } = await assayWatch(['probe', 'search'])
    expect({ status, text }).toEqual({ status: 3, text: 'not_measured  search  address_refused\n' })
    expect(await assayWatch(['probe', 'nothing'])).toEqual({
      status: 1,
      text: 'no watched service matches "nothing"\n',
    })
    expect((await assayWatch(['probe', 'e'])).text).toContain('several match: self (Assay')
    // Nobody listens there: this service is not running.
    const own = await assayWatch(['probe', 'self', '--json'], { ASSAY_PORT: '9' })
    expect(own.status).toBe(1)
    expect(JSON.parse(own.text)).toMatchObject({
      id: 'self',
      outcome: 'failed',
      reason: 'connection',
    })
  })

  test('report prints and verifies; a chain that was tampered with shows', async () => {
    expect(await assayWatch(['report', 'search'])).toMatchObject({ status: 1 })
    const dataDir = join(dir, 'data')
    const store = await openStore({ databaseUrl: null, dataDir })
    const day = new Date(Date.now() - 2 * DAY_MS).toISOString().slice(0, 10)
    const probe = (minute: number) => {
      const at = new Date(Date.parse(`${day}T00:00:00.000Z`) + minute * 300_000).toISOString()
      const rest = { status: 200, latencyMs: 5, tlsExpiresAt: null }
      return { target: 'search', dueAt: at, at, outcome: 'ok', reason: null, ...rest } as const
    }
    await Promise.all(Array.from({ length: 40 }, (_, minute) => store.watch.save(probe(minute))))
    const env = {
      ASSAY_LOG_LEVEL: 'silent',
      ASSAY_DATA_DIR: dataDir,
      ASSAY_PORT: '9',
      ASSAY_NPM_REGISTRY: registry.npmUrl,
      ASSAY_PYPI_INDEX: registry.pypiIndexUrl,
      ASSAY_WATCH_FILE: join(dir, 'watch.toml'),
    }
    const app = await createApp(loadConfig(env, dir, dir))
    const watch = await app.watch()
    await watch.load()
    await watch.look()
    await app.close()

    const good = await assayWatch(['report', 'search api'])
    expect(good.status).toBe(0)
    expect(good.text).toContain(`Search API, ${day} (UTC), report 1\nuptime    100 %\n`)
    expect(good.text).toContain('reports   1, 1 compared with raw probes: verified')

    expect(await reportChains(env)).toEqual([
      { of: 'service', name: 'search', rows: 1, fault: null },
    ])

    // As somebody would who can write to the database: more probes than were signed.
    await store.watch.saveReport({
      target: 'search',
      number: 3,
      windowStart: '2020-01-01T00:00:00.000Z',
      windowEnd: '2020-01-02T00:00:00.000Z',
      attestationHash:
        (await store.watch.reports({ target: 'search', limit: 1 }))[0]?.attestationHash ?? '',
      previousHash: `0x${'0'.repeat(64)}`,
    })
    await store.close()
    const bad = await assayWatch(['report', 'search', '--json'])
    expect(bad.status).toBe(1)
    expect(JSON.parse(bad.text).faults).toEqual([
      { number: 3, fault: 'a report is missing before it' },
    ])
    expect(await reportChains(env)).toEqual([
      { of: 'service', name: 'search', rows: 2, fault: 'report 3: a report is missing before it' },
    ])
    const lost = new DatabaseSync(join(dataDir, 'assay.db'))
    lost.exec("UPDATE answer SET signature = '0x' || substr(signature, 5) || '00'")
    lost.close()
    expect((await reportChains(env))[0]?.fault).toMatch(/^report 1: /)
  })

  test.each([
    [[]],
    [['add']],
    [['add', 'x']],
    [['list', 'x']],
    [['probe']],
    [['report', 'a', 'b']],
    [['remove']],
  ])('%j is no use of it', async (args) => {
    const { status, text } = await assayWatch(args)
    expect(status).toBe(2)
    expect(text).toContain('Usage: assay watch')
  })

  test('a word that it does not know, and what was meant', async () => {
    expect(await assayWatch(['lsit'])).toEqual({
      status: 2,
      text: 'assay: watch takes add, remove, list, probe, report, not "lsit"; did you mean list?\n',
    })
  })

  test('a file that cannot be written is said in words', async () => {
    const file = join(dir, 'no', 'such', 'watch.json')
    await expect(assayWatch(['add', 'a', 'http://a.example', '--file', file])).rejects.toThrow(
      `${file}: no such file or folder`,
    )
    await expect(assayWatch(['remove', 'a', '--file', file])).rejects.toThrow('no such file')
  })

  test.each(['watch.json', 'watch.toml'])('remove takes one out of %s', async (name) => {
    const file = join(await mkdtemp(join(dir, 'remove-')), name)
    for (const id of ['one', 'two', 'three']) {
      const rule = ['--json-path', '$.ok', '--equals', id]
      await assayWatch(['add', id, `http://${id}.example`, ...rule, '--file', file])
    }
    expect(await assayWatch(['remove', 'four', '--file', file])).toMatchObject({ status: 1 })
    expect((await assayWatch(['remove', 'two', '--file', file])).status).toBe(0)
    const { targets } = await loadTargets(file)
    expect(targets.map(({ id, expect: { bodyJson } }) => [id, bodyJson?.equals])).toEqual([
      ['one', 'one'],
      ['three', 'three'],
    ])
    expect((await assayWatch(['remove', 'one', '--file', file])).status).toBe(0)
    expect((await loadTargets(file)).targets.map(({ id }) => id)).toEqual(['three'])
  })

  test('what stands around a target of TOML stays, and what cannot be cut out is not', async () => {
    const file = join(await mkdtemp(join(dir, 'around-')), 'watch.toml')
    const one = '[[targets]]\nid = "a"\nname = "A"\nurl = "http://a.example"\n'
    await writeFile(file, `# ours\nwatch_self = false\n${one}${one.replaceAll(/a"|A"/g, 'b"')}`)
    await assayWatch(['remove', 'a', '--file', file])
    const left = await readFile(file, 'utf8')
    expect(left).toMatch(/^# ours\nwatch_self = false\n\[\[targets\]\]\nid = "b"/)
    const inline = 'targets = [{ id = "a", name = "A", url = "http://a.example" }]\n'
    await writeFile(file, inline)
    await expect(assayWatch(['remove', 'a', '--file', file])).rejects.toThrow('edit the file')
    expect(await readFile(file, 'utf8')).toBe(inline)
  })

  test('add needs a file', async () => {
    const { status, text } = await assayWatch(['add', 'a', 'http://a.example'], {
      ASSAY_WATCH_FILE: '',
    })
    expect({ status, text }).toEqual({
      status: 2,
      text: 'assay: set ASSAY_WATCH_FILE or pass --file\n',
    })
  })
})
