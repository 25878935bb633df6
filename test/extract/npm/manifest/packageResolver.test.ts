import { describe, expect, test } from 'vitest'
import {
  type Resolution,
  RUNTIME_IMPORT,
  RUNTIME_REQUIRE,
  TYPES_IMPORT,
  TYPES_REQUIRE,
} from '../../../../src/extract/npm/manifest/conditions.ts'
import { PackageResolver } from '../../../../src/extract/npm/manifest/packageResolver.ts'
import { type Files, packageOf } from '../packageOf.ts'

function resolved(
  files: readonly string[] | Files,
  specifier: string,
  how: Resolution,
  { from = 'index.js', manifest = {}, name = 'pkg' } = {},
): string {
  const texts = Array.isArray(files) ? Object.fromEntries(files.map((file) => [file, ''])) : files
  const resolver = new PackageResolver(packageOf(texts as Files, manifest, name))
  const found = resolver.resolve(from, specifier, how)
  if (found.kind === 'file') return found.file
  if (found.kind === 'package') return `${found.name} ${found.subpath}`
  return found.kind === 'builtin' ? `builtin ${found.name}` : 'missing'
}

describe('types', () => {
  test.each([
    ['./x', ['x.d.ts'], 'x.d.ts'],
    ['./x', ['x.ts', 'x.d.ts'], 'x.ts'],
    ['./x', ['x/index.d.ts'], 'x/index.d.ts'],
    ['./x', ['x.d.mts'], 'x.d.mts'],
    ['./x.js', ['x.d.ts'], 'x.d.ts'],
    ['./x.js', ['x.js'], 'missing'],
    ['./x.ts', ['x.d.ts'], 'x.d.ts'],
    ['./x.tsx', ['x.d.ts'], 'x.d.ts'],
    ['./x.mjs', ['x.d.mts', 'x.d.ts'], 'x.d.mts'],
    ['./x.cjs', ['x.d.cts'], 'x.d.cts'],
    ['./x.mts', ['x.d.mts'], 'x.d.mts'],
    ['./x.d.ts', ['x.d.ts'], 'x.d.ts'],
    ['./x.d', ['x.d.ts'], 'x.d.ts'],
    ['./x.v1', ['x.v1.d.ts'], 'x.v1.d.ts'],
    ['./x.json', ['x.d.json.ts'], 'x.d.json.ts'],
    ['./x.css', ['x.d.css.ts'], 'x.d.css.ts'],
    ['.', ['index.d.ts'], 'index.d.ts'],
    ['./', ['index.d.ts'], 'index.d.ts'],
    ['./x/', ['x.d.ts', 'x/index.d.ts'], 'x/index.d.ts'],
  ])('%s of %j', (specifier, files, expected) => {
    expect(resolved(files, specifier, TYPES_IMPORT)).toBe(expected)
    expect(resolved(files, specifier, TYPES_REQUIRE)).toBe(expected)
  })

  test('from a folder, and never out of the package', () => {
    const files = ['a/b.d.ts', 'c.d.ts']
    expect(resolved(files, '../c.js', TYPES_IMPORT, { from: 'a/b.d.ts' })).toBe('c.d.ts')
    expect(resolved(files, '../../c.js', TYPES_IMPORT, { from: 'a/b.d.ts' })).toBe('missing')
    expect(resolved(files, '..', TYPES_IMPORT, { from: 'a/b.d.ts' })).toBe('missing')
  })

  test('a package of @types is also the package that it describes', () => {
    const files = ['index.d.ts', 'sub.d.ts']
    const name = '@types/scope__thing'
    expect(resolved(files, '@scope/thing/sub', TYPES_IMPORT, { name })).toBe('sub.d.ts')
    expect(resolved(files, '@scope/other', TYPES_IMPORT, { name })).toBe('@scope/other .')
  })
})

describe('runtime', () => {
  test.each([
    ['./x', ['x.js', 'x/index.js'], 'x.js'],
    ['./x', ['x/index.js'], 'x/index.js'],
    ['./x', ['x.json'], 'x.json'],
    ['./x', ['x'], 'x'],
    ['./x.js', ['x.js.js'], 'x.js.js'],
    ['./x.ts', ['x.d.ts'], 'missing'],
    ['./x', ['x.d.ts'], 'missing'],
  ])('%s of %j', (specifier, files, expected) => {
    expect(resolved(files, specifier, RUNTIME_REQUIRE)).toBe(expected)
  })

  test('a folder by its manifest', () => {
    const files = { 'x/package.json': '{"main":"lib/main"}', 'x/lib/main.js': '' }
    expect(resolved(files, './x', RUNTIME_REQUIRE)).toBe('x/lib/main.js')
  })
})

