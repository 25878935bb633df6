import { describe, expect, test } from 'vitest'
import { entryPoints } from '../../../../src/extract/npm/manifest/entryPoints.ts'
import { PackageResolver } from '../../../../src/extract/npm/manifest/packageResolver.ts'
import { packageOf } from '../packageOf.ts'

/** `subpath via types import require`, `-` for none. */
function listed(files: readonly string[], manifest: unknown, includeDeep = false): string[] {
  const texts = Object.fromEntries(files.map((file) => [file, '']))
  const resolver = new PackageResolver(packageOf(texts, manifest))
  return entryPoints(resolver, { includeDeep }).points.map((point) =>
    [point.subpath, point.via, point.types ?? '-', point.import ?? '-', point.require ?? '-'].join(
      ' ',
    ),
  )
}

describe('packages with exports', () => {
  test('a string, an array or conditions alone mean the main module', () => {
    const files = ['a.js', 'a.d.ts']
    for (const exports of ['./a.js', ['./a.js'], { default: './a.js' }])
      expect(listed(files, { exports })).toEqual(['. main a.d.ts a.js a.js'])
  })

  test('types and both runtimes go by their own conditions', () => {
    const exports = {
      '.': {
        'module-sync': { types: './sync.d.ts', default: './sync.js' },
        import: { types: './i.d.mts', default: './i.mjs' },
        require: './r.cjs',
      },
    }
    const files = ['i.mjs', 'i.d.mts', 'r.cjs', 'r.d.cts', 'sync.js', 'sync.d.ts']
    expect(listed(files, { exports })).toEqual(['. main i.d.mts sync.js sync.js'])
    const { 'module-sync': _, ...rest } = exports['.']
    expect(listed(files, { exports: { '.': rest } })).toEqual(['. main i.d.mts i.mjs r.cjs'])
  })

  test('a checker goes on to the next condition where a target has no types', () => {
    const exports = { '.': { import: './a.mjs', default: './b.js' } }
    expect(listed(['a.mjs', 'b.js', 'b.d.ts'], { exports })).toEqual(['. main b.d.ts a.mjs b.js'])
  })

  test('conditions may name the checkers they are for', () => {
    const exports = { 'types@<5': './old.d.ts', 'types@>=5': './new.d.ts', default: './a.js' }
    expect(listed(['old.d.ts', 'new.d.ts', 'a.js'], { exports })).toEqual([
      '. main new.d.ts a.js a.js',
    ])
  })

  test('patterns are expanded over the files that ship', () => {
    const exports = { './*': { types: './t/*.d.ts', default: './l/*.js' }, './l/internal/*': null }
    const files = ['l/a.js', 'l/b/c.js', 't/a.d.ts', 't/only.d.ts', 'l/x.css']
    expect(listed(files, { exports })).toEqual([
      './a pattern t/a.d.ts l/a.js l/a.js',
      './b/c pattern - l/b/c.js l/b/c.js',
      './only pattern t/only.d.ts - -',
    ])
  })

  test('the longest prefix wins, and null closes', () => {
    const exports = { './*': './l/*.js', './internal/*': null, './open/*': './o/*.js' }
    const files = ['l/a.js', 'l/internal/b.js', 'l/open/c.js', 'o/d.js']
    expect(listed(files, { exports })).toEqual([
      './a pattern - l/a.js l/a.js',
      './open/d pattern - o/d.js o/d.js',
    ])
  })

  test('a star may stand more than once in a target', () => {
    const files = ['d/a/a.js', 'd/a/b.js', 'd/bc/bc.js']
    expect(listed(files, { exports: { './*': './d/*/*.js' } })).toEqual([
      './a pattern - d/a/a.js d/a/a.js',
      './bc pattern - d/bc/bc.js d/bc/bc.js',
    ])
  })

  test('a pattern of everything offers what ships, and no JavaScript that does not', () => {
    expect(listed(['x.d.ts', 'y.js'], { exports: { './*': './*' } })).toEqual([
      './x.d.ts pattern x.d.ts - -',
      './y.js pattern - y.js y.js',
    ])
  })

  test('data and the manifest can be loaded, styles are there and no modules', () => {
    const exports = { './package.json': './package.json', './s.css': './s.css', './d': './d.json' }
    expect(listed(['package.json', 's.css', 'd.json'], { exports })).toEqual([
      './d exports - d.json d.json',
      './package.json exports - package.json package.json',
      './s.css exports - - -',
    ])
  })

  test('what only other run times are offered is there', () => {
    const exports = {
      '.': './a.js',
      './web': { browser: './web.js' },
      './native': { 'react-native': { types: './n.d.ts', default: './n.js' } },
      './closed': null,
    }
    const files = ['a.js', 'web.js', 'n.js', 'n.d.ts', 'closed.js']
    expect(listed(files, { exports })).toEqual([
      '. main - a.js a.js',
      './native conditional n.d.ts n.js n.js',
      './web conditional - web.js web.js',
    ])
  })

  test.each([
    [{ './*': './a.js' }, false],
    [{ './*': { types: './*.d.ts', default: './a.js' } }, false],
    [{ './*': './*.js' }, true],
    [{ './': './' }, true],
    [{ './*': null }, true],
  ])('%j: whether all paths can be listed', (exports, isComplete) => {
    const resolver = new PackageResolver(packageOf({ 'a.js': '' }, { exports }))
    expect(entryPoints(resolver).isComplete).toBe(isComplete)
  })
})

