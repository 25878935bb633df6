// From the statements of a file to its scopes and symbols: what each block declares, what it
// exports, what its names stand for. Nothing is resolved here.

import type {
  BindingPattern,
  Directive,
  ExportDefaultDeclaration,
  ExportNamedDeclaration,
  Expression,
  ImportDeclaration,
  Statement,
  TSGlobalDeclaration,
  TSImportEqualsDeclaration,
  TSModuleDeclaration,
  TSTypeName,
  VariableDeclaration,
} from 'oxc-parser'
import { keptIn } from '../../../../domain/maps.ts'
import { exportName, importedName } from '../../../../syntax/javascript/declaredNames.ts'
import type { SourceFile } from './sourceFile.ts'
import {
  type Alias,
  type Declaration,
  DeclaredSymbol,
  EXPORT_EQUALS,
  ModuleSymbol,
  Scope,
} from './symbols.ts'

/** `declare module "x"`: in a script it declares a module, in a module it adds to one. */
export type AmbientBlock = Readonly<{ name: string; module: ModuleSymbol }>

export type BoundFile = Readonly<{
  file: SourceFile
  root: Scope
  /** Null for a script. */
  module: ModuleSymbol | null
  ambient: readonly AmbientBlock[]
  /** Scopes of `declare global`, and the file itself when it is a script. */
  globals: readonly Scope[]
}>

type Body = readonly (Directive | Statement)[]

export function bindFile(file: SourceFile): BoundFile {
  // What was not read may export anything.
  const isModule = file.unread !== null || file.body.some(isModuleStatement)
  const module = isModule ? new ModuleSymbol(file, null) : null
  const root = new Scope({ file, parent: null, of: module })
  const binder = new Binder(file)
  binder.body(root, file.body, { isAmbient: file.isDeclarationFile })
  const globals = isModule ? binder.globals : [root, ...binder.globals]
  return { file, root, module, ambient: binder.ambient, globals }
}

function isModuleStatement(statement: Directive | Statement): boolean {
  switch (statement.type) {
    case 'ImportDeclaration':
    case 'ExportNamedDeclaration':
    case 'ExportDefaultDeclaration':
    case 'ExportAllDeclaration':
    case 'TSExportAssignment':
      return true
    case 'TSImportEqualsDeclaration':
      return statement.moduleReference.type === 'TSExternalModuleReference'
    default:
      return false
  }
}

/** Statements that say which names are exported, so that the others are not. */
function isExportList(statement: Directive | Statement): boolean {
  if (statement.type === 'ExportNamedDeclaration') return statement.declaration === null
  if (statement.type === 'ExportDefaultDeclaration') return !isDeclaration(statement.declaration)
  return statement.type === 'ExportAllDeclaration' || statement.type === 'TSExportAssignment'
}

type Place = Readonly<{
  scope: Scope
  isExported: boolean
  start: number
  isAmbient: boolean
}>

const KINDS = {
  ClassDeclaration: 'class',
  FunctionDeclaration: 'function',
  TSDeclareFunction: 'function',
  TSInterfaceDeclaration: 'interface',
  TSTypeAliasDeclaration: 'type',
  TSEnumDeclaration: 'enum',
} as const

type Kinded = Extract<Declaration, { node: unknown }>['node'] & { type: keyof typeof KINDS }

function isDeclaration(node: Readonly<{ type: string }>): node is Kinded {
  return node.type in KINDS
}

class Binder {
  readonly ambient: AmbientBlock[] = []
  readonly globals: Scope[] = []
  readonly #file: SourceFile

  constructor(file: SourceFile) {
    this.#file = file
  }

  body(scope: Scope, body: Body, { isAmbient }: { isAmbient: boolean }): void {
    const isImplicit = isAmbient && scope.exports !== null && !body.some(isExportList)
    for (const statement of body) {
      const { start } = statement
      this.#statement(statement, { scope, isExported: isImplicit, start, isAmbient })
    }
  }

