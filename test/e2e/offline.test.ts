// Questions that nobody is asked for but the data folder. A registry on loopback fills the folder; then
// every request to it is a failure of the test.

import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type App, createApp } from '../../src/app.ts'
import { loadConfig } from '../../src/config.ts'
import { type Ecosystem, parsePackageName } from '../../src/domain/names/packageName.ts'
import { verifyReceipt } from '../../src/index.ts'
import { callTool } from '../../src/mcp/callTool.ts'
import { TOOLS } from '../../src/mcp/tools.ts'
import { SQLITE_FILE } from '../../src/store/sqlite.ts'
import { pythonWheel } from '../fake/archives/pythonWheel.ts'
import { type FakeRegistry, fakeRegistry } from '../fake/registry.ts'
import { publishNpm, publishPython } from '../support/publish.ts'

const MONDAY = '2026-11-02T10:20:30.400Z'
const THURSDAY = '2026-11-05T08:00:00.000Z'
const SUNDAY = '2026-11-08T12:00:00.000Z'

const { signal } = new AbortController()

let registry: FakeRegistry
let folder: string
/** What the folder was filled with, as it was answered then. */
const before = new Map<string, Answer>()
/** Paths that were asked for since the registry was to be left alone. */
const leaked: string[] = []
let isLeftAlone = false

// biome-ignore lint/suspicious/noExplicitAny: tests read what they expect; a wrong shape fails them
type Answer = Record<string, any>

const keyOf = (ecosystem: Ecosystem, written: string) => {
  const name = parsePackageName(ecosystem, written)
  if (name === null) throw new Error(`no name: ${written}`)
  return { ecosystem, name }
}

function open(at: string, env: Record<string, string> = {}, dataDir = join(folder, 'data')) {
  const settings = {
    ASSAY_LOG_LEVEL: 'silent',
    ASSAY_DATA_DIR: dataDir,
    ASSAY_NAMES: 'off',
    ASSAY_NPM_REGISTRY: registry.npmUrl,
    ASSAY_PYPI_INDEX: registry.pypiIndexUrl,
    ...env,
  }
  return createApp(loadConfig(settings, folder, folder), { now: () => new Date(at) })
}

const apps: App[] = []
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close()
  expect(leaked).toEqual([])
})

/** `dataDir`: another folder than the one that was filled. */
async function offline(at = SUNDAY, dataDir?: string): Promise<App> {
  const app = await open(at, { ASSAY_OFFLINE: 'on' }, dataDir)
  apps.push(app)
  return app
}

/** The folder that was filled, for a test that changes it. */
async function copied(name: string, sql: string): Promise<string> {
  const dataDir = join(folder, name)
  await cp(join(folder, 'data'), dataDir, { recursive: true })
  const file = new DatabaseSync(join(dataDir, SQLITE_FILE))
  file.exec(sql)
  file.close()
  return dataDir
}

type Asked = Readonly<{ what: string; ask: (app: App) => Promise<Answer> }>

const rendered = (app: App, reply: Parameters<App['renderReply']>[0]): Answer =>
  JSON.parse(app.renderReply(reply, 0))

const files = (given: Readonly<Record<string, string>>) =>
  Object.entries(given).map(([path, content]) => ({ path, content }))

const packageQuestion = (ecosystem: Ecosystem, name: string): Asked => ({
  what: `package ${name}`,
  ask: async (app) =>
    rendered(app, await app.packageExists(keyOf(ecosystem, name), () => ({ signal }))),
})

const symbolQuestion = (
  ecosystem: Ecosystem,
  name: string,
  symbol: string,
  version: string | null = null,
): Asked => ({
  what: `symbol ${name} ${version} ${symbol}`,
  ask: async (app) => {
    const question = { key: keyOf(ecosystem, name), symbol, version }
    return rendered(app, await app.symbolExists(question, () => ({ signal })))
  },
})

const diffQuestion = (ecosystem: Ecosystem, name: string, from: string, to: string): Asked => ({
  what: `diff ${name} ${from} ${to}`,
  ask: async (app) =>
    rendered(app, await app.releaseDiff({ key: keyOf(ecosystem, name), from, to }, { signal })),
})

const historyQuestion = (name: string, symbol: string): Asked => ({
  what: `history ${name} ${symbol}`,
  ask: async (app) =>
    rendered(app, await app.symbolHistory({ key: keyOf('pypi', name), symbol }, { signal })),
})

