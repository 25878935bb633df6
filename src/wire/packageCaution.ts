// What somebody must know of a package that exists before anything else: it is not one to install, or
// perhaps not the one that is meant. Text, page and tools lead with it.

import { lookalikeSentence, placeholderSentence } from '../domain/notice.ts'
import type { PackageExistsAnswer } from './packageAnswers.ts'

export type PackageCaution = Readonly<{
  /**
   * `placeholder` and `empty`: there is nothing to install. `quarantined`: the registry withholds it.
   * `lookalike`: another may be meant.
   */
  kind: 'placeholder' | 'quarantined' | 'empty' | 'lookalike'
  sentence: string
}>

type Said = Pick<
  PackageExistsAnswer,
  'exists' | 'name' | 'latest_version' | 'registry_status' | 'lookalike_of' | 'proof'
>

/** Null where there is nothing to be said, and of what does not exist. */
export function packageCaution(answer: Said): PackageCaution | null {
  const { exists, name, registry_status: status, lookalike_of: other } = answer
  if (!exists) return null
  const meant = other === null ? '' : ` ${other} may be meant.`
  if (status === 'security_placeholder') {
    return { kind: 'placeholder', sentence: placeholderSentence(name, other) }
  }
  if (status === 'quarantined') {
    const sentence = `The registry has put ${name} into quarantine: it may do harm.${meant}`
    return { kind: 'quarantined', sentence }
  }
  if (answer.latest_version === null) {
    return { kind: 'empty', sentence: `${name} has no release: nothing can be installed.${meant}` }
  }
  if (answer.proof?.artifact_sha256 === null) {
    const sentence = `${name} ${answer.latest_version} has no file: nothing can be installed.${meant}`
    return { kind: 'empty', sentence }
  }
  if (other === null) return null
  return { kind: 'lookalike', sentence: lookalikeSentence(name, other) }
}

/** What is said where the language itself has a module of a package's name. */
export function builtInSentence(
  answer: Pick<PackageExistsAnswer, 'ecosystem' | 'name' | 'standard_library'>,
): string | null {
  if (answer.standard_library !== true) return null
  return answer.ecosystem === 'npm'
    ? `Node itself has a module ${answer.name}: code that runs on Node needs no package for it.`
    : `Python itself has a module ${answer.name}: no package is needed for it.`
}
