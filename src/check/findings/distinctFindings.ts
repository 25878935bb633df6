// Findings in the order of the text, each thing said once.

import type { Finding } from '../report/finding.ts'

/**
 * Whether a line of a manifest has said it. `yaml` in the requirements: the import of it is right, and that
 * line is what to mend. So is the line that pins a release which is not there, wherever it is imported.
 */
export function saidOfRequirements(required: readonly Finding[]): (finding: Finding) => boolean {
  const keyOf = ({ ecosystem, package: name }: Finding) => `${ecosystem} ${name}`
  const said = new Set(
    required.filter(({ code }) => code === 'import_not_provided').map((one) => keyOf(one)),
  )
  const releases = new Set(
    required.filter(({ code }) => code === 'version_not_found').map(({ message }) => message),
  )
  return (finding) => {
    const { code, message } = finding
    if (code === 'version_not_found') return releases.has(message)
    const isOfPackage = code === 'import_not_provided' || code === 'package_not_found'
    return isOfPackage && said.has(keyOf(finding))
  }
}

/** Of a release that is not there only the first import is told: it is one thing that is to be mended. */
export function withReleasesOnce(ofFiles: readonly Finding[]): readonly Finding[] {
  const first = new Map<string, Finding>()
  for (const finding of ofFiles) {
    if (finding.code !== 'version_not_found') continue
    const before = first.get(finding.message)
    if (before === undefined || inOrder(finding, before) < 0) first.set(finding.message, finding)
  }
  return ofFiles.filter(
    (finding) => finding.code !== 'version_not_found' || first.get(finding.message) === finding,
  )
}

function inOrder(one: Finding, other: Finding): number {
  const byPath = one.path === other.path ? 0 : one.path < other.path ? -1 : 1
  return byPath || one.line - other.line || one.column - other.column
}

/** What is wrong with a package wherever it is imported. */
const OF_THE_PACKAGE: ReadonlySet<string> = new Set(['package_not_found', 'package_confusable'])

/**
 * In the order of the text; the same thing is said once of a place, of a package once of a file. Pauses
 * wherever it can wait.
 */
export function* distinctFindings(
  findings: readonly Finding[],
): Generator<undefined, readonly Finding[], undefined> {
  const known = new Map<string, Finding>()
  for (const finding of findings) {
    yield
    const { path, line, column, code, message } = finding
    const place = OF_THE_PACKAGE.has(code) ? '' : `${line}\n${column}`
    const key = `${path}\n${place}\n${code}\n${message}`
    if (!known.has(key)) known.set(key, finding)
  }
  return [...known.values()].sort(inOrder)
}
