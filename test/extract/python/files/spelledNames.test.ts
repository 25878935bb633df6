import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { withCompiledWords } from '../../../../src/extract/python/files/compiledFiles.ts'
import { spelledNames } from '../../../../src/extract/python/files/spelledNames.ts'
import { findSymbol } from '../../../../src/symbols/findSymbol.ts'
import { encodeTable } from '../../../../src/table/format/encodeTable.ts'
import { openTable } from '../../../../src/table/openTable.ts'
import { type Files, moduleOf, tableOf } from '../packageOf.ts'

const C = '\0PyModule_Create2\0qr_delete\0_ZN3abcE\0a.b\0'
const CYTHON = '\0PyModuleDef_Init\0cython_runtime\0qr_delete\0'
const TEXTS = '__test__cline_in_tracebackhidden_name'

/** As Cython packs them, between other bytes that begin alike. */
function packed(texts: string): Buffer {
  const noise = Buffer.from([0x78, 0x9c, 0x00, 0x78, 0xda, 0xff])
  return Buffer.concat([Buffer.from(CYTHON), noise, deflateSync(texts), noise])
}

describe('what a compiled file spells', () => {
  test('runs of letters, without what compilers make of names', () => {
    expect(spelledNames(Buffer.from(C))).toBe('\nPyModule_Create2\nqr_delete\n')
  })

  test('texts of Cython, packed or not', () => {
    expect(spelledNames(Buffer.from(`${CYTHON}${TEXTS}\0`))?.split('\n')).toContain(TEXTS)
    expect(spelledNames(packed(TEXTS))?.split('\n')).toContain(TEXTS)
  })

  test.each<[string, Buffer]>([
    ['leaves the module to another file', Buffer.from('\0PyInit_x\0PyCapsule_GetPointer\0')],
    ['takes all names of another module', Buffer.from(`${C}from-import-* object has no __dict__`)],
    ['packs its texts in a way that is not known', Buffer.from(CYTHON)],
    ['packs something else', packed('nothing of Cython')],
    ['has a stream that ends too early', packed(TEXTS).subarray(0, -20)],
    ['spells half a megabyte', Buffer.from(C + randomWords(600 * 1024))],
    ['is empty', Buffer.alloc(0)],
    [
      'has more streams than are tried',
      Buffer.concat([
        Buffer.from(CYTHON),
        Buffer.alloc(4_000, '\x78\xda', 'latin1'),
        packed(TEXTS),
      ]),
    ],
  ])('a file proves nothing that %s', (_title, bytes) => {
    expect(spelledNames(bytes)).toBeNull()
  })
})

function randomWords(length: number): string {
  return Array.from({ length: length / 9 }, (_, i) => `w${String(i).padStart(7, '0')}`).join('\0')
}

describe('what a module cannot have', () => {
  const files: Files = {
    'pkg/__init__.py': 'from .fast import *\nfrom .quick import *\ndef plain(): pass\n',
    'pkg/fast.cpython-311-x86_64-linux-gnu.so': C,
    'pkg/quick.pyd': '\0PyModuleDef_Init\0quick_sort\0Vector_\0Shape\0Round\0_async\0',
    'pkg/lazy.py': 'from .fast import *\ndef __getattr__(name): return find(name)\n',
    'pkg/shim.so': '\0PyInit_shim\0',
    'pkg/both.py': 'from .fast import *\nfrom .shim import *\n',
  }
  const opened = {
    tree: {
      entries: Object.entries(files).map(([path, text]) => ({ path, sizeBytes: text.length })),
    },
    async openAgain(keep: (path: string) => boolean) {
      return { read: (path: string) => (keep(path) ? Buffer.from(files[path] ?? '') : null) }
    },
  } as unknown as Parameters<typeof withCompiledWords>[1]

  async function findingOf(symbol: string): Promise<string> {
    const table = openTable(encodeTable(await withCompiledWords(tableOf(files), opened)))
    const finding = findSymbol(table, { ecosystem: 'pypi', packageName: 'pkg' }, symbol)
    if (finding.state !== 'not_found') return finding.state
    return finding.caveat === null ? 'absent' : 'perhaps'
  }

  test.each([
    ['pkg.plain', 'found'],
    ['pkg.qr_insert', 'absent'],
    ['pkg.qr_insert.below', 'absent'],
    ['pkg.qr_delete', 'perhaps'],
    ['pkg.quick_sort', 'perhaps'],
    // Part of a longer word: texts may lie one behind the other.
    ['pkg.delete', 'perhaps'],
    ['pkg.Vector_float', 'perhaps'],
    ['pkg.Shape3', 'perhaps'],
    ['pkg.ShapeRound', 'perhaps'],
    ['pkg.load_async', 'perhaps'],
    ['pkg.ShapeFlat', 'absent'],
    ['pkg.abs', 'perhaps'],
    ['pkg.__dir__', 'found'],
    ['pkg.__many__', 'perhaps'],
    ['pkg.naïve', 'perhaps'],
    ['pkg.fast.qr_insert', 'absent'],
    ['pkg.fast.qr_delete', 'undetermined'],
    ['pkg.fast.quick_sort', 'absent'],
    ['pkg.shim.anything', 'undetermined'],
    ['pkg.both.anything', 'perhaps'],
    ['pkg.lazy.anything', 'perhaps'],
  ])('%s: %s', async (symbol, expected) => {
    expect(await findingOf(symbol)).toBe(expected)
  })

  test('only files that prove something are kept, and only for modules that need no more', async () => {
    const table = await withCompiledWords(tableOf(files), opened)
    expect(table.compiled?.map(({ file }) => file)).toEqual([
      'pkg/fast.cpython-311-x86_64-linux-gnu.so',
      'pkg/quick.pyd',
    ])
    expect(moduleOf(table, 'pkg').compiledIn).toHaveLength(2)
    expect(moduleOf(table, 'pkg.both').compiledIn).toBeUndefined()
    expect(moduleOf(table, 'pkg.lazy').compiledIn).toBeUndefined()
  })
})

describe('names that compiled code puts into modules of the package', () => {
  const so = 'pkg/_fast.cpython-311-x86_64-linux-gnu.so'
  const files: Files = {
    'pkg/__init__.py': '',
    'pkg/errors.py': 'def lookup(code): pass\n',
    'pkg/other.py': '',
    [so]: '\0PyModule_Create2\0pkg.errors\0UniqueViolation\0pkg.others\0',
  }

  test.each([
    ['pkg.errors.UniqueViolation', 'In pkg.errors names may be made at run time.'],
    ['pkg.errors.Violation', null],
    ['pkg.other.UniqueViolation', null],
    ['pkg.UniqueViolation', null],
  ])('%s: %s', async (symbol, caveat) => {
    const entries = Object.entries(files).map(([path, text]) => ({ path, sizeBytes: text.length }))
    const opened = { read: (path: string) => Buffer.from(files[path] ?? '') }
    const job = { tree: { entries }, openAgain: async () => opened }
    const table = await withCompiledWords(
      tableOf(files),
      job as unknown as Parameters<typeof withCompiledWords>[1],
    )
    const found = findSymbol(
      openTable(encodeTable(table)),
      { ecosystem: 'pypi', packageName: 'pkg' },
      symbol,
    )
    expect(found).toEqual({ state: 'not_found', caveat })
  })
})
