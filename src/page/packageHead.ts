// What is said of a package first, and how it looks. No element of the page is needed for that.

import type { PackageExistsAnswer } from '../wire/packageAnswers.ts'
import { builtInSentence, packageCaution } from '../wire/packageCaution.ts'

export type PackageHead = Readonly<{
  tone: 'good' | 'bad' | 'unsure'
  /** The first is the headline. */
  sentences: readonly string[]
}>

/** `where`: the registry, as people call it. */
export function packageHead(answer: PackageExistsAnswer, where: string): PackageHead {
  const { name, exists, latest_version: latest } = answer
  const builtIn = builtInSentence(answer)
  const more = builtIn === null ? [] : [builtIn]
  if (!exists) return { tone: 'bad', sentences: [`${name} does not exist on ${where}`, ...more] }
  const found = `${name} exists on ${where}${latest === null ? '' : `, latest ${latest}`}`
  const caution = packageCaution(answer)
  if (caution === null) return { tone: 'good', sentences: [found, ...more] }
  const tone = caution.kind === 'lookalike' ? 'unsure' : 'bad'
  return { tone, sentences: [caution.sentence, ...more, `${found}.`] }
}
