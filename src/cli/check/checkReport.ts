// What a check found, for a person: like a compiler, where, what stands there, what is wrong with it;
// and at the end what was not found out, because that is no pass.

import type { CheckReport } from '../../check/checkCode.ts'
import type { InputFile } from '../../check/read/readInput.ts'
import type { Finding } from '../../check/report/finding.ts'
import {
  determinedShare,
  isMostlyUntold,
  isNothingTold,
  percentOf,
} from '../../check/report/verdict.ts'
import { addToList, keptIn } from '../../domain/maps.ts'
import { excerptAround } from '../../wire/excerpt.ts'
import { counted } from '../terminal/counted.ts'
import { findingWidth } from '../terminal/findingWidth.ts'
import type { Output } from '../terminal/output.ts'
import { printable } from '../terminal/progress.ts'
import { screenWidth } from '../terminal/screenWidth.ts'

const EXCERPT_MAX = 160
const UNOPENED_SHOWN = 5
const PLACES_SHOWN = 10

export type LineOf = (path: string, line: number) => string

/** The text of a line, by path and number. */
export function linesOf(files: readonly InputFile[]): LineOf {
  const contents = new Map(files.map(({ path, content }) => [path, content]))
  const lines = new Map<string, readonly string[]>()
  const linesIn = (path: string) => contents.get(path)?.split(/\r\n?|\n/) ?? []
  return (path, line) => keptIn(lines, path, () => linesIn(path))[line - 1] ?? ''
}

export function renderCheck(
  report: CheckReport,
  of: Readonly<{
    lineOf: LineOf
    out: Output
    showNotes: boolean
    showUndetermined: boolean
    more: readonly string[]
  }>,
): string {
  const { showNotes, showUndetermined, more } = of
  const shown = report.findings.filter(({ severity }) => showNotes || severity !== 'note')
  const blocks = [...foldedIn(shown).values()].flatMap(([finding, ...again]) =>
    finding === undefined ? [] : [renderMistake(finding, again, of)],
  )
  const open = showUndetermined ? undeterminedIn(report, of.out).join('\n') : ''
  const ending = of.out.isQuiet ? untoldIn(report) : [...summaryOf(report, showUndetermined)]
  const last = [...ending, ...more].join('\n')
  return [...blocks, ...[open, last].filter((part) => part !== '')].join('\n\n')
}

export type Change = Readonly<{ fresh: readonly Finding[]; gone: readonly Finding[] }>

/** What has come and what has gone; nothing where that is nothing. */
export function renderChange(
  { fresh, gone }: Change,
  { findings, counts }: CheckReport,
  of: Readonly<{ lineOf: LineOf; out: Output }>,
): string {
  if (fresh.length + gone.length === 0) return ''
  const come = [...foldedIn(fresh).values()].flatMap(([finding, ...again]) =>
    finding === undefined ? [] : [renderMistake(finding, again, of)],
  )
  const left = gone.map(({ path, line, column, code, message }) => {
    const head = `${printable(path)}:${line}:${column}  ${of.out.good('gone')}  ${of.out.dim(code)}`
    return `${head}\n${printable(message)}`
  })
  const problems = `${mistakesIn(findings, 'error')}, ${mistakesIn(findings, 'warning')}`
  return [...come, ...left, `${problems} in ${counted(counts.files, 'file')}`].join('\n\n')
}

/** One line for each, as it is written and why nothing is said of it. */
function undeterminedIn({ undetermined }: CheckReport, out: Output): readonly string[] {
  return undetermined.map(({ path, line, column, name, reason }) => {
    const head = `${printable(path)}:${line}:${column}  ${out.dim('undetermined')}`
    return `${head}  ${printable(name)}: ${printable(reason)}`
  })
}

/** That little or nothing could be told is told first, and also to whoever wants it quiet. */
function untoldIn({ counts }: CheckReport): readonly string[] {
  const share = determinedShare(counts)
  if (isNothingTold(counts))
    return ['undetermined: nothing of what the code names could be determined']
  return share !== null && isMostlyUntold(counts)
    ? [`undetermined: only ${percentOf(share)} of what the code names could be determined`]
    : []
}

