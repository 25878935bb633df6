// assay check: which files it reads, what it prints, how it ends.

import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { CheckApp } from '../../../src/app/checkApp.ts'
import type { CheckReport } from '../../../src/check/checkCode.ts'
import type { Finding } from '../../../src/check/report/finding.ts'
import { readFiles, readScope } from '../../../src/cli/check/checkFiles.ts'
import { stagedScope } from '../../../src/cli/check/stagedFiles.ts'
import { run as runCheck } from '../../../src/cli/commands/check.ts'
import { repositoryRoot } from '../../../src/cli/process/repositoryRoot.ts'
import { output } from '../../../src/cli/terminal/output.ts'
import { cliTools } from '../../support/cliTools.ts'

let root: string
let dataDir: string
/** How often anything was judged. */
let checks = 0
beforeEach(() => {
  checks = 0
  dataDir = mkdtempSync(join(tmpdir(), 'assay-data-'))
  root = mkdtempSync(join(tmpdir(), 'assay-check-'))
})
afterEach(() => {
  rmSync(root, { recursive: true })
  rmSync(dataDir, { recursive: true })
})

function write(files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
}

function read(...paths: readonly string[]) {
  const found = readFiles(root, paths)
  if (typeof found === 'string') throw new Error(found)
  return found
}

function pathsBelow(...paths: readonly string[]): readonly string[] {
  return read(...paths).files.map(({ path }) => path)
}

const FINDING: Finding = {
  path: 'a.py',
  line: 2,
  column: 5,
  ecosystem: 'pypi',
  package: 'web',
  symbol: 'web.gett',
  code: 'symbol_not_found',
  severity: 'error',
  message: 'web has no gett in 1.0. Did you mean web.get?',
  suggestion: { meant: ['web.get'], replace: { from: 'gett', to: 'get' } },
  evidence: null,
}

function reportOf(...findings: readonly Finding[]): CheckReport {
  return {
    verdict: findings.some(({ severity }) => severity === 'error') ? 'problems' : 'real',
    findings,
    packages: [],
    undetermined: [],
    counts: {
      files: 1,
      unread: 0,
      references: 2,
      determined: 1,
      undetermined: 1,
      requirements: 0,
      callsUnjudged: 0,
      requirementsUndetermined: 0,
    },
    calls: { judged: 0, unjudged: 0 },
    imports: { judged: 0, unjudged: 0, findings: [] },
    isPassing: false,
  }
}

async function run(argv: readonly string[], report: CheckReport, isTerminal = false) {
  const shown: string[] = []
  const printed: string[] = []
  const noted: string[] = []
  const out = output({
    stdout: { write: (text: string) => printed.push(text) },
    stderr: { write: (text: string) => noted.push(text) },
  })
  // The command uses nothing else of it.
  const app = {
    version: '1.0.0',
    dataDir,
    elsewhereToo: {},
    usersScopes: [],
    ground: '',
    slips: { sets: () => '', load() {}, words: () => [] },
    docsAt: (address: string) => `https://assay.example${address}`,
    dated: () => ({}),
    checkInput: async () => {
      checks += 1
      return { report, world: report.isPassing ? null : JSON.stringify(report) }
    },
    worldOf: async () => JSON.stringify(report),
  } as unknown as CheckApp
  const tools = cliTools({
    openCheckApp: async () => app,
    out,
    progress: { isTTY: isTerminal, write: (text: string) => shown.push(text) },
    workingDir: () => root,
  })
  const status = await runCheck(argv, tools)
  return { status, text: printed.join(''), notes: noted.join(''), shown: shown.join('') }
}

test('reads sources and manifests, without what is ignored or made by tools', () => {
  write({
    '.gitignore': 'made/\n*.gen.py\n',
    '.assayignore': 'fixtures/\n',
    'a.py': '',
    'b.gen.py': '',
    'made/c.py': '',
    'fixtures/d.py': '',
    'sub/.gitignore': 'e.ts\n',
    'sub/e.ts': '',
    'sub/f.tsx': '',
    'sub/g.d.ts': '',
    'sub/h.min.js': '',
    'node_modules/x/index.js': '',
    'package.json': '{}',
    'requirements/dev.txt': '',
    'notes.md': '',
  })
  expect(pathsBelow('.')).toEqual([
    'a.py',
    'package.json',
    'requirements/dev.txt',
    'sub/f.tsx',
    'sub/g.d.ts',
  ])
  expect(pathsBelow('sub/e.ts')).toEqual(['sub/e.ts'])
})

