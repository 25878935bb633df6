// Tests that lie beside what they test and take long all the same: processes that are killed, every
// fault of a registry in turn, hostile files of every kind, a whole day of a watch.
// `npm run test:long` runs them, and `npm test` does not.

export const LONG_TESTS = [
  'test/e2e/hostilePayer.test.ts',
  'test/e2e/unavailable.test.ts',
  'test/queue/workers.test.ts',
  'test/registry/faults.test.ts',
  'test/services/watch/day.test.ts',
  'test/services/watch/kill.test.ts',
  'test/store/crash.test.ts',
  'test/syntax/python/hostile.test.ts',
]
