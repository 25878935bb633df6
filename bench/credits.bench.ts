// What a paid warm answer costs beside a free one: the same question to the same server, by the
// demo quota and by a prepaid key, in turns. Each free answer counts one unit of the quota; each
// paid one is charged and stored. CPU time counts, not the rate: both wait for the disk. Others on the
// machine can only add to it (caches that they empty, fewer calls for one commit), so that the best
// of many short rounds says most; rounds are so many calls, not seconds, in which a busy machine
// would get through too few to be warm.

import autocannon from 'autocannon'
import { fakeRegistry } from '../test/fake/registry.ts'
import { type MeasuredServer, startServer } from './child.ts'

const QUESTION = JSON.stringify({ ecosystem: 'npm', name: 'express' })
const WAYS = ['demo', 'paid'] as const
type Way = (typeof WAYS)[number]
/** Until the compiler has seen both ways often enough. */
const WARM_ROUNDS = 4
const WARM_CALLS = 2_000

export async function benchCredits(quick: boolean): Promise<void> {
  const rounds = quick ? 8 : 30
  const calls = quick ? 1_500 : 4_000
  const registry = await fakeRegistry()
  registry.npm.publish({ name: 'express', version: '5.3.0' })
  const env = { ASSAY_NPM_REGISTRY: registry.npmUrl, ASSAY_PYPI_INDEX: registry.pypiIndexUrl }
  const server = await startServer('moneyServer.mjs', [], env)
  try {
    const micros: Record<Way, number[]> = { demo: [], paid: [] }
    for (let round = 0; round < WARM_ROUNDS; round++) {
      for (const way of WAYS) await measure(server, way, WARM_CALLS)
    }
    for (let round = 0; round < rounds; round++) {
      for (const way of WAYS) micros[way].push(await measure(server, way, calls))
    }
    const paid = Math.min(...micros.paid)
    const demo = Math.min(...micros.demo)
    const usual = median(micros.paid.map((one, i) => one / (micros.demo[i] ?? 0)))
    console.log(
      `a paid warm answer by credits: ${(paid / demo).toFixed(2)} × the CPU of the demo answer ` +
        `(${paid.toFixed(0)} and ${demo.toFixed(0)} µs each in the best of ${rounds} rounds of ` +
        `${calls}; ${usual.toFixed(2)} × in the round in the middle)`,
    )
  } finally {
    server.stop()
    await registry.close()
  }
}

async function measure(server: MeasuredServer, way: Way, amount: number): Promise<number> {
  const { origin, hash } = new URL(server.url)
  const before = await server.cpuMicros()
  const result = await autocannon({
    url: `${origin}${way === 'demo' ? '/demo' : ''}/v1/package/exists`,
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(way === 'paid' ? { 'x-api-key': hash.slice(1) } : {}),
    },
    body: QUESTION,
    connections: 32,
    amount,
  })
  const cpuMicros = (await server.cpuMicros()) - before
  if (result.non2xx > 0 || result.errors > 0) throw new Error('not every request was answered')
  return cpuMicros / result['2xx']
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
