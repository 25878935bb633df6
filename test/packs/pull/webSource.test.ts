// An index on a web server, honest and not.

import { readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { PackageName } from '../../../src/domain/names/packageName.ts'
import { placeOf } from '../../../src/packs/format/packPaths.ts'
import { webSource } from '../../../src/packs/pull/webSource.ts'
import { boundedFetch } from '../../../src/registry/fetch/boundedFetch.ts'
import { parseEndpoint } from '../../../src/registry/fetch/endpoint.ts'
import { type Handler, type ScriptedServer, scriptedServer } from '../../fake/scriptedServer.ts'
import { sendPart } from '../../fake/sendPart.ts'
import { type PackWorld, packWorld, saveRelease, tablesIn } from '../packWorld.ts'

const NAMES = Array.from({ length: 12 }, (_, at) => `package-${at}`)

let world: PackWorld
let server: ScriptedServer | null = null
let stores = 0
beforeAll(async () => {
  world = await packWorld()
  for (const name of NAMES) await saveRelease(world.maker, name)
  await world.publish()
})
afterAll(() => world.close())
afterEach(async () => {
  await server?.close()
  server = null
})

const http = boundedFetch({
  now: () => new Date(),
  random: () => 0,
  limits: { retryBaseMs: 1 },
})
afterAll(() => http.close())

function fileAt(path: string): Buffer | null {
  try {
    return readFileSync(join(world.folder, path.replace('/sub/', '')))
  } catch {
    return null
  }
}

/** What a plain web server does. */
const plain: Handler = (request, response) => {
  const body = fileAt(request.url ?? '')
  if (body === null) response.writeHead(404).end()
  else if (!sendPart(request, response, { body })) response.end(body)
}

const isPack = (url: string | undefined) => url?.includes('/packs/') === true

async function pullOver(handler: Handler) {
  server = await scriptedServer(handler)
  const endpoint = parseEndpoint(`${server.origin}/sub`)
  if (endpoint === null) throw new Error('no endpoint')
  stores += 1
  const store = await world.newStore(`puller-${stores}`)
  const pulled = await world
    .pull(store, { source: webSource(http, endpoint), wanted: WANTED })
    .catch((error: Error) => error)
  return { store, pulled, kept: Object.keys(await tablesIn(store, NAMES)).length }
}

const keyOf = (name: string) => ({ ecosystem: 'pypi' as const, name: name as PackageName })

/** Neither the first nor the last of the pack, so that a part of it is asked for. */
const WANTED = NAMES.toSorted((one, other) => placeOf(keyOf(one)) - placeOf(keyOf(other)))
  .slice(1, -1)
  .map((name) => ({ key: keyOf(name), pin: null, range: null }))

describe('a plain web server', () => {
  test('three requests: the root, a shard, a range of the pack', async () => {
    const { pulled, kept } = await pullOver(plain)
    expect(pulled).toMatchObject({ taken: 10, requests: 3, refused: [] })
    expect(kept).toBe(10)
    expect(server?.headers.map(({ range }) => range?.replace(/\d+/g, 'n'))).toEqual([
      undefined,
      undefined,
      'bytes=n-n',
    ])
  })

  test('one that knows no ranges and sends all of it', async () => {
    const { pulled, kept } = await pullOver((request, response) => {
      response.end(fileAt(request.url ?? ''))
    })
    expect(pulled).toMatchObject({ taken: 10, requests: 3 })
    expect(kept).toBe(10)
  })

  test('one that sends a part as if it were all, and says which', async () => {
    const { pulled, kept } = await pullOver((request, response) => {
      // As `rclone serve s3` does.
      const body = fileAt(request.url ?? '') ?? Buffer.from('')
      if (!sendPart(request, response, { body, status: 200 })) response.end(body)
    })
    expect(pulled).toMatchObject({ taken: 10, requests: 3, refused: [] })
    expect(kept).toBe(10)
  })

  test('a 500 in the middle is tried again', async () => {
    let failures = 2
    const { pulled } = await pullOver((request, response) => {
      if (isPack(request.url) && failures > 0) {
        failures -= 1
        response.writeHead(500).end()
      } else plain(request, response)
    })
    expect(pulled).toMatchObject({ taken: 10 })
  })
})

describe('a server that fails or lies', () => {
  const part = (response: ServerResponse, body: Buffer, range: string) => {
    response.writeHead(206, { 'content-range': range }).end(body)
  }
  test.each<[string, Handler, object]>([
    ['404 for a pack', (_, response) => response.writeHead(404).end(), { fault: 'unavailable' }],
    [
      '500 for a pack, for good',
      (_, response) => response.writeHead(500).end(),
      { fault: 'unavailable' },
    ],
    [
      'a pack that is cut off',
      (_, response) => {
        response.writeHead(200, { 'content-length': '1000' }).write('x')
        response.destroy()
      },
      { fault: 'unavailable' },
    ],
    ['a shorter file', (_, response) => response.end('short'), { taken: 0 }],
    [
      'a page in place of the pack',
      (_, response) => {
        response.writeHead(200, { 'content-type': 'text/html' }).end('<p>no</p>')
      },
      { taken: 0 },
    ],
    [
      'more bytes than there should be',
      (_, response) => response.end(Buffer.alloc(1e6)),
      { taken: 0 },
    ],
    [
      'another range',
      (_, response) => part(response, Buffer.from('xx'), 'bytes 0-1/9'),
      { taken: 0 },
    ],
    [
      'another range, and calls it all',
      (_, response) => response.writeHead(200, { 'content-range': 'bytes 0-1/9' }).end('xx'),
      { taken: 0 },
    ],
    [
      'a range that says nothing',
      (_, response) => part(response, Buffer.from('xx'), ''),
      { taken: 0 },
    ],
  ])('%s: nothing wrong is kept', async (_, handler, expected) => {
    const { pulled, kept } = await pullOver((request, response) => {
      if (isPack(request.url)) handler(request, response)
      else plain(request, response)
    })
    expect(pulled).toMatchObject(expected)
    expect(kept).toBe(0)
  })

  test('a root without end is refused', async () => {
    const { pulled } = await pullOver((_, response) => {
      response.end(Buffer.alloc(20 << 20, ' '))
    })
    expect(pulled).toMatchObject({ name: 'IndexError' })
  })

  test('what a server redirects to must be public', async () => {
    const { pulled } = await pullOver((request, response) => {
      if (isPack(request.url)) {
        response.writeHead(302, { location: 'http://169.254.1.1/x' }).end()
      } else plain(request, response)
    })
    expect(pulled).toMatchObject({ fault: 'unavailable' })
  })
})
