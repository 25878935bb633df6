// What runs of a check keep for the next one is of use only while all that it rests on is as it was.

import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { openCheckApp } from '../../../src/app/checkApp.ts'
import { readScope } from '../../../src/cli/check/checkFiles.ts'
import { checkScope } from '../../../src/cli/check/checkScope.ts'
import { keptFolder } from '../../../src/cli/check/keptFolder.ts'
import { NO_STATUS } from '../../../src/cli/terminal/statusLine.ts'
import { loadConfig } from '../../../src/config.ts'
import { type FakeRegistry, fakeRegistry } from '../../fake/registry.ts'
import { publishPython } from '../../support/publish.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let registry: FakeRegistry
let other: FakeRegistry
let isDown = false
let folder: string
let root: string

beforeAll(async () => {
  registry = await fakeRegistry({
    intercept: (_, response) => {
      if (isDown) response.writeHead(503).end()
      return isDown
    },
  })
  other = await fakeRegistry()
  const lamp = (names: string) => `\n-- lamp/__init__.py --\n${names}`
  publishPython(registry, { name: 'lamp', version: '1.0', files: lamp('def glow(x): ...\n') })
  publishPython(other, { name: 'lamp', version: '1.0', files: lamp('def shine(x): ...\n') })
})
afterAll(async () => {
  await registry.close()
  await other.close()
})
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'assay-kept-')))
  root = join(folder, 'root')
  isDown = false
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function write(files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
}

const kept = () => join(folder, 'data', 'checks')

type Asked = Readonly<{ from?: FakeRegistry; isFresh?: boolean; laterMs?: number; env?: object }>

async function check({ from = registry, isFresh = false, laterMs = 0, env = {} }: Asked = {}) {
  const config = loadConfig({
    ASSAY_DATA_DIR: join(folder, 'data'),
    ASSAY_PYPI_INDEX: from.pypiIndexUrl,
    ASSAY_NPM_REGISTRY: from.npmUrl,
    ASSAY_LOG_LEVEL: 'warn',
    ASSAY_NAMES: 'off',
    ...env,
  })
  const now = () => new Date(Date.now() + laterMs)
  const app = await openCheckApp(config, { now, onProblem: () => {} })
  try {
    const scope = readScope(root, [])
    if (typeof scope === 'string') throw new Error(scope)
    const { signal } = new AbortController()
    const report = await checkScope(
      app,
      scope,
      { root, paths: [], isFresh },
      { line: NO_STATUS, signal },
    )
    return report
  } finally {
    await app.close()
  }
}

const said = async (asked?: Asked) =>
  (await check(asked)).findings.map(({ path, line, code }) => `${path}:${line} ${code}`)

const WRONG = 'import lamp\nlamp.glwo(1)\n'
const FILES = {
  'requirements.txt': 'lamp\n',
  'a.py': WRONG,
  'b.py': 'import lamp\nlamp.glow(1)\nlamp.glow(1, 2)\n',
  'c.py': 'import os\nos.pathh\n',
}

describe('a run after a change', () => {
  test('says what one says that judges everything', async () => {
    write(FILES)
    await check()
    write({ 'c.py': 'import lamp\nlamp.glow()\n' })
    const again = await check()
    expect(again).toEqual(await check({ isFresh: true }))
    expect(again.findings.map(({ path }) => path)).toEqual(['a.py', 'b.py', 'c.py'])
  })

  test('judges again what another file gives a name to', async () => {
    write(FILES)
    expect(await said()).toContain('a.py:2 symbol_not_found')
    write({ 'c.py': 'def put(x):\n    x.glwo = 1\n' })
    expect(await said()).not.toContain('a.py:2 symbol_not_found')
    write({ 'c.py': 'import os\n' })
    expect(await said()).toContain('a.py:2 symbol_not_found')
  })

  test.each([
    ['a line of a manifest', { 'requirements.txt': 'lamp==9.9\n' }],
    ['a module of its own', { 'lamp.py': 'def glwo(x): ...\n' }],
    [
      'the range of releases of Python',
      { 'pyproject.toml': '[project]\nrequires-python = ">=3.12"\n' },
    ],
    [
      'the header of a script',
      { 'a.py': `# /// script\n# dependencies = ["lamp==9.9"]\n# ///\n${WRONG}` },
    ],
  ])('looks at %s', async (_, change) => {
    write(FILES)
    await check()
    write(change)
    const again = await check()
    expect(again).toEqual(await check({ isFresh: true }))
    write({ 'z.py': 'import lamp\n' })
    expect(await check()).toEqual(await check({ isFresh: true }))
  })

  test('is told what a newer release has', async () => {
    const bulb = (version: string, names: string) =>
      publishPython(registry, {
        ...{ name: 'bulb', version },
        files: `\n-- bulb/__init__.py --\n${names}`,
      })
    bulb('1.0', 'def glow(x): ...\n')
    write({ 'a.py': 'import bulb\nbulb.glwo(1)\n', 'requirements.txt': 'bulb\n' })
    expect(await said()).toContain('a.py:2 symbol_not_found')
    const laterMs = 24 * 60 * 60_000
    bulb('1.1', 'def glow(x): ...\ndef glwo(x): ...\n')
    write({ 'c.py': 'import os\n' })
    expect(await said({ laterMs })).not.toContain('a.py:2 symbol_not_found')
  })
})

