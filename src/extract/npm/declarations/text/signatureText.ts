// The signature of a declaration in normal form.

import type { Class } from 'oxc-parser'
import { entityPath } from '../program/bind.ts'
import type { Declaration, DeclaredSymbol, Scope } from '../program/symbols.ts'
import { literalValue } from '../types/enumValues.ts'
import {
  isConstructor,
  isHidden,
  isStatic,
  type MemberNode,
  symbolKey,
} from '../types/memberNodes.ts'
import type { Bound } from '../types/typeAt.ts'
import { type Around, around, nameText } from './nameText.ts'
import {
  annotated,
  bounded,
  callText,
  closed,
  constantText,
  indexText,
  listText,
  membersText,
  optionalText,
  parametersText,
  referenceText,
  typeText,
  within,
} from './typeText.ts'

type Kind = 'class' | 'enum' | 'function' | 'interface' | 'type' | 'variable'

/** The signature of a symbol as the kind that it counts as. */
export function symbolSignature(symbol: DeclaredSymbol, kind: Kind): string | null {
  // A merged class has the constructor of the class, an interface with a value both texts.
  const texts = symbol.of(kind).flatMap((declaration) => declarationText(declaration) ?? [])
  const distinct = [...new Set(texts)]
  return distinct.length === 0 ? null : bounded(distinct.join('; '))
}

function declarationText(declaration: Declaration): string | null {
  const at = around(declaration.scope)
  switch (declaration.kind) {
    case 'function':
      return callText(declaration.node, at)
    case 'class':
      return classText(declaration.node, at)
    case 'interface': {
      const { node } = declaration
      const inner = within(at, node.typeParameters)
      const bases = node.extends.map(({ expression, typeArguments }) =>
        referenceText(entityPath(expression) ?? ['?'], typeArguments, inner),
      )
      const unnamed = node.body.body.filter(
        (member) => !('key' in member) || symbolKey(member) !== null,
      )
      const parts = [
        parametersText(node.typeParameters, inner),
        bases.length === 0 ? '' : `extends ${bases.sort().join(', ')}`,
        unnamed.length === 0 ? '' : membersText(unnamed, inner),
      ]
      return parts.filter((part) => part !== '').join(' ') || null
    }
    case 'type': {
      const inner = within(at, declaration.node.typeParameters)
      const parameters = parametersText(declaration.node.typeParameters, inner)
      const type = typeText(declaration.node.typeAnnotation, inner)
      return parameters === '' ? type : `${parameters} ${type}`
    }
    case 'variable': {
      if (declaration.annotation !== null) return constantText(declaration.annotation, at)
      const value = declaration.value === null ? null : literalValue(declaration.value)
      return value === null ? null : JSON.stringify(value)
    }
    case 'enum':
      return declaration.node.const ? 'const enum' : null
    case 'namespace':
      return null
  }
}

function classText(node: Class, outer: Around): string {
  const at = within(outer, node.typeParameters)
  const constructors = node.body.body.flatMap((member) =>
    isConstructor(member) && 'value' in member && member.value?.type !== undefined
      ? [constructorText(member, at)]
      : [],
  )
  const base = node.superClass === null ? null : (entityPath(node.superClass) ?? ['?'])
  const implemented = (node.implements ?? []).map(({ expression, typeArguments }) =>
    referenceText(entityPath(expression) ?? ['?'], typeArguments, at),
  )
  const unnamed = unnamedText(node.body.body, at)
  return [
    `${node.abstract ? 'abstract ' : ''}class${parametersText(node.typeParameters, at)}`,
    ...(constructors.length === 0 ? [] : [constructors.join(' & ')]),
    ...(base === null ? [] : [`extends ${referenceText(base, node.superTypeArguments, at)}`]),
    ...(implemented.length === 0 ? [] : [`implements ${implemented.sort().join(', ')}`]),
    ...(unnamed === '' ? [] : [unnamed]),
  ].join(' ')
}

/** `{ [string]: A; [Symbol.iterator]: () => B }`: what objects of a class have without a name. */
function unnamedText(members: readonly MemberNode[], at: Around): string {
  const shown = members.filter((member) => !isStatic(member) && !isHidden(member))
  const texts = shown.flatMap((member) => {
    if (member.type === 'TSIndexSignature') return [indexText(member, at)]
    const key = symbolKey(member)
    if (key === null) return []
    const alike = shown.filter((other) => symbolKey(other) === key)
    const text = memberText(member, alike, at)
    if (text === null) return []
    const readonly = text.startsWith('readonly ') ? 'readonly ' : ''
    const type = text.slice(readonly.length)
    return type.endsWith('?')
      ? [`${readonly}${key}?: ${type.slice(0, -1)}`]
      : [`${readonly}${key}: ${type}`]
  })
  return texts.length === 0 ? '' : `{ ${texts.sort().join('; ')} }`
}

