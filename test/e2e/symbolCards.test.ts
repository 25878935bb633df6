// What does a release say of symbols? From HTTP to the release that is meant and back, on loopback.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyReceipt } from '../../src/index.ts'
import { CARD_LENGTH_MAX } from '../../src/limits.ts'
import { type Loopback, startLoopback } from '../support/loopback.ts'
import { publishNpm, publishPython } from '../support/publish.ts'

const PATH = '/demo/v1/card'

const LONG = Array.from({ length: 200 }, (_, i) => `parameter_${i}: int = ${i}`).join(', ')
const MANY = Array.from({ length: 400 }, (_, i) => `    def method_${i}(self): ...`).join('\n')

const RELEASES = {
  '1.0': 'def old(): ...\n',
  '1.1': 'def old(): ...\ndef fold(a): ...\n',
  '2.0': [
    'import warnings',
    'def fold(a, b=1):',
    '    """Folds a sheet of paper."""',
    'def crease(a):',
    '    warnings.warn("Use fold instead.", DeprecationWarning)',
    'class Sheet:',
    '    """A sheet of paper."""',
    '    def turn(self, times: int = 1) -> "Sheet": ...',
    '    def _hidden(self): ...',
    '    def __len__(self): ...',
    `def long(${LONG}): ...`,
    'class Many:',
    MANY,
    '',
  ].join('\n'),
}

const LOCK = `version = 1
[[package]]
name = "parcel"
version = "1.0"
source = { registry = "https://registry.example/simple" }
`

let loopback: Loopback
let service: Loopback['service']

beforeAll(async () => {
  loopback = await startLoopback()
  service = loopback.service
  for (const [version, code] of Object.entries(RELEASES)) {
    publishPython(loopback.registry, { name: 'parcel', version, files: `-- parcel.py --\n${code}` })
  }
  publishPython(loopback.registry, {
    name: 'shut',
    version: '1.0',
    files: '-- shut/__init__.py --\nfrom shut._core import *\n-- shut/_core.so --\nno code\n',
  })
  publishNpm(loopback.registry, {
    name: 'bare',
    version: '1.0.0',
    files: [
      '-- index.js --',
      'class A { constructor() { this.made = 1 } open() { this.handle = 1 } }',
      'exports.A = A',
      '',
    ].join('\n'),
  })
  publishNpm(loopback.registry, {
    name: 'tool',
    version: '1.0.0',
    files: [
      '-- index.d.ts --',
      'export declare function make(a: string): void',
      'export declare namespace make { function part(): void }',
      'export declare function plain(): void',
      '',
    ].join('\n'),
  })
  for (const version of ['1.2.0', '1.3.0', '2.0.0']) {
    publishNpm(loopback.registry, {
      name: 'box',
      version,
      files: `-- index.js --\nexports.open = function open(a) {}\nexports.v${version[2]} = 1\n`,
    })
  }
})

afterAll(() => loopback.close())

type Body = Readonly<Record<string, unknown>>

const ask = (body: Body) => service.post(PATH, { ecosystem: 'pypi', package: 'parcel', ...body })

async function cardsOf(body: Body) {
  const { status, body: answer } = await ask(body)
  expect(status).toBe(200)
  return answer
}

