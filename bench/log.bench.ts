// What the log costs a warm answer: two services, one with it and one without, asked in turns. Two
// processes of the same program differ by some per cent for as long as they live, so that many pairs
// are started, and the one that is started and asked first changes from pair to pair.

import { fakeRegistry } from '../test/fake/registry.ts'
import { type MeasuredServer, startServer } from './child.ts'
import { askOnce, measureRate, median, ratioOf, type Sample } from './rates.ts'

const ASKED = {
  path: '/demo/v1/package/exists',
  question: JSON.stringify({ ecosystem: 'npm', name: 'express' }),
}
type Kind = 'logged' | 'unlogged'
type Samples = Record<Kind, Sample[]>

export async function benchLog(quick: boolean): Promise<void> {
  const [pairs, rounds] = quick ? [1, 2] : [16, 5]
  const registry = await fakeRegistry()
  registry.npm.publish({ name: 'express', version: '5.3.0' })
  const env = { ASSAY_NPM_REGISTRY: registry.npmUrl, ASSAY_PYPI_INDEX: registry.pypiIndexUrl }
  const ratios: { rate: number; cpu: number }[] = []
  try {
    for (let pair = 0; pair < pairs; pair++) {
      const order: readonly Kind[] =
        pair % 2 === 0 ? ['logged', 'unlogged'] : ['unlogged', 'logged']
      const samples = await measured(order, rounds, env)
      ratios.push(ratioOf(samples.logged, samples.unlogged))
    }
  } finally {
    await registry.close()
  }
  const middle = (of: 'rate' | 'cpu') => median(ratios.map((one) => one[of])).toFixed(2)
  const rates = ratios.map(({ rate }) => rate)
  console.log(
    `warm answers with the log, against a service without it, ${pairs} pairs of ${rounds} rounds: ` +
      `rate ratio ${middle('rate')} (${Math.min(...rates).toFixed(2)} to ${Math.max(...rates).toFixed(2)})  ` +
      `CPU ratio ${middle('cpu')}`,
  )
}

async function measured(
  order: readonly Kind[],
  rounds: number,
  env: Readonly<Record<string, string>>,
): Promise<Samples> {
  const servers = new Map<Kind, Readonly<{ server: MeasuredServer; body: string }>>()
  try {
    for (const kind of order) {
      const log = kind === 'logged' ? 'on' : 'off'
      const server = await startServer('assayServer.mjs', ['cached'], { ...env, ASSAY_LOG: log })
      // The first answer says `lazy` and goes to the registry; the second is the warm one.
      await askOnce(server, ASKED)
      servers.set(kind, { server, body: await askOnce(server, ASKED) })
    }
    const samples: Samples = { logged: [], unlogged: [] }
    for (const { server, body } of servers.values()) await measureRate(server, ASKED, body, 1)
    for (let round = 0; round < rounds; round++) {
      for (const [kind, { server, body }] of servers) {
        samples[kind].push(await measureRate(server, ASKED, body, 1))
      }
    }
    return samples
  } finally {
    for (const { server } of servers.values()) server.stop()
  }
}
