// Answers about two releases.

import type { AnswerSource, Ecosystem, Noticed, Proof, Signed } from './signed.ts'
import type { SymbolKind } from './symbolAnswers.ts'

export type Classification = 'breaking' | 'additive' | 'neutral'

export type DiffRow = Readonly<{ symbol: string; kind: SymbolKind }>

/** With a reason and a severity only where code that made such an object breaks. */
export type AddedRow = DiffRow &
  Readonly<{ reason?: 'required_member_added'; severity?: 'breaking' }>

export type ChangedRow = DiffRow &
  Readonly<{
    from_sig: string | null
    to_sig: string | null
    /** The worst of `reasons`; docs/internals/diff.md lists them. */
    reason: string
    reasons: readonly string[]
    severity: 'breaking' | 'undecided' | 'compatible'
  }>

export type DiffAnswer = Signed &
  Noticed &
  Readonly<{
    ok: boolean
    ecosystem: Ecosystem
    package: string
    from_version: string
    to_version: string
    /** Breaking: something was removed, or a signature changed in any way. */
    classification: Classification
    /**
     * Breaking only when code that was right can be wrong now. `undecided`: changes of which nobody
     * can tell that; where there are any, what is not breaking is not shown to be safe.
     */
    compatibility: Readonly<{ classification: Classification; undecided: number }>
    /** What the version numbers claim. */
    published_bump: 'none' | 'patch' | 'minor' | 'major' | 'prerelease' | 'unknown'
    added: readonly AddedRow[]
    removed: readonly (DiffRow & Readonly<{ caveat: string | null }>)[]
    changed: readonly ChangedRow[]
    new_deprecations: readonly (DiffRow &
      Readonly<{ since_version: string; message: string | null }>)[]
    undetermined: readonly Readonly<{ symbol: string; reason: string | null }>[]
    cut: boolean
    counts: Readonly<{
      added: number
      removed: number
      changed: number
      new_deprecations: number
    }>
    source: Readonly<{ from: AnswerSource; to: AnswerSource }>
    proof: Readonly<{ from: Proof; to: Proof }>
  }>
