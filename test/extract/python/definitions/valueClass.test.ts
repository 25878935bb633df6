import { expect, test } from 'vitest'
import { extractFollowing } from '../../../../src/extract/python/extractPython.ts'
import type { PythonArtifact } from '../../../../src/extract/python/files/moduleFiles.ts'
import { allMembers } from '../../../support/allMembers.ts'

function artifactOf(files: Readonly<Record<string, string>>): PythonArtifact {
  const read = (path: string) => (files[path] === undefined ? null : Buffer.from(files[path]))
  return { kind: 'wheel', entries: Object.keys(files), read }
}

const own = artifactOf({
  'pkg/__init__.py':
    'from blink import Space\n_signals = Space()\nchanged = _signals.signal("changed")\n',
})
const other = artifactOf({
  'blink/__init__.py':
    'class Signal:\n  def connect(self): pass\nclass Space:\n  def signal(self, name) -> Signal: ...\n',
})

function membersOf(dependencies: readonly PythonArtifact[]): readonly string[] {
  const { table } = extractFollowing(own, dependencies)
  const entry = table.modules[0]?.entries.find(({ name }) => name === 'changed')
  return entry === undefined ? [] : allMembers(entry.definition).map(({ name }) => name)
}

test('the package of a class is wanted whose method makes an object', () => {
  expect([...extractFollowing(own, []).wanted]).toContain('blink')
})

test('what its method says that it gives is there', () => {
  expect(membersOf([])).toEqual([])
  expect(membersOf([other])).toContain('connect')
})
