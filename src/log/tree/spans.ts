// Which parts of a tree a proof is made of, after RFC 6962, sections 2.1.1 and 2.1.2. Nothing is read
// here: a proof is planned first, so that all its tiles can be fetched at once.

/** Leaves from `start` on, up to but not including `end`. */
export type Span = Readonly<{ start: number; end: number }>

/** The root of a whole subtree: of 2^height leaves, the `index`-th of that height. */
export type TreeNode = Readonly<{ height: number; index: number }>

/** The largest power of two below `count`, which is at least 2. */
function splitOf(count: number): number {
  let split = 1
  while (split * 2 < count) split *= 2
  return split
}

/** The audit path of a leaf, from its sibling up. */
export function inclusionSpans(index: number, size: number): Span[] {
  const path: Span[] = []
  let start = 0
  let end = size
  while (end - start > 1) {
    const middle = start + splitOf(end - start)
    path.unshift(index < middle ? { start: middle, end } : { start, end: middle })
    if (index < middle) end = middle
    else start = middle
  }
  return path
}

/** The proof that a tree of `size` leaves goes on from the one of the first `oldSize`. */
export function consistencySpans(oldSize: number, size: number): Span[] {
  if (oldSize === 0 || oldSize === size) return []
  const path: Span[] = []
  let start = 0
  let end = size
  while (end !== oldSize) {
    const middle = start + splitOf(end - start)
    path.unshift(oldSize <= middle ? { start: middle, end } : { start, end: middle })
    if (oldSize <= middle) end = middle
    else start = middle
  }
  // The old tree itself is known to whoever has its root.
  return start === 0 ? path : [{ start, end }, ...path]
}

/** The whole subtrees that a span of a tree consists of, from the left, the largest first. */
export function nodesOf({ start, end }: Span): TreeNode[] {
  const nodes: TreeNode[] = []
  for (let at = start; at < end; ) {
    let height = 0
    while (at + 2 ** (height + 1) <= end && at % 2 ** (height + 1) === 0) height += 1
    nodes.push({ height, index: at / 2 ** height })
    at += 2 ** height
  }
  return nodes
}
