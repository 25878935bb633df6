// Two signatures, token by token: what of the one is gone, what of the other is new.

export type Piece = Readonly<{ text: string; isChanged: boolean }>
export type SignatureDiff = Readonly<{ from: readonly Piece[]; to: readonly Piece[] }>

/** Longer ones are shown without marks: the table below grows with the square. */
const TOKENS_MAX = 600
const TOKEN = /[\p{L}\p{N}_$]+|\s+|./gsu

export function signatureDiff(from: string, to: string): SignatureDiff {
  const before = from.match(TOKEN) ?? []
  const after = to.match(TOKEN) ?? []
  if (before.length > TOKENS_MAX || after.length > TOKENS_MAX) {
    return { from: [{ text: from, isChanged: false }], to: [{ text: to, isChanged: false }] }
  }
  const kept = commonTokens(before, after)
  return {
    from: pieces(before, new Set(kept.map(([i]) => i))),
    to: pieces(after, new Set(kept.map(([, j]) => j))),
  }
}

/** Places of a longest common subsequence. */
function commonTokens(a: readonly string[], b: readonly string[]): [number, number][] {
  const width = b.length + 1
  const lengths = new Uint16Array((a.length + 1) * width)
  const at = (i: number, j: number) => lengths[i * width + j] ?? 0
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      lengths[i * width + j] =
        a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
    }
  }
  const common: [number, number][] = []
  let i = 0
  let j = 0
  while (i < a.length && j < b.length) {
    if (a[i] === b[j]) common.push([i++, j++])
    else if (at(i + 1, j) >= at(i, j + 1)) i++
    else j++
  }
  return common
}

/** Neighbours that share a fate become one piece. */
function pieces(tokens: readonly string[], kept: ReadonlySet<number>): Piece[] {
  const joined: { text: string; isChanged: boolean }[] = []
  tokens.forEach((text, index) => {
    const isChanged = !kept.has(index)
    const last = joined.at(-1)
    if (last?.isChanged === isChanged) last.text += text
    else joined.push({ text, isChanged })
  })
  return joined
}
