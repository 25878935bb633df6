import { defineConfig } from 'vitest/config'

// Tests against the real registries, through whatever mirror and proxy this machine is set up with.
export default defineConfig({
  test: {
    include: ['test/live/**/*.test.ts'],
    pool: 'forks',
    // A registry is shared with everybody: one file at a time.
    fileParallelism: false,
    testTimeout: 180_000,
    hookTimeout: 60_000,
  },
})
