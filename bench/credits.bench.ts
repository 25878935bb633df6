// What a paid warm answer costs beside a free one: the same question to the same server, by the
// demo quota and by a prepaid key, in turns. Each free answer counts one unit of the quota; each
// paid one is charged and stored. CPU time counts, not the rate: both wait for the disk.

import autocannon from 'autocannon'
import { fakeRegistry } from '../test/fake/registry.ts'
import { type MeasuredServer, startServer } from './child.ts'

const QUESTION = JSON.stringify({ ecosystem: 'npm', name: 'express' })
const WAYS = ['demo', 'paid'] as const
type Way = (typeof WAYS)[number]

export async function benchCredits(quick: boolean): Promise<void> {
  const rounds = quick ? 3 : 15
  const seconds = quick ? 1 : 2
  const registry = await fakeRegistry()
  registry.npm.publish({ name: 'express', version: '5.3.0' })
  const env = { ASSAY_NPM_REGISTRY: registry.npmUrl, ASSAY_PYPI_INDEX: registry.pypiIndexUrl }
  const server = await startServer('moneyServer.mjs', [], env)
  try {
    const micros: Record<Way, number[]> = { demo: [], paid: [] }
    for (const way of WAYS) await measure(server, way, 1)
    for (let round = 0; round < rounds; round++) {
      for (const way of WAYS) micros[way].push(await measure(server, way, seconds))
    }
    const ratio = median(micros.paid.map((paid, i) => paid / (micros.demo[i] ?? 0)))
    console.log(
      `a paid warm answer by credits: ${ratio.toFixed(2)} × the CPU of the demo answer ` +
        `(${median(micros.paid).toFixed(0)} and ${median(micros.demo).toFixed(0)} µs each)`,
    )
  } finally {
    server.stop()
    await registry.close()
  }
}

async function measure(server: MeasuredServer, way: Way, seconds: number): Promise<number> {
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
    duration: seconds,
  })
  const cpuMicros = (await server.cpuMicros()) - before
  if (result.non2xx > 0 || result.errors > 0) throw new Error('not every request was answered')
  return cpuMicros / result['2xx']
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
