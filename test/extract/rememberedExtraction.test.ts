import { describe, expect, test } from 'vitest'
import { rememberedExtraction } from '../../src/extract/rememberedExtraction.ts'
import type {
  ExtractionFailure,
  ExtractionJob,
  ExtractionOutcome,
  ExtractionStore,
  UndeterminedReason,
} from '../../src/ports/extraction.ts'

const NEVER = new AbortController().signal
const PAUSE_MS = 1_000
const NEAR: ExtractionJob = {
  kind: 'wheel',
  filename: 'demo-1.0-py3-none-any.whl',
  sha256: 'ab'.repeat(32),
  extractor: 'python/1',
  source: { blobPath: 'demo' },
}
const FAR: ExtractionJob = {
  ...NEAR,
  source: { remote: { sizeBytes: 1, read: async () => new Uint8Array(1) } },
}
const REFUSED: ExtractionOutcome = {
  state: 'refused',
  reason: 'link',
  member: null,
  detail: 'link: archive is a link',
}
const EXTRACTED: ExtractionOutcome = {
  state: 'extracted',
  output: new Uint8Array([1]),
  counts: { files: 1, directories: 0, links: 0, keptFiles: 1, keptBytes: 1, unpackedBytes: 1 },
}

function undetermined(reason: UndeterminedReason): ExtractionOutcome {
  return { state: 'undetermined', reason, detail: '' }
}

function memoryStore(): ExtractionStore & { rows: Map<string, ExtractionFailure> } {
  const rows = new Map<string, ExtractionFailure>()
  return {
    rows,
    load: async (id, extractor) => rows.get(`${id} ${extractor}`) ?? null,
    save: async (failure) => void rows.set(`${failure.openingId} ${failure.extractor}`, failure),
    forget: async (id, extractor) => void rows.delete(`${id} ${extractor}`),
  }
}

/** Runs jobs one after the other over scripted outcomes; says which were really tried. */
function scripted(...outcomes: readonly ExtractionOutcome[]) {
  const store = memoryStore()
  const script = outcomes.values()
  let nowMs = Date.parse('2026-01-01T00:00:00Z')
  let tried = 0
  const extraction = rememberedExtraction({
    store,
    now: () => new Date(nowMs),
    retryPauseMs: PAUSE_MS,
    extraction: {
      run: async () => {
        tried += 1
        const { value } = script.next()
        if (value === undefined) throw new Error('tried more often than scripted')
        return value
      },
    },
  })
  return {
    store,
    tried: () => tried,
    run: (job: ExtractionJob) => extraction.run(job, NEVER),
    pass: (ms: number) => {
      nowMs += ms
    },
  }
}

/** What is told of it while it may end otherwise. */
function until(outcome: ExtractionOutcome, againMs: number) {
  const againAt = new Date(Date.parse('2026-01-01T00:00:00Z') + againMs).toISOString()
  return { ...outcome, againAt }
}

describe('what the bytes are to blame for is not tried again', () => {
  test.each([REFUSED, undetermined('output_too_large')])('%j', async (outcome) => {
    const world = scripted(outcome)
    for (let i = 0; i < 3; i++) {
      expect(await world.run(NEAR)).toEqual(outcome)
      world.pass(PAUSE_MS * 1_000)
    }
    expect(world.tried()).toBe(1)
  })
})

