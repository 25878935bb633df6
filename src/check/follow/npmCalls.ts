// What calls of npm come to: which of several signatures a call is of, what it gives, and what it
// hands to the functions that it is given.

import { keptIn } from '../../domain/maps.ts'
import type { Given } from '../../references/reference.ts'
import { modifiersOf } from '../../signatures/modifiers.ts'
import { findTop, splitTop } from '../../signatures/splitTop.ts'
import { heritagesOf, typeForm, typeParameters } from '../../signatures/typeForm.ts'
import { memberOf } from './members.ts'
import { aliasMeaning } from './npmMembers.ts'
import { askedOf, basesOf, besideText, joined, memberText, npmType } from './npmTypes.ts'
import {
  type Arrival,
  arrivedAt,
  type Bound,
  type NodeOf,
  type PackageView,
  type TableNode,
  unknown,
  viewOf,
  type WrittenType,
} from './tableNode.ts'
import { typeOf } from './types.ts'

type Definition = NodeOf<'definition'>
/** One way to be called, as it is written and where. */
type Signature = WrittenType & Readonly<{ view: PackageView }>
/** Null where they are not all known. */
type Signatures = readonly Signature[] | null

const DEPTH_MAX = 6
/** What a class has for itself, and what its objects have. */
const HELD: ReadonlySet<string> = new Set(['method', 'property', 'attribute'])
const SIGNATURES_MAX = 60
const NOT_TOLD = 'what it is called with is not known'
export const NOT_KNOWN = 'what it gives is not known'

/** What a call of it gives. Null where that cannot be told from signatures. */
export function calledAs(asked: PackageView, node: TableNode, step: Handed): Arrival | null {
  const all = signaturesOf(asked, node) ?? foremost(asked, node, step.given)
  if (all === null || all.length === 0) return null
  const only = onlyResult(all)
  if (only !== null) return resultOf(only)
  const results: TableNode[] = []
  for (const signature of chosen(all, step.given)) {
    const call = parsed(signature)
    if (call === null) return unknown(NOT_KNOWN)
    const bound = boundBy(signature, call, step)
    const given = resultOf({ ...signature, text: call.returns, bound })
    if (given.state !== 'at') return given
    results.push(given.node)
  }
  return oneOf(results, NOT_KNOWN)
}

function oneOf(results: readonly TableNode[], reason: string): Arrival {
  const result = joined(results, 'either')
  return result === null ? unknown(reason) : arrivedAt(result)
}

/** `ReturnType<this["create"]>` is what a call of it gives, where all ways to call it give the same. */
function resultOf(written: Signature, depth = 0): Arrival {
  const inner = /^ReturnType<(.+)>$/s.exec(written.text)?.[1]
  if (inner === undefined) return arrivedAt(npmType(written.view, written))
  const callee = npmType(written.view, { ...written, text: inner })
  const all = depth > DEPTH_MAX ? null : signaturesOf(written.view, callee)
  const only = all === null ? null : onlyResult(all)
  return only === null ? unknown(NOT_KNOWN) : resultOf(only, depth + 1)
}

/** What every signature gives, where that is the same whatever is handed over; null where it is not. */
function onlyResult(all: readonly Signature[]): Signature | null {
  const [first] = all
  const returns = first === undefined ? undefined : parsed(first)?.returns
  if (first === undefined || returns === undefined || /\bT\d+\b/.test(returns)) return null
  const isSame = all.every(
    (one) => one.view === first.view && one.home === first.home && parsed(one)?.returns === returns,
  )
  return isSame ? { ...first, text: returns } : null
}

/** What a call hands over. `types`: how many type arguments are written out. */
type Handed = Readonly<{ given?: readonly Given[]; types?: number }>
const NOTHING_HANDED: Handed = { given: [] }

