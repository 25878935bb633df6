// What a change brings: the code as it is against a commit, in a repository of git.

import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { CheckApp } from '../../../src/app/checkApp.ts'
import type { App } from '../../../src/app.ts'
import { checkInput } from '../../../src/check/checkCode.ts'
import { run as runCheck } from '../../../src/cli/commands/check.ts'
import { run as runUpgrade } from '../../../src/cli/commands/upgrade.ts'
import { output } from '../../../src/cli/terminal/output.ts'
import { SMALL_WORLD } from '../../check/smallWorld.ts'
import { cliTools } from '../../support/cliTools.ts'

let root: string
let dataDir: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'assay-review-'))
  dataDir = mkdtempSync(join(tmpdir(), 'assay-data-'))
  git('init', '-q')
})
afterEach(() => {
  rmSync(root, { recursive: true })
  rmSync(dataDir, { recursive: true })
})

function git(...args: readonly string[]): void {
  const who = ['-c', 'user.name=a', '-c', 'user.email=a@h.example', '-c', 'commit.gpgsign=false']
  execFileSync('git', ['-C', root, ...who, ...args], { stdio: 'ignore' })
}

function write(files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
}

function commit(): void {
  git('add', '-A')
  git('commit', '-q', '-m', 'a')
}

async function check(argv: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  const printed: string[] = []
  const noted: string[] = []
  const out = output({
    stdout: { write: (text: string) => printed.push(text) },
    stderr: { write: (text: string) => noted.push(text) },
  })
  // The command uses nothing else of it.
  const app = {
    dataDir,
    version: '0',
    ground: '',
    slips: { sets: () => '', load() {}, words: () => [] },
    elsewhereToo: {},
    usersScopes: [],
    docsAt: () => '',
    dated: () => ({}),
    worldOf: async () => 'world',
    checkInput: async (...[input, pins]: Parameters<CheckApp['checkInput']>) => ({
      report: await checkInput(input, pins, SMALL_WORLD),
      world: null,
    }),
  } as unknown as CheckApp
  const tools = cliTools({
    ...{ out, openCheckApp: async () => app, workingDir: () => root },
    environment: () => environment,
  })
  const status = await runCheck(argv, tools)
  return { status, text: printed.join(''), notes: noted.join('') }
}

const found = ({ text }: { text: string }) =>
  text.split('\n').filter((line) => /^\S+:\d+:\d+ {2}(?:error|warning)/.test(line))

const OLD = 'import web\nweb.gett(1)\n'

describe('against a commit', () => {
  test('only what the change brings is told, wherever the lines went', async () => {
    write({ 'a.py': OLD, 'b.py': OLD })
    commit()
    write({ 'a.py': `# more\n\n${OLD}web.putt(1)\n`, 'c.py': 'import web\nweb.gett(1)\n' })
    const now = await check(['--against', 'HEAD'])
    expect(found(now)).toEqual([
      'a.py:5:5  error  symbol_not_found',
      'c.py:2:5  error  symbol_not_found',
    ])
    expect(now.status).toBe(1)
    expect(now.text).toContain('2 findings that HEAD has too')
  })

  test('a second finding of the same kind is new', async () => {
    write({ 'a.py': OLD })
    commit()
    write({ 'a.py': `${OLD}web.gett(2)\n` })
    expect(found(await check(['--against', 'HEAD']))).toHaveLength(1)
  })

  test('a file that was moved brings nothing', async () => {
    write({ 'a.py': `${OLD}${'x = 1\n'.repeat(20)}` })
    commit()
    mkdirSync(join(root, 'sub'))
    renameSync(join(root, 'a.py'), join(root, 'sub/b.py'))
    git('add', '-A')
    const now = await check(['--against', 'HEAD'])
    expect(found(now)).toEqual([])
    expect(now.status).toBe(0)
  })

  test('what a manifest changes for code that is untouched is the doing of the change', async () => {
    write({ 'requirements.txt': 'web==1.0.0\n', 'a.py': 'import web\nweb.get(1)\n' })
    commit()
    write({ 'requirements.txt': 'web==9.9.9\n' })
    expect(found(await check(['--against', 'HEAD']))).toEqual([
      'requirements.txt:1:1  error  version_not_found',
    ])
  })

  test('what a comment ignored before and no more is new', async () => {
    write({ 'a.py': 'import web\nweb.gett(1)  # assay: ignore\n' })
    commit()
    write({ 'a.py': OLD })
    expect(found(await check(['--against', 'HEAD']))).toHaveLength(1)
  })

  test.each([
    ['no such commit', ['--against', 'nothing'], 'git has no such commit here'],
    ['an option', ['--against', '--all'], ''],
    ['a comment without a commit', ['--comment'], '--comment goes with --against'],
    ['edits', ['--against', 'HEAD', '--fix'], '--against goes with no --fix'],
    ['another form', ['--format', 'xml'], '--format takes github, gitlab, rdjson, junit'],
    ['two forms', ['--format', 'junit', '--json'], 'one of --json, --sarif and --format'],
  ])('%s is a mistake', async (_, argv, words) => {
    write({ 'a.py': OLD })
    commit()
    const { status, notes } = await check(argv).catch((error: Error) => ({
      status: 2,
      notes: error.message,
    }))
    expect(status).toBe(2)
    expect(notes).toContain(words)
  })

  test('a workflow gets the summary, and is told where no comment can be made', async () => {
    write({ 'a.py': 'import web\n' })
    commit()
    write({ 'a.py': OLD })
    const summary = join(dataDir, 'summary.md')
    const { status, notes } = await check(['--against', 'HEAD', '--comment'], {
      GITHUB_STEP_SUMMARY: summary,
    })
    expect(status).toBe(1)
    expect(notes).toContain('no comment was made: GITHUB_API_URL names no address')
    expect(readFileSync(summary, 'utf8')).toContain('1 new finding in this change')
  })

  test('the findings in another form are all that is printed', async () => {
    write({ 'a.py': OLD })
    commit()
    write({ 'a.py': `${OLD}web.putt(1)\n` })
    const { text } = await check(['--against', 'HEAD', '--format', 'github'])
    expect(text).toMatch(/^::error file=a\.py,line=3,col=5,title=symbol_not_found::[^\n]*\n$/)
  })
})

