// The log over HTTP, read as a stranger would: by the key of /policy and nothing else of ours but the
// code that checks.

import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type LogApp, openLogApp as openLog } from '../../src/app/log/logApp.ts'
import { canonicalJson } from '../../src/attest/canonicalJson.ts'
import { run as fsck } from '../../src/cli/commands/log.ts'
import { run as receipt } from '../../src/cli/commands/receipt.ts'
import { run as verify } from '../../src/cli/commands/verify.ts'
import type { Run } from '../../src/cli/terminal/command.ts'
import { output } from '../../src/cli/terminal/output.ts'
import { assayClient, LogLies } from '../../src/client.ts'
import { loadConfig } from '../../src/config.ts'
import { decodeBundle } from '../../src/log/entries/entryBundle.ts'
import { answerLeaf, sealOf } from '../../src/log/entries/leaf.ts'
import { type Checkpoint, checkpointText, openCheckpoint } from '../../src/log/note/checkpoint.ts'
import { signNote } from '../../src/log/note/signedNote.ts'
import { noteSigner, parseKey, writeKey } from '../../src/log/note/verifierKey.ts'
import { leafHash } from '../../src/log/tree/hashes.ts'
import {
  isConsistent,
  isIncluded,
  proveConsistency,
  proveInclusion,
} from '../../src/log/tree/proofs.ts'
import { tilePath } from '../../src/log/tree/tilePaths.ts'
import { type TilePlace, tileWidth } from '../../src/log/tree/tiles.ts'
import { openSqlite } from '../../src/store/sqlite.ts'
import { cliTools } from '../support/cliTools.ts'
import { type Loopback, startLoopback } from '../support/loopback.ts'
import { publishPython } from '../support/publish.ts'
import { type Service, startService } from '../support/service.ts'

let loopback: Loopback
let service: Service

beforeAll(async () => {
  loopback = await startLoopback()
  service = await startService({
    ASSAY_NPM_REGISTRY: loopback.registry.npmUrl,
    ASSAY_PYPI_INDEX: loopback.registry.pypiIndexUrl,
    ASSAY_DEMO_DAILY_LIMIT: '0',
  })
  publishPython(loopback.registry, {
    name: 'parcel',
    version: '1.0',
    files: '-- parcel.py --\nx = 1\n',
  })
})
afterAll(async () => {
  await service.close()
  await loopback.close()
})

const ask = (name: string) => service.post('/demo/v1/package/exists', { ecosystem: 'pypi', name })

async function bytesAt(path: string): Promise<Uint8Array | null> {
  const reply = await fetch(`${service.url}/log/${path}`)
  return reply.status === 200 ? new Uint8Array(await reply.arrayBuffer()) : null
}

async function newestCheckpoint(): Promise<Checkpoint> {
  // One that was under way may have begun before the newest answer.
  await service.app.integrateLog()
  await service.app.integrateLog()
  const { origin, key } = (await service.get('/policy')).body.log
  const parsed = parseKey(key)
  const note = await bytesAt('checkpoint')
  const log = { origin, keys: parsed === null ? [] : [parsed] }
  const opened = openCheckpoint(note ?? new Uint8Array(), log)
  if (!opened.ok) throw new Error(opened.reason)
  return opened.checkpoint
}

const tilesOf = (size: number) => (places: readonly TilePlace[]) =>
  Promise.all(places.map((place) => bytesAt(tilePath({ ...place, width: tileWidth(place, size) }))))

test('a service that keeps no log says so, and its answers stand in none', async () => {
  const other = await startService({
    ASSAY_NPM_REGISTRY: loopback.registry.npmUrl,
    ASSAY_PYPI_INDEX: loopback.registry.pypiIndexUrl,
    ASSAY_DEMO_DAILY_LIMIT: '0',
    ASSAY_LOG: 'off',
  })
  try {
    const question = { ecosystem: 'pypi', name: 'parcel' }
    const { headers, body } = await other.post('/demo/v1/package/exists', question)
    expect(headers['assay-log']).toBeUndefined()
    const paths = ['checkpoint', 'tile/0/000', `by-hash/${body.attestation_hash}`]
    for (const path of paths) expect((await other.get(`/log/${path}`)).status).toBe(404)
    expect((await other.get('/policy')).body.log).toBeNull()
  } finally {
    await other.close()
  }
})

