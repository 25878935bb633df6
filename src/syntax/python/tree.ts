// Expressions in full, as the grammar has them. `Expression` is the part of it that rules look at;
// the normal form of text needs the rest as well.

import type { Parameter } from './syntax.ts'

export type Tree = Readonly<{ start: number; end: number }> & TreeKind

export type TreeKind =
  | Readonly<{ kind: 'name'; name: string }>
  | Readonly<{ kind: 'attribute'; value: Tree; name: string }>
  | Readonly<{ kind: 'call'; function: Tree; arguments: readonly TreeArgument[] }>
  | Readonly<{ kind: 'subscript'; value: Tree; index: Tree }>
  | Readonly<{ kind: 'slice'; lower: Tree | null; upper: Tree | null; step: Tree | null }>
  | Readonly<{ kind: 'string'; value: string; isBytes: boolean; isUnicode: boolean }>
  | Readonly<{ kind: 'joined'; parts: readonly JoinedPart[]; letter: string }>
  | Readonly<{ kind: 'number'; text: string }>
  | Readonly<{ kind: 'constant'; name: 'True' | 'False' | 'None' | '...' }>
  | Readonly<{ kind: 'tuple' | 'list' | 'set'; items: readonly Tree[] }>
  | Readonly<{ kind: 'dict'; items: readonly Readonly<{ key: Tree | null; value: Tree }>[] }>
  | Readonly<{ kind: 'starred'; value: Tree }>
  | Readonly<{ kind: 'binary'; operator: string; left: Tree; right: Tree }>
  | Readonly<{ kind: 'boolean'; operator: string; values: readonly Tree[] }>
  | Readonly<{ kind: 'compare'; operators: readonly string[]; values: readonly Tree[] }>
  | Readonly<{ kind: 'unary'; operator: string; value: Tree }>
  | Readonly<{ kind: 'conditional'; test: Tree; body: Tree; otherwise: Tree }>
  | Readonly<{
      kind: 'comprehension'
      of: 'list' | 'set' | 'dict' | 'generator'
      element: Tree
      value: Tree | null
      clauses: readonly Clause[]
    }>
  | Readonly<{ kind: 'walrus'; name: string; value: Tree }>
  | Readonly<{ kind: 'lambda'; parameters: readonly Parameter[]; body: Tree }>
  | Readonly<{ kind: 'await'; value: Tree }>
  | Readonly<{ kind: 'yield'; value: Tree | null; isFrom: boolean }>

export type TreeOf<K extends Tree['kind']> = Extract<Tree, { kind: K }>

/** What a tree is made of, in the order of the text; of what binds names, the user goes through it. */
export function partsOf(tree: Tree): readonly (Tree | null)[] {
  switch (tree.kind) {
    case 'attribute':
    case 'starred':
    case 'unary':
    case 'await':
    case 'yield':
      return [tree.value]
    case 'slice':
      return [tree.lower, tree.upper, tree.step]
    case 'joined':
      return fieldsOf(tree.parts)
    case 'tuple':
    case 'list':
    case 'set':
      return tree.items
    case 'dict':
      return tree.items.flatMap(({ key, value }) => [key, value])
    case 'binary':
      return [tree.left, tree.right]
    case 'boolean':
    case 'compare':
      return tree.values
    case 'conditional':
      return [tree.test, tree.body, tree.otherwise]
    default:
      return []
  }
}

function fieldsOf(parts: readonly JoinedPart[]): readonly Tree[] {
  return parts.flatMap((part) =>
    typeof part === 'string' ? [] : [part.value, ...fieldsOf(part.format ?? [])],
  )
}

export type TreeArgument = Readonly<{ name: string | null; stars: 0 | 1 | 2; value: Tree }>

export type Clause = Readonly<{
  isAsync: boolean
  target: Tree
  over: Tree
  conditions: readonly Tree[]
}>

/** A piece of an f-string: text, or a field. */
export type JoinedPart = string | JoinedField

type JoinedField = Readonly<{
  value: Tree
  /** `r`, `s` or `a`; empty without. */
  conversion: string
  format: readonly JoinedPart[] | null
}>
