// A service whose log is given another key: who was told the first one goes on.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { copyFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type LogApp, openLogApp } from '../../src/app/log/logApp.ts'
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
let firstKey: string
let verifier: string
let remembered: string | null = null

beforeAll(async () => {
  loopback = await startLoopback()
  folder = mkdtempSync(join(tmpdir(), 'assay-rotated-'))
  dataDir = join(folder, 'data')
  service = await start()
  const { body } = await service.get('/policy')
  firstKey = body.log.key
  verifier = body.verifier.address
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
  const status = await command(words, cliTools({ out, openLogApp: openApp }))
  for (const app of apps) await app.close()
  return { status, text: texts.join('') }
}

const look = () =>
  said(monitor, [
    service.url,
    ...['--once', '--log-key', firstKey, '--folder', join(folder, 'monitor')],
  ])

async function bundleOf(name: string): Promise<string> {
  const { text } = await service.post('/demo/v1/package/exists', { ecosystem: 'pypi', name })
  const path = join(folder, `${name}.json`)
  writeFileSync(path, text)
  await service.app.integrateLog()
  await service.app.integrateLog()
  const written = await said(receipt, [path, '--with-proof', '--url', service.url])
  expect(written.status).toBe(0)
  const bundle = join(folder, `${name}.tlog-proof`)
  writeFileSync(bundle, written.text)
  return bundle
}

const checked = (bundle: string, key: string) =>
  said(verify, [bundle, '--verifier', verifier, '--log-key', key])

async function logged(name: string, trusted = firstKey) {
  const memory = {
    load: async () => remembered,
    async save(note: string) {
      remembered = note
    },
  }
  const log = { key: trusted, memory }
  const client = assayClient({ baseUrl: service.url, verifiers: [verifier], log })
  const answer = await client.packageExists({ ecosystem: 'pypi', name })
  await service.app.integrateLog()
  await service.app.integrateLog()
  return client.logged(answer)
}

test.each(['while both keys sign', 'when the old one does not any more'])(
  'who was told the first key follows the log to the next one, %s',
  async (when) => {
    const name = `nothing-${when.length}`
    const before = await bundleOf(`${name}-before`)
    expect(await look()).toMatchObject({ status: 0 })
    await logged(`${name}-before-the-client`)
    await service.app.close()
    const rotated = await said(logCommand, ['rotate', '--json'])
    expect(rotated.status).toBe(0)
    const { key, left } = JSON.parse(rotated.text)
    if (when.startsWith('when')) await rm(join(dataDir, 'log.key.retired'))
    service = await start()
    expect((await service.get('/policy')).body.log.key).toBe(key)
    const after = await bundleOf(`${name}-after`)
    for (const trusted of [firstKey, left]) {
      const { status, text } = await checked(after, trusted)
      expect([status, text]).toEqual([0, expect.stringContaining(`key now   ${key}`)])
    }
    expect(await checked(after, key)).toMatchObject({ status: 0 })
    expect(await checked(before, left)).toMatchObject({ status: 0 })
    expect(await checked(before, key)).toMatchObject({ status: 1 })
    expect(await look()).toMatchObject({ status: 0, text: expect.stringContaining('goes on') })
    const kept = remembered
    expect(await logged(`${name}-after-the-client`)).toMatchObject({ rotated_to: key })
    // So does who was told the newest one, and remembers what the first has signed.
    remembered = kept
    expect(await logged(`${name}-with-the-new-key`, key)).not.toHaveProperty('rotated_to')
    expect(await said(logCommand, ['fsck'])).toMatchObject({ status: 0 })
  },
)

test('a rotation that was broken off is ended by the next one, and a node with the old key writes nothing', async () => {
  await service.app.close()
  const app = await openLogApp(await loadConfig({ ASSAY_DATA_DIR: dataDir }))
  const first = await app.rotate()
  await app.close()
  // As if it had died before the files changed their names.
  await copyFile(join(dataDir, 'log.key'), join(dataDir, 'log.key.next'))
  await copyFile(join(dataDir, 'log.key.retired'), join(dataDir, 'log.key'))
  service = await start()
  const size = (await (await fetch(`${service.url}/log/checkpoint`)).text()).split('\n')[1]
  await service.post('/demo/v1/package/exists', { ecosystem: 'pypi', name: 'nothing-else' })
  await service.app.integrateLog()
  // It names no key that has not signed yet.
  expect((await service.get('/policy')).body.log.key).toBe(first?.left)
  expect((await (await fetch(`${service.url}/log/checkpoint`)).text()).split('\n')[1]).toBe(size)
  await service.app.close()
  const { text } = await said(logCommand, ['rotate', '--json'])
  expect(JSON.parse(text).key).toBe(first?.key)
  service = await start()
  expect(await said(logCommand, ['fsck'])).toMatchObject({ status: 0 })
  expect(await look()).toMatchObject({ status: 0 })
})
