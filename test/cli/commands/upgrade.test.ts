// assay upgrade: what it asks, what it prints, how it ends.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { App } from '../../../src/app.ts'
import { run as runUpgrade } from '../../../src/cli/commands/upgrade.ts'
import { output } from '../../../src/cli/terminal/output.ts'
import type { UpgradeAnswer, UpgradeRow } from '../../../src/wire/checkAnswers.ts'
import { cliTools } from '../../support/cliTools.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'assay-upgrade-'))
  writeFileSync(join(root, 'a.py'), 'import lamp\nlamp.glow(1)\n')
})
afterEach(() => rmSync(root, { recursive: true }))

const ROW: UpgradeRow = {
  symbol: 'lamp.glow',
  kind: 'function',
  change: 'changed',
  severity: 'breaking',
  reason: 'required_parameter_added',
  reasons: ['required_parameter_added'],
  from_sig: '(strength)',
  to_sig: '(strength, colour)',
  message: null,
  caveat: null,
  affects: true,
  places: Array.from({ length: 7 }, (_, index) => ({
    path: 'a.py',
    line: index + 2,
    column: 6,
    state: index === 0 ? 'breaks' : 'open',
  })),
  places_total: 7,
}

const COUNTS = {
  files: 1,
  unread: 0,
  references: 8,
  determined: 2,
  undetermined: 6,
  determined_share: 0.25,
  symbols: 1,
  removed: 0,
  changed: 1,
  new_deprecations: 0,
  affecting: 1,
  findings: 0,
}

function answerOf(change: Partial<UpgradeAnswer> = {}) {
  return {
    verdict: 'affected',
    caveat: null,
    ecosystem: 'pypi',
    package: 'lamp',
    from_version: '1.0',
    to_version: '2.0',
    changes: [ROW],
    findings: [],
    undetermined: [],
    counts: COUNTS,
    release: {
      classification: 'breaking',
      compatibility: { classification: 'breaking' },
      published_bump: 'major',
      counts: { added: 0, removed: 0, changed: 1, new_deprecations: 0 },
    },
    attestation: {},
    ...change,
  }
}

async function run(argv: readonly string[], answer: object = answerOf()) {
  const printed: string[] = []
  const noted: string[] = []
  const asked: unknown[] = []
  const out = output({
    stdout: { write: (text: string) => printed.push(text) },
    stderr: { write: (text: string) => noted.push(text) },
  })
  // The command uses nothing else of it.
  const app = {
    async upgrade({ key, from, to, files }: Parameters<App['upgrade']>[0]) {
      asked.push({ ...key, from, to, files: files.map(({ path }) => path) })
      return { reply: {}, isDetermined: true }
    },
    renderReply: () => JSON.stringify(answer),
  } as unknown as App
  const tools = cliTools({ openApp: async () => app, out, workingDir: () => root })
  const status = await runUpgrade(argv, tools)
  return { status, text: printed.join(''), notes: noted.join(''), asked }
}

const LAMP = ['pypi', 'Lamp', '1.0', '2.0']

test('asks about the files of the folder, and prints each change with its places', async () => {
  const { status, text, asked } = await run(LAMP)
  expect(asked).toEqual([
    { ecosystem: 'pypi', name: 'lamp', from: '1.0', to: '2.0', files: ['a.py'] },
  ])
  expect(status).toBe(1)
  expect(text.split('\n').slice(0, 7)).toEqual([
    'affected  pypi lamp 1.0 → 2.0  (major by its numbers, breaking as a whole)',
    '1 file read, 8 uses of 1 symbol: 0 removed, 1 changed, 0 newly deprecated',
    '',
    '! lamp.glow  function, changed: required_parameter_added',
    '    `colour` is new',
    '    (strength) → (strength, colour)',
    '    a.py:2:6  breaks',
  ])
  expect(text).toContain('… and 2 more places')
  expect(text).toContain('6 uses (75 %) could not be determined')
  expect((await run([...LAMP, '--all'])).text).toContain('a.py:8:6  open')
})

