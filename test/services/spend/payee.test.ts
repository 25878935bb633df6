import { getAddress } from 'ethers'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pureKeccak256 } from '../../../src/attest/keccak256.ts'
import { parsePayee } from '../../../src/services/spend/payee.ts'

const parse = (text: string) => parsePayee(text, pureKeccak256)
const USDC = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'

test.each([
  { written: USDC, checksumOk: true, network: null },
  { written: ` ${USDC}\n`, checksumOk: true, network: null },
  { written: USDC.toLowerCase(), checksumOk: null, network: null },
  { written: `0x${USDC.slice(2).toUpperCase()}`, checksumOk: null, network: null },
  { written: USDC.replace('fC', 'FC'), checksumOk: false, network: null },
  { written: `eip155:8453:${USDC}`, checksumOk: true, network: 'eip155:8453' },
])('an address: $written', ({ written, ...expected }) => {
  const address = USDC.toLowerCase()
  expect(parse(written)).toEqual({ form: 'address', address, ...expected })
})

test.each([
  [
    'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv',
    'account',
  ],
  ['cosmos:cosmoshub-3:cosmos1t2uflqwqe0fsj0shcfkrvpukewcw40yjj6hdc0', 'account'],
  ['https://api.example/v1/answer?x=1', 'url'],
  ['HTTP://api.example', 'url'],
  ['vitalik.eth', 'name'],
  ['pay.somebody.eth', 'name'],
  ['', 'none'],
  ['0x', 'none'],
  [USDC.slice(0, -1), 'none'],
  [`${USDC}0`, 'none'],
  [USDC.slice(2), 'none'],
  [`eip155:0:${USDC}`, 'none'],
  [`eip155:8453:${USDC.slice(0, -2)}`, 'none'],
  ['api.example', 'none'],
  ['ftp://api.example/', 'none'],
  ['javascript:alert(1)', 'none'],
  ['https://', 'none'],
])('%s is %s', (written, form) => {
  expect(parse(written).form).toBe(form)
})

test('credentials and the fragment of a URL go nowhere', () => {
  const payee = parse('https://user:secret@api.example/a?b=c#d')
  expect(payee).toMatchObject({ form: 'url', url: { href: 'https://api.example/a?b=c' } })
})

test('checksums are those of a wallet', () => {
  const digits = fc.stringMatching(/^[0-9a-f]{40}$/)
  fc.assert(
    fc.property(digits, fc.nat(39), (hex, at) => {
      const right = getAddress(`0x${hex}`)
      const payee = parse(right)
      const hasCapitals = right.slice(2) !== hex && right.slice(2) !== hex.toUpperCase()
      expect(payee).toMatchObject({ checksumOk: hasCapitals ? true : null })
      // One letter in the other case is noticed, unless no capital is left.
      const letter = right[at + 2] ?? ''
      const other = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()
      if (other === letter) return
      const wrong = parse(`${right.slice(0, at + 2)}${other}${right.slice(at + 3)}`)
      expect(wrong).not.toMatchObject({ checksumOk: true })
    }),
  )
})
