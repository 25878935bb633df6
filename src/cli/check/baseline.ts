// Findings that are not said: those that a comment on their line ignores, and those that are known. They
// are known by what they are about and how often, not by their lines, so that a baseline outlives edits.

import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import type { Finding } from '../../check/report/finding.ts'
import { fileFault } from '../../domain/fileFault.ts'
import { keptIn } from '../../domain/maps.ts'
import { isMembers, jsonIn } from '../../domain/texts/jsonValue.ts'

const VERSION = 1

export type BaselineEntry = Readonly<{
  path: string
  code: string
  package: string | null
  symbol: string | null
  count: number
}>

/** A sentence when the file is none. One that is to be written need not be there yet. */
export function loadBaseline(file: string, isWritten: boolean): readonly BaselineEntry[] | string {
  if (isWritten && !existsSync(file)) return []
  const text = readText(file)
  if (typeof text !== 'string') {
    return `assay: ${file}: ${text.fault}; --write-baseline makes a baseline`
  }
  const findings = findingsIn(text)
  if (!Array.isArray(findings) || !findings.every(isEntry)) {
    return `assay: ${file}: this is no baseline; --write-baseline makes one`
  }
  return findings
}

function readText(file: string): string | Readonly<{ fault: string }> {
  try {
    // A project may name a pipe that nobody writes to. What a shell hands over is one too: `<(command)`.
    if (!statSync(file).isFile() && !file.startsWith('/dev/')) return { fault: 'it is no file' }
    return readFileSync(file, 'utf8')
  } catch (error) {
    return { fault: fileFault(error) ?? 'it cannot be read' }
  }
}

function findingsIn(text: string): unknown {
  // The parser's own message has the first characters of the file in it: it may be any file.
  const parsed = jsonIn(text)
  return isMembers(parsed) && parsed['version'] === VERSION ? parsed['findings'] : null
}

function isEntry(value: unknown): value is BaselineEntry {
  if (!isMembers(value)) return false
  const { path, code, package: name, symbol, count } = value
  const isText = (one: unknown) => one === null || typeof one === 'string'
  return (
    typeof path === 'string' &&
    typeof code === 'string' &&
    isText(name) &&
    isText(symbol) &&
    Number.isSafeInteger(count)
  )
}

/**
 * Notes are no findings that anybody has to get rid of. `kept`: those of the file as it was that
 * nobody looked at today.
 */
export function saveBaseline(
  file: string,
  findings: readonly Finding[],
  kept: readonly BaselineEntry[],
): number {
  const counted = new Map<string, { entry: Omit<BaselineEntry, 'count'>; count: number }>()
  for (const { count, ...entry } of kept) counted.set(keyOf(entry), { entry, count })
  for (const finding of findings) {
    if (finding.severity === 'note') continue
    const { path, code, package: name, symbol } = finding
    const entry = { path, code, package: name, symbol }
    keptIn(counted, keyOf(entry), () => ({ entry, count: 0 })).count += 1
  }
  const rows = [...counted]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, { entry, count }]) => ({ ...entry, count }))
  writeFileSync(file, `${JSON.stringify({ version: VERSION, findings: rows }, null, 2)}\n`)
  return rows.reduce((sum, { count }) => sum + count, 0)
}

/**
 * The findings that the baseline does not have; `gone`: how many of its own there are no more, among
 * those that were looked at.
 */
export function withoutKnown(
  findings: readonly Finding[],
  baseline: readonly BaselineEntry[],
  isLookedAt: (entry: BaselineEntry) => boolean,
): Readonly<{ fresh: readonly Finding[]; gone: number }> {
  const left = new Map<string, number>()
  for (const entry of baseline) {
    left.set(keyOf(entry), (left.get(keyOf(entry)) ?? 0) + entry.count)
  }
  const unseen = new Set(baseline.filter((entry) => !isLookedAt(entry)).map(keyOf))
  const fresh = findings.filter((finding) => {
    const known = left.get(keyOf(finding)) ?? 0
    if (known > 0) left.set(keyOf(finding), known - 1)
    return known === 0
  })
  const gone = [...left].filter(([key]) => !unseen.has(key)).map(([, count]) => count)
  return { fresh, gone: gone.reduce((sum, count) => sum + count, 0) }
}

function keyOf({ path, code, package: name, symbol }: Omit<BaselineEntry, 'count'>): string {
  return JSON.stringify([path, code, name, symbol])
}

/** `# assay: ignore` and `// assay: ignore` on a line, with codes in brackets for some findings only. */
const COMMENT = /(?:#|\/\/|\/\*)\s*assay:\s*ignore\b(?:\[([\w\s,]*)\])?/

/** `line`: the text of the line that the finding is on. */
export function isIgnoredHere({ code }: Finding, line: string): boolean {
  const match = COMMENT.exec(line)
  if (match === null) return false
  const [, codes] = match
  return codes === undefined || codes.split(/[\s,]+/).includes(code)
}
