import { describe, expect, test } from 'vitest'
import { clientIp } from '../../../src/http/request/clientIp.ts'

describe('clientIp', () => {
  const CASES = [
    ['no proxies: the header counts nothing', [], '198.51.100.1', '203.0.113.1', '198.51.100.1'],
    [
      'a stranger: the header counts nothing',
      ['10.0.0.1'],
      '198.51.100.1',
      '203.0.113.1',
      '198.51.100.1',
    ],
    ['a trusted peer vouches for one hop', ['10.0.0.1'], '10.0.0.1', '203.0.113.1', '203.0.113.1'],
    ['the client wrote one too', ['10.0.0.1'], '10.0.0.1', '1.2.3.4, 203.0.113.1', '203.0.113.1'],
    ['two proxies', ['10.0.0.0/8'], '10.0.0.1', '1.2.3.4, 203.0.113.1, 10.9.9.9', '203.0.113.1'],
    ['all trusted', ['10.0.0.0/8'], '10.0.0.1', '10.1.1.1', '10.1.1.1'],
    ['no header', ['10.0.0.0/8'], '10.0.0.1', undefined, '10.0.0.1'],
    ['rubbish in the header', ['10.0.0.0/8'], '10.0.0.1', 'evil, ;;', '10.0.0.1'],
    ['rubbish before a good hop', ['10.0.0.0/8'], '10.0.0.1', 'evil,203.0.113.1', '203.0.113.1'],
    ['a hop with its port', ['10.0.0.1'], '10.0.0.1', '203.0.113.1:5555', '203.0.113.1'],
    ['an IPv6 hop with its port', ['10.0.0.1'], '10.0.0.1', '[2001:db8::1]:443', '2001:db8::1'],
    ['a mapped peer', ['127.0.0.1'], '::ffff:127.0.0.1', '203.0.113.1', '203.0.113.1'],
    ['IPv6 ranges', ['fd00::/8'], 'fd12::1', '2001:db8::1', '2001:db8::1'],
    ['a range of the other family', ['::/0'], '198.51.100.1', '203.0.113.1', '198.51.100.1'],
    ['a peer that is gone', ['10.0.0.1'], undefined, '203.0.113.1', ''],
  ] as const
  test.each(CASES)('%s', (_what, trusted, peer, header, expected) => {
    expect(clientIp(trusted)(peer, header)).toBe(expected)
  })
})
