// How much is read of other packages.

import { expect, test } from 'vitest'
import { parsePackageName } from '../../src/domain/names/packageName.ts'
import type { RemoteArtifact } from '../../src/domain/release.ts'
import { dependencyFiles } from '../../src/ingest/dependencyFiles.ts'
import type { BlobCache } from '../../src/ports/blobs.ts'
import type { Registry } from '../../src/ports/registry.ts'

const NEVER = new AbortController().signal

function setUp(maxBytes: number, size: { whole: number } | { parts: number }) {
  const log: string[] = []
  const name = parsePackageName('pypi', 'base')
  if (name === null) throw new Error('no name')
  const filename = 'base-1.0-py3-none-any.whl'
  const artifact = { filename, sha256: 'a'.repeat(64), sizeBytes: 1, digest: 'declared' } as const
  const registry = {
    openRanges: async () =>
      'whole' in size
        ? null
        : {
            artifact,
            sizeBytes: 1_000_000,
            read: async () => new Uint8Array(1),
            prefetch: async () => void log.push('fetched'),
            close: () => void log.push('closed'),
          },
    downloadArtifact: async () => {
      log.push('downloaded')
      const sizeBytes = 'whole' in size ? size.whole : 0
      const lease = {
        path: 'p',
        sha256: artifact.sha256,
        sizeBytes,
        release: async () => void log.push('released'),
      }
      return { artifact: { ...artifact, sizeBytes }, lease }
    },
  }
  const files = dependencyFiles({
    // Only what is called here is there.
    registryOf: () => registry as unknown as Registry,
    blobs: { open: async () => null } as unknown as BlobCache,
    fetched: { isFetched: async () => false, saveFetched: async () => {} },
    maxBytes,
  })
  const remote = (sizeBytes: number | null): RemoteArtifact => ({
    kind: 'wheel',
    filename,
    url: 'http://registry.example/base',
    sizeBytes,
    digests: {},
  })
  const open = (sizeBytes: number | null) =>
    files.open({ ecosystem: 'pypi', name }, { version: '1.0', remote: remote(sizeBytes) }, NEVER)
  return { files, open, log }
}

test('a file that would pass the bound is not downloaded', async () => {
  const { files, open, log } = setUp(100, { whole: 60 })
  await open(60)
  await expect(open(60)).rejects.toMatchObject({ code: 'artifact_too_large' })
  expect(log).toEqual(['downloaded'])
  await files.close()
  expect(log).toEqual(['downloaded', 'released'])
})

test('one whose size nobody states counts once it is there', async () => {
  const { files, open, log } = setUp(100, { whole: 60 })
  await open(null)
  await expect(open(null)).rejects.toMatchObject({ code: 'artifact_too_large' })
  await files.close()
  expect(log.filter((word) => word === 'released')).toHaveLength(2)
})

test('of a file in parts, only what is read counts', async () => {
  const { files, open, log } = setUp(100, { parts: 60 })
  const { source } = await open(1_000_000)
  if (!('remote' in source)) throw new Error('not in parts')
  await source.remote.prefetch?.([{ offset: 0, lengthBytes: 60 }], NEVER)
  const more = source.remote.prefetch?.([{ offset: 60, lengthBytes: 60 }], NEVER)
  await expect(more).rejects.toMatchObject({ code: 'artifact_too_large' })
  await files.close()
  expect(log).toEqual(['fetched', 'closed'])
})
