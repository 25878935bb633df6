// What changed between two releases? From HTTP to the files and back, on loopback.

import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Loopback, startLoopback } from '../support/loopback.ts'
import { publishNpm, publishPython } from '../support/publish.ts'

const DEMO = '/demo/v1/diff'

let loopback: Loopback
let registry: Loopback['registry']
let service: Loopback['service']

beforeAll(async () => {
  loopback = await startLoopback()
  ;({ registry, service } = loopback)
  const python = (version: string, files: string) =>
    publishPython(registry, { name: 'lamp', version, files })
  python(
    '1.0',
    `
-- lamp/__init__.py --
from .bulb import Bulb, dim
def glow(strength): ...
-- lamp/bulb.py --
class Bulb:
    def burn(self, hours=1): ...
    def _private(self): ...
def dim(level, slowly=False): ...
def flicker(): ...
`,
  )
  python(
    '1.1',
    `
-- lamp/__init__.py --
from ._core import Bulb, dim
def glow(strength, colour): ...
def shine(): ...
-- lamp/_core.py --
class Base:
    def burn(self, hours=1): ...
class Bulb(Base):
    def _private2(self): ...
def dim(level, slowly=False):
    """Dims.

    .. deprecated:: 1.1
    """
-- lamp/bulb.py --
from ._core import Bulb, dim
`,
  )
  python('1.2rc1', '-- lamp/__init__.py --\ndef glow(strength, colour): ...\n')
})

afterAll(() => loopback.close())

function ask(from_version: string, to_version: string, more: Record<string, unknown> = {}) {
  return service.post(DEMO, {
    ecosystem: 'pypi',
    package: 'lamp',
    from_version,
    to_version,
    ...more,
  })
}

describe('a diff', () => {
  test('tells what was removed, changed, added and marked', async () => {
    const { status, body } = await ask('1.0', '1.1')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      ok: true,
      ecosystem: 'pypi',
      package: 'lamp',
      from_version: '1.0',
      to_version: '1.1',
      classification: 'breaking',
      compatibility: { classification: 'breaking' },
      published_bump: 'minor',
      counts: { added: 1, removed: 1, changed: 1, new_deprecations: 1 },
      added: [{ symbol: 'lamp.shine', kind: 'function' }],
      removed: [{ symbol: 'lamp.bulb.flicker', kind: 'function', caveat: null }],
      changed: [
        {
          symbol: 'lamp.glow',
          kind: 'function',
          from_sig: '(strength)',
          to_sig: '(strength, colour)',
          reason: 'required_parameter_added',
          severity: 'breaking',
        },
      ],
      new_deprecations: [{ symbol: 'lamp.dim', kind: 'function', since_version: '1.1' }],
      undetermined: [],
      source: { from: 'lazy', to: 'lazy' },
      attestation: {
        type: 'assay.release_diff/1',
        verdict: 'breaking',
        question: { ecosystem: 'pypi', package: 'lamp', from_version: '1.0', to_version: '1.1' },
      },
    })
    for (const side of ['from', 'to']) {
      expect(body.proof[side].artifact_sha256).toMatch(/^[0-9a-f]{64}$/)
    }
    const again = await ask('1.0.0', 'v1.1')
    expect(again.body.source).toEqual({ from: 'ingested', to: 'ingested' })
    expect(again.body.attestation_hash).toBe(body.attestation_hash)
  })

  test('of a release with itself is neutral', async () => {
    const { body } = await ask('1.1', '1.1')
    expect(body).toMatchObject({ classification: 'neutral', published_bump: 'none' })
  })

  test('does not move the chain of latest releases', async () => {
    const chain = async () => (await service.get('/v1/proofs/pypi/lamp')).body.rows
    await service.post('/demo/v1/package/exists', { ecosystem: 'pypi', name: 'lamp' })
    const before = await chain()
    expect(before).toHaveLength(1)
    await ask('1.0', '1.2rc1')
    expect(await chain()).toEqual(before)
  })

  test('of npm declarations goes by types', async () => {
    const publish = (version: string, types: string) =>
      publishNpm(registry, {
        name: 'torch',
        version,
        types: 'i.d.ts',
        files: `-- i.d.ts --\n${types}`,
      })
    publish(
      '1.0.0',
      'export declare function lit(a: string): string\nexport declare const version: "1.0.0"\n',
    )
    publish(
      '1.0.1',
      'export declare function lit(b: string | number): string\nexport declare const version: "1.0.1"\n',
    )
    const question = { ecosystem: 'npm', package: 'torch' }
    const { body } = await service.post(DEMO, {
      ...question,
      from_version: '1.0.0',
      to_version: '1.0.1',
    })
    expect(body).toMatchObject({
      classification: 'breaking',
      compatibility: { classification: 'additive', undecided: 0 },
      published_bump: 'patch',
      changed: [{ symbol: 'torch.lit', reason: 'parameter_type_widened', severity: 'compatible' }],
    })
  })

  test('looks into the tables of other packages that it hangs on, and names their files', async () => {
    const other = (name: string, version: string, types: string) =>
      publishNpm(registry, { name, version, types: 'i.d.ts', files: `-- i.d.ts --\n${types}` })
    const own = (version: string, from: string, type: string, range: string) =>
      publishNpm(registry, {
        name: 'mapper',
        version,
        types: 'i.d.ts',
        dependencies: { [from]: range },
        files: `-- i.d.ts --\nimport { ${type} } from '${from}'\nexport declare function read(): ${type}\n`,
      })
    const files = [
      other('raw-maps', '1.2.0', 'export interface RawMap { version: string }\n'),
      other('traced-maps', '2.0.0', 'export interface Traced { version: number }\n'),
    ]
    // What no range leads to is not looked at.
    other('traced-maps', '3.0.0', 'export interface Traced { version: string }\n')
    own('1.0.0', 'raw-maps', 'RawMap', '^1.0.0')
    own('1.1.0', 'traced-maps', 'Traced', '^2.0.0')
    own('1.2.0', 'lost-maps', 'Lost', '^1.0.0')
    other('@types/told-maps', '1.0.0', 'export interface Told { version: number }\n')
    publishNpm(registry, {
      name: 'mapper',
      version: '1.3.0',
      types: 'i.d.ts',
      dependencies: { '@types/told-maps': '1' },
      files: `-- i.d.ts --\nimport { Told } from 'told-maps'\nexport declare function read(): Told\n`,
    })
    const diff = (from_version: string, to_version: string) =>
      service.post(DEMO, { ecosystem: 'npm', package: 'mapper', from_version, to_version })
    const { body } = await diff('1.0.0', '1.1.0')
    expect(body).toMatchObject({
      compatibility: { classification: 'breaking', undecided: 0 },
      changed: [{ symbol: 'mapper.read', reason: 'return_type_changed', severity: 'breaking' }],
    })
    const { artifacts, other_artifacts } = body.attestation.evidence
    expect(artifacts.map((one: { package: string }) => one.package)).toEqual(['mapper', 'mapper'])
    expect(other_artifacts.map((one: { sha256: string }) => one.sha256)).toEqual(files)
    const told = await diff('1.0.0', '1.3.0')
    expect(told.body.changed).toMatchObject([{ reason: 'return_type_changed' }])
    const undecided = await diff('1.1.0', '1.2.0')
    expect(undecided.body.changed).toMatchObject([{ reason: 'type_changed_undecided' }])
  })
})

