// What an upgrade means for a file, in a sentence, and what keeps it from being safe.

import type { UpgradeAnswer } from '../../wire/checkAnswers.ts'
import { heldWords } from '../../wire/heldWords.ts'

type UpgradeVerdict = Readonly<{
  tone: 'good' | 'bad' | 'warn'
  sentence: string
  /** Null where the sentence says all. */
  because: string | null
}>

export function upgradeVerdict(answer: UpgradeAnswer): UpgradeVerdict {
  const { verdict, caveat, counts } = answer
  switch (verdict) {
    case 'safe':
      return { tone: 'good', sentence: 'Nothing that this file uses breaks.', because: null }
    case 'affected':
      return { tone: 'bad', sentence: 'This file uses names that break.', because: null }
    case 'undetermined': {
      const sentence = 'It cannot be told whether the upgrade breaks this file.'
      const because = caveat === null ? openWords(answer) : heldWords(counts.references, caveat)
      return { tone: 'warn', sentence, because: sentenceOf(because) }
    }
  }
}

/** Why it is open, where no caveat says so. */
function openWords({ counts, package: name }: UpgradeAnswer): string {
  const unread = counts.unread > 0 ? 'the file could not all be read' : ''
  if (counts.references === 0) {
    const seen = unread === '' ? 'the file' : 'what could be read of it'
    return joined(unread, `no use of ${name} was found in ${seen}`)
  }
  if (counts.undetermined > 0) {
    const uses = `${counts.undetermined} of ${counts.references} uses could not be told`
    return joined(unread, uses)
  }
  return unread === '' ? 'of some uses it cannot be told whether they break' : unread
}

function joined(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(', and ')
}

function sentenceOf(words: string): string {
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}.`
}
