import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keptConnections } from '../../src/app/keptConnections.ts'
import { boundedFetch } from '../../src/registry/fetch/boundedFetch.ts'

const server = createServer((_, response) => response.end('{}'))
let connections = 0
server.on('connection', () => {
  connections += 1
})
let url = ''
beforeEach(async () => {
  connections = 0
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
})
afterEach(() => {
  server.closeAllConnections()
  return new Promise((closed) => server.close(closed))
})

const { signal } = new AbortController()
const client = (kept: ReturnType<typeof keptConnections>, proxy = {}) =>
  boundedFetch({ now: () => new Date(), random: () => 0, connect: kept.open, proxy })

async function fetched(http: ReturnType<typeof boundedFetch>): Promise<number> {
  const { status } = await http.getDocument(url, { isTrusted: () => true }, signal)
  await http.close()
  return status
}

test('a client that is closed leaves its connection to the next one', async () => {
  const kept = keptConnections(60_000)
  for (let round = 0; round < 8; round += 1) expect(await fetched(client(kept))).toBe(200)
  // One is not free at once when its answer is read, and then a second is opened beside it.
  expect(connections).toBeLessThanOrEqual(2)
  await kept.close()
})

test('one that is set up otherwise has its own', async () => {
  const kept = keptConnections(60_000)
  await fetched(client(kept))
  await fetched(client(kept, { no: 'elsewhere.example' }))
  expect(connections).toBe(2)
  await kept.close()
})

test('a connection that the other side has closed is made again', async () => {
  const kept = keptConnections(60_000)
  await fetched(client(kept))
  server.closeAllConnections()
  expect(await fetched(client(kept))).toBe(200)
  await kept.close()
})
