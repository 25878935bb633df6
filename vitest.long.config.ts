import { defineConfig } from 'vitest/config'

// Tests that are long by nature: every address failing in turn, machines that are kept busy. They
// touch no public registry either; CI runs them after `npm test`.
export default defineConfig({
  test: {
    include: ['test/long/**/*.test.ts'],
    pool: 'forks',
    // Each of them keeps the processors busy: side by side they would only starve one another.
    fileParallelism: false,
    // A report in time: long suites have no limit that a slow machine could pass.
    testTimeout: 1_800_000,
    hookTimeout: 600_000,
  },
})