describe('a log that has no leaves', () => {
  test('has no checkpoint, and a key all the same', async () => {
    expect((await service.get('/log/checkpoint')).status).toBe(404)
    expect((await service.get('/policy')).body.log).toEqual({
      origin: expect.stringMatching(/^assay\/0x[0-9a-f]{40}\/log$/),
      key: expect.stringMatching(/^assay\/0x[0-9a-f]{40}\/log\+[0-9a-f]{8}\+/),
      rotations: '/log/rotations',
    })
  })
})

describe('an answer', () => {
  test('says where it stands, and stands there under a checkpoint', async () => {
    const { headers, body } = await ask('parcel')
    const { origin } = (await service.get('/policy')).body.log
    expect(headers['assay-log']).toBe(`${origin} 0`)
    expect((await ask('parcel')).headers['assay-log']).toBe(`${origin} 0`)
    expect((await ask('nothing-here')).headers['assay-log']).toBe(`${origin} 1`)

    const { size, root } = await newestCheckpoint()
    expect(size).toBe(2)
    const bundle = await bytesAt(`tile/entries/000.p/${size}`)
    const [entry = new Uint8Array()] = decodeBundle(bundle ?? new Uint8Array(), size) ?? []
    // The registry of this test is a private one: whoever holds the receipt makes the leaf of it.
    const receipt = { attestation: canonicalJson(body.attestation), signature: body.signature }
    expect(Buffer.from(entry)).toEqual(Buffer.from(answerLeaf(receipt, 'sealed')))
    const seal = Buffer.from(sealOf(receipt)).toString('hex')
    expect(Buffer.from(entry).toString()).toBe(`{"sealed":"${seal}"}`)
    const proof = await proveInclusion({ index: 0, size }, tilesOf(size))
    expect(isIncluded({ hash: leafHash(entry), index: 0 }, { size, root }, proof)).toBe(true)
  })

  test('that is sealed is found by who has its signature, and by nobody else', async () => {
    const { attestation_hash, signature } = (await ask('parcel')).body
    const path = `/log/by-hash/${attestation_hash}`
    const { origin } = (await service.get('/policy')).body.log
    const found = await service.get(`${path}?signature=${signature}`)
    expect(found.body).toEqual({ origin, index: 0, form: 'sealed', integrated: true })
    const unknown = await service.get(`/log/by-hash/0x${'a'.repeat(64)}`)
    expect(unknown.status).toBe(404)
    for (const query of ['', '?signature=', `?signature=${signature.replace('1', '2')}`]) {
      const reply = await service.get(`${path}${query}`)
      expect({ status: reply.status, body: reply.body }).toEqual({
        status: 404,
        body: unknown.body,
      })
    }
  })

  test('that is open is found by its hash', async () => {
    const attestationHash = `0x${'b'.repeat(64)}`
    const index = await service.app.store.answers.save(
      {
        attestationHash,
        type: 'assay.package_exists/1',
        verdict: 'exists',
        attestation: '{}',
        signature: `0x${'1'.repeat(130)}`,
        answer: '{}',
        signedAt: '2026-03-01T12:00:00.000Z',
      },
      'open',
    )
    const { size } = await newestCheckpoint()
    const reply = await service.get(`/log/by-hash/${attestationHash}`)
    expect(reply.body).toMatchObject({ index, form: 'open', integrated: true })
    const entries = decodeBundle(
      (await bytesAt(`tile/entries/000.p/${size}`)) ?? new Uint8Array(),
      size,
    )
    expect(Buffer.from(entries?.[index ?? 0] ?? []).toString()).toBe(
      `{"attestation":{},"signature":"0x${'1'.repeat(130)}"}`,
    )
  })
})

