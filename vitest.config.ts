import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { compiledPrograms } from './test/support/compiled.ts'
import { LONG_TESTS } from './test/support/longTests.ts'
import { PATIENCE_MS } from './test/support/patience.ts'

/** Rooms that start no process: nothing has to be compiled for them. */
const PURE = [
  'test/answer/**',
  'test/check/{cases,checkCode,worldDigest}.test.ts',
  'test/check/{findings,follow,report,upgrade}/**',
  'test/diff/**',
  'test/domain/**',
  'test/extract/cases.test.ts',
  'test/extract/{python,npm}/**',
  'test/log/**',
  'test/manifests/**',
  'test/packs/**',
  'test/references/**',
  'test/symbols/**',
  'test/table/**',
  'test/wire/**',
].map((path) => (path.endsWith('.ts') ? path : `${path}/*.test.ts`))

/** Tests that put something else in the place of a module. */
const ISOLATED = ['test/check/read/readInput.test.ts']

const ELSEWHERE = [
  'test/live/**',
  'test/long/**',
  'test/truth/**',
  'node_modules/**',
  ...LONG_TESTS,
]

export default defineConfig({
  test: {
    pool: 'forks',
    // A worker keeps the modules that it has loaded, which is a fifth of what tests cost: what a test
    // changes it gives back, and nothing in src/ keeps state in a module.
    isolate: false,
    // Three files at a time on two cores too: many tests wait, for processes and for limits of time.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    // How fast a machine is decides nothing: these are reached by what hangs alone.
    testTimeout: PATIENCE_MS,
    hookTimeout: PATIENCE_MS,
    expect: { poll: { timeout: PATIENCE_MS } },
    projects: [
      { extends: true, test: { name: 'pure', include: PURE } },
      { extends: true, test: { name: 'isolated', include: ISOLATED, isolate: true } },
      {
        extends: true,
        plugins: [compiledPrograms],
        test: {
          name: 'rest',
          include: ['test/**/*.test.ts'],
          exclude: [...ELSEWHERE, ...PURE, ...ISOLATED],
          globalSetup: ['test/support/compileSources.ts'],
        },
      },
    ],
  },
})
