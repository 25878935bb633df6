// The order in which Python looks through a class and its bases (C3).

import type { ClassItem, ExternalTarget, Target } from '../modules/items.ts'

/** A class in such an order; of one outside the package only its path is known. */
export type Step = ClassItem | ExternalTarget

/** Where C3 fails, each class once, bases after what has them. */
export function mergeOrders(lists: readonly (readonly Step[])[]): Step[] {
  const rest = lists.map((list) => [...list])
  const merged: Step[] = []
  for (;;) {
    const open = rest.filter((list) => list.length > 0)
    if (open.length === 0) return merged
    const inTail = (step: Step) =>
      open.some((list) => list.slice(1).some((one) => isSame(one, step)))
    const [first] = open
    const next = open.map(([head]) => head).find((head) => head !== undefined && !inTail(head))
    const taken = next ?? first?.[0]
    if (taken === undefined) return merged
    merged.push(taken)
    for (const list of rest) {
      const index = list.findIndex((one) => isSame(one, taken))
      if (index >= 0 && (index === 0 || next === undefined)) list.splice(index, 1)
    }
  }
}

/** What is outside the package is the same by its path. */
export function isSame(one: Step, other: Target): boolean {
  if (one === other) return true
  return (
    one.kind === 'external' &&
    other.kind === 'external' &&
    one.module === other.module &&
    one.name === other.name
  )
}
