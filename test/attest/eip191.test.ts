import { verifyMessage, Wallet } from 'ethers'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  type Eip191Signer,
  eip191Signer,
  isPrivateKey,
  parseSignature,
  recoverAddress,
  SIGNATURE_FAULTS,
} from '../../src/attest/eip191.ts'
import { CURVE_ORDER } from '../../src/attest/secp256k1.ts'
import { TEST_ADDRESS, TEST_KEY_HEX, testSigner } from './samples.ts'

const MESSAGE = Buffer.from('{"type":"assay.package_exists/1"}')

function word(value: bigint): string {
  return value.toString(16).padStart(64, '0')
}

let signer: Eip191Signer
let signature: string
beforeAll(async () => {
  signer = await testSigner()
  signature = signer.sign(MESSAGE)
})

describe('eip191Signer', () => {
  test('knows its address', () => {
    expect(signer.address).toBe(TEST_ADDRESS)
  })

  test('signs the same message with the same bytes', () => {
    expect(signer.sign(MESSAGE)).toBe(signature)
    expect(signature).toMatch(/^0x[0-9a-f]{128}(1b|1c)$/)
  })

  test('keeps a key of its own: wiping the given one changes nothing', async () => {
    const key = Buffer.from(TEST_KEY_HEX, 'hex')
    const own = await eip191Signer(key)
    key.fill(0)
    expect(own.sign(MESSAGE)).toBe(signature)
  })

  test('shows no key when it is printed', () => {
    expect(JSON.stringify(signer)).not.toContain(TEST_KEY_HEX)
  })

  test.each([
    ['31 bytes', '46'.repeat(31)],
    ['33 bytes', '46'.repeat(33)],
    ['zero', word(0n)],
    ['the order of the curve', word(CURVE_ORDER)],
    ['a scalar past the order', 'ff'.repeat(32)],
  ])('refuses %s, without naming it', async (_rule, hex) => {
    const key = Buffer.from(hex, 'hex')
    expect(isPrivateKey(key)).toBe(false)
    const error = await eip191Signer(key).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(Error)
    expect(String(error)).not.toContain(hex)
  })

  test.each([
    ['one', word(1n)],
    ['the largest scalar', word(CURVE_ORDER - 1n)],
  ])('takes %s', async (_rule, hex) => {
    const { address } = await eip191Signer(Buffer.from(hex, 'hex'))
    expect(address).toBe(new Wallet(`0x${hex}`).address.toLowerCase())
  })
})

describe('any Ethereum tool agrees', () => {
  const anyKey = fc.bigInt({ min: 1n, max: CURVE_ORDER - 1n }).map(word)

  test('ethers makes the same bytes and recovers the same address', async () => {
    await fc.assert(
      fc.asyncProperty(anyKey, fc.string({ unit: 'grapheme' }), async (key, text) => {
        const own = await eip191Signer(Buffer.from(key, 'hex'))
        const message = Buffer.from(text, 'utf8')
        const signed = own.sign(message)
        expect(await new Wallet(`0x${key}`).signMessage(text)).toBe(signed)
        expect(verifyMessage(text, signed).toLowerCase()).toBe(own.address)
        expect(recoverAddress(message, signed)).toEqual({ ok: true, address: own.address })
      }),
      { numRuns: 25 },
    )
  })
})

