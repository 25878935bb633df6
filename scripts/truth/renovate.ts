// Renovate itself asks the service how sure updates are, and acts on it:
//
//   npm install --prefix <folder> renovate
//   npx tsx scripts/truth/renovate.ts <folder>
//
// A registry and the service run on loopback; Renovate looks at a small project without writing anything,
// and is told to propose nothing below high confidence. Exits with 1 where it does otherwise.

import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { startLoopback } from '../../test/support/loopback.ts'
import { publishNpm } from '../../test/support/publish.ts'

const run = promisify(execFile)
const RENOVATE_TIMEOUT_MS = 240_000
const A = 'export function a(x: string): void\n'

/** What the newer release is, and what is to become of the update. */
const PACKAGES = {
  same: { types: A, confidence: 'high', isProposed: true },
  more: { types: `${A}export function b(): void\n`, confidence: 'high', isProposed: true },
  less: { types: 'export function b(): void\n', confidence: 'low', isProposed: false },
  '@scope/less': { types: 'export function b(): void\n', confidence: 'low', isProposed: false },
} as const

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('usage: renovate.ts <folder that has renovate>')

const loopback = await startLoopback()
const project = await mkdtemp(join(tmpdir(), 'assay-renovate-'))
try {
  for (const [name, { types }] of Object.entries(PACKAGES)) {
    publishNpm(loopback.registry, { name, version: '1.0.0', files: `-- index.d.ts --\n${A}` })
    publishNpm(loopback.registry, { name, version: '1.1.0', files: `-- index.d.ts --\n${types}` })
  }
  const dependencies = Object.fromEntries(Object.keys(PACKAGES).map((name) => [name, '1.0.0']))
  await writeFile(join(project, 'package.json'), JSON.stringify({ name: 'app', dependencies }))
  const key = await loopback.service.app.creditKeys.issue('renovate', 1_000_000)
  const config = {
    requireConfig: 'optional',
    onboarding: false,
    registryUrls: [loopback.registry.npmUrl],
    hostRules: [{ hostType: 'merge-confidence', matchHost: loopback.service.url, token: key }],
    packageRules: [
      { matchPackageNames: ['*'], registryUrls: [loopback.registry.npmUrl] },
      { matchConfidence: ['low'], labels: ['breaks'] },
    ],
    minimumConfidence: 'high',
    internalChecksFilter: 'strict',
  }
  await writeFile(join(project, 'bot.json'), JSON.stringify(config))
  const { stdout } = await run(
    process.execPath,
    [resolve(folder, 'node_modules/renovate/dist/renovate.js'), '--platform=local'],
    {
      cwd: project,
      timeout: RENOVATE_TIMEOUT_MS,
      maxBuffer: 1 << 26,
      env: {
        PATH: process.env['PATH'],
        HOME: project,
        LOG_LEVEL: 'debug',
        LOG_FORMAT: 'json',
        RENOVATE_CONFIG_FILE: join(project, 'bot.json'),
        RENOVATE_X_MERGE_CONFIDENCE_API_BASE_URL: loopback.service.url,
        RENOVATE_X_MERGE_CONFIDENCE_SUPPORTED_DATASOURCES: '["npm","pypi"]',
      },
    },
  )
  process.exitCode = judge(stdout) ? 0 : 1
} finally {
  await rm(project, { recursive: true, force: true })
  await loopback.close()
}

/** `pendingChecks`: it waits, and is not proposed. */
type Update = Readonly<{ mergeConfidenceLevel?: string; pendingChecks?: boolean }>
type Dependency = Readonly<{ depName: string; updates?: readonly Update[] }>

function judge(log: string): boolean {
  const lines = log.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []))
  const found = lines.find(({ msg }) => msg === 'packageFiles with updates')
  const files: readonly Readonly<{ deps: readonly Dependency[] }>[] = found?.config?.npm ?? []
  const dependencies = files.flatMap(({ deps }) => deps)
  let isRight = dependencies.length > 0
  for (const [name, wanted] of Object.entries(PACKAGES)) {
    const [update] = dependencies.find(({ depName }) => depName === name)?.updates ?? []
    const isProposed = update !== undefined && update.pendingChecks !== true
    const confidence = update?.mergeConfidenceLevel
    const isFit = isProposed === wanted.isProposed && confidence === wanted.confidence
    isRight &&= isFit
    const said = `${confidence}, ${isProposed ? 'proposed' : 'held back'}`
    console.log(`${isFit ? 'right' : 'WRONG'} ${name}: ${said}`)
  }
  return isRight
}
