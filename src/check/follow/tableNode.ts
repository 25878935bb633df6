// Where a path stands in a table: at a module, at a definition, or at a type that is only a text.

import type { OfPackage } from '../../symbols/findSymbol.ts'
import type { OpenTable } from '../../table/tableView.ts'
import type { FindingEvidence } from '../report/finding.ts'

export type PackageView = Readonly<{
  table: OpenTable
  of: OfPackage
  lookup: Lookup
  /** The packages that its types may name; absent where nothing else counts. */
  others?: OtherPackages
  /** What a finding rests on, where this is another package than the code names. */
  evidence?: FindingEvidence
  /** Nothing says that this release goes with the package that names it. */
  isGuessed?: boolean
  /** As in `OpenedPackage`. */
  gap?: string
  /** Where the package itself says nothing; absent where there is none. */
  stub?: Stub
  /** Its classes are made of data as code runs, and have nothing to do with each other. */
  isMade?: true
  /** What boto3 and botocore make of their data, each by the name of the package. */
  services?: ReadonlyMap<string, PackageView>
}>

/** Types of a package that others wrote down. `isUsed`: something was told by them. */
export type Stub = { readonly view: PackageView; isUsed: boolean }

/** Types lead to members, and members to types: what is open of both is counted in one place. */
export interface Lookup {
  memberOf(asked: PackageView, node: TableNode, name: string): Arrival
  typesOpen: number
}

export interface OtherPackages {
  /** The package of npm that a type of this one names, or null where it is not at hand. */
  find(name: string, from: PackageView): PackageView | null
  /** Whether one more type may be looked at: they may be made to go round in circles. */
  takeStep(): boolean
}

/** A type as it is written, in the words of the module that `home` stands in. */
export type WrittenType = Readonly<{
  text: string
  home: number
  owner: TableNode | null
  /** What its type parameters stand for. */
  bound?: Bound
}>

/** By name (`T0`), each with the package that it is written in; null where that cannot be told. */
export type Bound = ReadonlyMap<string, (WrittenType & Readonly<{ view: PackageView }>) | null>

export type TableNode =
  | Readonly<{ kind: 'module'; module: number; view?: PackageView }>
  | Readonly<{
      kind: 'definition'
      definition: number
      /** A value of that type, not the type itself. */
      isInstance: boolean
      /** It was made on the spot, so it is of this class and of none below. */
      isExact?: boolean
      /** The name that leads to it is a type's, and nothing when the code runs. */
      isType?: boolean
      /** A module holds it for everybody, who may put another object of the kind there. */
      isShared?: boolean
      /** What `self` and `this` are, in what it is declared with. */
      owner: TableNode | null
      /** What the type parameters around it stand for. */
      bound?: Bound
      /** Absent where it is of the package that was asked about. */
      view?: PackageView
    }>
  /** A type as it is written, in the words of the module that the definition is at home in. */
  | (WrittenType & Readonly<{ kind: 'type'; view?: PackageView }>)
  /** One of several (`A | B`, overloads), or all of them at once (`A & B`). */
  | Readonly<{ kind: 'parts'; join: 'either' | 'every'; parts: readonly TableNode[] }>

export type NodeOf<K extends TableNode['kind']> = Extract<TableNode, { kind: K }>

export type Arrival =
  | Readonly<{ state: 'at'; node: TableNode }>
  /**
   * Not there. `of`: what it was looked for in. Loose: what others declare in the namespace of all may
   * add it.
   */
  | Readonly<{
      state: 'missing'
      of: TableNode
      name: string
      isLoose?: boolean
      /** What is meant, where it is known as it is missed. */
      meant?: string
      /** To read it is no error, to call it is one. */
      isForCallsOnly?: boolean
      /** It is a function, of which only a compiler knows all that it has. */
      isOfFunction?: boolean
      /** What else it may be, and does not have it either. */
      beside?: readonly TableNode[]
    }>
  | Readonly<{
      state: 'unknown'
      reason: string
      /** What was asked, where it may have any name. */
      open?: Readonly<{ of: TableNode; name: string }>
    }>

/**
 * Of a name below a list, a text or a number: it is of the language, and no name of the package. It is
 * passed over.
 */
export const NO_NAME_OF_PACKAGE = 'it is a name of the language'

export function unknown(reason: string): Extract<Arrival, { state: 'unknown' }> {
  return { state: 'unknown', reason }
}

export function arrivedAt(node: TableNode): Arrival {
  return { state: 'at', node }
}

/** The package that a node is of. */
export function viewOf(asked: PackageView, node: TableNode): PackageView {
  return 'view' in node && node.view !== undefined ? node.view : asked
}

/** The path under which a node can be asked for. */
export function pathOfNode(asked: PackageView, node: TableNode): string | null {
  const { table, of } = viewOf(asked, node)
  if (node.kind === 'parts') {
    const [first] = node.parts
    return first === undefined ? null : pathOfNode(asked, first)
  }
  if (node.kind === 'type') return null
  if (node.kind === 'module') return modulePath(of, table.module(node.module).name)
  const { module, name } = table.definition(node.definition)
  if (table.findModule(module) < 0) return pathElsewhere({ table, of }, node.definition, name)
  return name === '' ? modulePath(of, module) : `${modulePath(of, module)}.${name}`
}

/** What types of others declare (`@types`) is at home there, and asked for under the package. */
function pathElsewhere(
  { table, of }: Pick<PackageView, 'table' | 'of'>,
  definition: number,
  name: string,
) {
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
