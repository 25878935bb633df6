import { spawn } from 'node:child_process'
import { hash } from 'node:crypto'
import { once } from 'node:events'
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openBlobCache } from '../../src/blobs/blobCache.ts'
import type { BlobCache, BlobLease } from '../../src/ports/blobs.ts'
import { seededRandom } from '../fake/seededRandom.ts'

const NEVER = new AbortController().signal
const ROOMY = 1024 * 1024 * 1024

let dir: string
let nowMs: number
const now = () => new Date(nowMs)

beforeEach(() => {
  dir = join(mkdtempSync(join(tmpdir(), 'assay-blobs-')), 'blobs')
  nowMs = Date.now()
})
afterEach(() => rmSync(join(dir, '..'), { recursive: true, force: true }))

const digest = (bytes: Uint8Array) => hash('sha256', bytes, 'hex')
const placeOf = (sha256: string) => join(dir, sha256.slice(0, 2), sha256)
const left = (folder: 'new' | 'use') => readdirSync(join(dir, folder))

async function put(cache: BlobCache, bytes: Uint8Array): Promise<BlobLease> {
  const writer = await cache.writer()
  for (let at = 0; at < bytes.length; at += 1_000)
    await writer.write(bytes.subarray(at, at + 1_000))
  return writer.commit(digest(bytes))
}

/** A blob that is in the cache and not in use. */
async function keep(cache: BlobCache, bytes: Uint8Array): Promise<string> {
  const lease = await put(cache, bytes)
  await lease.release()
  return lease.sha256
}

const blobOf = (letter: string, sizeBytes = 10_000) => Buffer.alloc(sizeBytes, letter)

describe('a blob', () => {
  test('comes back as it went in, also after a restart', async () => {
    const sha256 = await keep(await openBlobCache({ dir, maxBytes: ROOMY, now }), blobOf('a'))
    const again = await openBlobCache({ dir, maxBytes: ROOMY, now })
    const lease = await again.open(sha256, NEVER)
    expect(lease).toMatchObject({ sha256, sizeBytes: 10_000 })
    expect(digest(readFileSync(lease?.path ?? ''))).toBe(sha256)
    await lease?.release()
    await lease?.release()
    expect(await again.size()).toEqual({ blobs: 1, bytes: 10_000 })
    expect([...left('new'), ...left('use')]).toEqual([])
  })

  test('and its folders are for the owner only', async () => {
    const sha256 = await keep(await openBlobCache({ dir, maxBytes: ROOMY, now }), blobOf('a'))
    const modes = [dir, join(dir, 'new'), join(dir, 'use'), join(placeOf(sha256), '..')]
    expect(modes.map((path) => statSync(path).mode & 0o777)).toEqual(modes.map(() => 0o700))
    expect(statSync(placeOf(sha256)).mode & 0o777).toBe(0o600)
  })

  test('may be empty', async () => {
    const cache = await openBlobCache({ dir, maxBytes: ROOMY, now })
    const sha256 = await keep(cache, new Uint8Array())
    expect(await cache.open(sha256, NEVER)).toMatchObject({ sizeBytes: 0 })
  })

  test('that nobody put in is not there', async () => {
    const cache = await openBlobCache({ dir, maxBytes: ROOMY, now })
    expect(await cache.open('ab'.repeat(32), NEVER)).toBeNull()
  })

  test.each(['', '../../etc/passwd', 'AB'.repeat(32)])('is not called %j', async (name) => {
    const cache = await openBlobCache({ dir, maxBytes: ROOMY, now })
    expect(() => cache.open(name, NEVER)).toThrow('is no sha256')
  })
})

describe('what is not whole never gets a digest name', () => {
  test('bytes with another digest are refused and gone', async () => {
    const cache = await openBlobCache({ dir, maxBytes: ROOMY, now })
    const writer = await cache.writer()
    await writer.write(blobOf('a'))
    const other = digest(blobOf('b'))
    await expect(writer.commit(other)).rejects.toMatchObject({ code: 'artifact_mismatch' })
    await writer.abort()
    expect(await cache.open(other, NEVER)).toBeNull()
    expect([...left('new'), ...left('use')]).toEqual([])
  })

  test('a write that is given up leaves nothing', async () => {
    const cache = await openBlobCache({ dir, maxBytes: ROOMY, now })
    const writer = await cache.writer()
    await writer.write(blobOf('a'))
    await writer.abort()
    await writer.abort()
    expect(left('new')).toEqual([])
    expect(() => writer.write(blobOf('a'))).toThrow('after the end')
    expect(() => writer.commit(digest(blobOf('a')))).toThrow('after the end')
  })
})