  #statement(statement: Directive | Statement, place: Place): void {
    const { scope, start } = place
    switch (statement.type) {
      case 'ImportDeclaration':
        this.#import(scope, statement)
        return
      case 'TSImportEqualsDeclaration':
        // An import is exported only where it says so.
        this.#importEquals(statement, { ...place, isExported: false })
        return
      case 'ExportNamedDeclaration':
        this.#exportNamed(statement, place)
        return
      case 'ExportAllDeclaration': {
        const specifier = statement.source.value
        const isTypeOnly = statement.exportKind === 'type'
        if (statement.exported === null) scope.module?.stars.push({ specifier, isTypeOnly, scope })
        else {
          const alias = { scope, specifier, path: ['*'], isTypeOnly, isExportOnly: true, start }
          this.#alias(scope, exportName(statement.exported), true, alias)
        }
        return
      }
      case 'ExportDefaultDeclaration':
        this.#exportDefault(statement, place)
        return
      case 'TSExportAssignment':
        this.#exportValue(EXPORT_EQUALS, statement.expression, place)
        return
      case 'TSNamespaceExportDeclaration':
        scope.module?.globalNames.push(statement.id.name)
        return
      default:
        this.#declaration(statement, place)
        return
    }
  }

  #declaration(statement: Directive | Statement, place: Place): void {
    if (isDeclaration(statement)) {
      if (statement.id === null) return
      // The kind goes by the type of the node.
      const what = { kind: KINDS[statement.type], node: statement } as Unplaced
      this.#declare(statement.id.name, what, place)
    } else if (statement.type === 'VariableDeclaration') this.#variables(statement, place)
    else if (statement.type === 'TSModuleDeclaration') this.#namespace(statement, place)
  }

  #symbol(scope: Scope, name: string, isExported: boolean): DeclaredSymbol {
    const names = isExported && scope.exports !== null ? scope.exports : scope.locals
    // `interface A {}` and `export interface A {}` are two to TypeScript; of a merged pair the
    // exported one is asked for.
    return keptIn(names, name, () => new DeclaredSymbol(name, scope))
  }

  #declare(name: string, what: Unplaced, { scope, start, isExported }: Place): void {
    const declaration = { ...what, scope, start } as Declaration
    this.#symbol(scope, name, isExported).declarations.push(declaration)
  }

  #alias(scope: Scope, name: string, isExported: boolean, alias: Alias): void {
    const symbol = this.#symbol(scope, name, isExported)
    symbol.alias ??= alias
  }

  #variables(statement: VariableDeclaration, place: Place): void {
    for (const { id, init } of statement.declarations) {
      for (const { name, annotation } of boundNames(id)) {
        this.#declare(name, { kind: 'variable', annotation, value: init }, place)
      }
    }
  }

  #namespace(node: TSModuleDeclaration | TSGlobalDeclaration, place: Place): void {
    const file = this.#file
    const { scope: parent } = place
    if (node.kind === 'global') {
      const scope = new Scope({ file, parent, of: 'global' })
      this.globals.push(scope)
      this.body(scope, node.body.body, { isAmbient: true })
      return
    }
    if (node.id.type === 'Literal') {
      const module = new ModuleSymbol(file, node.id.value)
      this.ambient.push({ name: node.id.value, module })
      const scope = new Scope({ file, parent, of: module })
      this.body(scope, node.body?.body ?? [], { isAmbient: true })
      return
    }
    const isAmbient = place.isAmbient || node.declare
    const names = node.id.type === 'Identifier' ? [node.id.name] : (entityPath(node.id) ?? [])
    let inner = parent
    let isExported = place.isExported
    for (const name of names) {
      const symbol = this.#symbol(inner, name, isExported)
      symbol.members ??= new Map()
      symbol.declarations.push({ kind: 'namespace', node, scope: inner, start: place.start })
      inner = new Scope({ file, parent: inner, of: symbol })
      // `namespace A.B` exports B from A.
      isExported = true
    }
    this.body(inner, node.body?.body ?? [], { isAmbient })
  }

  #import(scope: Scope, statement: ImportDeclaration): void {
    const { start } = statement
    const specifier = statement.source.value
    for (const one of statement.specifiers) {
      const isTypeOnly =
        statement.importKind === 'type' ||
        (one.type === 'ImportSpecifier' && one.importKind === 'type')
      const path = [importedName(one)]
      const alias = { scope, specifier, path, isTypeOnly, isExportOnly: false, start }
      this.#alias(scope, one.local.name, false, alias)
    }
  }

  #importEquals(statement: TSImportEqualsDeclaration, place: Place): void {
    const { moduleReference: to, importKind } = statement
    const { scope, start, isExported } = place
    const common = { scope, isTypeOnly: importKind === 'type', isExportOnly: false, start }
    const alias: Alias =
      to.type === 'TSExternalModuleReference'
        ? { ...common, specifier: to.expression.value, path: ['='] }
        : { ...common, specifier: null, path: entityPath(to) ?? [] }
    this.#alias(scope, statement.id.name, isExported, alias)
  }

  #exportNamed(statement: ExportNamedDeclaration, place: Place): void {
    const { scope } = place
    const { declaration } = statement
    if (declaration !== null) {
      const exported = { ...place, isExported: true }
      if (declaration.type === 'TSImportEqualsDeclaration')
        this.#importEquals(declaration, exported)
      else this.#declaration(declaration, exported)
      return
    }
    const specifier = statement.source?.value ?? null
    for (const one of statement.specifiers) {
      const isTypeOnly = statement.exportKind === 'type' || one.exportKind === 'type'
      const path = [exportName(one.local)]
      const alias = { scope, specifier, path, isTypeOnly, isExportOnly: true, start: one.start }
      this.#alias(scope, exportName(one.exported), true, alias)
    }
  }

  #exportDefault({ declaration }: ExportDefaultDeclaration, place: Place): void {
    const name = 'id' in declaration ? (declaration.id?.name ?? null) : null
    if (!isDeclaration(declaration)) {
      this.#exportValue('default', declaration as Expression, place)
      return
    }
    if (name === null) {
      const kind = declaration.type === 'ClassDeclaration' ? 'class' : 'function'
      const what = { kind, node: declaration } as Unplaced
      this.#declare('default', what, { ...place, isExported: true })
      return
    }
    // Others of the same name merge with it, so the declaration is kept under its own.
    this.#declaration(declaration as Statement, { ...place, isExported: false })
    this.#exportAlias('default', [name], place)
  }

  /** `export default x` and `export = x`. */
  #exportValue(name: string, value: Expression, place: Place): void {
    const path = entityPath(value)
    if (path === null) {
      const what = { kind: 'variable', annotation: null, value } as const
      this.#declare(name, what, { ...place, isExported: true })
      return
    }
    this.#exportAlias(name, path, place)
  }

  #exportAlias(name: string, path: readonly string[], { scope, start }: Place): void {
    const common = { isTypeOnly: false, isExportOnly: true, start }
    this.#alias(scope, name, true, { scope, specifier: null, path, ...common })
  }
}

