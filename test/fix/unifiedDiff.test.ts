// A unified diff is what git applies.

import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { unifiedDiff } from '../../src/fix/unifiedDiff.ts'

const lines = (count: number) => Array.from({ length: count }, (_, index) => `line ${index}\n`)

const cases: readonly (readonly [string, string, string])[] = [
  ['one line', 'a\nb\nc\n', 'a\nB\nc\n'],
  ['a line more', 'a\nb\n', 'a\nnew\nb\n'],
  ['no end of the last line', 'a\nb', 'a\nB'],
  ['ends of lines with carriage returns', 'a\r\nb\r\nc\r\n', 'a\r\nB\r\nc\r\n'],
  [
    'two places that lie apart',
    lines(40).join(''),
    lines(40).join('').replace('line 3\n', 'x\n').replace('line 30\n', 'y\nz\n'),
  ],
  [
    'two places that lie near',
    lines(20).join(''),
    lines(20).join('').replace('line 3\n', 'x\n').replace('line 8\n', 'y\n'),
  ],
  ['the first and the last line', 'a\nb\nc\nd\n', 'A\nb\nc\nD\n'],
]

test.each(cases)('%s', (_, before, after) => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-diff-'))
  try {
    writeFileSync(join(folder, 'a file.py'), before)
    execFileSync('git', ['init', '-q'], { cwd: folder })
    const input = unifiedDiff('a file.py', before, after)
    execFileSync('git', ['-c', 'core.autocrlf=false', 'apply', '--whitespace=nowarn', '-'], {
      cwd: folder,
      input,
    })
    expect(readFileSync(join(folder, 'a file.py'), 'utf8')).toBe(after)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('nothing is said of what did not change', () => {
  expect(unifiedDiff('a.py', 'a\n', 'a\n')).toBe('')
})
