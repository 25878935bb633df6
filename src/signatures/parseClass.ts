// The signature of a class or an interface, back from its normal form.

import {
  type Around,
  type Call,
  parseCall,
  parseTypeParameters,
  type TypeParameter,
} from './parseType.ts'
import { closingOf, findTop, splitTop } from './splitTop.ts'

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
  const brace = findTop(all, '{')
  const rest = brace < 0 ? all : all.slice(0, brace)
  const implemented = findTop(rest, ' implements ')
  const own = implemented < 0 ? rest : rest.slice(0, implemented)
  const extended = findTop(own, ' extends ')
  const base = extended < 0 ? [] : [own.slice(extended + ' extends '.length).trim()]
  const written = (extended < 0 ? own : own.slice(0, extended)).trim()
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
    bases: base,
    unnamed: brace < 0 ? '' : all.slice(brace),
  }
}

/** `<T0> extends A, B { … }`; every part may be missing. */
function parseInterface(text: string, at: Around): ClassSignature | null {
  const [generics, rest] = takeGenerics(text)
  const brace = findTop(rest, '{')
  const head = (brace < 0 ? rest : rest.slice(0, brace)).trim()
  if (head !== '' && !head.startsWith('extends ')) return null
  return {
    isAbstract: false,
    typeParameters: parseTypeParameters(generics, at),
    constructors: null,
    hasHiddenConstructor: false,
    bases: head === '' ? [] : splitTop(head.slice('extends '.length), ', '),
    unnamed: brace < 0 ? '' : rest.slice(brace),
  }
}

function takeGenerics(text: string): readonly [generics: string, rest: string] {
  if (!text.startsWith('<')) return ['', text]
  const close = closingOf(text, 0)
  return close < 0 ? ['', text] : [text.slice(0, close + 1), text.slice(close + 1)]
}
