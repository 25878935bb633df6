// The tools over streamable HTTP, asked by the official client, and by whoever means harm.

import { setTimeout } from 'node:timers/promises'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { LATEST_PROTOCOL_VERSION } from '@modelcontextprotocol/sdk/types.js'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { heldRegistry } from '../fake/lateRegistry.ts'
import { type Loopback, startLoopback } from '../support/loopback.ts'
import { callTool, MCP_CASES, publishLamp, warmUp } from '../support/mcpCases.ts'
import { type Reply, type Service, send, startService } from '../support/service.ts'

// Programs compile themselves and start children: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

let loopback: Loopback
let service: Service

beforeAll(async () => {
  loopback = await startLoopback()
  service = loopback.service
  publishLamp(loopback.registry)
  await warmUp(await connect(service.url))
})
afterAll(() => loopback.close())

const opened: Client[] = []
afterEach(async () => {
  for (const client of opened.splice(0)) await client.close()
})

/** On a busy machine the first miss holds the loop up, and the next call is told to come again. */
const patient: typeof fetch = async (input, init) => {
  for (let tries = 0; tries < 20; tries += 1) {
    const reply = await fetch(input, init)
    if (reply.status !== 503 || !(await reply.clone().text()).includes('"overloaded"')) return reply
    await setTimeout(500)
  }
  return fetch(input, init)
}

