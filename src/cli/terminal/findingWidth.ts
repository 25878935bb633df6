// How much of its line a finding is about.

import type { Finding } from '../../check/report/finding.ts'

/** A name of a package, with its scope and what is below it. */
const PACKAGE = /^[\w@$./-]+/
const NAME = /^[\p{ID_Continue}$]+/u

/** In UTF-16 units from its column; 0 where the line does not have it. */
export function findingWidth({ code, column, suggestion }: Finding, line: string): number {
  const text = line.slice(column - 1)
  const from = suggestion?.replace?.from
  if (from !== undefined && text.startsWith(from)) return from.length
  const isOfPackage = /^(?:package|import|version)_/.test(code)
  return (isOfPackage ? PACKAGE : NAME).exec(text)?.[0].length ?? 0
}
