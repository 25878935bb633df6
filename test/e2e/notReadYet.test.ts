// A limit of time is no property of a package: what could not be read for lack of it is a 503 that
// says when to come back, unsigned and uncharged, and is read when there is time.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AppOptions } from '../../src/app.ts'
import { type FakeRegistry, fakeRegistry } from '../fake/registry.ts'
import { publishPython } from '../support/publish.ts'
import { type Service, startService } from '../support/service.ts'

const SYMBOL = '/v1/symbol/exists'
const HEAVY = Array.from({ length: 20_000 }, (_, i) => `def lift_${i}(a, b=1): ...`).join('\n')
/** Whoever is looked at has used more. */
const NO_TIME: AppOptions = { extractLimits: { cpuMaxMs: -1 } }
const START_MS = Date.parse('2026-03-01T12:00:00Z')

let registry: FakeRegistry
let dataDir: string

beforeAll(async () => {
  registry = await fakeRegistry()
  dataDir = await mkdtemp(join(tmpdir(), 'assay-test-'))
})
afterAll(async () => {
  await registry.close()
  await rm(dataDir, { recursive: true, force: true })
})

function start(atS: number, options: AppOptions = {}, deadlineMs = 280_000): Promise<Service> {
  const env = {
    ASSAY_NPM_REGISTRY: registry.npmUrl,
    ASSAY_PYPI_INDEX: registry.pypiIndexUrl,
    ASSAY_REQUEST_DEADLINE_MS: String(deadlineMs),
    ASSAY_DEMO_DAILY_LIMIT: '0',
  }
  return startService(env, { ...options, dataDir }).then((service) => {
    service.setTime(new Date(START_MS + atS * 1_000))
    return service
  })
}

async function during<T>(service: Service, work: (service: Service) => Promise<T>): Promise<T> {
  try {
    return await work(service)
  } finally {
    await service.close()
  }
}

const question = (symbol: string, version?: string) => ({
  ecosystem: 'pypi',
  package: 'crane',
  symbol,
  ...(version === undefined ? {} : { version }),
})

test('a release that took too long', async () => {
  publishPython(registry, { name: 'crane', version: '1.0', files: '-- crane.py --\nhook = 1\n' })
  const key = await during(await start(0), async (service) => {
    const reply = await service.post(`/demo${SYMBOL}`, question('crane.hook'))
    expect(reply.body).toMatchObject({ exists: true, version_resolved: '1.0' })
    return service.app.creditKeys.issue('test', 1_000_000)
  })
  publishPython(registry, {
    name: 'crane',
    version: '2.0',
    files: `-- crane.py --\n${HEAVY}\n`,
  })

  await during(await start(3_600, NO_TIME), async (service) => {
    const paying = { 'x-api-key': key }
    const balance = () => service.app.store.credits.list()
    const [before, answers] = [await balance(), await service.app.store.answers.count()]
    const refused = async (path: string, body: object) => {
      const reply = await service.post(path, body, paying)
      expect(reply).toMatchObject({ status: 503, body: { code: 'not_read_yet' } })
      expect(reply.body).not.toHaveProperty('signature')
      expect(await balance()).toEqual(before)
      expect(await service.app.store.answers.count()).toBe(answers)
      return Number(reply.headers['retry-after'])
    }

    expect(await refused(SYMBOL, question('crane.lift_1'))).toBe(60)
    service.setTime(new Date(START_MS + 3_620_000))
    expect(await refused(SYMBOL, question('crane.lift_1'))).toBe(40)
    expect(
      await refused('/v1/diff', {
        ecosystem: 'pypi',
        package: 'crane',
        from_version: '1.0',
        to_version: '2.0',
      }),
    ).toBe(40)
    expect(await refused(SYMBOL, question('crane.lift_1', '2.0'))).toBe(40)
    // A release that is not there does not hide that the latest is not read.
    expect(await refused(SYMBOL, question('crane.hook', '7.0'))).toBe(40)

    // That it exists is known, and so is the release that was read before.
    const exists = await service.post(
      '/v1/package/exists',
      { ecosystem: 'pypi', name: 'crane' },
      paying,
    )
    expect(exists).toMatchObject({ status: 200, body: { exists: true, latest_version: '2.0' } })
    for (const [symbol, is] of [
      ['crane.hook', true],
      ['crane.lift_1', false],
    ] as const) {
      const pinned = await service.post(SYMBOL, question(symbol, '1.0'), paying)
      expect(pinned).toMatchObject({
        status: 200,
        body: {
          exists: is,
          version_resolved: '1.0',
          at_requested_version: { version: '1.0', exists: is },
          note: 'Answered for 1.0, the release that was asked for; the latest release could not be read.',
          attestation: { evidence: { artifacts: [{ version: '1.0' }] } },
        },
      })
      expect(pinned.body.signature).toMatch(/^0x/)
    }
  })

  await during(await start(3_630), async (service) => {
    const ask = () => service.post(`/demo${SYMBOL}`, question('crane.lift_1'))
    expect(await ask()).toMatchObject({ status: 503, headers: { 'retry-after': '30' } })
    service.setTime(new Date(START_MS + 3_660_000))
    expect(await ask()).toMatchObject({
      status: 200,
      body: { exists: true, version_resolved: '2.0', source: 'ingested' },
    })
  })
})

test('three tries that lie apart blame the file, until one goes well', async () => {
  publishPython(registry, {
    name: 'derrick',
    version: '1.0',
    files: `-- derrick.py --\n${HEAVY}\n`,
  })
  const ask = (service: Service) =>
    service.post(`/demo${SYMBOL}`, { ecosystem: 'pypi', package: 'derrick', symbol: 'lift_1' })
  await during(await start(7_200, NO_TIME), async (service) => {
    for (const [atS, retryAfter] of [
      [7_200, '60'],
      [7_260, '240'],
    ] as const) {
      service.setTime(new Date(START_MS + atS * 1_000))
      expect(await ask(service)).toMatchObject({
        status: 503,
        headers: { 'retry-after': retryAfter },
      })
    }
    service.setTime(new Date(START_MS + 7_500_000))
    expect(await ask(service)).toMatchObject({
      status: 422,
      body: { detail: [{ type: 'package_not_indexable' }] },
    })
  })
  await during(await start(7_500 + 960), async (service) => {
    expect(await ask(service)).toMatchObject({ status: 200, body: { exists: true } })
  })
})

test('work goes on after the deadline of the question', async () => {
  publishPython(registry, { name: 'winch', version: '1.0', files: `-- winch.py --\n${HEAVY}\n` })
  await during(await start(9_000, {}, 200), async (service) => {
    const ask = () =>
      service.post(`/demo${SYMBOL}`, { ecosystem: 'pypi', package: 'winch', symbol: 'lift_1' })
    const first = await ask()
    expect(first).toMatchObject({ status: 503, body: { code: 'deadline_exceeded' } })
    expect(Number(first.headers['retry-after'])).toBeGreaterThan(0)
    let last = first
    while (last.status === 503) {
      await sleep(100)
      last = await ask()
    }
    expect(last).toMatchObject({ status: 200, body: { exists: true } })
  })
})
