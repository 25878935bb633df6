// The ranges in which a manifest asks for other packages.

import { expect, test } from 'vitest'
import type { OpenedJob } from '../../../src/extract/extractor.ts'
import { npmRanges } from '../../../src/extract/npm/npmRanges.ts'

function rangesOf(manifest: object): unknown {
  // The extractor uses nothing else of a job.
  const opened = {
    kind: 'tarball',
    tree: {
      entries: [{ path: 'package.json' }],
      read: (path: string) =>
        path === 'package.json' ? Buffer.from(JSON.stringify(manifest)) : null,
    },
  } as unknown as OpenedJob
  return JSON.parse(npmRanges(opened).toString('utf8'))
}

test('what a package needs is there, and what only its makers need is not', () => {
  const manifest = {
    dependencies: { a: '^1.0.0', both: '1' },
    optionalDependencies: { b: '2' },
    peerDependencies: { c: '>=3', both: '2' },
    devDependencies: { d: '4' },
  }
  expect(rangesOf(manifest)).toEqual({ a: '^1.0.0', b: '2', both: '1', c: '>=3' })
})

test('what is no range is left out', () => {
  expect(rangesOf({ dependencies: ['a'], peerDependencies: { b: 1, c: '', d: 'x' } })).toEqual({
    d: 'x',
  })
  expect(rangesOf({})).toEqual({})
})