test('prints each finding under the line that it speaks of', async () => {
  write({ 'a.py': 'import web\nweb.gett()\n' })
  const { status, text } = await run([], reportOf(FINDING))
  expect(status).toBe(1)
  expect(text.split('\n').slice(0, 4)).toEqual([
    'a.py:2:5  error  symbol_not_found',
    '2 | web.gett()',
    '        ^^^^',
    'web has no gett in 1.0. Did you mean web.get?',
  ])
  expect(text).toContain('1 error, 0 warnings in 1 file')
})

const DEPRECATED: Finding = { ...FINDING, code: 'symbol_deprecated', severity: 'warning' }

const UNREAD: Finding = { ...FINDING, code: 'undetermined', severity: 'note' }
const UNOPENED: CheckReport = {
  ...reportOf(),
  packages: [
    {
      ecosystem: 'pypi',
      name: 'slow',
      wanted: { pin: null, range: null },
      state: 'undetermined',
      reason: 'the registry took too long',
      evidence: null,
      references: 1,
    },
  ],
}

function told(determined: number, references: number): CheckReport {
  const { counts, ...rest } = reportOf()
  const undetermined = references - determined
  return { ...rest, counts: { ...counts, references, determined, undetermined } }
}

function withOpen(report: CheckReport): CheckReport {
  return { ...report, packages: UNOPENED.packages }
}

function unreadAlone(): CheckReport {
  const { counts, ...rest } = told(0, 0)
  return { ...rest, counts: { ...counts, unread: 1 } }
}

test('shows code in any language, and nothing that steers a terminal', async () => {
  write({ 'a.py': 'é = "𝒳漢"; gett("\u001b[31m\u202e")\n' })
  const at = { ...FINDING, line: 1, column: 12 }
  const { text } = await run([], reportOf(at))
  const [, code = '', under = ''] = text.split('\n')
  expect(code).toContain('é = "𝒳漢"; gett("?[31m?")')
  // The one takes two units and one place on the screen, the other one unit and two places.
  expect(under.indexOf('^')).toBe(code.replace('𝒳', 'x').replace('漢', '--').indexOf('gett'))
})

test.each([
  ['nothing', [], reportOf(), 0],
  ['a warning', [], reportOf(DEPRECATED), 0],
  ['a warning that counts', ['--fail-on', 'warning'], reportOf(DEPRECATED), 1],
  ['an error that does not', ['--fail-on', 'never'], reportOf(FINDING), 0],
  ['a file that could not be read', [], reportOf(UNREAD), 0],
  ['one that counts', ['--fail-on', 'undetermined'], reportOf(UNREAD), 1],
  ['a package that was not looked up', ['--fail-on', 'undetermined'], UNOPENED, 1],
  ['the same where it does not count', [], UNOPENED, 0],
  ['nothing of what the code names', [], told(0, 4), 3],
  ['the same where nothing fails', ['--fail-on', 'never'], told(0, 4), 0],
  ['the same where it counts', ['--fail-on', 'undetermined'], withOpen(told(0, 4)), 1],
  ['errors, and nothing else told', [], { ...told(0, 4), findings: [FINDING] }, 1],
  ['little of it', [], told(1, 4), 0],
  ['a file that could not be read, and nothing beside it', [], unreadAlone(), 3],
  ['a file without any reference', [], told(0, 0), 0],
  ['a baseline of nothing', ['--baseline', 'new.json', '--write-baseline'], told(0, 4), 3],
  [
    'a warning where only the unknown counts',
    ['--fail-on', 'undetermined'],
    reportOf(DEPRECATED),
    0,
  ],
  ['a warning where both count', ['--fail-on', 'undetermined,warning'], reportOf(DEPRECATED), 1],
  ['a baseline that is not there', ['--baseline', 'none.json'], reportOf(), 2],
  ['a baseline without a file', ['--write-baseline'], reportOf(), 2],
  ['what is staged where there is no repository', ['--staged'], reportOf(), 2],
  ['a word that it does not know', ['--fail-on', 'x'], reportOf(), 2],
  ['two forms at once', ['--json', '--sarif'], reportOf(), 2],
  ['a path that is not there', ['nowhere'], reportOf(), 2],
])('ends by what was found: %s', async (_, argv, report, expected) => {
  write({ 'a.py': '' })
  expect((await run(argv, report)).status).toBe(expected)
})

