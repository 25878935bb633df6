// What a compiler lets stand in an object that is handed over as it is written, and what attributes a
// component takes. A key is missing where nothing that is taken has it.

import { typeForm } from '../../signatures/typeForm.ts'
import { memberOf } from './members.ts'
import { parameterOf, signaturesOf } from './npmCalls.ts'
import { aliasMeaning, namesOf } from './npmMembers.ts'
import {
  type Arrival,
  arrivedAt,
  type NodeOf,
  type PackageView,
  type TableNode,
  unknown,
  viewOf,
} from './tableNode.ts'
import { typeOf } from './types.ts'

const DEPTH_MAX = 8
const NOT_FOLLOWED = unknown('its type is not followed')
/** What an object that is written out is not. */
const NO_OBJECT =
  /^(?:(?:string|number|boolean|bigint|symbol|null|undefined|void|never|true|false|".*"|-?\d.*|`.*`)$|(?:Readonly)?Array<|\[)/s

export function keyOf(asked: PackageView, node: TableNode, name: string): Arrival {
  return keyIn(asked, node, name, 0) ?? NOT_FOLLOWED
}

/** Null where what is taken is no object. */
function keyIn(asked: PackageView, node: TableNode, name: string, depth: number): Arrival | null {
  const view = viewOf(asked, node)
  if (depth > DEPTH_MAX) return NOT_FOLLOWED
  switch (node.kind) {
    case 'parts':
      return keyOfParts(view, node, name, depth)
    case 'type':
      return isNoObject(node.text) ? null : memberOf(view, node, name)
    case 'definition':
      return keyOfDefinition(view, node, name, depth)
    case 'module':
      return NOT_FOLLOWED
  }
}

function isNoObject(text: string): boolean {
  const { form } = typeForm(text)
  return form === 'function' || (form !== 'union' && form !== 'indexed' && NO_OBJECT.test(text))
}

function keyOfParts(
  view: PackageView,
  { join, parts }: NodeOf<'parts'>,
  name: string,
  depth: number,
): Arrival | null {
  const all = parts.flatMap((part) => keyIn(view, part, name, depth + 1) ?? [])
  // Who is several things at once is an object only where all of them are.
  if (join === 'every' && all.length < parts.length) return NOT_FOLLOWED
  const there = all.flatMap((one) => (one.state === 'at' ? [one.node] : []))
  const [first, ...more] = there
  if (first !== undefined) {
    return arrivedAt(more.length === 0 ? first : { kind: 'parts', join: 'either', parts: there })
  }
  return all.find((one) => one.state === 'unknown') ?? all[0] ?? null
}

function keyOfDefinition(
  view: PackageView,
  node: NodeOf<'definition'>,
  name: string,
  depth: number,
): Arrival | null {
  const { kind, signature } = view.table.definition(node.definition)
  if (!node.isInstance) {
    const type = typeOf(view, node)
    return type === null ? NOT_FOLLOWED : keyIn(view, type, name, depth + 1)
  }
  const meant = kind === 'type' && signature !== null ? aliasMeaning(view, node, signature) : null
  if (meant !== null) return keyIn(view, meant, name, depth + 1)
  const found = memberOf(view, node, name)
  if (found.state !== 'missing') return found
  // Anything may be given where nothing is asked for.
  if (namesOf(view, node).length === 0) return NOT_FOLLOWED
  // Nobody writes out an object with methods: what is taken besides was not seen.
  return hasMethods(view, node) ? { ...found, isLoose: true } : found
}

function hasMethods({ table }: PackageView, { definition }: NodeOf<'definition'>): boolean {
  for (const member of table.membersOf(definition)) {
    if (table.definition(member.definition).kind === 'method') return true
  }
  return false
}

/** What a component is given: the first parameter of a function, the `props` of a class. */
export function propsOf(asked: PackageView, node: TableNode): Arrival {
  const view = viewOf(asked, node)
  if (node.kind === 'definition' && !node.isInstance) {
    const { kind } = view.table.definition(node.definition)
    if (kind === 'class') return memberOf(view, { ...node, isInstance: true }, 'props')
  }
  const all = signaturesOf(view, node)
  return all === null || all.length === 0 ? NOT_FOLLOWED : parameterOf(view, node, 0)
}
