// Where commands keep what they keep: the compiled program in a folder that is somebody else's.

import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isDataFolder, markDataFolder } from '../../../src/app/hasStore.ts'
import { openLookup } from '../../../src/lookup.ts'
import { openStore } from '../../../src/store/openStore.ts'
import { type FakeRegistry, fakeRegistry } from '../../fake/registry.ts'
import { MAIN } from '../../support/compiled.ts'
import { runAssay } from '../../support/runAssay.ts'

let registry: FakeRegistry
let root: string
/** The working folder and the cache folder of one test. */
let here: string
let cache: string

beforeAll(async () => {
  registry = await fakeRegistry()
  root = await realpath(await mkdtemp(join(tmpdir(), 'assay-folder-')))
})
afterAll(async () => {
  await registry.close()
  await rm(root, { recursive: true, force: true })
})
beforeEach(async () => {
  const own = await mkdtemp(join(root, 'a-'))
  here = join(own, 'project')
  cache = join(own, 'caches', 'assay')
  await mkdir(here)
})

function assay(args: readonly string[], env: Record<string, string> = {}) {
  const folders = { HOME: here, XDG_CACHE_HOME: join(cache, '..') }
  return runAssay(args, registry, { ...folders, ...env }, here)
}

/** A folder as an archive of somebody's may hold it. */
async function storeIn(dataDir: string): Promise<void> {
  await (await openStore({ databaseUrl: null, dataDir })).close()
}

/** A folder as a service of this user leaves it. */
async function serviceIn(dataDir: string): Promise<void> {
  await storeIn(dataDir)
  markDataFolder(dataDir, cache)
}

describe('a question in any folder', () => {
  test('a store that came with a clone of somebody else is left alone', async () => {
    await storeIn(join(here, 'data'))
    await chmod(join(here, 'data', 'assay.db'), 0o644)
    await assay(['package', 'npm', 'nosuch'])
    expect(existsSync(join(cache, 'assay.db'))).toBe(true)
    expect(await readdir(join(here, 'data'))).not.toContain('verifier.key')
  })

  test.each([
    [['package', 'npm', 'nosuch']],
    [['import', 'cv2']],
    [['index-history', 'npm', 'nosuch']],
    [['table', 'npm', 'nosuch']],
    [['names', 'status']],
  ])('leaves nothing there: %j', async (args) => {
    await assay(args)
    expect(await readdir(here)).toEqual([])
    expect(existsSync(join(cache, 'assay.db'))).toBe(true)
  })

  test('a receipt of its own is known again', async () => {
    const { stdout } = await assay(['package', 'npm', 'nosuch', '--json'])
    await writeFile(join(here, 'receipt.json'), stdout)
    expect((await assay(['verify', 'receipt.json', '--local'])).status).toBe(0)
    expect(await readdir(here)).toEqual(['receipt.json'])
  })

  test('a store that came with an archive, closed to others, is left alone and named', async () => {
    await storeIn(join(here, 'data'))
    const { stderr } = await assay(['package', 'npm', 'nosuch'])
    expect(existsSync(join(cache, 'assay.db'))).toBe(true)
    expect(await readdir(join(here, 'data'))).not.toContain('verifier.key')
    expect(stderr).toContain(
      `assay: ${join(here, 'data')} was made by no service that this user has started here, so ${cache} is used`,
    )
  })

  test('that has the store of a service uses it', async () => {
    await serviceIn(join(here, 'data'))
    expect((await assay(['package', 'npm', 'nosuch'])).status).toBe(1)
    expect(existsSync(join(here, 'data', 'verifier.key'))).toBe(true)
    expect(existsSync(join(cache, 'assay.db'))).toBe(false)
  })

  test('a service leaves the mark by which its folder is known', async () => {
    await assay(['serve'], { ASSAY_HOST: '192.0.2.1' })
    expect(isDataFolder(join(here, 'data'), cache)).toBe(true)
    expect(isDataFolder(join(here, 'data'), join(cache, 'other'))).toBe(false)
  })

  test.each([[['check']], [['package', 'npm', 'nosuch']]])(
    'that is gone is told in a sentence: %j',
    async (args) => {
      const gone = join(here, 'gone')
      await mkdir(gone)
      const command = `cd ${gone} && rmdir ${gone} && exec ${process.execPath} ${MAIN} ${args.join(' ')}`
      const env = { PATH: process.env['PATH'] ?? '', HOME: here, ASSAY_RESIDENT: 'off' }
      const { status, stderr } = spawnSync('sh', ['-c', command], { env, encoding: 'utf8' })
      expect([status, stderr]).toEqual([2, 'assay: the folder that this was started in is gone\n'])
    },
  )

  test("that has somebody's own folder called data leaves it alone", async () => {
    await mkdir(join(here, 'data'))
    expect((await assay(['package', 'npm', 'nosuch'])).status).toBe(1)
    expect(await readdir(join(here, 'data'))).toEqual([])
  })

  test('says what is read ahead where it is not read for a service of this folder', async () => {
    const { stderr } = await assay(['names', 'status'])
    expect(stderr).toContain(
      `assay: there is no store in ${join(here, 'data')}, so the one in ${cache} is used`,
    )
  })
})

describe('the library', () => {
  test('keeps nothing in the folder that it is used in', async () => {
    const environment = { XDG_CACHE_HOME: join(cache, '..'), ASSAY_LOG_LEVEL: 'silent' }
    // The folder that tests run in may have a service of its own.
    const before = process.cwd()
    process.chdir(here)
    try {
      const lookup = await openLookup({ environment })
      await lookup.close()
    } finally {
      process.chdir(before)
    }
    expect(await readdir(here)).toEqual([])
    expect(existsSync(join(cache, 'assay.db'))).toBe(true)
  })
})

describe("an operator's command without a store", () => {
  test.each([[['keys', 'list']], [['ledger', 'check']], [['watch', 'list']]])(
    'stops, and says where it looked: %j',
    async (args) => {
      const { status, stdout, stderr } = await assay(args)
      expect({ status, stdout }).toEqual({ status: 3, stdout: '' })
      expect(stderr).toBe(
        `assay: no store in ${join(here, 'data')}; \`assay serve\` makes one, ASSAY_DATA_DIR or ASSAY_DATABASE_URL names another\n`,
      )
      expect(await readdir(here)).toEqual([])
      expect(existsSync(cache)).toBe(false)
    },
  )

  test('a folder that is named is not made either', async () => {
    const named = join(here, 'named')
    const { status, stderr } = await assay(['keys', 'list'], { ASSAY_DATA_DIR: named })
    expect(status).toBe(3)
    expect(stderr).toContain(`no store in ${named};`)
    expect(await readdir(here)).toEqual([])
  })

  test('makes no key that signs where there is one', async () => {
    await storeIn(join(here, 'data'))
    expect((await assay(['keys', 'issue', '--usd', '1'])).status).toBe(0)
    expect((await assay(['watch', 'list'])).status).toBe(0)
    expect(existsSync(join(here, 'data', 'verifier.key'))).toBe(false)
  })
})
