import { describe, expect, test } from 'vitest'
import { importLines, installLine } from '../../src/site/parts/use.ts'
import type { ModuleGives } from '../../src/symbols/listNames.ts'

const FUNCTION: ModuleGives = { defaultKind: 'function', isTypeOnly: false }
const NAMES: ModuleGives = { defaultKind: null, isTypeOnly: false }

describe('the line that installs a package', () => {
  test.each([
    ['pypi', 'lamp', '1.1', 'pip install lamp==1.1'],
    ['pypi', 'lamp', '1!2.0', "pip install 'lamp==1!2.0'"],
    ['npm', '@ligh.t/torch', '2.0.0', 'npm install @ligh.t/torch@2.0.0'],
    ['npm', "o'lamp", '1.0.0', "npm install 'o'\\''lamp@1.0.0'"],
    ['npm', 'lamp(1)', '1.0.0', "npm install 'lamp(1)@1.0.0'"],
    ['npm', '-', '0.0.1', 'npm install -- -@0.0.1'],
  ] as const)('of %s %s %s is %s', (ecosystem, name, version, line) => {
    expect(installLine({ ecosystem, name }, version)).toBe(line)
  })
})

describe('the line that imports a package of npm', () => {
  const lines = (name: string, main: ModuleGives | null) =>
    importLines({ ecosystem: 'npm', name }, { modules: [], main })

  test.each([
    ['express', FUNCTION, "import express from 'express'"],
    ['highlight.js', FUNCTION, "import highlightJs from 'highlight.js'"],
    ['@ligh.t/torch', NAMES, "import * as torch from '@ligh.t/torch'"],
    ['7zip-bin', NAMES, "import * as it from '7zip-bin'"],
    ["o'lamp", FUNCTION, 'import oLamp from "o\'lamp"'],
  ])('%s', (name, main, line) => {
    expect(lines(name, main)).toEqual([line])
  })

  test('takes the names and not a default that is the module itself', () => {
    const main = { defaultKind: 'namespace', isTypeOnly: false } as const
    expect(lines('rxjs', main)).toEqual(["import * as rxjs from 'rxjs'"])
  })

  test('says where there are types alone', () => {
    const main = { defaultKind: null, isTypeOnly: true }
    expect(lines('type-fest', main)).toEqual(["import type * as typeFest from 'type-fest'"])
  })

  test.each([
    ['has no main module', 'tool', null],
    ['holds the types of another package', '@types/node', NAMES],
    ['is called as a module of Node.js is', 'events', FUNCTION],
  ])('is not there where the package %s', (_, name, main) => {
    expect(lines(name, main)).toEqual([])
  })
})

describe('the lines that import a package of PyPI', () => {
  const lines = (...modules: readonly (readonly [path: string, names: number, file?: string])[]) =>
    importLines(
      { ecosystem: 'pypi', name: 'lamp' },
      {
        main: null,
        modules: modules.map(([path, names, file = 'lamp.py']) => ({
          module: { path, names, file },
        })),
      },
    )

  test('name its topmost modules', () => {
    expect(lines(['attr', 3], ['attr.validators', 9], ['attrs', 3])).toEqual([
      'import attr',
      'import attrs',
    ])
  })

  test('lead below a module that holds nothing', () => {
    expect(lines(['zope', 0], ['zope.interface', 7], ['zope.interface.adapter', 2])).toEqual([
      'import zope.interface',
    ])
    expect(lines(['lamp', 0])).toEqual(['import lamp'])
  })

  test('are of those that Python can import by a line', () => {
    expect(lines(['async', 3], ['2to3', 3], ['lamp-x', 3], ['lamp.lambda', 3])).toEqual([])
    expect(lines(['größe', 3])).toEqual(['import größe'])
  })

  test('leave out types that stand beside another package', () => {
    expect(lines(['requests', 3, 'requests-stubs/__init__.pyi'])).toEqual([])
  })
})
