// Options and settings of every day, as a person or a script uses them: colours, quiet, without a cache,
// and files that say what flags would.

import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type FakeRegistry, fakeRegistry } from '../fake/registry.ts'
import { publishPython } from '../support/publish.ts'
import { runAssay } from '../support/runAssay.ts'

let registry: FakeRegistry
let folder: string
let project: string
beforeAll(async () => {
  registry = await fakeRegistry()
  const files = '-- lamp/__init__.py --\ndef glow(strength): ...\n'
  publishPython(registry, { name: 'lamp', version: '1.0', files })
  folder = mkdtempSync(join(tmpdir(), 'assay-everyday-'))
  project = join(folder, 'project')
  mkdirSync(join(project, '.git'), { recursive: true })
  mkdirSync(join(project, 'app'))
  mkdirSync(join(folder, 'tmp'))
  writeFileSync(join(project, 'requirements.txt'), 'lamp==1.0\n')
  writeFileSync(join(project, 'app/a.py'), 'import lamp\nlamp.nothing()\n')
})
afterAll(async () => {
  await registry.close()
  rmSync(folder, { recursive: true, force: true })
})
afterEach(() => {
  rmSync(join(project, 'assay.toml'), { force: true })
  rmSync(join(folder, '.config'), { recursive: true, force: true })
})

const askedSoFar = () => [...registry.requests.values()].reduce((sum, count) => sum + count, 0)

function assay(args: readonly string[], env: Record<string, string> = {}) {
  const here = { HOME: folder, TMPDIR: join(folder, 'tmp'), ...env }
  return runAssay(args, registry, here, join(project, 'app'))
}

const CHECK = ['check'] as const
const COLOUR = '\u001b['

describe('colours', () => {
  test.each([
    [{}, [], false],
    [{ FORCE_COLOR: '1' }, [], true],
    [{ FORCE_COLOR: '0' }, [], false],
    [{ FORCE_COLOR: '1', NO_COLOR: '1' }, [], false],
    [{ FORCE_COLOR: '', NO_COLOR: '' }, ['--color', 'always'], true],
    [{ NO_COLOR: '1' }, ['--color=always'], true],
    [{ FORCE_COLOR: '1' }, ['--color=never'], false],
    [{ FORCE_COLOR: '1' }, ['--color=auto'], false],
  ])('in a pipe with %j and %j: %s', async (env, more, isColoured) => {
    const { stdout } = await assay([...CHECK, ...more], env)
    expect(stdout.includes(COLOUR)).toBe(isColoured)
  })

  test('a file says it where neither a flag nor the environment does', async () => {
    writeFileSync(join(project, 'assay.toml'), 'color = "always"\n')
    expect((await assay(CHECK)).stdout).toContain(COLOUR)
    expect((await assay(CHECK, { NO_COLOR: '1' })).stdout).not.toContain(COLOUR)
    expect((await assay([...CHECK, '--color', 'never'])).stdout).not.toContain(COLOUR)
  })
})

describe('--quiet', () => {
  test('leaves the findings, and nothing where there are none', async () => {
    const { status, stdout, stderr } = await assay([...CHECK, '--quiet'])
    expect({ status, stderr }).toEqual({ status: 1, stderr: '' })
    expect(stdout).toMatch(/^a\.py|^app\/a\.py/)
    expect(stdout).not.toMatch(/in 1 file|what the codes mean|references/)
    writeFileSync(join(project, 'app/fine.py'), 'import lamp\nlamp.glow(1)\n')
    expect(await assay(['--quiet', 'check', 'fine.py'])).toEqual({
      ...{ status: 0, stdout: '', stderr: '' },
    })
  })

  test('still says that nothing could be determined', async () => {
    const { status, stdout } = await assay([...CHECK, '--quiet', '--offline'], {
      ASSAY_DATA_DIR: join(folder, 'nothing'),
    })
    expect(status).toBe(3)
    expect(stdout).toMatch(/^undetermined: nothing/)
  })

  test('hides no failure', async () => {
    const { status, stderr } = await assay(['package', 'cran', 'x', '--quiet'])
    expect({ status, stderr }).toMatchObject({ status: 2, stderr: /the ecosystem is pypi or npm/ })
  })
})

