// Keys that a JSON text has twice: one reader takes the first and another the last, so that neither is
// what the file says.

const TOKENS = /"(?:[^"\\]|\\.)*"|[{}[\],:]/g

type Open = { keys: Set<string> | null; key: string }

/** The first key that the root has twice, or one of the sections in it; null without. Of valid JSON. */
export function repeatedKey(text: string, sections: readonly string[]): string | null {
  const open: Open[] = []
  let last = ''
  for (const [token] of text.matchAll(TOKENS)) {
    const inner = open.at(-1)
    if (token === '{' || token === '[') {
      open.push({ keys: token === '{' ? new Set() : null, key: '' })
    } else if (token === '}' || token === ']') open.pop()
    else if (token === ':' && inner !== undefined && inner.keys !== null) {
      const isLooked = open.length === 1 || (open.length === 2 && isOne(open[0]?.key, sections))
      const key = isLooked ? decoded(last) : ''
      const isCounted = open.length === 1 ? isOne(key, sections) : isLooked
      if (isCounted && inner.keys.has(key)) return key
      inner.keys.add(key)
      inner.key = key
    }
    last = token
  }
  return null
}

function isOne(key: string | undefined, sections: readonly string[]): boolean {
  return key !== undefined && sections.includes(key)
}

function decoded(token: string): string {
  const key: unknown = JSON.parse(token)
  return typeof key === 'string' ? key : ''
}