const checkQuestion = (given: Readonly<Record<string, string>>): Asked => ({
  what: `check ${JSON.stringify(given)}`,
  ask: async (app) =>
    rendered(app, (await app.codeCheck({ files: files(given), pins: {} }, { signal })).reply),
})

const upgradeQuestion = (
  ecosystem: Ecosystem,
  name: string,
  [from, to]: readonly [string, string],
  given: Readonly<Record<string, string>>,
): Asked => ({
  what: `upgrade ${name} ${JSON.stringify(given)}`,
  ask: async (app) => {
    const question = { key: keyOf(ecosystem, name), from, to, files: files(given) }
    return rendered(app, (await app.upgrade(question, { signal })).reply)
  },
})

const importQuestion = (written: string): Asked => ({
  what: `import ${written}`,
  ask: async (app) => {
    const reply = await app.importResolve('pypi', written)
    return reply === null ? {} : rendered(app, reply)
  },
})

const researchQuestion = (query: string): Asked => ({
  what: `research ${query}`,
  ask: async (app) => {
    await app.syncResearch({ rebuild: false })
    return rendered(app, (await app.codeResearch({ query, context: null }, { signal })).reply)
  },
})

const REQUIRES_LAMP = { 'requirements.txt': 'lamp==1.1\n' }
/** Notes are about what could not be told. */
const problemsIn = ({ findings }: Answer) =>
  findings.filter(({ severity }: { severity: string }) => severity !== 'note')
const USES_LAMP = 'import lamp\nlamp.glow(1)\nlamp.nothing()\n'

/** What is asked while the registry answers, and again when nobody does. */
const QUESTIONS: readonly Asked[] = [
  packageQuestion('pypi', 'lamp'),
  packageQuestion('npm', 'torch'),
  packageQuestion('npm', 'bare'),
  packageQuestion('pypi', 'nameless'),
  symbolQuestion('pypi', 'lamp', 'glow'),
  symbolQuestion('pypi', 'lamp', 'dim'),
  symbolQuestion('pypi', 'lamp', 'dim', '1.0'),
  symbolQuestion('pypi', 'lamp', 'dim', 'v1.0.0'),
  symbolQuestion('npm', 'torch', 'on'),
  symbolQuestion('npm', 'torch', 'Beam.width'),
  symbolQuestion('pypi', 'socket-kit', 'Bulb.burn'),
  diffQuestion('pypi', 'lamp', '1.0', '1.1'),
  diffQuestion('npm', 'torch', '2.0.0', '3.0.0'),
  historyQuestion('lamp', 'dim'),
  checkQuestion({ 'a.py': USES_LAMP }),
  checkQuestion({ 'a.py': USES_LAMP, ...REQUIRES_LAMP }),
  checkQuestion({ 'a.py': USES_LAMP, 'requirements.txt': 'lamp==1.0\n' }),
  checkQuestion({ 'a.py': USES_LAMP, 'requirements.txt': 'lamp>=1\n' }),
  checkQuestion({
    'a.js': "import { on, off } from 'torch'\n",
    'package.json': '{"dependencies":{"torch":"^3.0.0"}}',
  }),
  upgradeQuestion('pypi', 'lamp', ['1.0', '1.1'], { 'a.py': 'import lamp\nlamp.dim(1)\n' }),
  upgradeQuestion('npm', 'torch', ['2.0.0', '3.0.0'], {
    'a.cjs': "const torch = require('torch')\ntorch.on\n",
  }),
  importQuestion('lamp'),
  researchQuestion('lamp glow'),
]

