import { defineConfig } from 'vitest/config'
import { compiledPrograms } from './test/support/compiled.ts'
import { LONG_TESTS } from './test/support/longTests.ts'

// Tests that are long by nature: every address failing in turn, machines that are kept busy, kills by
// the dozen, the page in a browser. They touch no public registry either; CI runs them after `npm test`.
export default defineConfig({
  plugins: [compiledPrograms],
  test: {
    globalSetup: ['test/support/compileSources.ts'],
    include: [
      'test/long/**/*.test.ts',
      ...LONG_TESTS,
      // `npm test` runs these with few rounds; here they have many.
      'test/artifact/{differential,mutate}.test.ts',
      'test/check/anyInput.test.ts',
      'test/e2e/{mutatedSources,randomJobs}.test.ts',
      'test/table/table.property.test.ts',
    ],
    env: {
      ASSAY_ANY_INPUT: process.env['ASSAY_ANY_INPUT'] ?? '400',
      ASSAY_FAULTS: process.env['ASSAY_FAULTS'] ?? '2000',
      ASSAY_MUTATED_SOURCES: process.env['ASSAY_MUTATED_SOURCES'] ?? '400',
      ASSAY_TABLE_RUNS: process.env['ASSAY_TABLE_RUNS'] ?? '150',
      ASSAY_MUTATIONS: process.env['ASSAY_MUTATIONS'] ?? '100000',
      CRASH_ROUNDS: process.env['CRASH_ROUNDS'] ?? '40',
      RANDOM_JOBS: process.env['RANDOM_JOBS'] ?? '300',
    },
    pool: 'forks',
    // Each of them keeps the processors busy: side by side they would only starve one another.
    fileParallelism: false,
    // A report in time: long suites have no limit that a slow machine could pass.
    testTimeout: 3_600_000,
    hookTimeout: 600_000,
  },
})
