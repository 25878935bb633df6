// What a distribution says it needs, for CPython 3.11 on Linux and without extras.

import { describe, expect, test } from 'vitest'
import {
  parseRequirement,
  requirementsOf,
} from '../../../../src/extract/python/files/requirements.ts'

describe('a requirement', () => {
  test.each([
    ['requests', 'requests', ''],
    ['Requests_Toolbelt >=1.0', 'requests-toolbelt', '>=1.0'],
    ['urllib3<3,>=1.21.1', 'urllib3', '<3,>=1.21.1'],
    ['zope.interface (>=4.1.0)', 'zope-interface', '>=4.1.0'],
    ['uvicorn[standard]>=0.12; python_version >= "3.8"', 'uvicorn', '>=0.12'],
    ["importlib-metadata ; python_version < '3.12'", 'importlib-metadata', ''],
    ['x==1.*', 'x', '==1.*'],
  ])('%s', (line, name, range) => {
    expect(parseRequirement(line)).toEqual({ name, range })
  })

  test.each([
    ['of an extra', 'pytest>=7; extra == "dev"'],
    ['of an extra, behind another marker', 'x; python_version > "3" and extra == \'dev\''],
    ['of another system', 'pywin32; sys_platform == "win32"'],
    ['of another Python', 'tomli; python_version < "3.11"'],
    ['that names an address', 'x @ https://registry.example/x-1.0.whl ; python_version > "3"'],
    ['without a name', '>=1.0'],
    ['of absurd length', `x${' '.repeat(3_000)}`],
  ])('%s is none', (_, line) => {
    expect(parseRequirement(line)).toBeNull()
  })
})

describe('where it is said', () => {
  const artifactOf = (kind: 'wheel' | 'sdist', files: Readonly<Record<string, string>>) => ({
    kind,
    entries: Object.keys(files),
    read: (path: string) => (files[path] === undefined ? null : Buffer.from(files[path])),
  })

  test('a wheel: in the headers of its metadata, and not in the prose below', () => {
    const METADATA =
      'Name: x\r\nRequires-Dist: a>1\r\nRequires-Dist: b\r\n  <2\r\n\r\nRequires-Dist: c\r\n'
    const wheel = artifactOf('wheel', { 'x-1.dist-info/METADATA': METADATA })
    expect(requirementsOf(wheel)).toEqual([
      { name: 'a', range: '>1' },
      { name: 'b', range: '<2' },
    ])
  })

  test('an sdist: likewise, or in the list that setuptools left', () => {
    const stated = { 'PKG-INFO': 'Name: x\nRequires-Dist: a\n\n' }
    expect(requirementsOf(artifactOf('sdist', stated))).toEqual([{ name: 'a', range: '' }])
    const requires =
      'a>=1\n\n[:python_version < "3"]\nb\n\n[:sys_platform == "linux"]\nc\n\n[dev]\nd\n'
    const listed = { 'PKG-INFO': 'Name: x\n\n', 'x.egg-info/requires.txt': requires }
    expect(requirementsOf(artifactOf('sdist', listed)).map(({ name }) => name)).toEqual(['a', 'c'])
  })

  test('nowhere', () => {
    expect(requirementsOf(artifactOf('wheel', {}))).toEqual([])
    expect(requirementsOf(artifactOf('sdist', {}))).toEqual([])
  })
})