describe('every update of a folder', () => {
  const VERDICTS: Readonly<Record<string, string>> = { glow: 'affected', dim: 'safe' }

  async function upgrade(argv: readonly string[]) {
    const printed: string[] = []
    const noted: string[] = []
    const out = output({
      stdout: { write: (text: string) => printed.push(text) },
      stderr: { write: (text: string) => noted.push(text) },
    })
    const newest: Readonly<Record<string, string>> = {
      '': '3.0.0',
      '<2': '1.5.0',
      '^1.0.0': '1.2.0',
    }
    let name = ''
    // The command uses nothing else of it.
    const app = {
      tablesFor:
        () =>
        async (key: { name: string }, { range }: { range: string | null }) =>
          key.name === 'gone'
            ? { state: 'package_not_found', near: [] }
            : { state: 'there', version: newest[range ?? ''] ?? '1.0.0' },
      async upgrade(question: Parameters<App['upgrade']>[0]) {
        name = question.key.name
        return { reply: {}, isDetermined: true }
      },
      renderReply: () =>
        JSON.stringify({
          ...{ verdict: VERDICTS[name] ?? 'undetermined', package: name, changes: [] },
          caveat: null,
          counts: { references: VERDICTS[name] === undefined ? 0 : 2, unread: 0, undetermined: 0 },
          attestation_hash: '0xabc',
        }),
    } as unknown as App
    const tools = cliTools({ out, openApp: async () => app, workingDir: () => root })
    const status = await runUpgrade(argv, tools)
    return { status, text: printed.join(''), notes: noted.join('') }
  }

  test('the worst first, as far as ranges allow, and what was not looked at', async () => {
    write({
      'requirements.txt': 'dim==1.0.0\nglow==1.0.0\nsome<2\ngone==1.0.0\n',
      'poetry.lock': '[[package]]\nname = "some"\nversion = "1.0.0"\n',
      'package.json': '{"dependencies": {"unlocked": "^1.0.0", "here": "file:./x"}}',
      'a.py': 'import dim\n',
    })
    const { status, text } = await upgrade(['--all'])
    expect(text.split('\n').filter((line) => line !== '')).toEqual([
      '3 of 3 dependencies can be updated, as far as ranges allow; --latest goes beyond them',
      'affected  pypi glow 1.0.0 → 3.0.0  (major)  0 changes of what the code uses',
      'safe      pypi dim 1.0.0 → 3.0.0  (major)  all 2 uses hold',
      'not used  pypi some 1.0.0 → 1.5.0  (minor)  nothing in the code names it',
      'not looked at: npm unlocked: no release of it is pinned or locked',
      'not looked at: pypi gone: there is no such package',
    ])
    expect(status).toBe(1)
  })

  test('--latest goes beyond ranges; as JSON', async () => {
    write({
      'requirements.txt': 'some<2\n',
      'poetry.lock': '[[package]]\nname = "some"\nversion = "1.0.0"\n',
      'a.py': 'import some\n',
    })
    const { status, text } = await upgrade(['--all', '--latest', '--json'])
    expect(JSON.parse(text)).toMatchObject({
      updates: [{ ecosystem: 'pypi', package: 'some', from_version: '1.0.0', to_version: '3.0.0' }],
      up_to_date: 0,
      left_out: [],
      unread: [],
    })
    expect(status).toBe(0)
  })

  test('a manifest that cannot all be read is told, and no success', async () => {
    write({ 'requirements.txt': 'dim==3.0.0\n!!\n', 'a.py': 'import dim\n' })
    const { status, text } = await upgrade(['--all'])
    expect(text).toContain('0 of 1 dependency can be updated')
    expect(text).toContain('not all read: requirements.txt has in line 2 no requirement')
    expect(status).toBe(3)
  })

  test.each([
    ['a folder without manifests', ['--all'], 'no manifest here names a package'],
    ['edits of all', ['--all', '--fix'], '--fix and --diff take one package'],
  ])('%s is a mistake', async (_, argv, words) => {
    write({ 'a.py': 'x = 1\n' })
    const { status, notes } = await upgrade(argv)
    expect([status, notes.includes(words)]).toEqual([2, true])
  })
})