test('rules that are no file are none', async () => {
  write({ 'a.py': '', 'sub/b.py': '' })
  symlinkSync('/dev/zero', join(root, '.gitignore'))
  execFileSync('mkfifo', [join(root, 'sub', '.assayignore')])
  expect((await run([], reportOf())).status).toBe(0)
})

test('what is neither file nor folder is a mistake', () => {
  execFileSync('mkfifo', [join(root, 'pipe.py')])
  write({ 'a.py': 'import os\n' })
  expect(readScope(root, ['pipe.py'])).toBe('assay: pipe.py: neither file nor folder')
  expect(pathsBelow()).toEqual(['a.py'])
})

describe('what is there and is not read is told', () => {
  const BIG = 1024 ** 2 + 1

  test('what is too large, by what it is', async () => {
    write({
      'a.py': 'import os\n',
      'big.py': '#'.repeat(BIG),
      'bundle.js': `x="${'#'.repeat(BIG)}"`,
      'long.js': '// one line of many\n'.repeat(BIG / 10),
      'package-lock.json': `{}${' '.repeat(BIG)}`,
    })
    const { files, unread, leftOut } = read()
    expect(files.map(({ path }) => path)).toEqual(['a.py', 'package-lock.json'])
    const problem = 'has more than 1 MiB'
    expect(unread).toEqual([
      { path: 'big.py', problem },
      { path: 'long.js', problem },
    ])
    expect(leftOut).toEqual(['left out: 1 minified file of more than 1 MiB'])
    expect((await run([], reportOf())).text).toContain(leftOut[0])
    expect(read('big.py').unread).toEqual([{ path: 'big.py', problem }])
    // Nobody takes it for a package that is not there.
    expect(readScope(root, [])).toMatchObject({ paths: expect.arrayContaining(['big.py']) })
  })

  test.skipIf(process.platform !== 'linux')(
    'names that are no UTF-8, and folders that bear one do not end the check',
    async () => {
      write({ 'a.py': 'import os\n', 'ok/c.py': '' })
      const named = (name: string) => Buffer.from(join(root, name), 'latin1')
      writeFileSync(named('caf\xe9.py'), 'import nowhere_to_be_found\n')
      writeFileSync(named('caf\xe9.txt'), '')
      mkdirSync(named('f\xf6lder'))
      mkdirSync(named('node_modules'))
      mkdirSync(named('node_modules/\xf6'))
      const { files, unread, leftOut, isCut } = read()
      expect(files.map(({ path }) => path)).toEqual(['a.py', 'ok/c.py'])
      expect(unread).toEqual([{ path: 'caf\ufffd.py', problem: 'has a name that is no UTF-8' }])
      expect(leftOut).toEqual(['left out: the folder f?lder, whose name is no UTF-8'])
      expect(isCut).toBe(true)
      const scope = readScope(root, [])
      expect(typeof scope !== 'string' && scope.isAsked('caf\ufffd.py')).toBe(true)
      const { status, text } = await run([], reportOf())
      expect([status, text]).toEqual([0, expect.stringContaining(leftOut[0] ?? '')])
    },
  )

  test.skipIf(process.platform !== 'linux')(
    'a name that is no UTF-8 beside one that reads the same',
    () => {
      const named = (name: string) => Buffer.from(join(root, name), 'latin1')
      write({ 'q\ufffd.py': 'import os\n', 'f\ufffd/a.py': '' })
      writeFileSync(named('q\xff.py'), 'import nowhere_to_be_found\n')
      mkdirSync(named('f\xff'))
      const { unread, leftOut } = read()
      expect(unread).toEqual([{ path: 'q\ufffd.py', problem: 'has a name that is no UTF-8' }])
      expect(leftOut).toEqual(['left out: the folder f?, whose name is no UTF-8'])
    },
  )

  test.skipIf(process.platform !== 'linux')(
    'folders that may not be opened do not end the check, and it is said which',
    () => {
      write({ 'a.py': '', 'closed/b.py': '', 'closed/deep/c.py': '' })
      chmodSync(root, 0o755)
      chmodSync(join(root, 'closed'), 0o000)
      // Whoever may do everything opens it all the same.
      const isRoot = process.getuid?.() === 0
      if (isRoot) process.seteuid?.(65_534)
      try {
        const { files, leftOut, isCut } = read()
        expect(files.map(({ path }) => path)).toEqual(['a.py'])
        expect(leftOut).toEqual(['left out: the folder closed, which may not be opened'])
        expect(isCut).toBe(true)
      } finally {
        if (isRoot) process.seteuid?.(0)
        chmodSync(join(root, 'closed'), 0o755)
      }
    },
  )

  test('links are not followed, and it is said which', () => {
    write({ 'in/a.py': '', 'in/notes.txt': '' })
    symlinkSync(join(root, 'in/a.py'), join(root, 'b.py'))
    symlinkSync(join(root, 'in'), join(root, 'out'))
    symlinkSync(join(root, 'in/notes.txt'), join(root, 'c.txt'))
    symlinkSync(join(root, 'nothing'), join(root, 'd.py'))
    expect(read().leftOut).toEqual(['left out: 2 links, b.py, out'])
  })

  test('requirements do not go on in what lies outside', () => {
    const outside = mkdtempSync(join(tmpdir(), 'assay-outside-'))
    writeFileSync(join(outside, 'creds'), 'password-of-somebody\n')
    write({ 'requirements.txt': '-r creds\n-r inside\n', inside: 'web\n' })
    symlinkSync(join(outside, 'creds'), join(root, 'creds'))
    const scope = readScope(root, [])
    const files = typeof scope === 'string' ? [] : scope.files
    expect(files.map(({ path }) => path)).toEqual(['requirements.txt', 'inside'])
    rmSync(outside, { recursive: true })
  })

  test('text in other encodings, where the tools of the language read it', () => {
    const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')
    const files = {
      'a.py': utf16('import os\n'),
      'a.ts': utf16("import 'ä'\n"),
      'b.ts': utf16("import 'ä'\n").swap16(),
      'c.ts': utf16("import 'ä'\n").subarray(2),
      'requirements.txt': utf16('web==1\n'),
      'z.py': Buffer.from('\ufeffimport os\n'),
    }
    for (const [path, bytes] of Object.entries(files)) writeFileSync(join(root, path), bytes)
    const found = read()
    expect(found.files).toEqual([
      { path: 'a.ts', content: "import 'ä'\n" },
      { path: 'b.ts', content: "import 'ä'\n" },
      { path: 'requirements.txt', content: 'web==1\n' },
      { path: 'z.py', content: 'import os\n' },
    ])
    expect(found.unread).toEqual([
      { path: 'a.py', problem: 'is in UTF-16, which Python does not read' },
      { path: 'c.ts', problem: 'is no text in UTF-8' },
    ])
  })

  test('a file that nothing else is asked about is something to be told of', async () => {
    write({ 'big.py': '#'.repeat(BIG) })
    const unread = { ...UNREAD, path: 'big.py', line: 1, column: 1, message: 'Too large.' }
    const { status, text } = await run(['big.py', '--notes'], reportOf(unread))
    expect(status).toBe(0)
    expect(checks).toBe(1)
    expect(text).toMatch(/^big\.py:1:1 {2}note {2}undetermined\nToo large\.\n\n/)
  })
})

