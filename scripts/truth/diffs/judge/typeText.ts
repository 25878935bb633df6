// A type as a caller of the package would write it: by names that can be imported, and written out
// where there is none. What cannot be named is `any`, which never fails to compile.

import ts from 'typescript-6'

const MEMBERS_MAX = 40

const FLAGS =
  ts.NodeBuilderFlags.NoTruncation |
  ts.NodeBuilderFlags.IgnoreErrors |
  ts.NodeBuilderFlags.UseStructuralFallback |
  ts.NodeBuilderFlags.UseAliasDefinedOutsideCurrentScope |
  ts.NodeBuilderFlags.GenerateNamesForShadowedTypeParams

/** Names that the text may use besides global ones: type parameters, and what stands for `this`. */
export type Scope = Readonly<{ names: ReadonlySet<string>; self: string | null }>

export type TypeText = (type: ts.Type, scope: Scope) => string

/** Where a name can be imported from. */
type AmbientPath = Readonly<{ specifier: string; names: readonly string[] }>

export function typeTexts(program: ts.Program, main: ts.SourceFile): TypeText {
  const checker = program.getTypeChecker()
  const printer = ts.createPrinter({ removeComments: true })
  const any = () => ts.factory.createKeywordTypeNode(ts.SyntaxKind.AnyKeyword)
  const specifiers = new Map<string, string | null>()

  /** The name under which a module of a dependency can be imported; null for inner files. */
  function specifierOf(file: string, name: string): string | null {
    if (!file.startsWith('/')) return file
    const key = `${file} ${name}`
    const known = specifiers.get(key)
    if (known !== undefined) return known
    const inside = file.slice(file.lastIndexOf('/node_modules/') + '/node_modules/'.length)
    const [written] = /^(?:@[^/]+\/)?[^/]+/.exec(inside) ?? ['']
    const specifier = written.replace(/^@types\//, '').replace(/^([^/]+)__/, '@$1/')
    const found = offers(specifier, name) ? specifier : null
    specifiers.set(key, found)
    return found
  }

  function offers(specifier: string, name: string): boolean {
    const options = program.getCompilerOptions()
    const { resolvedModule } = ts.resolveModuleName(specifier, main.fileName, options, ts.sys)
    const file = resolvedModule && program.getSourceFile(resolvedModule.resolvedFileName)
    const module = file && checker.getSymbolAtLocation(file)
    return (
      module !== undefined && checker.getExportsOfModule(module).some((one) => one.name === name)
    )
  }

  function isKnown(identifier: ts.Identifier, { names }: Scope): boolean {
    if (names.has(identifier.text)) return true
    const { symbol } = identifier as unknown as { symbol?: ts.Symbol }
    if (symbol === undefined || symbol.flags & ts.SymbolFlags.TypeParameter) return true
    const [declaration] = symbol.declarations ?? []
    const file = declaration?.getSourceFile()
    if (file === undefined || file === main || program.isSourceFileDefaultLibrary(file)) return true
    return !ts.isExternalModule(file)
  }

  /**
   * The module of a script (`declare module "http"`) that a name belongs to, and the names behind
   * it; null for other names.
   */
  function ambientPath(name: ts.EntityName): AmbientPath | null {
    const { symbol } = leftmost(name) as unknown as { symbol?: ts.Symbol }
    const [declaration] = symbol?.declarations ?? []
    const around = declaration && ts.findAncestor(declaration, isAmbientModule)
    const module = around && checker.getSymbolAtLocation(around.name)
    if (around === undefined || module === undefined || symbol === undefined) return null
    const names = namesOf(name)
    const assigned = module.exports?.get('export=' as ts.__String)
    const whole =
      assigned !== undefined && assigned.flags & ts.SymbolFlags.Alias
        ? checker.getAliasedSymbol(assigned)
        : assigned
    if (whole !== undefined && checker.getMergedSymbol(whole) === checker.getMergedSymbol(symbol))
      return { specifier: around.name.text, names: names.slice(1) }
    const isOffered = checker.getExportsOfModule(module).some((one) => one.name === names[0])
    return isOffered ? { specifier: around.name.text, names } : null
  }

  function leftmost(name: ts.EntityName): ts.Identifier {
    return ts.isIdentifier(name) ? name : leftmost(name.left)
  }

  /** The members of an object whose type callers cannot name; null where it is more than members. */
  function writtenOut(type: ts.Type, scope: Scope): string | null {
    if (!(type.flags & ts.TypeFlags.Object) || type.isClass()) return null
    const kinds = [ts.SignatureKind.Call, ts.SignatureKind.Construct]
    const isPlain =
      kinds.every((kind) => checker.getSignaturesOfType(type, kind).length === 0) &&
      checker.getIndexInfosOfType(type).length === 0
    const properties = checker.getPropertiesOfType(type)
    if (!isPlain || properties.length === 0 || properties.length > MEMBERS_MAX) return null
    const members = properties.map((one) => {
      if (!/^[\w$]+$/.test(one.name)) return null
      const isOptional = (one.flags & ts.SymbolFlags.Optional) !== 0
      return `${one.name}${isOptional ? '?' : ''}: ${write(checker.getTypeOfSymbolAtLocation(one, main), scope)}`
    })
    return members.includes(null) ? null : `{ ${members.join('; ')} }`
  }

  function write(type: ts.Type, scope: Scope): string {
    const text = byName(type, scope)
    if (text !== 'any' || type.flags & ts.TypeFlags.Any) return text
    if (type.isUnion()) {
      return type.types.map((one) => `(${byName(one, scope)})`).join(' | ')
    }
    return writtenOut(type, scope) ?? 'any'
  }

  return write

  function byName(type: ts.Type, scope: Scope): string {
    const node = checker.typeToTypeNode(type, main, FLAGS)
    if (node === undefined) return 'any'
    const visited = ts.transform(node, [
      (context) => (root) => {
        const visit = (one: ts.Node): ts.Node => {
          if (one.kind === ts.SyntaxKind.ThisType)
            return scope.self === null ? any() : ts.factory.createTypeReferenceNode(scope.self)
          if (ts.isTypePredicateNode(one)) return any()
          if (ts.isImportTypeNode(one)) {
            const { argument, qualifier } = one
            if (!ts.isLiteralTypeNode(argument) || !ts.isStringLiteral(argument.literal))
              return any()
            const name = qualifier === undefined ? '' : leftmost(qualifier).text
            const specifier = specifierOf(argument.literal.text, name)
            if (specifier === null) return any()
            const inner = one.typeArguments?.map((each) => visit(each) as ts.TypeNode)
            const names = qualifier === undefined ? [] : namesOf(qualifier)
            return imported({ specifier, names }, inner, one.isTypeOf)
          }
          if (ts.isTypeReferenceNode(one) || ts.isTypeQueryNode(one)) {
            const name = ts.isTypeReferenceNode(one) ? one.typeName : one.exprName
            if (scope.names.has(leftmost(name).text)) return ts.visitEachChild(one, visit, context)
            const ambient = ambientPath(name)
            if (ambient !== null) {
              const inner = one.typeArguments?.map((each) => visit(each) as ts.TypeNode)
              return imported(ambient, inner, ts.isTypeQueryNode(one))
            }
            if (!isKnown(leftmost(name), scope)) return any()
          }
          return ts.visitEachChild(one, visit, context)
        }
        return visit(root) as ts.TypeNode
      },
    ])
    const [made] = visited.transformed
    return made === undefined
      ? 'any'
      : printer.printNode(ts.EmitHint.Unspecified, made, main).replace(/\s+/g, ' ')
  }
}

function isAmbientModule(node: ts.Node): node is ts.ModuleDeclaration & { name: ts.StringLiteral } {
  return ts.isModuleDeclaration(node) && ts.isStringLiteral(node.name)
}

function namesOf(name: ts.EntityName): readonly string[] {
  return ts.isIdentifier(name) ? [name.text] : [...namesOf(name.left), name.right.text]
}

function imported(
  { specifier, names }: AmbientPath,
  given: readonly ts.TypeNode[] | undefined,
  isTypeOf: boolean,
): ts.ImportTypeNode {
  const [first, ...rest] = names.map((name) => ts.factory.createIdentifier(name))
  const qualifier =
    first &&
    rest.reduce<ts.EntityName>((left, right) => ts.factory.createQualifiedName(left, right), first)
  const literal = ts.factory.createLiteralTypeNode(ts.factory.createStringLiteral(specifier))
  return ts.factory.createImportTypeNode(literal, undefined, qualifier, given, isTypeOf)
}
