// Types that others wrote count at the release that the code is held to.

import { expect, test } from 'vitest'
import { checkCode } from '../../../src/check/checkCode.ts'
import type { PackageOutcome } from '../../../src/check/plan/packageTables.ts'
import { extractNpm } from '../../../src/extract/npm/extractNpm.ts'
import { packageOf } from '../../extract/npm/packageOf.ts'
import { openedPackage } from '../openedPackage.ts'
import { SMALL_WORLD, shown } from '../smallWorld.ts'

const NEWER = 'export function parse(text: string): string;'
const OLDER = `${NEWER} export function format(text: string): string;`

function typesOf(text: string) {
  return packageOf({ 'index.d.ts': text }, { types: './index.d.ts' }, '@types/links')
}

/** A package without types, whose table was made with the newer release of them. */
function madeWith(text: string, version: string): PackageOutcome {
  const own = packageOf(
    { 'index.js': 'exports.parse = (text) => text' },
    { main: './index.js' },
    'links',
  )
  const get = (name: string) => (name === '@types/links' ? typesOf(text) : null)
  const opened = openedPackage('links', extractNpm(own, { get }).table)
  return { ...opened, followed: [{ name: '@types/links', version }] } as PackageOutcome
}

const CODE = "import { format, formal } from 'links'\n"

async function findings(types: Readonly<Record<string, PackageOutcome>>, pin: string | null) {
  const asked: string[] = []
  const tables: typeof SMALL_WORLD.tables = async ({ name }, { pin: asWanted, range }, use) => {
    if (name === 'links') return madeWith(NEWER, '2.0.0')
    if (use === 'word')
      return { state: 'there', version: '1.0.0', confusable: null, withdrawn: null }
    asked.push(`${name} ${asWanted ?? range}`)
    return types[asWanted ?? ''] ?? { state: 'package_not_found', near: [] }
  }
  const manifest = {
    dependencies: { links: '1.0.0' },
    ...(pin === null ? {} : { devDependencies: { '@types/links': pin } }),
  }
  const files = [
    { path: 'package.json', content: JSON.stringify(manifest) },
    { path: 'a.ts', content: CODE },
  ]
  const report = await checkCode({ files }, { ...SMALL_WORLD, tables })
  const code = report.findings.filter(({ path }) => path === 'a.ts')
  return { said: code.map(shown), asked }
}

test('what the pinned types have is no finding', async () => {
  const types = {
    '1.0.0': openedPackage('@types/links', extractNpm(typesOf(OLDER), { get: () => null }).table),
  }
  const { said, asked } = await findings(types, '1.0.0')
  expect(said).toEqual(['1:18 symbol_not_found links.formal'])
  expect(asked).toEqual(['@types/links 1.0.0'])
})

test('without a pin, and with the very release, the types of the table decide', async () => {
  const both = ['1:10 symbol_not_found links.format', '1:18 symbol_not_found links.formal']
  expect(await findings({}, null)).toEqual({ said: both, asked: [] })
  expect(await findings({}, '2.0.0')).toEqual({ said: both, asked: [] })
  expect(await findings({}, '^2.0.0')).toEqual({ said: both, asked: [] })
})

test('where the pinned types cannot be read, nothing is said', async () => {
  const { said } = await findings(
    { '1.0.0': { state: 'undetermined', reason: 'it took too long' } },
    '1.0.0',
  )
  expect(said).toEqual([])
})

test('what a table takes of another package is not known where the code is held to another release of it', async () => {
  const board = packageOf(
    { 'index.d.ts': 'export interface Board { read(): void }' },
    { types: './index.d.ts' },
    'shell-kit',
  )
  const text = "import { Board } from 'shell-kit'\nexport const board: Board"
  const own = packageOf(
    { 'index.d.ts': text },
    { types: './index.d.ts', dependencies: { 'shell-kit': '*' } },
    'remote',
  )
  const { table } = extractNpm(own, { get: (name) => (name === 'shell-kit' ? board : null) })
  const said = async (pin: string) => {
    const followed = [{ name: 'shell-kit', version: '2.0.0' }]
    const tables: typeof SMALL_WORLD.tables = async ({ name }) =>
      name === 'remote'
        ? ({ ...openedPackage(name, table), followed } as PackageOutcome)
        : { state: 'there', version: pin, confusable: null, withdrawn: null }
    const manifest = { dependencies: { remote: '1.0.0', 'shell-kit': pin } }
    const files = [
      { path: 'package.json', content: JSON.stringify(manifest) },
      { path: 'a.ts', content: "import { board } from 'remote'\nboard.read('a')\n" },
    ]
    const { findings } = await checkCode({ files }, { ...SMALL_WORLD, tables })
    return findings.map(shown)
  }
  expect(await said('1.0.0')).toEqual([])
  expect(await said('2.0.0')).toEqual(['2:7 call_does_not_fit remote.board.read'])
})