test.skipIf(process.platform !== 'linux')('a name that is no text stops nobody', () => {
  write({ 'a.py': 'import os\n' })
  writeFileSync(
    Buffer.concat([Buffer.from(`${root}/caf`), Buffer.from([0xe9]), Buffer.from('.py')]),
    '',
  )
  expect(pathsBelow('.')).toEqual(['a.py'])
})

test('a folder without anything to read is a mistake', async () => {
  expect(await run([], reportOf())).toMatchObject({ status: 2 })
})

test('paths are taken as they are written, also whole ones; what is not there is said', async () => {
  write({ 'a.py': '', 'sub/b.py': '' })
  expect((await run(['nowhere'], reportOf())).notes).toBe(
    'assay: nowhere: no such file or folder\n',
  )
  expect((await run(['a.py/b'], reportOf())).notes).toBe(
    'assay: a.py/b: a part of the path is a file\n',
  )
  expect(pathsBelow(join(root, 'sub'))).toEqual(['sub/b.py'])
  const { notes } = await run(['--baseline', join(root, 'none.json')], reportOf())
  expect(notes).toBe(
    `assay: ${join(root, 'none.json')}: no such file or folder; --write-baseline makes a baseline\n`,
  )
})

test('--json is the report in the words of the wire and nothing else, also on a terminal', async () => {
  write({ 'a.py': '' })
  const evidence = { version: '1.0', filename: 'web.whl', artifactSha256: 'ab', extractor: 'x/1' }
  const report = reportOf({ ...FINDING, evidence })
  const { text, shown } = await run(['--json'], report, true)
  expect(shown).toBe('')
  const { findings, counts, ...rest } = JSON.parse(text)
  expect(findings).toEqual([
    {
      ...FINDING,
      evidence: { version: '1.0', artifact_sha256: 'ab', extractor: 'x/1' },
      docs: `/docs/reference/findings#${FINDING.code}`,
    },
  ])
  const { requirementsUndetermined, callsUnjudged, ...plain } = report.counts
  expect(counts).toEqual({
    ...plain,
    calls_unjudged: callsUnjudged,
    requirements_undetermined: requirementsUndetermined,
    determined_share: 0.5,
    findings: 1,
  })
  expect(rest).toEqual({ verdict: 'problems', packages: [], undetermined: [] })
})

