import { expect, test } from 'vitest'
import { clientOf } from '../../src/charge/demoQuota.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::ffff:cb00:7107', '203.0.113.7'],
  ['2001:db8:1:2::1', '20010db800010002/64'],
  ['2001:db8:1:2:a:b:c:d', '20010db800010002/64'],
  ['2001:DB8:1:2::', '20010db800010002/64'],
  ['2001:db8:1:3::1', '20010db800010003/64'],
  ['::1', '0000000000000000/64'],
  ['', 'unknown'],
  ['not an address', 'unknown'],
])('%s is counted as %s', (ip, client) => {
  expect(clientOf(ip)).toBe(client)
})
