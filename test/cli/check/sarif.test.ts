// What --sarif prints, held against the schema of SARIF 2.1.0.

import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import { describe, expect, test } from 'vitest'
import { FINDING_CODES, type Finding, SEVERITY_OF } from '../../../src/check/report/finding.ts'
import { linesOf } from '../../../src/cli/check/checkReport.ts'
import { sarifOf } from '../../../src/cli/check/sarif.ts'
import { check } from '../../check/smallWorld.ts'

const SCHEMA = new URL('../../fixtures/sarif/sarif-2.1.0.json', import.meta.url)
// Of draft 4, whose words this schema uses only where later drafts have the same.
const { $schema: _, id: __, ...schema } = JSON.parse(readFileSync(SCHEMA, 'utf8'))
const isSarif = new Ajv({ strict: false, validateFormats: false, unicodeRegExp: false }).compile(
  schema,
)

function faultsOf(value: unknown): readonly string[] {
  isSarif(JSON.parse(JSON.stringify(value)))
  return (isSarif.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}

function linesIn(files: Readonly<Record<string, string>>) {
  return linesOf(Object.entries(files).map(([path, content]) => ({ path, content })))
}

const HELP = 'https://assay.example/docs/reference/findings'

function shown(files: Readonly<Record<string, string>>) {
  return { lineOf: linesIn(files), helpOf: (code: string) => `${HELP}#${code}` }
}

const FILES: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ['nothing', { 'a.py': 'x = 1\n' }],
  ['a slip with a fix', { 'a.py': 'import web\nweb.gett("x")\n' }],
  ['a keyword that is not taken', { 'a.py': 'import web\nweb.get("x", timout=1)\n' }],
  ['a package that there is not', { 'a.py': 'import no_such\n', 'requirements.txt': 'no-such==1' }],
  ['a mark', { 'a.py': 'import web\nweb.Session().old()\n' }],
  ['a file that cannot be read', { 'a.py': 'def (:\n', 'package.json': '{' }],
  [
    'paths that no address can hold as they are',
    { 'ä b/c#d%.py': 'import no_such\n', 'x?.ts': "import 'no-such'\n" },
  ],
]

describe('is valid', () => {
  test.each(FILES)('%s', async (_name, files) => {
    const report = await check(files)
    expect(faultsOf(sarifOf(report, '1.0.0', shown(files)))).toEqual([])
  })

  test('for every code there is', async () => {
    const findings = FINDING_CODES.map(
      (code): Finding => ({
        path: 'a.py',
        line: 1,
        column: 1,
        ecosystem: 'pypi',
        package: null,
        symbol: null,
        code,
        severity: SEVERITY_OF[code],
        message: 'x',
        suggestion: null,
        evidence: null,
      }),
    )
    const log = sarifOf({ ...(await check({})), findings }, '1.0.0', shown({}))
    expect(faultsOf(log)).toEqual([])
    expect(log.runs[0]?.results).toHaveLength(FINDING_CODES.length)
  })
})

test('the schema refuses what is none', async () => {
  const log = sarifOf(await check({ 'a.py': 'import no_such\n' }), '1.0.0', shown({}))
  const [run] = log.runs
  expect(faultsOf({ ...log, version: '2.0.0' })).not.toEqual([])
  expect(faultsOf({ ...log, runs: [{ ...run, tool: {} }] })).not.toEqual([])
  const results = run?.results.map((result) => ({ ...result, level: 'bad' }))
  expect(faultsOf({ ...log, runs: [{ ...run, results }] })).not.toEqual([])
})

test.each([
  ['a name', { 'a.py': 'import web\nweb.gett("x")\n' }, [[2, 5, 9]]],
  [
    'each of two',
    { 'a.py': 'import web\nweb.gett(1); web.gett(2)\n' },
    [
      [2, 5, 9],
      [2, 18, 22],
    ],
  ],
  ['a keyword', { 'a.py': 'import web\nweb.get("x", timout=1)\n' }, [[2, 14, 20]]],
  ['a package', { 'x.ts': "import a from 'no-such-one'\n" }, [[1, 16, 27]]],
])('says where it ends: %s', async (_, files, expected) => {
  const log = sarifOf(await check(files), '1.0.0', shown(files))
  const regions = log.runs[0]?.results.flatMap(({ locations }) =>
    locations.map(({ physicalLocation: { region } }) => [
      region.startLine,
      region.startColumn,
      'endColumn' in region ? region.endColumn : null,
    ]),
  )
  expect(regions).toEqual(expected)
})

test('a fingerprint outlives a move, and two of a kind have two', async () => {
  const of = async (text: string) => {
    const log = sarifOf(await check({ 'a.py': text }), '1.0.0', shown({}))
    return log.runs[0]?.results.map(({ partialFingerprints }) => partialFingerprints['assay/v2'])
  }
  const two = await of('import web\nweb.gett(1)\nweb.gett(2)\n')
  expect(new Set(two).size).toBe(2)
  expect(await of('import web\n\n\nweb.gett(2)\n')).toEqual(two?.slice(0, 1))
})

test('a rule leads to the page about its code, where that has an address', async () => {
  const report = await check({})
  const rulesOf = (helpOf: (code: string) => string | null) =>
    sarifOf(report, '1.0.0', { lineOf: linesIn({}), helpOf }).runs[0]?.tool.driver.rules
  expect(rulesOf(shown({}).helpOf)?.map((rule) => 'helpUri' in rule && rule.helpUri)).toEqual(
    FINDING_CODES.map((code) => `${HELP}#${code}`),
  )
  expect(rulesOf(() => null)?.some((rule) => 'helpUri' in rule)).toBe(false)
})
