// Writes receipts of every signed type into test/corpus/receipts, valid and forged, for whoever writes
// a verifier of their own:
//   npx tsx scripts/truth/receiptCorpus.ts
// A service on loopback is asked with the key that everybody knows. A file that is there already is
// never written again, because what was issued must verify for ever as it was issued; a version that
// signs other bytes adds files of its own.

import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eip191Signer } from '../../src/attest/eip191.ts'
import type { JsonObject } from '../../src/attest/receipt.ts'
import { variantsOf } from '../../test/attest/forgeries.ts'
import {
  SAMPLE_NAMES,
  SAMPLES,
  signedReceipt,
  TEST_KEY_HEX,
  testSigner,
} from '../../test/attest/samples.ts'
import { type Loopback, startLoopback } from '../../test/support/loopback.ts'
import { publishNpm, publishPython } from '../../test/support/publish.ts'

const root = new URL('../../', import.meta.url)
const folder = new URL('test/corpus/receipts/', root)
const { version } = JSON.parse(await readFile(new URL('package.json', root), 'utf8'))
const signer = await testSigner()
const stranger = await eip191Signer(Buffer.alloc(32, 7))

async function writeOnce(name: string, text: string): Promise<void> {
  const written = await writeFile(new URL(name, folder), text, { flag: 'wx' }).then(
    () => 'written',
    () => 'kept as it was',
  )
  console.log(`${name}: ${written}`)
}

const MODULE = (extra: string) => `-- parcel/__init__.py --
"""Packs parcels."""

def fold(paper, times=2):
    """Fold a sheet of paper."""

${extra}
`

const TYPES = (extra: string) => `-- index.js --
export function open() {}
-- index.d.ts --
export declare function open(path: string): void
${extra}
`

const WATCHED = { id: 'search', name: 'Search', url: 'http://127.0.0.1:9/', interval_s: 60 }

/** A day that is over by any clock, with a probe in each of its first minutes. */
async function fillWatch({ service }: Loopback): Promise<void> {
  const { watch } = service.app.store
  const day = new Date(Date.parse(await watch.time()) - 2 * 86_400_000).toISOString().slice(0, 10)
  const start = Date.parse(`${day}T00:00:00.000Z`)
  for (let minute = 0; minute < 60; minute += 1) {
    const at = new Date(start + minute * 60_000).toISOString()
    const isOk = minute !== 30
    await watch.save({
      target: WATCHED.id,
      dueAt: at,
      at,
      outcome: isOk ? 'ok' : 'failed',
      reason: isOk ? null : 'status',
      status: isOk ? 200 : 500,
      latencyMs: isOk ? 10 + minute : null,
      tlsExpiresAt: null,
    })
  }
  await (await service.app.watch()).look()
}

/** A question for each type, in the order in which they are asked. */
const QUESTIONS: readonly (readonly [name: string, path: string, body: JsonObject | null])[] = [
  ['package-exists', '/v1/package/exists', { ecosystem: 'pypi', name: 'parcel' }],
  [
    'symbol-exists',
    '/v1/symbol/exists',
    { ecosystem: 'pypi', package: 'parcel', symbol: 'fold', version: '2.0' },
  ],
  [
    'symbol-missing',
    '/v1/symbol/exists',
    { ecosystem: 'npm', package: '@box/kit', symbol: 'opn', version: '2.0.0' },
  ],
  [
    'symbol-card',
    '/v1/card',
    { ecosystem: 'pypi', package: 'parcel', version: '2.0', symbols: ['fold', 'foldd'] },
  ],
  [
    'release-diff',
    '/v1/diff',
    { ecosystem: 'npm', package: '@box/kit', from_version: '1.0.0', to_version: '2.0.0' },
  ],
  ['symbol-history', '/v1/symbol/history?ecosystem=pypi&package=parcel&symbol=wrap', null],
  ['import-resolve', '/v1/import/resolve', { ecosystem: 'pypi', import: 'yaml' }],
  [
    'code-check',
    '/v1/check',
    {
      files: [{ path: 'a.py', content: 'import parcel\nparcel.foldd()\n' }],
      pins: { parcel: '2.0' },
    },
  ],
  [
    'upgrade',
    '/v1/upgrade',
    {
      files: [{ path: 'a.py', content: 'import parcel\nparcel.wrap(1)\n' }],
      ecosystem: 'pypi',
      package: 'parcel',
      from_version: '1.0',
      to_version: '2.0',
    },
  ],
  ['verification', '/verify', { job: { kind: 'json', output: '{"a": 1}' } }],
  [
    'judgement',
    '/judge',
    { output: 'Ünïcode and words', rubric: [{ criterion: 'contains "words"', weight: 1 }] },
  ],
  ['code-research', '/code-research', { query: 'parcel.fold' }],
  [
    'spend-check',
    '/spend-check',
    { payTo: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', amount_usd: 0.5 },
  ],
  ['sla-report', '/watchtower/report', { service: 'search' }],
]

async function askAll(loopback: Loopback): Promise<ReadonlyMap<string, string>> {
  const { registry, service } = loopback
  const python = [
    ['1.0', 'def wrap(box): ...'],
    ['2.0', 'def wrap(box, *, ribbon=None): ...'],
  ] as const
  for (const [release, extra] of python) {
    publishPython(registry, { name: 'parcel', version: release, files: MODULE(extra) })
  }
  const npm = [
    ['1.0.0', 'export declare const gone: number'],
    ['2.0.0', 'export declare class Kit { shut(): boolean }'],
  ] as const
  for (const [release, extra] of npm) {
    publishNpm(registry, {
      name: '@box/kit',
      version: release,
      type: 'module',
      files: TYPES(extra),
    })
  }
  await fillWatch(loopback)
  const key = await service.app.creditKeys.issue('corpus', 10_000_000)
  const given = new Map<string, string>()
  for (const [name, path, body] of QUESTIONS) {
    if (name === 'code-research') await service.app.syncResearch()
    const headers = { 'x-api-key': key }
    const asked = body === null ? service.get(path, headers) : service.post(path, body, headers)
    const { status, text } = await asked
    if (status !== 200) throw new Error(`${path}: ${status} ${text}`)
    given.set(name, text)
  }
  return given
}

for (const name of SAMPLE_NAMES) {
  const receipt = signedReceipt(SAMPLES[name], signer)
  await writeOnce(`v${version}-${name}.json`, `${JSON.stringify(receipt, null, 2)}\n`)
}

const dir = await mkdtemp(join(tmpdir(), 'assay-corpus-'))
await writeFile(join(dir, 'watch.json'), JSON.stringify({ targets: [WATCHED] }))
const loopback = await startLoopback({
  ASSAY_VERIFIER_KEY: TEST_KEY_HEX,
  ASSAY_WATCH_FILE: join(dir, 'watch.json'),
})
try {
  const given = await askAll(loopback)
  await mkdir(new URL('forged/', folder), { recursive: true })
  const signatures = [...given.values()].map((text) => String(JSON.parse(text).signature))
  for (const [index, [name, text]] of [...given].entries()) {
    const receipt: JsonObject = JSON.parse(text)
    const otherSignature = signatures[(index + 1) % signatures.length] ?? ''
    const lines = variantsOf({ receipt, signer, stranger, otherSignature })
    await writeOnce(`v${version}-${name}.json`, `${JSON.stringify(receipt, null, 2)}\n`)
    const body = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
    await writeOnce(`forged/v${version}-${name}.jsonl`, body)
  }
} finally {
  await loopback.close()
  await rm(dir, { recursive: true })
}
