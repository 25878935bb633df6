// Types as text in normal form, so that what a caller cannot see does not show: parameters without
// names, type parameters by number, unions flattened and sorted, members sorted, `T[]` as `Array<T>`,
// names without the path they were imported by, names of other packages as `pkg#Name`.

import { createHash } from 'node:crypto'
import type {
  ParamPattern,
  TSIndexedAccessType,
  TSInferType,
  TSLiteralType,
  TSSignature,
  TSTupleElement,
  TSType,
  TSTypeAnnotation,
  TSTypeParameterDeclaration,
  TSTypeParameterInstantiation,
} from 'oxc-parser'
import { entityPath } from '../program/bind.ts'
import { isPrivate, keyText } from '../types/memberNodes.ts'
import { qualifierPath } from '../types/targets.ts'
import { type Around, helperNamed, isOfNowhere, nameFrom, nameText, noteName } from './nameText.ts'
import { leadsNowhere } from './nowhere.ts'

const TEXT_MAX = 4_000
const EXPANDED_MAX = 200

/** Adds type parameters, numbered on from those around them. */
export function within(
  at: Around,
  declared: TSTypeParameterDeclaration | null | undefined,
): Around {
  if (!declared) return at
  const parameters = new Map(at.parameters)
  let next = new Set(parameters.values()).size
  for (const { name } of declared.params) {
    parameters.set(name.name, `T${next}`)
    next += 1
  }
  return { ...at, parameters }
}

/** `<T0 extends X = Y>`, or nothing. */
export function parametersText(
  declared: TSTypeParameterDeclaration | null | undefined,
  at: Around,
): string {
  if (!declared || declared.params.length === 0) return ''
  const each = declared.params.map(({ name, constraint, default: fallback, const: isConst }) => {
    const head = `${isConst ? 'const ' : ''}${at.parameters.get(name.name) ?? name.name}`
    const bound = constraint === null ? '' : ` extends ${typeText(constraint, at)}`
    return `${head}${bound}${fallback === null ? '' : ` = ${typeText(fallback, at)}`}`
  })
  return `<${each.join(', ')}>`
}

type Callable = Readonly<{
  typeParameters?: TSTypeParameterDeclaration | null
  params: readonly ParamPattern[]
  returnType?: TSTypeAnnotation | null
}>

/** `<T0>(A, B?, ...C) => R`. */
export function callText(node: Callable, outer: Around): string {
  const at = within(outer, node.typeParameters)
  const result = node.returnType ? resultText(node.returnType.typeAnnotation, node, at) : 'any'
  return `${parametersText(node.typeParameters, at)}${listText(node.params, at)} => ${result}`
}

/** A guard says which of the parameters it is about, unless that is the first. */
function resultText(type: TSType, { params }: Callable, at: Around): string {
  const text = typeText(type, at)
  if (type.type !== 'TSTypePredicate' || type.parameterName.type !== 'Identifier') return text
  const { name } = type.parameterName
  const place = params
    .filter((one) => one.type !== 'Identifier' || one.name !== 'this')
    .findIndex((one) => one.type === 'Identifier' && one.name === name)
  return place > 0 ? text.replace(/^((?:asserts )?arg)\b/, `$1${place}`) : text
}

export function listText(params: readonly ParamPattern[], at: Around): string {
  return `(${params.map((param) => parameterText(param, at)).join(', ')})`
}

function parameterText(param: ParamPattern, at: Around): string {
  const inner = param.type === 'TSParameterProperty' ? param.parameter : param
  if (inner.type === 'RestElement') return `...${annotated(inner.typeAnnotation, at)}`
  if (inner.type === 'AssignmentPattern') {
    const left = inner.left
    return `${closed(annotated('typeAnnotation' in left ? left.typeAnnotation : null, at))}?`
  }
  const isOptional = Boolean(inner.optional)
  const type = isOptional
    ? optionalText(inner.typeAnnotation, at)
    : annotated(inner.typeAnnotation, at)
  if (inner.type === 'Identifier' && inner.name === 'this') return `this: ${type}`
  return isOptional ? `${closed(type)}?` : type
}

/** In brackets where a mark behind it would be taken for a mark on its last part. */
export function closed(text: string): string {
  return / (?:[|&?]|=>) /.test(text) ? `(${text})` : text
}

