// What is said about one item of a rubric.

import { QUOTE_LENGTH_MAX, QUOTES_MAX } from '../../limits.ts'

export type Span = Readonly<{ start: number; end: number }>

export type Settlement = Readonly<{
  status: 'met' | 'unmet' | 'undetermined'
  /** A sentence without its full stop, and without the text. */
  reason: string
  /** Places of the output that it rests on. */
  spans: readonly Span[]
  /** It was given up because of the work that it took. */
  isSpent?: boolean
}>

export function settled(isMet: boolean, reason: string, spans: readonly Span[] = []): Settlement {
  return { status: isMet ? 'met' : 'unmet', reason, spans }
}

export function open(reason: string): Settlement {
  return { status: 'undetermined', reason, spans: [] }
}

type Quote = Readonly<{ quote: string; start: number; end: number }>

/** The places as quotes: few, short, and never half of a character. */
export function quotesOf(output: string, spans: readonly Span[]): readonly Quote[] {
  return spans.slice(0, QUOTES_MAX).map(({ start, end }) => {
    const cut = output.slice(start, Math.min(end, start + QUOTE_LENGTH_MAX))
    // A pair that the cut would have split is left out.
    const quote = cut.isWellFormed() ? cut : cut.slice(0, -1)
    return quote.isWellFormed()
      ? { quote, start, end: start + quote.length }
      : { quote: '', start, end: start }
  })
}