/** What a function that is handed over is called with. */
export function handedTo(
  asked: PackageView,
  node: TableNode,
  step: Handed & Readonly<{ at: number; parameter: number }>,
): Arrival {
  const all = signaturesOf(asked, node)
  if (all === null) return unknown(NOT_TOLD)
  const results: TableNode[] = []
  for (const signature of chosen(all, step.given)) {
    const call = parsed(signature)
    const wanted = call === null ? undefined : argumentAt(call.parameters, step.at)
    if (call === null || wanted === undefined) return unknown(NOT_TOLD)
    const bound = boundBy(signature, call, step)
    // A function that is written out for a type parameter is called as that is bound.
    const own = call.typeParameters.find(({ name }) => name === wanted)
    const isOpen = own !== undefined && own.constraint !== null && bound.get(own.name) === null
    const text = isOpen ? (own.constraint ?? wanted) : wanted
    const type = npmType(signature.view, { ...signature, text, bound })
    const inner = signaturesOf(signature.view, type)
    if (inner === null) return unknown(NOT_TOLD)
    const handed = parameterOf(signature.view, type, step.parameter)
    if (handed.state === 'at') results.push(handed.node)
  }
  return oneOf(results, NOT_TOLD)
}

/** What an argument of a call is declared as. */
export function argumentOf(
  asked: PackageView,
  node: TableNode,
  step: Handed & Readonly<{ at: number; isNew?: boolean }>,
): Arrival {
  const all = step.isNew === true ? constructorsOf(asked, node) : signaturesOf(asked, node)
  if (all === null || all.length === 0) return unknown(NOT_TOLD)
  const results: TableNode[] = []
  for (const signature of chosen(all, step.given)) {
    const call = parsed(signature)
    const wanted = call === null ? undefined : argumentAt(call.parameters, step.at)
    if (call === null || wanted === undefined) return unknown(NOT_TOLD)
    const bound = boundBy(signature, call, step)
    results.push(npmType(signature.view, { ...signature, text: wanted, bound }))
  }
  return oneOf(results, NOT_TOLD)
}

/** What a function is called with, where a value is declared as one. */
export function parameterOf(asked: PackageView, node: TableNode, parameter: number): Arrival {
  const all = signaturesOf(asked, node)
  if (all === null) return unknown(NOT_TOLD)
  const results: TableNode[] = []
  for (const one of all) {
    const call = parsed(one)
    const text = call === null ? undefined : argumentAt(call.parameters, parameter)
    if (call === null || text === undefined) continue
    results.push(npmType(one.view, { ...one, text, bound: boundBy(one, call, NOTHING_HANDED) }))
  }
  return oneOf(results, NOT_TOLD)
}

/** Every way in which objects of a class are made; null where they are not all told. */
function constructorsOf(asked: PackageView, node: TableNode, depth = 0): Signatures {
  const view = viewOf(asked, node)
  if (node.kind === 'module') {
    const whole = memberOf(view, node, 'default')
    return whole.state === 'at' && whole.node.kind !== 'module'
      ? constructorsOf(view, whole.node, depth + 1)
      : null
  }
  if (node.kind !== 'definition' || depth > DEPTH_MAX) return null
  const { definition: home } = node
  const { kind, signature } = view.table.definition(home)
  if (kind !== 'class' || signature === null) return null
  const [only, ...others] = heritagesOf(signature)
  if (only === undefined || others.length > 0) return null
  const { made, parameters } = only
  if (made === '') {
    const [base] = basesOf(view, node)
    return base?.kind === 'definition'
      ? constructorsOf(view, { ...base, isInstance: false }, depth + 1)
      : null
  }
  // Which type its parameters stand for is told by what is handed over.
  const bound: Bound = new Map(parameters.map(({ name }) => [name, null]))
  return splitTop(made, ' & ').map((text) => ({
    ...{ view, home, owner: null, bound },
    text: `${text.replace(/^(?:private |protected )?new /, '')} => void`,
  }))
}

/**
 * Whether what objects have is asked of their class, or what is static of an object: declarations may
 * have both under one name, and what is told is the other one's, or nobody knows whose.
 */
