// Annotations without what nobody who calls can see: the path by which a type was imported, the order
// of a union, quotes, and which of its spellings a type was written in.

import { PLAIN_GENERICS } from '../../domain/names/typingNames.ts'
import { splitTop } from '../../signatures/splitTop.ts'

export function plainAnnotation(written: string): string {
  return [...new Set(parts(written))].sort().join(' | ')
}

/** The parts of a union, those of unions in it included. */
function parts(written: string): readonly string[] {
  const text = written.replace(/^(['"])(.*)\1$/s, '$2')
  const pieces = splitTop(text, ' | ')
  if (pieces.length > 1) return pieces.flatMap(parts)
  const bracket = text.indexOf('[')
  if (bracket < 0 || !text.endsWith(']')) return [plainName(text)]
  const head = plainName(text.slice(0, bracket))
  const given = splitTop(text.slice(bracket + 1, -1), ', ')
  if (head === 'Optional') return [...given.flatMap(parts), 'None']
  if (head === 'Union') return given.flatMap(parts)
  return [`${head}[${given.map(plainAnnotation).join(', ')}]`]
}

/** `np.ndarray` and `numpy.ndarray` are one. */
function plainName(text: string): string {
  if (!/^[\w.]+$/.test(text)) return text
  const name = text.slice(text.lastIndexOf('.') + 1)
  return PLAIN_GENERICS[name] ?? name
}
