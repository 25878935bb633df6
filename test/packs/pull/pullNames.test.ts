// Sets of names that come with an index.

import { mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sha256 } from '../../../src/domain/texts/sha256.ts'
import { PULL_RANGE_BYTES } from '../../../src/limits.ts'
import { IndexError } from '../../../src/packs/format/indexError.ts'
import { Damaged, type PackSource } from '../../../src/packs/pull/packSource.ts'
import { pullNames } from '../../../src/packs/pull/pullNames.ts'
import { type PackWorld, packWorld } from '../packWorld.ts'

let world: PackWorld
let folder: string
beforeEach(async () => {
  world = await packWorld()
  folder = join(world.dir, 'names')
  await mkdir(folder)
})
afterEach(() => world.close())

const { signal } = new AbortController()
/** Three requests long. */
const SET = Buffer.alloc(PULL_RANGE_BYTES * 2 + 5, 'names of a registry ')
const NEWER = Buffer.concat([SET, Buffer.from('more')])

function entryOf(bytes: Buffer) {
  return { ecosystem: 'npm' as const, sha256: sha256(bytes), bytes: bytes.length }
}

/** Fails or changes what it is asked for, by the number of the request. */
function sourceOf(bytes: Buffer, alter: (part: Buffer, at: number) => Buffer = (part) => part) {
  const asked: number[] = []
  const source: PackSource = {
    address: 'https://index.example/',
    root: () => Promise.reject(new Error('not asked for')),
    async read(_, { offset, length }) {
      asked.push(offset)
      return alter(Buffer.from(bytes.subarray(offset, offset + length)), asked.length)
    },
    fetched: () => ({ requests: 0, bytes: 0 }),
    close: async () => {},
  }
  return { source, asked }
}

const path = () => join(folder, 'npm.names')

const pull = (check: () => Promise<void> = async () => {}) =>
  pullNames({
    folder,
    setPath: path,
    check,
    replace: (_, from) => rename(from, path()),
  })

test('a set comes in parts, and is there the next time', async () => {
  const { source, asked } = sourceOf(SET)
  expect(await pull()(source, entryOf(SET), signal)).toBe('taken')
  expect(asked).toEqual([0, PULL_RANGE_BYTES, PULL_RANGE_BYTES * 2])
  expect((await readFile(path())).equals(SET)).toBe(true)
  expect(await pull()(source, entryOf(SET), signal)).toBe('there')
})

test('a set that was pulled gives way to a newer one; one of this node does not', async () => {
  await pull()(sourceOf(SET).source, entryOf(SET), signal)
  expect(await pull()(sourceOf(NEWER).source, entryOf(NEWER), signal)).toBe('taken')
  await writeFile(path(), 'built here')
  expect(await pull()(sourceOf(SET).source, entryOf(SET), signal)).toBe('own')
  expect(await readFile(path(), 'utf8')).toBe('built here')
})

test('what was fetched before an interruption is not fetched again', async () => {
  const cut = sourceOf(SET, (part, at) => {
    if (at === 2) throw new IndexError('cut', 'unavailable')
    return part
  })
  await expect(pull()(cut.source, entryOf(SET), signal)).rejects.toThrow('cut')
  const rest = sourceOf(SET)
  expect(await pull()(rest.source, entryOf(SET), signal)).toBe('taken')
  expect(rest.asked).toEqual([PULL_RANGE_BYTES, PULL_RANGE_BYTES * 2])
})

test('damage is met by one more try, then it is refused', async () => {
  const flip = (part: Buffer) => {
    part[3] = (part[3] ?? 0) ^ 1
    return part
  }
  const once = sourceOf(SET, (part, at) => (at === 1 ? flip(part) : part))
  expect(await pull()(once.source, entryOf(SET), signal)).toBe('taken')
  await writeFile(path(), SET)
  const always = sourceOf(NEWER, flip)
  await expect(pull()(always.source, entryOf(NEWER), signal)).rejects.toMatchObject({
    fault: 'refused',
    message: expect.stringContaining('fetched twice'),
  })
  const cut = sourceOf(NEWER, () => {
    throw new Damaged('cut short')
  })
  await expect(pull()(cut.source, entryOf(NEWER), signal)).rejects.toMatchObject({
    fault: 'refused',
  })
  expect((await readFile(path())).equals(SET)).toBe(true)
  // Nothing that is damaged is left to go on from.
  const left = await stat(join(folder, `pulling-${entryOf(NEWER).sha256}`))
  expect(left.size).toBe(0)
})

test('a file that is no set of names is not put in place', async () => {
  const check = () => Promise.reject(new IndexError('no set of names'))
  await expect(pull(check)(sourceOf(SET).source, entryOf(SET), signal)).rejects.toThrow('no set')
  expect(await readdir(folder)).toEqual([])
})
