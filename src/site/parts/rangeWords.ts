// A range of releases in words.

/** `>=10.0.0 <20.19.0 || >=21.0.0` → `from 10.0.0 to before 20.19.0, and from 21.0.0 on`. */
export function rangeWords(range: string): string {
  return range.split(' || ').map(spanWords).join(', and ')
}

function spanWords(span: string): string {
  const [, from, to] = /^(?:>=(\S+))?\s*(?:<([^\s=]+))?$/.exec(span) ?? []
  if (from !== undefined && to !== undefined) return `from ${from} to before ${to}`
  if (from !== undefined) return `from ${from} on`
  return to === undefined ? span : `before ${to}`
}
