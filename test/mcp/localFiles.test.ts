// What a local server reads of its folder: files, as far as they are small, and nothing else.

import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CHECK_MAX_BYTES } from '../../src/limits.ts'
import { localFiles } from '../../src/mcp/localFiles.ts'

let root: string
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'assay-files-'))
  mkdirSync(join(root, 'folder.py'))
  writeFileSync(join(root, 'a.py'), 'import lämp\n')
  writeFileSync(join(root, 'empty.py'), '')
  writeFileSync(join(root, 'wide.py'), Buffer.from('\ufeffimport lamp', 'utf16le'))
  writeFileSync(join(root, 'wide.ts'), Buffer.from('\ufeffimport "lamp"', 'utf16le'))
  writeFileSync(join(root, 'full.py'), '#'.repeat(CHECK_MAX_BYTES))
  writeFileSync(join(root, 'over.py'), '#'.repeat(CHECK_MAX_BYTES + 1))
  execFileSync('mkfifo', [join(root, 'pipe.py')])
  symlinkSync('a.py', join(root, 'link.py'))
  symlinkSync('pipe.py', join(root, 'link-to-pipe.py'))
  symlinkSync('/dev/zero', join(root, 'zero.py'))
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

test.each([
  ['a.py', { content: 'import lämp\n' }],
  ['link.py', { content: 'import lämp\n' }],
  ['empty.py', { content: '' }],
  ['wide.py', { problem: 'files: "wide.py" is in UTF-16, which Python does not read' }],
  ['wide.ts', { content: 'import "lamp"' }],
  ['full.py', { content: '#'.repeat(CHECK_MAX_BYTES) }],
  ['over.py', { problem: `files: "over.py" has more than ${CHECK_MAX_BYTES} bytes` }],
  // Nobody writes to it: whoever waits for that waits for ever.
  ['pipe.py', { problem: 'files: "pipe.py" is no file' }],
  ['link-to-pipe.py', { problem: 'files: "link-to-pipe.py" is no file' }],
  ['folder.py', { problem: 'files: "folder.py" is no file' }],
  ['zero.py', { problem: 'files: "zero.py" is outside of the folder that the server runs in' }],
  ['none.py', { problem: 'files: "none.py" cannot be read (ENOENT)' }],
])('%s', async (path, expected) => {
  expect(await localFiles(root)(path)).toEqual(expected)
})

// It is said to have no bytes and has some.
test.runIf(process.platform === 'linux')('a file of the kernel', async () => {
  const read = await localFiles('/proc/self')('status')
  expect(read).toEqual({ content: expect.stringMatching(/^Name:/) })
})
