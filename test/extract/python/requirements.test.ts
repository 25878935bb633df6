// What a distribution says it needs, for CPython 3.11 on Linux and without extras.

import { describe, expect, test } from 'vitest'
import { importCandidates } from '../../../src/extract/python/importNames.ts'
import { holds } from '../../../src/extract/python/markers.ts'
import { parseRequirement, requirementsOf } from '../../../src/extract/python/requirements.ts'

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

describe('markers', () => {
  test.each([
    ['python_version >= "3.10"', true],
    ['python_version >= "3.9" and python_version < "3.11"', false],
    ['python_full_version < "3.11.1"', true],
    ['"3.8" <= python_version', true],
    ['python_version ~= "3.8"', true],
    ['python_version == "3.*"', true],
    ['python_version in "3.9 3.10"', false],
    ['python_version not in "3.9 3.10"', true],
    ['os_name == "nt" or platform_system != "Windows"', true],
    ['(os_name == "nt" or os_name == "java") and python_version > "3"', false],
    ['platform_machine == "x86_64" and implementation_name == "cpython"', true],
    ['platform_python_implementation == "PyPy"', false],
    ['extra == "all" or python_version > "3"', true],
    // What cannot be read forbids nothing.
    ['moon_phase == "full"', true],
    ['python_version >=', true],
    [`${'('.repeat(5_000)}`, true],
  ])('%s: %s', (marker, expected) => {
    expect(holds(marker)).toBe(expected)
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

describe('which distribution is looked into for an import', () => {
  const REQUIRED = ['grpcio', 'pyyaml', 'google-api-core', 'requests', 'odd']
  const order = (path: string, imported: readonly string[] = []) =>
    importCandidates(path, REQUIRED, new Set(imported)).map(
      ({ name, isGuess }) => `${name}${isGuess ? '?' : ''}`,
    )

  test.each([
    ['requests.models', 'requests'],
    ['google.api_core.client', 'google-api-core'],
    ['yaml', 'pyyaml'],
    ['grpc', 'grpcio?'],
  ])('%s: first %s', (path, first) => {
    expect(order(path)[0]).toBe(first)
  })

  test('one that is imported under its own name holds that, and is not guessed', () => {
    expect(order('strange', ['requests', 'grpcio'])).toEqual([
      'pyyaml?',
      'google-api-core?',
      'odd?',
    ])
  })
})
