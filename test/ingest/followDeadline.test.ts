// The clock bounds how long a package of others is looked for, and not how long a child works with it.

import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { parsePackageName } from '../../src/domain/names/packageName.ts'
import { followReleases } from '../../src/ingest/followReleases.ts'
import type { FetchedFiles } from '../../src/ingest/obtainFile.ts'
import type { BlobCache } from '../../src/ports/blobs.ts'
import type { Registry } from '../../src/ports/registry.ts'

const TIMEOUT_MS = 60
const NEVER = new AbortController().signal

/** Has a large wheel of whatever is asked for, but of `slow` it never says so. */
const registry = {
  async newestIn(name: string, _: readonly string[], signal: AbortSignal) {
    if (name === 'slow') await sleep(60_000, undefined, { signal })
    const artifact = { kind: 'wheel', filename: `${name}.whl`, url: '', sizeBytes: 9, digests: {} }
    return { found: true, release: { version: '1.0', artifact } }
  },
  async openRanges() {
    return {
      artifact: { filename: 'far.whl', sha256: 'ab', sizeBytes: 9, digest: 'declared' },
      sizeBytes: 9,
      async read(_: unknown, signal: AbortSignal) {
        signal.throwIfAborted()
        return new Uint8Array(9)
      },
      prefetch: async () => {},
      close() {},
    }
  },
} as unknown as Registry

test('time that passes between two finds counts against neither, nor against later reads', async () => {
  const name = parsePackageName('pypi', 'demo')
  if (name === null) throw new Error('no name')
  const session = followReleases({
    registryOf: () => registry,
    blobs: {} as BlobCache,
    fetched: {} as FetchedFiles,
    bounds: { filesMax: 9, maxBytes: 99, timeoutMs: TIMEOUT_MS },
    now: () => new Date(0),
    windowMs: 1,
  }).choose({ ecosystem: 'pypi', name })
  const { dependencies } = session
  if (!('find' in dependencies)) throw new Error('nothing is chosen')
  const find = (wanted: string) => dependencies.find({ name: wanted, ranges: [''] }, NEVER)

  const first = await find('first')
  expect(await find('slow')).toMatchObject({ name: 'slow', reason: 'took too long' })
  await sleep(TIMEOUT_MS * 2)
  expect(await find('second')).toHaveProperty('file.name', 'second')
  if (!('file' in first) || !('remote' in first.source)) throw new Error('not found')
  expect(await first.source.remote.read({ offset: 0, lengthBytes: 9 }, NEVER)).toHaveLength(9)
  await session.close()
})
