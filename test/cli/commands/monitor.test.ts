// assay monitor, against logs that a server on loopback shows.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { IngestApp } from '../../../src/app/ingestApp.ts'
import { run } from '../../../src/cli/commands/log/monitor.ts'
import { output } from '../../../src/cli/terminal/output.ts'
import { signNote } from '../../../src/log/note/signedNote.ts'
import { writeKey } from '../../../src/log/note/verifierKey.ts'
import {
  attestationOf,
  leavesOf,
  logSigner,
  ORIGIN,
  otherSigner,
  type Served,
  served,
  symbolLeaf,
  verifier,
} from '../../log/monitor/memoryLog.ts'
import { cliTools } from '../../support/cliTools.ts'

const leaves = leavesOf(40)
let folder: string
let server: Server
let url: string
let shown: ReturnType<typeof served> | null
let key: string

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'assay-monitor-'))
  key = writeKey(logSigner.key)
  server = createServer(async (request, response) => {
    const path = request.url ?? ''
    const policy = { log: { key }, verifier: { keys: [{ address: verifier.address }] } }
    const body =
      path === '/policy'
        ? JSON.stringify(policy)
        : path === '/log/checkpoint'
          ? await shown?.reader.checkpoint()
          : await shown?.reader.tile(path.replace('/log/', ''))
    response.statusCode = body == null ? 404 : 200
    response.end(body ?? '')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterEach(() => {
  server.close()
  server.closeAllConnections()
  rmSync(folder, { recursive: true })
})

async function monitor(words: readonly string[], review?: IngestApp['review']) {
  const [printed, noted]: [string[], string[]] = [[], []]
  const out = output({
    stdout: { write: (text) => void printed.push(text) },
    stderr: { write: (text) => void noted.push(text) },
  })
  const openIngestApp = async () => ({ review }) as IngestApp
  const argv = [...words, '--once', '--folder', folder]
  const status = await run(argv, cliTools({ out, openIngestApp }))
  return { status, stdout: printed.join(''), stderr: noted.join('') }
}

const show = (log: Served | null) => {
  shown = log === null ? null : served(log)
}

describe('a log that is true', () => {
  test('is said to be whole, and then to go on', async () => {
    show({ leaves: leaves.slice(0, 10) })
    expect(await monitor([url])).toEqual({
      status: 0,
      stdout: `whole  ${ORIGIN}: 10 leaves, 10 new (7 open, 3 sealed, 0 retractions); seen for the first time\n`,
      stderr: expect.stringContaining('believed from now on: the key and the addresses'),
    })
    show({ leaves })
    expect(await monitor([`${url}/`, '--json'])).toEqual({
      status: 0,
      stdout: `${JSON.stringify({ origin: ORIGIN, from: 10, size: 40, open: 20, sealed: 10, retractions: 0, rotations: 0 })}\n`,
      stderr: '',
    })
  })

  test('tells of the packages that are asked for', async () => {
    show({ leaves })
    const { stdout } = await monitor([url, '--package', 'npm:p7', '--package', 'pypi:p9', '--json'])
    const [, line = '', ...more] = stdout.trim().split('\n')
    const { question, type, verdict } = attestationOf('p7')
    expect(JSON.parse(line)).toMatchObject({ index: 7, type, verdict, question })
    expect(more).toEqual([])
  })

  test('is believed by the key that it was first seen with, or by the one that is given', async () => {
    show({ leaves })
    expect(await monitor([url])).toMatchObject({ status: 0 })
    key = writeKey(otherSigner.key)
    expect(await monitor([url])).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('another key'),
    })
    const given = ['--log-key', writeKey(logSigner.key), '--verifier', verifier.address]
    expect(await monitor([url, ...given])).toMatchObject({ status: 0 })
    const policy = join(folder, 'policy')
    writeFileSync(policy, `log ${writeKey(logSigner.key)}\nquorum none\n`)
    expect(await monitor([url, '--policy', policy])).toMatchObject({ status: 0 })
  })

  test('that cannot be read is neither true nor false', async () => {
    show(null)
    expect(await monitor([url])).toEqual({
      status: 3,
      stdout: '',
      stderr: `assay: ${url} has no log\n`,
    })
  })
})

