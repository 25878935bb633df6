// Walks over trees that may be as high as an expression is long. A walk hands over the walks that it
// needs the results of, and they are kept in a list and not on the stack.

export interface DeepWalk<T> extends Generator<DeepWalk<T>, T, T> {}

export function walkThrough<T>(first: DeepWalk<T>): T {
  const under: DeepWalk<T>[] = []
  let walk = first
  let step = walk.next()
  for (;;) {
    if (step.done !== true) {
      under.push(walk)
      walk = step.value
      step = walk.next()
      continue
    }
    const below = under.pop()
    if (below === undefined) return step.value
    walk = below
    step = walk.next(step.value)
  }
}
