// assay check --fix, assay upgrade --fix, and what --diff prints, as a person runs them.

import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type FakeRegistry, fakeRegistry } from '../../fake/registry.ts'
import { publishPython } from '../../support/publish.ts'
import { runAssay } from '../../support/runAssay.ts'

const MODULES = fileURLToPath(new URL('../../../node_modules', import.meta.url))
let registry: FakeRegistry
let folder: string
let root: string

beforeAll(async () => {
  registry = await fakeRegistry()
  const release = (version: string, text: string) =>
    publishPython(registry, { name: 'lamp', version, files: `-- lamp/__init__.py --\n${text}` })
  release('1.0', 'def glow(strength, hours_lit=1): ...\ndef dimAll(level): ...\n')
  release('2.0', 'def glow(strength, hours=1): ...\ndef dim_all(level): ...\n')
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'assay-fix-')))
  symlinkSync(MODULES, join(folder, 'node_modules'))
})
afterAll(async () => {
  await registry.close()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(() => {
  root = mkdtempSync(join(folder, 'work-'))
  mkdirSync(join(root, '.git'))
  writeFileSync(join(root, 'requirements.txt'), 'lamp==1.0\n')
})

const assay = (...args: readonly string[]) =>
  runAssay(args, registry, { ASSAY_DATA_DIR: join(folder, 'data'), HOME: folder }, root)

const SLIP = 'import lamp\r\nlamp.glow(strenght=1)\r\nlamp.dimAl(1)\r\n'

test('--diff shows and writes nothing; --fix writes what it showed, and then there is no finding', async () => {
  writeFileSync(join(root, 'a.py'), SLIP)
  const shown = await assay('check', '--diff')
  expect(shown.stdout).toContain('+lamp.glow(strength=1)\r\n')
  expect(shown.stdout).toContain('+lamp.dimAll(1)\r\n')
  expect(shown.status).toBe(1)
  expect(readFileSync(join(root, 'a.py'), 'utf8')).toBe(SLIP)
  const made = await assay('check', '--fix', '--json')
  expect(made.status).toBe(0)
  expect(JSON.parse(made.stdout)).toMatchObject({
    findings: [],
    fixes: { written: ['a.py'], refused: [] },
  })
  expect(readFileSync(join(root, 'a.py'), 'utf8')).toBe(
    'import lamp\r\nlamp.glow(strength=1)\r\nlamp.dimAll(1)\r\n',
  )
})

test('what cannot be proven is left with its reason, and the status says so', async () => {
  writeFileSync(
    join(root, 'a.py'),
    'import lamp\nlamp.vanish(1)\nlamp.glow(strenght=1)  # assay: ignore\n',
  )
  const { status, stdout } = await assay('check', '--fix')
  expect(status).toBe(1)
  expect(stdout).toContain('a.py:2:6  left  lamp.vanish')
  expect(stdout).toContain('0 findings fixed, 1 left')
})

test('an upgrade mends what both releases prove', async () => {
  const code = 'import lamp\nlamp.dimAll(1)\nlamp.glow(1, hours_lit=2)\n'
  writeFileSync(join(root, 'a.py'), code)
  const shown = await assay('upgrade', 'pypi', 'lamp', '1.0', '2.0', '--diff')
  expect(shown.status).toBe(0)
  expect(shown.stdout).toContain('+lamp.dim_all(1)')
  expect(readFileSync(join(root, 'a.py'), 'utf8')).toBe(code)
  const made = await assay('upgrade', 'pypi', 'lamp', '1.0', '2.0', '--fix', '--json')
  expect(made.status).toBe(0)
  expect(JSON.parse(made.stdout).fixes.edits).toHaveLength(2)
  expect(readFileSync(join(root, 'a.py'), 'utf8')).toBe(
    'import lamp\nlamp.dim_all(1)\nlamp.glow(1, hours=2)\n',
  )
})

test('options that do not go together are told', async () => {
  writeFileSync(join(root, 'a.py'), 'import lamp\n')
  expect((await assay('check', '--fix', '--diff')).status).toBe(2)
  expect((await assay('check', '--fix', '--staged')).status).toBe(2)
})
