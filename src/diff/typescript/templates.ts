// Template literal types: which texts are of one.

import type { Answer } from './assignable.ts'

export function isTemplate(text: string): boolean {
  return text.startsWith('`') && text.endsWith('`')
}

const HOLES: Readonly<Record<string, string>> = {
  string: '[^]*',
  number: '[+-]?(?:\\d+\\.?\\d*|\\.\\d+)(?:e[+-]?\\d+)?',
  bigint: '-?\\d+',
  boolean: '(?:true|false)',
  any: '[^]*',
}

/** Whether a text in quotes is of a template. */
export function isOfTemplate(literal: string, template: string): Answer {
  if (literal.length > LENGTH_MAX || template.length > LENGTH_MAX) return 'unknown'
  let pattern = ''
  for (const piece of template.slice(1, -1).split(/(\$\{[^{}]*\})/)) {
    const hole = /^\$\{([^{}]*)\}$/.exec(piece)?.[1]
    if (hole === undefined) {
      pattern += piece.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
      continue
    }
    const known = HOLES[hole]
    if (known === undefined) return 'unknown'
    pattern += known
  }
  // Several holes of any text would take long to try, and say little.
  if (pattern.split('[^]*').length > HOLES_MAX) return 'unknown'
  const text: unknown = JSON.parse(literal)
  return new RegExp(`^${pattern}$`).test(String(text)) ? 'yes' : 'no'
}

const LENGTH_MAX = 1_000
const HOLES_MAX = 3
