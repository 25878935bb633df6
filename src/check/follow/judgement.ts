// The verdict on a reference.

import type { Ecosystem } from '../../domain/names/packageName.ts'
import type { Reference } from '../../references/reference.ts'
import type { Deprecation } from '../../table/format/table.ts'
import type { Misfit } from './fitsPython.ts'
import type { PackageView, TableNode } from './tableNode.ts'

export type Judgement =
  | Readonly<{
      state: 'found'
      node: TableNode
      deprecation: Deprecation | null
      /** False where it is called and nothing tells what it takes. */
      isFitKnown: boolean
    }>
  | Readonly<{
      state: 'missing'
      of: TableNode
      name: string
      isLoose?: boolean
      /** A release that had it, where one is known. */
      last?: string
      /** What is meant, where it is known as it is missed. */
      meant?: string
      /** To read it is no error, to call it is one. */
      isForCallsOnly?: boolean
      /** It is a function, of which only a compiler knows all that it has. */
      isOfFunction?: boolean
      /** What else it may be, and does not have it either. */
      beside?: readonly TableNode[]
    }>
  /** `by`: the package that tells, where it is another than the node is of. */
  | Readonly<{ state: 'misfit'; misfit: Misfit; node: TableNode; by?: PackageView }>
  | Readonly<{
      state: 'undetermined'
      reason: string
      /** The object, open to any name, that the last name was asked of. */
      open?: Readonly<{ of: TableNode; name: string }>
    }>

export type Missing = Extract<Judgement, { state: 'missing' }>

/** Code that says that something may be missing is not told that it is. */
export function softened(
  { softBecause, isTypeOnly }: Reference,
  judgement: Judgement,
  ecosystem: Ecosystem,
): Judgement {
  if (softBecause !== null) return { state: 'undetermined', reason: softBecause }
  // A table of Python has what is there at run time; type checkers may see more.
  if (isTypeOnly && ecosystem === 'pypi') {
    return { state: 'undetermined', reason: 'it is for type checkers only' }
  }
  return judgement
}
