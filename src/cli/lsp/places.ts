// Places of findings and references as editors count them: lines and UTF-16 units from 0.

import type { Diagnostic, Range } from 'vscode-languageserver-protocol'
import type { Finding } from '../../check/report/finding.ts'
import { findingDocs } from '../../domain/docsAddress.ts'
import { writtenAt } from '../../wire/findingEdits.ts'

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
  const { from, to } = writtenAt(text, column, written)
  return { start: { line: row, character: from }, end: { line: row, character: to } }
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