describe('a blob that was damaged on disk is missing, and then gone', () => {
  const rows: readonly (readonly [string, (path: string) => void])[] = [
    ['cut', (path) => truncateSync(path, 9_999)],
    ['emptied', (path) => truncateSync(path, 0)],
    ['longer', (path) => writeFileSync(path, 'x', { flag: 'a' })],
    [
      'one bit turned',
      (path) => {
        const bytes = readFileSync(path)
        bytes[5_000] = (bytes[5_000] ?? 0) ^ 1
        writeFileSync(path, bytes)
      },
    ],
  ]
  test.each(rows)('%s', async (_, damage) => {
    const cache = await openBlobCache({ dir, maxBytes: ROOMY, now })
    const sha256 = await keep(cache, blobOf('a'))
    damage(placeOf(sha256))
    expect(await cache.open(sha256, NEVER)).toBeNull()
    expect(existsSync(placeOf(sha256))).toBe(false)
    expect(left('use')).toEqual([])
  })

  test('and putting it in again heals it', async () => {
    const cache = await openBlobCache({ dir, maxBytes: ROOMY, now })
    const sha256 = await keep(cache, blobOf('a'))
    truncateSync(placeOf(sha256), 1)
    await keep(cache, blobOf('a'))
    expect(await cache.open(sha256, NEVER)).toMatchObject({ sizeBytes: 10_000 })
  })
})

describe('the bound', () => {
  test('takes the longest unused first', async () => {
    const cache = await openBlobCache({ dir, maxBytes: 40_000, now })
    const [a, b, c, d] = [blobOf('a'), blobOf('b'), blobOf('c'), blobOf('d')]
    for (const bytes of [a, b, c, d]) {
      await keep(cache, bytes)
      nowMs += 10_000
    }
    // Reading is using.
    await (await cache.open(digest(a), NEVER))?.release()
    nowMs += 10_000
    await keep(cache, blobOf('e'))
    const there = await Promise.all(
      [a, b, c, d, blobOf('e')].map(async (bytes) => existsSync(placeOf(digest(bytes)))),
    )
    expect(there).toEqual([true, false, false, true, true])
  })

  test('is never passed once a write has returned, whatever the sizes', async () => {
    const random = seededRandom(7)
    const maxBytes = 100_000
    const cache = await openBlobCache({ dir, maxBytes, now })
    for (let i = 0; i < 60; i++) {
      nowMs += 1_000
      await keep(cache, Buffer.alloc(1 + random.below(40_000), `blob ${i}`))
      expect((await cache.size()).bytes).toBeLessThanOrEqual(maxBytes)
    }
  })

  test('does not take what is in use', async () => {
    const cache = await openBlobCache({ dir, maxBytes: 40_000, now })
    const lease = await put(cache, blobOf('a'))
    for (const letter of 'bcdefgh') {
      nowMs += 1_000
      await keep(cache, blobOf(letter))
    }
    expect(digest(readFileSync(lease.path))).toBe(lease.sha256)
    expect(existsSync(placeOf(lease.sha256))).toBe(true)
    await lease.release()
    for (const letter of 'ijklm') {
      nowMs += 1_000
      await keep(cache, blobOf(letter))
    }
    expect(existsSync(placeOf(lease.sha256))).toBe(false)
  })

  test('a lease outlives even the removal of the blob', async () => {
    const cache = await openBlobCache({ dir, maxBytes: ROOMY, now })
    const lease = await put(cache, blobOf('a'))
    rmSync(placeOf(lease.sha256))
    expect(digest(readFileSync(lease.path))).toBe(lease.sha256)
  })

  test('a blob larger than all of it is handed out and not kept', async () => {
    const cache = await openBlobCache({ dir, maxBytes: 5_000, now })
    const lease = await put(cache, blobOf('a'))
    expect(digest(readFileSync(lease.path))).toBe(lease.sha256)
    await lease.release()
    expect(await cache.size()).toEqual({ blobs: 0, bytes: 0 })
    expect([...left('new'), ...left('use')]).toEqual([])
  })

  test('holds for a folder that is too full at the start', async () => {
    const roomy = await openBlobCache({ dir, maxBytes: ROOMY, now })
    for (const letter of 'abcdef') await keep(roomy, blobOf(letter))
    const small = await openBlobCache({ dir, maxBytes: 20_000, now })
    expect((await small.size()).bytes).toBeLessThanOrEqual(20_000)
  })
})

