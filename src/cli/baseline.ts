// Findings that are known and not said again. They are known by what they are about and how often,
// not by their lines, so that a baseline outlives edits.

import { readFileSync, writeFileSync } from 'node:fs'
import type { Finding } from '../check/finding.ts'
import { fileFault } from '../domain/fileFault.ts'

type Entry = Readonly<{
  path: string
  code: string
  package: string | null
  symbol: string | null
  count: number
}>

/** A sentence when the file is none. */
export function loadBaseline(file: string): readonly Entry[] | string {
  const text = readText(file)
  if (typeof text !== 'string') return `assay: ${file}: ${text.fault}`
  const findings = findingsIn(text)
  if (!Array.isArray(findings) || !findings.every(isEntry)) {
    return `assay: ${file}: this is no baseline; --write-baseline makes one`
  }
  return findings
}

function readText(file: string): string | Readonly<{ fault: string }> {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    return { fault: fileFault(error) ?? 'it cannot be read' }
  }
}

function findingsIn(text: string): unknown {
  try {
    const parsed: unknown = JSON.parse(text)
    return typeof parsed === 'object' && parsed !== null && 'findings' in parsed
      ? parsed.findings
      : null
  } catch {
    // The parser's own message has the first characters of the file in it: it may be any file.
    return null
  }
}

function isEntry(value: unknown): value is Entry {
  if (typeof value !== 'object' || value === null) return false
  const { path, code, package: name, symbol, count } = value as Partial<Record<string, unknown>>
  const isText = (one: unknown) => one === null || typeof one === 'string'
  return (
    typeof path === 'string' &&
    typeof code === 'string' &&
    isText(name) &&
    isText(symbol) &&
    Number.isSafeInteger(count)
  )
}

/** Notes are no findings that anybody has to get rid of. */
export function saveBaseline(file: string, findings: readonly Finding[]): number {
  const counted = new Map<string, { entry: Omit<Entry, 'count'>; count: number }>()
  for (const finding of findings) {
    if (finding.severity === 'note') continue
    const { path, code, package: name, symbol } = finding
    const key = keyOf(finding)
    const known = counted.get(key) ?? { entry: { path, code, package: name, symbol }, count: 0 }
    known.count += 1
    counted.set(key, known)
  }
  const rows = [...counted]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, { entry, count }]) => ({ ...entry, count }))
  writeFileSync(file, `${JSON.stringify({ version: 1, findings: rows }, null, 2)}\n`)
  return rows.reduce((sum, { count }) => sum + count, 0)
}

/** The findings that the baseline does not have; `gone`: how many of its own there are no more. */
export function withoutKnown(
  findings: readonly Finding[],
  baseline: readonly Entry[],
): Readonly<{ fresh: readonly Finding[]; gone: number }> {
  const left = new Map<string, number>()
  for (const entry of baseline) {
    left.set(keyOf(entry), (left.get(keyOf(entry)) ?? 0) + entry.count)
  }
  const fresh = findings.filter((finding) => {
    const known = left.get(keyOf(finding)) ?? 0
    if (known > 0) left.set(keyOf(finding), known - 1)
    return known === 0
  })
  return { fresh, gone: [...left.values()].reduce((sum, count) => sum + count, 0) }
}

function keyOf({ path, code, package: name, symbol }: Omit<Entry, 'count'>): string {
  return JSON.stringify([path, code, name, symbol])
}
