// The root of an index: what is signed, and what is refused.

import { expect, test } from 'vitest'
import { eip191Signer } from '../../../src/attest/eip191.ts'
import { decodeRoot, encodeRoot, type IndexRoot } from '../../../src/packs/format/root.ts'

const signer = await eip191Signer(Buffer.alloc(32, 7))

const ROOT: IndexRoot = {
  maker: signer.address,
  madeAt: '2026-03-01T12:00:00.000Z',
  registries: { pypi: 'public' },
  extractors: { pypi: 'python/16', npm: 'npm/15' },
  releases: 2,
  symbols: 10,
  shards: [{ sha256: 'a'.repeat(64), bytes: 100, releases: 2 }],
  names: [{ ecosystem: 'pypi', sha256: 'b'.repeat(64), bytes: 1_000 }],
}

const written = encodeRoot(ROOT, signer)

test('is read as it was written', () => {
  expect(decodeRoot(written)).toEqual(ROOT)
})

test('of another spelling of the same members the signature holds', () => {
  const members = Object.entries(JSON.parse(written)).reverse()
  expect(decodeRoot(JSON.stringify(Object.fromEntries(members)))).toEqual(ROOT)
})

test.each([
  ['another date', { made_at: '2026-03-02T12:00:00.000Z' }],
  ['another shard', { shards: [{ sha256: 'c'.repeat(64), bytes: 100, releases: 2 }] }],
  ['another maker', { maker: `0x${'1'.repeat(40)}` }],
  ['a member more', { further: 1 }],
  ['no signature', { signature: null }],
  ['a signature of another form', { signature: 'none' }],
])('%s than was signed: refused', (_, change) => {
  expect(() => decodeRoot(JSON.stringify({ ...JSON.parse(written), ...change }))).toThrow(
    /has no valid signature|another key has signed it/,
  )
})

const shardsOf = (count: number) => Array.from({ length: count }, () => ROOT.shards[0])

test.each([
  ['no JSON', '{', 'is no JSON'],
  ['a key twice', written.replace('"maker"', '"maker": "x", "maker"'), 'is no JSON'],
  ['a list', '[]', 'is no object'],
  ['another format', written.replace('assay.index/1', 'assay.index/2'), 'of another format'],
  ['a maker that is no address', signedWith({ maker: '0x1' }), 'root.maker is not of its form'],
  ['a time that is none', signedWith({ madeAt: '2026-13-01T12:00:00.000Z' }), 'is no time'],
  ['a number below zero', signedWith({ releases: -1 }), 'root.releases is no whole number'],
  ['three shards', signedWith({ shards: shardsOf(3) as never }), 'not a power of two'],
  ['no shard', signedWith({ shards: [] }), 'not a power of two'],
  ['too many shards', signedWith({ shards: shardsOf(65_537) as never }), 'more than 65536'],
  [
    'a shard that is too large',
    signedWith({ shards: [{ sha256: 'a'.repeat(64), bytes: 2 ** 40, releases: 1 }] }),
    'shards[0].bytes is no whole number',
  ],
  [
    'names called by a path',
    signedWith({ names: [{ ecosystem: 'pypi', sha256: '../../etc', bytes: 1 }] }),
    'names[0].sha256 is not of its form',
  ],
])('%s is refused, however it is signed', (_, text, message) => {
  expect(() => decodeRoot(text)).toThrow(message)
})

function signedWith(change: Partial<IndexRoot>): string {
  return encodeRoot({ ...ROOT, ...change }, signer)
}
