// What changed between two releases, worst first, cut to what an agent can use.

import type { ChangedRow, DiffAnswer, DiffRow } from '../wire/diffAnswers.ts'
import { parameterWords } from '../wire/parameterWords.ts'
import { DIFF_ROWS_DEFAULT } from './bounds.ts'
import { oneLine, quoted } from './quoted.ts'
import { withNotices } from './withNotices.ts'

/** What the caller wants to see of a diff. */
export type DiffView = Readonly<{ contains: string | null; limit: number }>

export const WHOLE_DIFF: DiffView = { contains: null, limit: DIFF_ROWS_DEFAULT }

type Row = Readonly<{ symbol: string; line: string }>
type Group = Readonly<{ title: string; rows: readonly Row[] }>

export function renderDiff(answer: DiffAnswer, { contains, limit }: DiffView): string[] {
  const groups = groupsOf(answer, ({ symbol }) => symbol.includes(contains ?? '')).filter(
    ({ rows }) => rows.length > 0,
  )
  const lines = withNotices([headOf(answer)], answer.package, answer)
  if (contains !== null) {
    lines.push(
      groups.length > 0
        ? `listed below: only what has ${quoted(contains)} in its name`
        : `nothing that was compared has ${quoted(contains)} in its name; names that a package only imports from others are not compared`,
    )
  }
  const shares = sharesOf(groups, limit)
  groups.forEach(({ title, rows }, index) => {
    const shown = rows.slice(0, shares[index])
    lines.push(`${title}:`, ...shown.map(({ line }) => line))
    if (shown.length < rows.length) lines.push(`  … ${rows.length - shown.length} more`)
  })
  const total = groups.reduce((sum, { rows }) => sum + rows.length, 0)
  if (total > limit) {
    lines.push(
      'cut: ask with `contains` or a higher `limit`; POST /v1/diff and `assay diff --json` give all',
    )
  }
  return lines
}

/** Each group gets its part, so that a thousand removals do not hide the one change beside them. */
function sharesOf(groups: readonly Group[], limit: number): number[] {
  const even = Math.max(1, Math.floor(limit / Math.max(1, groups.length)))
  const shares = groups.map(({ rows }) => Math.min(rows.length, even))
  let left = limit - shares.reduce((sum, share) => sum + share, 0)
  groups.forEach(({ rows }, index) => {
    const share = shares[index] ?? 0
    const more = Math.max(0, Math.min(rows.length - share, left))
    shares[index] = share + more
    left -= more
  })
  return shares
}

function headOf(answer: DiffAnswer): string {
  const { counts, compatibility, undetermined } = answer
  const verdict = compatibility.classification.toUpperCase()
  const what =
    `${answer.ecosystem} ${answer.package} ${answer.from_version} -> ${answer.to_version} ` +
    `(published as ${answer.published_bump})`
  const facts =
    `${counts.removed} removed, ${counts.changed} changed, ` +
    `${counts.new_deprecations} newly deprecated, ${counts.added} added`
  const open = undetermined.length === 0 ? '' : `, ${undetermined.length} undetermined`
  return `${verdict}: ${what}: ${facts}${open}`
}

type Wanted = (row: Readonly<{ symbol: string }>) => boolean

function groupsOf(answer: DiffAnswer, wanted: Wanted): readonly Group[] {
  const changed = answer.changed.filter(wanted)
  const ofSeverity = (severity: ChangedRow['severity']) =>
    changed.filter((row) => row.severity === severity).map(changedRow)
  return [
    { title: 'removed', rows: folded(answer.removed.filter(wanted), doubtOf) },
    { title: 'changed, breaking', rows: ofSeverity('breaking') },
    { title: 'changed, perhaps breaking', rows: ofSeverity('undecided') },
    {
      title: 'newly deprecated',
      rows: answer.new_deprecations.filter(wanted).map(({ symbol, message }) => {
        const said = message === null ? '' : `: ${quoted(message)}`
        return { symbol, line: `- ${oneLine(symbol)}${said}` }
      }),
    },
    { title: 'changed, compatible', rows: ofSeverity('compatible') },
    { title: 'added', rows: folded(answer.added.filter(wanted)) },
  ]
}

/** What came or went together with what it belongs to is counted there and not listed. */
function folded<One extends DiffRow>(
  rows: readonly One[],
  doubt: (row: One) => string = () => '',
): Row[] {
  const symbols = new Set(rows.map(({ symbol }) => symbol))
  const members = new Map<string, number>()
  const tops = rows.filter(({ symbol }) => {
    const owner = outermostOwner(symbol, symbols)
    if (owner !== null) members.set(owner, (members.get(owner) ?? 0) + 1)
    return owner === null
  })
  return tops.map((row) => {
    const { symbol, kind } = row
    const count = members.get(symbol) ?? 0
    const more = count === 0 ? '' : `, with ${count} more below it`
    return { symbol, line: `- ${oneLine(symbol)} (${kind}${more})${doubt(row)}` }
  })
}

function doubtOf({ caveat }: DiffAnswer['removed'][number]): string {
  return caveat === null ? '' : `, unless ${oneLine(caveat)} has more than is listed`
}

function outermostOwner(symbol: string, symbols: ReadonlySet<string>): string | null {
  for (let dot = symbol.indexOf('.'); dot !== -1; dot = symbol.indexOf('.', dot + 1)) {
    const owner = symbol.slice(0, dot)
    if (symbols.has(owner)) return owner
  }
  return null
}

function changedRow({ symbol, from_sig: from, to_sig: to, reasons }: ChangedRow): Row {
  const isTold = from !== null && to !== null && from !== to
  const change = isTold ? `: ${oneLine(from)} -> ${oneLine(to)}` : ''
  const words = parameterWords(from, to)
  const named = words === '' ? '' : ` ${oneLine(words)}`
  return { symbol, line: `- ${oneLine(symbol)} [${reasons.join(', ')}]${named}${change}` }
}
