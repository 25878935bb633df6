// Template literal types: which texts are of one.

import { closingOf } from '../../signatures/splitTop.ts'
import type { Answer } from './answer.ts'

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

/** Whether all texts of a template are of another one that has its holes in the same places. */
export function templates(source: string, target: string): Answer {
  const [own, wanted] = [piecesOf(source), piecesOf(target)]
  const isAlike =
    own.length === wanted.length && own.every((one, i) => i % 2 === 1 || one === wanted[i])
  if (isOutside(own, target)) return 'no'
  if (!isAlike) return haveOtherEnds(own, wanted) ? 'no' : 'unknown'
  const holes = own
    .filter((_, i) => i % 2 === 1)
    .map((hole, i) => [hole, wanted[2 * i + 1]] as const)
  const others = holes.filter(([one, other]) => one !== other && other !== 'string')
  // Only a text may be anything: of other holes it is not said what they leave out.
  if (others.length === 0) return 'yes'
  return holes.length === 1 && others.every(([one]) => one === 'string') ? 'no' : 'unknown'
}

/** Something for each hole; what stands for a text is in no other text. */
const WITNESSES: Readonly<Record<string, string>> = {
  string: '\u0001',
  number: '7',
  bigint: '7',
  boolean: 'true',
}

/** Whether one text of a template, made up, is none of another one. */
function isOutside(pieces: readonly string[], target: string): boolean {
  const filled = pieces.map((piece, i) => (i % 2 === 1 ? WITNESSES[piece] : piece))
  if (filled.includes(undefined)) return false
  return isOfTemplate(JSON.stringify(filled.join('')), target) === 'no'
}

/** Whether texts of the one begin or end otherwise than all of the other. */
function haveOtherEnds(own: readonly string[], wanted: readonly string[]): boolean {
  const [head = '', theirHead = ''] = [own[0], wanted[0]]
  const [tail = '', theirTail = ''] = [own.at(-1), wanted.at(-1)]
  const isOther = (one: string, other: string, isEnd: (text: string, part: string) => boolean) =>
    !isEnd(one, other) && !isEnd(other, one)
  return (
    isOther(head, theirHead, (text, part) => text.startsWith(part)) ||
    isOther(tail, theirTail, (text, part) => text.endsWith(part))
  )
}

/** Texts and holes in turns; holes may have brackets of their own. */
export function holesOf(template: string): readonly string[] {
  const inner = template.slice(1, -1)
  const pieces: string[] = []
  let start = 0
  for (let open = inner.indexOf('${'); open >= 0; open = inner.indexOf('${', start)) {
    const close = closingOf(inner, open + 1)
    if (close < 0) break
    pieces.push(inner.slice(start, open), inner.slice(open + 2, close))
    start = close + 1
  }
  return [...pieces, inner.slice(start)]
}

/** Texts and holes in turns. */
function piecesOf(template: string): readonly string[] {
  return template.slice(1, -1).split(/\$\{([^{}]*)\}/)
}

const LENGTH_MAX = 1_000
const HOLES_MAX = 3
