// The tools over standard input and output, until the client closes them. Nothing but messages may
// be written to the output.

import type { Readable, Writable } from 'node:stream'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { type ToolServerParts, toolServer } from './toolServer.ts'

export type StdioParts = ToolServerParts &
  Readonly<{
    input: Readable
    output: Writable
    /** For what is wrong with a message; goes to standard error. */
    note: (text: string) => void
    signal: AbortSignal
  }>

export async function serveStdio({ input, output, note, signal, ...parts }: StdioParts) {
  const server = toolServer(parts)
  server.onerror = (error) => note(`assay mcp: ${error.message.slice(0, 500)}`)
  const closed = new Promise<void>((resolve) => {
    server.onclose = resolve
  })
  const close = () => void server.close()
  input.once('end', close)
  input.once('close', close)
  signal.addEventListener('abort', close, { once: true })
  await server.connect(new StdioServerTransport(input, output))
  await closed
}
