// One requirement in the words of PEP 508: `requests[socks]>=2,<3 ; python_version > "3"`.

import { type PackageName, parsePackageName } from '../domain/names/packageName.ts'
import { isRemote } from './manifest.ts'

type ParsedRequirement = Readonly<{
  name: PackageName
  pin: string | null
  range: string | null
  /** It names an address. */
  isElsewhere: boolean
  /** One that is no folder of the input. */
  isRemote?: true
}>

const HEAD = /^\s*([A-Za-z0-9][A-Za-z0-9._-]*)\s*(?:\[[^\]]*\])?\s*/

/** Null for what is no requirement. */
export function parseRequirement(written: string): ParsedRequirement | null {
  const head = HEAD.exec(written)
  const name = head?.[1] === undefined ? null : parsePackageName('pypi', head[1])
  if (head === null || name === null) return null
  const rest = written.slice(head[0].length)
  if (rest.startsWith('@')) {
    const remote = isRemote(rest.slice(1)) ? ({ isRemote: true } as const) : {}
    return { name, pin: null, range: null, isElsewhere: true, ...remote }
  }
  const [, listed = '', marker = ''] = /^([^;]*)(?:;(.*))?$/s.exec(rest) ?? []
  if (!isMarker(marker)) return null
  const specifiers = listed
    .trim()
    .replace(/^\((.*)\)$/s, '$1')
    .trim()
  if (specifiers === '') return { name, pin: null, range: null, isElsewhere: false }
  const pieces = specifiers.split(',').map((piece) => piece.trim())
  if (!pieces.every((piece) => /^(?:===?|~=|!=|<=?|>=?)\s*[\w.*+!-]+$/.test(piece))) return null
  const range = joined(pieces.map((piece) => piece.replaceAll(/\s+/g, '')))
  // Beside other clauses an exact version is one of them: all must hold.
  const exact = /^={2,3}([^*,]+)$/.exec(range)?.[1]
  return exact === undefined
    ? { name, pin: null, range, isElsewhere: false }
    : { name, pin: exact, range: null, isElsewhere: false }
}

/** Nothing, or comparisons with texts: what else stands behind a semicolon may be another name. */
function isMarker(text: string): boolean {
  return text.trim() === '' || (/["']/.test(text) && /[<>=~]|\bin\b/.test(text))
}

/** What Poetry writes: `^1.2`, `~1.2`, `1.2.*`, `1.2.3`, `*`, or ranges of PEP 440. */
export function parsePoetryVersion(
  written: string,
): Readonly<{ pin: string | null; range: string | null }> {
  const text = written.trim()
  if (text === '' || text === '*' || text.includes('||')) return { pin: null, range: null }
  const pieces = text.split(',').map((piece) => piece.trim())
  if (pieces.length === 1 && /^(?:={1,3}\s*)?\d[\w.+!-]*$/.test(text)) {
    return { pin: text.replace(/^=+\s*/, ''), range: null }
  }
  const ranges = pieces.flatMap(poetryPiece)
  return { pin: null, range: ranges.length === 0 ? null : joined(ranges) }
}

/** What is said twice counts once. */
function joined(clauses: readonly string[]): string {
  return [...new Set(clauses)].join(',')
}

function poetryPiece(piece: string): string[] {
  const short = /^([\^~])\s*(\d+(?:\.\d+)*)$/.exec(piece)
  if (short?.[2] !== undefined) {
    const numbers = short[2].split('.').map(Number)
    return [`>=${short[2]}`, `<${above(numbers, short[1] === '^')}`]
  }
  if (/^\d[\d.]*\.\*$/.test(piece)) return [`==${piece}`]
  return /^(?:===?|~=|!=|<=?|>=?)\s*[\w.*+!-]+$/.test(piece) ? [piece.replaceAll(/\s+/g, '')] : []
}

/** The first version that a caret or a tilde does not allow. */
function above(numbers: readonly number[], isCaret: boolean): string {
  const firstSet = numbers.findIndex((number) => number > 0)
  const place = isCaret
    ? firstSet < 0
      ? numbers.length - 1
      : firstSet
    : Math.min(1, numbers.length - 1)
  return numbers
    .map((number, index) => (index < place ? number : index === place ? number + 1 : 0))
    .join('.')
}