export function annotated(annotation: TSTypeAnnotation | null | undefined, at: Around): string {
  return annotation ? typeText(annotation.typeAnnotation, at) : 'any'
}

/** `x?: T | undefined` says what `x?: T` says. */
export function optionalText(annotation: TSTypeAnnotation | null | undefined, at: Around): string {
  if (!annotation) return 'any'
  const node = bare(annotation.typeAnnotation)
  if (node.type !== 'TSUnionType') return typeText(node, at)
  const others = flattened(node, 'TSUnionType').filter(({ type }) => type !== 'TSUndefinedKeyword')
  return joined(others, ' | ', at)
}

/** Long texts end in a digest of the whole, so that no change in them is lost. */
export function bounded(text: string): string {
  if (text.length <= TEXT_MAX) return text
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 16)
  return `${text.slice(0, TEXT_MAX)}… ${digest}`
}

/** `TSStringKeyword` is `string`. */
const KEYWORDS = new Map<string, string>(
  [
    ...['Any', 'BigInt', 'Boolean', 'Intrinsic', 'Never', 'Null', 'Number', 'Object', 'String'],
    ...['Symbol', 'Undefined', 'Unknown', 'Void'],
  ].map((name) => [`TS${name}Keyword`, name.toLowerCase()]),
)

export function typeText(node: TSType, at: Around): string {
  const keyword = KEYWORDS.get(node.type)
  if (keyword !== undefined) return keyword
  switch (node.type) {
    case 'TSThisType':
      return 'this'
    case 'TSParenthesizedType':
      return typeText(node.typeAnnotation, at)
    case 'TSTypeReference':
      return typeReferenceText(entityPath(node.typeName) ?? ['?'], node.typeArguments, at)
    case 'TSArrayType':
      return `Array<${typeText(node.elementType, at)}>`
    case 'TSTupleType':
      return `[${node.elementTypes.map((element) => elementText(element, at)).join(', ')}]`
    case 'TSUnionType':
      return joined(flattened(node, 'TSUnionType'), ' | ', at)
    case 'TSIntersectionType':
      return joined(flattened(node, 'TSIntersectionType'), ' & ', at)
    case 'TSLiteralType':
      return literalText(node.literal)
    case 'TSTypeLiteral':
      return membersText(node.members, at)
    case 'TSFunctionType':
      return callText(node, at)
    case 'TSConstructorType':
      return `${node.abstract ? 'abstract ' : ''}new ${callText(node, at)}`
    case 'TSTypeOperator': {
      if (node.operator === 'readonly' && bare(node.typeAnnotation).type === 'TSArrayType')
        return typeText(node.typeAnnotation, at).replace(/^Array</, 'ReadonlyArray<')
      return `${node.operator} ${part(node.typeAnnotation, at)}`
    }
    case 'TSIndexedAccessType': {
      const items = helperItems(node, at)
      if (items !== null) return items
      return `${part(node.objectType, at)}[${typeText(node.indexType, at)}]`
    }
    case 'TSTypeQuery': {
      const { exprName } = node
      const path = exprName.type === 'TSImportType' ? null : entityPath(exprName)
      const [only = ''] = path ?? []
      if (path !== null && isOfNowhere(path, at.scope)) return 'any'
      const helper =
        path?.length === 1 ? (helperFunctionText(only, at) ?? helperValueText(only, at)) : null
      if (helper !== null) return helper
      const name =
        exprName.type === 'TSImportType'
          ? typeText(exprName, at)
          : nameText(entityPath(exprName) ?? ['?'], at)
      return `typeof ${name}${argumentsText(node.typeArguments, at)}`
    }
    case 'TSImportType': {
      const path = qualifierPath(node)
      if (leadsNowhere(node.source.value, at.scope.file)) return 'any'
      const name = nameFrom(node.source.value, path, at.scope)
      noteName(name, { scope: at.scope, specifier: node.source.value, path })
      return `${name}${argumentsText(node.typeArguments, at)}`
    }
    case 'TSConditionalType': {
      // Names that `infer` brings are seen in the branch that is taken.
      const inner = { ...at, parameters: inferred(node.extendsType, at.parameters) }
      const test = `${part(node.checkType, at)} extends ${part(node.extendsType, inner)}`
      return `${test} ? ${part(node.trueType, inner)} : ${typeText(node.falseType, at)}`
    }
    case 'TSInferType': {
      const { name, constraint } = node.typeParameter
      const bound = constraint === null ? '' : ` extends ${typeText(constraint, at)}`
      return `infer ${at.parameters.get(name.name) ?? name.name}${bound}`
    }
    case 'TSMappedType': {
      const parameters = new Map(at.parameters)
      const key = `T${new Set(parameters.values()).size}`
      parameters.set(node.key.name, key)
      const inner = { ...at, parameters }
      const readonly = modifierText(node.readonly, 'readonly ')
      const optional = modifierText(node.optional, '?')
      const renamed = node.nameType === null ? '' : ` as ${typeText(node.nameType, inner)}`
      const value = node.typeAnnotation === null ? 'any' : typeText(node.typeAnnotation, inner)
      return `{ ${readonly}[${key} in ${typeText(node.constraint, inner)}${renamed}]${optional}: ${value} }`
    }
    case 'TSTemplateLiteralType': {
      const parts = node.quasis.map(({ value }, place) => {
        const type = node.types[place]
        return type === undefined ? value.raw : `${value.raw}\${${typeText(type, at)}}`
      })
      return `\`${parts.join('')}\``
    }
    case 'TSTypePredicate': {
      const { parameterName: name } = node
      // By what it is: parameters have no names here.
      const subject = name.type === 'Identifier' ? 'arg' : 'this'
      const claim = node.typeAnnotation === null ? '' : ` is ${annotated(node.typeAnnotation, at)}`
      return `${node.asserts ? 'asserts ' : ''}${subject}${claim}`
    }
    case 'TSNamedTupleMember':
      return elementText(node, at)
    default:
      return 'any'
  }
}