describe('a log that lies', () => {
  test('is shown with the evidence', async () => {
    show({ leaves })
    await monitor([url])
    show({ leaves: leavesOf(40, 'x') })
    const { status, stdout, stderr } = await monitor([url])
    expect(status).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject({ lie: 'tree_forked', origin: ORIGIN })
    expect(stderr).toBe(
      'the log lies: The log has signed two trees that cannot both be its own. (tree_forked)\n',
    )
  })

  test('cannot steer a terminal by what is in its checkpoint', async () => {
    show({ leaves })
    const note = signNote('\u009b31m\u202ex\n', otherSigner)
    const reader = { ...served({ leaves }).reader, checkpoint: async () => Buffer.from(note) }
    shown = { checkpoint: '', reader }
    const { status, stdout } = await monitor([url])
    expect(status).toBe(1)
    expect(stdout).not.toMatch(/[\u007f-\u009f\u202a-\u202e]/)
    expect(JSON.parse(stdout).checkpoint).toBe(note)
  })

  test('in an answer is found when the answer is derived again', async () => {
    show({ leaves: [...leaves, symbolLeaf('p.one')] })
    const asked: unknown[] = []
    const reviewed = (review: Awaited<ReturnType<IngestApp['review']>>) =>
      monitor([url, '--sample', '3'], async ({ answer, verdict }) => {
        asked.push({ answer: JSON.parse(answer), verdict })
        return review
      })
    const reason = 'p.one is not there'
    const wrong = { state: 'wrong', reason, foundBy: 'npm/15', tables: [] } as const
    const { status, stdout } = await reviewed(wrong)
    expect(status).toBe(1)
    const evidence = JSON.parse(stdout.trim().split('\n')[1] ?? '')
    expect(evidence).toMatchObject({ lie: 'answer_other', derived: 'p.one is not there' })
    expect(Buffer.from(evidence.entry, 'base64')).toEqual(Buffer.from(symbolLeaf('p.one')))
    expect(evidence.proof).toContain('index 40\n')
    expect(asked).toEqual([{ answer: { version_resolved: '1.2.3' }, verdict: 'exists' }])
  })

  test.each([
    [{ state: 'stands' }, 0, 'right  1 answer derived again, 0 could not be\n'],
    [{ state: 'unchecked', reason: 'gone' }, 3, 'right  0 answers derived again, 1 could not be\n'],
  ] as const)('or does not, as far as it can be derived: %j', async (review, status, says) => {
    show({ leaves: [symbolLeaf('p.one')] })
    const seen = await monitor([url, '--sample', '3'], async () => review)
    expect(seen.status).toBe(status)
    expect(seen.stdout.endsWith(says)).toBe(true)
  })
})

describe('the command line', () => {
  const KEY = 'assay: --log-key takes a key such as origin+0123abcd+A…'
  test.each([
    [[], 'the address of a service'],
    [['ftp://x.example'], 'is no http address'],
    [['http://x.example/?a=1'], 'is no http address'],
    [['http://x.example', '--every', '0'], '--every takes 1 to 86400 seconds'],
    [['http://x.example', '--sample', 'many'], '--sample takes 1 to 1000'],
    [['http://x.example', '--package', 'left-pad'], '--package takes a registry and a name'],
    [['http://x.example', '--package', 'npm:'], '--package takes a registry and a name'],
    [['http://x.example', '--log-key', 'x'], KEY],
    [['http://x.example', '--verifier', '0x12'], '--verifier takes 0x and 40 hex digits'],
    [['http://x.example', '--policy', '/nowhere/policy'], '/nowhere/policy: '],
  ])('says what is wrong: %j', async (words, says) => {
    const { status, stderr } = await monitor(words)
    expect(status).toBe(2)
    expect(stderr).toContain(says)
  })
})
