// Files of other packages beside the file of a job: handed over when they are wanted, or fixed.

import { hash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parsePackageName } from '../../src/domain/names/packageName.ts'
import type { UnfollowedPackage } from '../../src/domain/release.ts'
import { ServiceError } from '../../src/errors.ts'
import type { ExtractionPool } from '../../src/extract/pool.ts'
import type { DependencyFile, RemoteSource } from '../../src/ports/extraction.ts'
import { pythonWheel } from '../fake/archives/pythonWheel.ts'
import { NEVER, outputOf, type PoolBench, poolBench } from './poolBench.ts'

let bench: PoolBench
let pool: ExtractionPool

beforeAll(() => {
  bench = poolBench()
  pool = bench.pool({ childrenMax: 1 })
})
afterAll(async () => {
  await pool.close()
  bench.remove()
})

const GONE = new ServiceError('registry_unavailable', 'gone')

/** In the cache; or far away, and perhaps out of reach. */
function dependency(written: string, far?: 'far' | 'out of reach' | 'rubbish'): DependencyFile {
  const name = parsePackageName('pypi', written)
  if (name === null) throw new Error('no name')
  const { filename, bytes: good } = pythonWheel({ name: written, files: `-- ${written}.py --\n` })
  const bytes = far === 'rubbish' ? Buffer.from('rubbish') : good
  const sha256 = hash('sha256', bytes, 'hex')
  const blobPath = join(bench.dir, sha256)
  writeFileSync(blobPath, bytes)
  const file = { ecosystem: 'pypi', name, version: '1.0', filename, sha256 } as const
  const remote: RemoteSource = {
    sizeBytes: bytes.length,
    read: async ({ offset, lengthBytes }) => {
      if (far === 'out of reach') throw GONE
      return bytes.subarray(offset, offset + lengthBytes)
    },
  }
  const isFar = far === 'far' || far === 'out of reach'
  return { file, kind: 'wheel', source: isFar ? { remote } : { blobPath } }
}

const missing = (name: string): UnfollowedPackage => {
  return { name, reason: 'no', isTemporary: false, isAbsent: true }
}

async function listed(found: Readonly<Record<string, DependencyFile | UnfollowedPackage>>) {
  const find = async ({ name }: { name: string }) => found[name] ?? missing(name)
  const job = bench.job('list what it finds', undefined, { dependencies: { find } })
  const outcome = await pool.run(job, NEVER)
  const following = outcome.state === 'extracted' ? outcome.following : undefined
  return { output: JSON.parse(outputOf(outcome)), following }
}

const ONE = { name: 'one', files: 4 }
const TWO = { name: 'two', files: 4 }

describe('what is wanted', () => {
  test('is handed over, from near and from far, and named in the outcome', async () => {
    const [one, two] = [dependency('one', 'far'), dependency('two')]
    const { output, following } = await listed({ two, one })
    expect(output).toEqual([ONE, TWO])
    expect(following).toEqual({ files: [one.file, two.file], unfollowed: [] })
  })

  test('and not to be had is done without', async () => {
    const { output, following } = await listed({ two: dependency('two') })
    expect(output).toEqual([null, TWO])
    expect(following?.unfollowed).toEqual([missing('one')])
  })

  test('and not to be had although it is there is a gap', async () => {
    const one = { name: 'one', reason: 'too large', isTemporary: false }
    const { output, following } = await listed({ one })
    expect(output).toEqual(['gap', null])
    expect(following?.unfollowed).toEqual([one, missing('two')])
  })

  test('and refused is done without, for good where the whole file was there', async () => {
    const { output, following } = await listed({ one: dependency('one', 'rubbish') })
    expect(output).toEqual(['gap', null])
    expect(following?.files).toEqual([])
    expect(following?.unfollowed).toMatchObject([
      { name: 'one', reason: expect.stringContaining('not opened'), isTemporary: false },
      missing('two'),
    ])
  })

  test('and out of reach is done without for now', async () => {
    const { output, following } = await listed({ one: dependency('one', 'out of reach') })
    expect(output).toEqual(['gap', null])
    expect(following?.unfollowed[0]).toMatchObject({ name: 'one', isTemporary: true })
  })

  test('is not asked of a job that has no dependencies', async () => {
    const outcome = await pool.run(bench.job('list what it finds'), NEVER)
    expect(outputOf(outcome)).toBe('[]')
    expect(outcome).not.toHaveProperty('following')
  })

  test('ends the job when looking for it fails for a reason of our own', async () => {
    const find = () => Promise.reject(new ServiceError('shutting_down', 'stopping'))
    const job = bench.job('list what it finds', undefined, { dependencies: { find } })
    await expect(pool.run(job, NEVER)).rejects.toMatchObject({ code: 'shutting_down' })
  })

  test('cannot be wanted without end', async () => {
    const find = async ({ name }: { name: string }) => missing(name)
    const job = bench.job('want without end', undefined, { dependencies: { find } })
    // The first job of its child, which is what it pretends to speak of.
    const fresh = bench.pool({ childrenMax: 1 })
    const outcome = await fresh.run(job, NEVER).finally(() => fresh.close())
    expect(outcome).toMatchObject({ state: 'undetermined', reason: 'crashed' })
    expect(outcome).toHaveProperty('detail', expect.stringContaining('wants too much'))
  })
})

describe('what is fixed', () => {
  const fixed = (...files: readonly DependencyFile[]) =>
    pool.run(bench.job('list what it finds', undefined, { dependencies: { files } }), NEVER)

  test('is there from the beginning, and all of it counts', async () => {
    const [one, two] = [dependency('one'), dependency('two', 'far')]
    const outcome = await fixed(one, two)
    expect(JSON.parse(outputOf(outcome))).toEqual([ONE, TWO])
    expect(outcome).toHaveProperty('following', { files: [one.file, two.file], unfollowed: [] })
  })

  test('cannot be done without', async () => {
    await expect(fixed(dependency('one', 'out of reach'))).rejects.toBe(GONE)
    const outcome = await fixed(dependency('one', 'rubbish'))
    expect(outcome).toMatchObject({ state: 'undetermined', reason: 'crashed' })
    const other = {
      ...dependency('one'),
      file: { ...dependency('one').file, sha256: 'a'.repeat(64) },
    }
    await expect(fixed(other)).rejects.toMatchObject({ code: 'artifact_mismatch' })
  })
})
