// What signed answers say of where they come from: a source that is declared private, files that were
// fetched and files that were not, and nothing where nothing was looked at.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PYTHON_EXTRACTOR } from '../../src/domain/extractorVersions.ts'
import { pythonWheel } from '../fake/archives/pythonWheel.ts'
import { DEMO_FILES, WHEEL_NAME, wheelMembers } from '../fake/archives/wheelBuilder.ts'
import { buildZip } from '../fake/archives/zipBuilder.ts'
import { type Loopback, startLoopback } from '../support/loopback.ts'
import { publishNpm, publishPython } from '../support/publish.ts'

const FILES = { name: 'parcel', files: '-- parcel/__init__.py --\ndef fold(sheet): ...\n' }

let loopback: Loopback
let registry: Loopback['registry']
let service: Loopback['service']
let key: string

beforeAll(async () => {
  loopback = await startLoopback()
  ;({ registry, service } = loopback)
  for (const version of ['1.0', '2.0']) publishPython(registry, { ...FILES, version })
  const declared = { types: 'index.d.ts', files: '-- index.d.ts --\nexport declare const a: 1\n' }
  publishNpm(registry, { name: '@team/box', version: '1.0.0', ...declared })
  key = await service.app.creditKeys.issue('test', 10_000_000)
})
afterAll(() => loopback.close())

