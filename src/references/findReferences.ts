// The references of a file, by its name.

import { type CodePart, type Embedded, joinedReports, movedReport } from './embedded/codePart.ts'
import { componentParts } from './embedded/components.ts'
import { markdownParts } from './embedded/markdown.ts'
import { notebookParts } from './embedded/notebook.ts'
import { javascriptReferences } from './javascript/javascriptReferences.ts'
import {
  type EmbeddedKind,
  embeddedKind,
  isDeclaration,
  languageOf,
  mainLanguage,
  type SourceLanguage,
} from './languageOf.ts'
import { pythonReferences } from './python/pythonReferences.ts'
import type { SourceReport } from './reference.ts'

/** What one language says in a file. */
export type FoundReferences = Readonly<{
  language: SourceLanguage
  report: SourceReport
  /** The code is TypeScript, which the name of the file does not tell. */
  isTyped?: true
}>

export function findReferences(path: string, text: string): SourceReport | null {
  const language = languageOf(path)
  if (language === null) return null
  if (language === 'python') return pythonReferences(text)
  const report = javascriptReferences(path, text)
  if (!isDeclaration(path)) return report
  const references = report.references.map((one) => ({
    ...one,
    softBecause: one.softBecause ?? OF_DECLARATION,
  }))
  return { ...report, references, passedOver: [] }
}

/** Types of others may be told again in it, or made up: what it lacks breaks nothing that runs. */
const OF_DECLARATION = 'no code of a declaration runs'

/** The same of every language that a file has; none for what is no source file. */
export function referencesIn(path: string, text: string): readonly FoundReferences[] {
  const kind = embeddedKind(path)
  if (kind !== null) return embeddedReferences(path, text, kind)
  const language = languageOf(path)
  const report = findReferences(path, text)
  return language === null || report === null ? [] : [{ language, report }]
}

function partsIn(path: string, text: string, kind: EmbeddedKind): Embedded {
  if (kind === 'notebook') return notebookParts(text)
  return kind === 'markdown' ? markdownParts(path, text) : componentParts(kind, text)
}

function embeddedReferences(path: string, text: string, kind: EmbeddedKind): FoundReferences[] {
  const { parts, passedOver = [], problem } = partsIn(path, text, kind)
  const groups = new Map<string, FoundReferences & Readonly<{ reports: SourceReport[] }>>()
  const groupOf = (language: SourceLanguage, isTyped: boolean) => {
    const key = `${language} ${isTyped}`
    const known = groups.get(key)
    if (known !== undefined) return known
    const made = { language, report: EMPTY, reports: [], ...(isTyped && { isTyped }) }
    groups.set(key, made)
    return made
  }
  for (const part of parts) {
    groupOf(part.language, /\.[cm]?tsx?$/.test(part.path)).reports.push(...reportsOf(part))
  }
  if (groups.size === 0) groupOf(mainLanguage(path) ?? 'javascript', false)
  const found = [...groups.values()].map(({ reports, ...one }) => ({
    ...one,
    report: reports.length === 0 ? EMPTY : joinedReports(reports),
  }))
  // Of the file itself it is said once.
  return found.map((one, index) =>
    index > 0 ? one : { ...one, report: withFile(one.report, { passedOver, problem }) },
  )
}

function withFile(
  report: SourceReport,
  { passedOver = [], problem }: Pick<Embedded, 'passedOver' | 'problem'>,
): SourceReport {
  return {
    ...report,
    passedOver: [...report.passedOver, ...passedOver],
    problem: problem ?? report.problem,
  }
}

/** What makes no sense as one may do so in pieces. */
function reportsOf(part: CodePart): readonly SourceReport[] {
  const report = reportOf(part)
  if (report.problem === null || part.orElse === undefined) return [report]
  const pieces = part.orElse.map(reportOf)
  return pieces.every(({ problem }) => problem === null) ? pieces : [report]
}

function reportOf({ path, language, text, placeOf, allowed }: CodePart): SourceReport {
  const report = language === 'python' ? pythonReferences(text) : javascriptReferences(path, text)
  const isAllowed = report.problem !== null && allowed?.test(report.problem.message) === true
  return movedReport(isAllowed ? { ...report, problem: null } : report, placeOf)
}

const EMPTY: SourceReport = {
  references: [],
  added: new Set(),
  augmented: new Set(),
  declaredModules: [],
  passedOver: [],
  problem: null,
}
