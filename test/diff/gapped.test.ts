// One release, read with what it needs and without: nothing of it changed.

import { expect, test } from 'vitest'
import { diffTables } from '../../src/diff/diffTables.ts'
import { writePath } from '../../src/domain/names/symbolPath.ts'
import { extractPython } from '../../src/extract/python/extractPython.ts'
import type { PythonArtifact } from '../../src/extract/python/files/moduleFiles.ts'
import { encodeTable } from '../../src/table/format/encodeTable.ts'
import { openTable } from '../../src/table/openTable.ts'
import type { OpenTable } from '../../src/table/tableView.ts'

type Files = Readonly<Record<string, string>>

function wheelOf(files: Files): PythonArtifact {
  const read = (path: string) => (files[path] === undefined ? null : Buffer.from(files[path]))
  return { kind: 'wheel', entries: Object.keys(files), read }
}

function changesBetween(from: OpenTable, to: OpenTable): readonly string[] {
  const write = (path: readonly string[]) => writePath('pypi', 'own', path)
  const versions = { from: '1.0', to: '1.1' }
  const { added, removed, changed } = diffTables(
    { from, to },
    { language: 'python', versions, write },
  )
  return [
    ...added.map(({ symbol }) => `+ ${symbol}`),
    ...removed.map(({ symbol }) => `- ${symbol}`),
    ...changed.map(({ symbol }) => `~ ${symbol}`),
  ]
}

const GAPS = { packages: ['dep'], isUndescribed: false }
const KEPT = 'def stays(): ...\n'

test.for([
  [
    'a name that is imported from one of two places',
    'try:\n    from dep.core import _unset as unset\nexcept ImportError:\n    from dep.utils import unset\n',
    { 'dep/core.py': '', 'dep/utils.py': 'unset = object()\n' },
  ],
  [
    'a method that is inherited from a class of another package',
    'from dep import Base\nclass App(Base): ...\nmain = App.launch\n',
    { 'dep/__init__.py': 'class Base:\n    @classmethod\n    def launch(cls): ...\n' },
  ],
  [
    'a name that hangs on the version of another package',
    'import dep\nif dep.__version__ >= "2":\n    dot = dep.dot\nelse:\n    def dot(): ...\n',
    { 'dep/__init__.py': '__version__ = "2.1"\ndef dot(): ...\n' },
  ],
] as const)('%s neither comes nor goes', ([, source, files]) => {
  const own = wheelOf({ 'own.py': source + KEPT })
  const dep = wheelOf({ 'dep/__init__.py': '', ...files })
  const whole = openTable(encodeTable(extractPython(own, [dep])))
  const gapped = openTable(encodeTable(extractPython(own, [])), GAPS)
  expect(changesBetween(whole, gapped)).toEqual([])
  expect(changesBetween(gapped, whole)).toEqual([])
})

test('what is gone from a release that was read without all it needs is said all the same', () => {
  const before = openTable(
    encodeTable(extractPython(wheelOf({ 'own.py': `${KEPT}def goes(): ...\n` }), [])),
  )
  const after = openTable(encodeTable(extractPython(wheelOf({ 'own.py': KEPT }), [])), GAPS)
  expect(changesBetween(before, after)).toEqual(['- own.goes'])
})