beforeAll(async () => {
  registry = await fakeRegistry({
    intercept(request) {
      if (isLeftAlone) leaked.push(request.url ?? '')
      return false
    },
  })
  folder = await mkdtemp(join(tmpdir(), 'assay-offline-'))
  const lamp = (version: string, text: string) =>
    publishPython(registry, { name: 'lamp', version, files: `-- lamp/__init__.py --\n${text}` })
  lamp(
    '1.0',
    'def glow(strength): ...\ndef dim(level): ...\nclass Bulb:\n    def burn(self): ...\n',
  )
  lamp('1.1', 'def glow(strength): ...\nclass Bulb:\n    def burn(self): ...\n')
  publishPython(registry, {
    name: 'socket-kit',
    version: '1.0',
    files: '-- socket_kit/__init__.py --\nfrom lamp import *\n',
    requires: ['lamp'],
  })
  const torch = (version: string, more: string) =>
    publishNpm(registry, {
      name: 'torch',
      version,
      types: 'index.d.ts',
      files: `-- index.js --\nexports.on = 1\n-- index.d.ts --\nexport declare const on: number\n${more}`,
    })
  torch('2.0.0', 'export declare const flash: string\n')
  torch('3.0.0', 'export interface Beam { width: number }\n')
  publishNpm(registry, { name: 'bare', version: '1.0.0', files: '-- index.js --\nexports.a = 1\n' })
  registry.pypi.empty('nameless')
  // Python 3.11, which tables speak of, is given the older one.
  publishPython(registry, { name: 'modern', version: '1.0', files: '-- modern.py --\nold = 1\n' })
  registry.pypi.publish({
    name: 'modern',
    version: '2.0',
    files: [
      {
        ...pythonWheel({ name: 'modern', version: '2.0', files: '-- modern.py --\nnew = 1\n' }),
        entry: { requires_python: '>=3.12' },
      },
    ],
  })

  const app = await open(MONDAY)
  await packageQuestion('pypi', 'modern').ask(app)
  for (const { what, ask } of QUESTIONS) before.set(what, await ask(app))
  expect(before.get('symbol socket-kit null Bulb.burn')).toMatchObject({ exists: true })
  // Asked, and not there: nothing of that is kept.
  await packageQuestion('pypi', 'ghost').ask(app)
  await app.close()
  // The registry goes on, and nobody looks.
  lamp('2.0', 'def glow(strength, colour): ...\n')
  registry.npm.unpublish('bare')
  isLeftAlone = true
})
afterAll(async () => {
  await registry.close()
  await rm(folder, { recursive: true, force: true })
})

/** What an answer says, without when and how it came to be said. */
function said({ as_of: _, source, served_in_ms, signature, attestation_hash, ...answer }: Answer) {
  const { asked_at, asked_within_s, ...evidence } = answer['attestation'].evidence
  const { verdict, question } = answer['attestation']
  return { ...answer, attestation: { verdict, question, evidence } }
}

describe('what was asked before is answered as it was then', () => {
  test.each(QUESTIONS)('$what', async ({ what, ask }) => {
    const app = await offline()
    const answer = await ask(app)
    expect(said(answer)).toEqual(said(before.get(what) ?? {}))
    expect(answer['as_of']).toEqual({ from: '2026-11-02', until: '2026-11-02' })
    expect(answer['attestation'].evidence).toMatchObject({
      asked_at: '2026-11-02T10:20:30Z',
      asked_within_s: 1,
    })
    const verifiers = [answer['attestation'].verifier]
    const valid = { valid: true, answer_matches: true }
    expect(verifyReceipt(JSON.stringify(answer), { verifiers })).toMatchObject(valid)
  })

  test('online nothing is said of days', () => {
    for (const [, answer] of before) {
      expect(answer).not.toHaveProperty('as_of')
      expect(answer['attestation'].evidence).not.toHaveProperty('asked_at')
    }
  })

  test('an import of the standard library rests on no registry', async () => {
    const { ask } = importQuestion('json')
    expect(await ask(await offline())).toMatchObject({
      standard_library: true,
      as_of: { from: null, until: null },
    })
  })
})

