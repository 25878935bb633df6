// Every name of the registries, from their lists to a signed answer, on loopback.

import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createIngestApp } from '../../src/app/ingestApp.ts'
import { loadConfig } from '../../src/config.ts'
import { type FakeRegistry, fakeRegistry } from '../fake/registry.ts'
import { type Service, startService } from '../support/service.ts'

const DEMO = '/demo/v1/package/exists'
const NAMES = [
  'express',
  'expresso-machine-9',
  'zz-obscure-thing',
  'JSONStream',
  'py-only',
  'chalkk',
]
const COUNTS = { express: 150_000_000, 'zz-obscure-thing': 120, chalkk: 5 }

let registry: FakeRegistry
let service: Service

function publishNames(version: string, names: readonly string[]): void {
  const text = JSON.stringify(names, null, 2)
  registry.npm.publish({
    name: 'all-the-package-names',
    version,
    files: { 'package.json': '{}', 'names.json': text },
  })
}

function publishCounts(version: string, counts: Readonly<Record<string, number>>): void {
  const files = { 'package.json': '{}', 'counts.json': JSON.stringify(counts) }
  registry.npm.publish({ name: 'download-counts', version, files })
}

function environment(): Record<string, string> {
  return {
    ASSAY_NPM_REGISTRY: registry.npmUrl,
    ASSAY_PYPI_INDEX: registry.pypiIndexUrl,
    ASSAY_DEMO_DAILY_LIMIT: '0',
  }
}

/** Another process on the same data folder, as `assay names` is one. */
async function update(ecosystem: 'npm' | 'pypi', whole = false) {
  const env = { ...environment(), ASSAY_DATA_DIR: service.dataDir, ASSAY_LOG_LEVEL: 'silent' }
  const app = await createIngestApp(loadConfig(env, service.dataDir, service.dataDir))
  try {
    const options = { whole, onProgress: () => {} }
    return await app.names.update(ecosystem, options, new AbortController().signal)
  } finally {
    await app.close()
  }
}

const ask = async (ecosystem: string, name: string) =>
  (await service.post(DEMO, { ecosystem, name })).body

beforeAll(async () => {
  registry = await fakeRegistry()
  registry.pypi.publish({ name: 'Py.Only', version: '1.0' })
  registry.pypi.publish({ name: 'obscure-project', version: '1.0' })
  registry.pypi.publish({ name: 'sklearn', version: '0.0' })
  registry.pypi.publish({ name: 'scikit-learn', version: '1.0' })
  registry.npm.publish({ name: 'chalkk', version: '1.0.0' })
  registry.npm.publish({ name: 'npm', version: '1.0.0' })
  service = await startService({ ...environment(), ASSAY_NAMES: 'auto' })
})

afterAll(async () => {
  await service.close()
  await registry.close()
})

