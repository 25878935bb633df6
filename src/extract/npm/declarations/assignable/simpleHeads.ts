// Texts, numbers and the like against each other.

import type { Head } from '../types/head.ts'
import type { Answer } from './answers.ts'

const NULLISH = new Set(['null', 'undefined', 'void'])

export function isPrimitive({ kind }: Head): boolean {
  return kind === 'literal' || kind === 'primitive' || kind === 'enum' || kind === 'text'
}

export function isNullish(head: Head): boolean {
  return head.kind === 'primitive' && NULLISH.has(head.name)
}

/** Against a literal, a primitive or an enum. */
export function simple(source: Head, target: Head): Answer {
  switch (target.kind) {
    case 'literal':
      if (source.kind === 'literal') return String(source.value) === String(target.value)
      return source.kind === 'enum' && source.value === String(target.value) ? null : false
    case 'primitive':
      if (source.kind === 'primitive')
        return (
          source.name === target.name || (source.name === 'undefined' && target.name === 'void')
        )
      if (source.kind === 'literal') return typeof source.value === target.name
      if (source.kind === 'text') return target.name === 'string'
      if (source.kind === 'enum') return /^(?:string|number)$/.test(target.name) ? null : false
      return false
    case 'enum':
      if (source.kind !== 'enum') return source.kind === 'literal' ? null : false
      if (source.symbol !== target.symbol) return false
      return target.value === null || source.value === target.value
    default:
      return null
  }
}
