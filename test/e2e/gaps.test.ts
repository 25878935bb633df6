// A dependency that cannot be had for a while: what is in the rest stands, and nothing is said to be
// absent, removed or wrong for want of it.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parsePackageName } from '../../src/domain/names/packageName.ts'
import { fakeRegistry } from '../fake/registry.ts'
import { publishNpm, publishPython } from '../support/publish.ts'
import { type Service, startService } from '../support/service.ts'

const SYMBOL = '/demo/v1/symbol/exists'
const NEVER = new AbortController().signal

function raise(what: string): never {
  throw new Error(`no name: ${what}`)
}

/** Paths that answer 503 while they are in here. */
const down = new Set<string>()
let asked: string[] = []
let registry: Awaited<ReturnType<typeof fakeRegistry>>
let service: Service
let client = 0

beforeAll(async () => {
  registry = await fakeRegistry({
    intercept(request, response) {
      const path = decodeURIComponent(request.url ?? '')
      asked.push(path)
      if (![...down].some((part) => path.includes(part))) return false
      response.writeHead(503, { 'retry-after': '0' })
      response.end()
      return true
    },
  })
  service = await startService({
    ASSAY_NPM_REGISTRY: registry.npmUrl,
    ASSAY_PYPI_INDEX: registry.pypiIndexUrl,
    ASSAY_TRUSTED_PROXIES: '127.0.0.1',
  })
  for (const version of ['1.0.0', '1.1.0']) {
    publishNpm(registry, {
      name: 'mocker',
      version,
      main: 'main.js',
      files: '-- main.js --\nexports.stub = function stub(of) {}\n',
    })
  }
  publishNpm(registry, {
    name: '@types/mocker',
    version: '1.0.3',
    types: 'index.d.ts',
    files:
      '-- index.d.ts --\nexport interface Stub { calls: number }\nexport declare function stub(of: object): Stub\n',
  })
  publishNpm(registry, {
    name: 'passing-on',
    version: '1.0.0',
    types: 'index.d.ts',
    dependencies: { inner: '^1.0.0' },
    files:
      "-- index.d.ts --\nexport * from 'inner'\nexport { one as renamed } from 'inner'\nexport declare const own: 1\n",
  })
  publishNpm(registry, {
    name: 'inner',
    version: '1.0.0',
    types: 'index.d.ts',
    files: '-- index.d.ts --\nexport declare const one: 1\n',
  })
  publishNpm(registry, {
    name: 'vendored',
    version: '1.0.0',
    main: 'index.js',
    types: 'index.d.ts',
    dependencies: { 'adder-types': '^1.0.0' },
    files:
      "-- index.d.ts --\nexport * from 'adder-types'\n-- index.js --\nexports.Adder = class Adder {\n  constructor() { this._n = 0 }\n  add(x) { this._n += x }\n}\n",
  })
  publishNpm(registry, {
    name: 'adder-types',
    version: '1.0.0',
    types: 'index.d.ts',
    files: '-- index.d.ts --\nexport declare class Adder { add(x: number): void }\n',
  })
  publishPython(registry, {
    name: 'outer-kit',
    requires: ['inner-kit'],
    files:
      '-- outer_kit.py --\nfrom inner_kit import *\nfrom inner_kit import Base\nclass Mine(Base):\n    def own(self): ...\n',
  })
  publishPython(registry, {
    name: 'inner-kit',
    files: '-- inner_kit.py --\ndef star(): ...\nclass Base:\n    def given(self): ...\n',
  })
})

afterAll(async () => {
  await service.close()
  await registry.close()
})

function post(path: string, body: unknown) {
  client += 1
  return service.post(path, body, { 'x-forwarded-for': `10.1.${client >> 8}.${client & 255}` })
}

function symbol(ecosystem: string, name: string, written: string, version?: string) {
  return post(SYMBOL, { ecosystem, package: name, symbol: written, ...(version && { version }) })
}

async function later(seconds: number): Promise<void> {
  const now = new Date(Date.now() + seconds * 1_000)
  service.setTime(now)
}

