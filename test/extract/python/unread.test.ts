// Modules that a file holds and that were not read.

import { expect, test } from 'vitest'
import { openArtifact } from '../../../src/artifact/openArtifact.ts'
import { extractPython } from '../../../src/extract/python/extractPython.ts'
import { link } from '../../fake/archives/hostileTarball.ts'
import { buildTarball } from '../../fake/archives/tarBuilder.ts'
import { moduleOf } from './packageOf.ts'

test('a module of an sdist that is a link is there, and its names are open', async () => {
  const bytes = buildTarball([
    { name: 'demo-1.0/pkg/__init__.py', data: 'from pkg.b import run\n' },
    { name: 'demo-1.0/pkg/a.py', data: 'def run(): ...\n' },
    link('demo-1.0/pkg/b.py', 'a.py', '2'),
    link('demo-1.0/notes.txt', 'pkg/a.py', '2'),
  ])
  const input = { kind: 'sdist', filename: 'demo-1.0.tar.gz', bytes } as const
  const { tree } = await openArtifact(input, new AbortController().signal)
  const entries = tree.entries.map(({ path }) => path)
  const table = extractPython({ kind: 'sdist', entries, read: tree.read })
  expect(moduleOf(table, 'pkg.a').state).toBe('complete')
  expect(moduleOf(table, 'pkg.b').state).toBe('opaque')
})
