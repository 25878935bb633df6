import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { loadKeccak256, pureKeccak256 } from '../../src/attest/keccak256.ts'
import { backend, CURVE_ORDER, nativeCurve, nobleCurve } from '../../src/attest/secp256k1.ts'
import { SAMPLES, signedReceipt, TEST_ADDRESS, testSigner } from './samples.ts'

const run = promisify(execFile)

function hex(bytes: Uint8Array | null | undefined): string {
  return Buffer.from(bytes ?? []).toString('hex')
}

function bytes32(value: bigint): Uint8Array {
  return Uint8Array.from(Buffer.from(value.toString(16).padStart(64, '0'), 'hex'))
}

const anyKey = fc.bigInt({ min: 1n, max: CURVE_ORDER - 1n }).map(bytes32)
const anyDigest = fc.uint8Array({ minLength: 32, maxLength: 32 })

// Published vectors of deterministic ECDSA over secp256k1: key, message, r, s (low).
const RFC_6979 = [
  {
    rule: 'key 1',
    key: 1n,
    message: 'Satoshi Nakamoto',
    rs:
      '934b1ea10a4b3c1757e2b0c017d0b6143ce3c9a7e6a4a49860d7a6ab210ee3d8' +
      '2442ce9d2b916064108014783e923ec36b49743e2ffa1c4496f01a512aafd9e5',
  },
  {
    rule: 'the largest key',
    key: CURVE_ORDER - 1n,
    message: 'Satoshi Nakamoto',
    rs:
      'fd567d121db66e382991534ada77a6bd3106f0a1098c231e47993447cd6af2d0' +
      '6b39cd0eb1bc8603e159ef5c20a5c8ad685a45b06ce9bebed3f153d10d93bed5',
  },
]

async function sha256(text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', Buffer.from(text)))
}

describe('the curve', () => {
  test('runs natively on this platform', () => {
    expect(backend).toBe('native')
  })

  test.each(RFC_6979)('signs as published: $rule', async ({ key, message, rs }) => {
    const digest = await sha256(message)
    expect(hex(nativeCurve?.sign(digest, bytes32(key)).rs)).toBe(rs)
    expect(hex(nobleCurve.sign(digest, bytes32(key)).rs)).toBe(rs)
  })

  test('both implementations give the same bytes', () => {
    if (nativeCurve === null) throw new Error('the native binding is missing')
    const native = nativeCurve
    fc.assert(
      fc.property(anyKey, anyDigest, (key, digest) => {
        const signature = native.sign(digest, key)
        const other = nobleCurve.sign(digest, key)
        expect(hex(signature.rs)).toBe(hex(other.rs))
        expect(signature.recovery).toBe(other.recovery)
        const publicKey = hex(native.publicKey(key))
        expect(hex(nobleCurve.publicKey(key))).toBe(publicKey)
        expect(hex(native.recover(digest, signature))).toBe(publicKey)
        expect(hex(nobleCurve.recover(digest, signature))).toBe(publicKey)
      }),
      { numRuns: 150 },
    )
  })

  test('both recover the same key, or none, from any pair of scalars', () => {
    const scalar = fc.bigInt({ min: 1n, max: CURVE_ORDER - 1n })
    fc.assert(
      fc.property(scalar, scalar, anyDigest, fc.constantFrom(0, 1), (r, s, digest, recovery) => {
        const signature = { rs: Buffer.concat([bytes32(r), bytes32(s)]), recovery } as const
        const native = nativeCurve?.recover(digest, signature)
        expect(hex(native)).toBe(hex(nobleCurve.recover(digest, signature)))
      }),
      { numRuns: 60 },
    )
  })

  test('a nonce point that is not on the curve recovers to nobody', () => {
    // x = 5 has no point on secp256k1.
    const signature = { rs: Buffer.concat([bytes32(5n), bytes32(1n)]), recovery: 0 } as const
    expect(nobleCurve.recover(bytes32(1n), signature)).toBeNull()
    expect(nativeCurve?.recover(bytes32(1n), signature)).toBeNull()
  })
})

describe('keccak256', () => {
  const VECTORS = [
    ['', 'c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470'],
    ['abc', '4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45'],
  ] as const

  test.each(VECTORS)('of %j', async (text, expected) => {
    const fast = await loadKeccak256()
    expect(hex(pureKeccak256(Buffer.from(text)))).toBe(expected)
    expect(hex(fast(Buffer.from(text)))).toBe(expected)
  })

  test('is the same from both, and a digest is not overwritten by the next', async () => {
    const fast = await loadKeccak256()
    expect(fast).not.toBe(pureKeccak256)
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 600 }), fc.uint8Array(), (first, second) => {
        const kept = fast(first)
        fast(second)
        expect(hex(kept)).toBe(hex(pureKeccak256(first)))
      }),
    )
  })
})

// What a platform without a build of the binding sees: the file is there and throws.
const WITHOUT_NATIVE = `
import Module from 'node:module'
const load = Module._load
Module._load = function (request, ...rest) {
  if (/secp256k1|elliptic/.test(request)) throw new Error('No native build was found')
  return load.call(this, request, ...rest)
}`

test('without the native binding the library verifies with the pure implementation', async () => {
  const receipt = JSON.stringify(signedReceipt(SAMPLES['npm-hit'], await testSigner()))
  const root = new URL('../../src/', import.meta.url).href
  const script = `
    const { backend } = await import('${root}attest/secp256k1.ts')
    const { verifyReceipt } = await import('${root}index.ts')
    const verdict = verifyReceipt(process.argv[1], { verifiers: ['${TEST_ADDRESS}'] })
    console.log(JSON.stringify({ backend, verdict }))`
  const hook = `data:text/javascript,${encodeURIComponent(WITHOUT_NATIVE)}`
  const arguments_ = ['--import', hook, '--import', 'tsx', '--input-type=module', '-e', script]
  const { stdout } = await run(process.execPath, [...arguments_, receipt], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
  })
  expect(JSON.parse(stdout)).toMatchObject({
    backend: 'noble',
    verdict: { valid: true, reason: null, recovered_address: TEST_ADDRESS, answer_matches: true },
  })
})
