// Installs a release with its dependencies in a folder of its own, once. Nothing of it is run.

import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
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
  try {
    execFileSync('npm', ['install', ...QUIET, ...wanted], options)
  } catch {
    execFileSync('npm', ['install', ...QUIET, '--legacy-peer-deps', ...wanted], options)
  }
  writeFileSync(join(folder, 'done'), '')
  return folder
}
