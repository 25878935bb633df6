// What is not read, or not told, keeps a check from `real` and the oracle from `met`.

import { describe, expect, test } from 'vitest'
import { checkCode } from '../../../src/check/checkCode.ts'
import { determinedShare, shownShare, verdictOf } from '../../../src/check/report/verdict.ts'
import { verifyJob } from '../../../src/services/oracle/verifyJob.ts'
import type { OracleWorld } from '../../../src/services/oracle/world.ts'
import { SMALL_WORLD } from '../smallWorld.ts'

const check = (files: Readonly<Record<string, string>>) =>
  checkCode(
    { files: Object.entries(files).map(([path, content]) => ({ path, content })) },
    SMALL_WORLD,
  )

const world: OracleWorld = {
  code: async (question) => ({ report: await checkCode(question, SMALL_WORLD) }),
  diff: async () => ({ classification: null, reason: 'none' }),
  upgrade: async () => ({ verdict: null, reason: 'none' }),
  receipt: async () => {
    throw new Error('nobody asks')
  },
}

const verify = (content: string) =>
  verifyJob(
    { job: { kind: 'code', files: [{ path: 'a.py', content }] }, spec: null },
    world,
    new AbortController().signal,
  )

const x = (text: string, count: number) => text.repeat(count)

describe('a name that is not there is found however deep it stands', () => {
  test.each([
    ['signs', `x = ${x('-', 410)}web.nope`],
    ['conditions', `a = 1\nx = ${x('1 if a else ', 410)}web.nope`],
    ['calls', `x = web.nope()${x('.a()', 600)}`],
    ['operators', `x = web.nope${x(' + "b"', 1_000)}`],
  ])('%s', async (_, code) => {
    const { verdict, findings } = await check({ 'a.py': `import web\n${code}\n` })
    expect(verdict).toBe('problems')
    expect(findings).toMatchObject([{ code: 'symbol_not_found', symbol: 'web.nope' }])
    expect(await verify(`import web\n${code}\n`)).toMatchObject({ verdict: 'fail' })
  })
})

describe('what is not all read is not real', () => {
  test.each([
    ['Python that stays open', { 'a.py': 'import web\nweb.get("u")\n[[[[' }],
    ['Python that nests too deep', { 'a.py': `import web\nweb.get("u")\nx = ${x('-', 9_999)}1` }],
    ['a manifest beside it', { 'a.py': 'import web\nweb.get("u")\n', 'package.json': '{' }],
    ['a notebook', { 'a.py': 'import web\nweb.get("u")\n', 'b.ipynb': '{"cells": [' }],
    ['a manifest of another tool', { 'a.py': 'import web\nweb.get("u")\n', Pipfile: 'nope = "*"' }],
    ['a page of another kind alone', { 'README.rst': 'Web\n' }],
    ['a file that it goes on in', { 'requirements.txt': 'web\n-r base.txt\n' }],
    ['another index', { 'requirements.txt': '-i https://index.example\nweb\n' }],
    ['JavaScript that stays open', { 'a.js': 'import { red } from "paint"\nred()\n[[[[' }],
  ])('%s', async (_, files) => {
    const { verdict, counts } = await check(files)
    expect(counts.unread).toBe(1)
    expect(verdict).toBe('undetermined')
  })

  test.each(['requirements-base.txt', 'base.txt', 'sub/deps'])(
    'a file that requirements go on in is read, whatever it is called: %s',
    async (path) => {
      const files = { 'requirements.txt': `web\n-r ${path}\n` }
      const right = await check({ ...files, [path]: 'web-kit\n' })
      expect(right).toMatchObject({ verdict: 'real', counts: { requirements: 2, unread: 0 } })
      const wrong = await check({ ...files, [path]: 'wbe==1.0\n' })
      expect(wrong.findings).toMatchObject([{ path, code: 'package_not_found' }])
    },
  )

  test('and no check of it is met', async () => {
    const { verdict, checks } = await verify('import web\nweb.get("u")\n[[[[')
    expect(verdict).not.toBe('pass')
    expect(checks.map(({ status }) => status)).not.toContain('met')
  })
})

describe('the share', () => {
  const counts = {
    unread: 0,
    references: 4,
    undetermined: 2,
    requirements: 0,
    requirementsUndetermined: 0,
  }

  test.each([
    ['half of it', {}, 'real'],
    ['less than half', { undetermined: 3 }, 'undetermined'],
    ['nothing', { undetermined: 4 }, 'undetermined'],
    [
      'requirements that could not be looked up',
      { requirements: 2, requirementsUndetermined: 2 },
      'undetermined',
    ],
    ['requirements that could', { requirements: 2, undetermined: 3 }, 'real'],
    ['nothing there to be told', { references: 0, undetermined: 0 }, 'undetermined'],
    ['a file that was not read', { undetermined: 0, unread: 1 }, 'undetermined'],
  ] as const)('%s', (_, more, verdict) => {
    expect(verdictOf([], { ...counts, ...more })).toBe(verdict)
  })

  test('is rounded down, so that 1 is all of it', () => {
    expect(shownShare(determinedShare({ ...counts, references: 30_000, undetermined: 1 }))).toBe(
      0.9999,
    )
    expect(shownShare(determinedShare({ ...counts, undetermined: 0 }))).toBe(1)
    expect(shownShare(determinedShare({ ...counts, references: 0, undetermined: 0 }))).toBeNull()
  })

  test('a requirement whose package could not be looked up is not real', async () => {
    const { verdict, counts } = await check({ 'requirements.txt': 'slow\n' })
    expect(counts).toMatchObject({ requirements: 1, requirementsUndetermined: 1 })
    expect(verdict).toBe('undetermined')
  })

  test('of many packages most of which could not be looked up nothing is said as a whole', async () => {
    const { verdict } = await check({ 'a.py': 'import web\nimport slow\nslow.a\nslow.b\n' })
    expect(verdict).toBe('undetermined')
  })
})