function constructorText(member: MemberNode, at: Around): string {
  if (!('value' in member) || member.value === null || !('params' in member.value)) return 'new ()'
  const access = 'accessibility' in member && member.accessibility ? `${member.accessibility} ` : ''
  const isHidden = access === 'private '
  return `${access === 'public ' ? '' : access}new ${isHidden ? '()' : listText(member.value.params, at)}`
}

/** Where a member is written: its owner, or the alias that a literal stands in, brings parameters. */
type Place = Readonly<{ scope: Scope; owner: DeclaredSymbol | null; bound: Bound }>

/** The signature of a member. */
export function memberSignature(nodes: readonly MemberNode[], place: Place): string | null {
  const at = memberAround(place)
  const texts = nodes.flatMap((node) => memberText(node, nodes, at) ?? [])
  const distinct = [...new Set(texts)]
  return distinct.length === 0 ? null : bounded(distinct.join('; '))
}

export function memberAround({ scope, owner, bound }: Place): Around {
  if (owner !== null) {
    const [declaration] = owner.of('class', 'interface')
    return within(around(scope), declaration?.node.typeParameters)
  }
  const parameters = new Map([...bound.keys()].map((name, place) => [name, `T${place}`]))
  return { ...around(scope), parameters }
}

function memberText(node: MemberNode, all: readonly MemberNode[], at: Around): string | null {
  switch (node.type) {
    case 'TSMethodSignature':
      return accessorText(node, node, all, at)
    case 'MethodDefinition':
    case 'TSAbstractMethodDefinition':
      return accessorText(node, node.value, all, at)
    case 'PropertyDefinition':
    case 'TSAbstractPropertyDefinition':
    case 'AccessorProperty':
    case 'TSAbstractAccessorProperty':
    case 'TSPropertySignature': {
      const { typeAnnotation } = node
      const type = node.optional ? optionalText(typeAnnotation, at) : annotated(typeAnnotation, at)
      const value =
        !typeAnnotation && 'value' in node && node.value ? literalValue(node.value) : null
      const text = value === null ? type : JSON.stringify(value)
      const readonly = node.readonly ? 'readonly ' : ''
      const shown = node.optional ? `${closed(text)}?` : text
      return `${headText(node)}${readonly}${shown}`
    }
    default:
      return null
  }
}

type Method = Extract<MemberNode, { kind: unknown }>

function accessorText(
  node: Method,
  call: Parameters<typeof callText>[0],
  all: readonly MemberNode[],
  at: Around,
): string | null {
  const head = headText(node)
  if (node.kind === 'get') {
    const isSettable = all.some((other) => 'kind' in other && other.kind === 'set')
    return `${head}${isSettable ? '' : 'readonly '}${annotated(call.returnType, at)}`
  }
  if (node.kind === 'set') {
    if (all.some((other) => 'kind' in other && other.kind === 'get')) return null
    const [param] = call.params
    const isTyped = param !== undefined && 'typeAnnotation' in param
    return `${head}${annotated(isTyped ? param.typeAnnotation : null, at)}`
  }
  return `${head}${node.optional ? `(${callText(call, at)})?` : callText(call, at)}`
}

function headText(node: MemberNode): string {
  const isProtected = 'accessibility' in node && node.accessibility === 'protected'
  const isStatic = 'static' in node && node.static
  return `${isProtected ? 'protected ' : ''}${isStatic ? 'static ' : ''}`
}

/** The classes and interfaces that a symbol is made from, as others know them. */
export function baseNames(symbol: DeclaredSymbol): string[] {
  const bases: string[] = []
  for (const declaration of symbol.of('class', 'interface')) {
    const at = around(declaration.scope)
    const heads =
      declaration.kind === 'class'
        ? [declaration.node.superClass]
        : declaration.node.extends.map(({ expression }) => expression)
    for (const head of heads) {
      const path = head === null ? null : entityPath(head)
      if (path !== null) bases.push(nameText(path, at))
    }
  }
  return [...new Set(bases)]
}
