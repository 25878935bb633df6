import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { chooseEncoding, compressor } from '../../../src/http/request/compress.ts'

const LARGE = 'x'.repeat(10_000)

test.each([
  [undefined, LARGE, null],
  ['gzip', 'small', null],
  ['gzip', LARGE, 'gzip'],
  ['gzip, br', LARGE, 'br'],
  ['GZIP;q=0.5', LARGE, 'gzip'],
  ['br;q=0, gzip', LARGE, 'gzip'],
  ['gzip;q=0.0', LARGE, null],
  ['identity', LARGE, null],
  ['deflate, zstd', LARGE, null],
] as const)('Accept-Encoding: %s', (accept, text, expected) => {
  expect(chooseEncoding(accept, text)).toBe(expected)
})

test('what is compressed can be read again', async () => {
  const compress = compressor()
  expect(brotliDecompressSync(await compress(LARGE, 'br')).toString()).toBe(LARGE)
  expect(gunzipSync(await compress(LARGE, 'gzip')).toString()).toBe(LARGE)
  expect(gunzipSync(await compress(LARGE, 'gzip')).toString()).toBe(LARGE)
})
