// Modules that are no plain sources: stubs, compiled files, links, files that cannot be read.

import { describe, expect, test } from 'vitest'
import { openArtifact } from '../../../../src/artifact/openArtifact.ts'
import { extractFollowing, extractPython } from '../../../../src/extract/python/extractPython.ts'
import { link } from '../../../fake/archives/hostileTarball.ts'
import { buildTarball } from '../../../fake/archives/tarBuilder.ts'
import { definitionOf, entryOf, type Files, moduleOf, publicNames, tableOf } from '../packageOf.ts'

const init = (text: string, more: Files = {}): Files => ({ 'pkg/__init__.py': text, ...more })

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

describe('files that are not plain sources', () => {
  test('a compiled module without a stub is opaque, and what is taken from it is unknown', () => {
    const files = {
      ...init('from ._fast import go\nfrom ._fast import *\n'),
      'pkg/_fast.cpython-311-x86_64-linux-gnu.so': '',
    }
    const table = tableOf(files)
    expect(moduleOf(table, 'pkg._fast')).toMatchObject({ state: 'opaque' })
    expect(moduleOf(table, 'pkg')).toMatchObject({ state: 'dynamic' })
    expect(definitionOf(files, 'go')).toMatchObject({
      module: 'pkg._fast',
      kind: 'attribute',
      file: null,
    })
  })

  test('a compiled module with a stub is what the stub says, and what else the file spells', () => {
    const stub =
      'from typing import Any, TypeVar\nT = TypeVar("T")\ndef go(x: int) -> str: ...\nclass C:\n  def m(self) -> None: ...\n'
    const files = { 'pkg/__init__.py': '', 'pkg/fast.abi3.so': '', 'pkg/fast.pyi': stub }
    expect(moduleOf(tableOf(files), 'pkg.fast')).toMatchObject({
      state: 'dynamic',
      origin: 'pyi',
      compiledIn: ['pkg/fast.abi3.so'],
    })
    expect(publicNames(files, 'pkg.fast')).toEqual(['C', 'T', 'go'])
    expect(entryOf(files, 'T', 'pkg.fast').isTypeOnly).toBe(true)
    expect(entryOf(files, 'go', 'pkg.fast')).toMatchObject({
      origin: 'pyi',
      definition: { signature: '(x: int) -> str' },
    })
  })

  test('folders without __init__, stubs of other packages, data folders', () => {
    const files = {
      'ns/part/mod.py': 'x = 1\n',
      'other-stubs/__init__.pyi': 'def f() -> int: ...\n',
      'dist-1.0.data/purelib/late/__init__.py': 'y = 1\n',
      'dist-1.0.dist-info/METADATA': '',
    }
    expect(tableOf(files).modules.map(({ name }) => name)).toEqual([
      'late',
      'ns',
      'ns.part',
      'ns.part.mod',
      'other',
    ])
  })

  test('what an sdist imports of its own and does not hold is made by its build', () => {
    const files = {
      'pkg/__init__.py':
        'from .version import version\nfrom ._speed import *\nfrom .gen.a import A\nfrom . import x\nimport other.y\nfrom .b.c import d',
      'pkg/b.py': '',
      'shared/__init__.py': "__import__('pkg_resources').declare_namespace(__name__)",
      'shared/own.py': 'import shared.others',
    }
    const states = (kind: 'wheel' | 'sdist') =>
      tableOf(files, kind).modules.map(({ name, state }) => `${name} ${state}`)
    expect(states('wheel')).toEqual([
      // To import what a wheel lacks of its own fails: it brings nothing.
      'pkg complete',
      'pkg.b complete',
      'shared complete',
      'shared.own complete',
    ])
    expect(states('sdist')).toEqual([
      'pkg dynamic',
      'pkg._speed opaque',
      'pkg.b complete',
      'pkg.gen opaque',
      'pkg.gen.a opaque',
      'pkg.version opaque',
      'shared complete',
      'shared.own complete',
    ])
    const isPublic = (kind: 'wheel' | 'sdist') =>
      moduleOf(tableOf(files, kind), 'pkg').entries.find(({ name }) => name === 'version')?.isPublic
    expect([isPublic('wheel'), isPublic('sdist')]).toEqual([false, true])
  })

  test('an sdist installs what it lists, or what looks like a package', () => {
    const listed = {
      'setup.py': '',
      'lib/a/__init__.py': '',
      'tests/__init__.py': '',
      'x.egg-info/top_level.txt': 'a\n',
    }
    expect(tableOf(listed, 'sdist').modules.map(({ name }) => name)).toEqual(['a'])
    const plain = { 'setup.py': '', 'src/b/__init__.py': '', 'c.py': '', 'tests/test_b.py': '' }
    expect(tableOf(plain, 'sdist').modules.map(({ name }) => name)).toEqual(['b', 'c'])
  })

  test.each<[rule: string, setup: string, more?: Record<string, string>]>([
    [
      'of two for a version each, the one for Python 3',
      'import sys\nif sys.version_info >= (3, 0):\n    dirs = {"": "python3"}\nelse:\n    dirs = {"": "python2"}\nsetup(name="a", package_dir=dirs)',
    ],
    ['on the spot', 'import setuptools\nsetuptools.setup(package_dir={"": "./python3/"})'],
    ['of one package', 'setup(package_dir={"a": "python3/a"})'],
    ['in setup.cfg', '', { 'setup.cfg': '[options]\npackage_dir=\n    =python3\n' }],
    [
      'where packages are found, in setup.cfg',
      '',
      { 'setup.cfg': '[options.packages.find]\nwhere = python3\n' },
    ],
    [
      'in pyproject.toml',
      '',
      { 'pyproject.toml': '[tool.setuptools.package-dir]\n"" = "python3"\n' },
    ],
    [
      'in pyproject.toml, on one line and behind a comment',
      '',
      {
        'pyproject.toml':
          '# package-dir = { "" = "python2" }\ntool.setuptools = { package-dir = { "" = "python3" } }\n',
      },
    ],
    [
      'where packages are found, in pyproject.toml',
      '',
      { 'pyproject.toml': '[tool.setuptools.packages.find]\nwhere = ["python3"]\n' },
    ],
  ])('an sdist installs what lies in the folder that it declares: %s', (_, setup, more = {}) => {
    const files = {
      'setup.py': setup,
      'python2/a.py': 'old = 1',
      'python3/a.py': 'new = 1',
      'python3/b/__init__.py': '',
      'c.py': '',
      ...more,
    }
    const { modules } = tableOf(files, 'sdist')
    const names = modules.map(({ name }) => name)
    expect(names.filter((name) => name !== 'c')).toEqual(['a', 'b'])
    expect(moduleOf(tableOf(files, 'sdist'), 'a').entries.map(({ name }) => name)).toEqual(['new'])
  })

  test.each([
    ['is computed', 'setup(package_dir={"": os.path.join("x", "y")})'],
    ['there is not', 'setup(package_dir={"": "gone"})'],
    ['leads out of the archive', 'setup(package_dir={"": "../x"})'],
    ['stands in code that is not run', 'def f():\n    setup(package_dir={"": "python3"})'],
  ])('a folder that %s is none', (_, setup) => {
    const files = { 'setup.py': setup, 'c.py': '', 'python3/a.py': '' }
    expect(tableOf(files, 'sdist').modules.map(({ name }) => name)).toEqual(['c'])
  })

  test('what cannot be read is listed, and the rest is read', () => {
    const files = init('def f(: pass\n$$$\ndef g(): pass\n')
    const table = tableOf(files)
    expect(table.unreadable).toHaveLength(1)
    expect(publicNames(files)).toContain('g')
  })

  test('tests are there, but nobody’s API', () => {
    const files = {
      'pkg/__init__.py': '',
      'pkg/tests/__init__.py': '',
      'pkg/tests/test_a.py': 'import os\n__all__ = ["test_a"]\ndef test_a(): pass\n',
    }
    const { entries, ...module } = moduleOf(tableOf(files), 'pkg.tests.test_a')
    expect(module).toMatchObject({ isPublic: false, state: 'unread' })
    const listed = entries.map(({ name, isPublic, definition: { kind, isOpen } }) => {
      return `${name} ${kind}${isPublic ? ' public' : ''}${isOpen ? ' open' : ''}`
    })
    expect(listed).toEqual(['os module open', 'test_a function open'])
  })

  test('of many tests the helpers are listed first', () => {
    const long = (name: string) => `def ${name}(): pass\n${'# a comment\n'.repeat(60_000)}`
    const files = {
      'pkg/__init__.py': '',
      'pkg/tests/__init__.py': '',
      'pkg/tests/test_a.py': long('test_a'),
      'pkg/tests/test_b.py': long('test_b'),
      'pkg/tests/zoo.py': 'def feed(): pass\n',
    }
    const table = tableOf(files)
    const namesIn = (name: string) => moduleOf(table, name).entries.map((one) => one.name)
    expect(namesIn('pkg.tests.zoo')).toEqual(['feed'])
    expect(namesIn('pkg.tests.test_a')).toEqual(['test_a'])
    expect(namesIn('pkg.tests.test_b')).toEqual([])
  })

  test('what only tests take from other packages is not wanted', () => {
    const files: Readonly<Record<string, string>> = {
      'pkg/__init__.py': '',
      'pkg/tests/help.py': 'from other import *\nfrom third import Base\nclass A(Base): ...\n',
    }
    const artifact = {
      kind: 'wheel',
      entries: Object.keys(files),
      read: (path: string) => Buffer.from(files[path] ?? ''),
    } as const
    expect([...extractFollowing(artifact, []).wanted]).toEqual([])
  })
})

describe('stubs among the sources of a wheel', () => {
  const files = {
    'pkg/__init__.py': 'x = 1\n',
    'pkg/typed.pyi': 'class T: ...\n',
    'pkg/fast.pyi': 'def f(): ...\n',
    'pkg/fast.abi3.so': '',
  }
  test('without anything to import are for type checkers alone', () => {
    expect(moduleOf(tableOf(files), 'pkg.typed').isPublic).toBe(false)
    expect(entryOf(files, 'T', 'pkg.typed').isTypeOnly).toBe(true)
    expect(entryOf(files, 'typed').isTypeOnly).toBe(true)
  })
  test('beside compiled code are the module', () => {
    expect(publicNames(files, 'pkg.fast')).toEqual(['f'])
    expect(entryOf(files, 'f', 'pkg.fast').isTypeOnly).toBe(false)
  })
})
