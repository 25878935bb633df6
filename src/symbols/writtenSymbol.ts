// A symbol as people write it, without what does not name anything.

/** Parentheses of a call, spaces and a trailing dot gone; null when nothing is left. */
export function writtenSymbol(written: string): string | null {
  const text = written
    .trim()
    .replaceAll(/\([^()]*\)(?=\s*(?:\.|$))/g, '')
    .replaceAll(/\s*\.\s*/g, '.')
    .replace(/\.+$/, '')
    .trim()
  return text === '' ? null : text
}

/** Each name in the form that Python compares it in (NFKC), where it is a name then. */
export function pythonName(symbol: string): string {
  return symbol.replaceAll(/[^.]+/g, (part) => {
    const normal = part.normalize('NFKC')
    return /^[\p{ID_Start}_]\p{ID_Continue}*$/u.test(normal) ? normal : part
  })
}
