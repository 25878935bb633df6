// A made-up repository with everything that it uses published, for what is measured of checks.

import { setMaxListeners } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fakeRegistry } from '../test/fake/registry.ts'
import { publish, SIZES, type Size, writeRepository } from './madeUpRepository.ts'

export type Repository = Readonly<{
  size: Size
  root: string
  /** How many mistakes it has. */
  wrong: number
  env: Readonly<Record<string, string>>
  /** Of nobody's question. */
  signal: AbortSignal
}>

/** All of it is gone afterwards. */
export async function withRepository(
  quick: boolean,
  measure: (repository: Repository) => Promise<void>,
): Promise<void> {
  const size = quick ? SIZES.quick : SIZES.full
  const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'))
  const registry = await fakeRegistry()
  const { signal } = new AbortController()
  setMaxListeners(0, signal)
  try {
    publish(registry, size)
    const root = join(folder, 'repository')
    const wrong = writeRepository(root, size)
    const env = {
      PATH: process.env['PATH'] ?? '',
      ASSAY_RESIDENT: 'off',
      HOME: folder,
      ASSAY_DATA_DIR: join(folder, 'data'),
      ASSAY_NPM_REGISTRY: registry.npmUrl,
      ASSAY_PYPI_INDEX: registry.pypiIndexUrl,
      ASSAY_LOG_LEVEL: 'warn',
      ASSAY_NAMES: 'off',
    }
    await measure({ size, root, wrong, env, signal })
  } finally {
    await registry.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
