import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { loadBundledNames } from '../../../src/names/set/bundledNames.ts'

describe('loadBundledNames', () => {
  let folder = ''
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'assay-names-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  function load(files: Readonly<Record<string, string | Buffer>>) {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
    return loadBundledNames(pathToFileURL(`${folder}/`))
  }

  const whole = {
    'snapshots.json': '{"pypi":"2026-01-02","npm":"2026-01-03"}',
    'pypi.txt': 'a\nb\n',
    'npm.txt.gz': gzipSync('@c/d 20\ne 10\n'),
  }

  test('reads names and dates', () => {
    expect(load(whole)).toMatchObject({
      pypi: { snapshot: '2026-01-02', names: ['a', 'b'], downloads: null },
      npm: { snapshot: '2026-01-03', names: ['@c/d', 'e'], downloads: [20, 10] },
    })
  })

  test.each([
    ['a list is empty', { ...whole, 'npm.txt.gz': '' }],
    ['a date is missing', { ...whole, 'snapshots.json': '{"pypi":"2026-01-02"}' }],
    ['a date is none', { ...whole, 'snapshots.json': '{"pypi":"today","npm":"2026-01-03"}' }],
    ['the dates are null', { ...whole, 'snapshots.json': 'null' }],
    ['a file is missing', { 'snapshots.json': whole['snapshots.json'], 'pypi.txt': 'a\n' }],
  ])('refuses to start when %s', (_, files) => {
    expect(() => load(files)).toThrow()
  })
})
