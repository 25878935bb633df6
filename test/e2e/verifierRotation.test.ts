// A service whose verifier is followed by another one: who was told the first address goes on, and what the
// old key signs later is taken by nobody.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { copyFile, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type LogApp, openLogApp } from '../../src/app/log/logApp.ts'
import { eip191Signer } from '../../src/attest/eip191.ts'
import { readKeyFile } from '../../src/attest/keyFile.ts'
import { run as monitor } from '../../src/cli/commands/log/monitor.ts'
import { run as logCommand } from '../../src/cli/commands/log.ts'
import { run as receipt } from '../../src/cli/commands/receipt.ts'
import { run as verify } from '../../src/cli/commands/verify.ts'
import type { Run } from '../../src/cli/terminal/command.ts'
import { output } from '../../src/cli/terminal/output.ts'
import { assayClient } from '../../src/client.ts'
import { loadConfig } from '../../src/config.ts'
import { cliTools } from '../support/cliTools.ts'
import { type Loopback, startLoopback } from '../support/loopback.ts'
import { type Service, startService } from '../support/service.ts'

let loopback: Loopback
let folder: string
let dataDir: string
let service: Service
let logKey: string
let first: string

beforeAll(async () => {
  loopback = await startLoopback()
  folder = mkdtempSync(join(tmpdir(), 'assay-followed-'))
  dataDir = join(folder, 'data')
  service = await start()
  const { body } = await service.get('/policy')
  logKey = body.log.key
  first = body.verifier.address
})
afterAll(async () => {
  await service.close()
  await loopback.close()
  rmSync(folder, { recursive: true, force: true })
})

function start(): Promise<Service> {
  return startService(
    {
      ASSAY_NPM_REGISTRY: loopback.registry.npmUrl,
      ASSAY_PYPI_INDEX: loopback.registry.pypiIndexUrl,
      ASSAY_DEMO_DAILY_LIMIT: '0',
    },
    { dataDir },
  )
}

async function said(command: Run, words: readonly string[]) {
  const texts: string[] = []
  const write = (text: string) => void texts.push(text)
  const out = output({ stdout: { write }, stderr: { write } })
  const apps: LogApp[] = []
  const openApp = async () => {
    const app = await openLogApp(await loadConfig({ ASSAY_DATA_DIR: dataDir }))
    apps.push(app)
    return app
  }
  const tools = cliTools({ out, openLogApp: openApp })
  try {
    return { status: await command(words, tools), text: texts.join('') }
  } finally {
    for (const app of apps) await app.close()
  }
}

const look = (...more: readonly string[]) =>
  said(monitor, [
    service.url,
    ...['--once', '--log-key', logKey, '--folder', join(folder, more.length === 0 ? 'told' : 'm')],
    ...more,
  ])

async function integrated(): Promise<void> {
  await service.app.integrateLog()
  await service.app.integrateLog()
}

async function bundleOf(name: string): Promise<string> {
  const { text } = await service.post('/demo/v1/package/exists', { ecosystem: 'pypi', name })
  const path = join(folder, `${name}.json`)
  writeFileSync(path, text)
  await integrated()
  const written = await said(receipt, [path, '--with-proof', '--url', service.url])
  expect(written.status).toBe(0)
  const bundle = join(folder, `${name}.tlog-proof`)
  writeFileSync(bundle, written.text)
  return bundle
}

const checked = (bundle: string) =>
  said(verify, [bundle, '--verifier', first, '--log-key', logKey, '--json'])

test('who was told the first address follows it, and the old key signs nothing any more', async () => {
  const before = await bundleOf('nothing-before')
  expect(await look('--verifier', first)).toMatchObject({ status: 0 })
  expect(await look()).toMatchObject({ status: 0 })

  // While the service runs: from now on it can sign nothing that the log takes.
  const rotated = JSON.parse((await said(logCommand, ['rotate', '--verifier', '--json'])).text)
  expect(rotated).toMatchObject({ left: first })
  const refused = await service.post('/demo/v1/package/exists', {
    ecosystem: 'pypi',
    name: 'nothing-between',
  })
  expect([refused.status, refused.body.code]).toEqual([503, 'store_unavailable'])
  await integrated()
  expect((await service.get('/health/ready')).text).toContain('was followed by')
  await service.app.close()

  // With the old key put back it does not start.
  const newKey = await readFile(join(dataDir, 'verifier.key'), 'utf8')
  await copyFile(join(dataDir, 'verifier.key.retired'), join(dataDir, 'verifier.key'))
  await expect(start()).rejects.toThrow(`was followed by ${rotated.key} in the log`)
  writeFileSync(join(dataDir, 'verifier.key'), newKey)

  service = await start()
  const policy = await service.get('/policy')
  expect(policy.body.verifier.address).toBe(rotated.key)
  const listed = policy.body.verifier.keys.map((key: { address: string }) => key.address)
  expect(listed).toEqual([rotated.key, first])
  const after = await bundleOf('nothing-after')
  for (const bundle of [before, after]) {
    const { status, text } = await checked(bundle)
    expect([status, JSON.parse(text)]).toEqual([
      0,
      expect.objectContaining({ valid: true, log: expect.objectContaining({ logged: true }) }),
    ])
  }
  expect(JSON.parse((await checked(after)).text)).toMatchObject({
    recovered_address: rotated.key,
    log: { followed_by: [rotated.key] },
  })
  // Without the proof nothing leads there.
  const bare = await said(verify, [join(folder, 'nothing-after.json'), '--verifier', first])
  expect(bare).toMatchObject({ status: 1, text: expect.stringContaining('not valid') })
  for (const more of [[], ['--verifier', first]]) {
    expect(await look(...more)).toMatchObject({
      status: 0,
      text: expect.stringContaining('1 new key'),
    })
  }
  expect(await said(logCommand, ['fsck'])).toMatchObject({ status: 0 })
})

