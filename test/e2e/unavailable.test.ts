// Unknown is not absent: whatever is wrong with the registry, the answer is a 503, nothing is
// charged, nothing is signed and no absence is kept.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FAULTS, type FaultyRegistry, faultyRegistry } from '../fake/faults.ts'
import { seededRandom } from '../fake/seededRandom.ts'
import { type Service, startService } from '../support/service.ts'

const PATH = '/v1/package/exists'
/** Faults that leave the status line of a 404 as it was. */
const PAGE_ONLY = ['truncated_right_length', 'longer_than_announced']

let faulty: FaultyRegistry

beforeAll(async () => {
  faulty = await faultyRegistry(seededRandom(20261115))
  faulty.registry.npm.publish({ name: 'here', version: '1.0.0' })
  faulty.registry.pypi.publish({ name: 'here', version: '1.0' })
})
afterAll(() => faulty.close())

function start(deadlineMs = 1_500): Promise<Service> {
  return startService({
    ASSAY_NPM_REGISTRY: faulty.registry.npmUrl,
    ASSAY_PYPI_INDEX: faulty.registry.pypiIndexUrl,
    ASSAY_REGISTRY_TIMEOUT_MS: '400',
    ASSAY_REQUEST_DEADLINE_MS: String(deadlineMs),
  })
}

describe.each(['npm', 'pypi'] as const)('%s', (ecosystem) => {
  // A flipped bit in metadata may leave it well-formed; test/registry/faults.test.ts covers that.
  const faults = FAULTS.filter((fault) => fault !== 'bit_flip')
  test.each(faults)('%s: 503 with Retry-After, nothing charged, signed or kept', async (fault) => {
    // A service for each fault: the breaker of one that has seen many would keep the fault away.
    const service = await start()
    const struckBefore = faulty.struck.get(fault) ?? 0
    try {
      const key = await service.app.creditKeys.issue('test', 1_000_000)
      const keys = await service.app.store.credits.list()
      for (const name of ['here', 'not-here']) {
        const reply = await faulty.during(fault, 'every', () =>
          service.post(PATH, { ecosystem, name }, { 'x-api-key': key }),
        )
        if (reply.status === 200) {
          // The status line is the registry's word; what follows a PyPI 404 is a page for people.
          expect({ ecosystem, name, exists: reply.body.exists }).toEqual({
            ecosystem: 'pypi',
            name: 'not-here',
            exists: false,
          })
          expect(PAGE_ONLY).toContain(fault)
          continue
        }
        expect(reply.status).toBe(503)
        expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
        expect(reply.body).not.toHaveProperty('signature')
        expect(await service.app.store.credits.list()).toEqual(keys)
        expect(await service.app.store.answers.count()).toBe(0)
        expect((await service.app.store.packages.size()).packages).toBe(0)
      }
      expect(faulty.struck.get(fault) ?? 0).toBeGreaterThan(struckBefore)
    } finally {
      await service.close()
    }
  })
})

test('a registry that comes back is asked again, and the truth is told', async () => {
  // Long enough for a child to start on a machine with other things to do.
  const service = await start(20_000)
  try {
    const ask = (ecosystem: string, name: string) =>
      service.post('/demo/v1/package/exists', { ecosystem, name })
    const down = await faulty.during('status_500', 'every', () => ask('npm', 'here'))
    expect(down.status).toBe(503)
    for (const ecosystem of ['npm', 'pypi']) {
      expect((await ask(ecosystem, 'here')).body.exists).toBe(true)
      expect((await ask(ecosystem, 'not-here')).body.exists).toBe(false)
    }
  } finally {
    await service.close()
  }
})
