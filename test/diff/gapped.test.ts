// One release, read with what it needs and without: nothing of it changed.

import { expect, test } from 'vitest'
import type { Language } from '../../src/diff/changeOf.ts'
import { diffTables } from '../../src/diff/diffTables.ts'
import { writePath } from '../../src/domain/names/symbolPath.ts'
import { extractNpm } from '../../src/extract/npm/extractNpm.ts'
import { extractPython } from '../../src/extract/python/extractPython.ts'
import type { PythonArtifact } from '../../src/extract/python/files/moduleFiles.ts'
import { encodeTable } from '../../src/table/format/encodeTable.ts'
import { openTable } from '../../src/table/openTable.ts'
import type { OpenTable } from '../../src/table/tableView.ts'
import { packageOf } from '../extract/npm/packageOf.ts'

type Files = Readonly<Record<string, string>>

function wheelOf(files: Files): PythonArtifact {
  const read = (path: string) => (files[path] === undefined ? null : Buffer.from(files[path]))
  return { kind: 'wheel', entries: Object.keys(files), read }
}

function changesBetween(
  from: OpenTable,
  to: OpenTable,
  language: Language = 'python',
): readonly string[] {
  const ecosystem = language === 'python' ? 'pypi' : 'npm'
  const write = (path: readonly string[]) => writePath(ecosystem, 'own', path)
  const versions = { from: '1.0', to: '1.1' }
  const { added, removed, changed } = diffTables({ from, to }, { language, versions, write })
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

test.for([
  ['a static of its base', 'on(): void;', 'static on(): void;'],
  ['a static of its own', 'static on(): void;', 'on(): void;'],
  ['both', '', 'on(): void; static on(): void;'],
] as const)('%s beside a member that a class has', ([, own, ofBase]) => {
  const typed = { types: './index.d.ts', dependencies: { dep: '1' } }
  const dep = packageOf({ 'index.d.ts': `export class Base { ${ofBase} }` }, typed, 'dep')
  const source = `import { Base } from 'dep'\nexport class Made extends Base { ${own} }\n`
  const read = packageOf({ 'index.d.ts': `${source}export class Kept {}` }, typed)
  const whole = openTable(encodeTable(extractNpm(read, { get: () => dep }).table))
  const gapped = openTable(encodeTable(extractNpm(read, { get: () => null }).table), GAPS)
  expect(changesBetween(whole, gapped, 'typescript')).toEqual([])
  expect(changesBetween(gapped, whole, 'typescript')).toEqual([])
})

test('what is gone from a release that was read without all it needs is said all the same', () => {
  const before = openTable(
    encodeTable(extractPython(wheelOf({ 'own.py': `${KEPT}def goes(): ...\n` }), [])),
  )
  const after = openTable(encodeTable(extractPython(wheelOf({ 'own.py': KEPT }), [])), GAPS)
  expect(changesBetween(before, after)).toEqual(['- own.goes'])
})
