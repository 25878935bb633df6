// Paths that code can write, and what a miss on one of them says.

import { describe, expect, test } from 'vitest'
import { closestSymbols } from '../../src/symbols/closestSymbols.ts'
import { findSymbol } from '../../src/symbols/findSymbol.ts'
import { encodeTable } from '../../src/table/format/encodeTable.ts'
import { openTable } from '../../src/table/openTable.ts'
import { type Files, tableOf } from '../extract/python/packageOf.ts'

/** `found kind`, `absent`, or what the caveat or the refusal names. */
function said(files: Files, symbol: string, packageName = 'pkg'): string {
  const table = openTable(encodeTable(tableOf(files)))
  const finding = findSymbol(table, { ecosystem: 'pypi', packageName }, symbol)
  if (finding.state === 'found') return `found ${finding.row.kind}`
  if (finding.state === 'undetermined') return `undetermined ${finding.module}`
  return finding.caveat ?? 'absent'
}

describe('names that Python takes for the same', () => {
  const files: Files = {
    'pkg/__init__.py': 'def ﬁx(): ...\nclass Größe:\n  def ℌold(self): ...\n',
    'pkg/ﬁle.py': 'a = 1\n',
  }
  test.each([
    ['fix', 'found function'],
    ['ﬁx', 'found function'],
    ['pkg.ﬁx', 'found function'],
    ['ｐｋｇ.ﬁx', 'found function'],
    ['Größe', 'found class'],
    ['Gro\u0308ße.Hold', 'found method'],
    ['Größe.ℌold', 'found method'],
    ['pkg.ﬁle.a', 'found constant'],
    // A full stop of another width is none to Python.
    ['pkg．fix', 'absent'],
    ['ﬁxx', 'absent'],
  ])('%s: %s', (symbol, expected) => {
    expect(said(files, symbol)).toBe(expected)
  })
})

describe('a module under the name of another', () => {
  const files: Files = {
    'pkg/__init__.py':
      'from . import algorithms\nfrom .algorithms import bipartite\nfrom .algorithms import gone, other\nimport pkg.deep.inner as short\ndel gone\nother = 3\nfrom .stars import *\n',
    'pkg/algorithms/__init__.py': 'from . import bipartite, gone, other\n',
    'pkg/algorithms/bipartite.py':
      'from ..deep import inner\nclass Color:\n  def mix(self): ...\ndef color(): ...\n',
    'pkg/algorithms/gone.py': 'def f(): ...\n',
    'pkg/algorithms/other.py': 'def f(): ...\n',
    'pkg/algorithms/starred.py': 'def g(): ...\n',
    'pkg/stars.py': 'from .algorithms import starred\nfrom .algorithms import other\n',
    'pkg/deep/__init__.py': '',
    'pkg/deep/inner.py': 'import pkg\ndef h(): ...\ndef __getattr__(name): return find(name)\n',
  }
  test.each([
    ['pkg.bipartite', 'found module'],
    ['pkg.bipartite.color', 'found function'],
    ['pkg.bipartite.Color.mix', 'found method'],
    ['pkg.algorithms.bipartite.color', 'found function'],
    ['pkg.bipartite.inner.h', 'found function'],
    ['pkg.short.h', 'found function'],
    ['pkg.short.pkg.bipartite.color', 'found function'],
    ['pkg.starred.g', 'found function'],
    ['bipartite.color', 'found function'],
    ['pkg.bipartite.nothing', 'absent'],
    ['pkg.bipartite.Color.nothing', 'absent'],
    ['pkg.algorithms.gone.f', 'found function'],
    // Deleted, and bound to something else by what follows.
    ['pkg.gone.f', 'absent'],
    // The star import that follows binds it again.
    ['pkg.other.f', 'found function'],
    // The module that the path ends in is the one that may have more.
    ['pkg.short.nothing', 'In pkg.deep.inner names may be made at run time.'],
  ])('%s: %s', (symbol, expected) => {
    expect(said(files, symbol)).toBe(expected)
  })

  test('a name that is bound to something else after the import leads nowhere', () => {
    const rebound: Files = {
      ...files,
      'pkg/__init__.py': 'from .algorithms import other\nother = 3\n',
    }
    expect(said(rebound, 'pkg.other.f')).toBe(
      'pkg.other may have members that the file does not show.',
    )
  })
})

