import { describe, expect, test } from 'vitest'
import { entryPoints } from '../../../../src/extract/npm/manifest/entryPoints.ts'
import { isTooling } from '../../../../src/extract/npm/manifest/isTooling.ts'
import { PackageResolver } from '../../../../src/extract/npm/manifest/packageResolver.ts'
import { packageOf } from '../packageOf.ts'

/** The subpaths that are for others. */
function offered(files: readonly string[], manifest: unknown): string[] {
  const texts = Object.fromEntries(
    files.map((file) => [file, file.endsWith('package.json') ? '{"main":"./index.js"}' : '']),
  )
  const { points } = entryPoints(new PackageResolver(packageOf(texts, manifest)))
  return points.filter((point) => !isTooling(point, manifest)).map(({ subpath }) => subpath)
}

const TOOLS = [
  '.eslintrc.js',
  'index.test-d.ts',
  '.mocharc.cjs',
  'karma.conf.js',
  'rollup.config.mjs',
  'webpack.config.prod.js',
  'Gruntfile.js',
  'gulpfile.babel.js',
  'test.js',
  'test.mjs',
  'index.test.js',
  'benchmark.js',
  'example.js',
]
const OFFERED = [
  'config.js',
  'conf.js',
  'spec.js',
  'testing.js',
  'test-utils.js',
  'contest.js',
  'exampleOf.js',
  'x.mjs',
]

describe('files at the root of a package without exports', () => {
  test.each(TOOLS)('%s is for its makers', (file) => {
    expect(offered(['index.js', file], {})).toEqual(['.'])
  })

  test.each(OFFERED)('%s is for others', (file) => {
    const bare = file.replace(/\.js$/, '')
    expect(offered(['index.js', file], {})).toEqual(['.', `./${bare}`])
  })

  test('a folder of examples that is a package is for its makers', () => {
    const files = ['index.js', 'example/package.json', 'example/index.js']
    expect(offered(files, {})).toEqual(['.'])
  })

  test('what a script of the manifest runs is for its makers', () => {
    const scripts = { build: 'node --no-warnings ./build.js && echo lib', test: 'tap lib.js' }
    expect(offered(['index.js', 'build.js', 'lib.js'], { scripts })).toEqual(['.', './lib'])
  })

  test('what exports names is for others, whatever it is called', () => {
    const exports = { '.': './index.js', './test': './test.js', './x.config': './x.config.js' }
    const files = ['index.js', 'test.js', 'x.config.js']
    expect(offered(files, { exports })).toEqual(['.', './test', './x.config'])
  })
})
