// What commands load: modules are counted, because each costs a part of every start, and what a
// command has no use for must not be among them.

import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { COMMANDS } from '../../src/cli/commands.ts'
import { pythonWheel } from '../fake/archives/pythonWheel.ts'
import { type FakeRegistry, fakeRegistry } from '../fake/registry.ts'

// Programs compile themselves and start children: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const MAIN = join(ROOT, 'src/cli/main.ts')
const LISTER = new URL('../support/listModules.mjs', import.meta.url).href

let registry: FakeRegistry
let folder: string
beforeAll(async () => {
  registry = await fakeRegistry()
  folder = mkdtempSync(join(tmpdir(), 'assay-start-'))
  // From sources, the program looks for its compiler in the folder that it is started in.
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  mkdirSync(join(folder, 'repository'))
})
afterAll(async () => {
  await registry.close()
  rmSync(folder, { recursive: true, force: true })
})

type Ended = Readonly<{ status: number; stdout: string; stderr: string }>
type Loaded = Ended & Readonly<{ own: string[]; packages: string[] }>

/** Runs the program; `own` are our modules, `packages` the names of those that others wrote. */
async function run(...args: readonly string[]): Promise<Loaded> {
  const list = join(folder, 'modules')
  rmSync(list, { force: true })
  const ended = await runWith(LISTER, args)
  const urls = new Set(readFileSync(list, 'utf8').trim().split('\n'))
  const paths = [...urls].flatMap((url) => (url.startsWith('file:') ? [pathOf(url)] : []))
  const names = paths.map((path) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1])
  return {
    ...ended,
    own: paths.filter((path) => path.startsWith(join(ROOT, 'src/'))).sort(),
    // The compiler of the sources is no part of the program.
    packages: [...new Set(names)].flatMap((name) => name ?? []).filter((name) => !TOOLS.has(name)),
  }
}

function runWith(hook: string, args: readonly string[]): Promise<Ended> {
  return new Promise((settle) => {
    const child = execFile(
      process.execPath,
      ['--import', 'tsx', '--import', hook, MAIN, ...args],
      {
        cwd: join(folder, 'repository'),
        env: {
          PATH: process.env['PATH'] ?? '',
          HOME: folder,
          MODULES_FILE: join(folder, 'modules'),
          ASSAY_DATA_DIR: join(folder, 'data'),
          ASSAY_NPM_REGISTRY: registry.npmUrl,
          ASSAY_PYPI_INDEX: registry.pypiIndexUrl,
          ASSAY_LOG_LEVEL: 'warn',
          ASSAY_NAMES: 'off',
        },
      },
      (error, stdout, stderr) =>
        settle({ status: error === null ? 0 : Number(error.code), stdout, stderr }),
    )
    child.stdin?.end()
  })
}

const TOOLS: ReadonlySet<string> = new Set(['tsx', 'esbuild', 'get-tsconfig'])

