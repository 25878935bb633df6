// Asks one question at a steady pace, in a process of its own, so that whatever else the benchmark
// does is not measured. A question never waits for the answer to another one: a server that stands
// still is then late for all who ask meanwhile, and a queue in here is not taken for the server's.
// argv: url, body. Told `start` over IPC it begins; told `stop` it sends what it saw.

import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

const EVERY_MS = 3
const [url = '', body = ''] = process.argv.slice(2)
const agent = new Agent({ keepAlive: true })
const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }

function ask() {
  return new Promise((resolve, reject) => {
    const asked = request(url, { method: 'POST', agent, headers }, (response) => {
      const chunks = []
      response.on('data', (chunk) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        resolve(`${response.statusCode} ${Buffer.concat(chunks).toString('utf8')}`)
      })
    })
    asked.on('error', (error) => {
      // The server may close a connection that was idle in the very moment that it is used again;
      // every client asks anew then.
      if (asked.reusedSocket && error.code === 'ECONNRESET') resolve(ask())
      else reject(error)
    })
    asked.end(body)
  })
}

/** The only part of a warm answer that may differ is how long it took. */
function lasting(answer) {
  return answer.replace(/"served_in_ms":[\d.]+/, '')
}

const expected = lasting(await ask())
if (!expected.startsWith('200 ')) throw new Error(`asked once, answered ${expected.slice(0, 200)}`)
let isAsking = false

async function probe() {
  const times = []
  const wrong = []
  const underWay = new Set()
  async function askTimed() {
    const askedMs = performance.now()
    const answer = await ask().catch((error) => `failed: ${error.message}`)
    times.push(performance.now() - askedMs)
    if (lasting(answer) !== expected) wrong.push(answer.slice(0, 200))
  }
  while (isAsking) {
    const asking = askTimed().finally(() => underWay.delete(asking))
    underWay.add(asking)
    await sleep(EVERY_MS)
  }
  await Promise.all(underWay)
  process.send?.({ times, wrong })
}

process.on('message', (told) => {
  isAsking = told === 'start'
  if (isAsking) void probe()
})
process.on('disconnect', () => process.exit(0))
process.send?.({ ready: true })
