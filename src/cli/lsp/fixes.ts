// Quick fixes: what a finding says should stand in the place of what does.

import type { CodeAction, Diagnostic, Range } from 'vscode-languageserver-protocol'
import type { Finding } from '../../check/report/finding.ts'
import { findingEdits } from '../../wire/findingEdits.ts'

export type Told = Readonly<{ finding: Finding; diagnostic: Diagnostic }>

/** Of what is told within a range; nothing where the text is no longer what the finding is about. */
export function fixesFor(
  told: readonly Told[],
  at: Range,
  { uri, lines }: Readonly<{ uri: string; lines: readonly string[] }>,
): readonly CodeAction[] {
  return told
    .filter(({ diagnostic }) => overlap(diagnostic.range, at))
    .flatMap(({ finding, diagnostic }) => {
      const { start } = diagnostic.range
      const placed = { ...finding, column: start.character + 1 }
      const edits = findingEdits(placed, lines[start.line] ?? '')
      return edits.map(({ from, to, text, title }, index) => {
        const range = onLine(start.line, from, to)
        return {
          title,
          kind: 'quickfix',
          diagnostics: [diagnostic],
          isPreferred: index === 0,
          edit: { changes: { [uri]: [{ range, newText: text }] } },
        }
      })
    })
}

function onLine(line: number, from: number, to: number): Range {
  return { start: { line, character: from }, end: { line, character: to } }
}

function overlap(one: Range, other: Range): boolean {
  const isBefore = (a: Range['start'], b: Range['start']) =>
    a.line < b.line || (a.line === b.line && a.character < b.character)
  return !isBefore(one.end, other.start) && !isBefore(other.end, one.start)
}