function pathOf(url: string): string {
  return fileURLToPath(url.replace(/[?#].*$/, ''))
}

const shortOf = (path: string) => relative(join(ROOT, 'src'), path)

describe('a line that is printed and nothing else', () => {
  test.each([['--version'], ['help'], ['--help']])('%s', async (...args) => {
    const { status, stdout, own, packages } = await run(...args)
    expect({ status, packages }).toEqual({ status: 0, packages: [] })
    expect(stdout).not.toBe('')
    expect(own.map(shortOf)).toContain('version.ts')
    expect(own.length).toBeLessThan(12)
  })

  test('what a command does is told without the program behind it', async () => {
    const { stdout, own, packages } = await run('help', 'check')
    expect(stdout).toContain('Usage: assay check')
    expect(packages).toEqual(['ignore'])
    expect(own.length).toBeLessThan(58)
  })
})

/** What pays, what serves, what signs, and what stands on another machine. */
const NOT_FOR_CHECKS = [
  'viem',
  '@x402/core',
  '@x402/evm',
  'pg',
  'pg-boss',
  'pino',
  'zod',
  '@modelcontextprotocol/sdk',
  '@noble/curves',
  're2js',
]

describe('a check', () => {
  beforeAll(() => {
    const files = '-- lamp/__init__.py --\ndef glow(strength: int): ...\n'
    const wheel = pythonWheel({ name: 'lamp', version: '1.0', files })
    registry.pypi.publish({ name: 'lamp', version: '1.0', files: [wheel] })
    const repository = join(folder, 'repository')
    writeFileSync(join(repository, 'requirements.txt'), 'lamp==1.0\n')
    writeFileSync(join(repository, 'light.py'), 'import lamp\n\nlamp.glwo(1)\n')
  })

  test('loads neither payments nor routes, and a second one no parser either', async () => {
    const first = await run('check', '--json')
    expect(first.status).toBe(1)
    expect(first.stdout).toContain('lamp.glwo')
    expect(first.packages).toContain('oxc-parser')
    expect(NOT_FOR_CHECKS.filter((name) => first.packages.includes(name))).toEqual([])
    expect(first.own.map(shortOf).filter((path) => /^(?:http|charge|oracle)\//.test(path))).toEqual(
      [],
    )

    const second = await run('check', '--json')
    expect(second.stdout).toBe(first.stdout)
    expect(second.packages).not.toContain('oxc-parser')
    expect(second.own.map(shortOf)).not.toContain('check/checkCode.ts')
    expect(second.own.length).toBeLessThan(282)
  })
})

test('tools for agents are started without payments, routes of others and parsers', async () => {
  const { status, own, packages } = await run('mcp')
  expect(status).toBe(0)
  const unused = ['viem', '@x402/core', 'pg', 'pg-boss', 'undici', 're2js', 'oxc-parser']
  expect(packages).toContain('pino')
  expect(unused.filter((name) => packages.includes(name))).toEqual([])
  expect(own.map(shortOf)).not.toContain('app/server.ts')
})

test('a part that cannot be loaded is told in a sentence', async () => {
  const missing = `export async function resolve(specifier, context, next) {
    return next(specifier.endsWith('/openStore.ts') ? 'no-such-package' : specifier, context)
  }`
  const dataUrl = (code: string) => `data:text/javascript,${encodeURIComponent(code)}`
  const register = JSON.stringify(dataUrl(missing))
  const hook = `import { register } from 'node:module'; register(${register})`
  const { status, stdout, stderr } = await runWith(dataUrl(hook), ['ledger', 'check'])
  expect({ status, stdout }).toEqual({ status: 3, stdout: '' })
  expect(stderr).toMatch(/^assay: a part of the program cannot be loaded: .*no-such-package/)
  expect(stderr).not.toContain('    at ')
})

describe('the code of a command opens nothing by being loaded', () => {
  /** Every module that is loaded with a file, before anything in it is run. */
  function loadedWith(file: string, seen = new Set<string>()): ReadonlySet<string> {
    if (seen.has(file)) return seen
    seen.add(file)
    const imports = readFileSync(file, 'utf8').matchAll(
      /^(?:import|export) (?!type )(?:[^']*? from )?'(\.[^']+)'/gm,
    )
    for (const [, path = ''] of imports) loadedWith(resolve(dirname(file), path), seen)
    return seen
  }

  const table = readFileSync(join(ROOT, 'src/cli/commands.ts'), 'utf8')
  const files = [...table.matchAll(/import\('\.\/commands\/([\w/]+)\.ts'\)/g)].map(
    ([, name = '']) => name,
  )

  test('each command has a file', () => {
    expect(files).toHaveLength(Object.keys(COMMANDS).length)
  })

  test.each(files)('%s', (name) => {
    const loaded = [...loadedWith(join(ROOT, `src/cli/commands/${name}.ts`))].map(shortOf)
    // What an editor is served over is no text for a terminal.
    expect(loaded).toContain(name === 'lsp' ? 'cli/terminal/readArgs.ts' : 'cli/terminal/output.ts')
    expect(loaded.filter((path) => /^(?:app|store|registry)(?:\/|\.ts$)/.test(path))).toEqual([])
  })
})
