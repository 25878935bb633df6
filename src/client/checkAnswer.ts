// A receipt that verifies may still belong to another question, and an answer may say something else
// than its signed verdict. Both are looked at.

import { isEcosystem, parsePackageName } from '../domain/names/packageName.ts'
import { compareVersions } from '../domain/versionOrder.ts'
import type { Signed } from '../wire/signed.ts'

export type Expected = Readonly<{
  type: string
  question: Readonly<Record<string, string | readonly string[] | null | undefined>>
}>

export type AnswerFault = 'other_type' | 'other_question' | 'other_answer'

const NAMES: ReadonlySet<string> = new Set(['name', 'package'])
const VERSIONS: ReadonlySet<string> = new Set(['version', 'from_version', 'to_version'])

/** Null when the answer is one to the question that was put. */
export function checkAnswer(answer: Signed, expected: Expected): AnswerFault | null {
  const { type, question, verdict } = answer.attestation
  if (type !== expected.type) return 'other_type'
  if (!isSameQuestion(expected.question, question)) return 'other_question'
  return isConsistent(answer, verdict) ? null : 'other_answer'
}

/** Names in their normal form and versions as the registry spells them are still the same question. */
function isSameQuestion(
  asked: Expected['question'],
  signed: Readonly<Record<string, unknown>>,
): boolean {
  const { ecosystem } = asked
  const fields = new Set([...Object.keys(asked), ...Object.keys(signed)])
  return [...fields].every((field) => {
    const wanted = asked[field] ?? null
    const given = signed[field] ?? null
    if (typeof wanted === 'object' && wanted !== null) {
      return JSON.stringify(wanted) === JSON.stringify(given)
    }
    if (wanted === null || typeof given !== 'string') return wanted === given
    if (!isEcosystem(ecosystem)) return wanted === given
    if (NAMES.has(field)) return parsePackageName(ecosystem, wanted) === given
    if (VERSIONS.has(field) && compareVersions(ecosystem, wanted, given) === 0) return true
    return wanted === given
  })
}

/** `exists`, `classification` and `verdict` are what programs read; they are the signed verdict in other words. */
function isConsistent(answer: object, verdict: string): boolean {
  if ('classification' in answer) return answer.classification === verdict
  if ('verdict' in answer) return answer.verdict === verdict
  if (!('exists' in answer) || typeof answer.exists !== 'boolean') return true
  return answer.exists === (verdict === 'exists')
}
