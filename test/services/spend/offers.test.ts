import { expect, test } from 'vitest'
import { offersFor, offersIn } from '../../../src/services/spend/offers.ts'

const ASSET = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const PAY_TO = '0x1111111111111111111111111111111111111111'
const ASSETS = [{ network: 'eip155:8453', address: ASSET, decimals: 6 }]
const accept = {
  scheme: 'exact',
  network: 'eip155:8453',
  asset: ASSET,
  amount: '5000',
  payTo: PAY_TO,
}
const offer = { resource: null, payTo: PAY_TO, amountMicroUsd: 5_000 }

test.each([
  [
    'a challenge of version 2',
    { x402Version: 2, resource: { url: 'https://a.example/x' }, accepts: [accept] },
    [{ ...offer, resource: 'https://a.example/x' }],
  ],
  [
    'a challenge of version 1',
    {
      x402Version: 1,
      accepts: [
        {
          ...accept,
          amount: undefined,
          maxAmountRequired: '5000',
          resource: 'https://a.example/x',
        },
      ],
    },
    [{ ...offer, resource: 'https://a.example/x' }],
  ],
  [
    'a discovery document',
    { resources: [{ resource: 'https://a.example/x', accepts: [accept] }, 'https://a.example/y'] },
    [{ ...offer, resource: 'https://a.example/x' }],
  ],
  ['a list of items', { items: [{ accepts: [accept] }] }, [offer]],
  [
    'a token that is not known',
    { accepts: [{ ...accept, asset: PAY_TO }] },
    [{ ...offer, amountMicroUsd: null }],
  ],
  [
    'the token of another network',
    { accepts: [{ ...accept, network: 'eip155:1' }] },
    [{ ...offer, amountMicroUsd: null }],
  ],
  [
    'an amount that is none',
    { accepts: [{ ...accept, amount: '-1' }] },
    [{ ...offer, amountMicroUsd: null }],
  ],
  [
    'an amount past all bounds',
    { accepts: [{ ...accept, amount: '9'.repeat(60) }] },
    [{ ...offer, amountMicroUsd: null }],
  ],
  ['a payee that is none', { accepts: [{ ...accept, payTo: 'me' }] }, []],
  ['nothing', {}, []],
  ['no object', [accept], []],
  ['null', null, []],
  ['accepts that is no list', { accepts: { 0: accept } }, []],
])('%s', (_, document, expected) => {
  expect(offersIn(document, ASSETS)).toEqual(expected)
})

test('more decimals are rounded up', () => {
  const assets = [{ ...ASSETS[0], network: 'eip155:8453', address: ASSET, decimals: 18 }]
  const [found] = offersIn({ accepts: [{ ...accept, amount: '1000000000001' }] }, assets)
  expect(found?.amountMicroUsd).toBe(2)
})

test('offers for another resource do not count', () => {
  const of = (resource: string | null) => ({ ...offer, resource })
  const offers = [of('https://a.example/x/'), of('https://a.example/y'), of(null), of('nonsense')]
  const found = offersFor(new URL('https://a.example/x?q=1'), offers)
  expect(found.map(({ resource }) => resource)).toEqual(['https://a.example/x/', null])
})
