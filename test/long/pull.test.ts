// A pull over a bad line, by a program that is killed again and again.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sha256 } from '../../src/domain/texts/sha256.ts'
import { type ScriptedServer, scriptedServer } from '../fake/scriptedServer.ts'
import { seededRandom } from '../fake/seededRandom.ts'
import { sendPart } from '../fake/sendPart.ts'
import { type PackWorld, packWorld, saveRelease, tablesIn } from '../packs/packWorld.ts'
import { type RunningAssay, startAssay } from '../queue/startAssay.ts'

const SEED = 20261117
const PACKAGES = 400
const BLOCK = 4_096
/** How much of what is sent is damaged. */
const DAMAGED_SHARE = 0.01

let world: PackWorld
let server: ScriptedServer
let running: RunningAssay | null = null
let packsLeft = Number.POSITIVE_INFINITY
const names = Array.from({ length: PACKAGES }, (_, at) => `package-${at}`)
const published: Record<string, string> = {}

beforeAll(async () => {
  world = await packWorld()
  for (const name of names) {
    const own = Array.from({ length: 1_200 }, (_, at) => `n${sha256(`${name} ${at}`)}`)
    const { table } = await saveRelease(world.maker, name, { names: own })
    published[`${name} 1.0`] = sha256(table.bytes)
  }
  await world.publish()
  const random = seededRandom(SEED)
  const damaged = (bytes: Buffer) => {
    const sent = Buffer.from(bytes)
    for (let at = 0; at < sent.length; at += BLOCK) {
      if (random.next() >= DAMAGED_SHARE) continue
      const place = at + random.below(Math.min(BLOCK, sent.length - at))
      sent[place] = (sent[place] ?? 0) ^ (1 + random.below(255))
    }
    return sent
  }
  server = await scriptedServer((request, response) => {
    const path = request.url ?? ''
    const body = readFileSync(join(world.folder, path))
    if (path.includes('/packs/')) {
      packsLeft -= 1
      if (packsLeft < 0) running?.child.kill('SIGKILL')
    }
    if (!sendPart(request, response, { body, bytes: damaged })) response.end(damaged(body))
  })
})
afterAll(async () => {
  await server.close()
  await world.close()
})

function pull(): RunningAssay {
  return startAssay(['pull', server.origin, '--maker', world.signer.address, '--json'], {
    HOME: world.dir,
    ASSAY_DATA_DIR: join(world.dir, 'puller'),
    ASSAY_NAMES: 'off',
  })
}

test('ten kills and damage in every hundredth block: everything is there in the end, and sound', async () => {
  const random = seededRandom(SEED + 1)
  for (let kills = 0; kills < 10; ) {
    packsLeft = random.below(4)
    running = pull()
    const { signal, status, stderr } = await running.ended
    if (signal === 'SIGKILL') kills += 1
    // Damaged twice, before the place where it would have been killed.
    else expect([status, stderr]).toEqual([3, expect.stringMatching(/fetched twice|damaged/)])
  }
  packsLeft = Number.POSITIVE_INFINITY
  let status: number | null = null
  for (let tries = 0; status !== 0 && tries < 50; tries += 1) {
    running = pull()
    status = (await running.ended).status
  }
  expect(status).toBe(0)
  const store = await world.newStore('puller')
  expect(await tablesIn(store, names)).toEqual(published)
})
