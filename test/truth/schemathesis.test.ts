// The built server against its own /openapi.json: schemathesis makes up valid and broken requests
// for every operation and holds each answer against what the document promises. Needs `npm run
// build` first.

import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { python } from '../../scripts/truth/venv.ts'
import type { FakeRegistry } from '../fake/registry.ts'
import { fakeRegistry } from '../fake/registry.ts'

const REQUIREMENTS = ['schemathesis==4.32.5']
const MAIN = fileURLToPath(new URL('../../dist/cli/main.cjs', import.meta.url))
const CASES = Number(process.env['ASSAY_TRUTH_CASES'] ?? 2_000)
const SEED = Number(process.env['ASSAY_TRUTH_SEED'] ?? Math.floor(Math.random() * 2 ** 31))
const START_TIMEOUT_MS = 60_000

// Where the service means something that schemathesis does not expect of a service; all other
// checks run as they come.
const CONFIG = `
[checks.positive_data_acceptance]
# 402: the credit of the key is spent.
expected-statuses = ["2xx", "401", "402", "403", "404", "409", "429"]

[checks.negative_data_rejection]
expected-statuses = ["400", "401", "402", "403", "404", "405", "406", "409", "413", "415", "422", "429"]

[checks.missing_required_header]
expected-statuses = ["400", "401", "402", "403", "406", "415", "422"]

[checks.ignored_auth]
# It knows 401 and 403 only; a call without payment is answered 402.
enabled = false

[[operations]]
# 422: well-formed, but no registry could hold such a name or has such a version, which no schema
# can say.
include-path-regex = "/(exists|diff)$"
[operations.checks.positive_data_acceptance]
expected-statuses = ["2xx", "401", "402", "403", "404", "409", "422", "429"]

[[operations]]
# Numbers are read as pydantic reads them: "5" and true are numbers, too.
include-path = ["/spend-check", "/judge"]
[operations.checks.negative_data_rejection]
enabled = false
`

describe('schemathesis', () => {
  let folder = ''
  let registry: FakeRegistry
  let server: ChildProcess
  let origin = ''

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-truth-'))
    registry = await fakeRegistry()
    publishExamples(registry)
    server = spawn(process.execPath, [MAIN, 'serve'], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: {
        PATH: process.env['PATH'],
        HOME: folder,
        ASSAY_PORT: '0',
        ASSAY_DATA_DIR: join(folder, 'data'),
        ASSAY_DEMO_DAILY_LIMIT: '0',
        ASSAY_NPM_REGISTRY: registry.npmUrl,
        ASSAY_PYPI_INDEX: registry.pypiIndexUrl,
        ASSAY_LOG_LEVEL: 'warn',
        ASSAY_NAMES: 'off',
      },
    })
    origin = await listeningAt(server)
  })

  afterAll(async () => {
    if (server && server.exitCode === null) {
      server.kill('SIGTERM')
      await once(server, 'exit')
    }
    await registry?.close()
    if (folder) await rm(folder, { recursive: true, force: true })
  })

  test(`finds nothing in ${CASES} cases of each request body, seed ${SEED}`, async () => {
    const document = await fetch(`${origin}/openapi.json`)
    expect(document.status).toBe(200)
    const text = await document.text()
    await writeFile(join(folder, 'openapi.json'), text)
    const operations = operationsOf(JSON.parse(text))
    const { status, output } = await runSchemathesis({ folder, origin })
    // The seed is in the report, too; this line is there when the report is not read to its end.
    console.log(`schemathesis: seed ${SEED}, ${/\d+ generated.*/.exec(output)?.[0]}`)
    expect(status, output.slice(-20_000)).toBe(0)
    expect(output).toContain(`Tested: ${operations.length}`)
    // A run that stopped early is green as well, so what it did is counted.
    const statuses = await readStatuses(join(folder, 'report.ndjson'))
    for (const { label, hasBody } of operations) {
      const seen = statuses.get(label) ?? []
      expect(seen, label).toContain(200)
      if (!hasBody) continue
      expect(seen.length, label).toBeGreaterThanOrEqual(CASES)
      expect(seen, label).toContain(422)
    }
    // The server outlived it all and still answers.
    expect((await fetch(`${origin}/health`)).status).toBe(200)
    expect(server.exitCode).toBeNull()
  })
})