describe('packages without exports', () => {
  test('main, with and without what may be left out', () => {
    for (const main of ['./lib', 'lib/', 'lib/index', './lib/index.js'])
      expect(listed(['lib/index.js', 'lib/index.d.ts'], { main })).toEqual([
        '. main lib/index.d.ts lib/index.js lib/index.js',
      ])
    expect(listed(['index.js'], {})).toEqual(['. main - index.js index.js'])
  })

  test('types, typings and typesVersions', () => {
    const files = ['a.js', 't/x.d.ts', 'ts5/t/x.d.ts', 'index.d.ts']
    const types = (manifest: object) => listed(files, { main: 'a', ...manifest })[0]
    expect(types({ types: 't/x' })).toBe('. main t/x.d.ts a.js a.js')
    expect(types({ typings: 't/x.d.ts' })).toBe('. main t/x.d.ts a.js a.js')
    expect(types({ types: 'none.d.ts' })).toBe('. main index.d.ts a.js a.js')
    const typesVersions = { '<5': { '*': ['old/*'] }, '>=5': { '*': ['ts5/*'] } }
    expect(types({ types: 't/x.d.ts', typesVersions })).toBe('. main ts5/t/x.d.ts a.js a.js')
  })

  test('what stands at the root, folders with a manifest, and the rest only when asked', () => {
    const files = {
      'index.js': '',
      'preload.js': '',
      'preload.d.ts': '',
      'm.mjs': '',
      'deep/a.js': '',
      'sub/package.json': '{"main":"../deep/a.js"}',
      'node_modules/x/index.js': '',
    }
    const resolver = new PackageResolver(packageOf(files))
    const subpaths = (includeDeep: boolean) =>
      entryPoints(resolver, { includeDeep }).points.map(({ subpath, via }) => `${subpath} ${via}`)
    expect(subpaths(false)).toEqual(['. main', './m.mjs root', './preload root', './sub folder'])
    expect(subpaths(true)).toContain('./deep/a deep')
    expect(subpaths(true).join()).not.toContain('node_modules')
  })
})

describe('hostile manifests', () => {
  const values = [null, 1, true, '', '..', '../../x.js', './../x.js', [], [[]], {}, { '': 1 }]
  const more = [{ '.': '/etc/passwd' }, { './*': './*/../*' }, { '.': { default: [null, 7] } }]
  test.each([...values, ...more].map((value) => [JSON.stringify(value), value]))(
    '%s for every field',
    (_, value) => {
      for (const field of ['exports', 'imports', 'main', 'types', 'typesVersions', 'module']) {
        const points = listed(['index.js', 'x.js'], { [field]: value })
        expect(points.every((point) => !point.includes('..'))).toBe(true)
      }
      expect(listed(['index.js'], value).length).toBeLessThan(2)
    },
  )

  test('deep conditions, many keys, many patterns', () => {
    let deep: unknown = './a.js'
    for (let i = 0; i < 10_000; i++) deep = { default: deep }
    expect(listed(['a.js'], { exports: deep })).toEqual([])
    const wide = Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`./k${i}`, './a.js']))
    expect(listed(['a.js'], { exports: wide })).toHaveLength(20_000)
    const patterns = Object.fromEntries(
      Array.from({ length: 5_000 }, (_, i) => [`./${i}/*`, './*.js']),
    )
    const files = Object.fromEntries(Array.from({ length: 2_000 }, (_, i) => [`f${i}.js`, '']))
    const { isComplete, points } = entryPoints(
      new PackageResolver(packageOf(files, { exports: patterns })),
    )
    expect(isComplete).toBe(false)
    expect(points.length).toBeLessThanOrEqual(50_000)
  })

  test('folders whose manifests name each other', () => {
    const files = {
      'a/package.json': '{"main":"../b"}',
      'b/package.json': '{"main":"../a"}',
      'c/package.json': '{"main":"."}',
      'd/package.json': '{',
    }
    const resolver = new PackageResolver(packageOf(files, { main: './a' }))
    expect(entryPoints(resolver).points).toEqual([])
  })
})
