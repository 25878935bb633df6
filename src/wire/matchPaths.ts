// Which of many names hold what somebody types: those that are called so first. The server and the page's
// script find the same.

export type PathMatches = Readonly<{
  /** Places in the list, the best first. */
  found: readonly number[]
  total: number
}>

/** `folded`: the names in lower case. */
export function matchPaths(
  folded: readonly string[],
  query: string,
  foundMax: number,
): PathMatches {
  const wanted = query.trim().toLowerCase()
  if (wanted === '') return { found: [], total: 0 }
  // The best of each rank, as many as are shown; the rest is only counted.
  const ranks: number[][] = [[], [], [], []]
  let total = 0
  for (let i = 0; i < folded.length; i += 1) {
    const path = folded[i] ?? ''
    const at = path.lastIndexOf(wanted)
    if (at < 0) continue
    total += 1
    const found = ranks[rankOf(path, wanted, at)]
    if (found !== undefined && found.length < foundMax) found.push(i)
  }
  return { found: ranks.flat().slice(0, foundMax), total }
}

/** The name itself, its beginning, the beginning of a part, anywhere. */
function rankOf(path: string, wanted: string, at: number): number {
  const isPart = at === 0 || path[at - 1] === '.' || path[at - 1] === '/'
  if (!isPart) return 3
  const isLast = path.indexOf('.', at + wanted.length) < 0
  if (!isLast) return 2
  return at + wanted.length === path.length ? 0 : 1
}