export function isOfOtherHalf(asked: PackageView, node: TableNode): boolean {
  if (node.kind !== 'definition' || node.owner === null) return false
  const view = viewOf(asked, node)
  const { kind, value = null } = view.table.definition(node.definition)
  const half = askedOf(asked, node)
  if (half === null) return modifiersOf(value).isStatic
  const text = memberText(view, node)
  if (!HELD.has(kind) || (kind !== 'method' && text === null)) return false
  const { owner } = node
  const owners = owner.kind === 'parts' ? owner.parts : [owner]
  const isOfClass = owners.some(
    (one) => one.kind === 'definition' && askedOf(asked, { ...node, owner: one }) !== null,
  )
  return isOfClass && modifiersOf(text).isStatic === (half === 'objects')
}

/** Every way in which a value can be called, in order; null where they are not all known. */
export function signaturesOf(asked: PackageView, node: TableNode, depth = 0): Signatures {
  if (depth > DEPTH_MAX) return null
  const view = viewOf(asked, node)
  switch (node.kind) {
    case 'module': {
      const whole = memberOf(view, node, 'default')
      return whole.state === 'at' && whole.node.kind !== 'module'
        ? signaturesOf(view, whole.node, depth + 1)
        : null
    }
    case 'parts':
      return ofParts(view, node, depth)
    case 'type':
      return ofText({ ...node, view })
    case 'definition':
      return ofDefinition(view, node, depth)
  }
}

function ofParts(view: PackageView, { parts }: NodeOf<'parts'>, depth: number): Signatures {
  const each = parts.map((part) => signaturesOf(view, part, depth + 1))
  const known = each.filter((one) => one !== null)
  if (known.length < each.length) return null
  const all = known.flat()
  return all.length > SIGNATURES_MAX ? null : all
}

