import { describe, expect, test } from 'vitest'
import { importNamesOf } from '../../scripts/names/importNamesOf.ts'

// What a wheel holds, and under what it can be imported once it is installed.
const LAYOUTS: readonly [rule: string, paths: string[], expected: string[]][] = [
  ['a package', ['yaml/__init__.py', 'yaml/loader.py', 'PyYAML-6.dist-info/METADATA'], ['yaml']],
  ['a single module', ['six.py', 'six-1.dist-info/RECORD'], ['six']],
  ['a compiled module', ['_cffi_backend.cpython-311-x86_64-linux-gnu.so'], ['_cffi_backend']],
  ['a module with a stable ABI', ['cv2/__init__.py', 'fast.abi3.so'], ['cv2', 'fast']],
  ['a namespace', ['google/protobuf/__init__.py', 'google/protobuf/x.py'], ['google.protobuf']],
  ['a module in a namespace', ['ns/one.py', 'ns/deep/two.pyi'], ['ns.deep.two', 'ns.one']],
  [
    'what is installed from .data',
    ['x-1.data/purelib/a/__init__.py', 'x-1.data/scripts/b.py'],
    ['a'],
  ],
  ['a whole environment', ['x-1.data/data/lib/python3.12/site-packages/a/__init__.py'], ['a']],
  ['no stubs', ['requests-stubs/__init__.pyi'], []],
  ['no tests', ['tests/__init__.py', 'tests/test_x.py', 'real.py'], ['real']],
  ['no data', ['share/doc/x.txt', 'pkg.libs/lib.so.6', 'pkg/__init__.py'], ['pkg']],
]

describe('importNamesOf', () => {
  test.each(LAYOUTS)('%s', (_rule, paths, expected) => {
    expect(importNamesOf(paths)).toEqual(expected)
  })

  test('folders that a .pth file puts on the path are roots too', () => {
    const paths = ['win32/win32api.pyd', 'win32/lib/win32con.py', 'win32com/__init__.py']
    const names = importNamesOf(paths, ['win32', 'win32/lib', 'not/there'])
    expect(names).toEqual(expect.arrayContaining(['win32api', 'win32con', 'win32com']))
  })

  test('a distribution spread over hundreds is cut, the shortest names first', () => {
    const paths = Array.from({ length: 300 }, (_, i) => `ns/deep/m${i}.py`)
    const names = importNamesOf([...paths, 'top/__init__.py'])
    expect(names).toHaveLength(100)
    expect(names).toContain('top')
  })
})
