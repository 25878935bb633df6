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
