// What is said of a package first, and how it looks. No element of the page is needed for that.

import type { PackageExistsAnswer } from '../wire/packageAnswers.ts'
import { packageCaution } from '../wire/packageCaution.ts'

export type PackageHead = Readonly<{
  tone: 'good' | 'bad' | 'unsure'
  /** The first is the headline. */
  sentences: readonly string[]
}>

/** `where`: the registry, as people call it. */
export function packageHead(answer: PackageExistsAnswer, where: string): PackageHead {
  const { name, exists, latest_version: latest } = answer
  if (!exists) return { tone: 'bad', sentences: [`${name} does not exist on ${where}`] }
  const found = `${name} exists on ${where}${latest === null ? '' : `, latest ${latest}`}`
  const caution = packageCaution(answer)
  if (caution === null) return { tone: 'good', sentences: [found] }
  const tone = caution.kind === 'lookalike' ? 'unsure' : 'bad'
  return { tone, sentences: [caution.sentence, `${found}.`] }
}