describe('a card', () => {
  test('tells signature, documentation, members and place of what is there', async () => {
    const { status, body, text } = await ask({ version: '2.0', symbols: ['fold', 'Sheet'] })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      verdict: 'exists',
      version_resolved: '2.0',
      version_from: 'version',
      found: [],
    })
    const [fold, sheet] = body.cards
    expect(fold).toMatchObject({
      symbol: 'fold',
      exists: true,
      qualified_name: 'parcel.fold',
      kind: 'function',
      signature: '(a, b=1)',
      doc: 'Folds a sheet of paper.',
      deprecated: null,
      public: true,
      members: [],
      source: { path: 'parcel.py', line: 2 },
    })
    expect(sheet).toMatchObject({
      kind: 'class',
      doc: 'A sheet of paper.',
      members: ['turn'],
      members_total: 1,
      members_complete: true,
    })
    expect(body.attestation).toMatchObject({
      type: 'assay.symbol_card/1',
      verdict: 'exists',
      question: {
        ecosystem: 'pypi',
        package: 'parcel',
        version: '2.0',
        symbols: ['fold', 'Sheet'],
      },
    })
    const verdict = verifyReceipt(text, { verifiers: [body.attestation.verifier] })
    expect(verdict).toMatchObject({ valid: true, answer_matches: true })
  })

  test('names what replaces a deprecated symbol', async () => {
    const { cards } = await cardsOf({ version: '2.0', symbols: ['crease'] })
    expect(cards[0].deprecated).toEqual({
      since: null,
      text: 'Use fold instead.',
      replaced_by: 'parcel.fold',
    })
  })

  test('says of a symbol that is not there which are near, with their signatures', async () => {
    const { cards, verdict } = await cardsOf({ version: '2.0', symbols: ['fold', 'fould'] })
    expect(verdict).toBe('symbol_not_found')
    expect(cards[0].exists).toBe(true)
    expect(cards[1]).toMatchObject({
      symbol: 'fould',
      exists: false,
      closest: [{ qualified_name: 'parcel.fold', signature: '(a, b=1)' }],
    })
  })

  test('speaks of the release that is asked for, whatever the others have', async () => {
    await cardsOf({ version: '1.0', symbols: ['old'] })
    await cardsOf({ version: '2.0', symbols: ['old'] })
    const { cards } = await cardsOf({ version: '1.1', symbols: ['fold', 'old', 'Sheet'] })
    expect(cards[0]).toMatchObject({ signature: '(a)', since: '1.1', until: null })
    expect(cards[1]).toMatchObject({ exists: true, since: null, until: '2.0' })
    expect(cards[2]).toMatchObject({ exists: false, seen_in: '2.0' })
  })

  test('has at most so many characters, and says what was cut', async () => {
    const { cards } = await cardsOf({ version: '2.0', symbols: ['long', 'Many', 'x'.repeat(512)] })
    for (const card of cards) {
      expect(JSON.stringify(card).length).toBeLessThanOrEqual(CARD_LENGTH_MAX)
    }
    expect(cards[0]).toMatchObject({ signature_cut: true })
    expect(cards[0].signature).toMatch(/^\(parameter_0.*…$/)
    expect(cards[1].members_total).toBe(400)
    expect(cards[1].members.length).toBeGreaterThan(50)
    expect(cards[1].members.length).toBeLessThan(400)
  })

  test('lists what a function of npm has below it, and never says that a function has nothing', async () => {
    const body = { ecosystem: 'npm', package: 'tool', symbols: ['make', 'plain'] }
    const { cards } = (await service.post(PATH, body)).body
    expect(cards[0]).toMatchObject({ kind: 'function', members: ['part'], members_total: 1 })
    expect(cards[1]).toMatchObject({ members: [], members_complete: false })
  })

  test('an object of code that nothing is declared of may have more than its class shows', async () => {
    const body = {
      ecosystem: 'npm',
      package: 'bare',
      symbols: ['A', 'A.made', 'A.handle', 'A.nothere'],
    }
    const { cards } = (await service.post(PATH, body)).body
    expect(cards[0]).toMatchObject({ kind: 'class', members_complete: false })
    expect(cards[1]).toMatchObject({ exists: true })
    expect(cards[2]).toMatchObject({ exists: true })
    expect(cards[3]).toMatchObject({ exists: null })
  })

  test('a symbol that is asked for twice has one card', async () => {
    const { cards } = await cardsOf({ symbols: ['fold', 'fold'] })
    expect(cards).toHaveLength(1)
  })
})

describe('the release that files mean', () => {
  const files = (content: string, path = 'requirements.txt') => [{ path, content }]

  test.each([
    ['a pin', files('parcel==1.1\n'), '1.1'],
    ['a range', files('parcel<2\n'), '1.1'],
    ['a lock file', [...files('parcel>1\n'), { path: 'uv.lock', content: LOCK }], '1.0'],
  ])('%s tells it', async (_, given, version) => {
    const answer = await cardsOf({ files: given, symbols: ['old'] })
    expect(answer).toMatchObject({ version_resolved: version, version_from: 'files' })
    expect(answer.attestation.question).toHaveProperty('files_sha256')
  })

  test('files that do not name the package leave the latest', async () => {
    const answer = await cardsOf({ files: files('other==1\n'), symbols: ['fold'] })
    expect(answer).toMatchObject({ version_resolved: '2.0', version_from: 'latest' })
  })

  test.each([
    [
      'name two releases',
      [...files('parcel==1.0\n'), { path: 'b/requirements.txt', content: 'parcel==1.1\n' }],
      'name several releases of parcel',
    ],
    [
      'take it from elsewhere',
      files('parcel @ git+https://code.example/parcel\n'),
      'from elsewhere than the registry',
    ],
    ['are no manifests', files('fold()', 'notes.rst'), 'is no manifest'],
    ['are code alone', files('import parcel', 'main.py'), 'hold no manifest of pypi'],
    ['cannot be read', files('[project', 'pyproject.toml'), 'cannot be read'],
    ['say two ranges', files('parcel>=1\nparcel<2\n'), 'name several releases of parcel (<2, >=1)'],
    [
      'say it by markers',
      files('parcel==1.0; python_version<"3.8"\nparcel>=2; python_version>="3.8"\n'),
      'name several releases of parcel',
    ],
    ['go on in a file that is not there', files('-r base.txt\n'), 'goes on in base.txt'],
    ['are of npm alone', files('{"dependencies":{}}', 'package.json'), 'hold no manifest of pypi'],
    [
      'say it in words that are not read',
      files('[tool.poetry.dependencies]\nparcel = "^1 || ^2"\n', 'pyproject.toml'),
      'says of parcel what is not read',
    ],
    [
      'lock two releases',
      [
        {
          path: 'uv.lock',
          content: `${LOCK}${LOCK.replace('version = 1\n', '').replace('"1.0"', '"1.1"')}`,
        },
      ],
      'name several releases of parcel (1.0, 1.1)',
    ],
    ['allow no release', files('parcel>=9\n'), 'No release of parcel is in'],
  ])('files that %s are refused, and nothing is said of the latest', async (_, given, why) => {
    const { status, body } = await ask({ files: given, symbols: ['fold'] })
    expect(status).toBe(422)
    expect(body.detail[0].msg).toContain(why)
  })
})

