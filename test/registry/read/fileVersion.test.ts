import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { PackageName } from '../../../src/domain/names/packageName.ts'
import { fileVersion } from '../../../src/registry/read/fileVersion.ts'

const ROWS = [
  {
    rule: 'a wheel',
    project: 'requests',
    file: 'requests-2.31.0-py3-none-any.whl',
    expected: '2.31.0',
  },
  {
    rule: 'a wheel with a build tag',
    project: 'p',
    file: 'p-1.0-1-py3-none-any.whl',
    expected: '1.0',
  },
  {
    rule: 'a wheel whose name is escaped',
    project: 'a-b-c',
    file: 'a_b.c-1.0-py3-none-any.whl',
    expected: '1.0',
  },
  {
    rule: 'a wheel whose version is escaped',
    project: 'p',
    file: 'p-1.0_1-py3-none-any.whl',
    expected: '1.0-1',
  },
  {
    rule: 'a wheel of a local version',
    project: 'p',
    file: 'p-1.0+cu118-cp310-cp310-linux_x86_64.whl',
    expected: '1.0+cu118',
  },
  {
    rule: 'a wheel of another project',
    project: 'request',
    file: 'requests-2.31.0-py3-none-any.whl',
    expected: null,
  },
  { rule: 'a wheel with too few parts', project: 'p', file: 'p-1.0.whl', expected: null },
  { rule: 'a source of PEP 625', project: 'my-proj', file: 'my_proj-1.0.tar.gz', expected: '1.0' },
  {
    rule: 'a source from before, with dashes',
    project: 'my-proj',
    file: 'my-proj-1.0.tar.gz',
    expected: '1.0',
  },
  { rule: 'a source in capitals', project: 'my-proj', file: 'My.Proj-1.0.zip', expected: '1.0' },
  {
    rule: 'a version with a dash',
    project: 'p',
    file: 'p-1.0-beta-2.tar.gz',
    expected: '1.0-beta-2',
  },
  {
    rule: 'a name that ends in a number',
    project: 'py-2-3',
    file: 'py-2-3-4.tar.gz',
    expected: '4',
  },
  {
    rule: 'a project that is a prefix of another',
    project: 'zope',
    file: 'zope-interface-5.0.tar.gz',
    expected: 'interface-5.0',
  },
  { rule: 'another compression', project: 'p', file: 'p-1.0.tar.bz2', expected: '1.0' },
  { rule: 'an egg', project: 'p', file: 'p-1.0-py2.7.egg', expected: '1.0' },
  { rule: 'an egg for a platform', project: 'p', file: 'p-1.0-py2.7-win32.egg', expected: '1.0' },
  { rule: 'an installer', project: 'p', file: 'p-1.0.win32-py2.7.exe', expected: '1.0' },
  {
    rule: 'an installer for every Python',
    project: 'p',
    file: 'p-1.0.win-amd64.msi',
    expected: '1.0',
  },
  { rule: 'an rpm', project: 'p', file: 'p-1.0-1.noarch.rpm', expected: '1.0' },
  { rule: 'no version', project: 'p', file: 'p-.tar.gz', expected: null },
  { rule: 'a signature', project: 'p', file: 'p-1.0.tar.gz.asc', expected: null },
  { rule: 'no distribution', project: 'p', file: 'README.md', expected: null },
  { rule: 'a folder', project: 'p', file: '../', expected: null },
]

describe('fileVersion', () => {
  test.each(ROWS)('$rule: $expected', ({ project, file, expected }) => {
    expect(fileVersion(file, project as PackageName)).toBe(expected)
  })

  test('any text at all is read without a throw', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom('', '.whl', '.tar.gz', '.exe'), (stem, suffix) => {
        const version = fileVersion(`${stem}${suffix}`, 'p' as PackageName)
        expect(version === null || version.length > 0).toBe(true)
      }),
    )
  })
})