describe('a registry that lists its names', () => {
  test('without the list, popular names answer and the service says why', async () => {
    await service.app.lookAtNames()
    const { body } = await service.get('/health/ready')
    expect(body.ready).toBe(true)
    expect(body.names.npm).toMatchObject({ source: 'popular', upkeep: 'failed' })
    expect(body.names.npm.problem).toContain('all-the-package-names')
    expect(body.names.pypi).toMatchObject({ source: 'registry', size: 4, problem: null })
  })

  test('with it, every name counts, and the attestation names the set', async () => {
    publishNames('2.0.1', NAMES)
    publishCounts('2.1.0', COUNTS)
    expect(await update('npm')).toMatchObject({ state: 'built' })
    await service.app.lookAtNames()
    const miss = await ask('npm', 'zz-obscure-thin')
    expect(miss).toMatchObject({
      exists: false,
      adjacent_source: 'registry',
      adjacent_to: ['zz-obscure-thing'],
      adjacent_total: 1,
      adjacent: [{ name: 'zz-obscure-thing', distance: 1, monthly_downloads: 120, cost: 110 }],
    })
    expect(miss.scope).not.toContain('popular')
    const { names } = miss.attestation.evidence
    expect(names).toMatchObject({ size: NAMES.length, metric: 'levenshtein' })
    const policy = (await service.get('/policy')).body
    expect(policy.names.npm).toEqual({ source: 'registry', ...names })
    const ready = (await service.get('/health/ready')).body
    expect(ready.names.npm).toMatchObject({ source: 'registry', sha256: names.sha256 })
  })

  test('a name that npm gives nobody any more, and that is none of all names, is told at once', async () => {
    const page = await service.get('/npm/EXPRESS!!', { accept: 'text/html' })
    expect([page.status, page.text.includes('Nothing on npm is called EXPRESS!!')]).toEqual([
      404,
      true,
    ])
    const reply = await service.get('/npm/EXPRESS!!', { accept: 'application/json' })
    expect([reply.status, reply.body.code]).toEqual([404, 'not_found'])
  })

  test('the digest is the documented one', async () => {
    const { names } = (await ask('npm', 'zz-obscure-thinn')).attestation.evidence
    const lines = [...NAMES].sort().map((name) => {
      // Names without a count get the estimate of their place in the popular list.
      const count = { express: 150_000_000, 'zz-obscure-thing': 120 }[name]
      return count === undefined ? name : `${name}\t${count}`
    })
    const withEstimate = await estimateOf('JSONStream')
    const text = lines.map((line) => (line === 'JSONStream' ? withEstimate : line))
    const sha256 = createHash('sha256')
      .update(`${text.join('\n')}\n`)
      .digest('hex')
    expect(names.sha256).toBe(sha256)
  })

  test('a hit that looks like a far more popular name says so, and why', async () => {
    publishNames('2.0.2', [...NAMES, 'expres'])
    registry.npm.publish({ name: 'expres', version: '1.0.0' })
    const before = await ask('npm', 'expres')
    // Its own count is unknown, so it has fewer than a hundred.
    expect(before).toMatchObject({ exists: true, lookalike_of: 'express', adjacent_to: [] })
    expect(before.attestation.evidence.names).toMatchObject({ size: NAMES.length })
    const usual = await ask('npm', 'chalkk')
    expect(usual).toMatchObject({ exists: true, lookalike_of: null })
    expect(usual.attestation.evidence.names).toBeUndefined()
  })

  test.each([
    ['a release that it has not', 'expres', '9.9.9', 'expres looks like express, '],
    [
      'a name that is held back, at the stand-in',
      'held-js',
      '0.0.1-security',
      'held-js is a name ',
    ],
  ])('a squat is told as one: %s', async (_, name, version, sentence) => {
    registry.npm.placeholder('held-js')
    const content = JSON.stringify({ dependencies: { [name]: version } })
    const { body } = await service.post('/demo/v1/check', {
      files: [{ path: 'package.json', content }],
    })
    expect(body.findings).toEqual([
      expect.objectContaining({ message: expect.stringContaining(sentence) }),
    ])
  })

  test('answers about what is in it say so too', async () => {
    for (const version of ['2.0.0', '2.0.1']) {
      const manifest = JSON.stringify({ name: 'expres', version, main: 'index.js' })
      const files = { 'package.json': manifest, 'index.js': 'exports.a = 1\n' }
      registry.npm.publish({ name: 'expres', version, files, tags: [] })
    }
    const of = { ecosystem: 'npm', package: 'expres' }
    const between = { ...of, from_version: '2.0.0', to_version: '2.0.1' }
    const { body } = await service.post('/demo/v1/diff', between)
    const lookalike = { of: 'name', word: 'lookalike', points_to: 'express' }
    expect(body.notices).toMatchObject([lookalike])
    expect(body.attestation.evidence.names).toBeDefined()
    const asked = { ...of, symbol: 'a', version: '2.0.1' }
    const symbol = await service.post('/demo/v1/symbol/exists', asked)
    expect(symbol.body.notices).toMatchObject([lookalike])
  })

  test('a hit that another project is imported as says so, and why', async () => {
    const hit = await ask('pypi', 'sklearn')
    expect(hit).toMatchObject({ exists: true, lookalike_of: 'scikit-learn' })
    expect(hit.attestation.evidence).toMatchObject({ names: { size: 4 }, imports: {} })
    const right = await ask('pypi', 'scikit-learn')
    expect(right).toMatchObject({ exists: true, lookalike_of: null })
    expect(right.attestation.evidence.imports).toBeUndefined()
  })

  test('a name that only the other registry has is told so', async () => {
    const miss = await ask('pypi', 'expresso-machine-9')
    expect(miss).toMatchObject({ exists: false, elsewhere: 'npm' })
    expect(miss.attestation.evidence.other_names).toMatchObject({ size: NAMES.length })
    expect(await ask('pypi', 'nowhere-at-all')).toMatchObject({ elsewhere: null })
  })
})

