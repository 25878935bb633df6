// The names of what Node itself provides, for packages that hand it on: `fs-extra` has all of `fs`.
// scripts/nodeBuiltins.ts writes the file. Other releases of Node have other names, so that a list
// of them is never the last word.

import { asset, own, words } from '../../../../table/assets.ts'

/** Names with spaces between; `hidden` are those that loops do not see. */
export type NodeNames =
  | Readonly<{
      kind: 'function' | 'object'
      functions: string
      objects: string
      others: string
      hidden: string
      /** The names that it has from classes above it. */
      inherited?: string
    }>
  | Readonly<{ kind: 'list'; texts: string }>

export type NodeFile = Readonly<{
  node: string
  /** `node:fs`, `node:fs.constants`, `Error`. */
  names: Readonly<Record<string, NodeNames>>
}>

/** What `typeof` says, and whether loops see it. */
type NodeMember = Readonly<{ typeOf: string | null; isEnumerable: boolean }>

type NodeValue = Readonly<{
  kind: NodeNames['kind']
  members: ReadonlyMap<string, NodeMember>
  inherited: readonly string[]
  /** The elements of a list of texts. */
  texts: readonly string[]
}>

const listed = asset('node-builtins.json', ({ names }: NodeFile) => names)
const values = new Map<string, NodeValue>()

/** A module, a global or one of their members by its path; null for what is not listed. */
export function nodeValue(path: string): NodeValue | null {
  const known = values.get(path)
  if (known !== undefined) return known
  const names = own(listed(), path)
  if (names === undefined) return null
  const value = open(names)
  values.set(path, value)
  return value
}

function open(names: NodeNames): NodeValue {
  if (names.kind === 'list')
    return { kind: 'list', members: new Map(), inherited: [], texts: words(names.texts) }
  const hidden = new Set(words(names.hidden))
  const members = new Map<string, NodeMember>()
  const add = (list: string, typeOf: string | null) => {
    for (const name of words(list)) members.set(name, { typeOf, isEnumerable: !hidden.has(name) })
  }
  add(names.functions, 'function')
  add(names.objects, 'object')
  add(names.others, null)
  return { kind: names.kind, members, inherited: words(names.inherited ?? ''), texts: [] }
}
