// What is said of files that could not be read.

import type { Manifest } from '../../manifests/manifest.ts'
import { isOfNpm } from '../../manifests/manifestKind.ts'
import type { ReadInput } from '../read/readInput.ts'
import { type Finding, newFinding } from '../report/finding.ts'
import { shownName } from '../report/shownName.ts'

export function* fileFindings(input: ReadInput): Generator<Finding> {
  const { sources, manifests, unknown } = input
  for (const { path, language, report } of sources) {
    const { problem } = report
    if (problem === null) continue
    const message = `The file could not all be read: ${shownName(problem.message)}.`
    const ecosystem = language === 'python' ? 'pypi' : 'npm'
    yield unreadFinding(path, ecosystem, message, problem)
  }
  for (const manifest of manifests) {
    const { path } = manifest
    const problem = problemOf(manifest, input)
    if (problem === null) continue
    const ecosystem = isOfNpm(path) ? 'npm' : 'pypi'
    const message = `The file could not all be read: it ${shownName(problem)}.`
    yield unreadFinding(path, ecosystem, message)
  }
  for (const path of unknown ?? []) {
    const message = 'The file could not be read: it is of a kind that is not read.'
    yield unreadFinding(path, /\.py\w*$/i.test(path) ? 'pypi' : 'npm', message)
  }
}

/** Files of which not all was read; of manifests around what is asked about only their versions count. */
export function unreadFiles(input: ReadInput): number {
  const { sources, manifests, quiet, unknown } = input
  const unread = [
    ...(unknown ?? []).map((path) => ({ path })),
    ...sources.filter(({ report }) => report.problem !== null),
    ...manifests.filter((one) => quiet?.has(one.path) !== true && problemOf(one, input) !== null),
  ]
  return new Set(unread.map(({ path }) => path)).size
}

/** Why a manifest was not all read: by itself, or because it goes on in a file that is not there. */
function problemOf({ problem, includes }: Manifest, { manifests }: ReadInput): string | null {
  if (problem !== null || includes === undefined) return problem
  const read = new Set(manifests.map(({ path }) => path))
  const missing = includes.find((path) => !read.has(path))
  return missing === undefined ? null : `goes on in a file that was not read: ${missing}`
}

function unreadFinding(
  path: string,
  ecosystem: 'pypi' | 'npm',
  message: string,
  { line, column } = { line: 1, column: 1 },
): Finding {
  return newFinding({ path, line, column, ecosystem, code: 'undetermined', message })
}
