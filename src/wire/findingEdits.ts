// What a finding says should stand in the place of what does: the same edits that editors offer.

import type { CheckFinding } from './checkAnswers.ts'

/** In UTF-16 units of the line, from 0. */
export type FindingEdit = Readonly<{ from: number; to: number; text: string; title: string }>

type Said = Pick<CheckFinding, 'column' | 'symbol' | 'suggestion'>

/** `line`: the text of the line of the finding. None where it is no longer what the finding is about. */
export function findingEdits(finding: Said, line: string): readonly FindingEdit[] {
  const { replace = null, meant = [] } = finding.suggestion ?? {}
  if (replace === null) return []
  const from = finding.column - 1
  const to = from + replace.from.length
  if (line.slice(from, to) !== replace.from) return []
  // Paths of symbols are told and not written; names of packages are both.
  const isName = (name: string) => finding.symbol === null && /^[@\w./-]+$/.test(name)
  const others = meant.filter((name) => name !== replace.to && isName(name))
  return [replace.to, ...others].map((text) => ({
    from,
    to,
    text,
    title: `Replace ${replace.from} with ${text}`,
  }))
}

const NAME = /^[\p{ID_Continue}$]+/u
const WRITTEN = /^(?:@?[\p{ID_Continue}$][\p{ID_Continue}$.@/-]*)/u

/** The letters that a finding is about, in units of its line from 0; empty beyond its end. */
export function writtenAt(
  line: string,
  column: number,
  written: string | null,
): Readonly<{ from: number; to: number }> {
  const from = Math.min(column - 1, line.length)
  const rest = line.slice(from)
  const length =
    written !== null && rest.startsWith(written)
      ? written.length
      : ((NAME.exec(rest) ?? WRITTEN.exec(rest))?.[0].length ?? 0)
  return { from, to: Math.min(line.length, from + Math.max(1, length)) }
}
