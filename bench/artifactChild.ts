// Opens one archive in a process of its own and prints how long it took and how much memory.
//
//   tsx bench/artifactChild.ts <kind> <file> <filename>

import { existsSync, readFileSync } from 'node:fs'
import { ArchiveRefusal } from '../src/artifact/bytes/refusal.ts'
import { openArtifact } from '../src/artifact/openArtifact.ts'

const [kind, file = '', filename = ''] = process.argv.slice(2)
if (kind !== 'wheel' && kind !== 'sdist' && kind !== 'tarball') throw new Error(`kind ${kind}`)
const bytes = readFileSync(file)
const rssBefore = process.memoryUsage().rss
const cpuBefore = process.cpuUsage()
const started = performance.now()
let outcome = 'opened'
try {
  await openArtifact({ kind, filename, bytes }, new AbortController().signal)
} catch (error) {
  if (!(error instanceof ArchiveRefusal)) throw error
  outcome = error.reason
}
const ms = performance.now() - started
const { user, system } = process.cpuUsage(cpuBefore)
const peakBytes = peakRss()
console.log(
  JSON.stringify({
    outcome,
    ms,
    cpuMs: (user + system) / 1e3,
    grownBytes: peakBytes - rssBefore,
    peakBytes,
  }),
)

/** Where there is a proc file system, because maxRSS begins with what the parent had at the fork. */
function peakRss(): number {
  const maxRss = process.resourceUsage().maxRSS * 1024
  if (!existsSync('/proc/self/status')) return maxRss
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? []
  return kilobytes === undefined ? maxRss : Number(kilobytes) * 1024
}
