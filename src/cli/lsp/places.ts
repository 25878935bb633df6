// Places of findings and references as editors count them: lines and UTF-16 units from 0.

import type { Diagnostic, Range } from 'vscode-languageserver-protocol'
import type { Finding } from '../../check/report/finding.ts'
import { findingDocs } from '../../domain/docsAddress.ts'

/** What is written at a place: a name of code or of a package. */
const WRITTEN = /^(?:@?[\p{ID_Continue}$][\p{ID_Continue}$.@/-]*)/u
const NAME = /^[\p{ID_Continue}$]+/u

export function linesIn(text: string): readonly string[] {
  return text.split(/\r\n|\r|\n/)
}

/** Of a line that is no longer there, the end of the text. */
export function rangeAt(
  lines: readonly string[],
  { line, column }: Readonly<{ line: number; column: number }>,
  written: string | null,
): Range {
  const row = Math.min(line - 1, Math.max(0, lines.length - 1))
  const text = lines[row] ?? ''
  const start = Math.min(column - 1, text.length)
  const rest = text.slice(start)
  const length =
    written !== null && rest.startsWith(written)
      ? written.length
      : ((NAME.exec(rest) ?? WRITTEN.exec(rest))?.[0].length ?? 0)
  const end = Math.min(text.length, start + Math.max(1, length))
  return { start: { line: row, character: start }, end: { line: row, character: end } }
}

const SEVERITY = { error: 1, warning: 2, note: 3 } as const

/** `docsAt`: where a page is, by its address below that of a service. */
export function diagnosticOf(
  finding: Finding,
  lines: readonly string[],
  docsAt: (page: string) => string,
): Diagnostic {
  const { code, severity, message, suggestion, evidence } = finding
  const rests =
    evidence === null ? '' : `\n${finding.package} ${evidence.version}, ${evidence.filename}`
  const page = docsAt(findingDocs(code))
  return {
    range: rangeAt(lines, finding, suggestion?.replace?.from ?? null),
    severity: SEVERITY[severity],
    code,
    ...(/^https?:/.test(page) ? { codeDescription: { href: page } } : {}),
    source: 'assay',
    message: `${message}${rests}`,
    ...(code === 'symbol_deprecated' ? { tags: [2 as const] } : {}),
  }
}
