// How sure one may be that an update breaks nobody, in the words that update bots know, by the
// diff of the two releases. What is not known is neutral.

import { type Notice, noticeSentence } from '../domain/notice.ts'

export type Confided = Readonly<{
  /** Never `very high`: an interface that is the same says nothing of what the code behind it does. */
  confidence: 'low' | 'neutral' | 'high'
  /** A sentence. */
  reason: string
  /** Symbols that are gone or cannot be used as before; those of which it cannot be told. */
  breaking: number
  undecided: number
}>

type Rows = readonly Readonly<{ severity?: string }>[]

/** What counts of the answer to a diff, in the words of the wire. */
export type ComparedReleases = Readonly<{
  package: string
  to_version: string
  compatibility: Readonly<{ classification: string; undecided: number }>
  added: Rows
  removed: Rows
  changed: Rows
  new_deprecations: Rows
  undetermined: Rows
  cut: boolean
  notices?: readonly Notice[]
}>

export function confidenceOf(diff: ComparedReleases): Confided {
  const { added, removed, changed, compatibility } = diff
  const breaking = removed.length + [...changed, ...added].filter(isBreaking).length
  const undecided = compatibility.undecided + diff.undetermined.length
  const told = (confidence: Confided['confidence'], reason: string): Confided => {
    return { confidence, reason, breaking, undecided }
  }
  const warning = (diff.notices ?? []).find((one) => isWarning(one, diff.to_version))
  if (warning !== undefined) return told('low', noticeSentence(diff.package, warning))
  if (compatibility.classification === 'breaking') {
    return told('low', `${counted(breaking)} gone, or cannot be used as before.`)
  }
  if (undecided > 0 || diff.cut) {
    return told('neutral', 'Of some symbols it cannot be told whether they can be used as before.')
  }
  return told('high', 'Of all that could be compared, code can use everything as before.')
}

function isBreaking({ severity }: Readonly<{ severity?: string }>): boolean {
  return severity === 'breaking'
}

/** Of the name, or that the newer release is withdrawn or deprecated; the older one is left anyway. */
function isWarning({ of, version }: Notice, to: string): boolean {
  return of === 'name' || (of === 'release' && version === to)
}

function counted(count: number): string {
  return count === 1 ? 'One public symbol is' : `${count} public symbols are`
}