const REFUSALS: readonly (Asked & Readonly<{ says: RegExp }>)[] = [
  {
    ...packageQuestion('pypi', 'ghost'),
    what: 'a package that was asked for and not there',
    says: /^ghost is not in the data folder, and --offline asks nobody$/,
  },
  {
    ...packageQuestion('npm', 'express'),
    what: 'a package that nobody asked for',
    says: /^express is not in the data folder/,
  },
  {
    ...packageQuestion('npm', 'lamp'),
    what: 'a package that the other registry has',
    says: /^lamp is not in the data folder/,
  },
  {
    ...symbolQuestion('npm', 'express', 'Router'),
    what: 'a symbol of a package that is not held',
    says: /^express is not in the data folder/,
  },
  {
    ...symbolQuestion('pypi', 'lamp', 'glow', '2.0'),
    what: 'a symbol of a release that was published since',
    says: /^lamp 2\.0 is not in the data folder/,
  },
  {
    ...symbolQuestion('pypi', 'lamp', 'glow', '9.9'),
    what: 'a symbol of a release that there never was',
    says: /^lamp 9\.9 is not in the data folder/,
  },
  {
    ...symbolQuestion('npm', 'bare', 'a'),
    what: 'a symbol of a package whose table nobody has asked for',
    says: /^the symbol table of bare 1\.0\.0 is not in the data folder/,
  },
  {
    ...diffQuestion('pypi', 'lamp', '1.0', '2.0'),
    what: 'a diff with a release that is not held',
    says: /^lamp 2\.0 is not in the data folder/,
  },
  {
    ...historyQuestion('ghost', 'glow'),
    what: 'a history of a package that is not held',
    says: /^ghost is not in the data folder/,
  },
  {
    ...upgradeQuestion('pypi', 'lamp', ['1.1', '2.0'], { 'a.py': USES_LAMP }),
    what: 'an upgrade to a release that is not held',
    says: /^lamp 2\.0 is not in the data folder/,
  },
  {
    ...researchQuestion('how do I retry in httpx'),
    what: 'research into a popular package that is not held',
    says: /^httpx is not in the data folder/,
  },
]

describe('what is not held is refused, and never absent', () => {
  test.each(REFUSALS)('$what', async ({ ask, says }) => {
    const app = await offline()
    const answers = await app.store.answers.count()
    const refusal = { code: 'not_held', message: expect.stringMatching(says) }
    await expect(ask(app)).rejects.toMatchObject(refusal)
    expect(await app.store.answers.count()).toBe(answers)
  })

  test('a folder that holds nothing', async () => {
    const app = await offline(SUNDAY, join(folder, 'empty'))
    const { ask } = packageQuestion('pypi', 'lamp')
    await expect(ask(app)).rejects.toMatchObject({ code: 'not_held' })
  })
})

type CheckCase = Readonly<{
  what: string
  given: Readonly<Record<string, string>>
  reason: RegExp
}>

const OPEN_CHECKS: readonly CheckCase[] = [
  {
    what: 'a package that is not held',
    given: { 'a.py': 'import ghost\n' },
    reason: /^ghost is not in the data folder/,
  },
  {
    what: 'a pinned release that is not held',
    given: { 'a.py': USES_LAMP, 'requirements.txt': 'lamp==9.9\n' },
    reason: /^lamp 9\.9 is not in the data folder/,
  },
  {
    what: 'a range that the latest release is not in',
    given: { 'a.py': USES_LAMP, 'requirements.txt': 'lamp<1.1\n' },
    reason: /^which release of lamp is the newest in <1\.1 is not in the data folder/,
  },
  {
    what: 'a range that no release is in',
    given: { 'a.py': USES_LAMP, 'requirements.txt': 'lamp>=9\n' },
    reason: /^which release of lamp is the newest in >=9 is not in the data folder/,
  },
  {
    what: 'a range whose newest release is another for this Python',
    given: { 'a.py': 'import modern\nmodern.old\n', 'requirements.txt': 'modern>=1\n' },
    reason: /^which release of modern is the newest in >=1 is not in the data folder/,
  },
  {
    what: 'a range of npm that the latest release is not in',
    given: {
      'a.js': "import { flash } from 'torch'\n",
      'package.json': '{"dependencies":{"torch":"^2.0.0"}}',
    },
    reason: /^which release of torch is the newest in \^2\.0\.0 is not in the data folder/,
  },
]

describe('a check says of what is not held that it is undetermined', () => {
  test.each(OPEN_CHECKS)('$what', async ({ given, reason }) => {
    const answer = await checkQuestion(given).ask(await offline())
    expect(answer).toMatchObject({
      verdict: 'undetermined',
      packages: [{ state: 'undetermined', reason: expect.stringMatching(reason) }],
      as_of: { from: null, until: null },
    })
    expect(problemsIn(answer)).toEqual([])
  })

  test('and of the others what was found', async () => {
    const given = { 'a.py': `import ghost\n${USES_LAMP}`, ...REQUIRES_LAMP }
    const answer = await checkQuestion(given).ask(await offline())
    expect(answer).toMatchObject({
      verdict: 'problems',
      as_of: { from: '2026-11-02', until: '2026-11-02' },
    })
    expect(problemsIn(answer)).toMatchObject([
      { code: 'symbol_not_found', package: 'lamp', line: 4 },
    ])
  })
})