test('a client that was told the first address and the key of the log follows it, and no other', async () => {
  const ask = (more: object) =>
    assayClient({ baseUrl: service.url, verifiers: [first], ...more }).packageExists({
      ecosystem: 'pypi',
      name: 'nothing-after',
    })
  expect(await ask({ log: { key: logKey } })).toMatchObject({ exists: false })
  await expect(ask({})).rejects.toMatchObject({ reason: 'signer_not_published' })

  const rotations = async (change: (body: Record<string, unknown>) => object) => {
    const { body } = await service.get('/log/rotations')
    const send: typeof fetch = async (url, init) =>
      String(url).endsWith('/log/rotations') ? Response.json(change(body)) : fetch(url, init)
    return ask({ log: { key: logKey }, fetch: send })
  }
  const thief = await eip191Signer(Buffer.alloc(32, 7))
  const changedLeaf = (body: Record<string, unknown>) => {
    const text = JSON.stringify(body['verifiers'])
    return {
      ...body,
      verifiers: JSON.parse(text.replaceAll(first.slice(2), thief.address.slice(2))),
    }
  }
  await expect(rotations(changedLeaf)).rejects.toMatchObject({ reason: 'rotation_false' })
  await expect(rotations((body) => ({ ...body, verifiers: [] }))).rejects.toMatchObject({
    reason: 'signer_not_published',
  })
  await expect(rotations(() => ({}))).rejects.toMatchObject({ reason: 'signer_not_published' })
})

test('an answer that the old key signs after it went is refused, even with a proof', async () => {
  const key = await readKeyFile(join(dataDir, 'verifier.key.retired'))
  if (key === null) throw new Error('the old key is gone')
  const old = await eip191Signer(key)
  const attestation = `{"answer_sha256":"${'0'.repeat(64)}","verifier":"${old.address}"}`
  const saving = service.app.store.answers.save(
    {
      attestationHash: `0x${'ab'.repeat(32)}`,
      type: 'assay.package_exists/1',
      verdict: 'exists',
      attestation,
      signature: old.sign(Buffer.from(attestation)),
      answer: '{}',
      signedAt: new Date().toISOString(),
    },
    'open',
  )
  await expect(saving).rejects.toMatchObject({ code: 'store_unavailable' })
})

test('a rotation that was broken off is ended by the next one', async () => {
  await service.app.close()
  const app = await openLogApp(await loadConfig({ ASSAY_DATA_DIR: dataDir }))
  const rotated = await app.rotateVerifier()
  await app.close()
  // As if it had died before the files changed their names.
  await copyFile(join(dataDir, 'verifier.key'), join(dataDir, 'verifier.key.next'))
  await copyFile(join(dataDir, 'verifier.key.retired'), join(dataDir, 'verifier.key'))
  await expect(start()).rejects.toThrow('if it was broken off')
  const { text } = await said(logCommand, ['rotate', '--verifier', '--json'])
  expect(JSON.parse(text)).toMatchObject({ key: rotated?.key })
  service = await start()
  const twice = await bundleOf('nothing-after-two')
  expect(JSON.parse((await checked(twice)).text)).toMatchObject({
    valid: true,
    log: { followed_by: [expect.any(String), rotated?.key] },
  })
  expect(await look('--verifier', first)).toMatchObject({ status: 0 })
})

test('a key that is given as text is not rotated, and --verifier goes with rotate alone', async () => {
  const config = await loadConfig({
    ASSAY_DATA_DIR: dataDir,
    ASSAY_VERIFIER_KEY: '1'.repeat(64),
  })
  const app = await openLogApp(config)
  await expect(app.rotateVerifier()).rejects.toThrow('ASSAY_VERIFIER_KEY has the key itself')
  await app.close()
  expect(await said(logCommand, ['fsck', '--verifier'])).toMatchObject({ status: 2 })
})