describe('what Python gives to every object', () => {
  const files: Files = {
    'pkg/__init__.py':
      'from .fast import Quick\n__all__ = ["C"]\nclass C:\n  def m(self): ...\n  @wrap\n  def w(self): ...\ndef f(): ...\n@wrap\ndef g(): ...\nx = C()\nn = 3\n',
    'pkg/plain.py': '',
    'pkg/space/inner.py': '',
    'pkg/fast.so': '',
    'pkg/fast.pyi': 'class Quick: ...\n',
  }
  test.each([
    ['pkg.__file__', 'found attribute'],
    ['pkg.__path__', 'found attribute'],
    ['pkg.__all__', 'found constant'],
    ['pkg.plain.__cached__', 'found attribute'],
    ['pkg.plain.__path__', 'absent'],
    ['pkg.plain.__all__', 'absent'],
    ['pkg.plain.__mro__', 'absent'],
    ['pkg.space.__path__', 'found attribute'],
    ['pkg.space.__cached__', 'absent'],
    ['pkg.C.__eq__', 'found method'],
    ['pkg.C.mro', 'found method'],
    ['pkg.C.__code__', 'absent'],
    ['pkg.C.__weakref__', 'pkg.C may have members that the file does not show.'],
    ['pkg.C.__class__.__name__', 'pkg.C may have members that the file does not show.'],
    ['pkg.C.m.__code__', 'found attribute'],
    ['pkg.C.w.__doc__', 'found attribute'],
    ['pkg.C.w.__code__', 'pkg.C.w may have members that the file does not show.'],
    ['pkg.f.__defaults__', 'found attribute'],
    ['pkg.g.__defaults__', 'pkg.g may have members that the file does not show.'],
    ['pkg.x.__class__', 'found attribute'],
    ['pkg.x.__name__', 'pkg.x may have members that the file does not show.'],
    ['pkg.n.__str__', 'found method'],
    ['pkg.Quick.__name__', 'found attribute'],
    ['pkg.Quick.__annotations__', 'pkg.Quick may have members that the file does not show.'],
    ['pkg.C.__nothing__', 'absent'],
    ['pkg.__spec__.name', 'pkg may have members that the file does not show.'],
  ])('%s: %s', (symbol, expected) => {
    expect(said(files, symbol)).toBe(expected)
  })
})

describe('what texts of modules and classes have', () => {
  const files: Files = {
    'pkg/__init__.py': '"""Of the package."""\nclass C:\n  """Of C."""\nclass D: ...\n',
    'pkg/other.py': '',
  }
  test.each([
    ['pkg.__doc__.strip', 'found method'],
    ['pkg.__file__.endswith', 'found method'],
    ['pkg.C.__doc__.strip', 'found method'],
    ['pkg.C.__module__.split', 'found method'],
    ['pkg.__doc__.gone', 'pkg may have members that the file does not show.'],
    // Without a text it is nothing.
    ['pkg.D.__doc__.strip', 'pkg.D may have members that the file does not show.'],
    ['pkg.other.__doc__.strip', 'pkg.other may have members that the file does not show.'],
  ])('%s: %s', (symbol, expected) => {
    expect(said(files, symbol)).toBe(expected)
  })
})

describe('what values of builtin classes have', () => {
  const files: Files = {
    'pkg/__init__.py':
      'URL = "https://{x}"\nMAP: dict[str, int] = {}\nN = -3\nRAW = b"x"\nODD: "str | None" = None\nclass C:\n  part = "a"\n  def f(self): ...\ndict_like = make()\n',
  }
  test.each([
    ['pkg.URL.format', 'found method'],
    ['pkg.MAP.items', 'found method'],
    ['pkg.N.bit_length', 'found method'],
    ['pkg.RAW.decode', 'found method'],
    ['pkg.RAW.encode', 'pkg.RAW may have members that the file does not show.'],
    ['pkg.C.part.upper', 'found method'],
    ['pkg.URL.items', 'pkg.URL may have members that the file does not show.'],
    ['pkg.ODD.upper', 'pkg.ODD may have members that the file does not show.'],
    ['pkg.dict_like.items', 'pkg.dict_like may have members that the file does not show.'],
  ])('%s: %s', (symbol, expected) => {
    expect(said(files, symbol)).toBe(expected)
  })
})

describe('a distribution without modules', () => {
  test('says that its requirements may hold what is asked for', () => {
    const caveat = 'pkg holds no modules of its own: what it installs comes with its requirements.'
    expect(said({ 'pkg-1.dist-info/METADATA': '' }, 'pkg.robjects')).toBe(caveat)
  })
})

describe('tests beside a package', () => {
  const files: Files = {
    'pkg/__init__.py': 'def f(): ...\n',
    'tests/__init__.py': '',
    'tests/helpers.py': 'def g(): ...\n',
  }
  test.each([
    ['pkg.nothing', 'absent'],
    ['nothing', 'absent'],
    ['tests.helpers.g', 'found function'],
    ['tests.helpers.nothing', 'undetermined tests.helpers'],
  ])('%s: %s', (symbol, expected) => {
    expect(said(files, symbol)).toBe(expected)
  })
})

