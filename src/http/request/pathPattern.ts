// A path with parts in braces: `/v1/proofs/{ecosystem}/{package}`. The last of them takes the rest of
// the path, because names of packages may hold a slash.

/** Null for a path without braces. */
export function pathPattern(path: string) {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  if (names.length === 0) return null
  const [first = '', ...others] = path.split(/\{\w+\}/).map((text) => text.replace(/[.]/g, '\\.'))
  const pattern = others.reduce((text, next, i) => {
    return `${text}(${i === others.length - 1 ? '.+' : '[^/]+'})${next}`
  }, first)
  const start = path.slice(0, path.indexOf('{'))
  const expression = new RegExp(`^${pattern}$`)
  return {
    path,
    /** What stands for the parts, decoded; null when the path is another one or cannot be decoded. */
    match(written: string): Readonly<Record<string, string>> | null {
      if (!written.startsWith(start)) return null
      const found = expression.exec(written)
      if (found === null) return null
      const values = found.slice(1).map(decoded)
      if (values.includes(null)) return null
      return Object.fromEntries(names.map((name, i) => [name, values[i] ?? '']))
    },
  }
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
