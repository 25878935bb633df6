// A set of names that is fetched, built and swapped while the service answers: no answer may fail,
// and unrelated warm answers may not become slow. Everything on loopback. With --file at the size of
// a real set: `npm run build && npm run bench -- names-update --file <data>/names/npm.names`.

import { type ChildProcess, fork } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { allNames } from '../scripts/truth/names/allNames.ts'
import { seededRandom } from '../scripts/truth/names/queries.ts'
import { loadBundledNames } from '../src/names/set/bundledNames.ts'
import { fakeRegistry } from '../test/fake/registry.ts'
import { setFile } from '../test/names/madeSet.ts'

const PATH = '/demo/v1/package/exists'
const MISS_EVERY_MS = 25
const COUNT_OF_REST = 150

type Seen = Readonly<{ times: readonly number[]; wrong: readonly string[] }>

export async function benchNamesUpdate(quick: boolean, file: string | null): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-bench-'))
  const registry = await fakeRegistry()
  const children: ChildProcess[] = []
  try {
    const names = await prepare(folder, file, quick)
    registry.npm.publish({ name: 'express', version: '5.3.0' })
    publishNewer(registry, names)
    const env = {
      ASSAY_NPM_REGISTRY: registry.npmUrl,
      ASSAY_PYPI_INDEX: registry.pypiIndexUrl,
      ASSAY_DATA_DIR: folder,
    }
    const server = start(children, 'namesServer.mjs', [], env)
    const { url } = await told<{ url: string }>(server)
    const question = JSON.stringify({ ecosystem: 'npm', name: 'express' })
    await (await ask(url, 'npm', 'express')).text()
    const probe = start(children, 'warmProbe.mjs', [`${url}${PATH}`, question])
    await told(probe)

    const during = async (work: () => Promise<unknown>): Promise<Seen & { misses: number }> => {
      probe.send('start')
      const asking = askForMisses(url, names)
      await work()
      const misses = await asking.stop()
      const seen = told<Seen>(probe)
      probe.send('stop')
      return { ...(await seen), misses }
    }
    const quiet = await during(() => sleep(quick ? 1_000 : 15_000))
    const started = performance.now()
    const updating = await during(async () => {
      server.send('look')
      await told(server)
    })
    const seconds = (performance.now() - started) / 1_000
    const after = await during(() => sleep(quick ? 1_000 : 15_000))
    console.log(`${names.length} names of npm, updated in ${seconds.toFixed(0)} s while serving`)
    for (const [what, seen] of Object.entries({ quiet, updating, after })) report(what, seen)
    const ratio = at(updating.times, 0.99) / Math.max(at(quiet.times, 0.99), at(after.times, 0.99))
    console.log(`p99 of warm answers: ${ratio.toFixed(2)} times that of the quiet ones`)
    if ((await health(url)).size === names.length) throw new Error('the newer set does not answer')
  } finally {
    for (const child of children) child.kill()
    await registry.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** A data folder with a set that is due. */
async function prepare(folder: string, file: string | null, quick: boolean): Promise<string[]> {
  const path = join(folder, 'names', 'npm.names')
  await mkdir(join(folder, 'names'), { mode: 0o700 })
  if (file === null) {
    const listed = loadBundledNames().npm.names
    await writeFile(path, setFile({ names: quick ? listed.slice(0, 5_000) : listed }))
  } else await copyFile(file, path)
  await utimes(path, new Date(0), new Date(0))
  return allNames(path)
}

/** Some names gone, some new, and other downloads: the whole set is built anew. */
function publishNewer(
  { npm }: Awaited<ReturnType<typeof fakeRegistry>>,
  names: readonly string[],
): void {
  const kept = names.filter((_, place) => place % 1_000 !== 500)
  const added = Array.from({ length: 3_000 }, (_, i) => `a-name-that-was-not-there-${i}`)
  const publish = (name: string, member: string, content: unknown) => {
    const files = { 'package.json': '{}', [member]: JSON.stringify(content) }
    npm.publish({ name, version: '2.0.1', files })
  }
  publish('all-the-package-names', 'names.json', [...kept, ...added])
  const counted = names.filter((_, place) => place % 7 === 0)
  const counts = Object.fromEntries(counted.map((name) => [name, COUNT_OF_REST]))
  publish('download-counts', 'counts.json', counts)
}

function start(
  children: ChildProcess[],
  file: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): ChildProcess {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), args, {
    env: { ...process.env, ...env },
    // Nothing of the loader that runs this file.
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  children.push(child)
  return child
}

function told<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null) => reject(new Error(`a child ended with ${code}`))
    child.once('exit', onExit)
    child.once('message', (value) => {
      child.off('exit', onExit)
      // Both ends of the channel are in this folder.
      resolve(value as T)
    })
  })
}

/** Names that are not there, each asked once; throws for any that is not answered. */
function askForMisses(url: string, names: readonly string[]) {
  const random = seededRandom(names.length)
  let isAsking = true
  let count = 0
  const asking = (async () => {
    while (isAsking) {
      const name = names[Math.floor(random() * names.length)] ?? ''
      const response = await ask(url, 'npm', `${name}-${count}q`)
      const text = await response.text()
      if (response.status !== 200) throw new Error(`${name}: ${response.status} ${text}`)
      count += 1
      await sleep(MISS_EVERY_MS)
    }
  })()
  return {
    async stop() {
      isAsking = false
      await asking
      return count
    },
  }
}

function ask(url: string, ecosystem: string, name: string): Promise<Response> {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ ecosystem, name: name.slice(0, 200) })
  return fetch(`${url}${PATH}`, { method: 'POST', headers, body })
}

async function health(url: string): Promise<{ size: number }> {
  const response = await fetch(`${url}/health/ready`)
  // A route of ours.
  const body = (await response.json()) as { names: { npm: { size: number } } }
  return body.names.npm
}

function report(what: string, { times, wrong, misses }: Seen & { misses: number }): void {
  if (wrong.length > 0) throw new Error(`${what}: ${wrong.length} wrong, such as ${wrong[0]}`)
  console.log(
    `${what}: ${times.length} warm answers, p50 ${at(times, 0.5).toFixed(1)} ms, ` +
      `p99 ${at(times, 0.99).toFixed(1)} ms; ${misses} misses; none failed`,
  )
}

function at(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
