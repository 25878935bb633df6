// What is said of a package around an answer about something in it: cautions before it, the rest behind.

import { noticeLines } from '../wire/noticeLines.ts'
import type { Noticed } from '../wire/signed.ts'
import { oneLine } from './quoted.ts'

export function withNotices(lines: readonly string[], name: string, answer: Noticed): string[] {
  const { cautions, said } = noticeLines(name, answer, oneLine)
  return [
    ...cautions.map(
      (sentence) =>
        `CAUTION: ${sentence} Do not install it unless it is certain that this one is meant.`,
    ),
    ...lines,
    ...said,
  ]
}
