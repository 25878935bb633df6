// assay check --watch: what is printed when files change, whatever becomes of them.

import { spawn } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type CheckApp, openCheckApp } from '../../../src/app/checkApp.ts'
import { readScope } from '../../../src/cli/check/checkFiles.ts'
import { foldersOf } from '../../../src/cli/check/watchedFolders.ts'
import { run as runCheck } from '../../../src/cli/commands/check.ts'
import { output } from '../../../src/cli/terminal/output.ts'
import { loadConfig } from '../../../src/config.ts'
import { type FakeRegistry, fakeRegistry } from '../../fake/registry.ts'
import { seededRandom } from '../../fake/seededRandom.ts'
import { cliTools } from '../../support/cliTools.ts'
import { MAIN } from '../../support/compiled.ts'
import { publishPython } from '../../support/publish.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

let registry: FakeRegistry
let folder: string
let root: string
let app: CheckApp
let ending: AbortController
let ended: Promise<number>
let printed: string[]

beforeAll(async () => {
  registry = await fakeRegistry()
  const files = '\n-- lamp/__init__.py --\ndef glow(x): ...\ndef dim(x): ...\n'
  publishPython(registry, { name: 'lamp', version: '1.0', files })
})
afterAll(() => registry.close())
beforeEach(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'assay-watch-')))
  root = join(folder, 'root')
  mkdirSync(root)
  app = await openCheckApp(loadConfig(environment()), { onProblem: () => {} })
})
afterEach(async () => {
  ending?.abort()
  await ended
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

const environment = () => ({
  ASSAY_DATA_DIR: join(root, '.data'),
  ASSAY_PYPI_INDEX: registry.pypiIndexUrl,
  ASSAY_NPM_REGISTRY: registry.npmUrl,
  ASSAY_LOG_LEVEL: 'warn',
  ASSAY_NAMES: 'off',
})

function write(files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
}

/** Until the report is there. */
async function watching(argv: readonly string[] = []): Promise<void> {
  printed = []
  ending = new AbortController()
  const stream = { isTTY: false, write: (text: string) => void printed.push(text) }
  const tools = cliTools({
    openCheckApp: async () => app,
    out: output({ stdout: stream, stderr: { isTTY: false, write: () => {} } }),
    workingDir: () => root,
    interruption: () => ending.signal,
  })
  ended = runCheck(['--watch', ...argv], tools)
  await vi.waitFor(() => expect(printed).toHaveLength(1), { timeout: 60_000 })
}

const said = () => printed.slice(1).join('')
const told = (text: string | RegExp) =>
  vi.waitFor(() => expect(said()).toMatch(text), { timeout: 60_000, interval: 20 })

const WRONG = 'import lamp\nlamp.glwo(1)\n'
const RIGHT = 'import lamp\nlamp.glow(1)\n'

describe('a change', () => {
  test('prints what is new and what is gone, and nothing else', async () => {
    write({ 'requirements.txt': 'lamp==1.0\n', 'a.py': WRONG, 'b.py': WRONG })
    await watching()
    expect(printed[0]).toContain('a.py:2:6')
    write({ 'a.py': RIGHT })
    await told(/a\.py:2:6 {2}gone {2}symbol_not_found/)
    expect(said()).not.toContain('b.py')
    expect(said()).toContain('1 error, 0 warnings in 3 files')
    printed.splice(1)
    write({ 'c/d/e.py': `${RIGHT}lamp.dimm(1)\n` })
    await told(/c\/d\/e\.py:3:6 {2}error/)
    expect(said()).not.toContain('b.py')
  })

  test('that moves a finding, or is none, prints nothing', async () => {
    write({ 'requirements.txt': 'lamp==1.0\n', 'a.py': WRONG })
    await watching()
    write({ 'a.py': `import os\n\n${WRONG}`, 'README.md': 'x' })
    write({ 'b.py': 'import lamp\nlamp.glow()\n' })
    await told('b.py:2')
    expect(said()).not.toContain('a.py')
  })

  test('of a baseline leaves out what is known', async () => {
    write({ 'requirements.txt': 'lamp==1.0\n', 'a.py': WRONG })
    await runCheck(
      ['--baseline', 'known.json', '--write-baseline'],
      cliTools({
        openCheckApp: async () => app,
        out: output({
          stdout: { isTTY: false, write: () => {} },
          stderr: { isTTY: false, write: () => {} },
        }),
        workingDir: () => root,
      }),
    )
    await watching(['--baseline', 'known.json'])
    expect(printed[0]).toContain('0 errors')
    write({ 'b.py': WRONG })
    await told('b.py:2:6')
  })
})

describe('whatever becomes of files', () => {
  test('a folder that gets another name is followed', async () => {
    write({ 'requirements.txt': 'lamp==1.0\n', 'src/deep/a.py': WRONG })
    await watching()
    renameSync(join(root, 'src'), join(root, 'lib'))
    await told(/lib\/deep\/a\.py:2:6 {2}error/)
    await told(/src\/deep\/a\.py:2:6 {2}gone/)
    printed.splice(1)
    write({ 'lib/deep/b.py': WRONG })
    await told(/lib\/deep\/b\.py:2:6 {2}error/)
  })

  test('files and folders that are deleted are gone', async () => {
    write({ 'requirements.txt': 'lamp==1.0\n', 'src/a.py': WRONG, 'b.py': WRONG, 'c.py': RIGHT })
    await watching()
    rmSync(join(root, 'src'), { recursive: true })
    rmSync(join(root, 'b.py'))
    await told('0 errors')
    write({ 'src/a.py': WRONG })
    await told(/src\/a\.py:2:6 {2}error/)
  })

  test('all files may be gone for a while', async () => {
    write({ 'a.py': WRONG, 'requirements.txt': 'lamp==1.0\n' })
    await watching()
    renameSync(root, `${root}2`)
    await new Promise((resolve) => setTimeout(resolve, 600))
    renameSync(`${root}2`, root)
    write({ 'b.py': WRONG })
    await told(/b\.py:2:6 {2}error/)
  })

  test('a burst of changes ends in what is there then', async () => {
    write({ 'requirements.txt': 'lamp==1.0\n', 'a.py': RIGHT })
    await watching()
    const { below } = seededRandom(5)
    for (let round = 0; round < 400; round += 1) {
      write({ [`src/part${below(20)}/file${below(5)}.py`]: below(2) === 0 ? WRONG : RIGHT })
      if (round % 50 === 49) {
        const parts = readdirSync(join(root, 'src'))
        const part = parts[below(parts.length)] ?? ''
        if (below(2) === 0) rmSync(join(root, 'src', part), { recursive: true })
        else renameSync(join(root, 'src', part), join(root, 'src', `moved${round}`))
        await new Promise((resolve) => setTimeout(resolve, below(30)))
      }
    }
    write({ 'last.py': 'import lamp\nlamp.last(1)\n' })
    await told('last.py')
    const scope = readScope(root, [])
    if (typeof scope === 'string') throw new Error(scope)
    const there = scope.files.filter(({ content }) => content.includes('glwo')).length + 1
    await vi.waitFor(
      () => expect(printed.at(-1)).toMatch(new RegExp(`(?:^|\\n)${there} errors?, 0 warnings`)),
      { timeout: 60_000 },
    )
    // Many are told together.
    expect(printed.length).toBeLessThan(60)
  })

  test('what the check itself writes is no change', async () => {
    write({ 'requirements.txt': 'lamp==1.0\n', 'a.py': RIGHT, '.data/x.py': 'x = 1\n' })
    await watching()
    let reads = 0
    const { checkInput } = app
    app.checkInput = (...given) => {
      reads += 1
      return checkInput(...given)
    }
    write({ '.data/kept/more.bin': 'x' })
    await new Promise((resolve) => setTimeout(resolve, 700))
    expect(reads).toBe(0)
  })
})

describe('Ctrl-C', () => {
  test('ends it with 0, and nothing is left that keeps a process alive', async () => {
    write({ 'requirements.txt': 'lamp==1.0\n', 'src/a.py': WRONG })
    const env = { PATH: process.env['PATH'] ?? '', HOME: folder, ...environment() }
    const child = spawn(process.execPath, [MAIN, 'check', '--watch'], { cwd: root, env })
    let text = ''
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString()
    })
    await vi.waitFor(() => expect(text).toContain('src/a.py:2:6'), { timeout: 60_000 })
    const status = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGINT')
    expect(await status).toBe(0)
  })

  test('ends it in the middle of a check', async () => {
    write({ 'requirements.txt': 'lamp==1.0\n', 'a.py': WRONG })
    await watching()
    for (let index = 0; index < 60; index += 1) write({ [`src/file${index}.py`]: WRONG.repeat(50) })
    await new Promise((resolve) => setTimeout(resolve, 130))
    ending.abort()
    expect(await ended).toBe(0)
  })
})

test('folders are those that lead to a path', () => {
  expect([...foldersOf(['a.py', 'b/c/d.py', 'b/e/'])].sort()).toEqual(['', 'b', 'b/c', 'b/e'])
})

test.each(['--fix', '--diff', '--staged', '--json', '--sarif'])(
  'goes with no %s',
  async (option) => {
    write({ 'a.py': RIGHT })
    const notes: string[] = []
    const stderr = { isTTY: false, write: (text: string) => void notes.push(text) }
    const tools = cliTools({ out: output({ stdout: stderr, stderr }), workingDir: () => root })
    expect(await runCheck(['--watch', option], tools)).toBe(2)
    expect(notes.join('')).toContain('--watch goes with no')
  },
)
