// A guess at why a name was missed or wrongly claimed, to sort the reading by; not a verdict.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ModuleRows, Row } from './rows.ts'
import type { Truth, TruthModule, TruthName } from './truthFile.ts'

/** Why a table may lack a name that is there at run time. */
export function causeOfMiss(
  rows: ModuleRows | undefined,
  module: string,
  truth: TruthModule,
  entry: TruthName,
): string {
  const state = rows?.self?.state ?? 'complete'
  if (state !== 'complete') return state
  if (truth.file_kind === 'extension') return 'opaque module'
  if (rows === undefined) return 'module missing'
  if (truth.file_kind === 'extension+stub') return 'stub'
  if (entry.lazy === true) return 'lazy'
  if (entry.kind === 'module') return 'submodule'
  if (entry.how === 'star') return 'star'
  if (entry.how === 'import') return 're-export'
  if (entry.how === null) return truth.has_getattr ? 'lazy' : 'dynamic'
  return entry.module === module ? 'binding' : 'value'
}

export type Sources = (file: string) => readonly string[] | null

/** Lines of the installed files, from the environment that the truth was taken in. */
export function installedSources(packageFolder: string): Sources {
  const lib = join(packageFolder, 'venv', 'lib')
  const version = existsSync(lib) ? readdirSync(lib)[0] : undefined
  const known = new Map<string, readonly string[] | null>()
  return (file) => {
    if (version === undefined) return null
    let lines = known.get(file)
    if (lines === undefined) {
      const path = join(lib, version, 'site-packages', file)
      lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : null
      known.set(file, lines)
    }
    return lines
  }
}

const CONDITIONS: readonly (readonly [RegExp, string])[] = [
  [/__name__/, 'main block'],
  [/TYPE_CHECKING/, 'type checking'],
  [/sys\.platform|os\.name|platform\.|win32|darwin|_WINDOWS/i, 'platform'],
  [/version_info|PY2|PY3|hexversion|PYPY|implementation/i, 'python version'],
  [/^(?:try|except|finally)\b/, 'optional import'],
  [/^(?:if|elif|else|while|for|with)\b/, 'condition'],
]

/** Why a table may have a name that is not there at run time. */
export function causeOfClaim(
  truth: Truth,
  module: string,
  name: string,
  row: Row,
  sources: Sources,
): string {
  const known = truth.modules[module]
  if (row.origin === 'pyi' || known?.file_kind === 'extension+stub') return 'stub'
  const file = truth.files.find(
    (one) =>
      one === `${module.replaceAll('.', '/')}/__init__.py` ||
      one === `${module.replaceAll('.', '/')}.py`,
  )
  const lines = file === undefined ? null : sources(file)
  if (lines !== null) {
    const word = new RegExp(`(?<![\\w.])${name.replaceAll('$', '\\$')}(?!\\w)`)
    const deleted = new RegExp(`^\\s*del\\b.*(?<![\\w.])${name}(?!\\w)`)
    if (lines.some((line) => deleted.test(line))) return 'deleted'
    const isHere = row.file === file && row.line > 0
    const at = isHere
      ? row.line - 1
      : lines.findIndex((line) => word.test(line) && !line.trimStart().startsWith('#'))
    for (const header of at < 0 ? [] : headersAbove(lines, at)) {
      const cause = CONDITIONS.find(([pattern]) => pattern.test(header))?.[1]
      if (cause !== undefined) return cause
    }
    if (at < 0) return row.origin === 'lazy' ? 'lazy' : 'star'
  }
  if (row.kind === 'module') return 'submodule'
  if (row.alias_of !== null) return 're-export'
  return 'other'
}

/** The compound statements around a line, innermost first. */
function headersAbove(lines: readonly string[], at: number): string[] {
  const headers: string[] = []
  let indent = indentOf(lines[at] ?? '')
  for (let i = at - 1; i >= 0 && indent > 0; i--) {
    const line = lines[i] ?? ''
    if (line.trim() === '' || indentOf(line) >= indent) continue
    indent = indentOf(line)
    headers.push(line.trim())
  }
  return headers
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length
}
