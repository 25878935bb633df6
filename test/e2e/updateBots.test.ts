// How sure is this update? As update bots ask for it, from HTTP to the diff and back, on loopback.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Loopback, startLoopback } from '../support/loopback.ts'
import { publishNpm, publishPython } from '../support/publish.ts'

const CODE = {
  '1.0.0': 'export function a(x: string): void\n',
  '1.0.1': 'export function a(x: string): void\n',
  '1.1.0': 'export function a(x: string): void\nexport function b(): void\n',
  '2.0.0': 'export function b(): void\n',
}

let loopback: Loopback
let service: Loopback['service']
let key: string

beforeAll(async () => {
  loopback = await startLoopback()
  service = loopback.service
  for (const [version, types] of Object.entries(CODE)) {
    for (const name of ['box', '@scope/box']) {
      publishNpm(loopback.registry, { name, version, files: `-- index.d.ts --\n${types}` })
    }
  }
  for (const [version, types] of [
    ['1.0.0', 'declare function a(): void\n'],
    ['1.1.0', ''],
  ] as const) {
    const files = `-- index.d.ts --\n${types}declare function b(): void\n`
    publishNpm(loopback.registry, { name: 'everywhere', version, files })
  }
  publishPython(loopback.registry, {
    name: 'parcel',
    version: '1.0',
    files: '-- parcel.py --\na = 1\n',
  })
  publishPython(loopback.registry, {
    name: 'parcel',
    version: '1.1',
    files: '-- parcel.py --\nexec("b = 1")\n',
  })
  key = await service.app.creditKeys.issue('test', 1_000_000)
})

afterAll(() => loopback.close())

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

const ask = (path: string, token = key) => service.get(`/api/mc/json/${path}`, bearer(token))

describe('the confidence', () => {
  test.each([
    ['npm/box/1.0.0/1.0.1', 'high', 0],
    ['npm/box/1.0.0/1.1.0', 'high', 0],
    ['npm/box/1.0.0/2.0.0', 'low', 1],
    ['npm/%40scope%2fbox/1.1.0/2.0.0', 'low', 1],
    ['npm/@scope%2Fbox/1.0.1/1.1.0', 'high', 0],
  ])('of %s is %s', async (path, confidence, breaking) => {
    const { status, body } = await ask(path)
    expect(status).toBe(200)
    expect(body).toMatchObject({ confidence, breaking })
    expect(body.receipt).toMatch(/^0x[0-9a-f]{64}$/)
  })

  test.each([
    ['a symbol that may be there all the same', 'pypi/parcel/1.0/1.1'],
    ['names that are global, and in no table', 'npm/everywhere/1.0.0/1.1.0'],
    ['a release that is not there', 'npm/box/1.0.0/9.0.0'],
    ['an older release', 'npm/box/2.0.0/1.0.0'],
    ['a package that is not there', 'npm/no-such-box/1.0.0/2.0.0'],
    ['another kind of package', 'docker/box/1.0.0/2.0.0'],
    ['a name that no package can have', 'npm/%20/1.0.0/2.0.0'],
    ['a version without end', `npm/box/1.0.0/${'1'.repeat(500)}`],
  ])('of %s is never higher than neutral', async (_, path) => {
    const { status, body } = await ask(path)
    expect(status).toBe(200)
    expect(['neutral', 'low']).toContain(body.confidence)
    expect(body.reason).toMatch(/\w/)
  })

  test('of what the registry does not tell now is neutral, so that the run of a bot goes on', async () => {
    await loopback.registry.pause()
    try {
      const { status, body } = await ask('npm/other-box/1.0.0/1.0.1')
      expect(status).toBe(200)
      expect(body).toMatchObject({ confidence: 'neutral', receipt: null })
    } finally {
      await loopback.registry.resume()
    }
  })
})

describe('who asks', () => {
  test('a key pays for a diff', async () => {
    const balance = async () =>
      (await service.get('/credits', { 'x-api-key': key })).body.balance_usd
    const before = Number(await balance())
    await ask('npm/box/1.0.0/2.0.0')
    expect(before - Number(await balance())).toBeCloseTo(0.02)
  })
  test('the token "free" is asked for nothing', async () => {
    expect((await ask('npm/box/1.0.0/2.0.0', 'free')).body.confidence).toBe('low')
  })
  test.each(['', 'nobody', 'x'.repeat(40)])('the token %j is rejected', async (token) => {
    expect((await ask('npm/box/1.0.0/2.0.0', token)).status).toBe(403)
    expect((await service.get('/api/mc/availability', bearer(token))).status).toBe(403)
  })
  test('whoever may ask is told so', async () => {
    for (const token of [key, 'free']) {
      expect((await service.get('/api/mc/availability', bearer(token))).status).toBe(200)
    }
    expect((await service.get('/api/mc/availability')).status).toBe(403)
  })
  test('a key without credit is told so', async () => {
    const poor = await service.app.creditKeys.issue('poor', 1)
    expect((await ask('npm/box/1.0.0/2.0.0', poor)).status).toBe(402)
  })
})
