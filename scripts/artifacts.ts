// Opens every archive under the folders given and says which were refused and why.
//
//   npx tsx scripts/artifacts.ts <folder>... [--list] [--json]
//
// The kind is taken from the file's name: .whl is a wheel, .tgz an npm tarball, the rest an sdist.

import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ArchiveRefusal } from '../src/artifact/bytes/refusal.ts'
import { openArtifact } from '../src/artifact/openArtifact.ts'

type Outcome = Readonly<{
  file: string
  packedBytes: number
  unpackedBytes: number
  keptBytes: number
  files: number
  links: number
  ms: number
  reason: string | null
  detail: string
}>

function kindOf(file: string): 'wheel' | 'sdist' | 'tarball' {
  if (file.endsWith('.whl')) return 'wheel'
  return file.endsWith('.tgz') ? 'tarball' : 'sdist'
}

async function open(folder: string, file: string): Promise<Outcome> {
  const bytes = await readFile(join(folder, file))
  const started = performance.now()
  const base = { file, packedBytes: bytes.length }
  try {
    const input = { kind: kindOf(file), filename: file, bytes }
    const { tree, wheel } = await openArtifact(input, new AbortController().signal)
    const { unpackedBytes, keptBytes, files, links } = tree.counts
    const ms = performance.now() - started
    const detail = wheel?.remarks.join(' ') ?? ''
    return { ...base, unpackedBytes, keptBytes, files, links, ms, reason: null, detail }
  } catch (error) {
    if (!(error instanceof ArchiveRefusal))
      throw new Error(`${file}: not refused`, { cause: error })
    const ms = performance.now() - started
    const { reason, message } = error
    return {
      ...base,
      unpackedBytes: 0,
      keptBytes: 0,
      files: 0,
      links: 0,
      ms,
      reason,
      detail: message,
    }
  }
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { list: { type: 'boolean', default: false }, json: { type: 'boolean', default: false } },
})
if (positionals.length === 0) {
  console.error('usage: artifacts.ts <folder>... [--list] [--json]')
  process.exit(2)
}

const outcomes: Outcome[] = []
for (const folder of positionals) {
  for (const file of (await readdir(folder)).toSorted()) {
    const outcome = await open(folder, file)
    outcomes.push(outcome)
    if (values.json) console.log(JSON.stringify(outcome))
    else if (outcome.reason !== null) console.log(`${file}: ${outcome.detail}`)
    else if (values.list)
      console.log(`${file}: ${outcome.files} files, ${outcome.ms.toFixed(0)} ms`)
  }
}
if (!values.json) summarise(outcomes)

function summarise(all: readonly Outcome[]): void {
  const outcomesOf = new Map<string, number>()
  for (const { reason } of all) {
    outcomesOf.set(reason ?? 'opened', (outcomesOf.get(reason ?? 'opened') ?? 0) + 1)
  }
  for (const [outcome, count] of outcomesOf) console.log(`${outcome}\t${count}`)
  const sum = (pick: (outcome: Outcome) => number) => all.reduce((n, row) => n + pick(row), 0)
  const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`
  console.log(
    `${all.length} archives, ${megabytes(sum((row) => row.packedBytes))} packed, ` +
      `${megabytes(sum((row) => row.unpackedBytes))} unpacked, ` +
      `${megabytes(sum((row) => row.keptBytes))} kept, ${sum((row) => row.files)} files, ` +
      `${sum((row) => row.links)} links, ${(sum((row) => row.ms) / 1e3).toFixed(1)} s`,
  )
}
