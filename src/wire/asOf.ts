// The days that an answer rests on which was given offline, and how they are said.

/**
 * The days (`YYYY-MM-DD`, UTC) on which the registry was asked for what the answer rests on, the first
 * and the last; null where it rests on no registry's word.
 */
export type AsOf = Readonly<{ from: string | null; until: string | null }>

/** A line for people about an answer that was given offline; none about any other. */
export function asOfLines(answer: object): readonly string[] {
  const { as_of: days }: Readonly<{ as_of?: AsOf }> = answer
  if (days === undefined) return []
  const { from, until } = days
  if (from === null) return ['Offline: this rests on no answer of a registry.']
  const when = from === until ? `on ${from}` : `from ${from} to ${until}`
  return [`Offline: as the registry was asked ${when}.`]
}
