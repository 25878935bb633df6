// Unknown is not absent. Two thousand faults strike both clients while they look for names that
// exist and names that do not: every outcome is the truth or an honest failure.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PackageName } from '../../src/domain/packageName.ts'
import type { Artifact } from '../../src/domain/release.ts'
import { ServiceError } from '../../src/errors.ts'
import type { ProjectLookup, Registry } from '../../src/ports/registry.ts'
import type { Knobs } from '../fake/fakeAnswer.ts'
import {
  FAULTS,
  type Fault,
  type FaultyRegistry,
  faultyRegistry,
  type Reach,
} from '../fake/faults.ts'
import { type RegistryClients, registryClients } from '../fake/registryClients.ts'
import { seededRandom } from '../fake/seededRandom.ts'

const SEED = Number(process.env['FAULT_SEED'] ?? 20261115)
const FAULTS_MIN = 2_000
const LANES = 8
const REACHES: readonly Reach[] = ['every', 'first', 'some']
const HONEST: ReadonlySet<string> = new Set(['registry_unavailable', 'artifact_mismatch'])

// Each row is a subject: where it is looked up, under which name, with which form of the index.
const PYPI_FORMS: readonly Partial<Knobs>[] = [
  { pypiJson: true, simple: 'html' },
  { pypiJson: false, simple: 'json' },
  { pypiJson: false, simple: 'html' },
]
const SUBJECTS = [
  ...[
    'plain',
    '@scope/name',
    'untagged',
    'held',
    'withdrawn',
    'gone',
    'nobody',
    '@scope/nobody',
  ].map((name) => ({ ecosystem: 'npm' as const, name, knobs: {} })),
  ...PYPI_FORMS.flatMap((knobs) =>
    ['wheels', 'source-only', 'quarantined', 'bare', 'nobody'].map((name) => ({
      ecosystem: 'pypi' as const,
      name,
      knobs,
    })),
  ),
]
type Subject = (typeof SUBJECTS)[number]

type Truth = Readonly<{ lookup: ProjectLookup; artifact: Artifact | null }>

/** `injected` counts the questions that a fault really struck, however many requests they took. */
type Tally = { injected: number; truths: number; failures: number; lies: string[] }

function publish({ registry }: FaultyRegistry): void {
  const { npm, pypi } = registry
  npm.publish({ name: 'plain', version: '1.2.3' })
  npm.publish({ name: '@scope/name', version: '2.0.0' })
  npm.publish({ name: 'untagged', version: '1.0.0', tags: [] })
  npm.publish({ name: 'untagged', version: '2.0.0-rc.1', tags: [] })
  npm.placeholder('held')
  npm.publish({ name: 'withdrawn', version: '1.0.0' })
  npm.unpublish('withdrawn')
  npm.gone('gone')
  pypi.publish({ name: 'wheels', version: '1.0' })
  pypi.publish({ name: 'wheels', version: '2.0' })
  pypi.publish({
    name: 'source-only',
    version: '3.1',
    files: [{ filename: 'source-only-3.1.tar.gz' }],
  })
  pypi.quarantine('quarantined')
  pypi.empty('bare')
}

/** One registry with its clients, and the truth as they see it while all is well. */
async function openLane(seed: number) {
  // Two generators: a late retry may shift which request is struck, but never the next question.
  const random = seededRandom(seed)
  const faulty = await faultyRegistry(seededRandom(~seed))
  publish(faulty)
  const patient = registryClients(faulty.registry)
  const truths = new Map<Subject, Truth>()
  for (const subject of SUBJECTS) {
    Object.assign(faulty.registry.knobs, subject.knobs)
    truths.set(subject, await truthOf(patient, subject))
  }
  await patient.close()
  const clients = registryClients(faulty.registry, {
    limits: { metadataTimeoutMs: 200, artifactTimeoutMs: 200 },
    fetchLimits: {
      triesMax: 2,
      retryAfterHonouredMaxMs: 20,
      // The breaker has its own tests; here it would turn away the faults.
      breakerFailures: Number.POSITIVE_INFINITY,
    },
  })
  return { random, faulty, clients, truths }
}
type Lane = Awaited<ReturnType<typeof openLane>>

const name = (text: string) => text as PackageName
const never = () => new AbortController().signal

async function truthOf(clients: RegistryClients, subject: Subject): Promise<Truth> {
  const client: Registry = clients[subject.ecosystem]
  const lookup = await client.lookup(name(subject.name), never())
  const remote = lookup.found ? (lookup.latest?.artifact ?? null) : null
  return { lookup, artifact: remote === null ? null : await client.fetchArtifact(remote, never()) }
}

