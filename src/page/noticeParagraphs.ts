// What is said of the package around an answer about something in it.

import { noticeLines } from '../wire/noticeLines.ts'
import type { Noticed } from '../wire/signed.ts'
import { element, headline } from './dom.ts'

/** Cautions are the headline; the rest are warnings. */
export function noticeParagraphs(name: string, answer: Noticed) {
  const { cautions, said } = noticeLines(name, answer)
  return {
    first: cautions.map((sentence) => headline('unsure', sentence)),
    after: said.map((sentence) => element('p', { class: 'warning' }, sentence)),
  }
}
