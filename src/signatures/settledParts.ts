// Parts of a union or an intersection that say nothing beside the others.

type Part = Readonly<{ text: string }>

/** `"a" | string` is `string`, and `string & {}` too. */
export function settledParts<One extends Part>(
  parts: readonly One[],
  form: 'union' | 'intersection',
): One[] {
  const texts = new Set(parts.map(({ text }) => text))
  const only = (text: string) => parts.filter((part) => part.text === text)
  if (texts.has('any')) return only('any')
  if (form === 'union') {
    if (texts.has('unknown')) return only('unknown')
    const kept = parts.filter(({ text }) => text !== 'never' && !texts.has(baseOf(text) ?? ''))
    return kept.length === 0 ? only('never') : kept
  }
  if (texts.has('never')) return only('never')
  const hasBase = parts.some(({ text }) => BASES.has(text) || baseOf(text) !== null)
  const kept = parts.filter(({ text }) => {
    if (text === 'unknown') return false
    return !(hasBase && EMPTY.has(text))
  })
  return kept.length === 0 ? only('unknown') : kept
}

const BASES: ReadonlySet<string> = new Set(['bigint', 'boolean', 'number', 'string', 'symbol'])
/** Everything that is not nothing is one of these. */
const EMPTY: ReadonlySet<string> = new Set(['{}', 'Record<never, never>', 'Record<never, any>'])

/** What a literal is one of. */
export function baseOf(text: string): string | null {
  if (text === 'true' || text === 'false') return 'boolean'
  if (/^(?:"(?:[^"\\]|\\.)*"|`[^`]*`)$/s.test(text)) return 'string'
  if (/^-?\d[\d_]*n$/.test(text)) return 'bigint'
  if (/^-?\.?\d[\w.]*$/.test(text)) return 'number'
  return null
}