function modifierText(modifier: true | '+' | '-' | false | null, text: string): string {
  if (modifier === null || modifier === false) return ''
  return modifier === '-' ? `-${text}` : text
}

function elementText(element: TSTupleElement, at: Around): string {
  switch (element.type) {
    case 'TSOptionalType':
      return `${part(element.typeAnnotation, at)}?`
    case 'TSRestType':
      return `...${elementText(element.typeAnnotation, at)}`
    case 'TSNamedTupleMember':
      return `${elementText(element.elementType, at)}${element.optional ? '?' : ''}`
    default:
      return typeText(element, at)
  }
}

function literalText(literal: TSLiteralType['literal']): string {
  if (literal.type === 'Literal')
    return typeof literal.value === 'string'
      ? JSON.stringify(literal.value)
      : (literal.raw ?? 'null')
  if (literal.type === 'UnaryExpression' && literal.argument.type === 'Literal')
    return `${literal.operator}${literal.argument.raw ?? ''}`
  return 'string'
}

const COMPOUND = /^TS(?:(?:Intersection|Function|Constructor|Conditional|Infer)Type|TypeOperator)$/

/** In brackets where the text would read otherwise without them. */
function part(node: TSType, at: Around, isInUnion = false): string {
  const written = bare(node)
  const text = typeText(written, at)
  const inner = shownNode(written, text, at)
  // The parts of a union that is written out stand in one as well as its own.
  const isFlat = isInUnion && inner !== written && inner.type === 'TSUnionType'
  const isCompound =
    (inner.type === 'TSUnionType' && !isFlat) ||
    COMPOUND.test(inner.type) ||
    (inner.type === 'TSTypeQuery' && closed(text) !== text)
  return isCompound ? `(${text})` : text
}

/** The type that a name was written out as; itself where it was not. */
function shownNode(node: TSType, text: string, at: Around): TSType {
  if (node.type !== 'TSTypeReference' || node.typeArguments) return node
  const path = entityPath(node.typeName)
  const [name = ''] = path ?? []
  if (path?.length !== 1 || at.parameters.has(name) || nameText(path, at) === text) return node
  const [alias] = helperNamed(name, at)?.symbol.of('type') ?? []
  return alias === undefined ? node : bare(alias.node.typeAnnotation)
}

function bare(node: TSType): TSType {
  let at = node
  while (at.type === 'TSParenthesizedType') at = at.typeAnnotation
  return at
}

/** The parts of a union of unions, by a stack of our own: there may be a hundred thousand. */
function flattened(node: TSType, type: 'TSUnionType' | 'TSIntersectionType'): TSType[] {
  const parts: TSType[] = []
  const waiting: TSType[] = [node]
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const inner = bare(at)
    if (inner.type === type && 'types' in inner) waiting.push(...inner.types.toReversed())
    else parts.push(inner)
  }
  return parts
}

