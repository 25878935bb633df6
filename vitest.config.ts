import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { compiledPrograms } from './test/support/compiled.ts'
import { PATIENCE_MS } from './test/support/patience.ts'

/**
 * Rooms without processes, services, clocks or anything else that one test could leave to the next: a
 * worker keeps the modules that it has loaded, which is half of what these tests cost.
 */
const PURE = [
  'test/answer/**',
  'test/check/{cases,checkCode,worldDigest}.test.ts',
  'test/check/{findings,follow,report,upgrade}/**',
  'test/diff/**',
  'test/domain/**',
  'test/extract/cases.test.ts',
  'test/extract/{python,npm}/**',
  'test/manifests/**',
  'test/references/**',
  'test/symbols/**',
  'test/table/**',
  'test/wire/**',
].map((path) => (path.endsWith('.ts') ? path : `${path}/*.test.ts`))

const ELSEWHERE = ['test/live/**', 'test/long/**', 'test/truth/**', 'node_modules/**']

export default defineConfig({
  test: {
    pool: 'forks',
    // Two files at a time on two cores too: many tests wait for processes that they started.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // How fast a machine is decides nothing: these are reached by what hangs alone.
    testTimeout: PATIENCE_MS,
    hookTimeout: PATIENCE_MS,
    expect: { poll: { timeout: PATIENCE_MS } },
    projects: [
      { extends: true, test: { name: 'pure', include: PURE, isolate: false } },
      {
        extends: true,
        plugins: [compiledPrograms],
        test: {
          name: 'rest',
          include: ['test/**/*.test.ts'],
          exclude: [...ELSEWHERE, ...PURE],
          globalSetup: ['test/support/compileSources.ts'],
        },
      },
    ],
  },
})