test('--sarif-file is written by the same run that prints and fails', async () => {
  write({ 'a.py': 'import web\nweb.gett()\n' })
  const { status, text } = await run(['--sarif-file', 'out.sarif'], reportOf(FINDING))
  expect({ status, checks }).toEqual({ status: 1, checks: 1 })
  expect(text).toContain('1 error,')
  const log = JSON.parse(readFileSync(join(root, 'out.sarif'), 'utf8'))
  expect(log.runs[0].results).toMatchObject([
    { locations: [{ physicalLocation: { region: { startColumn: 5, endColumn: 9 } } }] },
  ])
})

test('--sarif has a rule for each code, the place, and the fix', async () => {
  write({ 'a.py': '' })
  const sarif = JSON.parse((await run(['--sarif'], reportOf(FINDING))).text)
  expect(sarif.version).toBe('2.1.0')
  const [{ tool, results }] = sarif.runs
  expect(tool.driver.rules.map(({ id }: { id: string }) => id)).toContain('call_does_not_fit')
  expect(results).toMatchObject([
    {
      ruleId: 'symbol_not_found',
      level: 'error',
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: 'a.py' },
            region: { startLine: 2, startColumn: 5 },
          },
        },
      ],
      fixes: [
        {
          artifactChanges: [
            {
              replacements: [
                {
                  deletedRegion: { startColumn: 5, endColumn: 9 },
                  insertedContent: { text: 'get' },
                },
              ],
            },
          ],
        },
      ],
    },
  ])
})

describe('a second run', () => {
  test('over the same code and the same releases judges nothing again', async () => {
    write({ 'a.py': 'import web\nweb.gett()\n' })
    const first = await run([], reportOf(FINDING))
    expect(await run([], reportOf(FINDING))).toEqual(first)
    expect(checks).toBe(1)
  })

  test.each([
    ['a file', () => write({ 'a.py': 'import web\n' })],
    ['another path', () => write({ 'b.py': '' })],
  ])('after a change of %s judges', async (_, change) => {
    write({ 'a.py': 'import web\nweb.gett()\n' })
    await run([], reportOf(FINDING))
    change()
    await run([], reportOf(FINDING))
    expect(checks).toBe(2)
  })

  test('judges again where the first rests on what could not be had in passing', async () => {
    write({ 'a.py': 'import web\nweb.gett()\n' })
    await run([], { ...UNOPENED, isPassing: true })
    expect(existsSync(join(dataDir, 'checks'))).toBe(false)
    const { text } = await run([], reportOf(FINDING))
    expect(text).toContain('1 error')
    expect(checks).toBe(2)
  })

  test('with --fresh judges everything, and keeps nothing', async () => {
    write({ 'a.py': 'import web\nweb.gett()\n' })
    await run(['--fresh'], reportOf(FINDING))
    expect(existsSync(join(dataDir, 'checks'))).toBe(false)
    await run([], reportOf(FINDING))
    await run(['--fresh'], reportOf(FINDING))
    expect(checks).toBe(3)
  })

  test('judges when the releases are others, when less is asked, and when what was kept is damaged', async () => {
    write({ 'a.py': 'import web\nweb.gett()\n', 'b.py': '' })
    await run([], reportOf(FINDING))
    await run([], reportOf())
    await run(['b.py'], reportOf())
    expect(checks).toBe(3)
    for (const kept of readdirSync(join(dataDir, 'checks'))) {
      writeFileSync(join(dataDir, 'checks', kept), '{"code"')
    }
    expect((await run(['b.py'], reportOf())).status).toBe(0)
    expect(checks).toBe(4)
  })
})

