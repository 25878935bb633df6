// Files that are read in processes of their own are read as they are in this one.

import { afterAll, expect, test, vi } from 'vitest'
import { inputReader } from '../../../src/check/read/readAside.ts'
import { readFile } from '../../../src/check/read/readInput.ts'
import { filesReader } from '../../../src/cli/check/filesReader.ts'

vi.setConfig({ testTimeout: 120_000 })

const reader = filesReader(inputReader(() => () => {}))
const { signal } = new AbortController()
afterAll(() => reader.close())

test.each([
  ['a.py', 'import lamp\nlamp.glow(1)\nx.glwo = 1\n'],
  ['a.py', '# /// script\n# dependencies = ["lamp"]\n# ///\nimport lamp\n'],
  ['a.ts', "import { turn } from 'knob'\nturn(1)\ndeclare module 'knob' {}\n"],
  ['setup.py', 'from setuptools import setup\nsetup(install_requires=["lamp"])\n'],
  ['requirements.txt', 'lamp==1.0\n-r more.txt\n'],
  ['package.json', '{"dependencies":{"knob":"1.0.0"}}'],
  ['broken.ts', `${'('.repeat(5_000)}1`],
  ['nothing.txt', 'x'],
  ['many.py', `import lamp\n${'lamp.glow(1)\n'.repeat(21_000)}`],
])('%s', async (path, content) => {
  const file = { path, content }
  expect(await reader.read(file, signal)).toEqual(readFile(file))
})
