// Asks one question at a steady pace over one connection, in a process of its own, so that whatever
// else the benchmark does is not measured. argv: url, body. Told `start` over IPC it begins; told
// `stop` it sends what it saw.

import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

const EVERY_MS = 3
const [url = '', body = ''] = process.argv.slice(2)
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
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
    asked.on('error', reject)
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
  let dueMs = performance.now()
  while (isAsking) {
    const earlyMs = dueMs - performance.now()
    if (earlyMs > 0) await sleep(earlyMs)
    // One answer that is late holds up the next questions, and each of those counts as late too;
    // a timer of this process that is late does not.
    const askedMs = earlyMs > 0 ? performance.now() : dueMs
    dueMs = askedMs + EVERY_MS
    const answer = await ask().catch((error) => `failed: ${error.message}`)
    times.push(performance.now() - askedMs)
    if (lasting(answer) !== expected) wrong.push(answer.slice(0, 200))
  }
  process.send?.({ times, wrong })
}

process.on('message', (told) => {
  isAsking = told === 'start'
  if (isAsking) void probe()
})
process.on('disconnect', () => process.exit(0))
process.send?.({ ready: true })
