// Releases of npm for what compares two of them.

import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import compare from 'semver/functions/compare.js'
import valid from 'semver/functions/valid.js'
import type { PackageName } from '../../../src/domain/names/packageName.ts'
import { loadBundledNames } from '../../../src/names/set/bundledNames.ts'
import type { Releases } from './asked.ts'
import { measuringRegistries } from './measuringRegistries.ts'
import { shapesFor } from './npmShapes.ts'
import { askedIn } from './pypiReleases.ts'
import { written } from './writtenFiles.ts'

const exec = promisify(execFile)
const here = dirname(fileURLToPath(import.meta.url))
const INSTALL_MS = 120_000

export function releasesOfNpm(folder: string): Releases {
  const { npm } = measuringRegistries()
  async function node(cwd: string, parts: readonly string[]): Promise<string> {
    const options = { cwd, timeout: 60_000, maxBuffer: 256_000_000 }
    return (await exec(process.execPath, ['--no-warnings', ...parts], options)).stdout
  }
  return {
    ecosystem: 'npm',
    names: loadBundledNames().npm.names,
    async versions(name) {
      const listed = await npm.versions(name as PackageName, new AbortController().signal)
      if (!listed.found) return []
      return listed.versions
        .filter((one) => one.isFinal && !one.isWithdrawn && valid(one.version) !== null)
        .map(({ version }) => version)
        .sort(compare)
    },
    async installed(name, version) {
      const at = join(folder, 'installed', `${name.replace('/', '+')}-${version}`)
      if (existsSync(join(at, '.done'))) return at
      mkdirSync(at, { recursive: true })
      writeFileSync(join(at, 'package.json'), '{"name":"story","private":true}')
      const how = ['--silent', '--no-audit', '--no-fund', '--ignore-scripts', '--legacy-peer-deps']
      try {
        const install = ['install', ...how, `${name}@${version}`]
        await exec('npm', install, { cwd: at, timeout: INSTALL_MS })
        writeFileSync(join(at, '.done'), '')
        return at
      } catch (error) {
        rmSync(at, { recursive: true, force: true })
        throw error
      }
    },
    listed: async (at, name) => askedIn(await node(at, [join(here, 'npmNames.cjs'), name])),
    run(at, files) {
      const [first = ''] = Object.keys(files)
      return node(written(at, files), [first])
    },
    shapesFor,
  }
}
