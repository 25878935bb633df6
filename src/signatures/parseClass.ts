// The signature of a class or an interface, back from its normal form.

import {
  type Around,
  type Call,
  parseCall,
  parseTypeParameters,
  type TypeParameter,
} from './parseType.ts'
import { closingOf, cutTop, findTop, splitTop } from './splitTop.ts'

export type ClassSignature = Readonly<{
  isAbstract: boolean
  typeParameters: readonly TypeParameter[]
  /** Null when it has none of its own. */
  constructors: readonly Call[] | null
  hasHiddenConstructor: boolean
  bases: readonly string[]
  /** Members without names: calls, index signatures, what symbols name. */
  unnamed: string
}>

export function parseClass(text: string, at: Around): ClassSignature | null {
  const head = /^(abstract )?class/.exec(text)
  if (head === null) return parseInterface(text, at)
  const [generics, all] = takeGenerics(text.slice(head[0].length))
  const [rest, unnamed] = takeUnnamed(all)
  const [own] = cutTop(rest, ' implements ')
  const [called, base] = cutTop(own, ' extends ')
  const written = called.trim()
  const pieces = written === '' ? [] : splitTop(written, ' & ')
  const constructors = pieces.map((piece) =>
    parseCall(`${piece.replace(/^(?:private |protected )?new /, '')} => void`, at),
  )
  if (constructors.includes(null)) return null
  return {
    isAbstract: head[1] !== undefined,
    typeParameters: parseTypeParameters(generics, at),
    constructors: pieces.length === 0 ? null : (constructors as Call[]),
    hasHiddenConstructor: pieces.some((piece) => !piece.startsWith('new ')),
    bases: base === undefined ? [] : [base.trim()],
    unnamed,
  }
}

/** `<T0> extends A, B { … }`; every part may be missing. */
function parseInterface(text: string, at: Around): ClassSignature | null {
  const [generics, all] = takeGenerics(text)
  const [rest, unnamed] = takeUnnamed(all)
  const head = rest.trim()
  if (head !== '' && !head.startsWith('extends ')) return null
  return {
    isAbstract: false,
    typeParameters: parseTypeParameters(generics, at),
    constructors: null,
    hasHiddenConstructor: false,
    bases: head === '' ? [] : splitTop(head.slice('extends '.length), ', '),
    unnamed,
  }
}

/** Members without names stand last, in braces. */
function takeUnnamed(text: string): readonly [rest: string, unnamed: string] {
  const brace = findTop(text, '{')
  return brace < 0 ? [text, ''] : [text.slice(0, brace), text.slice(brace)]
}

function takeGenerics(text: string): readonly [generics: string, rest: string] {
  if (!text.startsWith('<')) return ['', text]
  const close = closingOf(text, 0)
  return close < 0 ? ['', text] : [text.slice(0, close + 1), text.slice(close + 1)]
}
