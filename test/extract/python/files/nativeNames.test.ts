import { describe, expect, test } from 'vitest'
import { extractPython } from '../../../../src/extract/python/extractPython.ts'
import {
  nativeFiles,
  withCompiledWords,
} from '../../../../src/extract/python/files/compiledFiles.ts'
import type { PythonArtifact } from '../../../../src/extract/python/files/moduleFiles.ts'
import { nativeNames } from '../../../../src/extract/python/files/nativeNames.ts'
import { findSymbol } from '../../../../src/symbols/findSymbol.ts'
import { encodeTable } from '../../../../src/table/format/encodeTable.ts'
import { openTable } from '../../../../src/table/openTable.ts'
import { elfOf, type NativeModule } from '../../../support/elfOf.ts'

const CALLS = [
  ['PyModule_AddIntConstant', 'STORE_ANY'],
  ['PyModule_AddObject', 'Automaton'],
] as const
const FULL: NativeModule = { name: 'fast', functions: ['load', '_dump'], calls: CALLS }

function namesOf(module: NativeModule, name = 'pkg.fast', all: readonly string[] = []): string[] {
  return nativeNames(elfOf(module), name, new Set(all)).map(({ name }) => name)
}

describe('what a compiled file says that its module has', () => {
  test('functions of its table, and names that calls add', () => {
    expect(nativeNames(elfOf(FULL), 'pkg.fast', new Set())).toEqual([
      { name: 'load', kind: 'function' },
      { name: '_dump', kind: 'function' },
      { name: 'STORE_ANY', kind: 'constant' },
      { name: 'Automaton', kind: 'attribute' },
    ])
    expect(namesOf({ ...FULL, name: 'pkg.fast' })).toHaveLength(4)
  })

  test('nothing of a module of another name', () => {
    expect(namesOf(FULL, 'pkg.slow')).toEqual([])
  })

  test.each<[string, NativeModule, readonly string[]]>([
    ['makes two modules', { ...FULL, made: 2 }, []],
    ['names another module of the package', { ...FULL, texts: ['pkg.errors'] }, ['pkg.errors']],
    [
      'takes a module under a name that it is given',
      { ...FULL, calls: [...CALLS, ['PyImport_AddModule', 'other']] },
      [],
    ],
  ])('of a file that %s the added names may be for another', (_title, module, all) => {
    expect(namesOf(module, 'pkg.fast', all)).toEqual(['load', '_dump'])
  })

  test('what is set or taken away by another call, and what begins with two underscores, is left out', () => {
    const more = [
      ['PyModule_AddObject', 'gone'],
      ['PyObject_DelAttrString', 'gone'],
      ['PyModule_AddObject', '__own'],
      ['PyObject_GetAttrString', 'asked'],
    ] as const
    expect(namesOf({ ...FULL, calls: [...CALLS, ...more] })).not.toContain('gone')
    expect(namesOf({ ...FULL, calls: [...CALLS, ...more] })).toHaveLength(4)
  })

  test('a file that is cut off or changed anywhere is read without a fault', () => {
    const whole = elfOf(FULL)
    for (let at = 0; at < whole.length; at += 7) {
      expect(nativeNames(whole.subarray(0, at), 'pkg.fast', new Set()).length).toBeLessThan(5)
      const changed = Buffer.from(whole)
      changed.fill(0xff, at, at + 5)
      expect(nativeNames(changed, 'pkg.fast', new Set()).length).toBeLessThan(6)
    }
  })
})

describe('in the table', () => {
  const files: Readonly<Record<string, Buffer>> = {
    'pkg/__init__.py': Buffer.from('from .fast import *\nfrom .fast import other\n'),
    'pkg/fast.cpython-311-x86_64-linux-gnu.so': elfOf(FULL),
  }
  const artifact: PythonArtifact = {
    kind: 'wheel',
    entries: Object.keys(files),
    read: (path) => (path.endsWith('.py') ? (files[path] ?? null) : null),
  }
  const opened = {
    tree: {
      entries: Object.entries(files).map(([path, bytes]) => ({ path, sizeBytes: bytes.length })),
    },
    async openAgain(keep: (path: string) => boolean) {
      return { read: (path: string) => (keep(path) ? (files[path] ?? null) : null) }
    },
  } as unknown as Parameters<typeof withCompiledWords>[1]

  test.each([
    ['pkg.fast.load', 'found'],
    ['pkg.fast._dump', 'found'],
    ['pkg.load', 'found'],
    ['pkg.STORE_ANY', 'found'],
    ['pkg.other', 'found'],
    ['pkg._dump', 'perhaps'],
    ['pkg.fast.Automaton.add_word', 'undetermined'],
    // It is spelled in the file, and nothing proves what it is.
    ['pkg.fast.PyModule_Create2', 'undetermined'],
    ['pkg.fast.nonsense', 'absent'],
  ])('%s: %s', async (symbol, said) => {
    const native = await nativeFiles(artifact, opened)
    const table = await withCompiledWords(extractPython({ ...artifact, native }), opened)
    const finding = findSymbol(
      openTable(encodeTable(table)),
      { ecosystem: 'pypi', packageName: 'pkg' },
      symbol,
    )
    const isFlat = finding.state === 'not_found' && finding.caveat === null
    const missed = isFlat ? 'absent' : 'perhaps'
    expect(finding.state === 'not_found' ? missed : finding.state).toBe(said)
  })
})