describe('the day', () => {
  test('is that of the last time the registry was asked, of the latest release', async () => {
    const dataDir = await copied(
      'asked-again',
      `UPDATE package SET checked_at = '${THURSDAY}' WHERE name = 'lamp'`,
    )
    const app = await offline(SUNDAY, dataDir)
    const latest = await symbolQuestion('pypi', 'lamp', 'glow').ask(app)
    expect(latest['as_of']).toEqual({ from: '2026-11-05', until: '2026-11-05' })
    // Of a release that is named it is the day on which that one was read.
    const both = await symbolQuestion('pypi', 'lamp', 'glow', '1.0').ask(app)
    expect(both['as_of']).toEqual({ from: '2026-11-02', until: '2026-11-05' })
    expect(both['attestation'].evidence).toMatchObject({ asked_at: '2026-11-02T10:20:30Z' })
    const diff = await diffQuestion('pypi', 'lamp', '1.0', '1.1').ask(app)
    expect(diff['as_of']).toEqual({ from: '2026-11-02', until: '2026-11-05' })
  })

  test('one that lies ahead was told by a wrong clock: nothing is answered for it', async () => {
    const app = await offline('2026-11-01T00:00:00.000Z')
    const { ask } = packageQuestion('pypi', 'lamp')
    await expect(ask(app)).rejects.toMatchObject({
      code: 'not_held',
      message: expect.stringContaining('lies ahead of the clock'),
    })
  })

  test('nothing is written that a registry would be held to', async () => {
    const rows = (dataDir: string) => {
      const file = new DatabaseSync(join(dataDir, SQLITE_FILE), { readOnly: true })
      try {
        return ['package', 'proof', 'pinned_proof', 'table_basis', 'declared_digest'].map((table) =>
          file.prepare(`SELECT * FROM ${table} ORDER BY 1, 2`).all(),
        )
      } finally {
        file.close()
      }
    }
    const dataDir = await copied('untouched', '')
    const held = rows(dataDir)
    const app = await offline(SUNDAY, dataDir)
    for (const { ask } of [...QUESTIONS, ...REFUSALS]) await ask(app).catch(() => {})
    await app.close()
    apps.length = 0
    expect(rows(dataDir)).toEqual(held)
  })
})