test.each([
  [told(0, 4), 'undetermined: nothing of what the code names could be determined'],
  [unreadAlone(), 'undetermined: nothing of what the code names could be determined'],
  [told(199, 400), 'undetermined: only 49 % of what the code names could be determined'],
  [told(2, 4), '0 errors, 0 warnings in 1 file'],
])('says first that little could be determined: %#', async (report, first) => {
  write({ 'a.py': '' })
  expect((await run([], report)).text.split('\n')[0]).toBe(first)
})

test('never rounds up to all of it', async () => {
  write({ 'a.py': '' })
  expect((await run([], told(999, 1_000))).text).toContain('; 99 % determined')
  expect((await run([], told(0, 0))).text).not.toContain('%')
})

test('--sarif says of a run that could tell nothing that it was none', async () => {
  write({ 'a.py': '' })
  const invocation = async (report: CheckReport) =>
    JSON.parse((await run(['--sarif'], report)).text).runs[0].invocations[0]
  expect(await invocation(told(0, 4))).toMatchObject({ executionSuccessful: false })
  expect(await invocation(told(1, 4))).toMatchObject({
    executionSuccessful: true,
    toolExecutionNotifications: [{ level: 'warning' }],
  })
})

test('a baseline is not written over by a run that could tell nothing', async () => {
  write({ 'a.py': '' })
  await run(['--baseline', 'known.json', '--write-baseline'], reportOf(FINDING))
  const before = readFileSync(join(root, 'known.json'), 'utf8')
  await run(['--baseline', 'known.json', '--write-baseline'], told(0, 4))
  expect(readFileSync(join(root, 'known.json'), 'utf8')).toBe(before)
  const { notes } = await run(['--baseline', 'known.json', '--write-baseline'], UNOPENED)
  expect(notes).toContain('1 package could not be looked up')
})

test('a folder with more files than are looked at is not all read', async () => {
  mkdirSync(join(root, 'many'))
  for (let i = 0; i <= 20_000; i += 1) writeFileSync(join(root, 'many', `a${i}.py`), '')
  const { text } = await run(['--json'], reportOf())
  expect(JSON.parse(text)).toMatchObject({ verdict: 'undetermined', counts: { unread: 1 } })
})

test('what could not be told is said, and is no pass', async () => {
  write({ 'a.py': '' })
  const { text } = await run([], UNOPENED)
  expect(text).toContain('undetermined: 1 reference,')
  expect(text).toContain('not looked up: slow: the registry took too long')
})

test('shows progress on a terminal, and nothing of it elsewhere', async () => {
  write({ 'a.py': '', 'b.py': '' })
  expect((await run([], reportOf(), true)).shown).toContain('reading 2/2')
  expect((await run([], reportOf())).shown).toBe('')
})

test.each([
  ['# assay: ignore', 0],
  ['#assay:ignore', 0],
  ['// assay: ignore', 0],
  ['# assay: ignore[symbol_not_found, call_does_not_fit]', 0],
  ['# assay: ignore[call_does_not_fit]', 1],
  ['# assay: ignored', 1],
  ['# do not ignore', 1],
])('a comment on the line: %s', async (comment, expected) => {
  write({ 'a.py': `import web\nweb.gett()  ${comment}\n` })
  const { status, text } = await run([], reportOf(FINDING))
  expect(status).toBe(expected)
  expect(text.includes('1 finding ignored by comments')).toBe(expected === 0)
})