describe('other packages', () => {
  test.each([
    ['vue', 'vue .'],
    ['@a/b', '@a/b .'],
    ['@a/b/c/d.js', '@a/b ./c/d.js'],
    ['fs', 'builtin fs'],
    ['node:fs/promises', 'builtin fs/promises'],
    ['fs/promises', 'builtin fs/promises'],
    ['punycode/', 'punycode .'],
    ['', 'missing'],
    ['@a', 'missing'],
    ['/etc/passwd', 'missing'],
    ['https://registry.example/x', 'missing'],
    ['a/../../b', 'missing'],
    ['a\\b', 'missing'],
  ])('%s', (specifier, expected) => {
    expect(resolved([], specifier, RUNTIME_IMPORT)).toBe(expected)
  })
})

describe('names of the package itself', () => {
  const manifest = {
    exports: { '.': './lib/main.js', './sub/*': { import: './lib/*.mjs', require: './lib/*.cjs' } },
    imports: {
      '#dep': { node: 'vue/dist', default: './shim.js' },
      '#in/*': './lib/*.js',
      '#loop': '#loop',
      '#out': '../x.js',
    },
  }
  const files = ['lib/main.js', 'lib/a.mjs', 'lib/a.cjs', 'shim.js', 'lib/a.d.mts']

  test('self references go through exports', () => {
    expect(resolved(files, 'pkg', RUNTIME_IMPORT, { manifest })).toBe('lib/main.js')
    expect(resolved(files, 'pkg/sub/a', RUNTIME_IMPORT, { manifest })).toBe('lib/a.mjs')
    expect(resolved(files, 'pkg/sub/a', RUNTIME_REQUIRE, { manifest })).toBe('lib/a.cjs')
    expect(resolved(files, 'pkg/sub/a', TYPES_IMPORT, { manifest })).toBe('lib/a.d.mts')
    expect(resolved(files, 'pkg/lib/main.js', RUNTIME_IMPORT, { manifest })).toBe('missing')
  })

  test('imports lead to files and to other packages', () => {
    expect(resolved(files, '#dep', RUNTIME_IMPORT, { manifest })).toBe('vue ./dist')
    expect(resolved(files, '#in/main', RUNTIME_IMPORT, { manifest })).toBe('lib/main.js')
    for (const specifier of ['#loop', '#out', '#none', '#'])
      expect(resolved(files, specifier, RUNTIME_IMPORT, { manifest })).toBe('missing')
  })
})

describe('packages that the tarball brings along', () => {
  const files: Files = {
    'index.js': '',
    'lib/a.js': '',
    'node_modules/dep/package.json': '{"main": "./main.js", "imports": {"#own": "./own.js"}}',
    'node_modules/dep/main.js': '',
    'node_modules/dep/own.js': '',
    'node_modules/dep/lib/part.js': '',
    'node_modules/dep/node_modules/inner/index.js': '',
    'node_modules/@a/b/package.json': '{"exports": {".": "./x.js"}}',
    'node_modules/@a/b/x.js': '',
    'node_modules/broken/package.json': '{',
    'node_modules/broken/index.js': '',
    'lib/node_modules/dep/index.js': '',
    'my_node_modules/far/index.js': '',
  }
  const manifest = { name: 'pkg' }
  test.each([
    ['index.js', 'dep', 'node_modules/dep/main.js'],
    ['index.js', 'dep/lib/part', 'node_modules/dep/lib/part.js'],
    ['index.js', '@a/b', 'node_modules/@a/b/x.js'],
    ['index.js', 'broken', 'node_modules/broken/index.js'],
    ['index.js', 'inner', 'inner .'],
    ['index.js', 'far', 'far .'],
    ['index.js', 'fs', 'builtin fs'],
    ['lib/a.js', 'dep', 'lib/node_modules/dep/index.js'],
    ['lib/a.js', '@a/b', 'node_modules/@a/b/x.js'],
    ['node_modules/dep/main.js', './own', 'node_modules/dep/own.js'],
    ['node_modules/dep/main.js', '#own', 'node_modules/dep/own.js'],
    ['node_modules/dep/main.js', 'inner', 'node_modules/dep/node_modules/inner/index.js'],
    ['node_modules/dep/lib/part.js', '@a/b', 'node_modules/@a/b/x.js'],
    ['node_modules/dep/node_modules/inner/index.js', 'dep', 'node_modules/dep/main.js'],
    ['node_modules/dep/main.js', 'elsewhere', 'elsewhere .'],
  ])('in %s, %s is %s', (from, specifier, expected) => {
    expect(resolved(files, specifier, RUNTIME_REQUIRE, { from, manifest })).toBe(expected)
  })

  test('folders in folders without end cost no more than their names', () => {
    const deep = `${'node_modules/a/'.repeat(30)}index.js`
    const found = resolved({ [deep]: '', 'index.js': '' }, 'a', RUNTIME_REQUIRE)
    expect(found).toBe('a .')
    expect(resolved({ [deep]: '' }, './index', RUNTIME_REQUIRE, { from: deep })).toBe(deep)
  })
})
