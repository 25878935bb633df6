// Which keyword stands for one that a call may not have any more, and which arguments are given by
// their names only now.

import type { Suggestion } from '../check/report/finding.ts'
import { type PythonParameter, parseSignatures } from '../signatures/parseSignature.ts'
import type { Doubt, Proven } from './nameProof.ts'
import { folded, slipDoubt, wordsOf } from './slipProof.ts'

/** The signatures before and now; null where there is none. */
export type Signatures = Readonly<{ older: string | null; now: string | null }>

export function missingKeyword(
  name: string,
  suggestion: Suggestion | null,
  signatures: Signatures,
): Proven | Doubt {
  const before = parametersIn(signatures.older)
  const after = parametersIn(signatures.now)
  if (after === null) return { reason: 'What it takes now is not written as one signature.' }
  if (before?.some((one) => one.name === name)) return renamed(name, before, after)
  const replace = suggestion?.replace ?? null
  if (replace === null) return { reason: 'Nothing says what stands for it.' }
  const names = after.map((one) => one.name)
  const doubt = slipDoubt(name, replace.to, names)
  if (doubt !== null) return { reason: doubt }
  return {
    to: replace.to,
    proof: `${replace.to} is an argument, and no other is one slip away from ${name}.`,
  }
}

/** One argument went and one of the same kind, type and default stands in its place. */
function renamed(
  name: string,
  before: readonly PythonParameter[],
  after: readonly PythonParameter[],
): Proven | Doubt {
  const had = new Set(before.map((one) => one.name))
  const has = new Set(after.map((one) => one.name))
  const went = before.find((one) => one.name === name)
  const fresh = after.filter((one) => !had.has(one.name) && isNamed(one))
  if (went === undefined || fresh.length === 0) {
    return { reason: 'It is gone, and no argument came in its place.' }
  }
  const alike = fresh.filter(
    (one) => isAlike(name, one.name) && one.default === went.default && isSameType(one, went),
  )
  const [to] = alike
  const isTold = to !== undefined && alike.length === 1
  const others = before.filter((one) => !has.has(one.name) && one.name !== name)
  const isOnly = others.every((one) => to === undefined || !isAlike(one.name, to.name))
  if (!isTold || !isOnly) {
    return { reason: 'Which argument came in its place is not certain.' }
  }
  return { to: to.name, proof: `${name} went and ${to.name} came, with the same type and default.` }
}

function isAlike(one: string, other: string): boolean {
  if (folded(one) === folded(other)) return true
  const words = new Set(wordsOf(other))
  return wordsOf(one).some((word) => word.length > 2 && words.has(word))
}

function isSameType(one: PythonParameter, other: PythonParameter): boolean {
  return one.annotation === other.annotation || one.annotation === null || other.annotation === null
}

/**
 * The names of arguments that are given by position and may only be named now: by position, from the
 * first that has to be.
 */
export function namesToGive(
  given: number,
  { older, now }: Signatures,
): Readonly<{ first: number; names: readonly string[] }> | Doubt {
  const [before, after] = [parametersIn(older), parametersIn(now)]
  if (before === null || after === null) {
    return { reason: 'What it took and takes is not written as one signature each.' }
  }
  const placedBefore = before.filter((one) => one.kind === 'normal' || one.kind === 'positional')
  const placedNow = after.filter((one) => one.kind === 'normal' || one.kind === 'positional')
  if (after.some(({ kind }) => kind === 'varargs'))
    return { reason: 'It takes any number of them.' }
  const first = placedNow.length
  const isSame = placedNow.every((one, index) => one.name === placedBefore[index]?.name)
  const names = placedBefore.slice(first, given).map((one) => one.name)
  const isKnown = placedBefore.length >= given && names.length === given - first
  const areThere = names.every((name) =>
    after.some((one) => one.name === name && one.kind === 'keyword'),
  )
  if (!isSame || !isKnown || !areThere) {
    return { reason: 'Not every argument too many has a name that it may be given by.' }
  }
  return { first, names }
}

/** Without a receiver; null for overloads and for what is no call. */
function parametersIn(signature: string | null): readonly PythonParameter[] | null {
  if (signature === null) return null
  // Of a class the bases stand behind the constructor.
  const call = /^(?:async )?\(/.test(signature) ? signature.replace(/ \| \(.*$/s, '') : signature
  const parsed = parseSignatures(call)
  const [only] = parsed ?? []
  if (only === undefined || parsed?.length !== 1) return null
  const [first, ...rest] = only.parameters
  return first !== undefined && /^(?:self|cls)$/.test(first.name) ? rest : only.parameters
}

const isNamed = ({ kind }: PythonParameter) => kind === 'normal' || kind === 'keyword'