async function connect(url: string, headers: Record<string, string> = {}): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' })
  const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp`), {
    requestInit: { headers },
    fetch: patient,
  })
  // The library's own type of an optional member is looser than the interface it implements.
  await client.connect(transport as Parameters<Client['connect']>[0])
  opened.push(client)
  return client
}

const TORCH = { ecosystem: 'npm', name: 'flashlight' }

describe('the official client', () => {
  test('learns who answers and what there is', async () => {
    const client = await connect(service.url)
    expect(client.getServerVersion()).toMatchObject({ name: 'assay', version: '0.3.0' })
    expect(client.getInstructions()).toContain('UNDETERMINED')
    const { tools } = await client.listTools()
    expect(tools).toHaveLength(6)
    expect(await client.ping()).toEqual({})
    const { services } = (await service.get('/.well-known/agent.json')).body
    expect(services).toContainEqual({
      name: 'MCP',
      endpoint: `${service.url}/mcp`,
      version: LATEST_PROTOCOL_VERSION,
    })
  })

  test.each(MCP_CASES)('$what', async ({ tool, given, isError, says }) => {
    const result = await callTool(await connect(service.url), tool, given)
    expect(result.texts).toHaveLength(1)
    for (const part of says) expect(result.texts[0]).toMatch(part)
    expect(result.isError).toBe(isError)
  })

  test('a tool that there is not is an error of the protocol', async () => {
    const client = await connect(service.url)
    await expect(callTool(client, 'rm_rf', {})).rejects.toThrow('There is no such tool')
  })

  test('a receipt that was asked for is one, and a changed one is not', async () => {
    const client = await connect(service.url)
    const given = { ...TORCH, receipt: true }
    const { texts, structured } = await callTool(client, 'check_package', given)
    expect(JSON.parse(texts[1] ?? '')).toEqual(structured)
    const verdict = async (receipt: unknown) =>
      (await callTool(client, 'verify_receipt', { receipt })).texts[0]
    expect(await verdict(structured)).toMatch(/^VALID: assay\.package_exists\/1/)
    expect(await verdict(texts[1])).toMatch(/^VALID: /)
    const changed = { ...structured, latest_version: '4.0.0' }
    expect(await verdict(changed)).toMatch(/^NOT VALID: .*answer_mismatch/)
  })

  test('a file is not read from the disk of a server', async () => {
    const client = await connect(service.url)
    const { texts, isError } = await callTool(client, 'check_code', {
      files: [{ path: 'package.json' }],
    })
    expect({ isError, text: texts[0] }).toMatchObject({
      isError: true,
      text: expect.stringMatching(/^BAD INPUT: files\.0\.content: Field required/),
    })
  })
})

describe('who pays', () => {
  const balance = async (key: string) => (await service.get('/credits', { 'x-api-key': key })).body

  test('a key is charged for each call once, and for nothing else', async () => {
    const key = await service.app.creditKeys.issue('test', 100_000)
    const client = await connect(service.url, { 'x-api-key': key })
    await client.listTools()
    await callTool(client, 'check_package', TORCH)
    await callTool(client, 'check_package', { ecosystem: 'npm', name: '' })
    await callTool(client, 'check_symbol', { ecosystem: 'pypi', package: 'lamp', symbol: 'glow' })
    await callTool(client, 'verify_receipt', { receipt: { attestation: {}, signature: '0x' } })
    const { entries, balance_usd } = await balance(key)
    const reasons = entries.map(({ reason }: { reason: string }) => reason)
    // What an answer that takes work is held for stands beside what was taken.
    expect(reasons.filter((reason: string) => !reason.startsWith('held:'))).toEqual([
      'symbol_exists',
      'package_exists',
      'issued',
    ])
    expect(balance_usd).toBe('0.093')
  })

  test('a key that is unknown or empty is told so', async () => {
    const unknown = await connect(service.url, { 'x-api-key': 'assay_x' })
    expect(await callTool(unknown, 'check_package', TORCH)).toMatchObject({
      isError: true,
      texts: [expect.stringMatching(/^NOT PAID: .*unknown or revoked/)],
    })
    const empty = await service.app.creditKeys.issue('test', 1_000)
    const poor = await connect(service.url, { 'x-api-key': empty })
    expect(await callTool(poor, 'check_package', TORCH)).toMatchObject({
      isError: true,
      texts: [expect.stringMatching(/^NOT PAID: .*credit/i)],
    })
  })

  test('without a key the free calls of the day are counted, and only answers count', async () => {
    const small = await startService({
      ASSAY_NPM_REGISTRY: loopback.registry.npmUrl,
      ASSAY_PYPI_INDEX: loopback.registry.pypiIndexUrl,
      ASSAY_DEMO_DAILY_LIMIT: '2',
    })
    try {
      const client = await connect(small.url)
      await client.listTools()
      await callTool(client, 'check_package', { ecosystem: 'npm', name: '' })
      expect((await callTool(client, 'check_package', TORCH)).isError).toBe(false)
      // The same quota as that of the demo routes.
      expect((await small.post('/demo/v1/package/exists', TORCH)).status).toBe(200)
      const { texts, isError } = await callTool(client, 'check_package', TORCH)
      expect(isError).toBe(true)
      expect(texts[0]).toMatch(/^QUOTA SPENT: The 2 free calls .* until 20.*Z; with a prepaid key/)
      expect((await client.listTools()).tools).toHaveLength(6)
    } finally {
      await small.close()
    }
  })

  test('a client that goes away in the middle of a call pays nothing', async () => {
    const waiting: (() => void)[] = []
    const held = await heldRegistry((sendNow) => waiting.push(sendNow))
    const slow = await startService({
      ASSAY_NPM_REGISTRY: held.npmUrl,
      ASSAY_PYPI_INDEX: held.pypiIndexUrl,
    })
    try {
      const key = await slow.app.creditKeys.issue('test', 10_000)
      const state = async () => (await slow.get('/credits', { 'x-api-key': key })).body
      const client = await connect(slow.url, { 'x-api-key': key })
      const call = callTool(client, 'check_package', TORCH).catch((error: unknown) => error)
      await expect.poll(async () => (await state()).held_usd).toBe('0.002')
      await client.close()
      expect(await call).toBeInstanceOf(Error)
      await expect.poll(async () => (await state()).held_usd).toBe('0.0')
      expect((await state()).balance_usd).toBe('0.01')
    } finally {
      for (const sendNow of waiting.splice(0)) sendNow()
      await slow.close()
      await held.close()
    }
  })

  test('a call that the client cancels does not disturb the next', async () => {
    const client = await connect(service.url)
    const controller = new AbortController()
    const call = callTool(client, 'check_package', TORCH, controller.signal)
    controller.abort('enough')
    await expect(call).rejects.toThrow('enough')
    expect((await callTool(client, 'check_package', TORCH)).isError).toBe(false)
  })
})

describe('what registries cannot answer', () => {
  test('is undetermined, and never absent', async () => {
    const service = await startService({
      ASSAY_NPM_REGISTRY: 'http://127.0.0.1:9',
      ASSAY_PYPI_INDEX: 'http://127.0.0.1:9',
      ASSAY_REGISTRY_TIMEOUT_MS: '200',
    })
    try {
      const client = await connect(service.url)
      const { texts, isError } = await callTool(client, 'check_package', TORCH)
      expect(isError).toBe(true)
      expect(texts[0]).toMatch(/^UNDETERMINED: .*does not mean that it does not exist/)
    } finally {
      await service.close()
    }
  })
})

describe('messages', () => {
  const post = (body: unknown, headers: Record<string, string> = {}): Promise<Reply> =>
    service.post('/mcp', body, headers)
  const request = (method: unknown, params?: unknown) => ({ jsonrpc: '2.0', id: 1, method, params })
  const deep = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`

  test.each([
    ['half a message', '{"jsonrpc":', 422],
    ['nothing', '', 422],
    ['a batch', [request('ping'), request('ping')], 422],
    ['an empty batch', [], 422],
    ['null', 'null', 422],
    ['a text', '"ping"', 422],
    ['no version', { id: 1, method: 'ping' }, 400],
    ['another version', { jsonrpc: '1.0', id: 1, method: 'ping' }, 400],
    ['a method that is no text', request({}), 400],
    ['an id that is none', { jsonrpc: '2.0', id: { a: 1 }, method: 'ping' }, 400],
    ['parameters that are a text', request('tools/list', 'x'), 400],
    ['nesting without end', '['.repeat(150), 422],
    ['objects without end', deep(5_000), 422],
    [
      'arguments nested deep',
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${deep(64)}}`,
      422,
    ],
    ['a megabyte', request('ping', { x: 'x'.repeat(1_100_000) }), 413],
    ['a notification', { jsonrpc: '2.0', method: 'notifications/initialized' }, 202],
    [
      'a cancellation of nothing',
      { jsonrpc: '2.0', method: 'notifications/cancelled', params: {} },
      202,
    ],
    ['an answer to nothing', { jsonrpc: '2.0', id: 7, result: {} }, 202],
    ['an unknown method', request('resources/list'), 200],
    ['a method of every object', request('constructor'), 200],
    ['a call without a name', request('tools/call', {}), 200],
    ['a call by a number', request('tools/call', { name: 5 }), 200],
    [
      'arguments that are a list',
      request('tools/call', { name: 'check_package', arguments: [] }),
      200,
    ],
    [
      'a task',
      request('tools/call', { name: 'check_package', arguments: TORCH, task: { ttl: 1 } }),
      200,
    ],
    [
      'a token that is none',
      request('tools/call', { name: 'check_package', _meta: { progressToken: {} } }),
      400,
    ],
    [
      'arguments of no plain object',
      request('tools/call', { name: 'check_package', arguments: { constructor: {} } }),
      200,
    ],
    ['a level of a log', request('logging/setLevel', { level: 'debug' }), 200],
  ])('%s', async (_what, body, status) => {
    const reply = await post(body)
    expect(reply.status).toBe(status)
    if (status === 200) {
      expect(reply.body).toMatchObject({
        jsonrpc: '2.0',
        id: 1,
        error: { code: expect.any(Number) },
      })
    }
    expect((await service.get('/health')).status).toBe(200)
  })

  test.each([
    ['__proto__', '{"__proto__":{"ecosystem":"npm","name":"flashlight"}}'],
    ['names of options', '{"receipt":"yes","limit":{}}'],
    ['a name that is a list', '{"ecosystem":"npm","name":["flashlight"]}'],
  ])('arguments with %s are bad input', async (_what, given) => {
    const { status, body } = await post(
      `{"jsonrpc":"2.0","id":"a","method":"tools/call","params":{"name":"check_package","arguments":${given}}}`,
    )
    expect(status).toBe(200)
    expect(body).toMatchObject({ id: 'a', result: { isError: true } })
    expect(body.result.content[0].text).toMatch(/^BAD INPUT: /)
  })

  test.each(['GET', 'DELETE', 'PUT'])('%s is a 405', async (method) => {
    expect((await send(service.url, method, '/mcp')).status).toBe(405)
  })

  test('a version of the protocol that is none is refused', async () => {
    expect((await post(request('ping'), { 'mcp-protocol-version': '1999-01-01' })).status).toBe(400)
    expect((await post(request('ping'), { 'mcp-protocol-version': '2025-06-18' })).status).toBe(200)
  })

  test.each([
    ['https://evil.example', 403],
    ['http://evil.example:8402', 403],
    ['http://127.0.0.1.evil.example', 403],
    ['null', 403],
    ['http://localhost:6274', 200],
    ['http://[::1]:1', 200],
  ])('a page of %s is answered %i', async (origin, status) => {
    const reply = await post(request('ping'), { origin })
    expect(reply.status).toBe(status)
    if (status === 403) expect(reply.body.code).toBe('origin_not_allowed')
  })
})