/** The parts of a union, each as it stands in one; of any other type itself. */
export function unionTexts(node: TSType, at: Around): readonly string[] {
  return flattened(node, 'TSUnionType').map((one) => part(one, at))
}

function joined(nodes: readonly TSType[], separator: string, at: Around): string {
  const [only] = nodes
  if (nodes.length === 1 && only !== undefined) return typeText(only, at)
  return [...new Set(nodes.map((node) => part(node, at, separator === ' | ')))]
    .sort()
    .join(separator)
}

export function membersText(members: readonly TSSignature[], at: Around): string {
  const texts = members.flatMap((member) => (isPrivate(member) ? [] : [memberText(member, at)]))
  return texts.length === 0 ? '{}' : `{ ${texts.sort().join('; ')} }`
}

function memberText(member: TSSignature, at: Around): string {
  switch (member.type) {
    case 'TSCallSignatureDeclaration':
      return callText(member, at)
    case 'TSConstructSignatureDeclaration':
      return `new ${callText(member, at)}`
    case 'TSIndexSignature':
      return indexText(member, at)
    case 'TSMethodSignature': {
      const head = `${keyOf(member, at)}${member.optional ? '?' : ''}`
      if (member.kind === 'get') return `${head}: ${annotated(member.returnType, at)}`
      return `${head}: ${callText(member, at)}`
    }
    case 'TSPropertySignature': {
      const { optional, typeAnnotation } = member
      const type = optional ? optionalText(typeAnnotation, at) : annotated(typeAnnotation, at)
      const readonly = member.readonly ? 'readonly ' : ''
      const marks = `${isFunction(typeAnnotation) ? '!' : ''}${optional ? '?' : ''}`
      return `${readonly}${keyOf(member, at)}${marks}: ${type}`
    }
  }
}

/** A property that holds a function is no method: a checker is stricter with it. */
function isFunction(annotation: TSTypeAnnotation | null | undefined): boolean {
  if (!annotation) return false
  const parts = flattened(annotation.typeAnnotation, 'TSUnionType')
  const [only, ...others] = parts.filter(({ type }) => type !== 'TSUndefinedKeyword')
  return others.length === 0 && only?.type === 'TSFunctionType'
}

type IndexSignature = Extract<TSSignature, { type: 'TSIndexSignature' }>

/** `[string]: T`. */
export function indexText(member: IndexSignature, at: Around): string {
  const [key] = member.parameters
  const readonly = member.readonly ? 'readonly ' : ''
  const type = annotated(member.typeAnnotation, at)
  return `${readonly}[${annotated(key?.typeAnnotation, at)}]: ${type}`
}

function keyOf(member: Extract<TSSignature, { key: unknown }>, at: Around): string {
  const text = keyText(member)
  if (text !== null) return text
  const { key } = member
  const path = key.type === 'PrivateIdentifier' ? null : entityPath(key)
  return `[${path === null ? '?' : nameText(path, at)}]`
}

function argumentsText(given: TSTypeParameterInstantiation | null | undefined, at: Around): string {
  if (!given || given.params.length === 0) return ''
  return `<${given.params.map((node) => typeText(node, at)).join(', ')}>`
}

function typeReferenceText(
  path: readonly string[],
  given: TSTypeParameterInstantiation | null | undefined,
  at: Around,
): string {
  const isParameter = path.length === 1 && at.parameters.has(path[0] ?? '')
  return !isParameter && isOfNowhere(path, at.scope) ? 'any' : referenceText(path, given, at)
}

export function referenceText(
  path: readonly string[],
  given: TSTypeParameterInstantiation | null | undefined,
  at: Around,
): string {
  const [first = ''] = path
  const parameter = path.length === 1 ? at.parameters.get(first) : undefined
  if (parameter !== undefined) return parameter
  if (path.length === 1 && !given) {
    const expanded = helperText(first, at)
    if (expanded !== null) return expanded
  }
  return `${nameText(path, at)}${argumentsText(given, at)}`
}

