// Members without names whose keys have a type: `[string]: T`.

/** The type of the values, by that of the keys; other members without names are left out. */
export function indexSignatures(unnamed: readonly string[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const text of unnamed) {
    const [, key, value] = /^(?:readonly )?\[(string|number|symbol)\]: (.*)$/s.exec(text) ?? []
    if (key !== undefined && value !== undefined) found.set(key, value)
  }
  return found
}
