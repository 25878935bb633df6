// Code that gets by `require` what only `import` loads in the newer release.

import { expect, test } from 'vitest'
import { requiringSources } from '../../../src/check/read/requiringSources.ts'
import { upgraded } from './upgraded.ts'

const OLDER = { 'index.js': 'exports.load = function (text) {}\n' }
const NEWER = { 'index.js': 'export function load(text) {}\n' }

test.each([
  ['a require', "const kit = require('kit')\nkit.load('a')\n", 'a.js', 'affected'],
  ['one whose failure is caught', "try { require('kit') } catch {}\n", 'a.js', 'undetermined'],
  [
    'an import that a compiler may make a require of',
    "import { load } from 'kit'\nload('a')\n",
    'a.ts',
    'undetermined',
  ],
  ['an import of a module', "import { load } from 'kit'\nload('a')\n", 'a.mjs', 'safe'],
  ['an import of a type alone', "import type { load } from 'kit'\n", 'a.ts', 'safe'],
])('%s', async (_, code, path, expected) => {
  expect((await upgraded(OLDER, OLDER, code, null, path)).verdict).toBe('safe')
  expect((await upgraded(OLDER, NEWER, code, null, path)).verdict).toBe(expected)
})

test('the releases of Node that refuse it stand in the row', async () => {
  const { changes } = await upgraded(OLDER, NEWER, "require('kit')\n")
  expect(changes).toEqual([
    'commonjs → module; require fails in Node <20.19.0 || >=21.0.0 <22.12.0',
  ])
})

test.each<readonly [string, boolean, Record<string, string>]>([
  ['a.ts', true, {}],
  ['a.js', true, {}],
  ['a.cts', true, { 'package.json': '{"type": "module"}' }],
  ['a.mts', false, {}],
  ['a.vue', false, {}],
  ['a.ts', false, { 'package.json': '{"type": "module"}' }],
  ['own/a.ts', true, { 'package.json': '{"type": "module"}', 'own/package.json': '{}' }],
  ['a.ts', false, { 'tsconfig.json': '{"compilerOptions": {"module": "ESNext"}}' }],
  ['a.ts', true, { 'tsconfig.json': '{"compilerOptions": {"module": "commonjs"}}' }],
])('whether a compiler may make a require of an import: %s, %s, %j', (path, expected, files) => {
  const all = Object.entries(files).map(([name, content]) => ({ path: name, content }))
  expect(requiringSources(all)(path)).toBe(expected)
})
