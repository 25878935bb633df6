// Damaged archives by the thousand: nothing but a documented refusal may come out, and what opens
// keeps within every limit. ASSAY_MUTATIONS sets how many for each reader, ASSAY_SEED repeats a run.

import { describe, expect, test } from 'vitest'
import { ARCHIVE_LIMITS, type ArchiveLimits } from '../../src/artifact/archiveLimits.ts'
import type { FileTree } from '../../src/artifact/fileTree.ts'
import { foldName, parseMemberName } from '../../src/artifact/memberName.ts'
import type { OpenArtifact } from '../../src/artifact/openArtifact.ts'
import { REFUSALS } from '../../src/artifact/refusal.ts'
import { TARBALL_FILES } from '../fake/archives/hostileTarballs.ts'
import { buildTar, gzipOf, tarMembers, writeChecksum } from '../fake/archives/tarBuilder.ts'
import { DEMO_FILES, wheelMembers } from '../fake/archives/wheelBuilder.ts'
import {
  buildZip,
  descriptor,
  fieldsOf,
  type ZipMember,
  zip64Extra,
} from '../fake/archives/zipBuilder.ts'
import { mutate, randomFrom } from './mutations.ts'
import { openTarball, openWheelBytes, reasonOf } from './open.ts'

const COUNT = Number(process.env['ASSAY_MUTATIONS'] ?? 20_000)
const SEED = Number(process.env['ASSAY_SEED'] ?? Date.now() % 1_000_000_007)

// Low enough that damage to a small archive can reach them.
const LIMITS: ArchiveLimits = {
  ...ARCHIVE_LIMITS,
  entriesMax: 24,
  inflatedBytesMax: 16_384,
  declaredBytesMax: 4_096,
  memberBytesMax: 800,
  keptBytesMax: 1_200,
  nameBytesMax: 200,
  depthMax: 6,
  extensionBytesMax: 600,
}

function checkTree({ entries, paths, counts, ...tree }: FileTree): void {
  expect(entries.length + counts.links).toBeLessThanOrEqual(LIMITS.entriesMax)
  expect(counts.keptBytes).toBeLessThanOrEqual(LIMITS.keptBytesMax)
  const folded = new Set(paths.map(foldName))
  expect(folded.size).toBe(paths.length)
  for (const { path, sizeBytes, kept } of entries) {
    expect(parseMemberName(path, LIMITS).length).toBeLessThanOrEqual(LIMITS.depthMax)
    expect(tree.read(path)?.length ?? null).toBe(kept ? sizeBytes : null)
    if (kept) expect(sizeBytes).toBeLessThanOrEqual(LIMITS.memberBytesMax)
  }
}

async function run(
  build: (random: () => number) => Buffer,
  open: (bytes: Buffer, limits: ArchiveLimits) => Promise<OpenArtifact>,
): Promise<ReadonlyMap<string, number>> {
  const outcomes = new Map<string, number>()
  for (let i = 0; i < COUNT; i++) {
    const bytes = build(randomFrom(SEED + i))
    try {
      const opening = open(bytes, LIMITS)
      const outcome = await reasonOf(opening)
      if (outcome === 'opened') checkTree((await opening).tree)
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    } catch (error) {
      const shown = bytes.toString('base64')
      throw new Error(`seed ${SEED + i} (ASSAY_SEED=${SEED}): ${shown}`, { cause: error })
    }
  }
  return outcomes
}

function report(name: string, outcomes: ReadonlyMap<string, number>): void {
  const rows = [...outcomes].toSorted((one, other) => other[1] - one[1])
  const text = rows.map(([outcome, count]) => `${outcome} ${count}`).join(', ')
  console.log(`${name}: ${COUNT} mutations, seed ${SEED}: ${text}`)
  const documented = new Set<string>([...Object.keys(REFUSALS), 'opened'])
  expect(rows.map(([outcome]) => outcome).filter((outcome) => !documented.has(outcome))).toEqual([])
}

/** A wheel in which every optional part of a zip is in use. */
function fullWheel(): readonly ZipMember[] {
  return wheelMembers(DEMO_FILES).map((member, i) => {
    const { crc, packedBytes, sizeBytes } = fieldsOf(member)
    if (i === 0)
      return { ...member, both: { flags: 8 }, after: descriptor({ crc, packedBytes, sizeBytes }) }
    if (i === 1) return { ...member, local: { extra: zip64Extra(sizeBytes, packedBytes) } }
    return i === 2 ? { ...member, method: 0 } : member
  })
}

const FIELDS = [
  'version',
  'flags',
  'method',
  'stamp',
  'crc',
  'packedBytes',
  'sizeBytes',
  'nameBytes',
  'signature',
] as const
const VALUES = [0, 1, 8, 9, 12, 20, 30, 45, 0x41, 0x800, 0xffff, 0x10000, 0x7fffffff, 0xffffffff]

/** Lies told through the builder: they get past the records that random bytes break first. */
function lyingWheel(members: readonly ZipMember[], random: () => number): Buffer {
  const pick = <T>(items: readonly T[]): T => {
    const item = items[Math.floor(random() * items.length)]
    if (item === undefined) throw new Error('nothing to pick from')
    return item
  }
  const liar = pick(members)
  const lie = { [pick(FIELDS)]: pick(VALUES), [pick(FIELDS)]: pick(VALUES) }
  const place = pick(['both', 'both', 'local', 'central'] as const)
  const bent = members.map((member) => (member === liar ? { ...member, [place]: lie } : member))
  const end =
    random() < 0.2 ? { [pick(['entries', 'directoryBytes', 'directoryOffset'])]: pick(VALUES) } : {}
  return buildZip(bent, random() < 0.3 ? { end, end64: {} } : { end })
}

/** Most damage to a tar breaks a checksum first; set right again, it gets further. */
function repairChecksums(tar: Buffer): Buffer {
  for (let at = 0; at + 512 <= tar.length; at += 512) {
    const block = tar.subarray(at, at + 512)
    if (block.toString('latin1', 257, 262) === 'ustar') writeChecksum(block)
  }
  return tar
}

describe('mutated archives', () => {
  test('zip', { timeout: 3_600_000 }, async () => {
    const members = fullWheel()
    const whole = buildZip(members, { end64: {}, comment: 'comment' })
    const outcomes = await run(
      (random) => (random() < 0.5 ? mutate(whole, random) : lyingWheel(members, random)),
      openWheelBytes,
    )
    report('zip', outcomes)
    expect(outcomes.size).toBeGreaterThan(10)
    // Some damage is harmless; if none were, the limits would be what refuses everything.
    expect(outcomes.get('opened')).toBeGreaterThan(0)
  })

  test('tar', { timeout: 3_600_000 }, async () => {
    const tar = buildTar([
      ...tarMembers(TARBALL_FILES, 'package'),
      { name: 'y', data: 'x', pax: { path: 'package/pax.js', size: '1' } },
      { name: 'y', data: 'x', longName: 'package/long.js' },
      { name: 'package/dir/', type: '5' },
    ])
    const packed = gzipOf(tar, { flags: 8, optional: Buffer.from('demo.tar\0') })
    const outcomes = await run((random) => {
      if (random() < 0.2) return mutate(packed, random)
      const mutated = mutate(tar, random)
      return gzipOf(random() < 0.8 ? repairChecksums(mutated) : mutated, { level: 0 })
    }, openTarball)
    report('tar', outcomes)
    expect(outcomes.size).toBeGreaterThan(10)
    // Some damage is harmless; if none were, the limits would be what refuses everything.
    expect(outcomes.get('opened')).toBeGreaterThan(0)
  })
})
