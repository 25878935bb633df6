// The few things of Node that the verifier uses in a browser do what Node's own do.

import { hash as nodeHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
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

test('no native module is to be had', () => {
  expect(() => browser.createRequire()('secp256k1/bindings.js')).toThrow('not to be had')
})
