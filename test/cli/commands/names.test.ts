// assay names, on a registry that lists its names.

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createIngestApp } from '../../../src/app/ingestApp.ts'
import { run } from '../../../src/cli/commands/names.ts'
import { output } from '../../../src/cli/terminal/output.ts'
import { loadConfig } from '../../../src/config.ts'
import { type FakeRegistry, fakeRegistry } from '../../fake/registry.ts'
import { cliTools } from '../../support/cliTools.ts'

let registry: FakeRegistry
let folder: string

beforeAll(async () => {
  registry = await fakeRegistry()
  folder = await mkdtemp(join(tmpdir(), 'assay-names-'))
  registry.npm.publish({
    name: 'all-the-package-names',
    version: '2.0.1',
    files: { 'names.json': '["left-pad", "JSONStream"]' },
  })
})
afterAll(async () => {
  await registry.close()
  await rm(folder, { recursive: true, force: true })
})

async function names(...argv: string[]) {
  const written = { stdout: '', stderr: '' }
  const stream = (key: 'stdout' | 'stderr') => ({
    write: (text: string) => {
      written[key] += text
      return true
    },
  })
  const env = {
    ASSAY_DATA_DIR: folder,
    ASSAY_NPM_REGISTRY: registry.npmUrl,
    ASSAY_PYPI_INDEX: registry.pypiIndexUrl,
    ASSAY_LOG_LEVEL: 'silent',
  }
  let app: Awaited<ReturnType<typeof createIngestApp>> | null = null
  try {
    const status = await run(
      argv,
      cliTools({
        openIngestApp: async () => {
          app = await createIngestApp(loadConfig(env, folder, folder))
          return app
        },
        out: output({ stdout: stream('stdout'), stderr: stream('stderr') }),
        progress: stream('stderr'),
      }),
    )
    return { status, ...written }
  } finally {
    // Assigned in a callback, which the compiler does not follow.
    await (app as { close(): Promise<void> } | null)?.close()
  }
}

test('no set yet is exit 1', async () => {
  const { status, stdout } = await names('status')
  expect(status).toBe(1)
  expect(stdout).toMatch(/^pypi {5}no set: .*\nnpm {6}no set: /)
})

test('a build says where it is, and status then what it was made of', async () => {
  const built = await names('build', 'npm')
  expect(built).toMatchObject({ status: 0, stdout: 'npm      built\n' })
  expect(built.stderr).toContain('npm names: forward\n')
  const { status, stdout } = await names('status', 'npm', '--json')
  expect(status).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({
    ecosystem: 'npm',
    set: {
      size: 2,
      metric: 'levenshtein',
      sources: [{ name: 'all-the-package-names', version: '2.0.1' }, { name: 'popular names' }],
    },
  })
  expect((await names('status', 'npm')).stdout).toMatch(
    /^npm {6}2 names of \d{4}-\d{2}-\d{2}, 4 MB\nsha256 {3}[0-9a-f]{64}\nfrom {5}all-the-package-names 2\.0\.1\n/,
  )
})

test('an update of what is current does nothing', async () => {
  expect((await names('update', 'npm')).stdout).toBe('npm      is current\n')
})

test.each([[], ['build', 'cargo'], ['status', 'npm', 'pypi']])(
  '%s %s %s is no use of it',
  async (...argv: string[]) => {
    expect((await names(...argv)).status).toBe(2)
  },
)

test('another action is told with those that there are', async () => {
  const { status, stderr } = await names('burn')
  expect(status).toBe(2)
  expect(stderr).toContain('names takes build, update, status, not "burn"')
})

test('a set that is damaged is told, and how to mend it', async () => {
  await mkdir(join(folder, 'names'), { recursive: true })
  await writeFile(join(folder, 'names', 'pypi.names'), 'no names')
  const { status, stdout } = await names('status', 'pypi')
  expect(status).toBe(1)
  expect(stdout).toContain('pypi.names: no file of names of this version')
  expect(stdout).toContain('assay names build pypi')
})
