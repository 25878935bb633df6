// Import names from HTTP to the index and back, on loopback.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyReceipt } from '../../src/index.ts'
import { buildWheel, WHEEL_NAME } from '../fake/archives/wheelBuilder.ts'
import { tarGz } from '../fake/tarGz.ts'
import { type Loopback, startLoopback } from '../support/loopback.ts'

const PATH = '/v1/import/resolve'

let loopback: Loopback
let registry: Loopback['registry']
let service: Loopback['service']
let key: string

beforeAll(async () => {
  loopback = await startLoopback()
  ;({ registry, service } = loopback)
  key = await service.app.creditKeys.issue('test', 1_000_000)
})
afterAll(() => loopback.close())

const ask = (body: unknown) => service.post(PATH, body, { 'x-api-key': key })

test('the distributions of an import name, signed', async () => {
  const { status, body, text, headers } = await ask({ ecosystem: 'pypi', import: 'yaml' })
  expect(status).toBe(200)
  expect(body.distributions[0]).toMatchObject({
    package: 'pyyaml',
    provides: 'yaml',
    evidence: { source: 'popular' },
  })
  expect(body.attestation).toMatchObject({
    type: 'assay.import_resolve/1',
    question: { ecosystem: 'pypi', import: 'yaml' },
    verdict: 'provided',
    evidence: { artifacts: [], imports: { snapshot: expect.any(String) } },
  })
  // The list came with the program; nothing was asked of the registry that is configured.
  expect(Object.keys(body.attestation.evidence)).toEqual(['artifacts', 'imports'])
  const verifiers = [body.attestation.verifier]
  expect(verifyReceipt(text, { verifiers })).toMatchObject({ valid: true, answer_matches: true })
  expect(headers['x-credit-balance-usd']).toBeDefined()
})

test('what nobody is known to provide is no answer, and not charged', async () => {
  const before = (await ask({ ecosystem: 'pypi', import: 'yaml' })).headers['x-credit-balance-usd']
  const { status, body } = await ask({ ecosystem: 'pypi', import: 'nothing_at_all' })
  expect(status).toBe(422)
  expect(body.detail[0]).toMatchObject({ type: 'import_not_resolved', loc: ['body', 'import'] })
  const after = (await ask({ ecosystem: 'pypi', import: 'json' })).headers['x-credit-balance-usd']
  expect(Number(before) - Number(after)).toBeCloseTo(0.002)
})

test('an indexed file that has the module is the evidence', async () => {
  const files = [{ filename: WHEEL_NAME, bytes: buildWheel() }]
  registry.pypi.publish({ name: 'demo', version: '1.0', files })
  const fromIndex = async (written: string) => {
    const { body } = await ask({ ecosystem: 'pypi', import: written })
    const found: { package: string }[] = body.distributions ?? []
    return { body, rows: found.filter((row) => row.package === 'demo') }
  }
  expect((await fromIndex('demo.core')).rows).toEqual([])
  const question = { ecosystem: 'pypi', name: 'demo' }
  const exists = await service.post('/demo/v1/package/exists', question)
  expect(exists.body.exists).toBe(true)
  const { artifact_sha256 } = exists.body.proof
  const { body, rows } = await fromIndex('demo.core')
  expect(rows).toEqual([
    {
      package: 'demo',
      provides: 'demo.core',
      monthly_downloads: null,
      evidence: { source: 'index', version: '1.0', artifact_sha256 },
    },
  ])
  expect(body.attestation.evidence).toMatchObject({
    artifacts: [{ sha256: artifact_sha256 }],
    registry: registry.origin,
    extractor: expect.stringMatching(/^python/),
  })
  expect((await fromIndex('demo.other')).rows).toEqual([])
})

test('an indexed project that is called nearly like the import counts by its own files', async () => {
  const files = {
    'PKG-INFO': 'Metadata-Version: 2.1\nName: quuxlet-python\nVersion: 1.0\n',
    'setup.py': 'from setuptools import setup\nsetup(py_modules=["quuxlet"])\n',
    'quuxlet.py': 'def run(): ...\n',
  }
  const bytes = tarGz(files, 'quuxlet_python-1.0')
  const filename = 'quuxlet_python-1.0.tar.gz'
  registry.pypi.publish({ name: 'quuxlet-python', version: '1.0', files: [{ filename, bytes }] })
  expect((await ask({ ecosystem: 'pypi', import: 'quuxlet' })).status).toBe(422)
  const question = { ecosystem: 'pypi', name: 'quuxlet-python' }
  await service.post('/demo/v1/package/exists', question)
  const { body } = await ask({ ecosystem: 'pypi', import: 'quuxlet' })
  expect(body.distributions).toMatchObject([
    { package: 'quuxlet-python', provides: 'quuxlet', evidence: { source: 'index' } },
  ])
})

test('a standard library needs no distribution', async () => {
  const { body } = await ask({ ecosystem: 'npm', import: 'node:fs' })
  expect(body).toMatchObject({ standard_library: true, distributions: [] })
  expect(body.attestation.verdict).toBe('standard_library')
  expect(body.attestation.evidence).not.toHaveProperty('registry')
  expect(body.attestation.evidence).not.toHaveProperty('extractor')
})

test('a package that is asked for by its import name is told what was meant', async () => {
  const { body } = await service.post('/demo/v1/package/exists', { ecosystem: 'pypi', name: 'cv2' })
  expect(body.exists).toBe(false)
  expect(body.meant[0]).toMatchObject({ name: 'opencv-python', reason: 'import_name' })
  expect(body.attestation.evidence.imports).toMatchObject({ size: expect.any(Number) })
})

test.each([
  [{ ecosystem: 'pypi', import: './x' }, 'import_name_invalid'],
  [{ ecosystem: 'pypi', import: '' }, 'string_too_short'],
  [{ ecosystem: 'pypi' }, 'missing'],
])('%j is no question: %s', async (question, type) => {
  const { status, body } = await ask(question)
  expect({ status, type: body.detail[0].type }).toEqual({ status: 422, type })
})
