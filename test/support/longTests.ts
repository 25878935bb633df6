// Tests that lie beside what they test and take long all the same: processes that are killed, every
// fault of a registry in turn, hostile files of every kind. `npm run test:long` runs them, and
// `npm test` does not.

export const LONG_TESTS = [
  'test/e2e/hostilePayer.test.ts',
  'test/e2e/unavailable.test.ts',
  'test/queue/workers.test.ts',
  'test/services/watch/kill.test.ts',
  'test/syntax/python/hostile.test.ts',
]
