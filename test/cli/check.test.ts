// assay check: which files it reads, what it prints, how it ends.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { App, CheckReport, Finding } from '../../src/app.ts'
import { runCheck } from '../../src/cli/check.ts'
import { checkFiles } from '../../src/cli/checkFiles.ts'
import { output } from '../../src/cli/output.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'assay-check-'))
})
afterEach(() => rmSync(root, { recursive: true }))

function write(files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
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
    counts: { files: 1, references: 2, determined: 1, undetermined: 1, requirements: 0 },
    calls: { judged: 0, unjudged: 0 },
    imports: { judged: 0, unjudged: 0, findings: [] },
  }
}

async function run(argv: readonly string[], report: CheckReport) {
  const printed: string[] = []
  const noted: string[] = []
  const out = output({
    stdout: { write: (text: string) => printed.push(text) },
    stderr: { write: (text: string) => noted.push(text) },
    noColor: true,
  })
  // The command uses nothing else of it.
  const app = { version: '1.0.0', checkInput: async () => report } as unknown as App
  const { signal } = new AbortController()
  const status = await runCheck(argv, {
    openApp: async () => app,
    out,
    signal,
    workingDir: root,
  })
  return { status, text: printed.join(''), notes: noted.join('') }
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
  expect(checkFiles(root, ['.']).map(({ path }) => path)).toEqual([
    'a.py',
    'package.json',
    'requirements/dev.txt',
    'sub/f.tsx',
  ])
  expect(checkFiles(root, ['sub/e.ts']).map(({ path }) => path)).toEqual(['sub/e.ts'])
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
  expect(text).toContain('1 errors, 0 warnings in 1 files')
})

const DEPRECATED: Finding = { ...FINDING, code: 'symbol_deprecated', severity: 'warning' }

test.each([
  ['nothing', [], reportOf(), 0],
  ['a warning', [], reportOf(DEPRECATED), 0],
  ['a warning that counts', ['--fail-on', 'warning'], reportOf(DEPRECATED), 1],
  ['an error that does not', ['--fail-on', 'never'], reportOf(FINDING), 0],
  ['a word that it does not know', ['--fail-on', 'x'], reportOf(), 2],
  ['two forms at once', ['--json', '--sarif'], reportOf(), 2],
  ['a path that is not there', ['nowhere'], reportOf(), 2],
])('ends by what was found: %s', async (_, argv, report, expected) => {
  write({ 'a.py': '' })
  expect((await run(argv, report)).status).toBe(expected)
})

test('a folder without anything to read is a mistake', async () => {
  expect(await run([], reportOf())).toMatchObject({ status: 2 })
})

test('--json is the report and nothing else', async () => {
  write({ 'a.py': '' })
  const report = reportOf(FINDING)
  expect(JSON.parse((await run(['--json'], report)).text)).toEqual(report)
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
