// When a build leaves alone what is there.

import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'

const BUILD = fileURLToPath(new URL('../../scripts/build.mjs', import.meta.url))
let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'assay-built-'))
  put('scripts/build.mjs', '')
  copyFileSync(BUILD, join(root, 'scripts', 'build.mjs'))
  put('node_modules/typescript/bin/tsc', 'process.exit(7)')
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function put(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

/** The status of a build under npm; the compiler always fails. */
function build(command: string): number | null {
  const env = { ...process.env, npm_command: command, npm_lifecycle_event: 'prepare' }
  return spawnSync(process.execPath, [join(root, 'scripts', 'build.mjs')], { env }).status
}

test('npx in a clone does not build what is built', () => {
  put('dist/cli/main.cjs', 'built')
  expect(build('exec')).toBe(0)
  expect(readFileSync(join(root, 'dist', 'cli', 'main.cjs'), 'utf8')).toBe('built')
})

test('an installation builds once what has not changed since', () => {
  put('src/a.ts', '')
  put('dist/cli/main.cjs', 'built')
  expect(build('ci')).not.toBe(0)
  put('dist/cli/main.cjs', 'built')
  put('dist/built', '')
  const later = new Date(Date.now() + 10_000)
  utimesSync(join(root, 'dist/built'), later, later)
  expect(build('ci')).toBe(0)
  expect(build('run-script')).not.toBe(0)
  put('dist/cli/main.cjs', 'built')
  put('dist/built', '')
  utimesSync(join(root, 'src/a.ts'), later, later)
  expect(build('install')).not.toBe(0)
})

test('it builds what is not, and any other command builds anew', () => {
  expect(build('exec')).not.toBe(0)
  put('dist/cli/main.cjs', 'built')
  expect(build('ci')).not.toBe(0)
})
