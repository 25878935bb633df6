// Our tables of wheels and sdists, one after the other, from compiled code, as a child of the service
// makes them. Prints the processor time until the first line ran, and of each file how long it took to
// open and check the archive, from there until the table was made, and until it was encoded; then the
// peak of memory. argv: the files.

import { existsSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { openArtifact } from '../dist/artifact/openArtifact.js'
import { extractPython } from '../dist/extract/python/extractPython.js'
import { encodeTable } from '../dist/table/format/encodeTable.js'

const startMs = cpuMs()
const files = []
for (const file of process.argv.slice(2)) files.push(await measure(file))
console.log(JSON.stringify({ startMs, files, peakBytes: peakBytes() }))

async function measure(file) {
  const before = cpuMs()
  const filename = basename(file)
  const kind = filename.endsWith('.whl') ? 'wheel' : 'sdist'
  const input = { kind, filename, bytes: readFileSync(file) }
  const { tree } = await openArtifact(input, new AbortController().signal)
  const opened = cpuMs()
  const entries = tree.entries.map(({ path }) => path)
  const table = extractPython({ kind, entries, read: (path) => tree.read(path) })
  const names = table.modules.reduce((sum, module) => sum + module.entries.length, 0)
  const made = cpuMs()
  encodeTable(table)
  const [openMs, madeMs, writtenMs] = [opened - before, made - opened, cpuMs() - opened]
  return { openMs, madeMs, writtenMs, names }
}

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
