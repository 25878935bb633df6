// What the hostile child can be asked to do. A table apart, because importing the child runs it.

import type { Extractor } from '../../src/extract/extractor.ts'

export const HOSTILE_NAMES = [
  'segfault',
  'abort',
  'spin',
  'wait without end',
  'wait a little',
  'fill the heap',
  'fill memory outside the heap',
  'ask for too large a buffer',
  'print to stdout',
  'print to stderr',
  'send rubbish',
  'send a header that is no JSON',
  'announce four gigabytes',
  'send frames without end',
  'send reads without end',
  'want without end',
  'want too much at once',
  'follow what it was not given',
  'list what it finds',
  'send output in crumbs',
  'send output without end',
  'give too long an output',
  'answer for another job',
  'answer twice',
  'claim an unknown refusal',
  'exit without an answer',
  'throw an error',
  'throw nothing',
  'throw where nobody catches',
  'overflow the stack',
  'show its environment',
  'try what it must not',
  'say its number',
  'keep memory',
] as const

export type HostileName = (typeof HOSTILE_NAMES)[number]
export type HostileExtractors = Readonly<Record<HostileName, Extractor>>
