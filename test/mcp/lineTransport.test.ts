// Messages on lines: what is answered with an error, what is passed on, and how the end comes.

import { PassThrough } from 'node:stream'
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'
import { describe, expect, test } from 'vitest'
import { boundedLines } from '../../src/mcp/boundedLines.ts'
import { lineTransport } from '../../src/mcp/lineTransport.ts'

type Session = Readonly<{
  replies: readonly Readonly<{ id: unknown; error?: { code: number } }>[]
  passed: readonly JSONRPCMessage[]
  errors: readonly Error[]
}>

/** Everything that is said while `lines` come in, until the transport closes by itself. */
async function session(
  lines: readonly (string | Buffer)[],
  answer: (message: JSONRPCMessage) => JSONRPCMessage | null,
  drainMaxMs = 60_000,
): Promise<Session> {
  const [input, output] = [new PassThrough(), new PassThrough()]
  let written = ''
  output.on('data', (chunk: Buffer) => {
    written += chunk.toString()
  })
  const transport = lineTransport({ input, output, drainMaxMs })
  const passed: JSONRPCMessage[] = []
  const replies: JSONRPCMessage[] = []
  const errors: Error[] = []
  transport.onmessage = (message) => {
    passed.push(message)
    const reply = answer(message)
    if (reply !== null) replies.push(reply)
  }
  transport.onerror = (error) => errors.push(error)
  const closed = new Promise<void>((resolve) => {
    transport.onclose = resolve
  })
  await transport.start()
  for (const line of lines) {
    input.write(line)
    input.write('\n')
  }
  // Nobody is answered before the input has ended.
  input.once('end', () => {
    for (const reply of replies) void transport.send(reply)
  })
  input.end()
  await closed
  const said = written.split('\n').filter((line) => line !== '')
  return { replies: said.map((line) => JSON.parse(line)), passed, errors }
}

const ping = (id: number | string) => `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"method":"ping"}`
const echo = (message: JSONRPCMessage): JSONRPCMessage | null =>
  'method' in message && 'id' in message ? { jsonrpc: '2.0', id: message.id, result: {} } : null

describe('what is no message', () => {
  test.each<[string, string | Buffer, unknown, number]>([
    ['no JSON', 'hello', null, -32700],
    ['half of a message', '{"jsonrpc":"2.0","id":1', null, -32700],
    ['not UTF-8', Buffer.from([0x22, 0xff, 0x22]), null, -32700],
    ['a batch', `[${ping(1)}]`, null, -32600],
    ['a number', '1', null, -32600],
    ['null', 'null', null, -32600],
    ['another version', '{"jsonrpc":"1.0","id":7,"method":"ping"}', 7, -32600],
    ['no method', '{"jsonrpc":"2.0","id":"a"}', 'a', -32600],
    ['an id that is none', '{"jsonrpc":"2.0","id":null,"method":"ping"}', null, -32600],
    ['a method that is none', '{"jsonrpc":"2.0","id":1.5,"method":1}', null, -32600],
  ])('%s', async (_, line, id, code) => {
    const { replies, passed } = await session([line, ping(2)], echo)
    expect(replies.map((reply) => [reply.id, reply.error?.code])).toEqual([
      [id, code],
      [2, undefined],
    ])
    expect(passed).toHaveLength(1)
  })

  test('a reply of no known shape is not replied to', async () => {
    const { replies, errors } = await session(['{"jsonrpc":"2.0","id":null,"error":{}}'], echo)
    expect(replies).toEqual([])
    expect(errors).toHaveLength(1)
  })

  test('empty lines are nothing, and lines may end as elsewhere', async () => {
    const { replies } = await session(['', '\r', ' ', `${ping(1)}\r`], echo)
    expect(replies.map(({ id }) => id)).toEqual([1])
  })
})

describe('at the end of the input', () => {
  test('what is under way is answered, each of two that share an id', async () => {
    const { replies } = await session([ping(1), ping('b'), ping(1)], echo)
    expect(replies.map(({ id }) => id)).toEqual([1, 'b', 1])
  })

  test('what takes too long is told so', async () => {
    const answer = (message: JSONRPCMessage) =>
      'id' in message && message.id === 2 ? echo(message) : null
    const { replies } = await session([ping(1), ping(2)], answer, 20)
    expect(replies.map(({ id, error }) => [id, error?.code])).toEqual([
      [2, undefined],
      [1, -32603],
    ])
  })

  test('what was cancelled is not waited for', async () => {
    const cancel = '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}'
    const { replies, passed } = await session([ping(1), cancel], () => null)
    expect(replies).toEqual([])
    expect(passed).toHaveLength(2)
  })
})

test.each<[string, readonly string[], readonly string[]]>([
  ['lines in one piece', ['a\nb\n'], ['a', 'b', '']],
  ['a line in pieces', ['a', 'b\n', 'c'], ['ab', 'c']],
  ['as long as may be', ['abcd\n'], ['abcd', '']],
  ['longer', ['abcde\nf'], ['too long', 'f']],
  ['longer, in pieces', ['abc', 'de', 'fg', '\nh'], ['too long', 'h']],
  ['longer, without an end', ['abcde'], ['too long']],
])('%s', (_, chunks, expected) => {
  const told: string[] = []
  const lines = boundedLines({
    maxBytes: 4,
    line: (bytes) => told.push(bytes.toString()),
    tooLong: () => told.push('too long'),
  })
  for (const chunk of chunks) lines.push(Buffer.from(chunk))
  lines.end()
  expect(told).toEqual(expected)
})
