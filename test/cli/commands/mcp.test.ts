// assay mcp as an agent runs it: the program, spoken to by the official client over its standard
// input and output.

import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { MESSAGE_MAX_BYTES } from '../../../src/mcp/bounds.ts'
import { heldRegistry } from '../../fake/lateRegistry.ts'
import { type FakeRegistry, fakeRegistry } from '../../fake/registry.ts'
import { MAIN } from '../../support/compiled.ts'
import { callTool, MCP_CASES, publishLamp, warmUp } from '../../support/mcpCases.ts'
import { PATIENCE_MS } from '../../support/patience.ts'
import { type Service, startService } from '../../support/service.ts'

const MODULES = fileURLToPath(new URL('../../../node_modules', import.meta.url))

// Programs compile themselves and start children: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

let registry: FakeRegistry
let folder: string

beforeAll(async () => {
  registry = await fakeRegistry()
  publishLamp(registry)
  folder = await mkdtemp(join(tmpdir(), 'assay-mcp-'))
  await mkdir(join(folder, 'app'))
  // From sources, children of the program look for their compiler in the folder they start in.
  await symlink(MODULES, join(folder, 'node_modules'))
})
afterAll(async () => {
  await registry.close()
  await rm(folder, { recursive: true, force: true })
})

const environment = (more: Record<string, string> = {}) => ({
  PATH: process.env['PATH'] ?? '',
  HOME: folder,
  ASSAY_DATA_DIR: join(folder, 'data'),
  ASSAY_NPM_REGISTRY: registry.npmUrl,
  ASSAY_PYPI_INDEX: registry.pypiIndexUrl,
  ASSAY_LOG_LEVEL: 'debug',
  ASSAY_NAMES: 'off',
  ...more,
})

async function connect(args: readonly string[], env: Record<string, string> = {}) {
  const client = new Client({ name: 'test', version: '1' })
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [MAIN, 'mcp', ...args],
    env: environment(env),
    cwd: join(folder, 'app'),
    stderr: 'ignore',
  })
  await client.connect(transport, { timeout: PATIENCE_MS })
  return client
}

describe('on the store of this machine', () => {
  let client: Client
  beforeAll(async () => {
    client = await connect([])
    await warmUp(client)
  })
  afterAll(() => client.close())

  test('six tools, and files may be named by path', async () => {
    const { tools } = await client.listTools()
    expect(tools).toHaveLength(6)
    expect(JSON.stringify(tools)).toContain('read from disk')
  })

  test.each(MCP_CASES)('$what', async ({ tool, given, isError, says }) => {
    const result = await callTool(client, tool, given)
    expect(result.texts).toHaveLength(1)
    for (const part of says) expect(result.texts[0]).toMatch(part)
    expect(result.isError).toBe(isError)
  })

  test('its own receipts are genuine', async () => {
    const given = { ecosystem: 'npm', name: 'flashlight', receipt: true }
    const { structured } = await callTool(client, 'check_package', given)
    const { texts } = await callTool(client, 'verify_receipt', { receipt: structured })
    expect(texts[0]).toMatch(/^VALID: /)
  })

  test('files of the folder, and no others', async () => {
    const app = join(folder, 'app')
    await writeFile(join(app, 'own.py'), 'import lamp\nlamp.shinee()\n')
    await writeFile(join(app, 'requirements.txt'), 'lamp==1.1\n')
    await writeFile(join(folder, 'secret.py'), 'import secret_thing\n')
    await symlink(join(folder, 'secret.py'), join(app, 'link.py'))
    const check = (...paths: string[]) =>
      callTool(client, 'check_code', { files: paths.map((path) => ({ path })) })
    expect((await check('own.py', 'requirements.txt')).texts[0]).toMatch(/own\.py:2:6 error/)
    for (const path of ['../secret.py', join(folder, 'secret.py'), 'link.py']) {
      const { texts, isError } = await check(path)
      expect({ path, isError, text: texts[0] }).toMatchObject({
        isError: true,
        text: expect.stringContaining('is outside of the folder'),
      })
    }
    expect((await check('none.py')).texts[0]).toMatch(/^BAD INPUT: .*ENOENT/)
    expect((await check('.')).isError).toBe(true)
  })
})

