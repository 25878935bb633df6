// A member that the parts of a union declare, each in its own way: it may be what any of them says.

import type { DeclaredSymbol } from '../program/symbols.ts'
import { isOptional, type MemberNode } from '../types/memberNodes.ts'
import type { Also, Property } from '../types/shape.ts'
import { memberAround, memberSignature } from './signatureText.ts'
import { bounded, callText, closed, unionTexts } from './typeText.ts'

type Declared = Extract<Property, { kind: 'declared' }>

/** Parts of one union that are told apart. */
const PARTS_MAX = 2_000

/**
 * Null where all parts say the same, or each is known by a name of its own; without a text where it
 * cannot be told what it is.
 */
export function unionMember(
  property: Declared,
  isKnown: (owner: DeclaredSymbol) => boolean,
): Readonly<{ signature: string | null }> | null {
  if (property.also === undefined) return null
  const parts = partsOf(property)
  if (parts === null) return { signature: null }
  if (parts.every(({ owner }) => owner !== null && isKnown(owner))) return null
  const texts = parts.map((part) => memberSignature(part.nodes, part))
  return new Set(texts).size === 1 ? null : { signature: joined(parts) }
}

/** Null when one of them is not written down, or there are too many. */
function partsOf(property: Declared): readonly Declared[] | null {
  const parts: Declared[] = []
  const waiting: Property[] = [property]
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    if (one.kind !== 'declared' || parts.length >= PARTS_MAX) return null
    parts.push(one)
    for (let also: Also | null = one.also ?? null; also !== null; also = also.next)
      waiting.push(also.property)
  }
  return parts
}

function joined(parts: readonly Declared[]): string | null {
  const texts = new Set<string>()
  for (const part of parts) {
    const { nodes } = part
    const [node] = nodes
    // Overloads and accessors are more than one type.
    const types = nodes.length === 1 && node !== undefined ? typesOf(node, part) : null
    if (types === null) return null
    for (const type of types) texts.add(type)
  }
  const nodes = parts.flatMap((part) => part.nodes)
  const isMissing = nodes.some(isOptional)
  if (isMissing) texts.delete('undefined')
  const text = [...texts].sort().join(' | ')
  const readonly = nodes.some((node) => 'readonly' in node && node.readonly) ? 'readonly ' : ''
  return bounded(`${readonly}${isMissing ? `${closed(text)}?` : text}`)
}

function typesOf(node: MemberNode, part: Declared): readonly string[] | null {
  const at = memberAround(part)
  if (node.type === 'TSMethodSignature' && node.kind === 'method')
    return [`(${callText(node, at)})`]
  if (node.type !== 'TSPropertySignature' && node.type !== 'PropertyDefinition') return null
  return node.typeAnnotation ? unionTexts(node.typeAnnotation.typeAnnotation, at) : null
}