/** What a command prints, and its status. */
async function command(run: Run, args: readonly string[]) {
  let text = ''
  const stream = {
    write: (part: string) => {
      text += part
    },
  }
  const opened: LogApp[] = []
  const openLogApp = async () => {
    const place = { ASSAY_DATA_DIR: service.dataDir }
    const app = await openLog(loadConfig(place, service.dataDir, service.dataDir))
    opened.push(app)
    return app
  }
  const status = await run(
    args,
    cliTools({ out: output({ stdout: stream, stderr: stream }), openLogApp }),
  )
  for (const app of opened) await app.close()
  return { status, text }
}

describe('from a shell', () => {
  test('a receipt is found in the log offline, by its proof', async () => {
    const { text: whole, body } = await ask('parcel')
    await newestCheckpoint()
    const { attestation_hash, signature, attestation } = body
    const path = `/log/proof/${attestation_hash}`
    expect((await service.get(path)).status).toBe(404)
    const proof = await service.get(`${path}?signature=${signature}`)
    const files = {
      receipt: join(service.dataDir, 'r.json'),
      proof: join(service.dataDir, 'r.proof'),
    }
    await writeFile(files.receipt, whole)
    await writeFile(files.proof, proof.text)
    const { key } = (await service.get('/policy')).body.log
    const trusted = [files.receipt, '--verifier', attestation.verifier]
    const withProof = [...trusted, '--proof', files.proof, '--log-key', key]
    const found = await command(verify, withProof)
    expect(found.text).toMatch(/^in log {4}0 of \d+, sealed, in assay\/0x/m)
    expect(found.status).toBe(0)
    const { text } = await command(verify, [...withProof, '--json'])
    expect(JSON.parse(text)).toMatchObject({ valid: true, log: { logged: true, index: 0 } })

    await writeFile(files.proof, proof.text.replace('index 0', 'index 1'))
    const lost = await command(verify, withProof)
    expect(lost.text).toContain('(not_included)')
    expect(lost.status).toBe(1)
    for (const wrong of [
      [...trusted, '--proof', files.proof],
      [...trusted, '--log-key', key],
      [...trusted, '--proof', files.proof, '--log-key', key.slice(1)],
      [...trusted, '--proof', join(service.dataDir, 'none'), '--log-key', key],
    ]) {
      expect((await command(verify, wrong)).status).toBe(2)
    }
  })

  test('a receipt and its proof are one file that is checked offline', async () => {
    const { text, body } = await ask('parcel')
    await newestCheckpoint()
    const file = join(service.dataDir, 'whole.json')
    await writeFile(file, text)
    const { key } = (await service.get('/policy')).body.log
    for (const more of [[], ['--log-key', key]]) {
      const made = await command(receipt, [file, '--with-proof', '--url', service.url, ...more])
      expect(made.status).toBe(0)
      const bundle = join(service.dataDir, 'whole.tlog-proof')
      await writeFile(bundle, made.text)
      const trusted = [bundle, '--verifier', body.attestation.verifier]
      const found = await command(verify, [...trusted, '--log-key', key])
      expect(found.text).toMatch(/answer matches/)
      expect(found.text).toMatch(/^in log {4}0 of \d+, sealed, in assay\/0x/m)
      expect(found.status).toBe(0)
      // The key may come from a policy, which may ask for witnesses, too.
      const policy = join(service.dataDir, 'policy')
      await writeFile(policy, `log ${key}\nquorum none\n`)
      expect((await command(verify, [...trusted, '--policy', policy])).status).toBe(0)
      const { key: witness } = noteSigner('w', 'cosignature', new Uint8Array(32))
      await writeFile(policy, `log ${key}\nwitness w ${writeKey(witness)}\nquorum w\n`)
      const unseen = await command(verify, [...trusted, '--policy', policy])
      expect(unseen.text).toContain('(witnesses_missing)')
      expect(unseen.status).toBe(1)
      // Whoever asks for the log to be looked at must not be told less.
      expect((await command(verify, trusted)).status).toBe(2)
      await writeFile(bundle, made.text.replace('index 0', 'index 1'))
      expect((await command(verify, [...trusted, '--log-key', key])).status).toBe(1)
    }
  })

  test('a receipt that the log does not have, or has otherwise, gets no proof', async () => {
    const { text, body } = await ask('parcel')
    const file = join(service.dataDir, 'other.json')
    const asked = [file, '--with-proof', '--url', service.url]
    await writeFile(file, text)
    const { origin } = (await service.get('/policy')).body.log
    const stranger = writeKey(noteSigner(origin, 'note', new Uint8Array(32)).key)
    const other = await command(receipt, [...asked, '--log-key', stranger])
    expect(other.text).toContain('The checkpoint is not signed with the key of the log.')
    expect(other.status).toBe(1)
    await writeFile(file, JSON.stringify({ ...body, exists: !body.exists }))
    expect((await command(receipt, asked)).status).toBe(1)
    for (const wrong of [
      [file],
      asked.slice(0, 2),
      [...asked, '--in-toto'],
      ['none', '--in-toto'],
    ]) {
      expect((await command(receipt, wrong)).status).toBe(2)
    }
  })

  test('an answer is an in-toto statement about its artifacts, if it has any', async () => {
    const { text, body } = await ask('parcel')
    const file = join(service.dataDir, 'statement.json')
    await writeFile(file, text)
    const made = await command(receipt, [file, '--in-toto'])
    const { payloadType, payload, signatures } = JSON.parse(made.text)
    expect({ payloadType, signatures }).toEqual({
      payloadType: 'application/vnd.in-toto+json',
      signatures: [],
    })
    const [artifact] = body.attestation.evidence.artifacts
    expect(JSON.parse(Buffer.from(payload, 'base64').toString())).toMatchObject({
      _type: 'https://in-toto.io/Statement/v1',
      subject: [{ name: artifact.filename, digest: { sha256: artifact.sha256 } }],
      predicate: { exists: true, attestation: body.attestation, signature: body.signature },
    })
    await writeFile(file, (await ask('nothing-here')).text)
    expect((await command(receipt, [file, '--in-toto'])).status).toBe(1)
  })

  test('the log is computed again from its leaves', async () => {
    const { size } = await newestCheckpoint()
    const whole = await command(fsck, ['fsck', '--json'])
    expect(JSON.parse(whole.text)).toMatchObject({ size, waiting: 0, faults: [] })
    expect(whole.status).toBe(0)
    expect((await command(fsck, ['fsck'])).text).toContain(`0 faults; ${size} leaves, 0 waiting;`)
    const database = await openSqlite({ dataDir: service.dataDir })
    await database.write('UPDATE answer SET log_index = 1000 WHERE log_index = 0')
    const changed = await command(fsck, ['fsck'])
    expect(changed.text).toContain('changed: leaf 0: missing')
    expect(changed.status).toBe(1)
    await database.write('UPDATE answer SET log_index = 0 WHERE log_index = 1000')
    await database.close()
  })
})

