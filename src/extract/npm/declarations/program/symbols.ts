// What declarations declare. A `DeclaredSymbol` is one name in one scope with all declarations that
// merge under it; a `ModuleSymbol` is a file or an ambient module with what it exports.

import type {
  Class,
  Expression,
  Function as FunctionNode,
  TSEnumDeclaration,
  TSInterfaceDeclaration,
  TSModuleDeclaration,
  TSTypeAliasDeclaration,
  TSTypeAnnotation,
} from 'oxc-parser'
import type { SourceFile } from './sourceFile.ts'

/** The part of a type parameter that a name stands for is found through the scope it is written in. */
export type Declaration = Readonly<
  {
    scope: Scope
    /** Where the statement begins: the comment before it is the documentation. */
    start: number
  } & (
    | { kind: 'class'; node: Class }
    | { kind: 'function'; node: FunctionNode }
    | { kind: 'enum'; node: TSEnumDeclaration }
    | { kind: 'interface'; node: TSInterfaceDeclaration }
    | { kind: 'type'; node: TSTypeAliasDeclaration }
    | { kind: 'namespace'; node: TSModuleDeclaration }
    | { kind: 'variable'; annotation: TSTypeAnnotation | null; value: Expression | null }
  )
>
export type DeclarationKind = Declaration['kind']
export type DeclarationOf<Kind extends DeclarationKind> = Extract<Declaration, { kind: Kind }>

/** A name that stands for another one. */
export type Alias = Readonly<{
  /** Where `specifier` and `path` are written. */
  scope: Scope
  /** Null: `path` starts in the scope. */
  specifier: string | null
  /** From a module: `*` is the module itself, `=` what `require` gives. */
  path: readonly string[]
  isTypeOnly: boolean
  /** `export { a as b }`: b is no name that the module itself can use. */
  isExportOnly: boolean
  start: number
}>

export class DeclaredSymbol {
  readonly name: string
  readonly scope: Scope
  readonly declarations: Declaration[] = []
  alias: Alias | null = null
  /** What its namespaces export, shared by all of them. */
  members: Map<string, DeclaredSymbol> | null = null
  /** The symbol of another file that it was merged into. */
  #into: DeclaredSymbol | null = null

  constructor(name: string, scope: Scope) {
    this.name = name
    this.scope = scope
  }

  get merged(): DeclaredSymbol {
    let at: DeclaredSymbol = this
    while (at.#into !== null) at = at.#into
    return at
  }

  /** Takes over what another file declares under the same name. */
  absorb(other: DeclaredSymbol): void {
    if (other.merged === this.merged) return
    other.#into = this
    this.declarations.push(...other.declarations)
    this.alias ??= other.alias
    if (other.members === null) return
    if (this.members === null) this.members = other.members
    else mergeNames(this.members, other.members)
  }

  has(...kinds: readonly DeclarationKind[]): boolean {
    return this.declarations.some(({ kind }) => kinds.includes(kind))
  }

  of<Kind extends DeclarationKind>(...kinds: readonly Kind[]): DeclarationOf<Kind>[] {
    // Narrowed by what was asked for, which the type system cannot follow through `includes`.
    return this.declarations.filter(({ kind }) =>
      (kinds as readonly string[]).includes(kind),
    ) as DeclarationOf<Kind>[]
  }
}

export function mergeNames(
  into: Map<string, DeclaredSymbol>,
  names: ReadonlyMap<string, DeclaredSymbol>,
): void {
  for (const [name, symbol] of names) {
    const there = into.get(name)?.merged
    if (there === undefined) into.set(name, symbol)
    else there.absorb(symbol.merged)
  }
}

/** `export =` under a name that no export can have. */
export const EXPORT_EQUALS = 'export='

type Star = Readonly<{ specifier: string; isTypeOnly: boolean; scope: Scope }>

export class ModuleSymbol {
  /** The file, or for `declare module "x"` the first file that says so. */
  readonly file: SourceFile
  /** Null for a file. */
  readonly ambientName: string | null
  readonly exports = new Map<string, DeclaredSymbol>()
  /** Names that its statements see: those of the module that it adds to, once that is known. */
  names: Map<string, DeclaredSymbol> = this.exports
  readonly stars: Star[] = []
  /** `export as namespace X`. */
  readonly globalNames: string[] = []

  constructor(file: SourceFile, ambientName: string | null) {
    this.file = file
    this.ambientName = ambientName
  }

  /** Its file was not read, so that it may export anything. */
  get isUnread(): boolean {
    return this.file.unread !== null
  }

  /** It adds to another module, which is known. */
  get isAddition(): boolean {
    return this.names !== this.exports
  }
}

type ScopeOptions = Readonly<{
  file: SourceFile
  parent: Scope | null
  /** The namespace or module whose block it is; `global` for `declare global`; null for a script. */
  of: DeclaredSymbol | ModuleSymbol | 'global' | null
}>

/** A dotted name as a scope sees it, behind `import('x')` where there is a specifier. */
export type Meant = Readonly<{ scope: Scope; specifier: string | null; path: readonly string[] }>

export class Scope {
  readonly file: SourceFile
  readonly parent: Scope | null
  readonly #of: ScopeOptions['of']
  /** Names that only this block sees. */
  readonly locals = new Map<string, DeclaredSymbol>()
  /** What signatures of its file mean by names of the package; null for a name of several meanings. */
  readonly meant: Map<string, readonly Meant[] | null>

  constructor({ file, parent, of }: ScopeOptions) {
    this.meant = parent?.meant ?? new Map()
    this.file = file
    this.parent = parent
    this.#of = of
  }

  get module(): ModuleSymbol | null {
    return this.#of instanceof ModuleSymbol ? this.#of : null
  }

  /** Its names are the program's: a script, or `declare global`. */
  get isGlobal(): boolean {
    return this.#of === null || this.#of === 'global'
  }

  /** Names that it exports; null where none can be. */
  get exports(): Map<string, DeclaredSymbol> | null {
    if (this.#of instanceof ModuleSymbol) return this.#of.names
    return this.#of instanceof DeclaredSymbol ? this.#of.merged.members : null
  }

  /** The symbol of a name that statements of this block can use. */
  own(name: string): DeclaredSymbol | null {
    const local = this.locals.get(name)?.merged
    if (local !== undefined) return local
    const exported = this.exports?.get(name)?.merged
    if (exported === undefined) return null
    const isVisible = exported.declarations.length > 0 || exported.alias?.isExportOnly === false
    return isVisible ? exported : null
  }
}
