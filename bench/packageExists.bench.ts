// Signed package answers a second over HTTP, warm, against a bare node:http server that returns the
// same bytes, in the same run. Machines are noisy: the ratio counts, not the rate.

import { fakeRegistry } from '../test/fake/registry.ts'
import { startServer } from './child.ts'
import { askOnce, measureRate, median, ratioOf, type Sample } from './rates.ts'

const ASKED = {
  path: '/demo/v1/package/exists',
  question: JSON.stringify({ ecosystem: 'npm', name: 'express' }),
}

export async function benchPackageExists(quick: boolean): Promise<void> {
  // Many short turns: a slow second of the machine then spoils one ratio of many.
  const rounds = quick ? 2 : 15
  const seconds = quick ? 1 : 2
  const registry = await fakeRegistry()
  registry.npm.publish({ name: 'express', version: '5.3.0' })
  const env = { ASSAY_NPM_REGISTRY: registry.npmUrl, ASSAY_PYPI_INDEX: registry.pypiIndexUrl }
  const cached = await startServer('assayServer.mjs', ['cached'], env)
  const anew = await startServer('assayServer.mjs', ['anew'], env)
  // The first answer says `lazy` and goes to the registry; the second is the warm one.
  await askOnce(anew, ASKED)
  await askOnce(cached, ASKED)
  const body = await askOnce(cached, ASKED)
  const bare = await startServer('bareServer.mjs', [], { BENCH_BODY: body })
  const servers = { bare, cached, anew }
  try {
    const samples: Record<keyof typeof servers, Sample[]> = { bare: [], cached: [], anew: [] }
    for (const server of Object.values(servers)) await measureRate(server, ASKED, body, 1)
    for (let round = 0; round < rounds; round++) {
      // Interleaved, so that a slow minute of the machine slows all of them.
      for (const name of ['bare', 'cached', 'anew'] as const) {
        samples[name].push(await measureRate(servers[name], ASKED, body, seconds))
      }
    }
    print(samples, Buffer.byteLength(body))
  } finally {
    for (const server of Object.values(servers)) server.stop()
    await registry.close()
  }
}

function print(samples: Record<'bare' | 'cached' | 'anew', Sample[]>, bytes: number): void {
  const titles = {
    bare: 'bare node:http, same bytes',
    cached: 'signed answer, signature cached',
    anew: 'signed answer, signed anew each time',
  }
  console.log(`package answers over HTTP, warm, 32 connections, ${bytes} bytes each`)
  for (const [name, title] of Object.entries(titles) as [keyof typeof titles, string][]) {
    const { rate: ratio, cpu } = ratioOf(samples[name], samples.bare)
    const rate = Math.round(median(samples[name].map((s) => s.rate)))
    const micros = median(samples[name].map((s) => s.cpuMicrosPerRequest)).toFixed(1)
    const p99 = median(samples[name].map((s) => s.p99Ms))
    console.log(
      `  ${title.padEnd(38)} rate ratio ${ratio.toFixed(2)}  CPU ratio ${cpu.toFixed(2)}` +
        `  (${rate}/s, ${micros} µs CPU each, p99 ${p99} ms)`,
    )
  }
}