describe('a client', () => {
  const question = { ecosystem: 'pypi', name: 'parcel' } as const

  /** A note of the log with another root, or another size, as only the service itself could sign it. */
  async function forged(size: number): Promise<string> {
    const { origin } = (await service.get('/policy')).body.log
    const hex = (await readFile(join(service.dataDir, 'log.key'), 'utf8')).trim()
    const signer = noteSigner(origin, 'note', Buffer.from(hex.replace('0x', ''), 'hex'))
    return signNote(checkpointText({ origin, size, root: new Uint8Array(32).fill(size) }), signer)
  }

  test('finds its answers in the log, and remembers the newest checkpoint', async () => {
    const kept: string[] = []
    const memory = {
      load: async () => kept.at(-1) ?? null,
      save: async (note: string) => void kept.push(note),
    }
    const { key } = (await service.get('/policy')).body.log
    for (const log of [{ memory }, { memory, key }]) {
      const client = assayClient({ baseUrl: service.url, log })
      const answer = await client.packageExists(question)
      const { size } = await newestCheckpoint()
      const found = await client.logged(answer)
      expect(found).toMatchObject({ index: 0, size, form: 'sealed', witnesses: [] })
      expect(found.proof).toContain(kept.at(-1))
      await ask(`name-${kept.length}`)
      await newestCheckpoint()
      const both = await Promise.all([client.logged(answer), client.logged(answer)])
      expect(both.map((each) => each.size)).toEqual([size + 1, size + 1])
      await expect(
        client.logged({ ...answer, attestation_hash: `0x${'0'.repeat(64)}` }),
      ).rejects.toMatchObject({ code: 'not_logged' })
      const other = { ...answer, attestation: { ...answer.attestation, verdict: 'absent' } }
      await expect(client.logged(other)).rejects.toMatchObject({ reason: 'not_included' })
    }
  })

  test.each([
    ['of more leaves', 1, 'tree_shorter'],
    ['of as many', 0, 'tree_forked'],
    ['of fewer', -1, 'tree_forked'],
  ])('that has seen another tree %s shows both checkpoints', async (_, more, lie) => {
    const { size } = await newestCheckpoint()
    const seen = await forged(size + more)
    const memory = { load: async () => seen, save: () => Promise.reject(new Error('kept')) }
    const client = assayClient({ baseUrl: service.url, log: { memory } })
    const answer = await client.packageExists(question)
    const error = await client.logged(answer).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(LogLies)
    expect(error).toMatchObject({
      evidence: {
        lie,
        earlier_checkpoint: seen,
        checkpoint: expect.stringContaining(`\n${size}\n`),
      },
    })
  })

  test('that is told of another key, or of witnesses that have seen nothing, believes no proof', async () => {
    const { origin, key } = (await service.get('/policy')).body.log
    const stranger = writeKey(noteSigner(origin, 'note', new Uint8Array(32)).key)
    const witness = writeKey(noteSigner('w', 'cosignature', new Uint8Array(32)).key)
    for (const [log, reason] of [
      [{ key: stranger }, 'signer_unknown'],
      [{ policy: `log ${key}\nwitness w ${witness}\nquorum w\n` }, 'witnesses_missing'],
    ] as const) {
      const client = assayClient({ baseUrl: service.url, log })
      const answer = await client.packageExists(question)
      await expect(client.logged(answer)).rejects.toMatchObject({ reason })
    }
    for (const log of [
      { key: 'none' },
      { policy: 'quorum' },
      { key: stranger, policy: `log ${key}\nquorum none\n` },
    ]) {
      expect(() => assayClient({ baseUrl: service.url, log })).toThrow(TypeError)
    }
  })
})