// Each row rewrites a good signature; ethers, viem or a lax parser would take several of them.
const REFUSED: readonly {
  rule: string
  rewrite: (signature: string) => unknown
  reason: (typeof SIGNATURE_FAULTS)[number]
}[] = [
  { rule: 'nothing', rewrite: () => undefined, reason: 'signature_missing' },
  { rule: 'null', rewrite: () => null, reason: 'signature_missing' },
  { rule: 'an empty text', rewrite: () => '', reason: 'signature_missing' },
  { rule: 'a number', rewrite: () => 27, reason: 'signature_missing' },
  { rule: 'an array of it', rewrite: (good) => [good], reason: 'signature_missing' },
  { rule: 'a space before', rewrite: (good) => ` ${good}`, reason: 'signature_whitespace' },
  { rule: 'a line end', rewrite: (good) => `${good}\n`, reason: 'signature_whitespace' },
  {
    rule: 'a no-break space within',
    rewrite: (good) => `${good.slice(0, 9)}\u00a0${good.slice(9)}`,
    reason: 'signature_whitespace',
  },
  { rule: 'no 0x', rewrite: (good) => good.slice(2), reason: 'signature_prefix' },
  { rule: '0X', rewrite: (good) => `0X${good.slice(2)}`, reason: 'signature_prefix' },
  {
    rule: 'upper-case digits',
    rewrite: (good) => `0x${good.slice(2).toUpperCase()}`,
    reason: 'signature_case',
  },
  { rule: 'an upper-case v', rewrite: (good) => `${good.slice(0, -1)}B`, reason: 'signature_case' },
  { rule: 'no v (EIP-2098 compact)', rewrite: compact, reason: 'signature_compact' },
  { rule: 'one digit short', rewrite: (good) => good.slice(0, -1), reason: 'signature_malformed' },
  { rule: 'one byte more', rewrite: (good) => `${good}00`, reason: 'signature_malformed' },
  { rule: 'only 0x', rewrite: () => '0x', reason: 'signature_malformed' },
  {
    rule: 'a letter that is no digit',
    rewrite: (good) => `${good.slice(0, -1)}g`,
    reason: 'signature_malformed',
  },
  {
    rule: 'full-width digits',
    rewrite: (good) => `0x\uff11${good.slice(3)}`,
    reason: 'signature_malformed',
  },
  {
    rule: 'a megabyte of digits',
    rewrite: () => `0x${'1'.repeat(1_048_576)}`,
    reason: 'signature_malformed',
  },
  { rule: 'r = 0', rewrite: (good) => withR(good, 0n), reason: 'signature_range' },
  { rule: 'r = n', rewrite: (good) => withR(good, CURVE_ORDER), reason: 'signature_range' },
  { rule: 's = 0', rewrite: (good) => withS(good, 0n), reason: 'signature_range' },
  { rule: 's = n', rewrite: (good) => withS(good, CURVE_ORDER), reason: 'signature_range' },
  { rule: 'the high twin of s', rewrite: highTwin, reason: 'signature_high_s' },
  {
    rule: 's just above half the order',
    rewrite: (good) => withS(good, CURVE_ORDER / 2n + 1n),
    reason: 'signature_high_s',
  },
  { rule: 'v = 0', rewrite: (good) => withV(good, '00'), reason: 'signature_v' },
  { rule: 'v = 1', rewrite: (good) => withV(good, '01'), reason: 'signature_v' },
  { rule: 'v = 29', rewrite: (good) => withV(good, '1d'), reason: 'signature_v' },
  { rule: 'v of EIP-155', rewrite: (good) => withV(good, '25'), reason: 'signature_v' },
  // x = 5 has no point on the curve.
  {
    rule: 'r off the curve',
    rewrite: (good) => withR(good, 5n),
    reason: 'signature_unrecoverable',
  },
]

function withR(good: string, r: bigint): string {
  return `0x${word(r)}${good.slice(66)}`
}

function withS(good: string, s: bigint): string {
  return `${good.slice(0, 66)}${word(s)}${good.slice(130)}`
}

function withV(good: string, v: string): string {
  return `${good.slice(0, 130)}${v}`
}

/** The same signature to a lax verifier: s is negated and v flipped. */
function highTwin(good: string): string {
  const s = BigInt(`0x${good.slice(66, 130)}`)
  return withV(withS(good, CURVE_ORDER - s), good.endsWith('1b') ? '1c' : '1b')
}

/** EIP-2098: v moves into the top bit of s. */
function compact(good: string): string {
  const s = BigInt(`0x${good.slice(66, 130)}`) | (good.endsWith('1c') ? 1n << 255n : 0n)
  return `${good.slice(0, 66)}${word(s)}`
}

describe('recoverAddress takes one encoding', () => {
  test('the one that is signed', () => {
    expect(recoverAddress(MESSAGE, signature)).toEqual({ ok: true, address: TEST_ADDRESS })
  })

  test.each(REFUSED)('not $rule: $reason', ({ rewrite, reason }) => {
    expect(recoverAddress(MESSAGE, rewrite(signature))).toEqual({ ok: false, reason })
  })

  test('every fault has a row here', () => {
    expect(new Set(REFUSED.map(({ reason }) => reason))).toEqual(new Set(SIGNATURE_FAULTS))
  })

  test('the rewritten ones that ethers takes are the same signature to it', () => {
    // These rows are attacks and not noise: elsewhere they verify.
    for (const rewrite of [compact, (good: string) => good.toUpperCase().replace('0X', '0x')]) {
      expect(verifyMessage(MESSAGE, rewrite(signature)).toLowerCase()).toBe(TEST_ADDRESS)
    }
  })

  test('s of exactly half the order is low', () => {
    expect(parseSignature(withS(signature, CURVE_ORDER / 2n)).ok).toBe(true)
  })

  test('another message recovers to somebody else', () => {
    const other = recoverAddress(Buffer.from('other'), signature)
    expect(other.ok && other.address).not.toBe(TEST_ADDRESS)
  })

  test('anything has an answer', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(recoverAddress(MESSAGE, value).ok).toBe(false)
      }),
    )
  })
})
