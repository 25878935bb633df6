// The tools over standard input and output, until the client closes them and has its answers. Nothing
// but messages may be written to the output.

import type { Readable, Writable } from 'node:stream'
import { lineTransport } from './lineTransport.ts'
import { type ToolServerParts, toolServer } from './toolServer.ts'

type StdioParts = ToolServerParts &
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
  signal.addEventListener('abort', () => void server.close(), { once: true })
  await server.connect(lineTransport({ input, output }))
  await closed
}
