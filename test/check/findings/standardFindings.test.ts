// Python's own modules, beyond what stands in cases/languages.

import { describe, expect, test } from 'vitest'
import { checkCode } from '../../../src/check/checkCode.ts'
import { openStandardTable } from '../../../src/check/languages/standardTable.ts'
import {
  loadBundledImports,
  loadStandardModules,
  loadStandardNames,
} from '../../../src/names/imports/bundledImports.ts'
import { importNames } from '../../../src/names/imports/importNames.ts'
import { SMALL_WORLD } from '../smallWorld.ts'

const names = loadStandardNames()
const imports = importNames({
  list: loadBundledImports(),
  popular: [],
  standardModules: loadStandardModules,
  standardNames: () => names,
})

function checked(code: string) {
  return checkCode(
    { files: [{ path: 'a.py', content: code }] },
    { tables: SMALL_WORLD.tables, imports },
  )
}

describe("Python's own modules", () => {
  test('a finding names the releases, and no package', async () => {
    const { findings, verdict, counts } = await checked(
      'import json\njson.parse("1")\njson.loads("1")',
    )
    expect(findings[0]).toMatchObject({
      ecosystem: 'pypi',
      package: null,
      evidence: null,
      message: expect.stringContaining('json has no parse in Python 3.10 to 3.13.'),
    })
    expect(verdict).toBe('problems')
    expect(counts).toMatchObject({ references: 3, determined: 3 })
  })

  test('every module can be opened for every release', () => {
    const tops = new Set(Array.from(names.modules.keys(), (name) => name.split('.')[0] ?? ''))
    for (const top of tops) {
      const table = openStandardTable(
        names,
        top,
        names.versions.map(() => true),
      )
      expect(table?.findModule(top) ?? -1).toBeGreaterThanOrEqual(0)
    }
  })
})
