// Environment markers, decided for CPython 3.11 on Linux and without extras.

import { describe, expect, test } from 'vitest'
import { holds } from '../../../../src/extract/python/files/markers.ts'

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