type Unplaced = Declaration extends infer One
  ? One extends Declaration
    ? Omit<One, 'scope' | 'start'>
    : never
  : never

/** `a.b.c` as its parts; null for what is no dotted name. */
export function entityPath(node: Expression | TSTypeName): readonly string[] | null {
  const path: string[] = []
  let at: Expression | TSTypeName = node
  for (;;) {
    if (at.type === 'Identifier') {
      path.push(at.name)
      return path.reverse()
    }
    if (at.type === 'TSQualifiedName') {
      path.push(at.right.name)
      at = at.left
    } else if (
      at.type === 'MemberExpression' &&
      !at.computed &&
      at.property.type === 'Identifier'
    ) {
      path.push(at.property.name)
      at = at.object
    } else if (at.type === 'ThisExpression') {
      path.push('this')
      return path.reverse()
    } else return null
  }
}

type BoundName = Readonly<{
  name: string
  annotation: Extract<BindingPattern, { type: 'Identifier' }>['typeAnnotation']
}>

function* boundNames(
  pattern: BindingPattern,
): Iterable<{ name: string; annotation: NonNullable<BoundName['annotation']> | null }> {
  switch (pattern.type) {
    case 'Identifier':
      yield { name: pattern.name, annotation: pattern.typeAnnotation ?? null }
      return
    case 'AssignmentPattern':
      yield* boundNames(pattern.left)
      return
    case 'ArrayPattern':
      for (const element of pattern.elements) {
        if (element === null) continue
        yield* boundNames(element.type === 'RestElement' ? element.argument : element)
      }
      return
    case 'ObjectPattern':
      for (const property of pattern.properties) {
        yield* boundNames(property.type === 'RestElement' ? property.argument : property.value)
      }
  }
}
