// Code that stands in a file of another kind: what is read of it, told by the places of the file.

import type { SourceLanguage } from '../languageOf.ts'
import type { CallShape, PassedOver, Place, Reference, SourceReport } from '../reference.ts'

export type Problem = NonNullable<SourceReport['problem']>

export type CodePart = Readonly<{
  language: SourceLanguage
  /** By its ending the parser tells the language. */
  path: string
  text: string
  /** Where a place of the text stands in the file. */
  placeOf: (place: Place) => Place
  /** The same code in pieces, for where it makes no sense as one. */
  orElse?: readonly CodePart[]
  /** Messages of the parser that say nothing here. */
  allowed?: RegExp
}>

export type Embedded = Readonly<{
  parts: readonly CodePart[]
  /** Names in what is no code of a language that is read: templates. */
  passedOver?: readonly PassedOver[]
  /** What could not be read of the file itself. */
  problem: Problem | null
}>

export const samePlace = (place: Place): Place => place

/** A report on code by the places of the file that it stands in. */
export function movedReport(report: SourceReport, placeOf: CodePart['placeOf']): SourceReport {
  if (placeOf === samePlace) return report
  const moved = <T extends Place>(one: T): T => ({ ...one, ...placeOf(one) })
  const movedCall = (call: CallShape): CallShape => ({
    ...call,
    keywords: call.keywords.map(moved),
    ...(call.text !== undefined && { text: moved(call.text) }),
  })
  const movedReference = (one: Reference): Reference => ({
    ...moved(one),
    call: one.call === null ? null : movedCall(one.call),
  })
  return {
    ...report,
    references: report.references.map(movedReference),
    passedOver: report.passedOver.map(moved),
    ...(report.handedOn !== undefined && { handedOn: report.handedOn.map(movedReference) }),
    ...(report.pathTexts !== undefined && { pathTexts: report.pathTexts.map(moved) }),
    problem: report.problem === null ? null : moved(report.problem),
  }
}

/** Several reports on one file as one. */
export function joinedReports(reports: readonly SourceReport[]): SourceReport {
  const [only] = reports
  if (only !== undefined && reports.length === 1) return only
  return {
    references: reports.flatMap(({ references }) => references),
    added: new Set(reports.flatMap(({ added }) => [...added])),
    augmented: new Set(reports.flatMap(({ augmented }) => [...augmented])),
    declaredModules: reports.flatMap(({ declaredModules }) => declaredModules),
    passedOver: reports.flatMap(({ passedOver }) => passedOver),
    handedOn: reports.flatMap(({ handedOn }) => handedOn ?? []),
    pathTexts: reports.flatMap(({ pathTexts }) => pathTexts ?? []),
    problem: reports.find(({ problem }) => problem !== null)?.problem ?? null,
  }
}
