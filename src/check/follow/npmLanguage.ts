// What methods of lists and promises take and give, so that a path may go through them: the names
// themselves are of the language, and no package's.

import { insideOf } from '../../signatures/typeTexts.ts'
import { npmType } from './npmTypes.ts'
import { type PackageView, type TableNode, viewOf } from './tableNode.ts'

const LISTS: ReadonlySet<string> = new Set(['Array', 'ReadonlyArray', 'Set', 'ReadonlySet'])
const PROMISES: ReadonlySet<string> = new Set(['Promise', 'PromiseLike'])

/** By name: `X` is what is inside. */
const OF_LISTS: Readonly<Record<string, string>> = {
  ...each('map flatMap forEach some every findIndex findLastIndex', '((X, number) => any) => any'),
  ...each('filter toSorted sort', '((X, X) => any) => Array<X>'),
  ...each('find findLast', '((X, number) => any) => X'),
  ...each('slice concat reverse toReversed splice', '(...Array<any>) => Array<X>'),
  ...each('at pop shift', '(number?) => X'),
}
const OF_PROMISES: Readonly<Record<string, string>> = {
  ...each('then', '((X) => any, (any) => any?) => any'),
  ...each('finally', '((any) => any?) => Promise<X>'),
}

function each(names: string, text: string): Record<string, string> {
  return Object.fromEntries(names.split(' ').map((name) => [name, text]))
}

/** A method of a list or a promise; null for all else. */
export function memberOfLanguage(
  asked: PackageView,
  node: TableNode,
  name: string,
): TableNode | null {
  if (node.kind !== 'type') return null
  const [of, wrappers] = Object.hasOwn(OF_LISTS, name) ? [OF_LISTS, LISTS] : [OF_PROMISES, PROMISES]
  const text = Object.hasOwn(of, name) ? of[name] : undefined
  const inside = insideOf(node.text, wrappers, 'first')
  if (text === undefined || inside === null) return null
  // What is inside may hold the same letter.
  const written = text.replaceAll(/\bX\b/g, () => `(${inside})`)
  return npmType(viewOf(asked, node), { ...node, text: written })
}
