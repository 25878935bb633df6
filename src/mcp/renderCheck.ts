// The findings of a check: where, what, and what to write instead.

import type * as Wire from '../wire/checkAnswers.ts'
import { FINDINGS_SHOWN_MAX } from './bounds.ts'
import { oneLine, quoted } from './quoted.ts'

type CheckFinding = Omit<
  Wire.CheckFinding,
  'ecosystem' | 'package' | 'symbol' | 'evidence' | 'docs'
> &
  Partial<Pick<Wire.CheckFinding, 'package'>>

type Package = Wire.CheckAnswer['packages'][number]
type Counts = Wire.CheckAnswer['counts']

/** What is read of an answer. Of one of an older service it is not known what was unread. */
export type CheckAnswer = Readonly<{
  verdict: Wire.CheckAnswer['verdict']
  findings: readonly CheckFinding[]
  packages: readonly Pick<Package, 'package' | 'state' | 'reason'>[]
  counts: Pick<Counts, 'files' | 'references' | 'determined' | 'findings'> &
    Partial<Pick<Counts, 'unread'>>
}>

const NAMES_SHOWN = 5

const ORDER = ['error', 'warning', 'note'] as const

export function renderCheck(answer: CheckAnswer): string[] {
  const { findings, counts } = answer
  const sorted = ORDER.flatMap((severity) => findings.filter((one) => one.severity === severity))
  const shown = sorted.slice(0, FINDINGS_SHOWN_MAX)
  const lines = [headOf(answer), ...shown.map(renderFinding)]
  const cut = counts.findings - shown.length
  if (cut > 0) lines.push(`… ${cut} more findings: check fewer files at once`)
  const unopened = answer.packages.filter(({ state }) => state === 'undetermined')
  if (unopened.length > 0) {
    const names = unopened.slice(0, 10).map(({ package: name }) => oneLine(name, 100))
    const more = unopened.length > names.length ? ` and ${unopened.length - names.length} more` : ''
    lines.push(`could not be looked up, which proves nothing: ${names.join(', ')}${more}`)
  }
  return lines
}

function headOf({ verdict, findings, counts }: CheckAnswer): string {
  const count = (severity: CheckFinding['severity']) =>
    findings.filter((finding) => finding.severity === severity).length
  const scope =
    `${counts.determined} of ${plural(counts.references, 'reference')} ` +
    `in ${plural(counts.files, 'file')} determined`
  const warnings = plural(count('warning'), 'warning')
  if (verdict === 'problems')
    return `PROBLEMS: ${plural(count('error'), 'error')}, ${warnings}; ${scope}`
  if (verdict === 'undetermined') {
    const why =
      (counts.unread ?? 0) > 0
        ? `${plural(counts.unread ?? 0, 'file')} could not all be read`
        : counts.determined === 0
          ? 'nothing could be told'
          : 'too little could be told'
    return `UNDETERMINED: ${why}, which is no pass; ${scope}`
  }
  const suspicious = findings.filter(({ code }) => code === 'package_confusable')
  if (suspicious.length > 0) {
    const names = [...new Set(suspicious.map((one) => oneLine(one.package ?? '', 100)))]
    const which = `${names.slice(0, NAMES_SHOWN).join(', ')}${names.length > NAMES_SHOWN ? ' and more' : ''}`
    return `SUSPICIOUS: ${which} may not be what is meant. Do not install before that is certain; ${warnings}; ${scope}`
  }
  return `REAL: all that was determined exists, ${warnings}; ${scope}`
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

function renderFinding(finding: CheckFinding): string {
  const { path, line, column, severity, code, message, suggestion } = finding
  const replace = suggestion?.replace ?? null
  const fix = replace === null ? '' : `; replace ${quoted(replace.from)} with ${quoted(replace.to)}`
  return `${oneLine(path)}:${line}:${column} ${severity} ${code}: ${oneLine(message)}${fix}`
}
