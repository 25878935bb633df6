// Both registries on loopback, over real HTTP. A test publishes what it needs, points the clients
// (or a whole server) at `npmUrl` and `pypiIndexUrl`, and may turn the knobs at any time: the
// server reads them on each request.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { type FakeAnswer, htmlNotFound, type Knobs, notFound } from './fakeAnswer.ts'
import { fakeNpm } from './fakeNpm.ts'
import { fakePypi } from './fakePypi.ts'
import { sendPart } from './sendPart.ts'

/** Handles a request itself and returns true, or leaves it to the registry. */
export type Intercept = (
  request: IncomingMessage,
  response: ServerResponse,
  /** What the registry would answer. */
  answer: () => FakeAnswer,
) => boolean

export type FakeRegistryOptions = Readonly<{ knobs?: Partial<Knobs>; intercept?: Intercept }>

export type FakeRegistry = Readonly<{
  npm: ReturnType<typeof fakeNpm>
  pypi: ReturnType<typeof fakePypi>
  knobs: Knobs
  origin: string
  /** Base of the npm registry. */
  npmUrl: string
  /** Root of the simple index. */
  pypiIndexUrl: string
  /** Requests by path, in the order of first arrival. */
  requests: ReadonlyMap<string, number>
  /** Headers of the last request for a path. */
  headersOf(path: string): IncomingMessage['headers'] | undefined
  /** Stops listening and cuts every connection; `resume` listens on the same port again. */
  pause(): Promise<void>
  resume(): Promise<void>
  /** Sockets that are open now. */
  openSockets(): number
  close(): Promise<void>
}>

export async function fakeRegistry(options: FakeRegistryOptions = {}): Promise<FakeRegistry> {
  const knobs: Knobs = {
    gzip: false,
    pypiJson: true,
    simple: 'json',
    fileUrls: 'absolute',
    fileOrigin: null,
    fileSizes: true,
    fileDigests: true,
    npmLatestRoute: true,
    ranges: true,
    pypiMissing: 'text',
    simpleRoot: 'html',
    ...options.knobs,
  }
  const requests = new Map<string, number>()
  const headers = new Map<string, IncomingMessage['headers']>()
  const sockets = new Set<Socket>()
  let origin = ''
  const npm = fakeNpm(knobs, () => origin)
  const pypi = fakePypi(knobs, () => origin)

  function answer(path: string): FakeAnswer {
    if (path.startsWith('/npm/')) return npm.answer(path.slice('/npm'.length))
    return pypi.answer(path) ?? (knobs.pypiMissing === 'html' ? htmlNotFound() : notFound())
  }

  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    requests.set(path, (requests.get(path) ?? 0) + 1)
    headers.set(path, request.headers)
    if (options.intercept?.(request, response, () => answer(path))) return
    send(request, response, answer(path), knobs)
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  const port = await listen(server, 0)
  origin = `http://127.0.0.1:${port}`

  async function stop(): Promise<void> {
    if (!server.listening) return
    await new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  }

  return {
    npm,
    pypi,
    knobs,
    origin,
    npmUrl: `${origin}/npm/`,
    pypiIndexUrl: `${origin}/simple/`,
    requests,
    headersOf: (path) => headers.get(path),
    pause: stop,
    resume: async () => {
      await listen(server, port)
    },
    openSockets: () => sockets.size,
    close: stop,
  }
}

/** Puts an answer on the wire, compressed or in part when the knobs and the client say so. */
export function send(
  request: IncomingMessage,
  response: ServerResponse,
  { status, contentType, body }: FakeAnswer,
  { gzip, ranges = false }: Pick<Knobs, 'gzip'> & Partial<Pick<Knobs, 'ranges'>>,
): void {
  if (ranges && status === 200 && sendPart(request, response, { body })) return
  const isCompressed =
    gzip && body.length > 0 && String(request.headers['accept-encoding']).includes('gzip')
  const bytes = isCompressed ? gzipSync(body) : body
  response.writeHead(status, {
    ...(contentType === null ? {} : { 'content-type': contentType }),
    ...(isCompressed ? { 'content-encoding': 'gzip' } : {}),
    'content-length': bytes.length,
  })
  response.end(bytes)
}

async function listen(server: Server, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject)
      resolve()
    })
  })
  // A listening TCP server has an address with a port.
  return (server.address() as AddressInfo).port
}