describe('changes', () => {
  test('are laid over the set, and the same question gets the new answer', async () => {
    const before = await ask('npm', 'zz-obscure-thin')
    publishNames('2.0.3', [...NAMES.filter((name) => name !== 'py-only'), 'zz-obscure-thins'])
    // One of six is more than a list may lose; as many as it has are not.
    await expect(update('npm')).rejects.toMatchObject({ code: 'names_unavailable' })
    publishNames('2.0.4', [...NAMES, 'zz-obscure-thins'])
    expect(await update('npm')).toEqual({ state: 'changed', added: 1, removed: 0 })
    expect(await update('npm')).toMatchObject({ state: 'unchanged' })
    expect(await ask('npm', 'zz-obscure-thin')).toMatchObject({ adjacent_total: 1 })
    await service.app.lookAtNames()
    const after = await ask('npm', 'zz-obscure-thin')
    expect(after.adjacent_to).toEqual(['zz-obscure-thing', 'zz-obscure-thins'])
    expect(after.attestation.evidence.names.size).toBe(NAMES.length + 1)
    expect(after.attestation_hash).not.toBe(before.attestation_hash)
    // The digest is that of the contents: a set built anew from the same lists has the same.
    expect(await update('npm', true)).toMatchObject({ state: 'built' })
    await service.app.lookAtNames()
    const whole = await ask('npm', 'zz-obscure-thin')
    expect(whole.attestation.evidence.names).toEqual(after.attestation.evidence.names)
  })

  test('other downloads build the set anew', async () => {
    publishCounts('2.2.0', { ...COUNTS, 'zz-obscure-thins': 900 })
    expect(await update('npm')).toMatchObject({ state: 'built' })
    await service.app.lookAtNames()
    expect((await ask('npm', 'zz-obscure-thin')).adjacent_to[0]).toBe('zz-obscure-thins')
  })

  test('no answer fails while a set is built and takes the place of another', async () => {
    let isDone = false
    const asking = (async () => {
      const statuses = new Map<number, number>()
      for (let round = 0; !isDone; round += 1) {
        const name = round % 2 === 0 ? 'chalkk' : `zz-obscure-th${round % 7}`
        const { status } = await service.post(DEMO, { ecosystem: 'npm', name })
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
      }
      return statuses
    })()
    for (const version of ['3.0.1', '3.0.2']) {
      publishNames(version, [...NAMES, `added-in-${version.replaceAll('.', '-')}`])
      await update('npm', true)
      await service.app.lookAtNames()
    }
    isDone = true
    const statuses = await asking
    expect([...statuses.keys()]).toEqual([200])
    const { body } = await service.get('/policy')
    expect(body.names.npm.size).toBe(NAMES.length + 1)
  })

  test('a list that cannot be read leaves the set that is there', async () => {
    registry.npm.publish({
      name: 'all-the-package-names',
      version: '4.0.0',
      files: { 'names.json': '["express", "cut' },
    })
    await expect(update('npm')).rejects.toMatchObject({ code: 'names_unavailable' })
    await service.app.lookAtNames()
    expect(await ask('npm', 'zz-obscure-thi')).toMatchObject({ adjacent_source: 'registry' })
  })

  test('a damaged set is not opened, and a start without it still answers', async () => {
    publishNames('4.0.1', NAMES)
    await writeFile(join(service.dataDir, 'names', 'npm.names'), 'not a set')
    const env = { ...environment(), ASSAY_NAMES: 'off' }
    const other = await startService(env, { dataDir: service.dataDir })
    try {
      const { body } = await other.get('/health/ready')
      expect(body.names.npm).toMatchObject({ source: 'popular', upkeep: 'off' })
      expect(body.names.npm.problem).toContain('no file of names')
    } finally {
      await other.close()
    }
    expect(await update('npm')).toMatchObject({ state: 'built' })
  })
})

/** The line of a name that only has a place in the bundled list. */
async function estimateOf(name: string): Promise<string> {
  const near = await ask('npm', `${name}x`)
  const found = near.adjacent.find((one: { name: string }) => one.name === name)
  return `${name}\t${found.monthly_downloads}`
}
