import type { LookupAddress } from 'node:dns'
import { describe, expect, test } from 'vitest'
import {
  guardedLookup,
  isLinkLocal,
  isPrivateHost,
  isPublicAddress,
  literalAddress,
  mayLeadInside,
  type ResolveAll,
} from '../../../src/registry/fetch/guardedLookup.ts'

describe('isPublicAddress', () => {
  const REFUSED = {
    unspecified: ['0.0.0.0', '0.1.2.3', '::'],
    loopback: ['127.0.0.1', '127.255.255.254', '::1'],
    private: ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fc00::1', 'fd12:3456::1'],
    'link-local, cloud metadata among it': ['169.254.1.1', '169.254.169.254', 'fe80::1'],
    'carrier-grade NAT': ['100.64.0.1', '100.127.255.255'],
    multicast: ['224.0.0.1', '239.255.255.250', 'ff02::1'],
    broadcast: ['255.255.255.255'],
    reserved: ['240.0.0.1', '192.0.0.1', '198.18.0.1'],
    documentation: ['192.0.2.1', '198.51.100.7', '203.0.113.9', '2001:db8::1'],
    'IPv4 inside IPv6': ['::ffff:127.0.0.1', '::ffff:10.0.0.1', '::ffff:8.8.8.8', '::127.0.0.1'],
    NAT64: ['64:ff9b::7f00:1', '64:ff9b::808:808', '64:ff9b:1::1'],
    '6to4 and Teredo': ['2002:7f00:1::', '2001::1'],
    'site-local': ['fec0::1'],
    'with a zone': ['fe80::1%eth0', '2606:4700::1%1'],
    'not an address': ['', 'localhost', '127.1', '0x7f.0.0.1', '1.2.3', '[::1]', '8.8.8.8 '],
  }
  const rows = Object.entries(REFUSED).flatMap(([why, list]) => list.map((text) => ({ why, text })))
  test.each(rows)('$why: $text is refused', ({ text }) => {
    expect(isPublicAddress(text)).toBe(false)
  })

  test.each(['8.8.8.8', '1.1.1.1', '100.63.255.255', '172.32.0.1', '2606:4700::1', '2a00:1450::1'])(
    'public: %s',
    (text) => {
      expect(isPublicAddress(text)).toBe(true)
    },
  )
})

describe('isLinkLocal', () => {
  test.each([
    '169.254.169.254',
    '169.254.0.1',
    'fe80::1',
    'febf::1',
    'fe80::1%eth0',
    '::ffff:169.254.169.254',
    '::ffff:a9fe:a9fe',
    '::169.254.169.254',
    '::ffff:0:a9fe:a9fe',
    '64:ff9b::a9fe:a9fe',
    '64:ff9b:1::a9fe:a9fe',
    '2002:a9fe:a9fe::1',
    'fd00:ec2::254',
    'fd00:0ec2:0:0:0:0:0:254',
    '100.100.100.200',
    'nonsense',
    '',
  ])('%s is of one link, or a metadata service', (text) => {
    expect(isLinkLocal(text)).toBe(true)
  })

  test.each(['127.0.0.1', '10.1.2.3', '192.168.0.1', 'fd12:3456::1', '::1', '8.8.8.8', '2a00::1'])(
    '%s may be of a network',
    (text) => {
      expect(isLinkLocal(text)).toBe(false)
    },
  )
})

describe('literalAddress', () => {
  const ROWS = [
    { url: 'http://127.0.0.1/', expected: '127.0.0.1' },
    { url: 'http://0x7f.1/', expected: '127.0.0.1' },
    { url: 'http://2130706433/', expected: '127.0.0.1' },
    { url: 'http://017700000001/', expected: '127.0.0.1' },
    { url: 'http://[::ffff:127.0.0.1]/', expected: '::ffff:7f00:1' },
    { url: 'http://127.0.0.1.example/', expected: null },
    { url: 'http://registry.example/', expected: null },
  ]
  test.each(ROWS)('$url: $expected', ({ url, expected }) => {
    expect(literalAddress(new URL(url).hostname)).toBe(expected)
  })
})

const resolving =
  (...addresses: readonly LookupAddress[]): ResolveAll =>
  (_hostname, callback) =>
    callback(null, addresses)
const PUBLIC_4 = { address: '8.8.8.8', family: 4 }
const PUBLIC_6 = { address: '2606:4700::1', family: 6 }
const INSIDE = { address: '10.0.0.1', family: 4 }

function lookUp(resolve: ResolveAll, options: { all?: boolean; family?: number }) {
  return new Promise<unknown>((settle) => {
    guardedLookup(resolve)('host.example', options, (error, address, family) => {
      settle(error ? { refused: error.name, message: error.message } : { address, family })
    })
  })
}

describe('guardedLookup', () => {
  test('gives every public address to a socket that takes all', async () => {
    const found = await lookUp(resolving(PUBLIC_4, INSIDE, PUBLIC_6), { all: true })
    expect(found).toEqual({ address: [PUBLIC_4, PUBLIC_6], family: undefined })
  })

  test('gives the first public address to a socket that takes one', async () => {
    expect(await lookUp(resolving(INSIDE, PUBLIC_6), {})).toEqual(PUBLIC_6)
    expect(await lookUp(resolving(PUBLIC_6, PUBLIC_4), { family: 4 })).toEqual(PUBLIC_4)
  })

  test.each([
    { rule: 'only private addresses', addresses: [INSIDE] },
    { rule: 'no address', addresses: [] },
  ])('$rule: refused', async ({ addresses }) => {
    expect(await lookUp(resolving(...addresses), { all: true })).toEqual({
      refused: 'AddressRefusedError',
      message: 'host.example has no address that may be asked',
    })
  })

  test('a name that does not resolve keeps its error', async () => {
    const failing: ResolveAll = (_host, callback) => callback(new Error('ENOTFOUND'), [])
    expect(await lookUp(failing, {})).toEqual({ refused: 'Error', message: 'ENOTFOUND' })
  })
})

describe('isPrivateHost and mayLeadInside', () => {
  const ROWS = [
    { rule: 'a private literal', host: '10.0.0.1', addresses: [], all: true, any: true },
    { rule: 'loopback in brackets', host: '[::1]', addresses: [], all: true, any: true },
    { rule: 'a public literal', host: '8.8.8.8', addresses: [], all: false, any: false },
    { rule: 'a name inside', host: 'a.example', addresses: [INSIDE], all: true, any: true },
    { rule: 'a name outside', host: 'a.example', addresses: [PUBLIC_4], all: false, any: false },
    {
      rule: 'a name on both sides',
      host: 'a.example',
      addresses: [INSIDE, PUBLIC_4],
      all: false,
      any: true,
    },
    {
      rule: 'a name on both sides, the public one first',
      host: 'a.example',
      addresses: [PUBLIC_4, INSIDE],
      all: false,
      any: true,
    },
    { rule: 'a name that is not known', host: 'b.example', addresses: [], all: false, any: false },
  ]
  test.each(ROWS)('$rule: $all, $any', async ({ host, addresses, all, any }) => {
    const resolve = resolving(...addresses)
    expect(await isPrivateHost(host, resolve)).toBe(all)
    expect(await mayLeadInside(host, resolve)).toBe(any)
  })
})
