// An answer that a later extractor proves wrong: found by the audit, listed, and reported to whoever
// verifies the receipt.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createIngestApp, type IngestApp } from '../../src/app/ingestApp.ts'
import { eip191Signer } from '../../src/attest/eip191.ts'
import { attest } from '../../src/attest/receipt.ts'
import { run as runAudit } from '../../src/cli/commands/audit.ts'
import { output } from '../../src/cli/terminal/output.ts'
import { loadConfig } from '../../src/config.ts'
import { EXTRACTOR_VERSIONS } from '../../src/domain/extractorVersions.ts'
import type { PackageName } from '../../src/domain/names/packageName.ts'
import { tableKeyOf } from '../../src/domain/release.ts'
import { encodeTable } from '../../src/table/format/encodeTable.ts'
import { cliTools } from '../support/cliTools.ts'
import { type Loopback, startLoopback } from '../support/loopback.ts'
import { publishNpm, publishPython } from '../support/publish.ts'
import { type Service, startService } from '../support/service.ts'
import { moduleOf, tableOf } from '../table/tableData.ts'

const KEY = '11'.repeat(32)
const PARCEL = {
  ecosystem: 'pypi',
  package: 'parcel',
  filename: 'parcel-1.0-py3-none-any.whl',
}
const CODE = `-- parcel.py --
from elsewhere import Base
def fold(a): ...
class Box:
    size = 1
class Open(Base): ...
`

let loopback: Loopback
let service: Service
let environment: Record<string, string>
let sha256: string

beforeAll(async () => {
  loopback = await startLoopback()
  environment = {
    ASSAY_NPM_REGISTRY: loopback.registry.npmUrl,
    ASSAY_PYPI_INDEX: loopback.registry.pypiIndexUrl,
    ASSAY_DEMO_DAILY_LIMIT: '0',
    ASSAY_VERIFIER_KEY: KEY,
  }
  service = await startService(environment)
  publishPython(loopback.registry, {
    name: 'parcel',
    version: '0.9',
    files: '-- parcel.py --\ndef fold(a): ...\n',
  })
  sha256 = publishPython(loopback.registry, { name: 'parcel', version: '1.0', files: CODE })
})
afterAll(async () => {
  await service.close()
  await loopback.close()
})

/** An answer as an extractor of the past would have signed it. */
async function signedThen(
  symbol: string,
  verdict: string,
  change: Readonly<{
    sha256?: string
    kind?: string | null
    extractor?: string
    caveat?: string
    version?: string
    of?: Readonly<{ ecosystem: string; package: string; filename: string }>
  }> = {},
): Promise<string> {
  const signer = await eip191Signer(Buffer.from(KEY, 'hex'))
  const kind = change.kind ?? (verdict === 'exists' ? 'function' : null)
  const { version = '1.0', of = PARCEL } = change
  const attested = attest(
    {
      type: 'assay.symbol_exists/1',
      question: { ecosystem: of.ecosystem, package: of.package, symbol },
      verdict,
      evidence: {
        registry: 'public',
        artifacts: [
          {
            package: of.package,
            version,
            filename: of.filename,
            sha256: change.sha256 ?? sha256,
          },
        ],
        extractor: change.extractor ?? 'python/0',
      },
      answer: {
        exists: verdict === 'exists',
        kind,
        version_resolved: version,
        symbol,
        caveat: change.caveat ?? null,
      },
    },
    signer,
  )
  await service.app.store.answers.save(
    {
      attestationHash: attested.attestationHash,
      type: 'assay.symbol_exists/1',
      verdict,
      attestation: attested.attestationText,
      signature: attested.signature,
      answer: attested.answerText,
      signedAt: '2026-01-01T00:00:00.000Z',
    },
    'open',
  )
  return attested.attestationHash
}

async function audit(...args: readonly string[]) {
  let text = ''
  const stream = { write: (part: string) => (text += part) }
  const out = output({ stdout: stream, stderr: stream })
  const config = loadConfig(
    { ...environment, ASSAY_DATA_DIR: service.dataDir, ASSAY_LOG_LEVEL: 'silent' },
    service.dataDir,
    service.dataDir,
  )
  const opened: IngestApp[] = []
  const openApp = async () => {
    const app = await createIngestApp(config)
    opened.push(app)
    return app
  }
  try {
    const tools = cliTools({ openIngestApp: openApp, out })
    return { status: await runAudit(['--answers', ...args], tools), text }
  } finally {
    for (const app of opened) await app.close()
  }
}

