// The few things of Node that the verifier uses in a browser do what Node's own do.

import { hash as nodeHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { noteSigner } from '../../src/log/note/verifierKey.ts'
import * as browser from '../../src/page/node.ts'

const text = fc.string({ unit: 'binary' })

test('bytes of texts, and their hex', () => {
  fc.assert(
    fc.property(text, (written) => {
      const bytes = browser.Buffer.from(written, 'utf8')
      expect([...bytes]).toEqual([...Buffer.from(written, 'utf8')])
      expect(bytes.toString()).toBe(Buffer.from(written, 'utf8').toString('hex'))
      expect([...browser.Buffer.from(bytes.toString(), 'hex')]).toEqual([...bytes])
    }),
  )
})

test('bytes after each other, and parts of bytes', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array()), (parts) => {
      const whole = browser.Buffer.concat(parts)
      expect([...whole]).toEqual([...Buffer.concat(parts)])
      expect(browser.Buffer.from(whole.subarray(1)).toString()).toBe(
        Buffer.concat(parts).subarray(1).toString('hex'),
      )
    }),
  )
})

test('sha256', () => {
  fc.assert(
    fc.property(text, (written) => {
      expect(browser.hash('sha256', written, 'hex')).toBe(nodeHash('sha256', written, 'hex'))
    }),
  )
})

test('bytes that are hashed, compared and written in base 64', () => {
  fc.assert(
    fc.property(fc.uint8Array(), fc.uint8Array(), (one, other) => {
      expect(Buffer.from(browser.hash('sha256', one, 'buffer'))).toEqual(
        nodeHash('sha256', one, 'buffer'),
      )
      expect(browser.Buffer.compare(one, other) === 0).toBe(Buffer.compare(one, other) === 0)
      expect(browser.Buffer.compare(one, Uint8Array.from(one))).toBe(0)
      const written = browser.Buffer.from(one).toString('base64')
      expect(written).toBe(Buffer.from(one).toString('base64'))
      expect([...browser.Buffer.from(written, 'base64')]).toEqual([...one])
      const part = browser.Buffer.from(one.buffer, 0, one.length)
      expect([...part]).toEqual([...one])
    }),
  )
})

test('a text of bytes, and the length of a text', () => {
  fc.assert(
    fc.property(text, (written) => {
      const bytes = Buffer.from(written, 'utf8')
      expect(browser.Buffer.from(bytes).toString('utf8')).toBe(bytes.toString('utf8'))
      expect(browser.Buffer.byteLength(written)).toBe(bytes.length)
    }),
  )
  expect(browser.Buffer.from(Buffer.from('0102030405060708', 'hex')).readBigUInt64BE()).toBe(
    0x01_02_03_04_05_06_07_08n,
  )
})

test('an Ed25519 signature', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 32, maxLength: 32 }),
      fc.uint8Array(),
      (seed, message) => {
        const { key, sign } = noteSigner('log.example/one', 'note', seed)
        const signature = sign(message)
        const der = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), key.publicKey])
        const made = browser.createPublicKey({ key: der })
        expect(browser.verify(null, message, made, signature)).toBe(true)
        expect(browser.verify(null, Buffer.concat([message, seed]), made, signature)).toBe(false)
        expect(browser.verify(null, message, made, signature.subarray(1))).toBe(false)
      },
    ),
    { numRuns: 20 },
  )
  expect(() => browser.sign()).toThrow('nothing is signed')
})

test('no native module is to be had', () => {
  expect(() => browser.createRequire()('secp256k1/bindings.js')).toThrow('not to be had')
})