describe('no diff', () => {
  const WRONG = [
    ['1.0', '9.9', 'version_not_found', 'to_version'],
    ['0.1', '1.1', 'version_not_found', 'from_version'],
    ['1.1', '1.0', 'version_order', 'to_version'],
    ['1.2rc1', '1.1', 'version_order', 'to_version'],
  ] as const
  test.each(WRONG)('%s to %s is %s', async (from, to, type, field) => {
    const { status, body } = await ask(from, to)
    expect(status).toBe(422)
    expect(body.detail[0]).toMatchObject({ type, loc: ['body', field] })
  })

  test('of a package that is not there', async () => {
    const { status, body } = await ask('1.0', '1.1', { package: 'no-such-lamp' })
    expect(status).toBe(422)
    expect(body.detail[0]).toMatchObject({ type: 'package_not_found', loc: ['body', 'package'] })
  })

  test('of releases without a file', async () => {
    registry.pypi.publish({ name: 'bare', version: '1.0', files: [] })
    registry.pypi.publish({ name: 'bare', version: '1.1', files: [] })
    const { status, body } = await ask('1.0', '1.1', { package: 'bare' })
    expect(status).toBe(422)
    expect(body.detail[0].type).toBe('package_not_indexable')
  })
})

describe('the chain of proofs', () => {
  test('shows all that the hash of a row is made of', async () => {
    const manifest = { deprecated: 'Take "lamp" é.' }
    registry.npm.publish({ name: 'old-lamp', version: '1.0.0', manifest })
    registry.pypi.publish({ name: 'back-lamp', version: '1.0', yanked: '' })
    const hashOf = (ecosystem: string, name: string, row: Record<string, unknown>) => {
      const { status_reason, yanked, deprecation } = row
      const fields = [
        ...['assay.proof/1', ecosystem, name, row['seq'], row['kind'], row['version']],
        ...[row['filename'], row['artifact_sha256'], row['size_bytes'], row['digest']],
        ...[row['registry_status'], row['extractor'], row['extracted_at'], row['previous_hash']],
        ...(deprecation === null ? [] : [deprecation]),
        ...(status_reason === null && yanked === null ? [] : [{ status_reason, yanked }]),
      ]
      return createHash('sha256').update(JSON.stringify(fields)).digest('hex')
    }
    for (const [ecosystem, name] of [
      ['npm', 'old-lamp'],
      ['pypi', 'back-lamp'],
      ['pypi', 'lamp'],
    ] as const) {
      await service.post('/demo/v1/package/exists', { ecosystem, name })
      const { rows } = (await service.get(`/v1/proofs/${ecosystem}/${name}`)).body
      expect(rows.length).toBeGreaterThan(0)
      for (const row of rows) expect(row.hash).toBe(hashOf(ecosystem, name, row))
    }
  })

  test('of what was never indexed has no rows', async () => {
    const { status, body } = await service.get('/v1/proofs/npm/@scope/never')
    expect(status).toBe(200)
    expect(body).toEqual({ ecosystem: 'npm', package: '@scope/never', rows: [], next: null })
  })

  test.each([
    ['/v1/proofs/cargo/serde', 422],
    ['/v1/proofs/pypi/a..%2Fb', 422],
    ['/v1/proofs/pypi/x?after=-1', 422],
    ['/v1/proofs/pypi/%ff', 404],
    ['/v1/proofs/pypi', 404],
  ])('%s answers %i', async (path, status) => {
    expect((await service.get(path)).status).toBe(status)
  })
})
