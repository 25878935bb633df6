import { defineConfig } from 'vitest/config'

// Comparisons with other people's programs: they need python3 and, once, a package index.
export default defineConfig({
  test: {
    include: ['test/truth/**/*.test.ts'],
    pool: 'forks',
    // One at a time: each of them starts servers of its own and would starve the others.
    fileParallelism: false,
    testTimeout: 1_800_000,
    hookTimeout: 600_000,
  },
})
