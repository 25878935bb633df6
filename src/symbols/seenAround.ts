// Since when and until when a symbol is there, as seen from one release: over releases that were looked
// at, and over no others.

import type { ReleaseFinding } from './symbolRuns.ts'

export type SeenAround = Readonly<{
  /** Where it is there: the first release with it, where the one before it lacks it; else null. */
  since: string | null
  /** Where it is there: the first release after this one that lacks it; else null. */
  until: string | null
  /** Where it is not: the nearest release that has it, an older one before a newer one; else null. */
  seenIn: string | null
}>

const NOWHERE: SeenAround = { since: null, until: null, seenIn: null }

/** `findings`: oldest release first, `version` among them. */
export function seenAround(findings: readonly ReleaseFinding[], version: string): SeenAround {
  const at = findings.findIndex((one) => one.version === version)
  const here = findings[at]
  if (here === undefined) return NOWHERE
  if (!isThere(here)) {
    const older = findings.slice(0, at).findLast(isThere)
    const newer = findings.slice(at + 1).find(isThere)
    return { ...NOWHERE, seenIn: (older ?? newer)?.version ?? null }
  }
  const before = findings.slice(0, at).findLastIndex((one) => !isThere(one))
  const after = findings.slice(at + 1).find((one) => !isThere(one))
  const lacking = findings[before]
  return {
    ...NOWHERE,
    since: lacking !== undefined && isAbsent(lacking) ? versionAt(findings, before + 1) : null,
    until: after !== undefined && isAbsent(after) ? after.version : null,
  }
}

function versionAt(findings: readonly ReleaseFinding[], at: number): string | null {
  return findings[at]?.version ?? null
}

function isThere({ finding }: ReleaseFinding): boolean {
  return finding.state === 'found'
}

/** Without any doubt. */
function isAbsent({ finding }: ReleaseFinding): boolean {
  return finding.state === 'not_found' && finding.caveat === null
}