test('a call that is cancelled ends, and progress is told until then', async () => {
  const waiting: (() => void)[] = []
  const held = await heldRegistry((sendNow) => waiting.push(sendNow))
  const client = await connect([], {
    ASSAY_DATA_DIR: join(folder, 'held'),
    ASSAY_NPM_REGISTRY: held.npmUrl,
    ASSAY_PYPI_INDEX: held.pypiIndexUrl,
  })
  try {
    const controller = new AbortController()
    const told = new Promise<number>((resolve) => {
      const given = { name: 'check_package', arguments: { ecosystem: 'npm', name: 'flashlight' } }
      const options = {
        signal: controller.signal,
        timeout: PATIENCE_MS,
        onprogress: ({ progress }: { progress: number }) => resolve(progress),
      }
      client.callTool(given, undefined, options).catch(() => {})
    })
    expect(await told).toBeGreaterThan(0)
    controller.abort('enough')
    // The server goes on: what needs no registry is answered.
    expect((await callTool(client, 'verify_receipt', { receipt: '{}' })).isError).toBe(true)
  } finally {
    for (const sendNow of waiting) sendNow()
    await client.close()
    await held.close()
  }
})

test('nothing but messages on standard output, and what came in is answered before the end', async () => {
  const lines = [
    '{"jsonrpc":"2.0","id":1,"method":"ping"}',
    'not json',
    '[]',
    '',
    `"${'x'.repeat(MESSAGE_MAX_BYTES)}"`,
    '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"check_package","arguments":{"ecosystem":"npm","name":"flashlight"}}}',
    // No line end after the last one.
    '{"jsonrpc":"2.0","id":3,"method":"nothing"}',
  ]
  const child = spawn(process.execPath, [MAIN, 'mcp'], {
    env: environment({ ASSAY_DATA_DIR: join(folder, 'cold') }),
    cwd: folder,
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  let received = ''
  child.stdout.on('data', (chunk: Buffer) => {
    received += chunk.toString()
  })
  child.stdin.end(lines.join('\n'))
  const status = await new Promise((resolve) => child.on('close', resolve))
  expect(status).toBe(0)
  expect(received.endsWith('\n')).toBe(true)
  const replies = received
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  const errors = replies.filter(({ error }) => error !== undefined)
  expect(errors.map(({ id, error }) => [id, error.code])).toEqual([
    [null, -32700],
    [null, -32600],
    [null, -32600],
    [3, -32601],
  ])
  const results = replies.filter(({ result }) => result !== undefined)
  expect(results.map(({ id }) => id)).toEqual([1, 2])
  expect(results[1].result.content[0].text).toMatch(/^EXISTS: npm flashlight/)
})

describe('on a running service', () => {
  let service: Service
  beforeAll(async () => {
    service = await startService({
      ASSAY_NPM_REGISTRY: registry.npmUrl,
      ASSAY_PYPI_INDEX: registry.pypiIndexUrl,
      ASSAY_DEMO_DAILY_LIMIT: '1',
    })
  })
  afterAll(() => service.close())

  const TORCH = { ecosystem: 'npm', name: 'flashlight' }

  test('free calls, then a refusal; with a key each call is charged once', async () => {
    const free = await connect(['--url', service.url])
    expect((await callTool(free, 'check_package', TORCH)).texts[0]).toMatch(/^EXISTS: /)
    expect((await callTool(free, 'check_package', TORCH)).texts[0]).toMatch(/^QUOTA SPENT: /)
    await free.close()
    const key = await service.app.creditKeys.issue('test', 10_000)
    const paid = await connect(['--url', service.url], { ASSAY_API_KEY: key })
    expect((await callTool(paid, 'check_package', TORCH)).texts[0]).toMatch(/^EXISTS: /)
    await paid.close()
    const { body } = await service.get('/credits', { 'x-api-key': key })
    expect(body.balance_usd).toBe('0.008')
  })

  test('a service that cannot be reached is undetermined', async () => {
    const client = await connect(['--url', 'http://127.0.0.1:9'])
    const { texts, isError } = await callTool(client, 'check_package', TORCH)
    expect(isError).toBe(true)
    expect(texts[0]).toMatch(/^UNDETERMINED: .*does not mean/)
    await client.close()
  })
})