/** A short alias that no other file can name is written out: its name is nobody's business. */
function helperText(name: string, at: Around, lengthMax = EXPANDED_MAX): string | null {
  const helper = helperNamed(name, at)
  const [alias] = helper?.symbol.of('type') ?? []
  if (helper === null || alias === undefined || alias.node.typeParameters) return null
  if (helper.symbol.declarations.length !== 1) return null
  if (alias.node.end - alias.node.start > lengthMax) return null
  const text = typeText(alias.node.typeAnnotation, helper.inside)
  return text.length > lengthMax ? null : text
}

/** The same for all that a constant is, which may be longer: nothing else tells what it takes. */
export function constantText(annotation: TSTypeAnnotation, at: Around): string {
  const node = bare(annotation.typeAnnotation)
  const path =
    node.type === 'TSTypeReference' && !node.typeArguments ? entityPath(node.typeName) : null
  const helper = path?.length === 1 ? helperText(path[0] ?? '', at, TEXT_MAX) : null
  return helper ?? typeText(node, at)
}

/** The same for what `typeof` says of a function that no other file can name. */
function helperFunctionText(name: string, at: Around): string | null {
  const helper = helperNamed(name, at)
  const functions = helper?.symbol.of('function') ?? []
  if (helper === null || functions.length === 0) return null
  const { symbol, inside } = helper
  if (symbol.alias !== null || functions.length !== symbol.declarations.length) return null
  const calls = functions.map(({ node }) => callText(node, inside))
  const [only] = calls
  const text = calls.length === 1 && only !== undefined ? only : `{ ${calls.join('; ')} }`
  return text.length > TEXT_MAX ? null : text
}

/** The same for a short constant. */
function helperValueText(name: string, at: Around): string | null {
  const helper = helperNamed(name, at)
  const [variable] = helper?.symbol.of('variable') ?? []
  if (helper === null || !variable?.annotation) return null
  const { symbol, inside } = helper
  if (symbol.alias !== null || symbol.declarations.length !== 1) return null
  const text = typeText(variable.annotation.typeAnnotation, inside)
  return text.length > EXPANDED_MAX || text.includes('unique symbol') ? null : text
}

/** `typeof list[number]`, of a list that no other file can name: what may be in it. */
function helperItems({ objectType, indexType }: TSIndexedAccessType, at: Around): string | null {
  const query = bare(objectType)
  if (query.type !== 'TSTypeQuery' || query.exprName.type === 'TSImportType') return null
  if (bare(indexType).type !== 'TSNumberKeyword') return null
  const path = entityPath(query.exprName)
  const helper = path?.length === 1 ? helperNamed(path[0] ?? '', at) : null
  const [variable] = helper?.symbol.of('variable') ?? []
  if (helper === null || !variable?.annotation || helper.symbol.declarations.length !== 1)
    return null
  let list = bare(variable.annotation.typeAnnotation)
  if (list.type === 'TSTypeOperator') list = bare(list.typeAnnotation)
  if (list.type === 'TSArrayType') return typeText(list.elementType, helper.inside)
  if (list.type !== 'TSTupleType') return null
  const items = list.elementTypes.map((element) => itemOf(element))
  if (items.includes(null)) return null
  const text = joined(
    (items as TSType[]).flatMap((item) => flattened(item, 'TSUnionType')),
    ' | ',
    helper.inside,
  )
  return text.length > TEXT_MAX ? null : text
}

/** What an element of a list is; null where that takes more than a look. */
function itemOf(element: TSTupleElement): TSType | null {
  switch (element.type) {
    case 'TSNamedTupleMember':
      return element.optional ? null : itemOf(element.elementType)
    case 'TSRestType': {
      const rest = element.typeAnnotation
      const list = rest.type === 'TSNamedTupleMember' ? null : bare(rest as TSType)
      return list?.type === 'TSArrayType' ? list.elementType : null
    }
    case 'TSOptionalType':
      return null
    default:
      return element
  }
}

function inferred(node: TSType, known: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const names = new Map(known)
  const waiting: unknown[] = [node]
  let visited = 0
  while (waiting.length > 0 && visited < 10_000) {
    const at = waiting.pop()
    visited += 1
    if (typeof at !== 'object' || at === null) continue
    if ('type' in at && at.type === 'TSInferType') {
      const { name } = (at as TSInferType).typeParameter
      if (!names.has(name.name) || names.get(name.name) === known.get(name.name))
        names.set(name.name, `T${new Set(names.values()).size}`)
    }
    waiting.push(...Object.values(at).reverse())
  }
  return names
}
