// Pages about packages: what one weighs, what it costs beside the JSON answer behind it, and how long a
// search in 20,000 names takes for each key.

import { brotliCompressSync } from 'node:zlib'
import { matchPaths } from '../src/wire/matchPaths.ts'
import { fakeRegistry } from '../test/fake/registry.ts'
import { publishPython } from '../test/support/publish.ts'
import { startService } from '../test/support/service.ts'

const NAMES = 20_000
const ASKED = { quick: 200, whole: 2_000 }

export async function benchSite(quick: boolean): Promise<void> {
  const registry = await fakeRegistry()
  const lines = Array.from({ length: NAMES }, (_, i) => `def name_${i}(value, more_${i}=None): ...`)
  const files = `\n-- wide/__init__.py --\n${lines.join('\n')}\n`
  publishPython(registry, { name: 'wide', version: '1.0', files })
  publishPython(registry, {
    name: 'small',
    version: '1.0',
    files: `\n-- small/__init__.py --\n${lines.slice(0, 50).join('\n')}\n`,
  })
  const service = await startService({
    ASSAY_NPM_REGISTRY: registry.npmUrl,
    ASSAY_PYPI_INDEX: registry.pypiIndexUrl,
    ASSAY_DEMO_DAILY_LIMIT: '0',
    ASSAY_SITE_PAGES_PER_MINUTE: '0',
  })
  try {
    for (const name of ['small', 'wide']) await benchPackage(service, name, quick)
  } finally {
    await service.close()
    await registry.close()
  }
  benchSearch()
}

type Service = Awaited<ReturnType<typeof startService>>

async function benchPackage(service: Service, name: string, quick: boolean): Promise<void> {
  const path = `/pypi/${name}`
  while ((await service.get(path)).status === 202);
  const question = { ecosystem: 'pypi', name }
  const [json, kept, squeezed, anew]: number[][] = [[], [], [], []]
  const count = quick ? ASKED.quick : ASKED.whole
  // One after the other, so that a busy moment of the machine meets all of them.
  for (let i = 0; i < count; i += 1) {
    json?.push(await timed(() => service.post('/demo/v1/package/exists', question)))
    kept?.push(await timed(() => service.get(path)))
    // As every browser asks for it.
    squeezed?.push(await timed(() => service.get(path, { 'accept-encoding': 'br' })))
    if (i % 10 === 0) anew?.push(await timed(() => service.get(`${path}?q=none${i}`)))
  }
  const { text } = await service.get(path)
  const bytes = brotliCompressSync(text).length
  console.log(
    `site: ${name}: page of ${text.length} bytes, ${bytes} compressed; ` +
      `JSON ${told(json)}, page ${told(kept)}, page compressed ${told(squeezed)}, page made anew ${told(anew)}`,
  )
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

async function timed(ask: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now()
  await ask()
  return performance.now() - startedMs
}

/** Median and the tenth that was fastest, which a busy machine disturbs least. */
function told(all: readonly number[] = []): string {
  const sorted = [...all].sort((one, other) => one - other)
  const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(2)
  return `${at(0.5)} ms (fastest tenth ${at(0.1)})`
}
