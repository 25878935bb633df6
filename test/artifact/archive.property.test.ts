// What must hold for every archive: the tree is what was packed, in whatever order, and damage is
// either noticed or without effect on what was read.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { TARBALL_FILES } from '../fake/archives/hostileTarball.ts'
import { buildTarball, tarMembers } from '../fake/archives/tarBuilder.ts'
import { buildWheel, recordMember } from '../fake/archives/wheelBuilder.ts'
import { buildZip } from '../fake/archives/zipBuilder.ts'
import { openTarball, openWheelBytes, reasonOf, textsOf } from './open.ts'

const anyName = fc
  .array(fc.stringMatching(/^[a-z][a-z0-9_-]{0,8}$/), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.join('/'))
// Distinct folders for files: no name is then a folder of another.
const anyFiles = fc
  .uniqueArray(
    fc.record({ name: anyName, text: fc.string({ maxLength: 2_000, unit: 'grapheme' }) }),
    {
      selector: ({ name }) => name,
      maxLength: 12,
    },
  )
  .map((files) => files.map(({ name, text }, i) => ({ name: `m${i}/${name}`, text })))

function wheelOf(files: readonly { name: string; text: string }[], shuffle: readonly number[]) {
  const members = [
    { name: 'demo-1.0.dist-info/METADATA', data: 'Name: demo\n' },
    ...files.map(({ name, text }) => ({ name: `${name}.py`, data: text })),
  ]
  const all = [...members, recordMember(members)]
  return buildZip(shuffled(all, shuffle))
}

function shuffled<T>(items: readonly T[], keys: readonly number[]): readonly T[] {
  const keyed = items.map((item, i) => ({ item, key: keys[i % Math.max(1, keys.length)] ?? 0 }))
  return keyed.toSorted((one, other) => one.key - other.key).map(({ item }) => item)
}

describe('what was packed is what is read, in any order', () => {
  test('wheels', async () => {
    await fc.assert(
      fc.asyncProperty(anyFiles, fc.array(fc.nat(), { minLength: 1 }), async (files, keys) => {
        const { tree } = await openWheelBytes(wheelOf(files, keys))
        const texts = textsOf(tree)
        for (const { name, text } of files) expect(texts[`${name}.py`]).toBe(text)
        expect(tree.counts.files).toBe(files.length + 2)
        expect(tree.paths).toEqual(tree.paths.toSorted())
      }),
    )
  })

  test('tarballs', async () => {
    await fc.assert(
      fc.asyncProperty(anyFiles, fc.array(fc.nat(), { minLength: 1 }), async (files, keys) => {
        const members = files.map(({ name, text }) => ({ name: `package/${name}.js`, data: text }))
        const { tree } = await openTarball(buildTarball(shuffled(members, keys)))
        const expected = files.map(({ name, text }) => [`${name}.js`, text])
        expect(textsOf(tree)).toEqual(Object.fromEntries(expected))
      }),
    )
  })
})

/** Flips each byte's bits in turn and opens every copy. */
async function flipEach(
  bytes: Buffer,
  open: (bytes: Buffer) => ReturnType<typeof openTarball>,
): Promise<number> {
  const honest = textsOf((await open(bytes)).tree)
  let noticed = 0
  for (let at = 0; at < bytes.length; at++) {
    const flipped = Buffer.from(bytes)
    flipped[at] = (flipped[at] ?? 0) ^ (1 << (at % 8))
    const opening = open(flipped)
    if ((await reasonOf(opening)) !== 'opened') noticed++
    else expect(textsOf((await opening).tree)).toEqual(honest)
  }
  return noticed
}

describe('one flipped bit is refused or changes nothing that was read', () => {
  test('wheel', async () => {
    const bytes = buildWheel()
    // What may change unnoticed: attributes, the data of files that nobody reads, their checksums
    // in both places at once. One bit reaches few of these.
    expect(await flipEach(bytes, openWheelBytes)).toBeGreaterThan(bytes.length * 0.85)
  })

  test('tarball', async () => {
    const bytes = buildTarball(tarMembers(TARBALL_FILES, 'package'))
    // Only the date, the flags and the system of the gzip header are free.
    expect(await flipEach(bytes, openTarball)).toBeGreaterThan(bytes.length - 10)
  })
})

describe('a cut archive is refused', () => {
  test.each([
    { kind: 'wheel', bytes: buildWheel(), open: openWheelBytes },
    {
      kind: 'tarball',
      bytes: buildTarball(tarMembers(TARBALL_FILES, 'package')),
      open: openTarball,
    },
  ])('$kind, at every byte', async ({ bytes, open }) => {
    for (let length = 0; length < bytes.length; length++) {
      expect(await reasonOf(open(bytes.subarray(0, length)))).not.toBe('opened')
    }
  })
})
