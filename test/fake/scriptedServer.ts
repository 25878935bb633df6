// A server on loopback that answers from a table, for tests that need an exact response.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'

export type Handler = (request: IncomingMessage, response: ServerResponse) => void

export type ScriptedServer = Readonly<{
  origin: string
  port: number
  /** Paths in the order in which they were asked for. */
  paths: readonly string[]
  /** Headers of each request, in the same order. */
  headers: readonly IncomingMessage['headers'][]
  openSockets(): number
  close(): Promise<void>
}>

/** With a key and a certificate it speaks https. */
export async function scriptedServer(
  handler: Handler,
  tls?: Readonly<{ key: string; cert: string }>,
): Promise<ScriptedServer> {
  const paths: string[] = []
  const headers: IncomingMessage['headers'][] = []
  const sockets = new Set<Socket>()
  const listener: Handler = (request, response) => {
    paths.push(request.url ?? '')
    headers.push(request.headers)
    handler(request, response)
  }
  const server = tls ? createTlsServer(tls, listener) : createServer(listener)
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A listening TCP server has an address with a port.
  const { port } = server.address() as AddressInfo
  return {
    origin: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    port,
    paths,
    headers,
    openSockets: () => sockets.size,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

export type Scripted = Readonly<{
  status?: number
  headers?: Readonly<Record<string, string>>
  /** Anything but text and bytes is sent as JSON. */
  body?: unknown
}>

/** Answers by path; a path that is not in the table is a 404 in JSON. */
export function byPath(table: Readonly<Record<string, Scripted>>): Handler {
  return (request, response) => {
    const known = Object.hasOwn(table, request.url ?? '') ? table[request.url ?? ''] : undefined
    const {
      status = 200,
      headers = {},
      body = '',
    } = known ?? {
      status: 404,
      body: { error: 'Not found' },
    }
    const isRaw = typeof body === 'string' || Buffer.isBuffer(body)
    const bytes = isRaw ? Buffer.from(body) : Buffer.from(JSON.stringify(body))
    const type = isRaw ? {} : { 'content-type': 'application/json' }
    response.writeHead(status, { ...type, 'content-length': bytes.length, ...headers }).end(bytes)
  }
}
