// What is written in the place of a file, and what is not.

import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { writeEdited } from '../../../src/cli/fix/writeFile.ts'
import { COMPILED } from '../../support/compiled.ts'

let root: string
let outside: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'assay-write-'))
  outside = mkdtempSync(join(tmpdir(), 'assay-outside-'))
})
afterEach(() => {
  rmSync(root, { recursive: true })
  rmSync(outside, { recursive: true })
})

const edit = (path: string, before = 'a\n', after = 'b\n') =>
  writeEdited(root, { path, before, after })

describe('it is written', () => {
  test('with the mode that it had, and nothing is left beside it', () => {
    writeFileSync(join(root, 'a.py'), 'a\n')
    chmodSync(join(root, 'a.py'), 0o755)
    expect(edit('a.py')).toBeNull()
    expect(readFileSync(join(root, 'a.py'), 'utf8')).toBe('b\n')
    expect(statSync(join(root, 'a.py')).mode & 0o777).toBe(0o755)
    expect(readdirSync(root)).toEqual(['a.py'])
  })

  test('with the mark of its encoding and its ends of lines', () => {
    const mark = Buffer.from([0xef, 0xbb, 0xbf])
    writeFileSync(join(root, 'a.py'), Buffer.concat([mark, Buffer.from('a\r\nü\r\n')]))
    expect(edit('a.py', 'a\r\nü\r\n', 'b\r\nü\r\n')).toBeNull()
    const expected = Buffer.concat([mark, Buffer.from('b\r\nü\r\n')])
    expect(readFileSync(join(root, 'a.py'))).toEqual(expected)
  })
})

describe('it is left as it is', () => {
  const OUTSIDE = 'It is outside the working tree, or behind a link.'

  test('behind a link to a file', () => {
    writeFileSync(join(outside, 'a.py'), 'a\n')
    symlinkSync(join(outside, 'a.py'), join(root, 'a.py'))
    expect(edit('a.py')).toBe(OUTSIDE)
    expect(readFileSync(join(outside, 'a.py'), 'utf8')).toBe('a\n')
  })

  test('below a folder that is a link, out of the tree or within it', () => {
    writeFileSync(join(outside, 'a.py'), 'a\n')
    symlinkSync(outside, join(root, 'out'))
    mkdirSync(join(root, 'real'))
    writeFileSync(join(root, 'real', 'a.py'), 'a\n')
    symlinkSync(join(root, 'real'), join(root, 'in'))
    expect(edit('out/a.py')).toBe(OUTSIDE)
    expect(edit('in/a.py')).toBe(OUTSIDE)
    expect(readFileSync(join(outside, 'a.py'), 'utf8')).toBe('a\n')
  })

  test('above the root', () => {
    writeFileSync(join(outside, 'a.py'), 'a\n')
    expect(edit(`../${outside.split('/').at(-1)}/a.py`)).toBe(OUTSIDE)
  })

  test('where it changed since it was read', () => {
    writeFileSync(join(root, 'a.py'), 'a\nmore\n')
    expect(edit('a.py')).toBe('It changed since it was read.')
    expect(readFileSync(join(root, 'a.py'), 'utf8')).toBe('a\nmore\n')
  })

  test.skipIf(process.platform === 'win32')('where only a part of it can be written', () => {
    const before = 'a'.repeat(40_000)
    writeFileSync(join(root, 'a.py'), before)
    const module = pathToFileURL(join(COMPILED, 'cli/fix/writeFile.js')).href
    const given = JSON.stringify({ path: 'a.py', before, after: `${before}b` })
    const script = `import { writeEdited } from '${module}'
      import { readFileSync } from 'node:fs'
      const wanted = JSON.parse(readFileSync(0, 'utf8'))
      process.stdout.write(String(writeEdited(${JSON.stringify(root)}, wanted)))`
    const limited = `ulimit -f 16; exec "$0" --input-type=module -e "$1"`
    const said = execFileSync('bash', ['-c', limited, process.execPath, script], { input: given })
    expect(said.toString()).toMatch(/^It cannot be written: /)
    expect(readFileSync(join(root, 'a.py'), 'utf8')).toBe(before)
    expect(readdirSync(root)).toEqual(['a.py'])
  })

  test('where it is read-only', () => {
    writeFileSync(join(root, 'a.py'), 'a\n')
    chmodSync(join(root, 'a.py'), 0o444)
    expect(edit('a.py')).toBe('It is read-only.')
  })

  test('where it is no text in UTF-8, whatever it was read as', () => {
    writeFileSync(join(root, 'a.py'), Buffer.from('a # \xe9\n', 'latin1'))
    expect(edit('a.py', 'a # \ufffd\n', 'b # \ufffd\n')).toBe('It is no text in UTF-8.')
    writeFileSync(join(root, 'a.ts'), Buffer.from('\ufeffa\n', 'utf16le'))
    expect(edit('a.ts')).toBe('It is no text in UTF-8.')
  })

  test('where it is gone, or a folder', () => {
    expect(edit('a.py')).toMatch(/^It cannot be written: /)
    mkdirSync(join(root, 'b.py'))
    expect(edit('b.py')).toBe('It is no file.')
  })
})