function renderMistake(
  finding: Finding,
  again: readonly Finding[],
  { lineOf, out }: Readonly<{ lineOf: LineOf; out: Output }>,
): string {
  const told = renderFinding(finding, lineOf(finding.path, finding.line), out)
  return again.length === 0 ? told : `${told}\n${out.dim(alsoAt(again))}`
}

/** The same thing of several places of a file is one mistake. */
function foldedIn(findings: readonly Finding[]): ReadonlyMap<string, readonly Finding[]> {
  const folded = new Map<string, Finding[]>()
  for (const finding of findings) {
    const { path, code, message } = finding
    addToList(folded, JSON.stringify([path, code, message]), finding)
  }
  return folded
}

function alsoAt(again: readonly Finding[]): string {
  const places = again.slice(0, PLACES_SHOWN).map(({ line, column }) => `${line}:${column}`)
  const hidden = again.length - places.length
  return `also at ${places.join(', ')}${hidden === 0 ? '' : ` and ${counted(hidden, 'more place')}`}`
}

function renderFinding(finding: Finding, source: string, out: Output): string {
  const { path, line, column, severity, code, message } = finding
  const mark = severity === 'error' ? out.bad(severity) : severity
  const head = `${printable(path)}:${line}:${column}  ${mark}  ${out.dim(code)}`
  // Of a file that could not be read there is no line to show.
  if (source === '') return `${head}\n${printable(message)}`
  const width = findingWidth(finding, source)
  const { text, at } = excerptAround(source, column, EXCERPT_MAX)
  const shown = (part: string) => shownCode(part.replaceAll('\t', ' '))
  const gutter = `${line} | `
  // On the screen, where a character may take two places or none.
  const before = screenWidth(shown(text.slice(0, at)))
  const wide = Math.max(1, screenWidth(shown(text.slice(at, at + width))))
  const under = `${' '.repeat(gutter.length + before)}${'^'.repeat(wide)}`
  return [head, `${out.dim(gutter)}${shown(text)}`, out.bad(under), printable(message)].join('\n')
}

function* summaryOf(report: CheckReport, isListed: boolean): Generator<string> {
  const { findings, counts, packages } = report
  const count = (wanted: Finding['severity']) =>
    findings.filter(({ severity }) => severity === wanted).length
  const share = determinedShare(counts)
  yield* untoldIn(report)
  const problems = `${mistakesIn(findings, 'error')}, ${mistakesIn(findings, 'warning')}`
  yield `${problems} in ${counted(counts.files, 'file')}`
  const used = counted(counts.references, 'reference')
  const told = share === null ? '' : `; ${percentOf(share)} determined`
  yield `${used} to ${counted(packages.length, 'package')}${told}`
  if (counts.undetermined > 0) {
    const more = isListed ? '' : '; --undetermined lists them'
    yield `undetermined: ${counted(counts.undetermined, 'reference')}, of which nothing is said${more}`
  }
  if (counts.callsUnjudged > 0)
    yield `not judged: the arguments of ${counted(counts.callsUnjudged, 'call')}, of which nothing tells what they take`
  const notes = count('note')
  if (notes > 0)
    yield `undetermined: ${counted(notes, 'file or requirement', 'files or requirements')}; --notes prints them`
  const unopened = packages.filter(({ state }) => state === 'undetermined')
  for (const { name, reason } of unopened.slice(0, UNOPENED_SHOWN)) {
    yield `not looked up: ${printable(name)}: ${printable(reason ?? '')}`
  }
  const hidden = unopened.length - UNOPENED_SHOWN
  if (hidden > 0) yield `not looked up: ${counted(hidden, 'more package')}`
}

/** `3 errors at 7 places`, or `1 error`. */
function mistakesIn(findings: readonly Finding[], severity: 'error' | 'warning'): string {
  const places = findings.filter((one) => one.severity === severity)
  const different = foldedIn(places).size
  const at = different === places.length ? '' : ` at ${places.length} places`
  return `${counted(different, severity)}${at}`
}

/** Code in any language, without what steers a terminal or turns the direction of writing. */
function shownCode(text: string): string {
  return text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '?')
}
