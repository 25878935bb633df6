// The live measurement behind docs/measurements/: the most popular packages of a registry, read
// from the registry itself. Run by a person, politely, never by the test suite.
//
//   npx tsx scripts/liveIngest.ts embedded npm 200    interrupted once, then resumed
//   npx tsx scripts/liveIngest.ts postgres npm 200    three workers, one of them killed twice

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { isEcosystem } from '../src/domain/names/packageName.ts'
import { findChainFault } from '../src/domain/proofChain.ts'
import { loadBundledNames } from '../src/names/set/bundledNames.ts'
import { openStore } from '../src/store/openStore.ts'
import { startPostgres } from '../test/support/postgres.ts'

const MAIN = fileURLToPath(new URL('../src/cli/main.ts', import.meta.url))

type Env = Readonly<Record<string, string>>
type Running = Readonly<{
  child: ChildProcess
  /** Settles with the first line of progress. */
  begun: Promise<unknown>
  ended: Promise<{ status: number; stdout: string }>
}>

function assay(args: readonly string[], env: Env): Running {
  const child = spawn(process.execPath, ['--import', 'tsx', MAIN, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stdout = ''
  child.stdout?.on('data', (chunk: Buffer) => {
    stdout += chunk.toString()
  })
  child.stderr?.pipe(process.stderr, { end: false })
  const begun = new Promise((resolve) => child.stderr?.once('data', resolve))
  const ended = once(child, 'close').then(([code]) => ({ status: Number(code ?? -1), stdout }))
  return { child, begun, ended }
}

function print(title: string, { status, stdout }: { status: number; stdout: string }): void {
  console.log(`${title}: exit ${status}\n${stdout.trim()}`)
}

async function embedded(top: readonly string[], env: Env, interruptAfterMs: number) {
  const first = assay(['ingest', ...top], env)
  await Promise.race([first.begun.then(() => sleep(interruptAfterMs)), first.ended])
  first.child.kill('SIGINT')
  print('first run', await first.ended)
  print('resumed', await assay(['ingest', ...top], env).ended)
  print('once more', await assay(['ingest', ...top], env).ended)
}

async function shared(top: readonly string[], env: Env, killAfterMs: readonly number[]) {
  // With the one job of the run itself, six requests at once are what the registry sees at most.
  const worker = (jobs: number) => assay(['worker', '--jobs', String(jobs)], env)
  const workers = [worker(2), worker(2), worker(1)]
  const run = assay(['ingest', ...top], env)
  await Promise.race([run.begun, run.ended])
  let isOver = false
  void run.ended.then(() => {
    isOver = true
  })
  let killed = 0
  for (const afterMs of killAfterMs) {
    await Promise.race([sleep(afterMs), run.ended])
    if (isOver) break
    workers[0]?.child.kill('SIGKILL')
    killed += 1
    workers[0] = worker(2)
  }
  print(`killed ${killed} times`, await run.ended)
  for (const { child } of workers) child.kill('SIGTERM')
  const ends = await Promise.all(workers.map(({ ended }) => ended))
  console.log(`workers ended with ${ends.map(({ status }) => status).join(', ')}`)
}

/** Every chain of the run: how many, how long, and whether each is whole. */
async function checkChains(ecosystem: 'npm' | 'pypi', count: number, env: Env): Promise<void> {
  const databaseUrl = env['ASSAY_DATABASE_URL'] ?? null
  const store = await openStore({ databaseUrl, dataDir: env['ASSAY_DATA_DIR'] ?? '' })
  let chains = 0
  let rows = 0
  const faults: string[] = []
  for (const name of loadBundledNames()[ecosystem].names.slice(0, count)) {
    // The bundled names are in normal form.
    const key = { ecosystem, name: name as never }
    const chain = await store.packages.loadChain(key, { afterSeq: 0, limit: 1_000 })
    if (chain.length > 0) chains += 1
    rows += chain.length
    const fault = findChainFault(chain)
    if (fault !== null) faults.push(`${name}: ${fault}`)
  }
  await store.close()
  console.log(JSON.stringify({ chains, rows, faults }))
}

const [mode, ecosystem, count = '200', jobs = '4'] = process.argv.slice(2)
if ((mode !== 'embedded' && mode !== 'postgres') || !isEcosystem(ecosystem)) {
  console.error('Usage: liveIngest.ts <embedded|postgres> <pypi|npm> [count] [jobs]')
  process.exit(2)
}
const folder = await mkdtemp(join(tmpdir(), 'assay-live-'))
const server = mode === 'postgres' ? await startPostgres() : null
try {
  const env = {
    ASSAY_DATA_DIR: folder,
    ...(server === null ? {} : { ASSAY_DATABASE_URL: await server.url('live') }),
  }
  const top = ['--top', count, '--ecosystem', ecosystem, '--json']
  if (server === null) await embedded([...top, '--jobs', jobs], env, 3_000)
  else await shared([...top, '--jobs', '1'], env, [4_000, 4_000])
  await checkChains(ecosystem, Number(count), env)
} finally {
  await server?.stop()
  await rm(folder, { recursive: true, force: true })
}
