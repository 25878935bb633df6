// `# assay: ignore` and `// assay: ignore` on a line, with codes in brackets for some findings only.

import type { Finding } from '../../check/report/finding.ts'

const COMMENT = /(?:#|\/\/|\/\*)\s*assay:\s*ignore\b(?:\[([\w\s,]*)\])?/

/** `line`: the text of the line that the finding is on. */
export function isIgnoredHere({ code }: Finding, line: string): boolean {
  const match = COMMENT.exec(line)
  if (match === null) return false
  const [, codes] = match
  return codes === undefined || codes.split(/[\s,]+/).includes(code)
}