test.each([
  ['safe', LAMP, answerOf({ verdict: 'safe', changes: [] }), 0],
  ['undetermined', LAMP, answerOf({ verdict: 'undetermined', changes: [] }), 3],
  [
    'not used',
    LAMP,
    answerOf({ verdict: 'undetermined', changes: [], counts: { ...COUNTS, references: 0 } }),
    0,
  ],
  [
    'perhaps used in a file that could not be read',
    LAMP,
    answerOf({
      verdict: 'undetermined',
      changes: [],
      counts: { ...COUNTS, references: 0, unread: 1 },
    }),
    3,
  ],
  ['no newer release', ['pypi', 'lamp', '1.0'], answerOf(), 2],
  ['a range', ['pypi', 'lamp', '1.0', '^2'], answerOf(), 2],
  ['another registry', ['cargo', 'lamp', '1.0', '2.0'], answerOf(), 2],
  ['a path that is not there', [...LAMP, 'nowhere'], answerOf(), 2],
])('ends by what was found: %s', async (_, argv, answer, expected) => {
  expect((await run(argv, answer)).status).toBe(expected)
})

test('code that does not use the package is told what that means', async () => {
  const unused = (unread: number) =>
    answerOf({
      verdict: 'undetermined',
      changes: [],
      counts: { ...COUNTS, references: 0, undetermined: 0, unread },
    })
  const { text } = await run(LAMP, unused(0))
  expect(text).toMatch(/^not used {2}pypi lamp 1\.0 → 2\.0 /)
  expect(text).toContain('Nothing in the files uses the package: the upgrade changes nothing')
  expect(text).toContain('Not looked at: what other packages need of it')
  const unread = await run(LAMP, unused(1))
  expect(unread.text).toMatch(/^undetermined {2}/)
  expect(unread.text).toContain('Nothing in what could be read uses the package.')
})

test('a folder without code says nothing of what uses the package', async () => {
  rmSync(join(root, 'a.py'))
  writeFileSync(join(root, 'requirements.txt'), 'lamp==1.0\n')
  const counts = { ...COUNTS, references: 0, undetermined: 0 }
  const answer = answerOf({ verdict: 'undetermined', changes: [], counts })
  const { status, text } = await run(LAMP, answer)
  expect(status).toBe(3)
  expect(text).toMatch(/^undetermined[\s\S]*No code was found in these places/)
})

test('--json is the signed answer and nothing else', async () => {
  expect(JSON.parse((await run([...LAMP, '--json'])).text)).toEqual(answerOf())
})

test('says why nothing could be told, and what only import loads', async () => {
  const reason = 'it makes names at run time'
  const place = { path: 'b.js', line: 3, column: 4, symbol: 'lamp.x', reason }
  const row: UpgradeRow = { ...ROW, symbol: 'lamp', reasons: ['became_esm'] }
  const { text } = await run(LAMP, answerOf({ undetermined: [place, place], changes: [row] }))
  expect(text).toContain(`\n    2 × ${reason}, first at b.js:3:4  lamp.x`)
  expect(text.split(reason)).toHaveLength(2)
  expect(text).toContain('only import loads it now')
})

test('says first why it is not safe although every use holds', async () => {
  const counts = { ...COUNTS, references: 2, determined: 2, undetermined: 0 }
  const more = {
    verdict: 'undetermined',
    caveat: 'by its numbers it may break',
    changes: [],
    counts,
  }
  const { status, text } = await run(LAMP, answerOf(more as Partial<UpgradeAnswer>))
  expect(status).toBe(3)
  expect(text.split('\n')[2]).toBe('all 2 uses hold by name and call; by its numbers it may break')
})

test('what could not be determined adds up, and "safe" says what it does not speak of', async () => {
  const use = (reason: string) => ({ path: 'a.py', line: 1, column: 1, symbol: 'lamp.x', reason })
  const undetermined = ['a', 'a', 'b', 'c', 'd', 'e'].map(use)
  const { text } = await run(LAMP, answerOf({ undetermined, changes: [] }))
  expect(text).toMatch(/ 2 × a, first at a\.py:1:1 {2}lamp\.x\n.* 1 × b, .*\n.* 1 × c, /)
  expect(text).toContain('2 × for other reasons; --all prints the reasons')
  const gone = ['x', 'y', 'z', 'w'].map((name) =>
    use(`${name} is in the older release, and nowhere in the newer one`),
  )
  const told = await run(LAMP, answerOf({ undetermined: [...undetermined, ...gone], changes: [] }))
  expect(told.text).toMatch(
    /1 × x is in the older.*\n.*1 × y is .*\n.*1 × z .*\n.*1 × w .*\n.*2 × a, /,
  )
  const whole = await run([...LAMP, '--all'], answerOf({ undetermined, changes: [] }))
  expect(whole.text).not.toContain('other reasons')
  const counts = { ...COUNTS, undetermined: 0 }
  const safe = await run(LAMP, answerOf({ verdict: 'safe', changes: [], counts }))
  expect(safe.text).toContain('Not looked at: what functions do, ')
})