describe('a baseline', () => {
  test('that is a pipe is not waited for', async () => {
    execFileSync('mkfifo', [join(root, 'pipe.json')])
    const { status, notes } = await run(['--baseline', join(root, 'pipe.json')], reportOf())
    expect({ status, notes }).toEqual({ status: 2, notes: expect.stringContaining('is no file') })
  })

  const at = (line: number): Finding => ({ ...FINDING, line })
  const baseline = ['--baseline', 'known.json']

  test('keeps quiet about what it has, wherever that stands by now', async () => {
    write({ 'a.py': '' })
    expect((await run([...baseline, '--write-baseline'], reportOf(at(2), UNREAD))).status).toBe(0)
    expect(JSON.parse(readFileSync(join(root, 'known.json'), 'utf8'))).toEqual({
      version: 1,
      findings: [
        { path: 'a.py', code: 'symbol_not_found', package: 'web', symbol: 'web.gett', count: 1 },
      ],
    })
    const moved = await run(baseline, reportOf(at(90)))
    expect(moved.status).toBe(0)
    expect(moved.text).toContain('1 finding known from the baseline')
  })

  test('a second one of the same kind is new, and so is another name', async () => {
    write({ 'a.py': '' })
    await run([...baseline, '--write-baseline'], reportOf(at(2)))
    expect((await run(baseline, reportOf(at(2), at(9)))).text).toContain('1 error,')
    const other = { ...FINDING, symbol: 'web.pst' }
    expect((await run(baseline, reportOf(other))).status).toBe(1)
  })

  test.each(['SECRET=hunter2', '"hunter2"', '{"findings":"hunter2"}'])(
    'of a file that is none nothing is repeated: %s',
    async (content) => {
      write({ 'a.py': '', 'known.json': content })
      const { status, text, notes } = await run(baseline, reportOf())
      expect({ status, text }).toEqual({ status: 2, text: '' })
      expect(notes).toContain('known.json: this is no baseline')
      expect(notes).not.toMatch(/SECRET|hunter/)
    },
  )

  test('says what is gone from the code', async () => {
    write({ 'a.py': '' })
    await run([...baseline, '--write-baseline'], reportOf(at(2)))
    expect((await run(baseline, reportOf())).text).toContain('1 finding of the baseline gone')
  })

  test('what nobody looked at is neither gone nor dropped', async () => {
    write({ 'a.py': '', 'b/c.py': '', 'gone.py': '' })
    const inB = { ...FINDING, path: 'b/c.py' }
    const inGone = { ...FINDING, path: 'gone.py' }
    await run([...baseline, '--write-baseline'], reportOf(FINDING, inB, inGone))
    rmSync(join(root, 'gone.py'))
    const part = await run(['a.py', ...baseline], reportOf(FINDING))
    expect(part.text).toContain('1 finding of the baseline gone')
    await run(['a.py', ...baseline, '--write-baseline'], reportOf())
    const paths = () =>
      JSON.parse(readFileSync(join(root, 'known.json'), 'utf8')).findings.map(
        ({ path }: Finding) => path,
      )
    expect(paths()).toEqual(['b/c.py'])
    const open = {
      ...{
        ecosystem: 'pypi',
        name: 'web',
        wanted: { pin: null, range: null },
        state: 'undetermined',
      },
      ...{ reason: 'the registry cannot be reached', evidence: null, references: 1 },
    } as CheckReport['packages'][number]
    const down = { ...reportOf(), packages: [open] }
    expect((await run(baseline, down)).text).not.toContain('of the baseline gone')
    await run([...baseline, '--write-baseline'], down)
    expect(paths()).toEqual(['b/c.py'])
  })

  test('of another version is none', async () => {
    write({ 'a.py': '', 'known.json': '{"version": 9, "findings": []}' })
    expect((await run(baseline, reportOf())).status).toBe(2)
  })

  test('the report and its verdict are without what is known', async () => {
    write({ 'a.py': '' })
    await run([...baseline, '--write-baseline'], reportOf(at(2)))
    const report = JSON.parse((await run([...baseline, '--json'], reportOf(at(2)))).text)
    expect(report).toMatchObject({ verdict: 'real', findings: [] })
  })

  test.each(['', '[]', '{"findings": [{"path": 1}]}'])('refuses what is none: %j', async (text) => {
    write({ 'a.py': '', 'known.json': text })
    expect((await run(baseline, reportOf())).status).toBe(2)
  })
})

