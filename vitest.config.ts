import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/live/**', 'test/long/**', 'test/truth/**', 'node_modules/**'],
    pool: 'forks',
    // Two files at a time on two cores too: many tests wait for processes that they started.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})
