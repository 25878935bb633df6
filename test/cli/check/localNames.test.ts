// What a registry gets to know of a repository: the compiled program checks one whose own modules are
// imported in many ways, and the registry writes down what it is asked.

import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FakeRegistry, fakeRegistry } from '../../fake/registry.ts'
import { publishNpm, publishPython } from '../../support/publish.ts'
import { runAssay } from '../../support/runAssay.ts'

const FILES: Readonly<Record<string, string>> = {
  '.gitignore': 'ownmade/\n',
  'package.json': '{"name":"ownapp","dependencies":{"torch":"3.0.0"}}',
  'tsconfig.json': '{"compilerOptions":{"baseUrl":".","paths":{"@ownalias/*":["./x/*"]}}}',
  'vite.config.ts': "export default { resolve: { alias: { ownbundled: '/x' } } }",
  'src/a.ts': `import * as torch from 'torch'
import x from 'owntypes'
import y from 'ownparts/y'
import z from '@ownalias/z'
import b from 'ownbundled'
import p from 'ownpictures/p.svg'
import m from 'ownmade/client'
import c from '@ownparts/c'
import o from 'ownapp/src/o'
torch.on
`,
  'owntypes/index.d.ts': 'export default 1',
  'ownparts/y.tsx': '',
  'ownpictures/p.svg': '',
  'ownmade/client.ts': '',
  'requirements.txt': 'lamp\n-e ./libs/ownlib\n',
  'server/a.py':
    'import lamp\nimport ownhelper\nfrom ownmodule.deep import x\nimport ownlib\nimport ownmade.pb2\n',
  'server/ownhelper.py': '',
  'libs/shared/ownmodule/deep.py': '',
  'libs/ownlib/ownlib/__init__.py': '',
}

let registry: FakeRegistry
let folder: string
beforeAll(async () => {
  registry = await fakeRegistry()
  publishNpm(registry, {
    name: 'torch',
    version: '3.0.0',
    files: '-- index.js --\nexports.on = 1\n',
  })
  publishPython(registry, { name: 'lamp', version: '1.0', files: '-- lamp/__init__.py --\n' })
  folder = mkdtempSync(join(tmpdir(), 'assay-local-'))
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(folder, 'app', path)), { recursive: true })
    writeFileSync(join(folder, 'app', path), text)
  }
  const git = (...words: readonly string[]) =>
    execFileSync('git', words, { cwd: join(folder, 'app') })
  git('init', '-q')
  git('add', '.')
})
afterAll(async () => {
  await registry.close()
  rmSync(folder, { recursive: true })
})

test.each([
  ['all of it', []],
  ['one of its files', ['src/a.ts', 'server/a.py']],
  ['what is staged', ['--staged']],
])('a check of %s asks for no module of the repository', async (_, words) => {
  const before = new Map(registry.requests)
  const env = { HOME: folder, ASSAY_DATA_DIR: mkdtempSync(join(folder, 'data-')) }
  const run = await runAssay(['check', ...words], registry, env, join(folder, 'app'))
  expect(run).toMatchObject({ status: 0, stdout: expect.stringMatching(/0 errors/) })
  const asked = [...registry.requests].flatMap(([path, times]) =>
    times === before.get(path) ? [] : [path],
  )
  expect(asked).toEqual(
    expect.arrayContaining([expect.stringMatching(/torch/), expect.stringMatching(/lamp/)]),
  )
  expect(asked.filter((path) => path.includes('own'))).toEqual([])
})
