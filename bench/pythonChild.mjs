// Our table of one wheel or sdist, from compiled code, in a process of its own. Prints the processor
// time until the first line ran, until the end, and the peak of memory. argv: the file.

import { existsSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { openArtifact } from '../dist/artifact/openArtifact.js'
import { extractPython } from '../dist/extract/python/extractPython.js'

const startMs = cpuMs()
const [, , file = ''] = process.argv
const filename = basename(file)
const kind = filename.endsWith('.whl') ? 'wheel' : 'sdist'
const input = { kind, filename, bytes: readFileSync(file) }
const { tree } = await openArtifact(input, new AbortController().signal)
const entries = tree.entries.map(({ path }) => path)
const table = extractPython({ kind, entries, read: (path) => tree.read(path) })
const names = table.modules.reduce((sum, module) => sum + module.entries.length, 0)
console.log(JSON.stringify({ startMs, cpuMs: cpuMs(), peakBytes: peakBytes(), names }))

function cpuMs() {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e3
}

/** Not maxRSS where there is another way: it begins with what the parent had at the fork. */
function peakBytes() {
  const status = '/proc/self/status'
  const text = existsSync(status) ? readFileSync(status, 'utf8') : ''
  const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(text)?.[1] ?? process.resourceUsage().maxRSS
  return Number(kilobytes) * 1024
}
