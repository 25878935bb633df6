// The fate of a symbol over releases: neighbouring releases that say the same are one run.

import type { SymbolFinding } from './findSymbol.ts'

export type ReleaseFinding = Readonly<{ version: string; finding: SymbolFinding }>

/** What a release says of the symbol. `exists` is null where it cannot be told: a miss with a caveat too. */
type SymbolState = Readonly<{
  exists: boolean | null
  qualifiedName: string | null
  kind: string | null
  signature: string | null
  deprecated: boolean
  isPublic: boolean | null
}>

type SymbolRun = SymbolState &
  Readonly<{ fromVersion: string; toVersion: string; releases: number }>

/** Versions are null where no release shows it. */
export type SymbolFate = Readonly<{
  firstSeen: string | null
  lastSeen: string | null
  /** The first release with it, where the one before lacks it. */
  addedIn: string | null
  /** The first release without it after the last one with it. */
  removedIn: string | null
  /** The first release that marks it as deprecated, where the one before does not. */
  deprecatedIn: string | null
  runs: readonly SymbolRun[]
}>

/** `findings`: oldest release first. */
export function symbolFate(findings: readonly ReleaseFinding[]): SymbolFate {
  const states = findings.map(({ version, finding }) => ({ version, ...stateOf(finding) }))
  const first = states.findIndex(({ exists }) => exists === true)
  const last = states.findLastIndex(({ exists }) => exists === true)
  const before = states[first - 1]
  const after = states[last + 1]
  const newest = states[last]
  const unmarked = states.findLastIndex(
    ({ exists, deprecated }, i) => i <= last && !(exists && deprecated),
  )
  const isMarked = newest?.deprecated === true && states[unmarked]?.exists === true
  return {
    firstSeen: states[first]?.version ?? null,
    lastSeen: newest?.version ?? null,
    addedIn: before?.exists === false ? (states[first]?.version ?? null) : null,
    removedIn: last >= 0 && after?.exists === false ? after.version : null,
    deprecatedIn: isMarked ? (states[unmarked + 1]?.version ?? null) : null,
    runs: runsOf(states),
  }
}

function stateOf(finding: SymbolFinding): SymbolState {
  const row = finding.state === 'found' ? finding.row : null
  return {
    exists: row !== null ? true : isAbsent(finding) ? false : null,
    qualifiedName: finding.state === 'found' ? finding.qualifiedName : null,
    kind: row?.kind ?? null,
    signature: row?.signature ?? null,
    deprecated: row?.deprecated ?? false,
    isPublic: row?.public ?? null,
  }
}

function isAbsent(finding: SymbolFinding): boolean {
  return finding.state === 'not_found' && finding.caveat === null
}

function runsOf(
  states: readonly (SymbolState & Readonly<{ version: string }>)[],
): readonly SymbolRun[] {
  const runs: SymbolRun[] = []
  for (const { version, ...state } of states) {
    const run = runs.at(-1)
    if (run !== undefined && isSame(run, state)) {
      runs[runs.length - 1] = { ...run, toVersion: version, releases: run.releases + 1 }
    } else {
      runs.push({ ...state, fromVersion: version, toVersion: version, releases: 1 })
    }
  }
  return runs
}

const SAID = ['exists', 'qualifiedName', 'kind', 'signature', 'deprecated', 'isPublic'] as const

function isSame(one: SymbolState, other: SymbolState): boolean {
  return SAID.every((key) => one[key] === other[key])
}
