import { describe, expect, test } from 'vitest'
import { probeLeaf, treeHash } from '../../../src/services/watch/merkle.ts'

// The reference inputs and roots that implementations of RFC 6962 share.
const LEAVES = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
]
const ROOTS = {
  0: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  1: '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  2: 'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  3: 'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  8: '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
}

describe('the tree is that of RFC 6962', () => {
  test.each(Object.entries(ROOTS))('%s leaves', (count, root) => {
    const leaves = LEAVES.slice(0, Number(count)).map((hex) => Buffer.from(hex, 'hex'))
    expect(treeHash(leaves).toString('hex')).toBe(root)
  })
})

test('a leaf is the JSON array that the document shows', () => {
  const probe = {
    target: 'search',
    dueAt: '2024-05-01T00:00:03.000Z',
    at: '2024-05-01T00:00:04.000Z',
    outcome: 'degraded',
    reason: 'slow',
    status: 200,
    latencyMs: 2100,
    tlsExpiresAt: null,
  } as const
  expect(probeLeaf(probe).toString()).toBe(
    '["assay.probe/1","search","2024-05-01T00:00:03.000Z","2024-05-01T00:00:04.000Z","degraded","slow",200,2100,null]',
  )
})