describe('a question in words', () => {
  test('finds symbols of the release that is meant', async () => {
    const answer = await cardsOf({ version: '2.0', question: 'how do I fold a sheet of paper?' })
    expect(answer.verdict).toBe('found')
    expect(answer.cards).toEqual([])
    const names = answer.found.map((card: Body) => card['qualified_name'])
    expect(names).toContain('parcel.fold')
  })
  test('that nothing fits is not charged', async () => {
    const headers = { 'x-api-key': await service.app.creditKeys.issue('test', 1_000_000) }
    const pay = (body: Body) =>
      service.post('/v1/card', { ecosystem: 'pypi', package: 'parcel', ...body }, headers)
    const paid = await pay({ symbols: ['fold'] })
    const free = await pay({ question: 'zygomorphic quaternion' })
    expect(free.body).toMatchObject({ verdict: 'nothing_found', found: [] })
    const again = await pay({ symbols: ['fold'] })
    const balance = (reply: typeof paid) => Number(reply.headers['x-credit-balance-usd'])
    expect(balance(paid)).toBe(0.995)
    expect(balance(again)).toBe(0.99)
  })
})

test('npm: the order of the files decides nothing', async () => {
  const manifest = (folder: string, range: string) => {
    return { path: `${folder}/package.json`, content: `{"dependencies":{"box":"${range}"}}` }
  }
  const both = [manifest('a', '^1'), manifest('b', '^2')]
  for (const files of [both, both.toReversed()]) {
    const body = { ecosystem: 'npm', package: 'box', files, symbols: ['open'] }
    const { status, body: problem } = await service.post(PATH, body)
    expect(status).toBe(422)
    expect(problem.detail[0].msg).toContain('name several releases of box (^1, ^2)')
  }
})

describe('what cannot be answered', () => {
  test.each([
    ['no symbol and no question', {}, 'symbols'],
    ['twenty-one symbols', { symbols: Array.from({ length: 21 }, (_, i) => `s${i}`) }, 'symbols'],
    ['a symbol without letters', { symbols: [''] }, 'symbols'],
    [
      'a release beside files',
      { version: '1.0', files: [{ path: 'requirements.txt', content: '' }], symbols: ['fold'] },
      'version',
    ],
    ['a release that is not there', { version: '7.0', symbols: ['fold'] }, 'version'],
    ['a package that is not there', { package: 'parcell-x', symbols: ['fold'] }, 'package'],
  ])('%s is refused at its field', async (_, body, field) => {
    const { status, body: problem } = await ask(body)
    expect(status).toBe(422)
    expect(problem.detail[0].loc[1]).toBe(field)
  })
  test('a symbol of a module that cannot be read is neither there nor absent', async () => {
    const { body } = await ask({ package: 'shut', symbols: ['shut.lid'] })
    expect(body.verdict).toBe('undetermined')
    expect(body.cards[0]).toMatchObject({ exists: null })
    expect(body.cards[0].caveat).not.toBeNull()
  })
  test('npm: a range of the manifest is followed to the newest release in it', async () => {
    const { body } = await service.post(PATH, {
      ecosystem: 'npm',
      package: 'box',
      files: [{ path: 'package.json', content: '{"dependencies":{"box":"^1.2.0"}}' }],
      symbols: ['open', 'v0'],
    })
    expect(body).toMatchObject({ version_resolved: '1.3.0', version_from: 'files' })
    expect(body.cards[1]).toMatchObject({ exists: false })
  })
})
