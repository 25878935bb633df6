// A service whose log is witnessed, read by a monitor that takes the witnesses' word for it.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWitness, type WitnessApp } from '../../src/app/log/witnessApp.ts'
import { run as monitor } from '../../src/cli/commands/log/monitor.ts'
import { output } from '../../src/cli/terminal/output.ts'
import { openCheckpoint } from '../../src/log/note/checkpoint.ts'
import { parseProof } from '../../src/log/note/proofFile.ts'
import { parseKey, type VerifierKey } from '../../src/log/note/verifierKey.ts'
import { cliTools } from '../support/cliTools.ts'
import { type Loopback, startLoopback } from '../support/loopback.ts'
import { publishPython } from '../support/publish.ts'
import { type Service, startService } from '../support/service.ts'

const NAMES = ['one', 'two'] as const
let loopback: Loopback
let folder: string
let service: Service
let log: VerifierKey
const witnesses = new Map<string, WitnessApp>()
const keys = new Map<string, VerifierKey>()

function keyOf(written: string): VerifierKey {
  const key = parseKey(written)
  if (key === null) throw new Error(`not a key: ${written}`)
  return key
}

const environment = () => ({
  ASSAY_NPM_REGISTRY: loopback.registry.npmUrl,
  ASSAY_PYPI_INDEX: loopback.registry.pypiIndexUrl,
  ASSAY_DEMO_DAILY_LIMIT: '0',
})

beforeAll(async () => {
  loopback = await startLoopback()
  publishPython(loopback.registry, {
    name: 'parcel',
    version: '1.0',
    files: '-- parcel.py --\nx = 1\n',
  })
  folder = mkdtempSync(join(tmpdir(), 'assay-witnessed-'))
  const first = await startService(environment(), { dataDir: join(folder, 'data') })
  const { key } = (await first.get('/policy')).body.log
  await first.app.close()
  log = keyOf(key)
  for (const name of NAMES) {
    const one = await openWitness({
      folder: join(folder, name),
      name: `witness.example/${name}`,
      logs: [log],
      host: '127.0.0.1',
      port: 0,
      say: () => {},
    })
    witnesses.set(name, one)
    keys.set(name, keyOf(one.key))
  }
  const lines = NAMES.map((name) => {
    const { key: own = '', url = '' } = witnesses.get(name) ?? {}
    return `witness ${name} ${own} ${url}/`
  })
  writeFileSync(
    join(folder, 'policy'),
    `log ${key}\n${lines.join('\n')}\ngroup any any one two\nquorum any\n`,
  )
  service = await startService(
    { ...environment(), ASSAY_LOG_WITNESSES: join(folder, 'policy') },
    { dataDir: join(folder, 'data') },
  )
})

afterAll(async () => {
  await service.close()
  for (const one of witnesses.values()) await one.close()
  await loopback.close()
  rmSync(folder, { recursive: true, force: true })
})

const ask = (name: string) => service.post('/demo/v1/package/exists', { ecosystem: 'pypi', name })

/** One sweep integrates, the next one has it cosigned. */
async function shown() {
  await service.app.integrateLog()
  await service.app.integrateLog()
  const note = await (await fetch(`${service.url}/log/checkpoint`)).text()
  const opened = openCheckpoint(Buffer.from(note), { origin: log.name, keys: [log] }, [
    ...keys.values(),
  ])
  if (!opened.ok) throw new Error(opened.reason)
  return { size: opened.checkpoint.size, by: opened.known.map(({ key }) => key.name) }
}

async function look() {
  const noted: string[] = []
  const printed: string[] = []
  const out = output({
    stdout: { write: (text) => void printed.push(text) },
    stderr: { write: (text) => void noted.push(text) },
  })
  const words = [service.url, '--once', '--policy', join(folder, 'policy')]
  const status = await monitor([...words, '--folder', join(folder, 'monitor')], cliTools({ out }))
  return { status, text: [...printed, ...noted].join('') }
}

test('checkpoints and proofs are shown with the cosignatures of the witnesses', async () => {
  const { body } = await ask('parcel')
  expect(await shown()).toEqual({
    size: 1,
    by: [log.name, 'witness.example/one', 'witness.example/two'],
  })
  const path = `/log/proof/${body.attestation_hash}?signature=${body.signature}`
  const proof = parseProof(await (await fetch(`${service.url}${path}`)).text())
  expect(proof?.checkpoint.match(/^— /gm)).toHaveLength(3)
  expect(await look()).toMatchObject({ status: 0 })
})

test('a witness that is gone costs its own line', async () => {
  await witnesses.get('two')?.close()
  witnesses.delete('two')
  await ask('nothing-here')
  expect(await shown()).toEqual({ size: 2, by: [log.name, 'witness.example/one'] })
  expect(await look()).toMatchObject({ status: 0, text: expect.stringContaining('goes on') })
})

test('without any witness the log goes on, and who asks for one is told', async () => {
  await witnesses.get('one')?.close()
  witnesses.delete('one')
  await ask('nothing-here-either')
  expect(await shown()).toEqual({ size: 3, by: [log.name] })
  const { status, text } = await look()
  expect(status).toBe(1)
  expect(JSON.parse(text.split('\n')[0] ?? '')).toMatchObject({ lie: 'witnesses_missing' })
})

test.each([
  ['', 'there is no line `quorum`'],
  ['witness x y\n', 'line 1: this is not the key of a witness'],
])('a file that is no policy is told before the service starts: %j', async (text, says) => {
  const path = join(folder, 'wrong')
  writeFileSync(path, text)
  const starting = startService({ ...environment(), ASSAY_LOG_WITNESSES: path })
  await expect(starting).rejects.toThrow(says)
})
