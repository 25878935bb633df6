// How long an editor waits: from a change of a file of 500 lines to what is told of it, in a repository of
// 1,000 files, against a fresh check of the same text in the same run; and the CPU of both. Whatever was
// changed, both must say the same.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openCheckApp } from '../src/app/checkApp.ts'
import { readScope } from '../src/cli/check/checkFiles.ts'
import { checkSession } from '../src/cli/check/checkSession.ts'
import { loadConfig } from '../src/config.ts'
import { seededRandom } from '../test/fake/seededRandom.ts'
import { startEditor } from '../test/support/editor.ts'
import { changedText } from './madeUpRepository.ts'
import { withRepository } from './withRepository.ts'

const CHANGES = { full: 200, quick: 10 } as const
/** Every so many changes the same text is checked by somebody who has seen nothing. */
const FRESH_EVERY = 20
const P95_MAX_MS = 150
const WARM_UP = 20
const TICK_MS = 10
const MAIN = fileURLToPath(new URL('../dist/cli/main.cjs', import.meta.url))
const CPU_SHARE_MAX = 0.15

export function benchLsp(quick: boolean): Promise<void> {
  return withRepository(quick, async ({ size, root, env, signal }) => {
    const app = await openCheckApp(loadConfig(env), { onProblem: () => {} })
    const scope = readScope(root, [])
    if (typeof scope === 'string') throw new Error(scope)
    // What tables cost is no part of it: both have them.
    await checkSession(app)(scope, { signal })
    const first = await measured(() => checkSession(app)(scope, { signal }))
    const session = checkSession(app)
    await session(scope, { signal })
    const { below } = seededRandom(2)
    const code = scope.files.filter(({ path }) => path.startsWith('src/'))
    const files = new Map(scope.files.map((file) => [file.path, file]))
    const again: Spent[] = []
    for (let change = 1; change <= CHANGES[quick ? 'quick' : 'full']; change += 1) {
      const file = code[below(code.length)]
      if (file === undefined) break
      const lines = `${files.get(file.path)?.content}\n${file.content}`.split('\n').slice(0, 500)
      files.set(file.path, { ...file, content: changedText(lines.join('\n'), below) })
      const now = { ...scope, files: [...files.values()] }
      const spent = await measured(() => session(now, { signal }))
      again.push(spent)
      if (change % FRESH_EVERY !== 0 && !quick) continue
      const fresh = await checkSession(app)(now, { signal })
      if (JSON.stringify(fresh) !== JSON.stringify(spent.value)) throw new Error('not the same')
    }
    const sorted = again.map(({ ms }) => ms).sort((a, b) => a - b)
    const p95 = sorted[Math.ceil(sorted.length * 0.95) - 1] ?? 0
    const cpu = again.reduce((sum, { cpuMs }) => sum + cpuMs, 0) / again.length
    console.log(`lsp: ${size.files} files, ${again.length} changes of one file of up to 500 lines`)
    console.log(`  a fresh check: ${first.ms.toFixed(0)} ms, ${first.cpuMs.toFixed(0)} ms of CPU`)
    console.log(
      `  from a change to the report: median ${sorted[sorted.length >> 1]?.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms (at most ${P95_MAX_MS}), p95 ${(p95 / first.ms).toFixed(3)} of a fresh check`,
    )
    console.log(
      `  CPU of a change: ${cpu.toFixed(0)} ms, ${(cpu / first.cpuMs).toFixed(3)} of a fresh check (at most ${CPU_SHARE_MAX})`,
    )
    await app.close()
    await benchEditor({ root, env, count: CHANGES[quick ? 'quick' : 'full'] })
  })
}

/** The same through the protocol: from the change that an editor sends to the diagnostics that it gets. */
async function benchEditor({
  root,
  env,
  count,
}: Readonly<{
  root: string
  env: Readonly<Record<string, string>>
  count: number
}>): Promise<void> {
  const path = 'src/group0/file0.py'
  const code = readFileSync(join(root, path), 'utf8')
  const lines = Array.from({ length: 10 }, () => code)
    .join('\n')
    .split('\n')
  let text = lines.slice(0, 500).join('\n')
  const editor = await startEditor({ root, env, main: MAIN })
  const pid = editor.process.pid ?? 0
  const { below } = seededRandom(4)
  const waited: number[] = []
  try {
    editor.open(path, text)
    await editor.told(path)
    let begunMs = 0
    for (let change = -WARM_UP; change < count; change += 1) {
      if (change === 0) begunMs = cpuMsOf(pid)
      text = changedText(text, below)
      const begun = performance.now()
      editor.change(path, text)
      await editor.told(path)
      if (change >= 0) waited.push(performance.now() - begun)
    }
    const cpuMs = (cpuMsOf(pid) - begunMs) / count
    const sorted = waited.sort((a, b) => a - b)
    const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1]?.toFixed(0)
    console.log(
      `  through the protocol, ${count} changes: median ${at(0.5)} ms, p95 ${at(0.95)} ms (at most ${P95_MAX_MS}), ${cpuMs.toFixed(0)} ms of CPU each`,
    )
  } finally {
    await editor.quit()
  }
}

/** Of a process and those that it started, where the system tells. */
function cpuMsOf(pid: number): number {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const rows = all.flatMap((name) => {
    try {
      const text = readFileSync(`/proc/${name}/stat`, 'utf8')
      const [, ppid, ...rest] = text.slice(text.lastIndexOf(')') + 2).split(' ')
      const ticks = Number(rest[9]) + Number(rest[10])
      return Number(name) === pid || Number(ppid) === pid ? [ticks] : []
    } catch {
      return []
    }
  })
  return rows.reduce((sum, ticks) => sum + ticks, 0) * TICK_MS
}

type Spent = Readonly<{ value: unknown; ms: number; cpuMs: number }>

async function measured(run: () => Promise<unknown>): Promise<Spent> {
  const begunMs = performance.now()
  const begun = process.cpuUsage()
  const value = await run()
  const { user, system } = process.cpuUsage(begun)
  return { value, ms: performance.now() - begunMs, cpuMs: (user + system) / 1_000 }
}
