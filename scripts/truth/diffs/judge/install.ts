// Installs a release with its dependencies in a folder of its own, once. Nothing of it is run.

import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const QUIET = ['--ignore-scripts', '--no-audit', '--no-fund', '--silent', '--no-package-lock']
const INSTALL_MAX_MS = 240_000

export function installed(cache: string, name: string, version: string): string {
  const folder = join(cache, `${name.replace('/', '+')}@${version}`)
  if (existsSync(join(folder, 'done'))) return folder
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{"private":true}')
  const wanted = [`${name}@${version}`, '@types/node@24']
  const options = { cwd: folder, timeout: INSTALL_MAX_MS, stdio: 'ignore' } as const
  const install = (all: readonly string[]) => {
    try {
      execFileSync('npm', ['install', ...QUIET, ...all], options)
    } catch {
      execFileSync('npm', ['install', ...QUIET, '--legacy-peer-deps', ...all], options)
    }
  }
  install(wanted)
  const beside = typesBeside(folder, name)
  if (beside.length > 0) install([...wanted, ...beside])
  writeFileSync(join(folder, 'done'), '')
  return folder
}

/**
 * Types that a package wants beside it and may do without, and those of what it wants beside it and
 * that has none of its own: whoever compiles callers has them, the same with both releases.
 */
function typesBeside(folder: string, name: string): readonly string[] {
  const modules = join(folder, 'node_modules')
  const manifest: unknown = JSON.parse(readFileSync(join(modules, name, 'package.json'), 'utf8'))
  const { peerDependencies = {} } = manifest as { peerDependencies?: Record<string, string> }
  return Object.keys(peerDependencies).flatMap((one) => {
    const types = one.startsWith('@types/') ? one : `@types/${one}`
    if (types !== one && !OF_OTHERS.has(one)) return []
    return existsSync(join(modules, types))
      ? []
      : [`${types}@${OF_OTHERS.get(types.slice(7)) ?? '*'}`]
  })
}

/** What others declare, and declarations of many packages are full of. */
const OF_OTHERS: ReadonlyMap<string, string> = new Map([
  ['react', '18'],
  ['react-dom', '18'],
])
