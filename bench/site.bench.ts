// Pages about packages: what one weighs, what it costs beside the JSON answer behind it, and how long a
// search in 20,000 names takes for each key.

import { setTimeout as sleep } from 'node:timers/promises'
import { brotliCompressSync } from 'node:zlib'
import { matchPaths } from '../src/wire/matchPaths.ts'
import { fakeRegistry } from '../test/fake/registry.ts'
import { publishPython } from '../test/support/publish.ts'
import { type MeasuredServer, startServer } from './child.ts'
import { type Asked, askOnce, measureRate, median, ratioOf, type Sample } from './rates.ts'

const NAMES = 20_000
/** What a client in JavaScript can read of the largest page, too. */
const PAGES_PER_SECOND = 3_000

export async function benchSite(quick: boolean): Promise<void> {
  const registry = await fakeRegistry()
  const lines = Array.from({ length: NAMES }, (_, i) => `def name_${i}(value, more_${i}=None): ...`)
  const publish = (name: string, count: number) => {
    const files = `\n-- ${name}/__init__.py --\n${lines.slice(0, count).join('\n')}\n`
    publishPython(registry, { name, version: '1.0', files })
  }
  publish('wide', NAMES)
  publish('small', 50)
  const server = await startServer('assayServer.mjs', ['cached'], {
    ASSAY_NPM_REGISTRY: registry.npmUrl,
    ASSAY_PYPI_INDEX: registry.pypiIndexUrl,
    ASSAY_SITE_PAGES_PER_MINUTE: '0',
  })
  try {
    for (const name of ['small', 'wide']) await benchPackage(server, name, quick)
    await benchOthers(server, quick)
  } finally {
    server.stop()
    await registry.close()
  }
  benchSearch()
}

async function benchPackage(server: MeasuredServer, name: string, quick: boolean): Promise<void> {
  const path = `/pypi/${name}`
  const question = JSON.stringify({ ecosystem: 'pypi', name })
  const json: Asked = { path: '/demo/v1/package/exists', question }
  while ((await fetch(`${server.url}${path}`)).status === 202) await sleep(100)
  await askOnce(server, json)
  const kinds = {
    'JSON answer': json,
    'page, kept': { path },
    // As every browser asks for it.
    'page, kept, compressed': { path, acceptEncoding: 'br' },
  } as const satisfies Record<string, Asked>
  const samples = new Map<string, Sample[]>()
  const rounds = quick ? 2 : 11
  for (let round = 0; round <= rounds; round += 1) {
    // One after the other, so that a busy moment of the machine meets all of them.
    for (const [kind, asked] of Object.entries(kinds)) {
      const sample = await measureRate(
        server,
        asked,
        await askOnce(server, asked),
        1,
        PAGES_PER_SECOND,
      )
      // The first round warms the server up.
      if (round > 0) samples.set(kind, [...(samples.get(kind) ?? []), sample])
    }
  }
  const text = await askOnce(server, { path })
  const bytes = brotliCompressSync(text).length
  console.log(`site: the page of ${name} has ${text.length} bytes, ${bytes} compressed`)
  const beside = samples.get('JSON answer') ?? []
  for (const [kind, all] of samples) {
    const { cpu } = ratioOf(all, beside)
    const rate = median(all.map((one) => one.rate)).toFixed(0)
    const micros = median(all.map((one) => one.cpuMicrosPerRequest)).toFixed(0)
    console.log(
      `  ${kind.padEnd(24)} CPU ratio ${(1 / cpu).toFixed(2)}  (${micros} µs CPU each, ${rate} a second)`,
    )
  }
  const anew: number[] = []
  for (let i = 0; i < (quick ? 10 : 100); i += 1) {
    const before = await server.cpuMicros()
    await askOnce(server, { path: `${path}?q=none${i}` })
    anew.push((await server.cpuMicros()) - before)
  }
  console.log(`  ${'page, made anew'.padEnd(24)} ${median(anew).toFixed(0)} µs CPU each`)
}

/** A warm question, while two clients open pages of symbols of which none is at hand, and in quiet. */
async function benchOthers(server: MeasuredServer, quick: boolean): Promise<void> {
  const question = JSON.stringify({ ecosystem: 'pypi', name: 'wide' })
  const rounds = quick ? 1 : 3
  let at = 0
  let isOn = false
  const crawl = async () => {
    while (isOn) {
      at += 1
      await fetch(`${server.url}/pypi/wide/1.0/wide.name_${at}`).then((reply) => reply.text())
    }
  }
  const times = { quiet: [] as number[], crawled: [] as number[] }
  for (let round = 0; round < rounds; round += 1) {
    times.quiet.push(...(await probed(server, question, quick ? 1 : 5)))
    isOn = true
    const crawlers = [crawl(), crawl()]
    times.crawled.push(...(await probed(server, question, quick ? 1 : 5)))
    isOn = false
    await Promise.all(crawlers)
  }
  const told = (all: readonly number[]) => {
    const sorted = all.toSorted((one, other) => one - other)
    const share = (part: number) => (sorted[Math.floor(sorted.length * part)] ?? 0).toFixed(1)
    return `median ${share(0.5)} ms, p99 ${share(0.99)} ms`
  }
  console.log(
    `site: a warm question in quiet: ${told(times.quiet)}; while two clients open ${at} pages of symbols: ${told(times.crawled)}`,
  )
}

async function probed(
  server: MeasuredServer,
  question: string,
  seconds: number,
): Promise<readonly number[]> {
  const took: number[] = []
  const endMs = performance.now() + seconds * 1_000
  while (performance.now() < endMs) {
    const startedMs = performance.now()
    await askOnce(server, { path: '/demo/v1/package/exists', question })
    took.push(performance.now() - startedMs)
    await sleep(2)
  }
  return took
}

function benchSearch(): void {
  const folded = Array.from(
    { length: NAMES },
    (_, i) => `wide.module_${i % 200}.class_${i % 900}.name_${i}`,
  )
  const took: number[] = []
  for (const query of [
    'n',
    'na',
    'nam',
    'name',
    'name_',
    'name_1',
    'name_19',
    'class_8',
    'zzz',
    '.',
  ]) {
    const startedMs = performance.now()
    matchPaths(folded, query, 100)
    took.push(performance.now() - startedMs)
  }
  console.log(`site: a key in ${NAMES} names: at most ${Math.max(...took).toFixed(1)} ms`)
}
