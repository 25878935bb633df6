// A forward proxy on loopback: absolute requests for http, CONNECT tunnels for anything.

import { createServer, request as forward } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'

export type ForwardProxy = Readonly<{
  url: string
  /** What was asked of it: `GET http://…` or `CONNECT host:port`. */
  asked: readonly string[]
  /** Proxy-Authorization headers, in the same order. */
  authorizations: readonly (string | undefined)[]
  close(): Promise<void>
}>

/** Every host is taken to be on loopback, at the port that the request names. */
export async function forwardProxy(): Promise<ForwardProxy> {
  const asked: string[] = []
  const authorizations: (string | undefined)[] = []
  const sockets = new Set<Socket>()
  const track = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
  }
  const server = createServer((incoming, outgoing) => {
    asked.push(`${incoming.method} ${incoming.url}`)
    authorizations.push(incoming.headers['proxy-authorization'])
    const { port, pathname } = new URL(incoming.url ?? '')
    forward({ host: '127.0.0.1', port, path: pathname, headers: incoming.headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    }).end()
  })
  server.on('connection', track)
  server.on('connect', (incoming, client: Socket) => {
    asked.push(`CONNECT ${incoming.url}`)
    authorizations.push(incoming.headers['proxy-authorization'])
    const upstream = connect(Number(new URL(`http://${incoming.url}`).port), '127.0.0.1', () => {
      client.write('HTTP/1.1 200 OK\r\n\r\n')
      upstream.pipe(client).pipe(upstream)
    })
    track(upstream)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A listening TCP server has an address with a port.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    authorizations,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