describe('what the machine may be to blame for is tried again, after growing pauses', () => {
  const REASONS = ['crashed', 'timed_out', 'out_of_memory', 'lost'] as const
  test.each(REASONS)('%s', async (reason) => {
    const failed = undetermined(reason)
    const world = scripted(failed, failed, EXTRACTED)
    expect(await world.run(NEAR)).toEqual(until(failed, PAUSE_MS))
    world.pass(PAUSE_MS - 1)
    expect(await world.run(NEAR)).toEqual(until(failed, PAUSE_MS))
    expect(world.tried()).toBe(1)
    world.pass(1)
    expect(await world.run(NEAR)).toEqual(until(failed, PAUSE_MS * 5))
    expect(world.tried()).toBe(2)
    world.pass(PAUSE_MS)
    expect(await world.run(NEAR)).toEqual(until(failed, PAUSE_MS * 5))
    expect(world.tried()).toBe(2)
    world.pass(PAUSE_MS * 3)
    expect(await world.run(NEAR)).toEqual(EXTRACTED)
  })

  test.each(['crashed', 'timed_out', 'out_of_memory'] as const)(
    '%s on three separate tries is the doing of the bytes, and is still tried now and then',
    async (reason) => {
      const failed = undetermined(reason)
      const world = scripted(failed, failed, failed, EXTRACTED)
      expect(await world.run(NEAR)).toHaveProperty('againAt')
      world.pass(PAUSE_MS)
      expect(await world.run(NEAR)).toHaveProperty('againAt')
      world.pass(PAUSE_MS * 4)
      expect(await world.run(NEAR)).toEqual(failed)
      world.pass(PAUSE_MS * 16)
      expect(await world.run(NEAR)).toEqual(EXTRACTED)
    },
  )

  test('a child that was lost never is', async () => {
    const lost = undetermined('lost')
    const world = scripted(lost, lost, lost, lost)
    for (const pause of [1, 4, 16, 64]) {
      expect(await world.run(NEAR)).toHaveProperty('againAt')
      world.pass(PAUSE_MS * pause)
    }
    expect(world.tried()).toBe(4)
  })

  test('tries that ended in another way do not count', async () => {
    const [slow, dead] = [undetermined('timed_out'), undetermined('crashed')]
    const world = scripted(slow, slow, dead, dead)
    for (const pause of [1, 4, 1, 4]) {
      expect(await world.run(NEAR)).toHaveProperty('againAt')
      world.pass(PAUSE_MS * pause)
    }
    expect(world.tried()).toBe(4)
  })

  test('a table that is derived again tells nothing of the file when it fails', async () => {
    const world = scripted(undetermined('timed_out'), EXTRACTED)
    const fixed = { ...NEAR, dependencies: { files: [] } }
    expect(await world.run(fixed)).toHaveProperty('againAt')
    expect(world.store.rows.size).toBe(0)
    expect(await world.run(fixed)).toEqual(EXTRACTED)
  })

  test('and when that goes well, the failure is forgotten', async () => {
    const world = scripted(undetermined('crashed'), EXTRACTED, EXTRACTED)
    await world.run(NEAR)
    world.pass(PAUSE_MS)
    expect(await world.run(NEAR)).toEqual(EXTRACTED)
    expect(world.store.rows.size).toBe(0)
    expect(await world.run(NEAR)).toEqual(EXTRACTED)
  })
})

describe('bytes whose digest is only declared', () => {
  test('are asked for again at growing intervals after a refusal', async () => {
    const world = scripted(REFUSED, REFUSED, EXTRACTED)
    await world.run(FAR)
    world.pass(PAUSE_MS)
    await world.run(FAR)
    world.pass(PAUSE_MS)
    await world.run(FAR)
    expect(world.tried()).toBe(2)
    world.pass(PAUSE_MS * 3)
    expect(await world.run(FAR)).toEqual(EXTRACTED)
  })

  test('do not speak for the whole file once it is there', async () => {
    const world = scripted(REFUSED, EXTRACTED)
    await world.run(FAR)
    expect(await world.run(NEAR)).toEqual(EXTRACTED)
    expect(world.store.rows.size).toBe(0)
  })
})

test('the same bytes as something else, or under another name, start afresh', async () => {
  const world = scripted(REFUSED, EXTRACTED, EXTRACTED)
  await world.run({ ...NEAR, kind: 'tarball' })
  expect(await world.run({ ...NEAR, kind: 'sdist' })).toEqual(EXTRACTED)
  expect(await world.run({ ...NEAR, kind: 'tarball', filename: 'other' })).toEqual(EXTRACTED)
})

test('another version of the extractor starts afresh', async () => {
  const world = scripted(REFUSED, EXTRACTED)
  await world.run(NEAR)
  expect(await world.run({ ...NEAR, extractor: 'python/3' })).toEqual(EXTRACTED)
  expect(await world.run(NEAR)).toEqual(REFUSED)
})

test('a failure of the world is not remembered', async () => {
  const world = scripted()
  await expect(world.run(NEAR)).rejects.toThrow('more often than scripted')
  expect(world.store.rows.size).toBe(0)
})
