// What is said where the language itself has a module of a package's name.

import type { PackageExistsAnswer } from './packageAnswers.ts'

/** Null where the language has none. */
export function builtInSentence(
  answer: Pick<PackageExistsAnswer, 'ecosystem' | 'name' | 'standard_library'>,
): string | null {
  if (answer.standard_library !== true) return null
  return answer.ecosystem === 'npm'
    ? `Node itself has a module ${answer.name}: code that runs on Node needs no package for it.`
    : `Python itself has a module ${answer.name}: no package is needed for it.`
}
