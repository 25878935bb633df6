// What is said of a package beside an answer about something in it, as sentences.

import { type Notice, noticeSentence } from '../domain/notice.ts'
import type { Noticed } from './signed.ts'

/** `shown`: how text that strangers wrote is shown. */
export function noticeLines(
  name: string,
  { notices = [] }: Noticed,
  shown: (message: string) => string = (message) => message,
) {
  const isCaution = ({ of, word }: Notice) => of === 'name' || word === 'quarantined'
  const sentence = (one: Notice) =>
    noticeSentence(name, { ...one, message: one.message === null ? null : shown(one.message) })
  return {
    /** What must be known before anything else: the package is not one to install, or not the one that is meant. */
    cautions: notices.filter(isCaution).map(sentence),
    /** What else the registry says. */
    said: notices.filter((one) => !isCaution(one)).map(sentence),
  }
}
