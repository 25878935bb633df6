// One message of streamable HTTP, without sessions: a server of its own for each, one reply, as JSON.
// There is nothing to resume, nothing to stream, and nothing that one caller could do to another.

import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import {
  ErrorCode,
  isJSONRPCRequest,
  type JSONRPCMessage,
  JSONRPCMessageSchema,
  type JSONRPCRequest,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/sdk/types.js'
import type { AskRoute } from '../ports/askRoute.ts'
import { toolServer } from './toolServer.ts'

/** `body`: JSON, or nothing where nothing is to be said. */
type MessageOutcome = Readonly<{ status: 200 | 202 | 400; body: string }>

type MessageParts = Readonly<{
  version: string
  /** What the client says that it speaks, once it was agreed on. */
  protocolVersion: string | undefined
  ask: AskRoute
  signal: AbortSignal
}>

export async function answerMessage(
  message: unknown,
  { version, protocolVersion, ask, signal }: MessageParts,
): Promise<MessageOutcome> {
  const parsed = JSONRPCMessageSchema.safeParse(message)
  if (!parsed.success) {
    return refusal(ErrorCode.InvalidRequest, 'Not a JSON-RPC 2.0 message of this protocol')
  }
  if (protocolVersion !== undefined && !SUPPORTED_PROTOCOL_VERSIONS.includes(protocolVersion)) {
    const spoken = SUPPORTED_PROTOCOL_VERSIONS.join(', ')
    return refusal(ErrorCode.InvalidRequest, `MCP-Protocol-Version must be one of ${spoken}`)
  }
  // Notifications need no answer, and there is no session that one could speak of.
  if (!isJSONRPCRequest(parsed.data)) return { status: 202, body: '' }
  const response = await responseTo(parsed.data, { version, ask, signal })
  return { status: 200, body: JSON.stringify(response) }
}

async function responseTo(
  request: JSONRPCRequest,
  { version, ask, signal }: Omit<MessageParts, 'protocolVersion'>,
): Promise<JSONRPCMessage> {
  const bounded: AskRoute = (question, own) => ask(question, AbortSignal.any([own, signal]))
  const server = toolServer({ version, ask: bounded, readFile: null })
  try {
    return await new Promise<JSONRPCMessage>((resolve, reject) => {
      const transport: Transport = {
        start: async () => {},
        close: async () => transport.onclose?.(),
        send: async (sent) => {
          // Progress has nowhere to go.
          if (!('method' in sent)) resolve(sent)
        },
      }
      server.connect(transport).then(() => transport.onmessage?.(request), reject)
    })
  } finally {
    await server.close()
  }
}

function refusal(code: number, message: string): MessageOutcome {
  const body = JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message } })
  return { status: 400, body }
}
