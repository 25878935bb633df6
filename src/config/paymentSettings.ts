// Networks and tokens that payments are made in.

import { address, Mistake, type Parse } from './parseSetting.ts'

const NAMED_NETWORKS: Readonly<Record<string, `eip155:${number}`>> = {
  base: 'eip155:8453',
  'base-sepolia': 'eip155:84532',
}

export const evmNetwork: Parse<`eip155:${number}`> = (value) => {
  const named = Object.hasOwn(NAMED_NETWORKS, value) ? NAMED_NETWORKS[value] : undefined
  if (named !== undefined) return named
  const [, id] = /^eip155:([1-9]\d{0,14})$/.exec(value) ?? []
  if (id !== undefined) return `eip155:${Number(id)}`
  throw new Mistake('must be base, base-sepolia or an EVM network such as eip155:8453')
}

export type PaymentAsset = Readonly<{
  address: string
  /** Of the domain that its contract checks signatures by. */
  name: string
  version: string
  decimals: number
}>

export const USDC: Readonly<Record<string, PaymentAsset>> = {
  'eip155:8453': {
    address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
    name: 'USD Coin',
    version: '2',
    decimals: 6,
  },
  'eip155:84532': {
    address: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
    name: 'USDC',
    version: '2',
    decimals: 6,
  },
}

export const paymentAsset: Parse<PaymentAsset> = (value) => {
  const known = Object.values(USDC).find(
    (asset) => asset.address.toLowerCase() === value.toLowerCase(),
  )
  if (known !== undefined) return known
  const [written = '', name = '', version = '', decimals = ''] = value.split(':')
  if (name === '' || version === '' || !/^(?:[6-9]|[12]\d|30)$/.test(decimals)) {
    throw new Mistake('must be address:name:version:decimals, with 6 to 30 decimals')
  }
  return { address: address(written), name, version, decimals: Number(decimals) }
}