describe('while the types of a package cannot be had', () => {
  beforeAll(() => {
    down.add('@types/mocker')
  })

  test('a name that they may have is neither there nor absent', async () => {
    const reply = await symbol('npm', 'mocker', 'Stub')
    expect(reply.status).toBe(503)
    expect(reply.body).toMatchObject({ code: 'dependency_unavailable' })
    expect(reply.body.detail).toContain('@types/mocker')
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
    expect(reply.body.signature).toBeUndefined()
  })

  test('a name that was read stands', async () => {
    const reply = await symbol('npm', 'mocker', 'stub')
    expect(reply.body).toMatchObject({ exists: true, kind: 'function' })
    expect(reply.body.attestation.evidence.artifacts).toHaveLength(1)
  })

  test('nothing is said to have come or gone', async () => {
    const question = {
      ecosystem: 'npm',
      package: 'mocker',
      from_version: '1.0.0',
      to_version: '1.1.0',
    }
    const reply = await post('/demo/v1/diff', question)
    expect(reply.status).toBe(503)
    expect(reply.body.code).toBe('dependency_unavailable')
    const at = await symbol('npm', 'mocker', 'Stub', '1.0.0')
    expect(at.status).toBe(503)
  })

  test('code that uses it is not called wrong', async () => {
    const content = "import { Stub, stub } from 'mocker'\nstub({})\n"
    const reply = await post('/demo/v1/check', { files: [{ path: 'a.ts', content }] })
    expect(reply.body.findings).toEqual([])
    const reason = expect.stringContaining('@types/mocker')
    expect(reply.body.undetermined).toMatchObject([
      { line: 1, symbol: 'Stub', reason },
      { line: 2, symbol: 'stub', reason },
    ])
  })

  test('nor is a call called right that they may not allow', async () => {
    const content = "import { stub } from 'mocker'\nstub()\nstub({}, 1)\n"
    const job = { kind: 'code', files: [{ path: 'a.ts', content }] }
    const key = await service.app.creditKeys.issue('test', 1_000_000)
    const { body } = await service.post('/verify', { job }, { 'x-api-key': key })
    expect(body.verdict).not.toBe('pass')
    expect(body.checks).toMatchObject([
      { type: 'packages_exist', status: 'met' },
      { type: 'symbols_exist', status: 'undetermined' },
      { type: 'calls_fit_signatures', status: 'undetermined' },
    ])
    const reply = await post('/demo/v1/check', { files: job.files })
    expect(reply.body.undetermined).toMatchObject([{ line: 2 }, { line: 3 }])
    // Nor is a name that they may mark.
    const named = { ...job, files: [{ path: 'a.ts', content: "import { stub } from 'mocker'\n" }] }
    const spec = { checks: [{ id: 'a', type: 'no_deprecated' }] }
    const marked = await service.post('/verify', { job: named, spec }, { 'x-api-key': key })
    expect(marked.body.checks).toMatchObject([{ type: 'no_deprecated', status: 'undetermined' }])
  })

  test('the registry is not asked again at once, however many ask', async () => {
    asked = []
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => symbol('npm', 'mocker', 'Stub')),
    )
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([503]))
    expect(asked).toEqual([])
  })

  test('the next question after the pause finds it, once it is there', async () => {
    down.clear()
    await later(3_600)
    expect((await symbol('npm', 'mocker', 'Stub')).body).toMatchObject({
      exists: true,
      kind: 'interface',
    })
    const absent = await symbol('npm', 'mocker', 'Nothing')
    expect(absent.body).toMatchObject({ exists: false, reason: 'symbol_not_found' })
    expect(absent.body.attestation.evidence.artifacts).toHaveLength(2)
    const question = {
      ecosystem: 'npm',
      package: 'mocker',
      from_version: '1.0.0',
      to_version: '1.1.0',
    }
    expect((await post('/demo/v1/diff', question)).body).toMatchObject({
      classification: 'neutral',
    })
  })
})