describe('a folder that lacks or has lost something', () => {
  test('without its table a release is not looked into', async () => {
    const dataDir = await copied('no-tables', 'DELETE FROM symbol_table; DELETE FROM table_basis')
    const app = await offline(SUNDAY, dataDir)
    expect(await packageQuestion('pypi', 'lamp').ask(app)).toMatchObject({ exists: true })
    for (const { ask } of [
      symbolQuestion('pypi', 'lamp', 'glow'),
      symbolQuestion('pypi', 'lamp', 'nothing'),
      diffQuestion('pypi', 'lamp', '1.0', '1.1'),
      historyQuestion('lamp', 'glow'),
    ]) {
      await expect(ask(app)).rejects.toMatchObject({
        code: 'not_held',
        message: expect.stringContaining('the symbol table of lamp 1.'),
      })
    }
    const answer = await checkQuestion({ 'a.py': USES_LAMP, ...REQUIRES_LAMP }).ask(app)
    expect(answer).toMatchObject({ verdict: 'undetermined' })
    expect(problemsIn(answer)).toEqual([])
  })

  test('a table that a disk has changed is not read', async () => {
    const dataDir = await copied(
      'damaged',
      'UPDATE symbol_table SET encoded = substr(encoded, 1, length(encoded) - 9)',
    )
    const app = await offline(SUNDAY, dataDir)
    for (const { ask } of [
      symbolQuestion('pypi', 'lamp', 'nothing'),
      diffQuestion('pypi', 'lamp', '1.0', '1.1'),
    ]) {
      await expect(ask(app)).rejects.toMatchObject({
        code: 'not_held',
        message: expect.stringMatching(/^the symbol table of pypi:lamp .* is damaged/),
      })
    }
    const answer = await checkQuestion({ 'a.py': USES_LAMP, ...REQUIRES_LAMP }).ask(app)
    expect(answer).toMatchObject({ verdict: 'undetermined' })
    expect(problemsIn(answer)).toEqual([])
    await expect(historyQuestion('lamp', 'nothing').ask(app)).rejects.toThrow()
  })

  test('a proof that a disk has changed is not answered from', async () => {
    const dataDir = await copied('forged', "UPDATE proof SET version = '7.0' WHERE name = 'lamp'")
    const app = await offline(SUNDAY, dataDir)
    const { ask } = packageQuestion('pypi', 'lamp')
    await expect(ask(app)).rejects.toMatchObject({ code: 'internal' })
  })

  test('a table that lacks a dependency says nothing of what is not in it', async () => {
    const unfollowed = JSON.stringify([{ name: 'wire', reason: 'down', isTemporary: true }])
    const dataDir = await copied(
      'gapped',
      `UPDATE table_basis SET unfollowed = '${unfollowed}', row_sum = NULL, is_final = 0
       WHERE followed LIKE '%"lamp"%'`,
    )
    const app = await offline(SUNDAY, dataDir)
    const { ask } = symbolQuestion('pypi', 'socket-kit', 'nothing')
    await expect(ask(app)).rejects.toMatchObject({ code: 'dependency_unavailable' })
    const found = await symbolQuestion('pypi', 'socket-kit', 'Bulb.burn').ask(app)
    expect(found).toMatchObject({ exists: true })
  })

  test('what another version of the program read is not taken for what this one reads', async () => {
    const dataDir = await copied(
      'older',
      "UPDATE pinned_proof SET extractor = 'python/1', row_sum = NULL WHERE version = '1.0'",
    )
    const app = await offline(SUNDAY, dataDir)
    const { ask } = diffQuestion('pypi', 'lamp', '1.0', '1.1')
    await expect(ask(app)).rejects.toMatchObject({
      code: 'not_held',
      message: expect.stringContaining('was read by python/1 and has to be read again'),
    })
  })

  test('a release that is named is answered without the latest, which says so', async () => {
    const dataDir = await copied(
      'pinned-only',
      "DELETE FROM package WHERE name = 'lamp'; DELETE FROM proof WHERE name = 'lamp'",
    )
    const app = await offline(SUNDAY, dataDir)
    expect(await symbolQuestion('pypi', 'lamp', 'dim', '1.0').ask(app)).toMatchObject({
      exists: true,
      version_resolved: '1.0',
      note: 'Answered for 1.0, the release that was asked for; the latest release could not be read.',
      as_of: { from: '2026-11-02', until: '2026-11-02' },
    })
    const { ask } = symbolQuestion('pypi', 'lamp', 'dim')
    await expect(ask(app)).rejects.toMatchObject({
      code: 'not_held',
      message: expect.stringMatching(
        /^of lamp the data folder holds 1\.0, 1\.1, not which is the latest/,
      ),
    })
  })
})

describe('the tools', () => {
  async function call(app: App, name: string, given: Record<string, unknown>): Promise<string> {
    const tool = TOOLS.find((one) => one.name === name)
    if (tool === undefined) throw new Error(`no tool ${name}`)
    const parts = { ask: app.askRoute, readFile: null }
    const { content } = await callTool(tool, given, parts, signal)
    return content.map((part) => (part.type === 'text' ? part.text : '')).join('\n')
  }

  test.each([
    ['check_package', { ecosystem: 'pypi', name: 'lamp' }, /^EXISTS/],
    ['check_symbol', { ecosystem: 'pypi', package: 'lamp', symbol: 'nothing' }, /^ABSENT/],
    [
      'diff_releases',
      { ecosystem: 'pypi', package: 'lamp', from_version: '1.0', to_version: '1.1' },
      /^BREAKING/i,
    ],
    ['check_code', { files: files({ 'a.py': USES_LAMP, ...REQUIRES_LAMP }) }, /^PROBLEMS/],
  ] as const)('%s says the day', async (name, given, verdict) => {
    const text = await call(await offline(), name, given)
    expect(text).toMatch(verdict)
    expect(text).toContain('Offline: as the registry was asked on 2026-11-02.')
  })

  test('what is not held is undetermined', async () => {
    const app = await offline()
    const text = await call(app, 'check_package', { ecosystem: 'pypi', name: 'ghost' })
    expect(text).toMatch(/^UNDETERMINED: ghost is not in the data folder/)
    const code = await call(app, 'check_code', { files: files({ 'a.py': 'import ghost\n' }) })
    expect(code).toContain('could not be looked up, which proves nothing: ghost')
  })
})
