// What `require` and `import` load of a package, by its manifest and its files.

import { expect, test } from 'vitest'
import type { OpenedJob } from '../../../src/extract/extractor.ts'
import { parseLoading } from '../../../src/extract/npm/loadingLines.ts'
import { npmLoading } from '../../../src/extract/npm/npmLoading.ts'

function loadingOf(manifest: object, paths: readonly string[], more: Record<string, string> = {}) {
  const files = { 'package.json': JSON.stringify(manifest), ...more }
  const all = [...Object.keys(files), ...paths]
  const texts = new Map(Object.entries(files))
  // The extractor uses nothing else of a job.
  const opened = {
    kind: 'tarball',
    tree: {
      entries: all.map((path) => ({ path })),
      read: (path: string) => (all.includes(path) ? Buffer.from(texts.get(path) ?? '') : null),
    },
  } as unknown as OpenedJob
  return Object.fromEntries(parseLoading(npmLoading(opened)).by)
}

test.each<readonly [string, object, readonly string[], Record<string, string>]>([
  ['no word on it', {}, ['index.js'], { '.': 'require' }],
  ['a main', { main: 'lib' }, ['lib/index.js'], { '.': 'require' }],
  ['type', { type: 'module', exports: './a.js' }, ['a.js'], { '.': 'import' }],
  ['type, an ending', { type: 'module', main: 'a.cjs' }, ['a.cjs'], { '.': 'require' }],
  ['an ending', { exports: './a.mjs' }, ['a.mjs'], { '.': 'import' }],
  [
    'conditions for both',
    { type: 'module', exports: { import: './a.js', require: './a.cjs' } },
    ['a.js', 'a.cjs'],
    { '.': 'require' },
  ],
  ['one condition', { exports: { import: './a.js' } }, ['a.js'], { '.': 'import' }],
  [
    'one that older releases of Node do not know',
    { exports: { 'module-sync': './a.mjs', default: './a.cjs' } },
    ['a.mjs', 'a.cjs'],
    { '.': 'require' },
  ],
  [
    'each of its modules',
    { type: 'module', exports: { '.': './a.js', './b': './b.cjs', './data': './d.json' } },
    ['a.js', 'b.cjs', 'd.json'],
    { '.': 'import', './b': 'require', './data': 'require' },
  ],
  ['types alone', { types: 'a.d.ts' }, ['a.d.ts'], {}],
])('%s', (_, manifest, paths, expected) => {
  expect(loadingOf(manifest, paths)).toMatchObject(expected)
  expect(loadingOf(manifest, paths)['.']).toBe(expected['.'])
})

test('the manifest of a folder counts for what is below it', () => {
  const manifest = { type: 'module', exports: { import: './a.js', require: './cjs/x/a.js' } }
  const files = ['a.js', 'cjs/x/a.js']
  expect(loadingOf(manifest, files)).toEqual({ '.': 'import' })
  const more = { 'cjs/package.json': '{"type": "commonjs"}' }
  expect(loadingOf(manifest, files, more)).toEqual({ '.': 'require' })
})

test('what is no list of lines is refused', () => {
  for (const text of ['require .', 'perhaps .\n', 'import \n']) {
    expect(() => parseLoading(Buffer.from(text))).toThrow('loading')
  }
})

test('every file of a package that nothing closes', () => {
  const open = loadingOf({ main: 'a.js' }, [
    'a.js',
    'lib/b/c.js',
    'lib/d.mjs',
    'node_modules/e/e.js',
  ])
  expect(open).toMatchObject({ './lib/b/c.js': 'require', './lib/b/c': 'require' })
  expect(open['./lib/d.mjs']).toBe('import')
  expect(Object.keys(open).filter((path) => path.includes('node_modules'))).toEqual([])
})

test('a list that does not end says so', () => {
  const { by, isWhole } = parseLoading(Buffer.from('require .\ncut\n'))
  expect([[...by], isWhole]).toEqual([[['.', 'require']], false])
  expect(() => parseLoading(Buffer.from('cut\nrequire .\n'))).toThrow()
})
