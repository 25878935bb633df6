// Which node is not a given value. A path may find one large value many times over: each is written
// out once, and what is written counts.

import { JSON_PATH_STEPS_MAX } from '../../../limits.ts'
import { Budget } from '../budget.ts'
import { stableText } from '../jsonText.ts'
import type { PathNode } from './findByPath.ts'

/** The first that is another value; null where each is that one. Throws `Beyond` past its budget. */
export function otherNode(nodes: readonly PathNode[], value: unknown): PathNode | null {
  const budget = new Budget(JSON_PATH_STEPS_MAX)
  const wanted = stableText(value)
  const seen = new Set<unknown>()
  for (const node of nodes) {
    if (seen.has(node.value)) continue
    const text = stableText(node.value)
    budget.spend(1 + Math.ceil(text.length / 16))
    if (text !== wanted) return node
    seen.add(node.value)
  }
  return null
}
