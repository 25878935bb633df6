// What is awaited without being declared as a promise: an interface that is one by its bases, or that has
// a `then`.

import { insideOf } from '../../signatures/typeTexts.ts'
import { memberOf } from './members.ts'
import { handedTo } from './npmCalls.ts'
import { namesOf } from './npmMembers.ts'
import { basesOf, npmType } from './npmTypes.ts'
import { type Arrival, arrivedAt, type NodeOf, type PackageView, viewOf } from './tableNode.ts'

const PROMISES: ReadonlySet<string> = new Set(['Promise', 'PromiseLike'])
const DEPTH_MAX = 5

/** Null where it cannot be told. */
export function heldByThenable(
  asked: PackageView,
  node: NodeOf<'definition'>,
  depth = 0,
): Arrival | null {
  const view = viewOf(asked, node)
  const then = memberOf(view, node, 'then')
  if (then.state === 'at' && then.node.kind === 'definition') {
    const at = viewOf(view, then.node)
    const { signature } = at.table.definition(then.node.definition)
    // `then: Promise<T>["then"]`
    const held = /^Promise<(.+)>\["then"\]$/s.exec(signature ?? '')?.[1]
    if (held !== undefined) {
      const { definition: home, owner, bound } = then.node
      return arrivedAt(npmType(at, { text: held, home, owner, ...(bound && { bound }) }))
    }
    const handed = handedTo(at, then.node, { at: 0, parameter: 0, given: ['function'] })
    return handed.state === 'at' ? handed : null
  }
  let isKnown = view.table.definition(node.definition).isOpen !== true
  for (const base of basesOf(view, node)) {
    const text = base.kind === 'type' ? insideOf(base.text, PROMISES, 'first') : null
    if (base.kind === 'type' && text !== null) {
      return arrivedAt(npmType(viewOf(view, base), { ...base, text }))
    }
    const found =
      base.kind === 'definition' && depth < DEPTH_MAX ? heldByThenable(view, base, depth + 1) : null
    const isItself = found?.state === 'at' && found.node === base
    if (found?.state === 'at' && !isItself) return found
    isKnown &&= isItself
  }
  return isKnown && !namesOf(view, node).includes('then') ? arrivedAt(node) : null
}
