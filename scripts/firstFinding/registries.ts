// Registries on loopback that have our own packages, and hand on whatever else is asked for from the
// public ones. They count the bytes that they send.

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basename } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { gzipSync } from 'node:zlib'

export type CountingRegistry = Readonly<{
  url: string
  /** Bytes of bodies that were sent so far. */
  sent(): number
  close(): Promise<void>
}>

type Sent = Readonly<{
  status?: number
  type?: string
  body: Buffer | Response
}>

/** Answers of our own; null where the public registry is to be asked. */
type Answer = (path: string, base: string, request: IncomingMessage) => Promise<Sent | null>

const SIMPLE = 'application/vnd.pypi.simple.v1+json'

/** `manifest`: the package.json in the tarball. */
export function npmWith(
  tarball: string,
  manifest: Readonly<{ name: string; version: string }>,
  upstream: string,
): Promise<CountingRegistry> {
  const bytes = readFileSync(tarball)
  const { name, version } = manifest
  const file = `/${name}/-/${basename(tarball)}`
  const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`
  return serve(async (path, base, request) => {
    if (path === file) return { body: bytes }
    if (path === `/${name}`) {
      const dist = { tarball: `${base}${file}`, integrity }
      return json({
        name,
        'dist-tags': { latest: version },
        versions: { [version]: { ...manifest, dist } },
      })
    }
    const response = await handedOn(`${upstream.replace(/\/$/, '')}${path}`, request)
    if (!response.headers.get('content-type')?.includes('json')) {
      return { status: response.status, body: response }
    }
    const text = (await response.text()).replaceAll(upstream, `${base}/`)
    return { status: response.status, type: 'application/json', body: Buffer.from(text) }
  })
}

export function pypiWith(
  name: string,
  files: readonly string[],
  upstream: string,
): Promise<CountingRegistry> {
  const ours = new Map(files.map((file) => [`/ours/${basename(file)}`, readFileSync(file)]))
  return serve(async (path, base, request) => {
    const own = ours.get(path)
    if (own !== undefined) return { body: own }
    if (path.startsWith('/files/')) {
      const [folder = '', name = ''] = path.slice('/files/'.length).split('/')
      const response = await handedOn(`${decodeURIComponent(folder)}/${name}`, request)
      return { status: response.status, body: response }
    }
    const [, asked] = /^\/simple\/([^/]+)\/$/.exec(path) ?? []
    if (asked === undefined) return { status: 404, body: Buffer.from('not found') }
    if (asked === name) {
      const listed = [...ours].map(([file, bytes]) => ({
        filename: basename(file),
        url: `${base}${file}`,
        hashes: { sha256: createHash('sha256').update(bytes).digest('hex') },
        size: bytes.length,
      }))
      return {
        ...json({ meta: { 'api-version': '1.1' }, name, versions: [], files: listed }),
        type: SIMPLE,
      }
    }
    const response = await handedOn(`${upstream.replace(/\/$/, '')}/${asked}/`, request, SIMPLE)
    if (!response.ok) return { status: response.status, body: response }
    const through = (address: string) => {
      const { href, hash } = new URL(address, response.url)
      // Installers take the name of the file from the end of its address.
      const file = href.slice(0, href.length - hash.length)
      const folder = file.slice(0, file.lastIndexOf('/'))
      return `${base}/files/${encodeURIComponent(folder)}${file.slice(folder.length)}${hash}`
    }
    const type = response.headers.get('content-type') ?? ''
    const text = await response.text()
    if (!type.includes('json')) {
      const page = text.replace(/(?<=\shref=")[^"]+/g, (found) => through(found))
      return { type, body: Buffer.from(page) }
    }
    const page: { files: { url: string }[] } = JSON.parse(text)
    for (const one of page.files) one.url = through(one.url)
    return { ...json(page), type }
  })
}

function json(value: unknown): Sent {
  return { type: 'application/json', body: Buffer.from(JSON.stringify(value)) }
}

function handedOn(address: string, request: IncomingMessage, accept?: string): Promise<Response> {
  const headers = new Headers({ accept: accept ?? request.headers.accept ?? '*/*' })
  if (request.headers.range !== undefined) headers.set('range', request.headers.range)
  return fetch(address, { method: request.method ?? 'GET', headers })
}

const KEPT = ['content-type', 'content-range', 'accept-ranges', 'etag'] as const

async function serve(answer: Answer): Promise<CountingRegistry> {
  let sent = 0
  let base = ''

  async function reply(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(request.url ?? '/', 'http://any').pathname
    // npm writes the slash of a scope as %2f, which stands in the path.
    const found = await answer(path, base, request)
    if (found === null) return void response.writeHead(404).end()
    response.statusCode = found.status ?? 200
    if (found.type !== undefined) response.setHeader('content-type', found.type)
    const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '')
    if (Buffer.isBuffer(found.body) && found.type === undefined && range !== null) {
      // Installers read the end of a wheel first, where its list of files is.
      const [, from = '', to = ''] = range
      const all = found.body.length
      const part = found.body.subarray(Number(from), to === '' ? all : Number(to) + 1)
      const place = `bytes ${from}-${Number(from) + part.length - 1}/${all}`
      sent += part.length
      response.writeHead(206, { 'content-range': place, 'content-length': part.length }).end(part)
      return
    }
    if (Buffer.isBuffer(found.body)) {
      if (found.type === undefined) response.setHeader('accept-ranges', 'bytes')
      const isPacked =
        found.type !== undefined && /gzip/.test(`${request.headers['accept-encoding']}`)
      if (isPacked) response.setHeader('content-encoding', 'gzip')
      const bytes = isPacked ? gzipSync(found.body) : found.body
      if (request.method !== 'HEAD') sent += bytes.length
      response.setHeader('content-length', bytes.length)
      response.end(request.method === 'HEAD' ? undefined : bytes)
      return
    }
    const { headers, body } = found.body
    for (const name of KEPT) {
      const value = headers.get(name)
      if (value !== null) response.setHeader(name, value)
    }
    // Fetch unpacks what was packed on the way, and its length is then another.
    const length = headers.get('content-length')
    if (length !== null && headers.get('content-encoding') === null) {
      response.setHeader('content-length', length)
    }
    if (body === null || request.method === 'HEAD') return void response.end()
    const source = Readable.fromWeb(body as import('node:stream/web').ReadableStream)
    source.on('data', (part: Uint8Array) => {
      sent += part.length
    })
    await pipeline(source, response)
  }

  const server = createServer((request, response) => {
    reply(request, response).catch((error) => {
      console.error(`${request.url}: ${error}`)
      response.destroy()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: base,
    sent: () => sent,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
