// Every kind of child ends with the process that started it, however early that one is killed. The
// parents here kill themselves at the moment that they are told to; the children are the program's own.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BuiltProgram, builtProgram } from './support/builtProgram.ts'

let program: BuiltProgram

beforeAll(() => {
  program = builtProgram()
})
afterAll(() => program.remove())

/** Runs a parent to its end; `what` it was to its children is told by its own code. */
async function killed(code: string): Promise<void> {
  const file = join(program.dir, 'parent.mjs')
  writeFileSync(
    file,
    `setInterval(() => {}, 1_000)\nconst dist = new URL("./dist/", import.meta.url)\n${code}`,
  )
  const parent = spawn(process.execPath, [file], { stdio: ['ignore', 'ignore', 'inherit'] })
  expect((await once(parent, 'exit'))[1]).toBe('SIGKILL')
}

/** Waits until nothing is left; the time limit of the test ends a wait in vain. */
async function untilNothingIsLeft(): Promise<void> {
  while (program.processes().length > 0) await sleep(10)
}

const DIE = "process.kill(process.pid, 'SIGKILL')"

/** Starts a child of the nursery, with all that a real one has. */
const NURSERY = `
const { openNursery } = await import(new URL('extract/nurseryProcess.js', dist))
const { childArguments, ownProgram } = await import(new URL('extract/childFlags.js', dist))
const options = { entry: ownProgram('child'), heapMaxBytes: 2 ** 26, readable: [] }
const args = childArguments(options)
const nursery = openNursery(ownProgram('nursery'))
const listener = { started() {}, printed() {}, exited() {} }
const start = (more) =>
  nursery.start({ args, cwd: '/', stderrMaxBytes: 1000 }, { ...listener, ...more })
`

test.each([
  ['as soon as it has asked for one', `start({})\nstart({})\nstart({})\n${DIE}`],
  ['a moment later', `start({})\nstart({})\nstart({})\nsetTimeout(() => ${DIE}, 80)`],
  // The second is on its way, which the nursery waits to hear the end of.
  ['when the first of two has started', `start({ started: () => ${DIE} })\nstart({})`],
  ['when both have', `start({})\nstart({ started: () => ${DIE} })`],
])('children of a nursery whose server is killed %s', async (_, end) => {
  await killed(`${NURSERY}\n${end}`)
  await untilNothingIsLeft()
})

const READER = `
const { inputReader } = await import(new URL('check/read/readAside.js', dist))
const reader = inputReader((pid) => { watched(pid); return () => {} })
const caller = { signal: new AbortController().signal, client: 'a' }
const ask = () => reader.read([{ path: 'a.py', content: 'import a\\n' }], caller)
`

test.each([
  ['as it is started', `function watched() { ${DIE} }\nvoid ask()`],
  ['when it has answered', `function watched() {}\nawait ask()\n${DIE}`],
])('a reader of code whose server is killed %s', async (_, end) => {
  await killed(`${READER}\n${end}`)
  await untilNothingIsLeft()
})

test.each(['SIGTERM', 'SIGKILL'] as const)(
  'a service whose npm is ended by %s ends, and all that it started',
  async (signal) => {
    const npm = spawn('npm', ['start', '--silent'], {
      cwd: program.dir,
      // Not the settings of the tests themselves: the service refuses those that it does not know.
      env: {
        PATH: process.env['PATH'],
        HOME: program.dir,
        ASSAY_DATA_DIR: join(program.dir, 'data'),
        ASSAY_PORT: '0',
        ASSAY_NAMES: 'off',
        ASSAY_LOG_LEVEL: 'silent',
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const ended = once(npm, 'exit')
    await new Promise<void>((resolve) => {
      npm.stderr.on('data', (chunk) => String(chunk).includes('listens on') && resolve())
    })
    expect(program.processes().length).toBeGreaterThan(1)
    npm.kill(signal)
    await ended
    await untilNothingIsLeft()
  },
)

test('a build of names that nobody waits for any more is not brought to its end', async () => {
  const names = Array.from(
    { length: 400_000 },
    (_, n) => `name-${(n * 7919) % 1_000_003}-${n % 97}`,
  )
  const rows = names.map((name) => `<a href="/simple/${name}/">${name}</a>\n`)
  writeFileSync(
    join(program.dir, 'names.html'),
    `<!DOCTYPE html><html><body>${rows.join('')}</body></html>`,
  )
  const outPath = join(program.dir, 'names.out')
  const job = {
    ecosystem: 'pypi',
    snapshot: '2026-01-01',
    materials: [
      {
        role: 'names',
        name: 'simple',
        version: '1',
        path: join(program.dir, 'names.html'),
        filename: 'simple',
        sha256: '',
      },
    ],
    basePath: null,
    outPath,
  }
  await killed(`
const { runBuild } = await import(new URL('names/build/runBuild.js', dist))
const { nurseryArguments } = await import(new URL('extract/childFlags.js', dist))
const never = new AbortController().signal
const onProgress = ({ stage }) => stage === 'reading' || ${DIE}
await runBuild(nurseryArguments)(${JSON.stringify(job)}, onProgress, never)
`)
  await untilNothingIsLeft()
  expect(existsSync(outPath)).toBe(false)
})
