// Messages of the protocol, one on each line. Whatever comes in is answered, as JSON-RPC asks: a line
// that is no message with an error, and a request that is under way when the input ends before the
// end. The library's own transport says nothing to the first and drops the second.

import type { Readable, Writable } from 'node:stream'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import {
  ErrorCode,
  type JSONRPCMessage,
  JSONRPCMessageSchema,
  type RequestId,
} from '@modelcontextprotocol/sdk/types.js'
import { boundedLines } from './boundedLines.ts'
import { DRAIN_MAX_MS, MESSAGE_MAX_BYTES } from './bounds.ts'

const NO_MESSAGE = 'Not a JSON-RPC 2.0 message of this protocol'

type LineStreams = Readonly<{
  input: Readable
  output: Writable
  /** How long what is under way is waited for once the input has ended. */
  drainMaxMs?: number
}>

export function lineTransport(streams: LineStreams): Transport {
  const { input, output, drainMaxMs = DRAIN_MAX_MS } = streams
  /** Requests without a reply; a careless client may use an id twice. */
  const open: RequestId[] = []
  let hasEnded = false
  let isClosed = false
  let drainTimer: NodeJS.Timeout | undefined

  const write = (message: object) =>
    new Promise<void>((resolve) => {
      output.write(`${JSON.stringify(message)}\n`, () => resolve())
    })

  const refuse = (id: RequestId | null, code: ErrorCode, message: string) =>
    void write({ jsonrpc: '2.0', id, error: { code, message } })

  function settle(id: RequestId): void {
    const index = open.indexOf(id)
    if (index !== -1) open.splice(index, 1)
    if (hasEnded && open.length === 0) close()
  }

  function receive(bytes: Buffer): void {
    const message = jsonOf(bytes)
    const parsed = JSONRPCMessageSchema.safeParse(message)
    if (parsed.success) pass(parsed.data)
    else if (message === undefined) refuse(null, ErrorCode.ParseError, 'Not JSON in UTF-8')
    // A reply to a reply could go on for ever.
    else if (isReply(message)) transport.onerror?.(new Error('a reply of no known shape'))
    else refuse(idOf(message), ErrorCode.InvalidRequest, NO_MESSAGE)
  }

  function pass(message: JSONRPCMessage): void {
    if ('method' in message && 'id' in message) open.push(message.id)
    transport.onmessage?.(message)
    // Nothing more is said to a call that was cancelled.
    const cancelled = cancelledBy(message)
    if (cancelled !== null) settle(cancelled)
  }

  const lines = boundedLines({
    maxBytes: MESSAGE_MAX_BYTES,
    line: (bytes) => {
      if (!isBlank(bytes)) receive(bytes)
    },
    tooLong: () =>
      refuse(null, ErrorCode.InvalidRequest, `A message has at most ${MESSAGE_MAX_BYTES} bytes`),
  })

  function finish(): void {
    if (hasEnded || isClosed) return
    lines.end()
    hasEnded = true
    if (open.length === 0) close()
    else drainTimer = setTimeout(giveUp, drainMaxMs)
  }

  function giveUp(): void {
    const waited = `The input has ended, and this took longer than ${drainMaxMs / 1000} s`
    for (const id of open) refuse(id, ErrorCode.InternalError, waited)
    close()
  }

  function close(): void {
    if (isClosed) return
    isClosed = true
    clearTimeout(drainTimer)
    input.off('data', lines.push)
    input.pause()
    transport.onclose?.()
  }

  const transport: Transport = {
    async start() {
      input.on('data', lines.push)
      input.on('error', (error) => transport.onerror?.(error))
      input.once('end', finish)
      input.once('close', finish)
    },
    async close() {
      close()
    },
    async send(message) {
      await write(message)
      if (!('method' in message) && message.id !== undefined) settle(message.id)
    },
  }
  return transport
}

/** Undefined: no JSON. */
function jsonOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return undefined
  }
}

function isBlank(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d)
}

function isReply(message: unknown): boolean {
  if (typeof message !== 'object' || message === null || 'method' in message) return false
  return 'result' in message || 'error' in message
}

/** By which a client finds what it asked; null where it cannot be told, as the standard says. */
function idOf(message: unknown): RequestId | null {
  if (typeof message !== 'object' || message === null || !('id' in message)) return null
  const { id } = message
  return typeof id === 'string' || (typeof id === 'number' && Number.isInteger(id)) ? id : null
}

function cancelledBy(message: JSONRPCMessage): RequestId | null {
  if (!('method' in message) || message.method !== 'notifications/cancelled') return null
  const id = message.params?.['requestId']
  return typeof id === 'string' || typeof id === 'number' ? id : null
}