describe('what is asked about, and what is around it', () => {
  test('what requirements go on in is read, whatever it is called', () => {
    write({
      'requirements.txt': 'six\n-r deps/base # more\n-r gone.txt\n-r ../outside\n',
      'deps/base': '-c held\nrich\n',
      'deps/held': 'rich<9\n',
      'notes.txt': 'no',
    })
    const scope = readScope(root, [])
    if (typeof scope === 'string') throw new Error(scope)
    expect(scope.files.map(({ path }) => path)).toEqual([
      'requirements.txt',
      'deps/base',
      'deps/held',
    ])
    expect(scope.isAsked('deps/held')).toBe(true)
  })

  const shape = (scope: ReturnType<typeof readScope>) => {
    if (typeof scope === 'string') throw new Error(scope)
    const { files, paths, isAsked } = scope
    return {
      files: files.map(({ path, content }) => `${isAsked(path) ? '+' : ' '}${path} ${content}`),
      paths: [...new Set(paths)].sort(),
    }
  }

  test('manifests and modules of the whole repository count', () => {
    write({ 'package.json': '{}', 'src/a.ts': 'x', 'lib/b.py': 'y' })
    expect(shape(readScope(root, ['src']))).toEqual({
      files: ['+src/a.ts x', ' package.json {}'],
      paths: ['lib/', 'lib/b.py', 'package.json', 'src/', 'src/a.ts'],
    })
  })

  test('the root of the repository counts from whichever folder it is called', () => {
    write({ 'requirements.txt': 'web==1.0\n', 'src/deep/a.py': 'import web\n' })
    expect(repositoryRoot(join(root, 'src', 'deep'))).toBe(join(root, 'src', 'deep'))
    execFileSync('git', ['init', '-q', root])
    expect(repositoryRoot(join(root, 'src', 'deep'))).toBe(root)
    expect(repositoryRoot(root)).toBe(root)
  })

  test('what is staged is read from the index', () => {
    const git = (...args: readonly string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args], {
        cwd: root,
        stdio: 'ignore',
      })
    git('init', '-q')
    write({
      'requirements.txt': 'web==1',
      'old.py': 'old',
      'gone.py': '',
      '.assayignore': 'quiet.py\n',
    })
    git('add', '.')
    git('-c', 'commit.gpgsign=false', 'commit', '-q', '--no-verify', '-m', 'first')
    write({
      'new.py': 'staged',
      'ünder/name with space.py': 'staged too',
      'quiet.py': '',
      'notes.md': '',
      'node_modules/x/index.js': '',
      'big.py': '#'.repeat(1024 ** 2 + 1),
    })
    git('add', '--force', '.')
    git('rm', '-q', '--cached', 'gone.py')
    write({ 'new.py': 'not yet staged', 'requirements.txt': 'web==2', 'later.py': 'untracked' })
    expect(shape(stagedScope(root, []))).toEqual({
      files: ['+new.py staged', ' requirements.txt web==1', '+ünder/name with space.py staged too'],
      paths: [
        '.assayignore',
        'big.py',
        'new.py',
        'notes.md',
        'old.py',
        'requirements.txt',
        'ünder/',
        'ünder/name with space.py',
      ],
    })
    expect(stagedScope(root, [])).toMatchObject({
      unread: [{ path: 'big.py', problem: 'has more than 1 MiB' }],
    })
    expect(shape(stagedScope(join(root, 'ünder'), [])).files).toEqual([
      '+name with space.py staged too',
    ])
    expect(shape(stagedScope(root, ['old.py'])).files).toEqual([])
  })

  test('what is staged and has no content here is said', () => {
    const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: root })
    git('init', '-q')
    write({ 'a.py': 'import web', 'b.py': 'import net' })
    git('add', '.')
    const id = execFileSync('git', ['hash-object', 'a.py'], { cwd: root, encoding: 'utf8' }).trim()
    rmSync(join(root, '.git', 'objects', id.slice(0, 2), id.slice(2)), { force: true })
    expect(stagedScope(root, [])).toMatchObject({
      files: [{ path: 'b.py' }],
      unread: [{ path: 'a.py' }],
    })
  })

  test('nothing that a repository names in its settings is run, and nothing is fetched', () => {
    const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: root })
    const [ran, script] = [join(root, 'ran'), join(root, 'script')]
    git('init', '-q')
    write({ 'a.py': 'import web', 'b.py': 'import net' })
    git('add', '.')
    const id = git('hash-object', 'a.py').toString().trim()
    rmSync(join(root, '.git', 'objects', id.slice(0, 2), id.slice(2)), { force: true })
    writeFileSync(script, `#!/bin/sh\ntouch ${ran}\n`, { mode: 0o755 })
    for (const [key, value] of [
      ['core.fsmonitor', script],
      ['core.repositoryFormatVersion', '1'],
      ['extensions.partialClone', 'origin'],
      ['remote.origin.promisor', 'true'],
      ['remote.origin.url', root],
      ['remote.origin.uploadpack', script],
      ['protocol.file.allow', 'always'],
    ] as const) {
      git('config', key, value)
    }
    expect(stagedScope(root, [])).toMatchObject({
      files: [{ path: 'b.py' }],
      unread: [{ path: 'a.py' }],
    })
    expect(existsSync(ran)).toBe(false)
  })

  test('nothing staged is nothing to complain of', async () => {
    execFileSync('git', ['init', '-q'], { cwd: root })
    expect(await run(['--staged'], reportOf())).toMatchObject({ status: 0 })
  })
})