describe('nothing is kept', () => {
  test('of a run that a registry was not there for', async () => {
    write(FILES)
    isDown = true
    expect(await said()).not.toContain('a.py:2 symbol_not_found')
    expect(existsSync(kept())).toBe(false)
    isDown = false
    write({ 'c.py': 'import os\n' })
    const laterMs = 10 * 60_000
    expect(await said({ laterMs })).toContain('a.py:2 symbol_not_found')
  })

  test('where nobody wants it', async () => {
    write(FILES)
    await check({ isFresh: true })
    expect(existsSync(kept())).toBe(false)
  })
})

describe('what was kept does not count', () => {
  test('with another index or other settings', async () => {
    write(FILES)
    await check()
    const before = contents()
    write({ 'c.py': 'import lamp\nlamp.shine(1)\n' })
    const elsewhere = { from: other, env: { ASSAY_DATA_DIR: join(folder, 'data2') } }
    mkdirSync(join(folder, 'data2', 'checks'), { recursive: true })
    for (const [name, text] of before) writeFileSync(join(folder, 'data2', 'checks', name), text)
    expect(await said(elsewhere)).not.toContain('c.py:2 symbol_not_found')
    expect(await said()).toContain('c.py:2 symbol_not_found')
  })

  test('of another folder', async () => {
    write(FILES)
    await check()
    const before = contents()
    root = join(folder, 'second')
    write({ ...FILES, 'a.py': 'import lamp\n' })
    await check()
    const [mine = ''] = readdirSync(kept()).filter((name) => !before.has(name))
    const [, theirs = ''] = [...before].find(([name]) => name.endsWith('.judged')) ?? []
    writeFileSync(join(kept(), `${mine.replace(/\..*/, '')}.judged`), theirs)
    write({ 'c.py': 'import os\n' })
    expect(await check()).toEqual(await check({ isFresh: true }))
  })

  test.each([
    ['cut off', (file: string) => truncateSync(file, 400)],
    ['empty', (file: string) => truncateSync(file, 0)],
    ['another text', (file: string) => writeFileSync(file, '{"code":"x"}\n\n[]')],
    ['another byte', (file: string) => flip(file)],
    ['a digest of nothing that is a memory', (file: string) => writeSigned(file)],
  ])('that is damaged: %s', async (_, damage) => {
    write(FILES)
    const first = await check()
    for (const name of readdirSync(kept())) damage(join(kept(), name))
    expect(await check()).toEqual(first)
    for (const name of readdirSync(kept())) damage(join(kept(), name))
    write({ 'c.py': 'import os\nimport lamp\nlamp.glow()\n' })
    expect(await check()).toEqual(await check({ isFresh: true }))
  })

  function contents(): ReadonlyMap<string, string> {
    return new Map(
      readdirSync(kept()).map((name) => [name, readFileSync(join(kept(), name), 'utf8')]),
    )
  }

  function flip(file: string): void {
    const bytes = readFileSync(file)
    const at = bytes.length >> 1
    bytes[at] = (bytes[at] ?? 0) ^ 1
    writeFileSync(file, bytes)
  }

  /** As a program would write it that means something else by it. */
  function writeSigned(file: string): void {
    const ground = readFileSync(file, 'utf8').split('\n')[1] ?? ''
    const name = file.split('/').at(-1) ?? ''
    keptFolder(dirname(file)).write(name, [ground, '{"ground":"x"}', '"a.py"', '{}'].join('\n'))
  }
})

test('two runs at once do not harm each other', async () => {
  write(FILES)
  await check()
  for (let round = 0; round < 3; round += 1) {
    write({ 'c.py': `import lamp\nlamp.glow(${round})\nlamp.gloww(${round})\n` })
    const [one, two] = await Promise.all([check(), check()])
    expect(one).toEqual(two)
    expect(one).toEqual(await check({ isFresh: true }))
  }
  expect(readdirSync(kept()).filter((name) => name.endsWith('.new'))).toEqual([])
})

describe('the folder', () => {
  test('keeps the latest files, and of those that were never finished the young ones', () => {
    const { write: put, read } = keptFolder(kept())
    for (let index = 0; index < 120; index += 1) {
      put(`${index}.judged`, `text ${index}`)
      const at = new Date(Date.now() - (200 - index) * 1_000)
      utimesSync(join(kept(), `${index}.judged`), at, at)
    }
    writeFileSync(join(kept(), 'old.judged.1.x.new'), '')
    writeFileSync(join(kept(), 'young.judged.1.x.new'), '')
    const old = new Date(Date.now() - 2 * 60 * 60_000)
    utimesSync(join(kept(), 'old.judged.1.x.new'), old, old)
    put('last.judged', 'text')
    const names = readdirSync(kept())
    expect(names).toHaveLength(101)
    expect(names).toContain('young.judged.1.x.new')
    expect(names).not.toContain('old.judged.1.x.new')
    expect(read('last.judged')).toBe('text')
    expect(read('119.judged')).toBe('text 119')
    expect(read('0.judged')).toBeNull()
  })

  test('is no larger than it may be', () => {
    const { write: put, read } = keptFolder(kept())
    const large = 'x'.repeat(60 * 1024 ** 2)
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) put(name, large)
    expect(readdirSync(kept()).length).toBeLessThanOrEqual(4)
    put('g', 'x'.repeat(65 * 1024 ** 2))
    expect(read('g')).toBeNull()
  })
})
