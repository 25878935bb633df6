// The listening edge of a witness: one address to post to, and a page that says who it is.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as limits from '../limits.ts'
import { writeKey } from '../log/note/verifierKey.ts'
import type { Witness } from '../log/witness/witness.ts'
import { RECEIVE_LIMITS } from './request/receiveLimits.ts'

const CONNECTIONS_MAX = 256
const TEXT = 'text/plain; charset=utf-8'

export type WitnessServer = Awaited<ReturnType<typeof serveWitness>>

/** `onFailure`: what went wrong at our end, which the caller is not told. */
export async function serveWitness(
  witness: Witness,
  {
    host,
    port,
    onFailure,
  }: Readonly<{ host: string; port: number; onFailure: (error: unknown) => void }>,
) {
  const about = [
    'A witness of transparency logs (C2SP tlog-witness): POST /add-checkpoint.',
    `Key: ${writeKey(witness.key)}`,
    ...witness.logs.map((key) => `Log: ${writeKey(key)}`),
    '',
  ].join('\n')

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '' } = request
    const path = url.split('?')[0]
    const isPost = path === '/add-checkpoint'
    if (!isPost && path !== '/') return send(response, 404, TEXT, 'There is nothing here\n')
    const allowed = isPost ? ['POST'] : ['GET', 'HEAD']
    if (!allowed.includes(method)) {
      response.setHeader('allow', allowed.join(', '))
      return send(response, 405, TEXT, `This takes ${allowed.join(' and ')} only\n`)
    }
    if (!isPost) return send(response, 200, TEXT, about)
    const body = await bodyOf(request)
    if (body === null) {
      response.setHeader('connection', 'close')
      return send(
        response,
        413,
        TEXT,
        `A submission has ${limits.SUBMISSION_MAX_BYTES} bytes at most\n`,
      )
    }
    const reply = witness.addCheckpoint(body)
    return send(response, reply.status, reply.contentType, reply.body)
  }

  const server = createServer(RECEIVE_LIMITS, (request, response) => {
    answer(request, response).catch((error: unknown) => {
      // Whoever went away while sending needs no answer.
      if (request.destroyed && !request.complete) return
      onFailure(error)
      send(response, 500, TEXT, 'The witness failed; nothing was cosigned\n')
    })
  })
  server.maxConnections = CONNECTIONS_MAX
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const { address, port: bound, family } = server.address() as AddressInfo
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${bound}`,
    async close(): Promise<void> {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeIdleConnections()
      await closed
    },
  }
}

/** Null for one that is too long. */
async function bodyOf(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request) {
    length += chunk.length
    if (length > limits.SUBMISSION_MAX_BYTES) return null
    chunks.push(chunk)
  }
  // Bytes that are no text become others here, and are refused for what they then say.
  return Buffer.concat(chunks).toString('utf8')
}

function send(response: ServerResponse, status: number, type: string, body: string): void {
  if (response.headersSent) return
  response.writeHead(status, {
    'content-type': type,
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  response.end(body)
}
