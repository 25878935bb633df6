// Whether a definition that both releases have has changed, and why.

import type { Facts } from './facts.ts'
import { pythonReasons } from './python/pythonChange.ts'
import { type Reason, type Severity, severityOf, worst } from './reasons.ts'
import { type BothAliases, typescriptReasons } from './typescript/typescriptChange.ts'

export type Language = 'python' | 'typescript'

export type Change = Readonly<{
  previous: string | null
  next: string | null
  /** The worst of its reasons. */
  reason: Reason
  reasons: readonly Reason[]
  severity: Severity
}>

/** Null when a caller cannot tell them apart. */
export function changeOf(
  language: Language,
  previous: Facts,
  next: Facts,
  aliases: BothAliases,
): Change | null {
  const reasons =
    language === 'python'
      ? pythonReasons(previous, next)
      : typescriptReasons(previous, next, aliases)
  const reason = worst(reasons)
  if (reason === null) return null
  return {
    previous: shown(language, previous),
    next: shown(language, next),
    reason,
    reasons: [...reasons].sort(),
    severity: severityOf(reason),
  }
}

/** The signature of a Python class is its constructor and its bases. */
function shown(language: Language, { kind, signature, bases }: Facts): string | null {
  const named = bases.filter((base) => base !== 'builtins.object')
  if (language !== 'python' || kind !== 'class' || named.length === 0) return signature
  return `${signature ?? '(...)'} extends ${named.join(', ')}`
}