const demo = async (path: string, question: unknown) => {
  const { status, body } = await service.post(`/demo/v1/${path}`, question)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
const paid = async (path: string, question: unknown) => {
  const { status, body } = await service.post(path, question, { 'x-api-key': key })
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

describe('a source that is declared private', () => {
  const wheel = (version: string) => `parcel-${version}-py3-none-any.whl`

  test('is named by its own address of the file, in every answer that has a proof', async () => {
    const ofPypi = { ecosystem: 'pypi', package: 'parcel' }
    const whole = await demo('package/exists', { ecosystem: 'pypi', name: 'parcel' })
    const symbol = await demo('symbol/exists', { ...ofPypi, symbol: 'fold' })
    const versions = { from_version: '1.0', to_version: '2.0' }
    const diff = await demo('diff', { ...ofPypi, ...versions })
    const files = [{ path: 'a.py', content: 'import parcel\nparcel.fold(1)\n' }]
    const upgrade = await paid('/v1/upgrade', { ...ofPypi, ...versions, files })
    for (const { source_url: url } of [
      whole.proof,
      symbol.proof,
      diff.proof.to,
      upgrade.proof.to,
    ]) {
      expect(url).toMatch(new RegExp(`^${registry.origin}/packages/.*/${wheel('2.0')}$`))
    }
    for (const { proof } of [diff, upgrade]) expect(proof.from.source_url).toMatch(wheel('1.0'))
    const box = await demo('package/exists', { ecosystem: 'npm', name: '@team/box' })
    expect(box.proof.source_url).toBe(`${registry.npmUrl}@team/box/-/box-1.0.0.tgz`)
    // The first children take long to start on a busy machine.
  })

  test('stands in the package URLs of research', async () => {
    await demo('symbol/exists', { ecosystem: 'pypi', package: 'parcel', symbol: 'fold' })
    await service.app.syncResearch()
    const { findings } = await paid('/code-research', { query: 'parcel.fold', context: null })
    const place = `?repository_url=${encodeURIComponent(registry.origin)}`
    expect(findings[0].purl).toBe(`pkg:pypi/parcel@2.0${place}`)
  })

  test('is what a check says has no such package, and not the public registry', async () => {
    const files = [
      { path: 'a.py', content: 'import nothing_of_the_kind\n' },
      { path: 'package.json', content: '{"dependencies": {"nothing-of-the-kind": "1.0.0"}}' },
    ]
    const { findings } = await demo('check', { files })
    expect(findings.map(({ message }: { message: string }) => message)).toEqual([
      `There is no package nothing-of-the-kind on the PyPI registry at ${registry.origin}.`,
      `There is no package nothing-of-the-kind on the npm registry at ${registry.origin}.`,
    ])
  })
})

describe('a digest that is called computed', () => {
  test('is of a file that was fetched, and not of another one of the same bytes', async () => {
    const { filename, bytes } = pythonWheel({ ...FILES, name: 'first', version: '1.0' })
    registry.pypi.publish({ name: 'first', version: '1.0', files: [{ filename, bytes }] })
    const first = await demo('package/exists', { ecosystem: 'pypi', name: 'first' })
    expect(first.proof).toMatchObject({ digest: 'computed' })
    const named = filename.replace('first', 'second')
    const [second] = registry.pypi.publish({
      name: 'second',
      version: '1.0',
      files: [{ filename: named, bytes }],
    })
    const answer = await demo('package/exists', { ecosystem: 'pypi', name: 'second' })
    expect(answer.proof).toMatchObject({ artifact_sha256: second?.sha256, digest: 'computed' })
    const asked = [...registry.requests.keys()]
    expect(asked.filter((path) => path.endsWith(named))).toHaveLength(1)
  })
})

describe('a file that is read all the same', () => {
  test('has remarks in every proof: a module was changed after RECORD was written', async () => {
    const files = wheelMembers(DEMO_FILES).map((file) =>
      file.name === 'demo/core.py' ? { ...file, data: 'def changed(): ...\n' } : file,
    )
    const published = [{ filename: WHEEL_NAME, bytes: buildZip(files) }]
    registry.pypi.publish({ name: 'demo', version: '1.0', files: published })
    const whole = await demo('package/exists', { ecosystem: 'pypi', name: 'demo' })
    expect(whole).toMatchObject({ exists: true, proof: { remarks: ['record_hash'] } })
    const asked = { ecosystem: 'pypi', package: 'demo', symbol: 'demo.core.changed' }
    const symbol = await demo('symbol/exists', asked)
    expect(symbol).toMatchObject({ exists: true, proof: { remarks: ['record_hash'] } })
  })

  test('has none where there is nothing to tell', async () => {
    const { proof } = await demo('package/exists', { ecosystem: 'pypi', name: 'parcel' })
    expect(proof).not.toHaveProperty('remarks')
  })

  test.each([
    ['loose', 'v1.0.0', []],
    ['built', '1.0.0+build.7', []],
    ['older', '0.9.0', ['version_differs']],
  ])('npm: a package.json of %s version %s', async (name, version, remarks) => {
    const manifest = JSON.stringify({ name, version, types: 'index.d.ts' })
    const files = { 'package.json': manifest, 'index.d.ts': 'export declare const a: 1\n' }
    registry.npm.publish({ name, version: '1.0.0', files })
    const { proof } = await demo('package/exists', { ecosystem: 'npm', name })
    expect(proof.remarks ?? []).toEqual(remarks)
    const found = await demo('symbol/exists', { ecosystem: 'npm', package: name, symbol: 'a' })
    expect(found).toMatchObject({ exists: true, version_resolved: '1.0.0' })
  })

  test.each([
    ['asked', 'other'],
    ['@team/asked', '@other/asked'],
    ['first', 'other'],
  ])('npm: %s calls itself %s: it exists, and nothing is said of its names', async (name, own) => {
    const manifest = JSON.stringify({ name: own, version: '9.9.9', types: 'index.d.ts' })
    const files = { 'package.json': manifest, 'index.d.ts': 'export declare const a: 1\n' }
    registry.npm.publish({ name, version: '1.0.0', files })
    const refused = async () => {
      const asked = { ecosystem: 'npm', package: name, symbol: 'a' }
      const { status, body } = await service.post('/demo/v1/symbol/exists', asked)
      expect(status).toBe(422)
      expect(body.detail[0].type).toBe('package_not_indexable')
    }
    // Whatever is asked first.
    if (name === 'first') await refused()
    const { exists, proof } = await demo('package/exists', { ecosystem: 'npm', name })
    expect(exists).toBe(true)
    expect(proof.remarks).toEqual(['name_differs', 'version_differs'])
    await refused()
  })

  test('npm: the file of a package under a scope, which is called the same, is not its table', async () => {
    const manifest = JSON.stringify({ name: 'shelf', version: '1.0.0', types: 'index.d.ts' })
    const files = { 'package.json': manifest, 'index.d.ts': 'export declare const a: 1\n' }
    for (const name of ['shelf', '@team/shelf'])
      registry.npm.publish({ name, version: '1.0.0', files })
    const own = await demo('symbol/exists', { ecosystem: 'npm', package: 'shelf', symbol: 'a' })
    expect(own.exists).toBe(true)
    const asked = { ecosystem: 'npm', package: '@team/shelf', symbol: 'a' }
    const { status, body } = await service.post('/demo/v1/symbol/exists', asked)
    expect(status).toBe(422)
    expect(body.detail[0].type).toBe('package_not_indexable')
  })
})

describe('evidence', () => {
  test('has neither registry nor extractor where nothing of a registry was looked at', async () => {
    const verified = await paid('/verify', { job: { kind: 'text', output: 'plain' } })
    const judged = await paid('/judge', {
      output: 'plain',
      rubric: [{ criterion: 'contains "plain"' }],
    })
    const files = [{ path: 'a.py', content: 'import os\nos.getcwd()\n' }]
    const checked = await demo('check', { files })
    const researched = await paid('/code-research', { query: 'zebra quantum', context: null })
    for (const { attestation } of [verified, judged, checked, researched]) {
      expect(attestation.evidence).not.toHaveProperty('registry')
      expect(attestation.evidence).not.toHaveProperty('extractor')
      expect(attestation.evidence.artifacts).toEqual([])
    }
  })

  test('names the files of the releases that a check of a job compared', async () => {
    const check = { id: 'a', type: 'upgrade_safe', ecosystem: 'pypi', package: 'parcel' }
    const spec = { checks: [{ ...check, from_version: '1.0', to_version: '2.0' }] }
    const { attestation } = await paid('/verify', {
      job: { kind: 'text', output: 'pass' },
      spec,
    })
    const files = attestation.evidence.artifacts.map(
      ({ filename }: { filename: string }) => filename,
    )
    expect(files).toEqual(['parcel-1.0-py3-none-any.whl', 'parcel-2.0-py3-none-any.whl'])
    expect(attestation.evidence).toMatchObject({
      registry: registry.origin,
      extractor: PYTHON_EXTRACTOR,
    })
  })
})