describe('addresses of the log', () => {
  test('give the same for ever, once they give something', async () => {
    const older = await newestCheckpoint()
    const tile = await bytesAt(`tile/0/000.p/${older.size}`)
    expect(await bytesAt(`tile/0/000.p/${older.size + 1}`)).toBeNull()
    expect(await bytesAt(`tile/entries/000.p/${older.size + 1}`)).toBeNull()
    await ask('another')
    const newer = await newestCheckpoint()
    expect(newer.size).toBe(older.size + 1)
    expect(await bytesAt(`tile/0/000.p/${older.size}`)).toEqual(tile)
    const sizes = { oldSize: older.size, size: newer.size }
    const proof = await proveConsistency(sizes, tilesOf(newer.size))
    expect(isConsistent(older, newer, proof)).toBe(true)
  })

  test.each([
    ['checkpoint', 'text/plain; charset=utf-8', 'public, max-age=1'],
    ['tile/0/000.p/1', 'application/octet-stream', 'public, max-age=31536000, immutable'],
    ['tile/entries/000.p/1', 'application/octet-stream', 'public, max-age=31536000, immutable'],
  ])('%s say how long they may be kept', async (path, type, keep) => {
    await newestCheckpoint()
    const { headers } = await service.get(`/log/${path}`)
    expect(headers['content-type']).toBe(type)
    expect(headers['cache-control']).toBe(keep)
  })

  test.each([
    'tile/0/000',
    'tile/entries/000',
    'tile/1/000.p/1',
    'tile/0/001.p/1',
    'tile/0/000.p/0',
    'tile/00/000.p/1',
    'tile/0/x000/000.p/1',
    'tile/64/000.p/1',
    'tile/0/000.p/1/',
    'tile/entries/x999/x999/999.p/1',
  ])('%s has nothing, and that is not kept', async (path) => {
    const { status, headers } = await service.get(`/log/${path}`)
    expect(status).toBe(404)
    expect(headers['cache-control']).toBe('no-store')
  })
})