describe('a package that several distributions share', () => {
  const files: Files = {
    'space/mgmt/hub/__init__.py': 'def f(): ...\n',
    'space/mgmt/hub/inner/deep.py': '',
  }
  test.each([
    ['space.mgmt.hub.f', 'found function'],
    ['space.core.Retry', 'Other distributions may hold modules of space.'],
    ['space.mgmt.core', 'Other distributions may hold modules of space.mgmt.'],
    ['space.mgmt.hub.nothing', 'absent'],
    // Not `space.mgmt`, although the path begins with the name of the distribution.
    ['space.mgmt.hub.mgmt', 'absent'],
    // A folder without a file inside of a package with one is nobody else's.
    ['space.mgmt.hub.inner.nothing', 'absent'],
  ])('%s: %s', (symbol, expected) => {
    expect(said(files, symbol, 'space-mgmt-hub')).toBe(expected)
  })

  test('a path that begins with a module means that one', () => {
    const two: Files = { 'attr/__init__.py': 'def s(): ...\n', 'attrs/__init__.py': 'x = 1\n' }
    expect(said(two, 'attrs.s', 'attrs')).toBe('absent')
    expect(said(two, 'attr.s', 'attrs')).toBe('found function')
  })
})

describe('tests of a package', () => {
  const files: Files = {
    'pkg/__init__.py': 'def run(): ...\n',
    'pkg/tests/__init__.py': '',
    'pkg/tests/help.py':
      'from pkg import run\nfrom unittest import TestCase\nLIMIT = 1\ndef make(): ...\nclass Case(TestCase):\n  def go(self): ...\n',
  }
  test.each([
    ['pkg.tests.help', 'found module'],
    ['pkg.tests.help.make', 'found function'],
    ['pkg.tests.help.Case', 'found class'],
    ['pkg.tests.help.LIMIT', 'found constant'],
    ['pkg.tests.help.run', 'found function'],
    ['pkg.tests.help.Case.go', 'found method'],
    // What bases bring is not listed, nor is all that there is.
    ['pkg.tests.help.Case.assertEqual', 'undetermined pkg.tests.help'],
    ['pkg.tests.help.nothing', 'undetermined pkg.tests.help'],
    // Only the whole path means them.
    ['make', 'absent'],
    ['help.make', 'absent'],
    ['pkg.make', 'absent'],
    ['pkg.Case', 'absent'],
  ])('%s: %s', (symbol, expected) => {
    expect(said(files, symbol)).toBe(expected)
  })

  test('are not public, and not offered', () => {
    const table = openTable(encodeTable(tableOf(files)))
    const of = { ecosystem: 'pypi', packageName: 'pkg' } as const
    expect(findSymbol(table, of, 'pkg.tests.help.make')).toMatchObject({
      row: { public: false },
      alsoAt: [],
    })
    expect(closestSymbols(table, of, 'pkg.help.mak')).toEqual([])
    expect(closestSymbols(table, of, 'pkg.mak')).toEqual([])
  })
})

describe('a package that loads its submodules when it is asked for them', () => {
  const files: Files = {
    'pkg/__init__.py':
      'import importlib\nsubmodules = ["sub", "gone"]\n__all__ = submodules + ["f"]\ndef f(): ...\ndef __getattr__(name):\n  if name in submodules:\n    return importlib.import_module(f"pkg.{name}")\n  raise AttributeError(name)\n',
    'pkg/sub.py': 'def g(): ...\n',
  }
  test.each([
    ['pkg.sub', 'found module'],
    ['pkg.sub.g', 'found function'],
    ['pkg.sub.nothing', 'absent'],
    ['pkg.nothing', 'absent'],
  ])('%s: %s', (symbol, expected) => {
    expect(said(files, symbol)).toBe(expected)
  })
})

describe('names that a function gives to other modules', () => {
  const files: Files = {
    'pkg/__init__.py':
      'def _go():\n  from . import one, two as second\n  import pkg.deep.three\n  one.put = second.both = 1\n  pkg.deep.three.late = 2\n  if one.seen == 3: ...\n  one.known = 4\n_go()\n',
    'pkg/one.py': 'def known(): ...\n',
    'pkg/two.py': '',
    'pkg/deep/__init__.py': '',
    'pkg/deep/three.py': '',
  }
  test.each([
    ['pkg.one.put', 'In pkg.one names may be made at run time.'],
    ['pkg.two.both', 'In pkg.two names may be made at run time.'],
    ['pkg.deep.three.late', 'In pkg.deep.three names may be made at run time.'],
    ['pkg.one.known', 'found function'],
    ['pkg.one.seen', 'absent'],
    ['pkg.two.put', 'absent'],
  ])('%s: %s', (symbol, expected) => {
    expect(said(files, symbol)).toBe(expected)
  })
})

describe('a module that is called like the one it is in', () => {
  const files: Files = {
    'pkg/__init__.py': 'from .pkg import shown\n',
    'pkg/pkg.py':
      'from shutil import which\ndef shown(): ...\ndef hidden(): ...\nclass pkg:\n  def m(self): ...\n',
  }
  test.each([
    ['pkg.shown', 'found function'],
    ['pkg.pkg.hidden', 'found function'],
    ['pkg.hidden', 'absent'],
    ['pkg.which', 'absent'],
    ['hidden', 'found function'],
    ['pkg.m', 'found method'],
  ])('%s: %s', (symbol, expected) => {
    expect(said(files, symbol)).toBe(expected)
  })
})
