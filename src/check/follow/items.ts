// What a subscript gives: `frame["a"]`, by what the class says of `__getitem__`.

import type { ItemKey } from '../../references/reference.ts'
import { parseSignatures } from '../../signatures/parseSignature.ts'
import { splitTop } from '../../signatures/splitTop.ts'
import { memberOf } from './members.ts'
import { classByStub, ofPackage } from './stubs.ts'
import { type Arrival, arrivedAt, type PackageView, type TableNode, unknown } from './tableNode.ts'
import { resolveType, typeOf } from './types.ts'

const NOT_TOLD = unknown('what is in it is not written down')

export function itemOf(view: PackageView, node: TableNode, key: ItemKey): Arrival {
  if (node.kind !== 'definition') return NOT_TOLD
  const type = node.isInstance ? node : typeOf(view, node)
  if (type?.kind === 'definition' && type.isInstance) {
    const own = memberOf(view, type, '__getitem__')
    const text = own.state === 'at' ? chosenOf(view, own.node, key) : null
    if (own.state === 'at' && own.node.kind === 'definition' && text !== null) {
      const home = own.node.definition
      return arrivedAt(resolveType(view, { text, home, owner: type }))
    }
  }
  const told = classByStub(view, node)
  if (told === null) return NOT_TOLD
  const { stub, definition } = told
  const among: TableNode = { kind: 'definition', definition, isInstance: true, owner: null }
  const method = memberOf(stub.view, among, '__getitem__')
  const text = method.state === 'at' ? chosenOf(stub.view, method.node, key) : null
  if (method.state !== 'at' || method.node.kind !== 'definition' || text === null) return NOT_TOLD
  const home = method.node.definition
  const found = ofPackage(stub, view, resolveType(stub.view, { text, home, owner: null }))
  return found === null ? NOT_TOLD : arrivedAt(found)
}

/** What the overload gives that takes such a key; null where more than one may, and they differ. */
function chosenOf(view: PackageView, node: TableNode, key: ItemKey): string | null {
  if (node.kind !== 'definition') return null
  const { signature } = view.table.definition(node.definition)
  const overloads = signature === null ? [] : (parseSignatures(signature) ?? [])
  const given = new Set(overloads.map(({ returns }) => returns))
  if (given.size === 1) return overloads[0]?.returns ?? null
  for (const { parameters, returns } of overloads) {
    const taken = parameters.at(1)?.annotation ?? null
    const takes = taken === null ? 'perhaps' : takesKey(view, node.definition, taken, key, 0)
    if (takes === 'perhaps') return null
    if (takes === 'yes') return returns
  }
  return null
}

/**
 * Plain types, and words that everybody uses for them, by what they are to a key. A text is no list to
 * whoever writes overloads.
 */
const TAKING: Readonly<Record<ItemKey, ReadonlySet<string>>> = {
  text: new Set(['str', 'Hashable', 'Scalar', 'Label']),
  number: new Set(['int', 'float', 'SupportsIndex', 'Hashable', 'Scalar', 'Label']),
  list: new Set(['list', 'List', 'Sequence', 'Iterable', 'Collection']),
  slice: new Set(['slice']),
  other: new Set(),
}
const PLAIN: ReadonlySet<string> = new Set([
  ...Object.values(TAKING).flatMap((names) => [...names]),
  ...['bytes', 'bool', 'complex', 'tuple', 'Tuple', 'dict', 'set', 'frozenset', 'date', 'datetime'],
  ...['timedelta', 'Decimal', 'None'],
])

const ALIASES_MAX = 5

/** `perhaps`: it names something of which that cannot be told. */
function takesKey(
  view: PackageView,
  home: number,
  text: string,
  key: ItemKey,
  depth: number,
): 'yes' | 'no' | 'perhaps' {
  if (key === 'other') return 'perhaps'
  const sides = splitTop(text, ' | ')
  if (sides.length > 1) {
    const each = sides.map((side) => takesKey(view, home, side, key, depth))
    return each.find((one) => one === 'yes') ?? each.find((one) => one === 'perhaps') ?? 'no'
  }
  const [head = ''] = /^[\w.]+/.exec(text) ?? []
  const name = head.slice(head.lastIndexOf('.') + 1)
  if (TAKING[key].has(name)) return 'yes'
  if (PLAIN.has(name)) return 'no'
  const { module } = view.table.definition(home)
  const found = head === '' ? null : view.table.find(module, head)
  const info = found === null ? null : view.table.definition(found.definition)
  // A class of the package is neither a text nor a number, and no plain list.
  if (info?.kind === 'class') return 'no'
  if (info?.kind !== 'type' || info.signature === null || depth >= ALIASES_MAX) return 'perhaps'
  return takesKey(view, found?.definition ?? home, info.signature, key, depth + 1)
}
