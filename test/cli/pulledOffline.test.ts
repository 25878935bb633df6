// After a pull everything is answered offline: one program reads and publishes, another pulls and asks
// nobody.

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FakeRegistry, fakeRegistry } from '../fake/registry.ts'
import { publishNpm, publishPython } from '../support/publish.ts'
import { type Run, runAssay } from '../support/runAssay.ts'

let registry: FakeRegistry
let folder: string
let maker: string

beforeAll(async () => {
  registry = await fakeRegistry()
  folder = await mkdtemp(join(tmpdir(), 'assay-pulled-'))
  const lamp = (version: string, text: string) =>
    publishPython(registry, { name: 'lamp', version, files: `-- lamp/__init__.py --\n${text}` })
  lamp('1.0', 'def glow(strength): ...\ndef dim(level): ...\n')
  lamp('1.1', 'def glow(strength): ...\n')
  publishNpm(registry, {
    name: 'flashlight',
    version: '3.0.0',
    files: '-- index.js --\nexports.on = 1\n',
  })
  await mkdir(join(folder, 'app'))
  await writeFile(join(folder, 'app/a.py'), 'import lamp\nlamp.dim(1)\nlamp.nothing()\n')
  await writeFile(join(folder, 'app/requirements.txt'), 'lamp>=1\n')
  const ingest = await assay('maker', ['ingest', 'pypi', 'lamp', 'lamp@1.0'])
  expect(ingest).toMatchObject({ status: 0 })
  expect(await assay('maker', ['ingest', 'npm', 'flashlight'])).toMatchObject({ status: 0 })
  const index = join(folder, 'index')
  const published = await assay('maker', ['publish', index, '--private'])
  expect(published).toMatchObject({ status: 0 })
  maker = /0x[0-9a-f]{40}/i.exec(`${published.stdout}${published.stderr}`)?.[0] ?? ''
  const pulled = await assay('asker', ['pull', index, '--maker', maker])
  expect(pulled).toMatchObject({ status: 0 })
  await registry.close()
})
afterAll(() => rm(folder, { recursive: true, force: true }))

function assay(who: string, args: readonly string[]): Promise<Run> {
  const env = { HOME: join(folder, who), ASSAY_DATA_DIR: join(folder, who, 'data') }
  return runAssay(args, registry, env, join(folder, 'app'))
}

test.each([
  { args: ['package', 'pypi', 'lamp'], status: 0, says: /^exists {3}pypi lamp 1\.1\n/ },
  { args: ['symbol', 'pypi', 'lamp', 'glow'], status: 0, says: /^exists {3}lamp\.glow/ },
  { args: ['symbol', 'pypi', 'lamp', 'nothing'], status: 1, says: /^absent/ },
  { args: ['symbol', 'pypi', 'lamp@1.0', 'dim'], status: 0, says: /^exists/ },
  { args: ['symbol', 'npm', 'flashlight', 'on'], status: 0, says: /^exists {3}flashlight\.on/ },
  { args: ['diff', 'pypi', 'lamp', '1.0', '1.1'], status: 1, says: /^breaking/ },
  { args: ['history', 'pypi', 'lamp', 'dim'], status: 1, says: /absent/ },
  { args: ['import', 'lamp'], status: 0, says: /^lamp\n/ },
  { args: ['check', 'a.py'], status: 1, says: /lamp\.nothing/ },
  { args: ['upgrade', 'pypi', 'lamp', '1.0', '1.1'], status: 1, says: /^affected/ },
])('$args.0 $args.1 $args.2 $args.3', async ({ args, status, says }) => {
  const run = await assay('asker', [...args, '--offline'])
  expect({ ...run, stderr: run.stderr.replace(/^Made a verifier key.*\n/, '') }).toMatchObject({
    status,
    stderr: '',
  })
  expect(run.stdout).toMatch(says)
  expect(run.stdout).toMatch(/\nOffline: as the registry was asked /)
  const { stdout } = await assay('asker', [...args, '--offline', '--json'])
  if (args[0] !== 'check') {
    expect(JSON.parse(stdout).attestation.evidence).toMatchObject({ asked_by: [maker] })
  }
})

test('what the index did not list is refused', async () => {
  const run = await assay('asker', ['package', 'pypi', 'ghost', '--offline'])
  expect(run).toMatchObject({ status: 3, stdout: '' })
})
