// Every file goes through the extractor and comes out as a table that opens again, or as a reason.
//
//   npx tsx scripts/truth/python/survey.ts <cache> --names list.txt [--seed 1] [--count 500]
//   npx tsx scripts/truth/python/survey.ts --library folder
//
// The first draws names from a list (one a line) by a seed and downloads the newest release of each
// into the cache; the second reads a folder as it lies there, such as the standard library.

import { spawn } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { extractPython } from '../../../src/extract/python/extractPython.ts'
import { encodeTable } from '../../../src/table/format/encodeTable.ts'
import type { SymbolTable } from '../../../src/table/format/table.ts'
import { decodeTable } from '../../../test/support/decodeTable.ts'
import { tableOf } from './ourTable.ts'

const { values, positionals } = parseArgs({
  options: {
    names: { type: 'string' },
    library: { type: 'string' },
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '500' },
    mib: { type: 'string', default: '60' },
    python: { type: 'string', default: 'python3' },
  },
  allowPositionals: true,
})

const outcomes = new Map<string, number>()
const sums = { modules: 0, definitions: 0, unreadable: 0, dynamic: 0, opaque: 0 }

if (values.library !== undefined) {
  await count('standard library', () => libraryTable(values.library ?? ''))
} else {
  const [cache] = positionals
  if (cache === undefined || values.names === undefined) {
    throw new Error('usage: survey.ts <cache> --names list.txt | --library folder')
  }
  const names = draw(readFileSync(values.names, 'utf8').split(/\s+/).filter(Boolean))
  for await (const answer of downloads(cache, names)) {
    const { package: name = '', file } = answer
    if (file === undefined) {
      const reason = `no file: ${answer['missing'] ?? 'no answer'}`
      outcomes.set(reason, (outcomes.get(reason) ?? 0) + 1)
      console.log(`${name}: ${reason}`)
    } else await count(name, () => tableOf(file))
  }
}
for (const [outcome, times] of [...outcomes].toSorted((a, b) => b[1] - a[1])) {
  console.log(`${String(times).padStart(6)}  ${outcome}`)
}
console.log(JSON.stringify(sums))

async function count(name: string, make: () => SymbolTable | Promise<SymbolTable>): Promise<void> {
  let outcome = 'crash'
  try {
    const table = await make()
    const bytes = encodeTable(table)
    decodeTable(bytes)
    outcome = table.modules.length === 0 ? 'table without modules' : 'table'
    if (table.unreadable.length > 0) outcome += ', some files unreadable'
    note(table)
  } catch (error) {
    // Archives may be refused, each for a reason that has a name; anything else is a crash.
    const reason = error instanceof Error && 'reason' in error ? error.reason : undefined
    if (typeof reason === 'string') outcome = `refused: ${reason}`
    console.log(`${name}: ${error instanceof Error ? error.stack : error}`)
  }
  outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
}

function note(table: SymbolTable): void {
  sums.modules += table.modules.length
  sums.unreadable += table.unreadable.length
  for (const { state, entries } of table.modules) {
    sums.definitions += entries.length
    if (state === 'dynamic') sums.dynamic++
    else if (state === 'opaque') sums.opaque++
  }
}

function libraryTable(folder: string): SymbolTable {
  const entries = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(?:pyi?|so)$/.test(path) && !path.startsWith('site-packages'))
    .toSorted()
  return extractPython({
    kind: 'wheel',
    entries,
    read: (path) => readFileSync(join(folder, path)),
  })
}

/** The first names of the list in an order that the seed alone decides. */
function draw(names: readonly string[]): string[] {
  let state = Number(values.seed) >>> 0
  const keyed = names.map((name) => {
    // Numerical Recipes' generator: any would do, as long as it is written down.
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return { name, key: state }
  })
  return keyed
    .toSorted((one, other) => one.key - other.key)
    .slice(0, Number(values.count))
    .map(({ name }) => name)
}

type Answer = Readonly<Record<string, string | undefined>> & Readonly<{ file?: string }>

async function* downloads(cache: string, names: readonly string[]): AsyncGenerator<Answer> {
  mkdirSync(cache, { recursive: true })
  const script = fileURLToPath(new URL('download.py', import.meta.url))
  const child = spawn(values.python, [script, cache, '--mib', values.mib], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.stdin.end(`${names.map((name) => `${name} *`).join('\n')}\n`)
  for await (const line of createInterface({ input: child.stdout })) yield JSON.parse(line)
}
