import { describe, expect, test } from 'vitest'
import { cythonText } from '../../../../src/extract/python/files/cythonText.ts'
import {
  definitionOf,
  entryOf,
  type Files,
  memberNames,
  moduleOf,
  publicNames,
  tableOf,
} from '../packageOf.ts'

const compiled = (more: Files): Files => ({
  'pkg/__init__.py': '',
  'pkg/fast.cpython-311-x86_64-linux-gnu.so': '',
  ...more,
})

describe('Cython sources beside a compiled module', () => {
  const source = `
# cython: language_level=3
cimport numpy as cnp
from libc.math cimport sqrt
include "parts.pxi"
from .other import shown
LIMIT = 3
alias = run
cdef int hidden = 4
cdef extern from "x.h":
    int outside(int)
cdef double inner(double x) nogil:
    return x
def run(double[:, ::1] x not None, int n=3, *, mode="a(", **rest):
    """A text that
ends at the margin.
    """
    cdef int i
    return 1
cpdef cnp.float64_t both(cnp.float64_t a,
                         object b=None) except -1:
    return a
cdef class Tree(object):
    """Doc."""
    cdef public int depth, size
    cdef readonly object root
    cdef int secret
    def __cinit__(self): pass
    cpdef int walk(self, int x): return x
    @property
    def name(self): return 1
    property old:
        def __get__(self): return 1
    cdef void drop(self): pass
@cython.internal
cdef class Kept:
    def f(self): pass
cpdef enum Mode:
    FAST
    SLOW = 2
try:
    import other
    HAS = True
except ImportError:
    HAS = False
`
  const files = compiled({
    'pkg/fast.pyx': source,
    'pkg/parts.pxi': 'def included(a): pass\n',
    'pkg/other.py': 'shown = 1\n',
  })

  test('show what Python sees of it', () => {
    expect(publicNames(files, 'pkg.fast')).toEqual([
      'HAS',
      'LIMIT',
      'Mode',
      'Tree',
      'alias',
      'both',
      'included',
      'run',
      'shown',
    ])
    expect(definitionOf(files, 'run', 'pkg.fast')).toMatchObject({
      kind: 'function',
      signature: '(x, n=3, *, mode=..., **rest)',
      file: 'pkg/fast.pyx',
      line: 14,
    })
    expect(definitionOf(files, 'both', 'pkg.fast').signature).toBe('(a, b=None)')
    expect(definitionOf(files, 'included', 'pkg.fast').file).toBe('pkg/parts.pxi')
    expect(memberNames(files, 'Tree', 'pkg.fast')).toEqual([
      'depth',
      'name',
      'old',
      'root',
      'size',
      'walk',
    ])
    expect(memberNames(files, 'Mode', 'pkg.fast')).toEqual(['FAST', 'SLOW'])
    expect(moduleOf(tableOf(files), 'pkg.fast').state).toBe('dynamic')
  })

  test('a stub that says all is believed instead; one that does not is filled up', () => {
    const stubbed = (stub: string) => compiled({ 'pkg/fast.pyi': stub, 'pkg/fast.pyx': source })
    expect(publicNames(stubbed('def only(): ...\n'), 'pkg.fast')).toEqual(['only'])
    const open = stubbed('def only(): ...\ndef __getattr__(name): ...\n')
    expect(publicNames(open, 'pkg.fast')).toContain('run')
    expect(entryOf(open, 'only', 'pkg.fast').origin).toBe('pyi')
  })

  test('a declaration alone gives what can be called from Python', () => {
    const files = compiled({
      'pkg/fast.pxd': 'cpdef double f(double x) noexcept nogil\ncdef double g(double x) nogil\n',
    })
    expect(publicNames(files, 'pkg.fast')).toEqual(['f'])
  })

  test('a class that is only declared may have any member', () => {
    const declared = { 'pkg/fast.pxd': 'cdef class CRS:\n    cdef object _data\n' }
    const defined = { 'pkg/fast.pyx': 'cdef class CRS:\n    def to_wkt(self): pass\n' }
    const isOpen = (files: Files) => entryOf(compiled(files), 'CRS', 'pkg.fast').definition.isOpen
    expect(isOpen(declared)).toBe(true)
    expect(isOpen({ ...declared, ...defined })).toBe(false)
  })

  test('its list of names is a name as well', () => {
    const files = compiled({ 'pkg/fast.pyx': '__all__ = ["f"]\ndef f(): pass\n' })
    expect(entryOf(files, '__all__', 'pkg.fast').isPublic).toBe(false)
    const stub = compiled({ 'pkg/fast.pyi': '__all__ = ["f"]\ndef f(): ...\n' })
    expect(() => entryOf(stub, '__all__', 'pkg.fast')).toThrow()
  })

  test('without a compiled module they are nothing', () => {
    const files = { 'pkg/__init__.py': '', 'pkg/fast.pyx': source }
    expect(tableOf(files).modules.map(({ name }) => name)).toEqual(['pkg'])
  })

  test.each(['"""', '(', 'def f(', 'class A:', 'cdef class', "include '", '@', '\\', 'if:\n if:'])(
    'what breaks off is read to its end: %s',
    (text) => {
      expect(typeof cythonText(text).text).toBe('string')
    },
  )
})
