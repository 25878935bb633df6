// A package that passes on what another one declares: what the file of that means by a name counts.

import { expect, test } from 'vitest'
import { checkCode } from '../../../src/check/checkCode.ts'
import { extractNpm } from '../../../src/extract/npm/extractNpm.ts'
import { packageOf } from '../../extract/npm/packageOf.ts'
import { openedPackage } from '../openedPackage.ts'
import { SMALL_WORLD, shown } from '../smallWorld.ts'

const CORE = `interface Page { open(url: string): void }
type Body<T> = (given: T, info: string) => void
export interface Runner<T> {
  (title: string, body: Body<T>): void
  before(inner: (given: T) => void): void
  pick<F extends (page: Page) => unknown>(choose: F): F
}
interface Fixtures { page: Page }
export declare const run: Runner<Fixtures>
export {}
`
const typed = { types: './index.d.ts' }
const core = packageOf({ 'index.d.ts': CORE }, typed, 'run-core')
const own = packageOf(
  { 'index.d.ts': "export * from 'run-core'\n" },
  { ...typed, dependencies: { 'run-core': '*' } },
  'run-kit',
)
const get = (name: string) => (name === 'run-core' ? core : null)
const OPENED = new Map([
  ['run-kit', openedPackage('run-kit', extractNpm(own, { get }).table)],
  ['run-core', openedPackage('run-core', extractNpm(core, { get }).table)],
])

async function findings(code: string, known: (name: string) => boolean = () => true) {
  const tables: typeof SMALL_WORLD.tables = async ({ name }) =>
    (known(name) ? OPENED.get(name) : undefined) ?? { state: 'undetermined', reason: 'not now' }
  const files = [
    {
      path: 'package.json',
      content: '{ "dependencies": { "run-kit": "1.0.0", "run-core": "1.0.0" } }',
    },
    { path: 'a.ts', content: `import { run } from 'run-kit'\n${code}` },
  ]
  const report = await checkCode({ files }, { ...SMALL_WORLD, tables })
  return report.findings.filter(({ path }) => path === 'a.ts').map(shown)
}

test('a type that nobody can import tells what a function is called with', async () => {
  expect(await findings("run('a', ({ page }) => { page.open('/'); page.opne('/') })\n")).toEqual([
    '2:47 symbol_not_found run-core.Page.opne -> open',
  ])
})

test('a member of a value has the type parameters of the type of the value', async () => {
  expect(await findings("run.before(({ page }) => { page.open('/'); page.opne('/') })\n")).toEqual([
    '2:49 symbol_not_found run-core.Page.opne -> open',
  ])
})

test('a function for a type parameter is called with what that is bound to', async () => {
  expect(await findings("run.pick((page) => page.opne('/'))\n")).toEqual([
    '2:25 symbol_not_found run-core.Page.opne -> open',
  ])
})

test('while the other package cannot be read, nothing is said', async () => {
  const code = "run('a', ({ page }) => page.opne('/'))\nrun.before(({ page }) => page.opne('/'))\n"
  expect(await findings(code, (name) => name !== 'run-core')).toEqual([])
})
