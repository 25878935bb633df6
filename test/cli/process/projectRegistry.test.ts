// Questions in a clone whose `.npmrc` names a registry of somebody's: the compiled program, with the
// user's own registry in the user's own file.

import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openLookup } from '../../../src/lookup.ts'
import { type FakeRegistry, fakeRegistry } from '../../fake/registry.ts'
import { publishNpm } from '../../support/publish.ts'
import { runAssay } from '../../support/runAssay.ts'

let own: FakeRegistry
let theirs: FakeRegistry
/** Authorization headers that their registry was sent. */
const sent: string[] = []
let root: string
let home: string
let clone: string
let elsewhere: string

beforeAll(async () => {
  own = await fakeRegistry()
  theirs = await fakeRegistry({
    intercept: ({ headers }) => {
      if (headers.authorization !== undefined) sent.push(headers.authorization)
      return false
    },
  })
  const lamp = (registry: FakeRegistry, name: string) =>
    publishNpm(registry, {
      name: 'lamp',
      version: '1.0.0',
      files: `-- index.js --\nexports.${name} = 1\n`,
    })
  lamp(own, 'honest')
  // Every registry that stands for the public one has this.
  publishNpm(own, { name: 'npm', version: '1.0.0', files: '-- index.js --\n' })
  lamp(theirs, 'evil')
  root = await realpath(await mkdtemp(join(tmpdir(), 'assay-clone-')))
})
afterAll(async () => {
  await Promise.all([own.close(), theirs.close()])
  await rm(root, { recursive: true, force: true })
})
beforeEach(async () => {
  sent.length = 0
  const folder = await mkdtemp(join(root, 'a-'))
  home = join(folder, 'home')
  clone = join(folder, 'clone')
  elsewhere = join(folder, 'elsewhere')
  await Promise.all([home, clone, elsewhere].map((path) => mkdir(path)))
  await writeFile(join(home, '.npmrc'), `registry=${own.npmUrl}\n`)
  await writeFile(join(clone, '.npmrc'), `registry=${theirs.npmUrl}\n`)
})

function assay(args: readonly string[], cwd: string, env: Record<string, string> = {}) {
  return runAssay(args, own, { HOME: home, ASSAY_NPM_REGISTRY: '', ...env }, cwd)
}

const ASKED = ['symbol', 'npm', 'lamp', 'evil', '--json']
const cache = () => join(home, '.cache', 'assay')
const noteOf = (stderr: string) =>
  stderr.split('\n').filter((line) => line.startsWith('assay: the .npmrc'))

async function apart(): Promise<string> {
  const [folder = ''] = await readdir(join(cache(), 'apart'))
  return join(cache(), 'apart', folder)
}

