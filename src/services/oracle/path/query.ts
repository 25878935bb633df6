// A JSONPath as it was understood.

export type Query = Readonly<{
  /** From the root of the document, or from the value that a filter looks at. */
  isAbsolute: boolean
  segments: readonly Segment[]
}>

export type Segment = Readonly<{ isDescendant: boolean; selectors: readonly Selector[] }>

export type Selector =
  | Readonly<{ kind: 'name'; name: string }>
  | Readonly<{ kind: 'index'; index: number }>
  | Readonly<{ kind: 'slice'; start: number | null; end: number | null; step: number }>
  | Readonly<{ kind: 'wildcard' }>
  | Readonly<{ kind: 'filter'; test: Logical }>

export type Logical =
  | Readonly<{ kind: 'or' | 'and'; all: readonly Logical[] }>
  | Readonly<{ kind: 'not'; of: Logical }>
  | Readonly<{ kind: 'exists'; query: Query }>
  | Readonly<{ kind: 'matches'; call: MatchCall }>
  | Readonly<{ kind: 'compare'; op: ComparisonOp; left: Value; right: Value }>

export const COMPARISON_OPS = ['==', '!=', '<=', '>=', '<', '>'] as const
type ComparisonOp = (typeof COMPARISON_OPS)[number]

export type Value =
  | Readonly<{ kind: 'literal'; value: string | number | boolean | null }>
  /** At most one node. */
  | Readonly<{ kind: 'singular'; of: Query }>
  | Readonly<{ kind: 'length'; of: Value }>
  | Readonly<{ kind: 'count' | 'value'; of: Query }>

export type MatchCall = Readonly<{ name: 'match' | 'search'; text: Value; pattern: Value }>

export function isSingular({ segments }: Query): boolean {
  return segments.every(({ isDescendant, selectors }) => {
    const [only] = selectors
    if (isDescendant || selectors.length !== 1) return false
    return only?.kind === 'name' || only?.kind === 'index'
  })
}
