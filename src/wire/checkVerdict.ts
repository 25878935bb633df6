// What a check found, in a sentence: the same on every page.

import type { CheckAnswer } from './checkAnswers.ts'

export type CheckVerdict = Readonly<{ tone: 'good' | 'bad' | 'unsure'; sentence: string }>

/** Nothing is called real that was not looked up. */
export function checkVerdict({ verdict, counts, findings }: CheckAnswer): CheckVerdict {
  switch (verdict) {
    case 'real':
      if (findings.some(({ code }) => code === 'package_confusable')) {
        const sentence = 'A package in this code may not be the one that is meant'
        return { tone: 'unsure', sentence }
      }
      return { tone: 'good', sentence: 'Everything that could be looked up is there' }
    case 'problems':
      return { tone: 'bad', sentence: `${counted(counts.findings, 'finding')} in this code` }
    case 'undetermined':
      return { tone: 'unsure', sentence: unsureText(counts) }
  }
}

function unsureText({ unread, determined, references }: CheckAnswer['counts']): string {
  if (unread > 0) return 'This code could not all be read'
  if (determined === 0) return 'Nothing in this code could be determined'
  return `Only ${determined} of ${counted(references, 'reference')} could be determined`
}

function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`
}
