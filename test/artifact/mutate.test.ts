// Damaged archives by the thousand: nothing but a documented refusal may come out, and what opens
// keeps within every limit. ASSAY_MUTATIONS sets how many for each reader, ASSAY_SEED repeats a run.

import { describe, expect, test } from 'vitest'
import { ARCHIVE_LIMITS, type ArchiveLimits } from '../../src/artifact/bytes/archiveLimits.ts'
import type { FileTree } from '../../src/artifact/bytes/fileTree.ts'
import { foldName, parseMemberName } from '../../src/artifact/bytes/memberName.ts'
import { REFUSALS } from '../../src/artifact/bytes/refusal.ts'
import type { OpenArtifact } from '../../src/artifact/openArtifact.ts'
import { mutatedTarball, mutatedWheel } from './mutatedArchives.ts'
import { randomFrom } from './mutations.ts'
import { openTarball, openWheelBytes, reasonOf } from './open.ts'

const COUNT = Number(process.env['ASSAY_MUTATIONS'] ?? 2_000)
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
    expect(parseMemberName(path, LIMITS)).toBe(path)
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
  expect(outcomes.size).toBeGreaterThan(10)
  // Some damage is harmless; if none were, the limits would be what refuses everything.
  expect(outcomes.get('opened')).toBeGreaterThan(0)
}

describe('mutated archives', () => {
  test('zip', async () => {
    const outcomes = await run(mutatedWheel, openWheelBytes)
    report('zip', outcomes)
  })

  test('tar', async () => {
    const outcomes = await run(mutatedTarball, openTarball)
    report('tar', outcomes)
  })
})
