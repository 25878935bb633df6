// Names that a module has where something has them that is not seen.

import { describe, expect, test } from 'vitest'
import { withCompiledWords } from '../../../../src/extract/python/files/compiledFiles.ts'
import { findSymbol } from '../../../../src/symbols/findSymbol.ts'
import { encodeTable } from '../../../../src/table/format/encodeTable.ts'
import { openTable } from '../../../../src/table/openTable.ts'
import { type Files, tableOf } from '../packageOf.ts'

const NOTHING = { tree: { entries: [] } } as unknown as Parameters<typeof withCompiledWords>[1]

async function said(files: Files, symbol: string): Promise<string> {
  const table = openTable(encodeTable(await withCompiledWords(tableOf(files), NOTHING)))
  const finding = findSymbol(table, { ecosystem: 'pypi', packageName: 'pkg' }, symbol)
  if (finding.state === 'not_found') return finding.caveat === null ? 'absent' : 'perhaps'
  return finding.state
}

const loop = (value: string) =>
  `from . import core\nclass Open:\n  def __getattr__(self, name): ...\nfor one in ["float96", "float128"]:\n  try:\n    globals()[one] = ${value}\n  except AttributeError:\n    pass\ndel one\n`

describe('a name that is asked of a module, which may not have it', () => {
  const files = (core: string, value = 'getattr(core, one)'): Files => ({
    'pkg/__init__.py': loop(value),
    'pkg/core.py': core,
  })
  const open = files('from .fast import *\n')
  test.each([
    ['is not known where the module is open', open, 'pkg.float96', 'perhaps'],
    ['and others are', open, 'pkg.float', 'absent'],
    ['and so are longer ones', open, 'pkg.float1288', 'absent'],
    ['and what is below others', open, 'pkg.Open.x', 'perhaps'],
    ['is there where the module has it', files('float128 = 1\n'), 'pkg.float128', 'found'],
    ['is absent where the module has not', files('float128 = 1\n'), 'pkg.float96', 'absent'],
    [
      'is there with another answer',
      files('from .fast import *\n', 'getattr(core, one, None)'),
      'pkg.float96',
      'found',
    ],
  ])('%s', async (_rule, made, symbol, expected) => {
    const all: Files = { ...made, 'pkg/fast.so': '' }
    expect(await said(all, symbol)).toBe(expected)
  })
})

describe('what another module takes over by a star', () => {
  const files = (list: string): Files => ({
    'pkg/__init__.py': `${loop('getattr(core, one)')}${list}`,
    'pkg/core.py': 'from .fast import *\n',
    'pkg/fast.so': '',
    'pkg/mat.py': 'from pkg import *\n',
    'pkg/own.py': 'from pkg import *\nfloat96 = 1\n',
    'pkg/deep.py': 'from .mat import *\n',
  })
  test.each([
    ['without a list', '', 'pkg.mat.float96', 'perhaps'],
    ['over two modules', '', 'pkg.deep.float96', 'perhaps'],
    ['where the list has it', '__all__ = ["float96"]\n', 'pkg.mat.float96', 'perhaps'],
    ['where the list has it not', '__all__ = ["Open"]\n', 'pkg.mat.float96', 'absent'],
    ['where it is bound', '', 'pkg.own.float96', 'found'],
    ['and others', '', 'pkg.mat.float', 'absent'],
  ])('%s', async (_rule, list, symbol, expected) => {
    expect(await said(files(list), symbol)).toBe(expected)
  })
})
