// Annotations without what nobody who calls can see: the path by which a type was imported, and the
// order of a union.

import { splitTop } from '../splitTop.ts'

export function plainAnnotation(text: string): string {
  const parts = splitTop(text, ' | ')
  if (parts.length > 1) return [...new Set(parts.map(plainAnnotation))].sort().join(' | ')
  const bracket = text.indexOf('[')
  if (bracket < 0 || !text.endsWith(']')) return lastPart(text)
  const inner = splitTop(text.slice(bracket + 1, -1), ', ').map(plainAnnotation)
  return `${lastPart(text.slice(0, bracket))}[${inner.join(', ')}]`
}

/** `np.ndarray` and `numpy.ndarray` are one; a text in quotes is what it says. */
function lastPart(text: string): string {
  return /^[\w.]+$/.test(text) ? text.slice(text.lastIndexOf('.') + 1) : text
}
