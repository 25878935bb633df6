// Installs a release with its dependencies in a folder of its own, once. Nothing of it is run.

import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import semver from 'semver'

const QUIET = ['--ignore-scripts', '--no-audit', '--no-fund', '--silent', '--no-package-lock']
const INSTALL_MAX_MS = 240_000

/** Both releases of a pair, with the same releases of what both want beside them. */
export function installedPair(
  cache: string,
  name: string,
  [from, to]: readonly [string, string],
): readonly [from: string, to: string] {
  const before = installed(cache, name, from)
  const after = installed(cache, name, to)
  const ranges = manifestIn(after, name)?.peerDependencies ?? {}
  const same = Object.keys(manifestIn(before, name)?.peerDependencies ?? {}).flatMap((one) => {
    const [own, theirs] = [manifestIn(before, one)?.version, manifestIn(after, one)?.version]
    if (own === undefined || theirs === undefined || own === theirs) return []
    return semver.satisfies(own, ranges[one] ?? '') ? [`${one}@${own}`] : []
  })
  return [before, same.length === 0 ? after : installed(cache, name, to, same)]
}

type Manifest = Readonly<{ version?: string; peerDependencies?: Readonly<Record<string, string>> }>

function manifestIn(folder: string, name: string): Manifest | null {
  const file = join(folder, 'node_modules', name, 'package.json')
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null
}

function installed(
  cache: string,
  name: string,
  version: string,
  beside: readonly string[] = [],
): string {
  const written = [`${name}@${version}`, ...beside].join('+')
  const folder = join(cache, written.replaceAll('/', '+'))
  if (existsSync(join(folder, 'done'))) return folder
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{"private":true}')
  const wanted = [`${name}@${version}`, '@types/node@24', ...beside]
  const options = { cwd: folder, timeout: INSTALL_MAX_MS, stdio: 'ignore' } as const
  const install = (all: readonly string[]) => {
    try {
      execFileSync('npm', ['install', ...QUIET, ...all], options)
    } catch {
      execFileSync('npm', ['install', ...QUIET, '--legacy-peer-deps', ...all], options)
    }
  }
  install(wanted)
  const types = typesBeside(folder, name)
  if (types.length > 0) install([...wanted, ...types])
  writeFileSync(join(folder, 'done'), '')
  return folder
}

/**
 * Types that a package wants beside it and may do without, and those of what it wants beside it and
 * that has none of its own: whoever compiles callers has them, the same with both releases.
 */
function typesBeside(folder: string, name: string): readonly string[] {
  const modules = join(folder, 'node_modules')
  const { peerDependencies = {} } = manifestIn(folder, name) ?? {}
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
