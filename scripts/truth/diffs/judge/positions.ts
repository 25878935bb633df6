// Where callers of a package stand to its types: whether they get values of a type, give them, or
// both. Found by walking from every exported value.

import ts from 'typescript-6'

/** `isMet`: callers have values of it at all. */
export type Position = Readonly<{ isGot: boolean; isGiven: boolean; isMet: boolean }>

const STEPS_MAX = 60_000
const DEPTH_MAX = 14

export function positionsOf(
  program: ts.Program,
  values: Iterable<ts.Symbol>,
  at: ts.Node,
): (symbol: ts.Symbol) => Position {
  const checker = program.getTypeChecker()
  const got = new Set<ts.Symbol>()
  const given = new Set<ts.Symbol>()
  const seen = [new Set<ts.Type>(), new Set<ts.Type>()] as const

  /** What is near goes first: types of other packages may be more than there are steps. */
  const waiting: (readonly [type: ts.Type, isGot: boolean, depth: number])[] = []
  function walk(type: ts.Type, isGot: boolean, depth: number): void {
    const done = seen[isGot ? 0 : 1]
    if (depth > DEPTH_MAX || done.has(type)) return
    done.add(type)
    waiting.push([type, isGot, depth])
  }

  function step(type: ts.Type, isGot: boolean, depth: number): void {
    const found = isGot ? got : given
    for (const symbol of [type.aliasSymbol, type.symbol])
      if (symbol !== undefined) found.add(symbol)
    for (const one of type.aliasTypeArguments ?? []) walk(one, isGot, depth + 1)
    if (type.isUnionOrIntersection()) {
      for (const one of type.types) walk(one, isGot, depth + 1)
      return
    }
    if (type.flags & ts.TypeFlags.TypeParameter) {
      const constraint = checker.getBaseConstraintOfType(type)
      if (constraint !== undefined) walk(constraint, isGot, depth + 1)
      return
    }
    if (type.flags & (ts.TypeFlags.Conditional | ts.TypeFlags.IndexedAccess)) {
      const constraint = checker.getBaseConstraintOfType(type)
      if (constraint !== undefined && constraint !== type) walk(constraint, isGot, depth + 1)
      return
    }
    if (!(type.flags & ts.TypeFlags.Object)) return
    for (const one of checker.getTypeArguments(type as ts.TypeReference) ?? []) {
      walk(one, isGot, depth + 1)
    }
    const [declaration] = type.symbol?.declarations ?? []
    const file = declaration?.getSourceFile()
    if (file !== undefined && program.isSourceFileDefaultLibrary(file)) return
    // Whoever gives an instance of a class got it from the package.
    const isOfClass = ((type.symbol?.flags ?? 0) & ts.SymbolFlags.Class) !== 0
    if (!isGot && isOfClass && !isConstructed(type)) return
    for (const base of type.isClassOrInterface() ? (checker.getBaseTypes(type) ?? []) : []) {
      walk(base, isGot, depth + 1)
    }
    for (const one of implementedBy(type)) walk(checker.getTypeAtLocation(one), isGot, depth + 1)
    for (const property of checker.getPropertiesOfType(type)) {
      if (isHidden(property)) continue
      walk(checker.getTypeOfSymbolAtLocation(property, at), isGot, depth + 1)
    }
    for (const kind of [ts.SignatureKind.Call, ts.SignatureKind.Construct]) {
      for (const signature of checker.getSignaturesOfType(type, kind)) {
        const { thisParameter } = signature as ts.Signature & { thisParameter?: ts.Symbol }
        const own = thisParameter === undefined ? [] : [thisParameter]
        for (const one of [...own, ...signature.parameters]) {
          walk(checker.getTypeOfSymbolAtLocation(one, at), !isGot, depth + 1)
        }
        walk(checker.getReturnTypeOfSignature(signature), isGot, depth + 1)
      }
    }
    for (const { type: value } of checker.getIndexInfosOfType(type)) walk(value, isGot, depth + 1)
  }

  let hasValues = false
  for (const value of values) {
    hasValues = true
    walk(checker.getTypeOfSymbolAtLocation(value, at), true, 0)
  }
  for (let i = 0; i < Math.min(waiting.length, STEPS_MAX); i += 1) {
    const [type, isGot, depth] = waiting[i] ?? []
    if (type !== undefined) step(type, isGot === true, depth ?? 0)
  }
  return (symbol) => {
    // `typeof constant` has no name of its own: its alias stands where it does.
    const isAlias = (symbol.flags & ts.SymbolFlags.TypeAlias) !== 0
    const meant = isAlias ? checker.getDeclaredTypeOfSymbol(symbol) : null
    const isSeen = (types: ReadonlySet<ts.Type>) =>
      meant !== null && (meant.flags & ts.TypeFlags.Object) !== 0 && types.has(meant)
    const isGot = got.has(symbol) || isSeen(seen[0])
    const isGiven = given.has(symbol) || isSeen(seen[1])
    if (isGot || isGiven) return { isGot, isGiven, isMet: true }
    // What no value leads to is for callers to make and to read, unless only its keys are of use.
    return { isGot: true, isGiven: true, isMet: !hasValues }
  }
}

/** The class itself, which somebody may have written: its objects come from him. */
function isConstructed(type: ts.Type): boolean {
  return type.getConstructSignatures().length > 0
}

/** What a class says that its objects are: somebody else may implement it as well. */
function implementedBy(type: ts.Type): readonly ts.ExpressionWithTypeArguments[] {
  return (type.symbol?.declarations ?? []).flatMap((declaration) =>
    ts.isClassLike(declaration)
      ? (declaration.heritageClauses ?? []).flatMap((clause) =>
          clause.token === ts.SyntaxKind.ImplementsKeyword ? [...clause.types] : [],
        )
      : [],
  )
}

export function isHidden(symbol: ts.Symbol): boolean {
  if (/^(?:__[@#]|#)/.test(symbol.name)) return true
  return hasFlag(symbol, ts.ModifierFlags.Private | ts.ModifierFlags.Protected)
}

export function isProtected(symbol: ts.Symbol): boolean {
  return hasFlag(symbol, ts.ModifierFlags.Protected)
}

function hasFlag(symbol: ts.Symbol, flag: ts.ModifierFlags): boolean {
  return (symbol.declarations ?? []).some((one) => (ts.getCombinedModifierFlags(one) & flag) !== 0)
}
