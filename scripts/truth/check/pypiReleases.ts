// Releases of PyPI for what compares two of them: which there are, and a folder with one installed.

import { execFile } from 'node:child_process'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { compare, explain } from '@renovatebot/pep440'
import type { PackageName } from '../../../src/domain/names/packageName.ts'
import { loadBundledNames } from '../../../src/names/set/bundledNames.ts'
import type { Asked, Files, Releases } from './asked.ts'
import { measuringRegistries } from './measuringRegistries.ts'
import { shapesFor } from './pypiShapes.ts'
import { written } from './writtenFiles.ts'

const exec = promisify(execFile)
const INSTALL_MS = 120_000

/** Oldest first. */
export async function finalReleases(
  { pypi }: ReturnType<typeof measuringRegistries>,
  name: PackageName,
): Promise<readonly string[]> {
  const listed = await pypi.versions(name, new AbortController().signal)
  if (!listed.found) return []
  return listed.versions
    .filter((one) => one.isFinal && !one.isWithdrawn && explain(one.version) !== null)
    .map(({ version }) => version)
    .sort(compare)
}

/** A folder with a release and what it needs. */
export async function installed(folder: string, name: string, version: string): Promise<string> {
  const at = join(folder, 'installed', `${name}-${version}`)
  if (existsSync(join(at, '.done'))) return at
  const options = ['--quiet', '--disable-pip-version-check', '--only-binary', ':all:']
  const install = ['install', ...options, '--no-compile', '--target', at, `${name}==${version}`]
  try {
    await exec('python3', ['-m', 'pip', ...install], { timeout: INSTALL_MS })
    writeFileSync(join(at, '.done'), '')
    return at
  } catch (error) {
    rmSync(at, { recursive: true, force: true })
    throw error
  }
}

const here = dirname(fileURLToPath(import.meta.url))

export function releasesOfPypi(folder: string): Releases {
  const registries = measuringRegistries()
  async function python(at: string, cwd: string, parts: readonly string[]): Promise<string> {
    const env = { ...process.env, PYTHONPATH: at, PYTHONDONTWRITEBYTECODE: '1' }
    const options = { env, cwd, timeout: 60_000, maxBuffer: 256_000_000 }
    return (await exec('python3', ['-W', 'ignore', ...parts], options)).stdout
  }
  return {
    ecosystem: 'pypi',
    names: loadBundledNames().pypi.names,
    versions: (name) => finalReleases(registries, name as PackageName),
    installed: (name, version) => installed(folder, name, version),
    async listed(at, name) {
      const printed = await python(at, folder, [join(here, 'lostNames.py'), name])
      return askedIn(printed)
    },
    run: (at, files: Files) => python(at, written(folder, files), ['a.py']),
    shapesFor,
  }
}

/** Between the rows stands whatever modules print. */
export function askedIn(printed: string): ReadonlyMap<string, Asked> {
  const rows = printed.split('\n').filter((line) => line.startsWith('{"module"'))
  const found = rows.map((line) => JSON.parse(line) as Asked)
  return new Map(found.map((one) => [`${one.module} ${one.owner} ${one.name}`, one]))
}
