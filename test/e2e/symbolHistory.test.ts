// When did a symbol come, change and go? From HTTP to the indexed releases and back, on loopback.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyReceipt } from '../../src/index.ts'
import { type Loopback, startLoopback } from '../support/loopback.ts'
import { publishNpm, publishPython } from '../support/publish.ts'

const PATH = '/v1/symbol/history'

const RELEASES = {
  '1.0': 'def old(): ...\n',
  '1.1': 'def old(): ...\ndef fold(a): ...\n',
  '1.10': 'def fold(a, b=1): ...\n',
  '2.0': 'import warnings\ndef fold(a, b=1):\n    warnings.warn("gone soon", DeprecationWarning)\n',
}

let loopback: Loopback
let service: Loopback['service']
let key: string

beforeAll(async () => {
  loopback = await startLoopback()
  service = loopback.service
  for (const [version, files] of Object.entries(RELEASES)) {
    publishPython(loopback.registry, {
      name: 'parcel',
      version,
      files: `-- parcel.py --\n${files}`,
    })
  }
  publishNpm(loopback.registry, {
    name: '@box/kit',
    version: '3.1.0',
    files: '-- index.js --\nexports.open = 1\n',
  })
  const pinned = ['1.0', '1.1', '1.10']
  for (const version of pinned) {
    const question = { ecosystem: 'pypi', package: 'parcel', symbol: 'fold', version }
    expect((await service.post('/demo/v1/symbol/exists', question)).status).toBe(200)
  }
  key = await service.app.creditKeys.issue('test', 1_000_000)
})

afterAll(() => loopback.close())

function ask(query: Readonly<Record<string, string>>) {
  return service.get(`${PATH}?${new URLSearchParams(query)}`, { 'x-api-key': key })
}
const about = (symbol: string) => ask({ ecosystem: 'pypi', package: 'Parcel', symbol })

describe('a history', () => {
  test('tells when a symbol came, changed and was marked', async () => {
    const { status, body, text } = await about('fold')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      package: 'parcel',
      exists: true,
      first_seen: '1.1',
      last_seen: '2.0',
      added_in: '1.1',
      removed_in: null,
      deprecated_in: '2.0',
      unread: [],
      cut: false,
    })
    const runs = body.history.map((run: Record<string, unknown>) => [
      run['from_version'],
      run['exists'],
      run['symbol_signature'],
      run['deprecated'],
    ])
    expect(runs).toEqual([
      ['1.0', false, null, false],
      ['1.1', true, '(a)', false],
      ['1.10', true, '(a, b=1)', false],
      ['2.0', true, '(a, b=1)', true],
    ])
    expect(body.releases.map(({ version }: { version: string }) => version)).toEqual([
      '1.0',
      '1.1',
      '1.10',
      '2.0',
    ])
    expect(body.attestation).toMatchObject({
      type: 'assay.symbol_history/1',
      verdict: 'exists',
      question: { ecosystem: 'pypi', package: 'parcel', symbol: 'fold' },
    })
    expect(body.attestation.evidence.artifacts).toHaveLength(4)
    const verifiers = [body.attestation.verifier]
    expect(verifyReceipt(text, { verifiers })).toMatchObject({ valid: true, answer_matches: true })
  })

  test('tells when one went', async () => {
    const { body } = await about('parcel.old')
    expect(body).toMatchObject({ exists: false, last_seen: '1.1', removed_in: '1.10' })
    expect(body.attestation.verdict).toBe('removed')
  })

  test('of a name that was never there', async () => {
    const { body } = await about('unfold')
    expect(body).toMatchObject({ exists: false, first_seen: null, last_seen: null })
    expect(body.attestation.verdict).toBe('symbol_not_found')
  })

  test('of a name that a release may make at run time: neither there nor gone', async () => {
    const files = ['y = 1\n', 'globals().update({name: None for name in load()})\n']
    for (const [index, text] of files.entries()) {
      const version = `${index + 1}.0`
      publishPython(loopback.registry, {
        name: 'maker',
        version,
        files: `-- maker.py --\n${text}`,
      })
    }
    const question = { ecosystem: 'pypi', package: 'maker', symbol: 'maker.y' }
    await service.post('/demo/v1/symbol/exists', { ...question, version: '1.0' })
    const { body } = await ask(question)
    expect(body).toMatchObject({ exists: null, last_seen: '1.0', removed_in: null })
    expect(body.attestation.verdict).toBe('undetermined')
    const never = await ask({ ...question, symbol: 'maker.z' })
    expect(never.body).toMatchObject({ exists: null, first_seen: null, last_seen: null })
    expect(never.body.attestation.verdict).toBe('undetermined')
  })

  test('the same question has the same bytes', async () => {
    const [one, other] = [await about('fold'), await about('fold')]
    expect(one.body.attestation_hash).toBe(other.body.attestation_hash)
  })

  test('a package of which nothing was indexed has its latest release read', async () => {
    const { body } = await ask({ ecosystem: 'npm', package: '@box/kit', symbol: 'open' })
    expect(body).toMatchObject({ exists: true, first_seen: '3.1.0', added_in: null })
  })
})

describe('what is refused, and not charged', () => {
  test.each([
    [{}, 'missing', ['query', 'ecosystem']],
    [{ ecosystem: 'cpan', package: 'a', symbol: 'b' }, 'enum', ['query', 'ecosystem']],
    [{ ecosystem: 'pypi', package: 'parcel', symbol: '' }, 'string_too_short', ['query', 'symbol']],
    [
      { ecosystem: 'pypi', package: '..', symbol: 'a' },
      'package_name_invalid',
      ['query', 'package'],
    ],
    [
      { ecosystem: 'pypi', package: 'gone', symbol: 'a' },
      'package_not_found',
      ['query', 'package'],
    ],
  ] as const)('%j: %s', async (query, type, loc) => {
    const before = await service.app.store.credits.list()
    const { status, body } = await ask(query)
    expect(status).toBe(422)
    expect(body.detail[0]).toMatchObject({ type, loc })
    expect(await service.app.store.credits.list()).toEqual(before)
  })

  test('without payment: 402 before the query is judged', async () => {
    expect((await service.get(PATH)).status).toBe(402)
  })
})
