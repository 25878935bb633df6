// The names in the text of a type, as it writes them.

/** Outside of quotes, and not as a part of another name. */
export function namesOf(text: string): readonly string[] {
  const plain = text.replace(/"(?:[^"\\]|\\.)*"/g, '""')
  return plain.match(/(?<![\w$.#])[A-Za-z_$][\w$]*(?:\.[\w$]+)*/g) ?? []
}

export function mentions(text: string, names: ReadonlySet<string>): boolean {
  return names.size > 0 && namesOf(text).some((one) => names.has(one))
}