/** A page of the simple index stands in for a document that fails, and does not know sizes. */
function isTrue(outcome: unknown, expected: unknown): boolean {
  const written = JSON.stringify(outcome)
  const unsized = JSON.stringify(expected).replace(/"sizeBytes":\d+/, '"sizeBytes":null')
  return written === JSON.stringify(expected) || written === unsized
}

async function strike(lane: Lane, tally: Tally): Promise<void> {
  const { random, faulty, clients, truths } = lane
  const [subject, truth] = random.pick([...truths])
  Object.assign(faulty.registry.knobs, subject.knobs)
  const client = clients[subject.ecosystem]
  const fault = random.pick(FAULTS)
  const reach = random.pick(REACHES)
  const remote = truth.lookup.found ? (truth.lookup.latest?.artifact ?? null) : null
  const isDownload = remote !== null && (fault === 'bit_flip' || random.next() < 0.4)
  const label = `${fault} (${reach}) ${subject.ecosystem}:${subject.name} ${JSON.stringify(subject.knobs)}`
  await faulty.during(fault, reach, async () => {
    try {
      const outcome = isDownload
        ? await client.fetchArtifact(remote, never())
        : await client.lookup(name(subject.name), never())
      const expected = isDownload ? truth.artifact : truth.lookup
      if (isTrue(outcome, expected)) tally.truths += 1
      else tally.lies.push(`${label}: ${JSON.stringify(outcome)}`)
    } catch (error) {
      if (error instanceof ServiceError && HONEST.has(error.code)) tally.failures += 1
      else tally.lies.push(`${label}: ${String(error)}`)
    }
  })
}

async function runLane(lane: Lane, injectedMin: number, tally: Tally): Promise<void> {
  const struck = () => [...lane.faulty.struck.values()].reduce((sum, count) => sum + count, 0)
  for (let injected = 0; injected < injectedMin; ) {
    const before = struck()
    await strike(lane, tally)
    if (struck() > before) injected += 1
  }
  tally.injected += injectedMin
}

describe(`faults, seed ${SEED}`, () => {
  const lanes: Lane[] = []

  beforeAll(async () => {
    console.info(`fault seed ${SEED} (repeat with FAULT_SEED=${SEED})`)
    for (let lane = 0; lane < LANES; lane += 1) lanes.push(await openLane(SEED + lane))
  })

  afterAll(async () => {
    for (const { clients, faulty } of lanes) {
      await clients.close()
      await faulty.close()
    }
  })

  test('the subjects are what they are meant to be', () => {
    const seen = new Map<string, string>()
    for (const [subject, { lookup }] of lanes.flatMap(({ truths }) => [...truths])) {
      const version = lookup.found ? (lookup.latest?.version ?? 'none') : 'absent'
      seen.set(`${subject.ecosystem}:${subject.name}`, `${version} ${lookup.status}`)
    }
    expect(Object.fromEntries(seen)).toEqual({
      'npm:plain': '1.2.3 null',
      'npm:@scope/name': '2.0.0 null',
      'npm:untagged': '1.0.0 null',
      'npm:held': '0.0.1-security security_placeholder',
      'npm:withdrawn': 'absent unpublished',
      'npm:gone': 'absent unpublished',
      'npm:nobody': 'absent null',
      'npm:@scope/nobody': 'absent null',
      'pypi:wheels': '2.0 null',
      'pypi:source-only': '3.1 null',
      'pypi:quarantined': 'none quarantined',
      'pypi:bare': 'none null',
      'pypi:nobody': 'absent null',
    })
  })

  test(`${FAULTS_MIN} faults: no false absence, no false artifact`, {
    timeout: 120_000,
  }, async () => {
    const tally: Tally = { injected: 0, truths: 0, failures: 0, lies: [] }
    await Promise.all(lanes.map((lane) => runLane(lane, FAULTS_MIN / LANES, tally)))
    const struck = new Map<Fault, number>()
    for (const { faulty } of lanes) {
      for (const [fault, count] of faulty.struck)
        struck.set(fault, (struck.get(fault) ?? 0) + count)
    }
    const { injected, truths, failures } = tally
    console.info({ injected, truths, failures, requests: Object.fromEntries(struck) })
    expect(tally.lies).toEqual([])
    // Both outcomes have to occur, and every fault has to strike, or the run shows nothing.
    expect(FAULTS.filter((fault) => (struck.get(fault) ?? 0) < 5)).toEqual([])
    expect(injected).toBe(FAULTS_MIN)
    expect(truths).toBeGreaterThan(100)
    expect(failures).toBeGreaterThan(500)
  })
})
