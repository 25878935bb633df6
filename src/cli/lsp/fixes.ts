// Quick fixes: what a finding says should stand in the place of what does.

import type { CodeAction, Diagnostic, Range } from 'vscode-languageserver-protocol'
import type { Finding } from '../../check/report/finding.ts'

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
      const { replace = null, meant = [] } = finding.suggestion ?? {}
      if (replace === null) return []
      const { start } = diagnostic.range
      const end = start.character + replace.from.length
      const written = (lines[start.line] ?? '').slice(start.character, end)
      if (written !== replace.from) return []
      const range = { start, end: { line: start.line, character: end } }
      // Paths of symbols are told and not written; names of packages are both.
      const isName = (name: string) => finding.symbol === null && /^[@\w./-]+$/.test(name)
      const others = meant.filter((name) => name !== replace.to && isName(name))
      return [replace.to, ...others].map((newText, index) => ({
        title: `Replace ${replace.from} with ${newText}`,
        kind: 'quickfix',
        diagnostics: [diagnostic],
        isPreferred: index === 0,
        edit: { changes: { [uri]: [{ range, newText }] } },
      }))
    })
}

function overlap(one: Range, other: Range): boolean {
  const isBefore = (a: Range['start'], b: Range['start']) =>
    a.line < b.line || (a.line === b.line && a.character < b.character)
  return !isBefore(one.end, other.start) && !isBefore(other.end, one.start)
}