/** By the hash of each answer, of lines of `--json`. */
function statesIn(text: string): ReadonlyMap<string, string> {
  const lines = text.trimEnd().split('\n')
  return new Map(
    lines
      .map((line) => JSON.parse(line))
      .map(({ attestation_hash: hash, state }) => [hash, state] as const),
  )
}

async function receiptOf(hash: string) {
  const stored = await service.app.store.answers.load(hash)
  const attestation = JSON.parse(stored?.attestation ?? '{}')
  return { attestation, signature: stored?.signature }
}

/** A service that has just seen a retraction reads again what it rests on, and says so once. */
async function answered(path: string, question: object) {
  const reply = await service.post(path, question)
  return reply.status === 503 ? service.post(path, question) : reply
}

describe('retractions', () => {
  test('nothing is old, nothing is on the list', async () => {
    expect(await audit()).toEqual({
      status: 0,
      text: 'no stored answer rests on an older extractor\n',
    })
    expect((await service.get('/v1/retractions')).body).toEqual({ retractions: [], next: null })
  })

  test('what is wrong is found, listed and reported; what stands or cannot be told is not', async () => {
    const missed = await signedThen('fold', 'symbol_not_found')
    const invented = await signedThen('parcel.unfold', 'exists')
    const misnamed = await signedThen('Box', 'exists', { kind: 'function' })
    const member = await signedThen('Box.size', 'symbol_not_found')
    await signedThen('parcel.fold', 'exists')
    const dynamic = await signedThen('Open.thing', 'exists')
    const replaced = await signedThen('Box.lid', 'exists', { sha256: '0'.repeat(64) })

    const look = await audit('--json')
    expect(look.status).toBe(1)
    const states = statesIn(look.text)
    expect(states.get(missed)).toBe('wrong')
    expect(states.get(invented)).toBe('wrong')
    expect(states.get(misnamed)).toBe('wrong')
    expect(states.get(member)).toBe('wrong')
    expect(states.get(dynamic)).toBe('unchecked')
    expect(states.get(replaced)).toBe('unchecked')
    expect([...states.values()].filter((state) => state === 'stands')).toHaveLength(1)
    // A look retracts nothing.
    expect((await service.get('/v1/retractions')).body.retractions).toEqual([])

    const { status, text } = await audit('--retract')
    expect(status).toBe(1)
    expect(text).toContain('7 answers: 1 stands, 4 wrong, 2 unchecked; 4 newly retracted')
    expect((await audit('--retract')).text).toContain('0 newly retracted')

    const { body } = await service.get('/v1/retractions')
    expect(body.next).toBeNull()
    expect(body.retractions.map(({ seq }: { seq: number }) => seq)).toEqual([1, 2, 3, 4])
    const found = body.retractions.find(
      (one: { attestation_hash: string }) => one.attestation_hash === missed,
    )
    expect(found.reason).toMatch(/^python\/\d+ finds: fold exists in parcel 1\.0 \(python\/0 said/)

    const wrong = await service.post('/receipts/verify', await receiptOf(missed))
    expect(wrong.body).toMatchObject({ valid: true, retracted: true, retraction: found })
    const other = await service.post('/receipts/verify', await receiptOf(dynamic))
    expect(other.body).toMatchObject({ valid: true, retracted: false, retraction: null })
    const forged = { ...(await receiptOf(missed)), signature: `0x${'1'.repeat(130)}` }
    const verdict = await service.post('/receipts/verify', forged)
    expect(verdict.body).toMatchObject({ valid: false, retracted: false })
  })

  test('the list goes on from a number', async () => {
    const { body } = await service.get('/v1/retractions?after=3')
    expect(body.retractions.map(({ seq }: { seq: number }) => seq)).toEqual([4])
    expect((await service.get('/v1/retractions?after=x')).status).toBe(422)
  })

  test('answers of the extractor of today stand', async () => {
    const questions = [
      ['/demo/v1/symbol/exists', { package: 'parcel', symbol: 'fold', version: '0.9' }],
      ['/demo/v1/symbol/exists', { package: 'parcel', symbol: 'nothing' }],
      ['/demo/v1/diff', { package: 'parcel', from_version: '0.9', to_version: '1.0' }],
    ] as const
    for (const [path, question] of questions) {
      const { status } = await answered(path, { ecosystem: 'pypi', ...question })
      expect(status).toBe(200)
    }
    const { text } = await audit('--all')
    expect(text).toContain('10 answers: 4 stand, 4 wrong, 2 unchecked')
  })

  test('one is not signed again: what it rests on is read again first', async () => {
    const key = tableKeyOf({
      ecosystem: 'pypi',
      name: 'parcel' as PackageName,
      extractor: EXTRACTOR_VERSIONS.pypi,
      artifact: { filename: PARCEL.filename, sha256, sizeBytes: 1, digest: 'computed' },
    })
    const basis = key && (await service.app.store.tables.basis(key))
    if (key === null || basis === null) throw new Error('parcel has no table')
    const whole = { ...key, dependencies: basis.files.map((file) => file.sha256) }
    await service.app.store.tables.drop(key)
    await service.app.store.tables.save({
      key: whole,
      bytes: encodeTable(tableOf(moduleOf('parcel', []))),
      symbols: 0,
      following: { files: basis.files, unfollowed: [] },
      madeAt: '2026-01-01T00:00:00.000Z',
    })
    // A process that has no table in memory yet.
    const other = await startService(environment, { dataDir: service.dataDir })
    try {
      const ask = (symbol: string) =>
        other.post('/demo/v1/symbol/exists', { ecosystem: 'pypi', package: 'parcel', symbol })
      expect((await ask('parcel.fold')).body).toMatchObject({ exists: false, caveat: null })
      expect((await audit('--all', '--retract')).text).toContain('1 newly retracted')
      const { status, body } = await ask('parcel.Box')
      expect([status, body.code]).toEqual([503, 'not_read_yet'])
      expect((await ask('parcel.Box')).body.exists).toBe(true)
      expect((await ask('parcel.fold')).body.exists).toBe(true)
    } finally {
      await other.close()
    }
  })

  test('one that nothing else comes out for is not signed again', async () => {
    const question = { ecosystem: 'pypi', package: 'parcel', symbol: 'parcel.Box.size' }
    const ask = () => service.post('/demo/v1/symbol/exists', question)
    const first = await answered('/demo/v1/symbol/exists', question)
    const { attestation_hash: attestationHash } = first.body
    const found = { type: 'assay.symbol_exists/1', reason: 'A test says so.', foundBy: 'python/99' }
    const retractedAt = '2026-01-01T00:00:00.000Z'
    await service.app.store.retractions.save({ attestationHash, retractedAt, ...found })
    await service.post('/demo/v1/package/exists', { ecosystem: 'pypi', name: 'no-such-parcel' })
    for (let round = 1; round <= 3; round += 1) {
      const { status, body } = await ask()
      expect([status, body.code]).toEqual([503, 'not_read_yet'])
    }
  })

  test('a miss that code which runs may explain is not said to stand', async () => {
    const flat = await signedThen('Open.gone', 'symbol_not_found')
    const hedged = await signedThen('Open.gone', 'symbol_not_found', { caveat: 'It may be there.' })
    const whole = await signedThen('Box.gone', 'symbol_not_found')
    const states = statesIn((await audit('--json')).text)
    expect([flat, hedged, whole].map((hash) => states.get(hash))).toEqual([
      'unchecked',
      'stands',
      'stands',
    ])
  })

  test('nor is one that a package may explain which was not read then', async () => {
    const mocker = { name: 'mocker', version: '1.0.0', main: 'main.js' }
    const own = publishNpm(loopback.registry, {
      ...mocker,
      files: '-- main.js --\nexports.stub = function stub(of) {}\n',
    })
    publishNpm(loopback.registry, {
      name: '@types/mocker',
      version: '1.0.0',
      types: 'index.d.ts',
      files: '-- index.d.ts --\nexport interface Stub { calls: number }\n',
    })
    const of = { ecosystem: 'npm', package: 'mocker', filename: 'mocker-1.0.0.tgz' }
    const change = { of, sha256: own, version: '1.0.0', extractor: 'npm/5' }
    const missed = await signedThen('Stub', 'symbol_not_found', change)
    const found = await signedThen('stub', 'exists', change)
    const { text } = await audit('--json')
    expect(statesIn(text).get(found)).toBe('stands')
    expect(statesIn(text).get(missed)).toBe('unchecked')
    expect(text).toContain('was read without @types/mocker')
  })
})