describe('a clone that names a registry of its own', () => {
  test('gets its answers from there, named by its origin, and one line tells so', async () => {
    const { status, stdout, stderr } = await assay(ASKED, clone)
    expect(status).toBe(0)
    expect(stdout).toContain(`"registry":"${theirs.origin}"`)
    expect(stdout).not.toContain('"registry":"public"')
    expect(noteOf(stderr)).toEqual([
      `assay: the .npmrc of this project leads npm to ${theirs.npmUrl}; what is read there is kept apart, in ${await apart()}`,
    ])
  })

  test('does not decide what is answered anywhere else', async () => {
    await assay(ASKED, clone)
    expect(existsSync(join(cache(), 'assay.db'))).toBe(false)
    const after = await assay(ASKED, elsewhere)
    expect(after).toMatchObject({ status: 1, stderr: expect.not.stringContaining('.npmrc') })
    expect(after.stdout).not.toContain(theirs.origin)
  })

  test('is answered apart from what was answered before', async () => {
    expect((await assay(ASKED, elsewhere)).status).toBe(1)
    expect((await assay(ASKED, clone)).status).toBe(0)
    expect((await assay(ASKED, elsewhere)).status).toBe(1)
  })

  test('is checked by what its registry has, and by that alone', async () => {
    await writeFile(join(clone, 'a.js'), "require('lamp').honest\n")
    const check = (cwd: string) => assay(['check', join(clone, 'a.js')], cwd)
    const inside = await check(clone)
    expect(inside.status).toBe(1)
    expect(noteOf(inside.stderr)).toHaveLength(1)
    expect((await check(elsewhere)).status).toBe(0)
  })

  test('is told apart under npm, which repeats what the file says', async () => {
    const npm = { npm_execpath: '/npm-cli.js', npm_config_registry: theirs.npmUrl }
    const { stdout, stderr } = await assay(ASKED, clone, npm)
    expect(stdout).toContain(theirs.origin)
    expect(noteOf(stderr)).toHaveLength(1)
    expect(existsSync(join(cache(), 'assay.db'))).toBe(false)
  })

  test('is told nothing of the variables and tokens of the user', async () => {
    await writeFile(
      join(clone, '.npmrc'),
      `registry=${theirs.npmUrl}\n${theirs.npmUrl.replace('http:', '')}:_authToken=\${NPM_TOKEN}\n`,
    )
    await writeFile(
      join(home, '.npmrc'),
      `registry=${own.npmUrl}\n//127.0.0.1/:_authToken=sesame\n${theirs.npmUrl.replace('http:', '')}:_authToken=sesame\n`,
    )
    const { status, stderr } = await assay(ASKED, clone, { NPM_TOKEN: 'sesame' })
    expect(status).toBe(0)
    expect(sent).toEqual([])
    expect(noteOf(stderr)[0]).toContain('(its variables are not filled in)')
  })

  test('is the same as any other where it names the registry of the user', async () => {
    await writeFile(join(clone, '.npmrc'), `registry=${own.npmUrl.slice(0, -1)}\n`)
    const { status, stderr } = await assay(ASKED, clone)
    expect(status).toBe(1)
    expect(noteOf(stderr)).toEqual([])
    expect(existsSync(join(cache(), 'apart'))).toBe(false)
  })

  test('names it in vain where a setting names another', async () => {
    const { status, stderr } = await assay(ASKED, clone, { ASSAY_NPM_REGISTRY: own.npmUrl })
    expect(status).toBe(1)
    expect(noteOf(stderr)).toEqual([])
  })

  test('is passed over, and says so, where only a variable tells the registry', async () => {
    await writeFile(join(clone, '.npmrc'), `registry=${theirs.origin}/\${NPM_TOKEN}/\n`)
    const { status, stderr } = await assay(ASKED, clone, { NPM_TOKEN: 'npm' })
    expect(status).toBe(1)
    expect(noteOf(stderr)).toEqual([expect.stringContaining('by a variable')])
  })

  test.each([
    ['serve', {}],
    ['package npm lamp', { ASSAY_DATABASE_URL: 'postgres://127.0.0.1:1/none' }],
  ])('has no say in a store that others are answered from: %s', async (command, env) => {
    const { status, stderr } = await assay(command.split(' '), clone, env)
    expect(status).toBe(2)
    expect(stderr).toContain(`the .npmrc of this folder leads npm to ${theirs.npmUrl}`)
    expect(existsSync(join(cache(), 'assay.db'))).toBe(false)
    expect(await readdir(clone)).toEqual(['.npmrc'])
  })
})

test('the library keeps it apart, too', async () => {
  const environment = {
    HOME: home,
    XDG_CACHE_HOME: join(home, '.cache'),
    ASSAY_LOG_LEVEL: 'silent',
  }
  const before = process.cwd()
  process.chdir(clone)
  try {
    const lookup = await openLookup({ environment })
    const { attestation } = await lookup.packageExists({ ecosystem: 'npm', name: 'lamp' })
    expect(JSON.stringify(attestation)).toContain(theirs.origin)
    await lookup.close()
  } finally {
    process.chdir(before)
  }
  expect(existsSync(join(cache(), 'assay.db'))).toBe(false)
})
