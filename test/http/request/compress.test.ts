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
  ['br;q=00', LARGE, null],
  ['br; q = 0', LARGE, null],
  ['gzip;q="0"', LARGE, null],
  ['gzip;q=2', LARGE, null],
  ['gzip;q=-1', LARGE, null],
  ['gzip;q=0.0001', LARGE, null],
  ['gzip;level=9', LARGE, null],
  ['gzip;q=1;q=0', LARGE, null],
  ['br;q=0, br', LARGE, null],
  ['br;q=0.2, gzip;q=0.8', LARGE, 'gzip'],
  ['br ; Q=1.000, gzip', LARGE, 'br'],
] as const)('Accept-Encoding: %s', (accept, text, expected) => {
  expect(chooseEncoding(accept, text)).toBe(expected)
})

test('what is compressed can be read again', async () => {
  const compress = compressor()
  expect(brotliDecompressSync(await compress(LARGE, 'br')).toString()).toBe(LARGE)
  expect(gunzipSync(await compress(LARGE, 'gzip')).toString()).toBe(LARGE)
  expect(gunzipSync(await compress(LARGE, 'gzip')).toString()).toBe(LARGE)
})
