// The same questions with the same clock are signed to the same bytes: on a fresh embedded store, on
// PostgreSQL, in another order, and after a restart.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FakeRegistry, fakeRegistry } from '../fake/registry.ts'
import { type PostgresServer, startPostgres } from '../support/postgres.ts'
import { publishNpm, publishPython } from '../support/publish.ts'
import { type Service, startService } from '../support/service.ts'

const AT = new Date('2026-03-01T12:00:30.000Z')
const QUESTIONS_MIN = 200

const PYTHON = (extra: string) => `
-- parcel/__init__.py --
from .box import Box, open_box
${extra}
-- parcel/box.py --
class Lid:
    def lift(self, height: int = 1) -> None: ...

class Box(Lid):
    size: int
    def close(self): ...

def open_box(box, *, gently=False): ...
-- parcel/made.py --
globals().update({name: None for name in load()})
`

const TYPES = (extra: string) => `
-- index.js --
export function open() {}
export class Kit { shut() {} }
-- index.d.ts --
export declare function open(path: string): void
export declare class Kit { shut(times?: number): boolean; static made: Kit }
export type Shape = 'round' | 'flat'
${extra}
`

type Question = Readonly<{ path: string; body: Readonly<Record<string, string>> }>

let registry: FakeRegistry
let postgres: PostgresServer

beforeAll(async () => {
  registry = await fakeRegistry()
  for (const name of ['parcel-kit', 'crate']) {
    const releases = [
      ['1.0', 'def gone(): ...'],
      ['1.5', 'def gone(a, b=1): ...'],
      ['2.0', 'def came(a: int) -> str: ...'],
    ] as const
    for (const [version, extra] of releases) {
      publishPython(registry, { name, version, files: PYTHON(extra) })
    }
  }
  for (const name of ['@box/kit', 'lid']) {
    const releases = [
      ['1.0.0', 'export declare const gone: number'],
      ['1.5.0', 'export declare const gone: string'],
      ['2.0.0', 'export declare function came<T>(of: T): T'],
    ] as const
    for (const [version, extra] of releases) {
      publishNpm(registry, { name, version, type: 'module', files: TYPES(extra) })
    }
  }
  postgres = await startPostgres()
})
afterAll(async () => {
  await postgres.stop()
  await registry.close()
})

function questions(): readonly Question[] {
  const asked: Question[] = []
  const packages = [
    ['pypi', 'parcel-kit', ['1.0', '1.5', '2.0', '1.0.0']],
    ['pypi', 'crate', ['1.0', '1.5', '2.0', '9.9']],
    ['npm', '@box/kit', ['1.0.0', '1.5.0', '2.0.0', 'v1.0.0']],
    ['npm', 'lid', ['1.0.0', '1.5.0', '2.0.0', '9.9.9']],
  ] as const
  for (const ecosystem of ['pypi', 'npm']) {
    for (const name of ['parcel-kit', 'crate', 'reqests', 'lid', 'no-such-name', 'expres', 'a']) {
      asked.push({ path: '/demo/v1/package/exists', body: { ecosystem, name } })
    }
  }
  const symbols = ['Box', 'open', 'Kit.shut', 'Box.lift', 'opn', 'kit', 'came', 'gone', 'made.x']
  for (const [ecosystem, name, versions] of packages) {
    const of = { ecosystem, package: name }
    for (const symbol of symbols) {
      asked.push({ path: '/demo/v1/symbol/exists', body: { ...of, symbol } })
      for (const version of versions) {
        asked.push({ path: '/demo/v1/symbol/exists', body: { ...of, symbol, version } })
      }
    }
    for (const from_version of versions.slice(0, 3)) {
      for (const to_version of versions.slice(0, 3)) {
        asked.push({ path: '/demo/v1/diff', body: { ...of, from_version, to_version } })
      }
    }
  }
  return asked
}

const shuffled = <T>(list: readonly T[]): readonly T[] =>
  // Always the same other order: the digits of a number that is prime to every length below it.
  list
    .map((one, i) => [(i * 7_919) % 10_007, one] as const)
    .sort(([one], [other]) => one - other)
    .map(([, one]) => one)

/** What was signed, or why nothing was, for each question. */
async function answers(
  service: Service,
  asked: readonly Question[],
): Promise<ReadonlyMap<string, string>> {
  service.setTime(AT)
  const given = new Map<string, string>()
  for (const { path, body } of asked) {
    const reply = await service.post(path, body)
    const { attestation, attestation_hash: hash, signature } = reply.body
    const signed = reply.status === 200 ? { attestation, hash, signature } : reply.text
    given.set(JSON.stringify([path, body]), JSON.stringify([reply.status, signed]))
  }
  return given
}

const environment = () => ({
  ASSAY_NPM_REGISTRY: registry.npmUrl,
  ASSAY_PYPI_INDEX: registry.pypiIndexUrl,
  ASSAY_DEMO_DAILY_LIMIT: '0',
  ASSAY_VERIFIER_KEY: '22'.repeat(32),
})

async function answersOf(
  asked: readonly Question[],
  options: Readonly<{ dataDir?: string; environment?: Record<string, string> }> = {},
) {
  const service = await startService(
    // The links of errors begin with the address of the service, which is one for all of them here.
    { ...environment(), ASSAY_BASE_URL: 'https://assay.example', ...options.environment },
    options.dataDir === undefined ? {} : { dataDir: options.dataDir },
  )
  try {
    return await answers(service, asked)
  } finally {
    await service.close()
  }
}

describe('the same questions', () => {
  test('byte-equal attestations wherever, whenever and in whatever order they are asked', async () => {
    const asked = questions()
    const dataDir = await mkdtemp(join(tmpdir(), 'assay-same-'))
    try {
      const first = await answersOf(asked, { dataDir })
      const signed = [...first.values()].filter((text) => text.startsWith('[200,'))
      expect(signed.length).toBeGreaterThanOrEqual(QUESTIONS_MIN)
      const isHit = (text: string) => /"verdict":"(exists|breaking|additive|neutral)"/.test(text)
      expect(signed.filter(isHit).length).toBeGreaterThan(50)
      expect(signed.filter((text) => !isHit(text)).length).toBeGreaterThan(50)

      const restarted = await answersOf([...asked].reverse(), { dataDir })
      const reordered = await answersOf(shuffled(asked))
      const database = await postgres.url('same')
      const elsewhere = await answersOf(shuffled(asked).toReversed(), {
        environment: { ASSAY_DATABASE_URL: database },
      })
      for (const [question, text] of first) {
        expect(restarted.get(question), `after a restart: ${question}`).toBe(text)
        expect(reordered.get(question), `in another order: ${question}`).toBe(text)
        expect(elsewhere.get(question), `on PostgreSQL: ${question}`).toBe(text)
      }
    } finally {
      await rm(dataDir, { recursive: true, force: true })
    }
  })
})
