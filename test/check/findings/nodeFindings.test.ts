// Node's own modules, beyond what stands in cases/languages.

import { describe, expect, test } from 'vitest'
import { checkCode } from '../../../src/check/checkCode.ts'
import { openNodeTable } from '../../../src/check/languages/nodeTable.ts'
import {
  loadBundledImports,
  loadNodeNames,
  loadStandardModules,
} from '../../../src/names/imports/bundledImports.ts'
import { importNames } from '../../../src/names/imports/importNames.ts'
import { SMALL_WORLD, shown } from '../smallWorld.ts'

const names = loadNodeNames()
const imports = importNames({
  list: loadBundledImports(),
  popular: [],
  standardModules: loadStandardModules,
  nodeNames: () => names,
})

function checked(code: string, more: Readonly<Record<string, string>> = {}) {
  const files = Object.entries({ 'a.ts': code, ...more })
  return checkCode(
    { files: files.map(([file, content]) => ({ path: file, content })) },
    { tables: SMALL_WORLD.tables, imports },
  )
}

describe("Node's own modules", () => {
  test('a package of the same name is left alone, but not behind `node:`', async () => {
    const manifest = JSON.stringify({ dependencies: { events: '*' } })
    const code = "import a from 'events'\nimport b from 'node:events'\na.oncee()\nb.oncee()"
    const { findings } = await checked(code, { 'package.json': manifest })
    const ofNode = findings.filter(({ package: of }) => of === null)
    expect(ofNode.map(shown)).toEqual(['4:3 symbol_not_found node:events.oncee -> once'])
  })

  test('a finding names the releases, and no package', async () => {
    const { findings, verdict, counts } = await checked(
      "import fs from 'fs'\nfs.existSync('a')\nfs.statSync('a')",
    )
    expect(findings[0]).toMatchObject({
      ecosystem: 'npm',
      package: null,
      evidence: null,
      message: expect.stringMatching(/^fs has no existSync in Node \d+ to \d+\. Did you mean/),
      suggestion: { replace: { from: 'existSync', to: 'existsSync' } },
    })
    expect(verdict).toBe('problems')
    expect(counts).toMatchObject({ references: 4, determined: 4 })
  })

  test('every module can be opened for every release', () => {
    for (const place of names.versions.keys()) {
      const only = names.versions.map((_, one) => one === place)
      expect(openNodeTable(names, 'fs', only)?.findModule('./fs')).toBeGreaterThanOrEqual(0)
    }
    const all = names.versions.map(() => true)
    for (const name of names.modules.keys()) {
      const table = openNodeTable(names, name.split('/')[0] ?? '', all)
      expect(table?.findModule(`./${name}`) ?? -1).toBeGreaterThanOrEqual(0)
    }
  })
})
