// Packages that the code imports are opened. Of the others the registry's word is enough.

import { expect, test } from 'vitest'
import { checkCode } from '../../../src/check/checkCode.ts'
import type { PackageTables } from '../../../src/check/plan/packageTables.ts'
import { SMALL_WORLD } from '../smallWorld.ts'

/** The report, and what every package was asked for, in order. */
async function checked(files: Readonly<Record<string, string>>) {
  const asked: Record<string, string[]> = {}
  const tables: PackageTables = (key, wanted, use = 'table') => {
    asked[key.name] = [...(asked[key.name] ?? []), use]
    return SMALL_WORLD.tables(key, wanted, use)
  }
  const list = Object.entries(files).map(([path, content]) => ({ path, content }))
  const report = await checkCode({ files: list }, { ...SMALL_WORLD, tables })
  return { asked, report }
}

const stateOf = ({ packages }: Awaited<ReturnType<typeof checked>>['report'], name: string) =>
  packages.filter((one) => one.name === name).map((one) => one.state)

test('a package of npm that nobody imports is not opened', async () => {
  const { asked, report } = await checked({
    'a.ts': "import { mix } from 'paint'\nmix()\n",
    'package.json': '{"dependencies": {"paint": "1.0.0", "typed": "1.0.0"}}',
  })
  expect(asked).toMatchObject({ paint: ['table'], typed: ['word'] })
  expect(stateOf(report, 'typed')).toEqual(['there'])
})

test('a distribution of Python that nobody imports is not opened', async () => {
  const { asked, report } = await checked({
    'a.py': 'import web\nweb.get("x")\n',
    'requirements.txt': 'web==1.0.0\nshared-one==1.0.0\n',
  })
  expect(asked).toMatchObject({ web: ['table'], 'shared-one': ['word'] })
  expect(stateOf(report, 'shared-one')).toEqual(['there'])
})

test.each([
  ['a module of which nobody knows whose it is', 'import whose_is_it\n'],
  ['a package that is not there', 'import nosuchthing\n'],
])('every distribution is opened for %s', async (_, code) => {
  const { asked } = await checked({ 'a.py': code, 'requirements.txt': 'shared-one==1.0.0\n' })
  expect(asked['shared-one']).toEqual(['word', 'table'])
})

test.each([
  ['a release that was withdrawn', 'web==0.0.1\n', 'version_not_found'],
  ['a release that there is not', 'web==9.9.9\n', 'version_not_found'],
  ['a package that there is not', 'nosuchthing\n', 'package_not_found'],
  ['a name that looks like another', 'webb==1.0.0\n', 'package_confusable'],
])('a line is judged although nobody imports %s', async (_, lines, code) => {
  const { report } = await checked({ 'a.py': 'import os\n', 'requirements.txt': lines })
  expect(report.findings.map((one) => one.code)).toEqual([code])
})

test('of a package that is taken for its name alone, those are opened of which no import is known', async () => {
  const { asked } = await checked({
    'a.py': 'import spread_wide\n',
    'requirements.txt': 'max-geolite==1.0.0\ncv-python==1.0.0\n',
  })
  expect(asked).toMatchObject({ 'max-geolite': ['word', 'table'], 'cv-python': ['word'] })
})