test('a change that hangs on a package that cannot be had is undecided, and decided once it is there', async () => {
  const other = (name: string, type: string) =>
    publishNpm(registry, {
      name,
      version: '1.0.0',
      types: 'index.d.ts',
      files: `-- index.d.ts --\nexport interface Shape { side: ${type} }\n`,
    })
  const own = (version: string, from: string) =>
    publishNpm(registry, {
      name: 'drawing',
      version,
      types: 'index.d.ts',
      dependencies: { [from]: '^1.0.0' },
      files: `-- index.d.ts --\nimport { Shape } from '${from}'\nexport declare function draw(): Shape\n`,
    })
  other('round-shapes', 'string')
  other('square-shapes', 'number')
  own('1.0.0', 'round-shapes')
  own('1.1.0', 'square-shapes')
  const versions = { from_version: '1.0.0', to_version: '1.1.0' }
  const diff = () => post('/demo/v1/diff', { ecosystem: 'npm', package: 'drawing', ...versions })
  down.add('square-shapes')
  const before = await diff()
  expect(before.body.changed).toMatchObject([{ reason: 'type_changed_undecided' }])
  expect(before.body.attestation.evidence.other_artifacts).toHaveLength(1)
  down.clear()
  const after = await diff()
  expect(after.body.changed).toMatchObject([{ reason: 'return_type_changed' }])
  expect(after.body.attestation.evidence.other_artifacts).toHaveLength(2)
})

describe('that a package does not exist is no gap', () => {
  test('an untyped package without types has what its code has', async () => {
    publishNpm(registry, {
      name: 'bare',
      version: '1.0.0',
      main: 'a.js',
      files: '-- a.js --\nexports.a = 1\n',
    })
    const reply = await symbol('npm', 'bare', 'b')
    expect(reply.body).toMatchObject({ exists: false, caveat: null })
  })
})

// Each row: what is down, and names of which one is read and the others come from there.
const ROWS = [
  ['npm', 'passing-on', 'inner', 'own', ['one', 'nothing']],
  // Types that could not be had may hide what the code has below a name.
  ['npm', 'vendored', 'adder-types', 'Adder', ['Adder._n', 'Adder.add', 'nothing']],
  ['pypi', 'outer-kit', 'inner-kit', 'Mine.own', ['star', 'Mine.given', 'nothing', 'Mine.nothing']],
] as const

describe.each(ROWS)('%s %s while %s is down', (ecosystem, name, dependency, there, missing) => {
  test('what was read stands, the rest is not told', async () => {
    down.add(dependency)
    expect((await symbol(ecosystem, name, there)).body).toMatchObject({ exists: true })
    for (const one of missing) {
      const { status, body } = await symbol(ecosystem, name, one)
      expect([one, status, body.code]).toEqual([one, 503, 'dependency_unavailable'])
    }
    const key = { ecosystem, name: parsePackageName(ecosystem, name) ?? raise(name) }
    const history = service.app.symbolHistory({ key, symbol: 'nothing' }, { signal: NEVER })
    await expect(history).rejects.toMatchObject({ code: 'dependency_unavailable' })
    down.clear()
  })
})

describe('while a file of another package is refused for good', () => {
  beforeAll(() => {
    registry.npm.publish({ name: 'rubbish', version: '1.0.0', bytes: Buffer.from('rubbish') })
    for (const [version, added] of [
      ['1.0.0', ''],
      ['1.1.0', 'export declare const added: 1\n'],
    ] as const) {
      publishNpm(registry, {
        name: 'leaning',
        version,
        exports: { '.': { types: './index.d.ts' }, './own': { types: './own.d.ts' } },
        dependencies: { rubbish: '1' },
        files: `-- index.d.ts --\nexport * from 'rubbish'\nexport declare const own: 1\n${added}-- own.d.ts --\nexport declare const far: 1\n${added}`,
      })
    }
  })

  test('what may come from there is undetermined, the rest is told', async () => {
    expect((await symbol('npm', 'leaning', 'own')).body).toMatchObject({ exists: true })
    const missed = await symbol('npm', 'leaning', 'nothing')
    expect(missed.status).toBe(422)
    expect(missed.body.detail[0]).toMatchObject({ type: 'symbol_undetermined' })
    expect(missed.body.detail[0].msg).toContain('rubbish')
    const elsewhere = await symbol('npm', 'leaning', 'leaning/own.nothing')
    expect(elsewhere.body).toMatchObject({ exists: false, caveat: null })
  })

  test('a diff leaves out what it may touch, and says so', async () => {
    const question = { ecosystem: 'npm', package: 'leaning' }
    const versions = { from_version: '1.0.0', to_version: '1.1.0' }
    const { body } = await post('/demo/v1/diff', { ...question, ...versions })
    expect(body.added).toEqual([{ symbol: 'leaning/own.added', kind: 'constant' }])
    expect(body.undetermined).toMatchObject([
      { symbol: 'leaning', reason: expect.stringContaining('rubbish') },
    ])
  })
})