describe('several at once', () => {
  test('writers of the same blob all succeed and leave one', async () => {
    const caches = await Promise.all(
      Array.from({ length: 2 }, () => openBlobCache({ dir, maxBytes: ROOMY, now })),
    )
    const writing = Array.from({ length: 20 }, (_, i) => caches[i % 2])
    const leases = await Promise.all(writing.map((cache) => cache && put(cache, blobOf('a'))))
    for (const lease of leases) {
      expect(digest(readFileSync(lease?.path ?? ''))).toBe(digest(blobOf('a')))
    }
    await Promise.all(leases.map((lease) => lease?.release()))
    expect(await caches[0]?.size()).toEqual({ blobs: 1, bytes: 10_000 })
    expect([...left('new'), ...left('use')]).toEqual([])
  })

  test('reading can be left', async () => {
    const cache = await openBlobCache({ dir, maxBytes: ROOMY, now })
    const sha256 = await keep(cache, blobOf('a'))
    const gone = AbortSignal.abort(new Error('gone'))
    await expect(cache.open(sha256, gone)).rejects.toThrow('gone')
    expect(left('use')).toEqual([])
  })
})

describe('what a crash leaves', () => {
  const PROGRAM = fileURLToPath(new URL('./blobWriterProcess.ts', import.meta.url))

  async function startWriter(tag: string, maxBytes: number) {
    const args = ['--import', 'tsx', PROGRAM, dir, String(maxBytes), tag]
    const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] })
    const exited = once(child, 'exit')
    let said = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
    await once(child.stdout, 'data')
    return {
      async kill() {
        child.kill('SIGKILL')
        await exited
        // The last line may have been cut.
        return said.split('\n').slice(0, -1)
      },
    }
  }

  test('writers killed at random: every blob is whole, the committed are there', async () => {
    const random = seededRandom(11)
    const committed: string[] = []
    for (let round = 0; round < 4; round++) {
      const writer = await startWriter(`round ${round}`, ROOMY)
      await new Promise((soon) => setTimeout(soon, random.below(60)))
      committed.push(...(await writer.kill()))
    }
    const cache = await openBlobCache({ dir, maxBytes: ROOMY, now: () => new Date() })
    expect([...left('new'), ...left('use')]).toEqual([])
    for (const sha256 of committed) {
      const lease = await cache.open(sha256, NEVER)
      expect(lease?.sizeBytes).toBe(3 * 64 * 1024)
      await lease?.release()
    }
    const names = readdirSync(dir)
      .filter((name) => name.length === 2)
      .flatMap((shard) => readdirSync(join(dir, shard)))
    for (const name of names) expect(digest(readFileSync(placeOf(name)))).toBe(name)
  })

  test('two processes share the folder and its bound', async () => {
    const maxBytes = 4 * 1024 * 1024
    const writers = await Promise.all([startWriter('one', maxBytes), startWriter('two', maxBytes)])
    const cache = await openBlobCache({ dir, maxBytes, now: () => new Date() })
    const held = await put(cache, blobOf('a'))
    let reads = 0
    for (let look = 0; look < 50; look++) {
      // Each of three processes may be a sixteenth and one blob over.
      expect((await cache.size()).bytes).toBeLessThanOrEqual(maxBytes * (1 + 3 / 16) + 3 * 196_608)
      const lease = await cache.open(held.sha256, NEVER)
      if (lease !== null) reads += 1
      await lease?.release()
    }
    expect(reads).toBe(50)
    await Promise.all(writers.map((writer) => writer.kill()))
    expect(digest(readFileSync(held.path))).toBe(held.sha256)
    await held.release()
    await openBlobCache({ dir, maxBytes, now: () => new Date() })
    expect([...left('new'), ...left('use')]).toEqual([])
  })

  test('marks of live processes are left alone, those of the dead and the old are not', async () => {
    const cache = await openBlobCache({ dir, maxBytes: ROOMY, now })
    const lease = await put(cache, blobOf('a'))
    const elsewhere = `${nowMs}-00000000-1-1-ab`
    // The same process number, but a start of long ago: a container that came up again.
    const earlier = left('use')[0]?.replace(/-\d+-([0-9a-f]+)$/, '-1-$1') ?? ''
    for (const mark of ['rubbish', elsewhere, earlier]) writeFileSync(join(dir, 'new', mark), '')
    await openBlobCache({ dir, maxBytes: ROOMY, now })
    expect(left('new')).toEqual([elsewhere])
    expect(existsSync(lease.path)).toBe(true)
    nowMs += 25 * 60 * 60 * 1000
    await openBlobCache({ dir, maxBytes: ROOMY, now })
    expect([...left('new'), ...left('use')]).toEqual([])
  })
})

test('a disk that does not play along is `store_unavailable`', async () => {
  const cache = await openBlobCache({ dir, maxBytes: ROOMY, now })
  rmSync(dir, { recursive: true })
  await expect(cache.writer()).rejects.toMatchObject({ code: 'store_unavailable' })
  await expect(cache.size()).rejects.toMatchObject({ code: 'store_unavailable' })
})