describe('--no-cache', () => {
  test('asks again, keeps nothing and leaves nothing behind', async () => {
    const home = { ASSAY_DATA_DIR: join(folder, 'kept') }
    await assay(['symbol', 'pypi', 'lamp', 'glow'], home)
    const before = readdirSync(join(folder, 'kept')).sort()
    const asked = askedSoFar()
    const { status, stdout } = await assay(['symbol', 'pypi', 'lamp', 'glow', '--no-cache'], home)
    expect(status).toBe(0)
    expect(askedSoFar()).toBeGreaterThan(asked)
    expect(readdirSync(join(folder, 'kept')).sort()).toEqual(before)
    expect(readdirSync(join(folder, 'tmp')).filter((name) => /no-cache/.test(name))).toEqual([])
    // Signed with the key that is there.
    const { stdout: kept } = await assay(['symbol', 'pypi', 'lamp', 'glow'], home)
    const signer = (text: string) => /^signed +(\S+)/m.exec(text)?.[1]
    expect(signer(stdout)).toBe(signer(kept))
  })

  test('makes no data folder', async () => {
    const home = { ASSAY_DATA_DIR: join(folder, 'never') }
    expect((await assay(['package', 'pypi', 'lamp', '--no-cache'], home)).status).toBe(0)
    expect(readdirSync(folder)).not.toContain('never')
  })

  test.each([
    [['package', 'pypi', 'lamp', '--no-cache', '--offline'], /--no-cache from nothing/],
    [['serve', '--no-cache'], /serve takes no --no-cache/],
    [['verify', 'x', '--no-cache'], /verify takes no --no-cache/],
  ])('%j is a mistake', async (args, sentence) => {
    expect(await assay(args)).toMatchObject({ status: 2, stderr: sentence })
  })
})

describe('a file says what a flag would', () => {
  const put = (text: string) => writeFileSync(join(project, 'assay.toml'), text)
  const putUser = (text: string) => {
    mkdirSync(join(folder, '.config/assay'), { recursive: true })
    writeFileSync(join(folder, '.config/assay/assay.toml'), text, { mode: 0o600 })
  }

  test('of its own command, and a flag wins', async () => {
    put('[check]\nfail-on = "never"\n')
    expect((await assay(CHECK)).status).toBe(0)
    expect((await assay([...CHECK, '--fail-on', 'error'])).status).toBe(1)
    expect((await assay(['symbol', 'pypi', 'lamp', 'nothing'])).status).toBe(1)
  })

  test('a flag that is on is turned off', async () => {
    writeFileSync(join(project, 'app/broken.py'), 'def (:\n')
    put('[check]\nnotes = true\n')
    expect((await assay(['check', 'broken.py'])).stdout).toContain('undetermined\n')
    expect((await assay(['check', 'broken.py', '--no-notes'])).stdout).toContain(
      '--notes prints them',
    )
    rmSync(join(project, 'app/broken.py'))
  })

  test('a baseline lies beside the file, wherever somebody stands', async () => {
    put('[check]\nbaseline = "known.json"\n')
    expect(await assay([...CHECK, '--write-baseline'])).toMatchObject({ status: 0 })
    expect(readdirSync(project)).toContain('known.json')
    expect(await assay(CHECK)).toMatchObject({ status: 0, stdout: /known from the baseline/ })
  })

  test("settings of the user's file, and the environment wins", async () => {
    putUser(`[settings]\ndata-dir = "store"\npypi-index = "http://127.0.0.1:9/"\n`)
    expect((await assay(['package', 'pypi', 'lamp'])).status).toBe(0)
    expect(readdirSync(join(folder, '.config/assay'))).toContain('store')
    const env = {
      ASSAY_PYPI_INDEX: '',
      ASSAY_REGISTRY_TIMEOUT_MS: '500',
      ASSAY_DATA_DIR: join(folder, 'o'),
    }
    expect((await assay(['package', 'pypi', 'lamp'], env)).status).toBe(3)
  })

  test('offline is for questions, and the environment wins', async () => {
    put('offline = true\n')
    const env = { ASSAY_DATA_DIR: join(folder, 'empty') }
    const asked = await assay(['package', 'pypi', 'lamp'], env)
    expect(asked).toMatchObject({ status: 3, stderr: /not_held/ })
    const online = await assay(['package', 'pypi', 'lamp'], { ...env, ASSAY_OFFLINE: 'off' })
    expect(online.status).toBe(0)
    expect((await assay(['ingest', 'pypi', 'lamp'], env)).status).toBe(0)
  })

  test('what is wrong stops every command but those that need none', async () => {
    put('[check]\nfail-no = "error"\n')
    const { status, stderr, stdout } = await assay(CHECK)
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).toBe(
      `assay: ${join(project, 'assay.toml')}:2: check has no option "fail-no"; did you mean fail-on?\n`,
    )
    expect((await assay(['explain', 'not_held'])).status).toBe(0)
    expect((await assay(['check', '--help'])).status).toBe(0)
    expect((await assay([...CHECK, '--config', '/dev/null/x'])).status).toBe(2)
    writeFileSync(join(folder, 'mine.toml'), '[check]\nfail-on = "never"\n')
    expect((await assay([...CHECK, '--config', join(folder, 'mine.toml')])).status).toBe(0)
  })

  test('a project leads nobody to another registry', async () => {
    put('[settings]\npypi-index = "http://127.0.0.1:9/"\n')
    const { status, stderr } = await assay(CHECK)
    expect({ status, stderr }).toMatchObject({ status: 2, stderr: /not for a project to say/ })
  })
})
