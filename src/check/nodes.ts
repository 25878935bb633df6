// Where a path stands in a table: at a module, at a definition, or at a type that is only a text.

import type { OfPackage } from '../symbols/findSymbol.ts'
import type { OpenTable } from '../table/openTable.ts'

export type PackageView = Readonly<{ table: OpenTable; of: OfPackage }>

export type TableNode =
  | Readonly<{ kind: 'module'; module: number }>
  | Readonly<{
      kind: 'definition'
      definition: number
      /** A value of that type, not the type itself. */
      isInstance: boolean
      /** It was made on the spot, so it is of this class and of none below. */
      isExact?: boolean
      /** What `self` and `this` are, in what it is declared with. */
      owner: TableNode | null
    }>
  /** A type as it is written, in the words of the module that the definition is at home in. */
  | Readonly<{ kind: 'type'; text: string; home: number; owner: TableNode | null }>

export type Arrival =
  | Readonly<{ state: 'at'; node: TableNode }>
  /** Not there. `of`: what it was looked for in. */
  | Readonly<{ state: 'missing'; of: TableNode; name: string }>
  | Readonly<{ state: 'unknown'; reason: string }>

export function unknown(reason: string): Arrival {
  return { state: 'unknown', reason }
}

export function arrivedAt(node: TableNode): Arrival {
  return { state: 'at', node }
}

/** The path under which a node can be asked for. */
export function pathOfNode({ table, of }: PackageView, node: TableNode): string | null {
  if (node.kind === 'type') return null
  if (node.kind === 'module') return modulePath(of, table.module(node.module).name)
  const { module, name } = table.definition(node.definition)
  if (table.findModule(module) < 0) return pathElsewhere({ table, of }, node.definition, name)
  return name === '' ? modulePath(of, module) : `${modulePath(of, module)}.${name}`
}

/** What types of others declare (`@types`) is at home there, and asked for under the package. */
function pathElsewhere({ table, of }: PackageView, definition: number, name: string) {
  if (of.ecosystem !== 'npm') return null
  for (const { name: module } of table.modules()) {
    if (table.find(module, name)?.definition === definition) {
      return `${modulePath(of, module)}.${name}`
    }
  }
  return null
}

function modulePath({ ecosystem, packageName }: OfPackage, module: string): string {
  return ecosystem === 'npm' ? `${packageName}${module.slice(1)}` : module
}
