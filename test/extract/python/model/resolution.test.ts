// What names mean that lead to other modules, and to themselves.

import { describe, expect, test } from 'vitest'
import { definitionOf, entryOf, type Files, moduleOf, publicNames, tableOf } from '../packageOf.ts'

const init = (text: string, more: Files = {}): Files => ({ 'pkg/__init__.py': text, ...more })

describe('names from other modules', () => {
  test('re-exports lead to one definition', () => {
    const files = init('from .api import get as fetch\nfrom . import api\n', {
      'pkg/api.py': 'def get(url): "Gets."\n',
    })
    const { definition } = entryOf(files, 'fetch')
    expect(definition).toMatchObject({
      module: 'pkg.api',
      name: 'get',
      kind: 'function',
      doc: 'Gets.',
    })
    expect(definitionOf(files, 'api')).toMatchObject({
      module: 'pkg.api',
      name: '',
      kind: 'module',
    })
  })

  test('a star import takes what is listed, else what is public', () => {
    const files = init('from .a import *\nfrom .b import *\n', {
      'pkg/a.py': '__all__ = ["x", "_y"]\nx = _y = z = 1\n',
      'pkg/b.py': 'import os\nq = 1\n_r = 2\n',
    })
    const names = moduleOf(tableOf(files), 'pkg').entries.map(({ name }) => name)
    expect(names).toEqual(['_y', 'a', 'b', 'os', 'q', 'x'])
    expect(entryOf(files, 'x').origin).toBe('star')
  })

  test('star imports in a circle end', () => {
    const files = init('from .a import *\nx = 1\n', {
      'pkg/a.py': 'from .b import *\ny = 1\n',
      'pkg/b.py': 'from .a import *\nfrom . import *\nz = 1\n',
    })
    expect(publicNames(files)).toEqual(['a', 'b', 'x', 'y', 'z'])
  })

  test('what comes later stands', () => {
    const files = init('from .a import *\ndef f(): pass\n', { 'pkg/a.py': 'def f(x): pass\n' })
    expect(definitionOf(files, 'f')).toMatchObject({ module: 'pkg', name: 'f' })
    const other = init('def f(): pass\nfrom .a import *\n', { 'pkg/a.py': 'def f(x): pass\n' })
    expect(definitionOf(other, 'f')).toMatchObject({ module: 'pkg.a', name: 'f' })
  })

  test('aliases are followed through assignments', () => {
    const files = init('from . import a\nB = a.A\nrun = B.go\n', {
      'pkg/a.py': 'class A:\n  def go(self): pass\n',
    })
    expect(definitionOf(files, 'B')).toMatchObject({ module: 'pkg.a', name: 'A', kind: 'class' })
    expect(definitionOf(files, 'run')).toMatchObject({ name: 'A.go' })
  })

  test('names that one module puts into another', () => {
    const files = init('from . import a\na.extra = 1\n', { 'pkg/a.py': 'x = 1\n' })
    expect(publicNames(files, 'pkg.a')).toEqual(['extra', 'x'])
  })

  test('a star import from outside leaves the module dynamic', () => {
    expect(moduleOf(tableOf(init('from elsewhere import *\n')), 'pkg')).toMatchObject({
      state: 'dynamic',
      stateReason: 'takes every name of elsewhere',
    })
    expect(moduleOf(tableOf(init('from os.path import *\n')), 'pkg').state).toBe('complete')
  })
})

describe('names that lead to themselves', () => {
  test.each<[string, string]>([
    ['a call on itself', 'x = x.again()\n'],
    ['two calls on each other', 'x = y.go()\ny = x.go()\nz = x.a.b\n'],
    ['an alias of itself', 'x = x\ny = y.z\n'],
    ['aliases in a circle', 'a = b\nb = c\nc = a\n'],
    ['a class below itself', 'class A:\n  B = A\n  def m(self): pass\nA.C = A\nd = A.C.C.C.m\n'],
    ['a class that is its own base', 'class A(A): pass\nclass B(B.C): C = 1\n'],
    ['a base made of an instance', 'x = make()\nclass A(x.Base): pass\nx = A()\ny = x.y.z()\n'],
    ['an import of itself', 'from pkg import x\nfrom . import y as z\nimport pkg\nx = pkg.x\n'],
  ])('%s', (_title, text) => {
    expect(moduleOf(tableOf(init(text)), 'pkg').name).toBe('pkg')
  })
})
