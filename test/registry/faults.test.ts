// Unknown is not absent. Two thousand faults strike both clients while they look for names and
// versions that exist and ones that do not, download files and read parts of them: every outcome is
// the truth or an honest failure.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PackageName } from '../../src/domain/names/packageName.ts'
import type { Artifact, RemoteArtifact } from '../../src/domain/release.ts'
import { ServiceError } from '../../src/errors.ts'
import type { ProjectLookup, Registry, ReleaseLookup } from '../../src/ports/registry.ts'
import type { Knobs } from '../fake/fakeAnswer.ts'
import {
  FAULTS,
  type Fault,
  type FaultyRegistry,
  faultyRegistry,
  type Reach,
} from '../fake/faults.ts'
import { memorySink } from '../fake/memorySink.ts'
import { type RegistryClients, registryClients } from '../fake/registryClients.ts'
import { seededRandom } from '../fake/seededRandom.ts'

const SEED = Number(process.env['FAULT_SEED'] ?? 20261115)
// Thousands in `npm run test:long`: see vitest.long.config.ts.
const FAULTS_MIN = Number(process.env['ASSAY_FAULTS'] ?? 480)
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

/** One version that the first subjects have, in another spelling on PyPI, and one that nobody has. */
const VERSIONS = { npm: ['v1.2.3', '9.9.9'], pypi: ['2', '9.9.9'] } as const

type Truth = Readonly<{
  lookup: ProjectLookup
  releases: ReadonlyMap<string, ReleaseLookup>
  artifact: Artifact | null
  bytes: Buffer | null
}>

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
  const limits = { metadataTimeoutMs: 200, artifactTimeoutMs: 200, rangeTimeoutMs: 200 }
  const fetchLimits = {
    triesMax: 2,
    retryAfterHonouredMaxMs: 20,
    // The breaker has its own tests; here it would turn away the faults.
    breakerFailures: Number.POSITIVE_INFINITY,
  }
  const clients = registryClients(faulty.registry, {
    limits,
    fetchLimits,
  })
  // The same, but files of a few bytes are worth reading in parts.
  const ranged = registryClients(faulty.registry, {
    limits: { ...limits, declaredDigestMinBytes: 1, rangeTailMinBytes: 4 },
    fetchLimits,
  })
  return { random, faulty, clients, ranged, truths }
}
type Lane = Awaited<ReturnType<typeof openLane>>

const name = (text: string) => text as PackageName
const never = () => new AbortController().signal

async function truthOf(clients: RegistryClients, subject: Subject): Promise<Truth> {
  const client: Registry = clients[subject.ecosystem]
  const lookup = await client.lookup(name(subject.name), never())
  const releases = new Map<string, ReleaseLookup>()
  for (const version of VERSIONS[subject.ecosystem]) {
    releases.set(version, await client.release(name(subject.name), version, never()))
  }
  const remote = lookup.found ? (lookup.latest?.artifact ?? null) : null
  if (remote === null) return { lookup, releases, artifact: null, bytes: null }
  const { sink, blobs } = memorySink()
  const { artifact } = await client.downloadArtifact(remote, sink, never())
  return { lookup, releases, artifact, bytes: blobs.get(artifact.sha256) ?? null }
}

/** What is asked while the fault is armed, and what it should say if it says anything. */
type Question = Readonly<{
  ask(client: Registry, ranged: Registry): Promise<unknown>
  expected: unknown
}>

function pickQuestion(lane: Lane, fault: Fault, subject: Subject, truth: Truth): Question {
  const { random } = lane
  const remote = truth.lookup.found ? (truth.lookup.latest?.artifact ?? null) : null
  if (remote !== null && (fault === 'bit_flip' || random.next() < 0.5)) {
    const { artifact, bytes } = truth
    return random.pick<Question>([
      { ask: (client) => client.fetchArtifact(remote, never()), expected: artifact },
      { ask: (client) => downloaded(client, remote), expected: [artifact, bytes] },
      { ask: (client, ranged) => readInParts(client, ranged, remote), expected: bytes },
    ])
  }
  if (random.next() < 0.5) {
    return {
      ask: (client) => client.lookup(name(subject.name), never()),
      expected: truth.lookup,
    }
  }
  const [version, expected] = random.pick([...truth.releases])
  return { ask: (client) => client.release(name(subject.name), version, never()), expected }
}

async function downloaded(client: Registry, remote: RemoteArtifact): Promise<unknown> {
  const { sink, blobs, counts } = memorySink()
  const { artifact, lease } = await client.downloadArtifact(remote, sink, never())
  if (counts.opened !== counts.committed + counts.aborted) throw new Error('a writer left open')
  return [artifact, blobs.get(lease.sha256)]
}

/** Whole again out of its parts; without parts, as a download. */
async function readInParts(
  client: Registry,
  ranged: Registry,
  remote: RemoteArtifact,
): Promise<unknown> {
  const wheel = { ...remote, kind: 'wheel' as const, digests: { sha256: '0'.repeat(64) } }
  const source = await ranged.openRanges(wheel, never())
  if (source === null) {
    const { sink, blobs } = memorySink()
    const { lease } = await client.downloadArtifact(remote, sink, never())
    return blobs.get(lease.sha256)
  }
  const half = Math.floor(source.sizeBytes / 2)
  const first = { offset: 0, lengthBytes: half }
  await source.prefetch([first], never())
  const rest = { offset: half, lengthBytes: source.sizeBytes - half }
  const parts = [await source.read(first, never()), await source.read(rest, never())]
  source.close()
  return Buffer.concat(parts)
}

/** A page of the simple index stands in for a document that fails, and does not know sizes. */
/** What could not be asked beside the files is left open, and nothing else is. */
function isTrue(outcome: unknown, expected: unknown): boolean {
  const written = JSON.stringify(outcome).replace(',"isStatusOpen":true', '')
  const unsized = JSON.stringify(expected).replace(/"sizeBytes":\d+/, '"sizeBytes":null')
  return written === JSON.stringify(expected) || written === unsized
}

async function strike(lane: Lane, tally: Tally): Promise<void> {
  const { random, faulty, clients, ranged, truths } = lane
  const [subject, truth] = random.pick([...truths])
  Object.assign(faulty.registry.knobs, subject.knobs)
  const client = clients[subject.ecosystem]
  const fault = random.pick(FAULTS)
  const reach = random.pick(REACHES)
  const { ask, expected } = pickQuestion(lane, fault, subject, truth)
  const label = `${fault} (${reach}) ${subject.ecosystem}:${subject.name} ${JSON.stringify(subject.knobs)}`
  await faulty.during(fault, reach, async () => {
    try {
      const outcome = await ask(client, ranged[subject.ecosystem])
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
    for (const { clients, ranged, faulty } of lanes) {
      await clients.close()
      await ranged.close()
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

  test(`${FAULTS_MIN} faults: no false absence, no false artifact`, async () => {
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
    expect(FAULTS.filter((fault) => (struck.get(fault) ?? 0) === 0)).toEqual([])
    expect(injected).toBe(FAULTS_MIN)
    expect(truths).toBeGreaterThan(FAULTS_MIN / 20)
    expect(failures).toBeGreaterThan(FAULTS_MIN / 4)
  })
})
