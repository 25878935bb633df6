import { describe, expect, test } from 'vitest'
import { parsePackageName } from '../../src/domain/names/packageName.ts'
import {
  compareLatest,
  findChainFault,
  nextProof,
  type ProofRow,
} from '../../src/domain/proofChain.ts'
import type { Artifact, IngestedRelease } from '../../src/domain/release.ts'

const name = parsePackageName('npm', 'left-pad')
if (name === null) throw new Error('left-pad is a name')

const artifact: Artifact = {
  filename: 'left-pad-1.0.0.tgz',
  sha256: 'a'.repeat(64),
  sizeBytes: 10,
  digest: 'computed',
}
const release: IngestedRelease = {
  ecosystem: 'npm',
  name,
  version: '1.0.0',
  artifact,
  registryStatus: null,
  statusReason: null,
  deprecation: null,
  yanked: null,
  sourceUrl: null,
  remarks: [],
  extractor: 'npm/1',
  extractedAt: '2026-11-15T00:00:00.000Z',
}

function chainOf(length: number): ProofRow[] {
  const rows: ProofRow[] = []
  for (let n = 1; n <= length; n++) {
    rows.push(nextProof(rows.at(-1) ?? null, 'indexed', { ...release, version: `1.0.${n}` }))
  }
  return rows
}

describe('the chain', () => {
  test('is whole as it grows', () => {
    expect(findChainFault(chainOf(5))).toBeNull()
    expect(findChainFault([])).toBeNull()
  })

  test('the first hash stays what it was', () => {
    // Receipts and mirrors compare with it: a change here breaks every stored chain.
    expect(nextProof(null, 'indexed', release).hash).toBe(
      '79702c1048c3a2327c0c80488c8260cd7c5e281bbba428212ea5ed2fd5b8087d',
    )
  })

  const TAMPERED: readonly [string, (rows: ProofRow[]) => unknown][] = [
    ['a row is left out', (rows) => rows.splice(2, 1)],
    ['two rows change places', (rows) => rows.splice(1, 2, ...rows.slice(1, 3).reverse())],
    [
      'a release is edited',
      (rows) =>
        rows.splice(2, 1, { ...(rows[2] as ProofRow), release: { ...release, version: '9' } }),
    ],
    [
      'a parent is edited',
      (rows) => rows.splice(2, 1, { ...(rows[2] as ProofRow), previousHash: 'b' }),
    ],
    ['the head is cut off', (rows) => rows.shift()],
  ]
  test.each(TAMPERED)('shows that %s', (_what, tamper) => {
    const rows = chainOf(5)
    tamper(rows)
    expect(findChainFault(rows)).not.toBeNull()
  })
})

describe('what a fresh reading means', () => {
  const other = { ...artifact, sha256: 'b'.repeat(64) }
  const CASES = [
    ['the first reading', null, release, 'append'],
    [
      'the same again, later',
      release,
      { ...release, extractedAt: '2027-01-01T00:00:00.000Z' },
      'same',
    ],
    ['a new version', release, { ...release, version: '1.0.1' }, 'append'],
    ['other bytes under the same name', release, { ...release, artifact: other }, 'alarm'],
    ['a better file', release, { ...release, artifact: { ...other, filename: 'x.whl' } }, 'append'],
    ['the file is gone', release, { ...release, artifact: null }, 'append'],
    ['a new status', release, { ...release, registryStatus: 'quarantined' }, 'append'],
    ['a deprecation', release, { ...release, deprecation: 'use another' }, 'append'],
    ['a yank', release, { ...release, yanked: '' }, 'append'],
    ['a reason for its status', release, { ...release, statusReason: 'no time' }, 'append'],
    ['a new extractor', release, { ...release, extractor: 'npm/2' }, 'append'],
  ] as const
  test.each(CASES)('%s', (_what, head, fresh, expected) => {
    expect(compareLatest(head, fresh)).toBe(expected)
  })
})