/** The names that the document gives as examples exist, so that hits are checked as well. */
function publishExamples({ npm, pypi }: FakeRegistry) {
  for (const name of ['express', '@babel/core']) npm.publish({ name, version: '5.1.0' })
  pypi.publish({ name: 'requests', version: '2.32.5' })
}

async function listeningAt(server: ChildProcess): Promise<string> {
  const { stderr } = server
  if (stderr === null) throw new Error('the server has no standard error')
  const said: string[] = []
  const lines = createInterface(stderr)
  return new Promise((resolve, reject) => {
    const fail = (why: string) => reject(new Error(`${why}:\n${said.join('\n')}`))
    const timer = setTimeout(() => fail('the server does not start'), START_TIMEOUT_MS)
    server.once('exit', (status) => fail(`the server ended with ${status}`))
    lines.on('line', (line) => {
      said.push(line)
      const [, url] = /listens on (http:\/\/\S+)/.exec(line) ?? []
      if (url === undefined) return
      clearTimeout(timer)
      resolve(url)
    })
  })
}

type Operation = Readonly<{ label: string; hasBody: boolean }>

function operationsOf(document: unknown): Operation[] {
  // It is our own document; another shape makes the comparison fail.
  const { paths } = document as { paths: Record<string, Record<string, object>> }
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      label: `${method.toUpperCase()} ${path}`,
      hasBody: 'requestBody' in operation,
    })),
  )
}

/** The part of a line of the report that is read here. */
type ReportLine = Readonly<{
  ScenarioFinished?: Readonly<{
    recorder: Readonly<{
      label: string
      /** Absent from a scenario that was skipped. */
      interactions?: Readonly<Record<string, { response?: { status_code: number } | null }>>
    }>
  }>
}>

/** The status of every answer, by operation. */
async function readStatuses(file: string): Promise<Map<string, number[]>> {
  const statuses = new Map<string, number[]>()
  for (const line of (await readFile(file, 'utf8')).trimEnd().split('\n')) {
    // Written by the pinned version of schemathesis; another shape makes the counts fail.
    const { ScenarioFinished: scenario } = JSON.parse(line) as ReportLine
    if (!scenario) continue
    const { label, interactions = {} } = scenario.recorder
    const seen = statuses.get(label) ?? []
    for (const { response } of Object.values(interactions)) {
      if (response) seen.push(response.status_code)
    }
    statuses.set(label, seen)
  }
  return statuses
}

async function runSchemathesis({ folder, origin }: { folder: string; origin: string }) {
  const config = join(folder, 'schemathesis.toml')
  await writeFile(config, CONFIG)
  const key = (await readFile(join(folder, 'data', 'operator.key'), 'utf8')).trim()
  const command = join(dirname(await python(REQUIREMENTS)), 'schemathesis')
  const run = spawn(
    command,
    [
      // From a file: of a document that it fetches itself, it leaves out the route that serves it.
      ...['--config-file', config, 'run', 'openapi.json', '--url', origin],
      // Without --checks every check runs, less what the configuration turns off.
      ...['--phases', 'examples,coverage,fuzzing', '--mode', 'all'],
      ...['--max-examples', `${CASES}`, '--seed', `${SEED}`, '--continue-on-failure'],
      // One worker: with two, 4.32.5 silently ends some operations after a handful of cases.
      ...['--header', `X-API-Key: ${key}`, '--workers', '1', '--request-timeout', '30'],
      ...['--report-ndjson-path', 'report.ndjson'],
      ...['--suppress-health-check', 'all', '--generation-database', 'none', '--no-color'],
    ],
    { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'], env: { PATH: process.env['PATH'] } },
  )
  const chunks: Buffer[] = []
  run.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
  run.stderr.on('data', (chunk: Buffer) => chunks.push(chunk))
  const [status] = await once(run, 'close')
  return { status, output: Buffer.concat(chunks).toString('utf8') }
}