/** What is certainly no function. */
const NOT_CALLED =
  /^(?:(?:string|number|boolean|bigint|symbol|null|undefined|void|".*"|-?\d.*)$|(?:Readonly)?Array<|Promise<|Record<|RegExp$|\[)/s

function ofText(written: Signature): Signatures {
  const form = typeForm(written.text)
  if (form.form === 'function') return [written]
  if (form.form === 'name' || form.form === 'other') {
    return NOT_CALLED.test(written.text) ? [] : null
  }
  if (form.form !== 'object') return null
  return form.members
    .filter(({ name, type }) => name === null && /^[<(]/.test(type))
    .map(({ type }) => ({ ...written, text: type }))
}

function ofDefinition(view: PackageView, node: Definition, depth: number): Signatures {
  const { kind } = view.table.definition(node.definition)
  if (besideText(view, node) !== null) {
    const type = typeOf(view, node)
    return type === null ? null : signaturesOf(view, type, depth + 1)
  }
  const signature = memberText(view, node)
  const { owner, bound } = node
  const at = { view, home: node.definition, owner, ...(bound && { bound }) }
  switch (kind) {
    case 'function':
    case 'method':
      if (signature === null) return null
      return splitTop(signature.replace(/^static /, ''), '; ').map((text) => ({ ...at, text }))
    case 'class':
      return node.isInstance ? [] : null
    case 'interface':
      return node.isInstance ? ofInterface(view, { ...node, view }, depth) : null
    case 'type': {
      const meant =
        node.isInstance && signature !== null ? aliasMeaning(view, node, signature) : null
      return meant === null ? null : signaturesOf(view, meant, depth + 1)
    }
    default: {
      const type = node.isInstance ? null : typeOf(view, node)
      return type === null ? null : signaturesOf(view, type, depth + 1)
    }
  }
}

function ownOfInterface(view: PackageView, node: Definition): readonly Signature[] {
  const { signature } = view.table.definition(node.definition)
  const { bound } = node
  return heritagesOf(signature)
    .flatMap(({ unnamed }) => unnamed)
    .filter((text) => /^[<(]/.test(text))
    .map((text) => ({ view, text, home: node.definition, owner: node, ...(bound && { bound }) }))
}

function ofInterface(view: PackageView, node: Definition, depth: number): Signatures {
  const own = ownOfInterface(view, node)
  // What a base can be called with stands behind what the interface says itself.
  const inherited = basesOf(view, node).map((base) => signaturesOf(view, base, depth + 1))
  return inherited.includes(null) ? null : [...own, ...inherited.flatMap((one) => one ?? [])]
}

/**
 * What an interface says itself, up to what takes the call for sure: what its bases can be called with
 * stands behind that, and need not be known.
 */
function foremost(
  asked: PackageView,
  node: TableNode,
  given: readonly Given[] | undefined,
): Signatures {
  if (given === undefined || given.includes('spread')) return null
  const own = ownSignatures(asked, node)
  const taken = own.findIndex((one) => fitOf(one, given) === 'yes')
  return taken < 0 ? null : own.slice(0, taken + 1)
}

function ownSignatures(asked: PackageView, node: TableNode): readonly Signature[] {
  if (node.kind !== 'definition') return []
  const view = viewOf(asked, node)
  if (view.table.definition(node.definition).kind === 'interface') {
    return node.isInstance ? ownOfInterface(view, node) : []
  }
  const type = node.isInstance ? null : typeOf(view, node)
  return type?.kind === 'definition' && type.isInstance ? ownSignatures(view, type) : []
}

type Call = Readonly<{
  typeParameters: ReturnType<typeof typeParameters>['parameters']
  parameters: readonly string[]
  returns: string
}>

const calls = new Map<string, Call | null>()
const CALLS_KEPT_MAX = 2_000

/** `<T0>(A, B?, ...C) => R`. */
function parsed({ text }: Readonly<{ text: string }>): Call | null {
  if (calls.size >= CALLS_KEPT_MAX) calls.clear()
  return keptIn(calls, text, () => readCall(text))
}

function readCall(text: string): Call | null {
  const { parameters: own, rest } = typeParameters(text)
  const arrow = findTop(rest, ' => ')
  if (!rest.startsWith('(') || arrow <= 0 || rest.charAt(arrow - 1) !== ')') return null
  const inner = rest.slice(1, arrow - 1)
  const all = inner === '' ? [] : splitTop(inner, ', ')
  const parameters = all.filter((one) => !/^this: /.test(one)).flatMap(spreadOut)
  return { typeParameters: own, parameters, returns: rest.slice(arrow + ' => '.length) }
}

/** `...[A, B?]` is `A, B?`; of what goes on the rest stays as it is. */
function spreadOut(parameter: string): readonly string[] {
  const inner = /^\.\.\.\[(.+)\]$/s.exec(parameter)?.[1]
  const parts = inner === undefined ? [parameter] : splitTop(inner, ', ')
  return parts.some((one, index) => one.startsWith('...') && index < parts.length - 1)
    ? [parameter]
    : parts
}

function argumentAt(parameters: readonly string[], at: number): string | undefined {
  const last = parameters.at(-1)
  if (last?.startsWith('...') !== true || at < parameters.length - 1) return parameters[at]
  return /^\.\.\.(?:Readonly)?Array<(.*)>$/s.exec(last)?.[1]
}

/** Those that the call may be of: up to the first that it is of for sure. */
function chosen(
  all: readonly Signature[],
  given: readonly Given[] | undefined,
): readonly Signature[] {
  if (given === undefined || given.includes('spread')) return all
  const found: Signature[] = []
  for (const signature of all) {
    const fit = fitOf(signature, given)
    if (fit !== 'no') found.push(signature)
    if (fit === 'yes') break
  }
  return found.length === 0 ? all : found
}

type Fit = 'yes' | 'no' | 'maybe'

function fitOf(signature: Signature, given: readonly Given[]): Fit {
  const call = parsed(signature)
  if (call === null) return 'maybe'
  const isOpen = call.parameters.at(-1)?.startsWith('...') === true
  const required = call.parameters.filter((one) => !one.endsWith('?') && !one.startsWith('...'))
  if (given.length > call.parameters.length && !isOpen) return 'no'
  if (given.length < required.length) {
    // `void` and what a parameter turns out to be may be left out.
    return required
      .slice(given.length)
      .some((one) => /\b(?:void|undefined|any|unknown|T\d+)\b/.test(one))
      ? 'maybe'
      : 'no'
  }
  let fit: Fit = 'yes'
  for (const [index, one] of given.entries()) {
    const wanted = argumentAt(call.parameters, index)
    const each = wanted === undefined ? 'maybe' : argumentFit(signature, call, wanted, one)
    if (each === 'no') return 'no'
    if (each === 'maybe') fit = 'maybe'
  }
  return fit
}

const PRIMITIVES: Readonly<Record<string, Given>> = {
  string: 'string',
  number: 'number',
  boolean: 'boolean',
  true: 'boolean',
  false: 'boolean',
}

function argumentFit(signature: Signature, call: Call, written: string, given: Given): Fit {
  const text = written.endsWith('?') ? written.slice(0, -1) : written
  if (given === 'nothing') return 'maybe'
  const own = call.typeParameters.find(({ name }) => name === text)
  if (own !== undefined) {
    return own.constraint === null ? 'yes' : argumentFit(signature, call, own.constraint, given)
  }
  if (text === 'any' || text === 'unknown') return 'yes'
  if (given === 'other') return 'maybe'
  const type = npmType(signature.view, { ...signature, text })
  return typeFit(signature.view, type, given)
}

function typeFit(asked: PackageView, type: TableNode, given: Given, depth = 0): Fit {
  const view = viewOf(asked, type)
  if (depth > DEPTH_MAX) return 'maybe'
  if (type.kind === 'parts') {
    const fits = type.parts.map((part) => typeFit(view, part, given, depth + 1))
    if (type.join === 'every') return fits.includes('no') && given !== 'object' ? 'no' : 'maybe'
    if (fits.includes('yes')) return 'yes'
    return fits.every((fit) => fit === 'no') ? 'no' : 'maybe'
  }
  if (type.kind === 'definition') return definitionFit(view, type, given, depth)
  if (type.kind !== 'type') return 'maybe'
  const { text } = type
  const primitive = PRIMITIVES[text]
  if (primitive !== undefined)
    return primitive !== given ? 'no' : text === primitive ? 'yes' : 'maybe'
  if (/^(?:any|unknown)$/.test(text)) return 'yes'
  if (/^"/.test(text)) return given === 'string' ? 'maybe' : 'no'
  if (/^-?\d/.test(text)) return given === 'number' ? 'maybe' : 'no'
  const { form } = typeForm(text)
  if (form === 'function') return given === 'function' ? 'yes' : 'no'
  if (/^(?:Readonly)?Array<|^\[/.test(text) && form !== 'indexed') {
    return given === 'list' || given === 'object' ? 'maybe' : 'no'
  }
  return 'maybe'
}

function definitionFit(view: PackageView, node: Definition, given: Given, depth: number): Fit {
  const { table } = view
  const { kind, signature } = table.definition(node.definition)
  if (!node.isInstance) return 'maybe'
  if (kind === 'type' && signature !== null) {
    const meant = aliasMeaning(view, node, signature)
    return meant === null ? 'maybe' : typeFit(view, meant, given, depth + 1)
  }
  if (kind !== 'interface' || given !== 'function') return 'maybe'
  // A function that is written out has nothing but its call.
  const members = [...table.membersOf(node.definition)].map((one) =>
    table.definition(one.definition),
  )
  if (members.some((one) => one.signature?.endsWith('?') !== true)) return 'no'
  const calls = signaturesOf(view, node)
  return members.length === 0 && calls !== null && calls.length > 0 ? 'yes' : 'maybe'
}

/** What the type parameters of a signature stand for in a call; null where that is not told. */
function boundBy(signature: Signature, call: Call, { given, types = 0 }: Handed): Bound {
  const { view, home, owner } = signature
  const bound = new Map(signature.bound)
  const isOpen = given === undefined || given.includes('spread')
  const used = (given ?? []).map((_, index) => argumentAt(call.parameters, index) ?? '')
  for (const [index, { name, fallback }] of call.typeParameters.entries()) {
    // Where the code or an argument tells, the default does not count.
    const isArgued =
      types === 0 && (isOpen || used.some((text) => new RegExp(`\\b${name}\\b`).test(text)))
    const isTold = index < types || isArgued
    const meant = isTold || fallback === null ? null : { view, text: fallback, home, owner, bound }
    bound.set(name, meant)
  }
  return bound
}
