import { expect, test } from 'vitest'
import { asyncWaitMs } from '../../../src/http/request/prefer.ts'
import { PENDING_AT_ONCE_MS, PENDING_WAIT_MAX_MS } from '../../../src/limits.ts'

const AT_ONCE = PENDING_AT_ONCE_MS
const LONGEST = PENDING_WAIT_MAX_MS

test.each<[string, string | undefined, number | null]>([
  ['no header', undefined, null],
  ['an empty one', '', null],
  ['the preference alone', 'respond-async', AT_ONCE],
  ['in capitals', 'Respond-ASYNC', AT_ONCE],
  ['with spaces around it', '  respond-async \t', AT_ONCE],
  ['with an empty value, which is the same', 'respond-async=""', AT_ONCE],
  ['with an equals sign and nothing behind it', 'respond-async=', AT_ONCE],
  ['with a parameter', 'respond-async; of=late', AT_ONCE],
  ['with a value that it does not have', 'respond-async=no', null],
  ['another preference', 'return=minimal', null],
  ['several in one header', 'return=minimal, respond-async', AT_ONCE],
  ['and how long to wait', 'respond-async, wait=5', 5_000],
  ['the other way around', 'wait=5, respond-async', 5_000],
  ['with spaces around the equals sign', 'respond-async, wait = 5', 5_000],
  ['in quotes', 'respond-async, wait="7"', 7_000],
  ['not at all', 'respond-async, wait=0', 0],
  ['longer than anybody may', 'respond-async, wait=86400', LONGEST],
  ['longer than a number can say', `respond-async, wait=${'9'.repeat(400)}`, LONGEST],
  ['a wait without it', 'wait=5', null],
  ['a wait below nothing', 'respond-async, wait=-5', AT_ONCE],
  ['a wait in parts', 'respond-async, wait=1.5', AT_ONCE],
  ['a wait in words', 'respond-async, wait=soon', AT_ONCE],
  ['a wait that is not said', 'respond-async, wait', AT_ONCE],
  ['two waits: the first counts', 'respond-async, wait=2, wait=9', 2_000],
  ['two of it: the first counts', 'respond-async=no, respond-async', null],
  ['rubbish beside it', ',,=;"', null],
  ['rubbish and it', '(), @@, respond-async', AT_ONCE],
  ['in the quotes of another', 'note="a, respond-async, b"', null],
  ['behind quotes that hold a comma', 'note="a, \\" b", respond-async', AT_ONCE],
  ['a name that begins with it', 'respond-asynchronously', null],
  ['as a parameter of another', 'return=minimal; respond-async', null],
])('%s', (_, header, waitMs) => {
  expect(asyncWaitMs(header)).toBe(waitMs)
})

test('rubbish as long as a header can be is passed over', () => {
  for (const part of ['"', ',', 'a"', '\\"', 'a=";', ' =', 'wait=', '"\\']) {
    expect(asyncWaitMs(part.repeat(16_000 / part.length))).toBeNull()
  }
})
