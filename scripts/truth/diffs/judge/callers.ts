// Callers of every export of a release, as text: they call, read, make, extend and name, with the
// types of that release where they declare something of their own.

import ts from 'typescript-6'
import { isHidden, isProtected, positionsOf } from './positions.ts'
import { type Scope, type TypeText, typeTexts } from './typeText.ts'

/** `text` is a statement; `module` the number of the module that it uses. */
export type Caller = Readonly<{ symbol: string; what: string; module: number; text: string }>

/** `isRequired`: as `require` gets it. `isTheSame`: which is what `import` gets. */
export type Module = Readonly<{
  path: string
  specifier: string
  isRequired: boolean
  isTheSame?: true
}>

const CALLERS_MAX = 20_000
const SIGNATURES_MAX = 6
const DEPTH_MAX = 3
const MEMBER_TYPES_MAX = 200

const NO_SCOPE: Scope = { names: new Set(), self: null }

export function callersOf(
  program: ts.Program,
  main: ts.SourceFile,
  modules: readonly Module[],
): readonly Caller[] {
  const checker = program.getTypeChecker()
  const symbols = modules.map((_, index) => moduleSymbol(checker, main, `m${index}`))
  const values = symbols.flatMap((symbol) =>
    symbol === null ? [] : exportedValues(checker, symbol),
  )
  const maker = new CallerMaker(program, main, positionsOf(program, values, main))
  for (const [index, symbol] of symbols.entries()) {
    const module = modules[index]
    if (symbol !== null && module !== undefined) maker.module(index, module, symbol)
  }
  return maker.callers
}

/** The module that a line of the file imports as a whole under a name. */
function moduleSymbol(
  checker: ts.TypeChecker,
  main: ts.SourceFile,
  name: string,
): ts.Symbol | null {
  for (const statement of main.statements) {
    if (ts.isImportDeclaration(statement)) {
      const bindings = statement.importClause?.namedBindings
      if (bindings === undefined || !ts.isNamespaceImport(bindings)) continue
      if (bindings.name.text !== name) continue
      return checker.getSymbolAtLocation(statement.moduleSpecifier) ?? null
    }
    if (!ts.isImportEqualsDeclaration(statement) || statement.name.text !== name) continue
    const { moduleReference } = statement
    if (!ts.isExternalModuleReference(moduleReference)) continue
    return checker.getSymbolAtLocation(moduleReference.expression) ?? null
  }
  return null
}

function exportedValues(checker: ts.TypeChecker, module: ts.Symbol): ts.Symbol[] {
  const assigned = module.exports?.get('export=' as ts.__String)
  const all = [...checker.getExportsOfModule(module), ...(assigned === undefined ? [] : [assigned])]
  return all
    .map((one) => resolved(checker, one))
    .filter(({ flags }) => (flags & ts.SymbolFlags.Value) !== 0)
}

function resolved(checker: ts.TypeChecker, symbol: ts.Symbol): ts.Symbol {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
}

/** Something that is read or called: how it is written, and what stands around it. */
type Place = Readonly<{
  symbol: string
  module: number
  /** An expression. */
  value: string
  /** Type parameters and parameters of the function around it. */
  generics: readonly string[]
  parameters: readonly string[]
  scope: Scope
}>

/** A type as it is written, and whether callers give values of it, and read them. */
type Named = Readonly<{
  written: string
  generics: readonly string[]
  scope: Scope
  isGiven: boolean
  isRead: boolean
}>

type Given = Readonly<{ name: string; isRest: boolean; isOptional: boolean; text: string }>
type Made = Readonly<{ generics: readonly string[]; given: readonly Given[] }>

class CallerMaker {
  readonly callers: Caller[] = []
  readonly #program: ts.Program
  readonly #checker: ts.TypeChecker
  readonly #main: ts.SourceFile
  readonly #write: TypeText
  readonly #positionOf: ReturnType<typeof positionsOf>

  constructor(
    program: ts.Program,
    main: ts.SourceFile,
    positionOf: ReturnType<typeof positionsOf>,
  ) {
    this.#program = program
    this.#checker = program.getTypeChecker()
    this.#main = main
    this.#write = typeTexts(program, main)
    this.#positionOf = positionOf
  }

  module(index: number, module: Module, symbol: ts.Symbol): void {
    const text = `function c(x: typeof m${index}) { return x }`
    this.#add({ symbol: `${module.path}#`, what: 'is imported', module: index, text })
    if (module.isTheSame === true) return
    const assigned = symbol.exports?.get('export=' as ts.__String)
    if (assigned !== undefined) {
      const target = resolved(this.#checker, assigned)
      this.#export(target, `${module.path}#default`, `m${index}`, index, DEPTH_MAX)
    }
    for (const one of this.#checker.getExportsOfModule(symbol)) {
      if (one.name === 'export=' || one.name === 'prototype' || !/^[\w$]+$/.test(one.name)) continue
      const target = resolved(this.#checker, one)
      const isDefault = one.name === 'default' && !module.isRequired
      const written = isDefault ? `d${index}` : `m${index}.${one.name}`
      this.#export(target, `${module.path}#${one.name}`, written, index, 0)
    }
  }

  #add(caller: Caller): void {
    if (this.callers.length < CALLERS_MAX && parses(caller.text)) this.callers.push(caller)
  }

  #export(symbol: ts.Symbol, path: string, written: string, module: number, depth: number): void {
    const { flags } = symbol
    const place: Place = {
      symbol: path,
      module,
      value: written,
      generics: [],
      parameters: [],
      scope: NO_SCOPE,
    }
    if (flags & ts.SymbolFlags.Value) {
      this.#add({ symbol: path, what: 'is there', module, text: `void ${written}` })
      this.#value(place, symbol)
    }
    if (flags & (ts.SymbolFlags.Class | ts.SymbolFlags.Interface | ts.SymbolFlags.TypeAlias)) {
      this.#type(place, symbol)
    } else if (flags & (ts.SymbolFlags.Enum | ts.SymbolFlags.EnumMember)) {
      this.#named(place, written)
    }
    const holders =
      ts.SymbolFlags.NamespaceModule | ts.SymbolFlags.ValueModule | ts.SymbolFlags.Enum
    if (flags & holders && depth < DEPTH_MAX) {
      for (const one of this.#checker.getExportsOfModule(symbol)) {
        if (!/^[\w$]+$/.test(one.name) || one.name === 'prototype') continue
        const target = resolved(this.#checker, one)
        this.#export(target, `${path}.${one.name}`, `${written}.${one.name}`, module, depth + 1)
      }
    }
  }

  #named({ symbol, module }: Place, type: string, generics: readonly string[] = []): void {
    const text = `function c${head(generics)}(x: ${type}) { return x }`
    this.#add({ symbol, what: `is named as ${type}`, module, text })
  }

  #value(place: Place, symbol: ts.Symbol): void {
    const type = this.#checker.getTypeOfSymbolAtLocation(symbol, this.#main)
    const { flags } = symbol
    if (flags & ts.SymbolFlags.Class) {
      this.#calls(place, type, ts.SignatureKind.Construct)
      this.#properties(place, type)
      this.#extends(place, type)
    } else if (flags & ts.SymbolFlags.Function) {
      this.#calls(place, type, ts.SignatureKind.Call)
    } else if (flags & (ts.SymbolFlags.Variable | ts.SymbolFlags.Property)) {
      this.#member(place, type)
      const isClass = ((type.symbol?.flags ?? 0) & ts.SymbolFlags.Class) !== 0
      if ((!isNamed(type) || isClass) && isObjectType(type)) this.#properties(place, type)
      this.#instances(place, type)
    }
  }

  /** A constant that objects are made of as of a class. */
  #instances(place: Place, type: ts.Type): void {
    const [signature] = this.#checker.getSignaturesOfType(type, ts.SignatureKind.Construct)
    if (signature === undefined || (signature.typeParameters ?? []).length > 0) return
    const made = this.#checker.getReturnTypeOfSignature(signature)
    const parameters = [`x: InstanceType<typeof ${place.value}>`]
    if (isObjectType(made)) this.#properties({ ...place, value: 'x', parameters }, made)
  }

  /** What is got is called where it can be, else read into its type. */
  #member(place: Place, type: ts.Type): void {
    const plain = this.#checker.getNonNullableType(type)
    const callable = { ...place, value: plain === type ? place.value : `${place.value}!` }
    const isCalled = this.#calls(callable, plain, ts.SignatureKind.Call)
    const isMade = this.#calls(callable, plain, ts.SignatureKind.Construct)
    if (isCalled || isMade) return
    this.#read(place, type)
  }

  #read({ symbol, module, value, generics, parameters, scope }: Place, type: ts.Type): void {
    // Nobody writes down which number or text a constant is.
    const wide = this.#checker.getBaseTypeOfLiteralType(type)
    const isConstant = generics.length === 0 && parameters.length === 0
    const written = isConstant ? this.#widened(wide, scope) : this.#write(type, scope)
    const text = `function c${head(generics)}(${parameters.join(', ')}) { const v: ${written} = ${value}; return v }`
    this.#add({ symbol, what: 'is read', module, text })
  }

  /** Nor which numbers and texts are in an object. */
  #widened(type: ts.Type, scope: Scope): string {
    const isPlain = (type.flags & ts.TypeFlags.Object) !== 0 && !isNamed(type) && !isMapped(type)
    const properties = isPlain ? this.#checker.getPropertiesOfType(type) : []
    const types = properties.map((one) => this.#checker.getTypeOfSymbolAtLocation(one, this.#main))
    const isOfOthers = properties.some(({ name }) => !/^[\w$]+$/.test(name))
    if (isOfOthers || !types.some((one) => one.isLiteral())) return this.#write(type, scope)
    const members = properties.map((one, i) => {
      const mark = one.flags & ts.SymbolFlags.Optional ? '?' : ''
      const own = types[i]
      const wide = own === undefined ? 'any' : this.#checker.getBaseTypeOfLiteralType(own)
      return `${one.name}${mark}: ${typeof wide === 'string' ? wide : this.#widened(wide, scope)}`
    })
    return `{ ${members.join('; ')} }`
  }

  #calls(place: Place, type: ts.Type, kind: ts.SignatureKind): boolean {
    const signatures = this.#checker.getSignaturesOfType(type, kind)
    for (const signature of signatures.slice(0, SIGNATURES_MAX)) {
      const isAbstract =
        signature.declaration !== undefined &&
        ts.isConstructorTypeNode(signature.declaration as ts.Node) === false &&
        kind === ts.SignatureKind.Construct &&
        isAbstractType(type)
      if (!isAbstract) this.#call(place, signature, kind)
    }
    return signatures.length > 0
  }

  #call(place: Place, signature: ts.Signature, kind: ts.SignatureKind): void {
    const own = signature.typeParameters ?? []
    const names = new Set([...place.scope.names, ...own.map(({ symbol }) => symbol.name)])
    const scope = { ...place.scope, names }
    const generics = own.map((one) => this.#generic(one, scope))
    const given = signature.parameters.map((parameter, i) => {
      const declaration = parameter.valueDeclaration
      const isParameter = declaration !== undefined && ts.isParameter(declaration)
      const isRest = isParameter && declaration.dotDotDotToken !== undefined
      const isOptional = isParameter && this.#checker.isOptionalParameter(declaration)
      const written = isParameter && isOptional ? declaration.type : undefined
      const type =
        written === undefined || place.generics.length + own.length > 0
          ? this.#checker.getTypeOfSymbolAtLocation(parameter, this.#main)
          : this.#checker.getTypeFromTypeNode(written)
      // What takes anything is given anything.
      const isAny = (type.flags & ts.TypeFlags.Any) !== 0 && !isRest
      const isAnyRest = isRest && this.#isListOfAny(type)
      const text = isAny ? 'unknown' : isAnyRest ? 'unknown[]' : this.#write(type, scope)
      // An argument that may be left out is given, or left out.
      const given = isOptional && !isAny ? `Exclude<${text}, undefined>` : text
      return { name: `a${i}`, isRest, isOptional, text: given }
    })
    const returned = this.#checker.getReturnTypeOfSignature(signature)
    const isVoid = (returned.flags & ts.TypeFlags.Void) !== 0
    // Nobody reads what is nothing.
    const reads = isVoid ? '' : `const r: ${this.#write(returned, scope)} = `
    const word = kind === ts.SignatureKind.Construct ? 'new ' : ''
    this.#claim(place, signature, { generics, given })
    this.#literals(place, signature, { generics, given, word })
    const variants = [
      { what: 'with all arguments', taken: given, types: '' },
      ...(given.some(({ isOptional, isRest }) => isOptional || isRest)
        ? [
            {
              what: 'with what must be given',
              taken: given.filter(({ isOptional, isRest }) => !isOptional && !isRest),
              types: '',
            },
          ]
        : []),
      ...(own.length > 0
        ? [
            {
              what: 'with type arguments',
              taken: given,
              types: `<${own.map(({ symbol }) => symbol.name).join(', ')}>`,
            },
          ]
        : []),
    ]
    for (const { what, taken, types } of variants) {
      const parameters = [...place.parameters, ...given.map(({ name, text }) => `${name}: ${text}`)]
      const passed = taken.map(({ name, isRest }) => `${isRest ? '...' : ''}${name}`).join(', ')
      const text = `function c${head([...place.generics, ...generics])}(${parameters.join(', ')}) { ${reads}${word}${place.value}${types}(${passed}); ${isVoid ? '' : 'return r '}}`
      this.#add({ symbol: place.symbol, what: `is called ${what}`, module: place.module, text })
    }
  }

  #isListOfAny(type: ts.Type): boolean {
    if (!this.#checker.isArrayType(type)) return false
    const [item] = this.#checker.getTypeArguments(type as ts.TypeReference)
    return ((item?.flags ?? 0) & ts.TypeFlags.Any) !== 0
  }

  /** What is under a key of any name. */
  #keyed({ symbol, module, value, generics, parameters, scope }: Place, type: ts.Type): void {
    const [index] = this.#checker.getIndexInfosOfType(type)
    if (index === undefined || !(index.keyType.flags & ts.TypeFlags.String)) return
    const read = `const v: ${this.#write(index.type, scope)} = ${value}["any name"]`
    const text = `function c${head(generics)}(${parameters.join(', ')}) { ${read}; return v }`
    this.#add({ symbol, what: 'is read under any name', module, text })
  }

  /** `arg is A`: whoever asks goes on with what he was told. */
  #claim(place: Place, signature: ts.Signature, { generics, given }: Made): void {
    const claim = this.#checker.getTypePredicateOfSignature(signature)
    const argument = given[claim?.parameterIndex ?? -1]
    if (claim?.type === undefined || argument === undefined) return
    const names = new Set([
      ...place.scope.names,
      ...(signature.typeParameters ?? []).map(({ symbol }) => symbol.name),
    ])
    const claimed = this.#write(claim.type, { ...place.scope, names })
    const isAsserted = claim.kind === ts.TypePredicateKind.AssertsIdentifier
    const parameters = [...place.parameters, ...given.map(({ name, text }) => `${name}: ${text}`)]
    const passed = given.map(({ name, isRest }) => `${isRest ? '...' : ''}${name}`).join(', ')
    const call = `${place.value}(${passed})`
    const use = `const v: ${claimed} = ${argument.name}; void v`
    const body = isAsserted ? `${call}; ${use}` : `if (${call}) { ${use} }`
    const text = `function c${head([...place.generics, ...generics])}(${parameters.join(', ')}) { ${body} }`
    this.#add({ symbol: place.symbol, what: 'is believed', module: place.module, text })
  }

  /** Objects are written down where they are given, and any number of arguments is given as such. */
  #literals(
    place: Place,
    signature: ts.Signature,
    { generics, given, word }: Made & Readonly<{ word: string }>,
  ): void {
    let isOther = false
    const passed = given.map(({ name, isRest }, i) => {
      const parameter = signature.parameters[i]
      const type =
        parameter === undefined
          ? undefined
          : this.#checker.getNonNullableType(
              this.#checker.getTypeOfSymbolAtLocation(parameter, this.#main),
            )
      if (isRest && type !== undefined && this.#checker.isArrayType(type)) {
        isOther = true
        return `${name}[0]!, ${name}[1]!, ${name}[2]!`
      }
      const members = type === undefined || isRest ? null : this.#literal(type)
      if (members === null) return `${isRest ? '...' : ''}${name}`
      isOther = true
      return members
    })
    if (!isOther) return
    const parameters = [...place.parameters, ...given.map(({ name, text }) => `${name}: ${text}`)]
    const text = `function c${head([...place.generics, ...generics])}(${parameters.join(', ')}) { ${word}${place.value}(${passed.join(', ')}) }`
    this.#add({ symbol: place.symbol, what: 'is called with literals', module: place.module, text })
  }

  /** An object with all members of a type that has no name; null for other types. */
  #literal(type: ts.Type): string | null {
    const isPlain = (type.flags & ts.TypeFlags.Object) !== 0 && !isNamed(type) && !isMapped(type)
    if (!isPlain || this.#checker.isArrayLikeType(type)) return null
    const properties = this.#checker.getPropertiesOfType(type)
    if (properties.length === 0 || properties.some(({ name }) => !/^[\w$]+$/.test(name)))
      return null
    return `{ ${properties.map(({ name }) => `${name}: null! as any`).join(', ')} }`
  }

  #generic(parameter: ts.Type, scope: Scope): string {
    const constraint = parameter.getConstraint()
    const { name } = parameter.symbol
    return constraint === undefined ? name : `${name} extends ${this.#write(constraint, scope)}`
  }

  /** What is protected is read by a class below. */
  #below({ symbol, module, generics, scope }: Place, type: ts.Type, written: string): void {
    const word = isAbstractType(type) ? 'abstract ' : ''
    for (const property of this.#checker.getPropertiesOfType(type)) {
      if (!isProtected(property) || !/^[\w$]+$/.test(property.name)) continue
      const propertyType = this.#checker.getTypeOfSymbolAtLocation(property, this.#main)
      const read = `const v: ${this.#write(propertyType, scope)} = this.${property.name}; return v`
      const text = `${word}class C${head(generics)} extends ${written} { c() { ${read} } }`
      this.#add({ symbol: `${symbol}.${property.name}`, what: 'is used below', module, text })
    }
  }

  #properties(place: Place, type: ts.Type): void {
    for (const property of this.#checker.getPropertiesOfType(type)) {
      const key = keyText(property) ?? ''
      const isOfSymbol = key.startsWith('[')
      const hasName = /^[\w$]+$/.test(property.name) && property.name !== 'prototype'
      if (!isOfSymbol && (isHidden(property) || !hasName)) continue
      if (this.#isOfLibrary(property)) continue
      const inner = {
        ...place,
        // What a symbol names is told of what has it.
        symbol: isOfSymbol ? place.symbol : `${place.symbol}.${property.name}`,
        value: isOfSymbol ? `${place.value}${key}` : `${place.value}.${property.name}`,
      }
      const propertyType = this.#checker.getTypeOfSymbolAtLocation(property, this.#main)
      this.#member(inner, propertyType)
      if (!isWritable(property)) continue
      if (type.isClass()) this.#written(inner, propertyType)
      else if (place.parameters.length > 0) {
        // What is read can be written there again, as long as it can be written at all.
        const { symbol, module, value, generics, parameters } = inner
        const again = `function c${head(generics)}(${parameters.join(', ')}) { ${value} = ${value} }`
        this.#add({ symbol, what: 'is written', module, text: again })
      }
    }
  }

  #isOfLibrary({ declarations }: ts.Symbol): boolean {
    const file = declarations?.[0]?.getSourceFile()
    return file !== undefined && this.#program.isSourceFileDefaultLibrary(file)
  }

  #written({ symbol, module, value, generics, parameters, scope }: Place, type: ts.Type): void {
    const written = this.#write(type, scope)
    const given = [...parameters, `v: ${written === 'any' ? 'unknown' : written}`].join(', ')
    const text = `function c${head(generics)}(${given}) { ${value} = v }`
    this.#add({ symbol, what: 'is written', module, text })
  }

  #extends({ symbol, module, value }: Place, type: ts.Type): void {
    const [signature] = this.#checker.getSignaturesOfType(type, ts.SignatureKind.Construct)
    if (signature === undefined) return
    const left = isAbstractType(type)
      ? this.#leftToOthers(this.#checker.getReturnTypeOfSignature(signature))
      : []
    const own = signature.typeParameters ?? []
    const scope = { names: new Set(own.map((one) => one.symbol.name)), self: null }
    const generics = own.map((one) => this.#generic(one, scope))
    const types = own.length === 0 ? '' : `<${own.map((one) => one.symbol.name).join(', ')}>`
    const text = `class C${head(generics)} extends ${value}${types} { ${left.join('; ')} }`
    this.#add({ symbol, what: 'is extended', module, text })
  }

  /** What a class below an abstract one must have. */
  #leftToOthers(type: ts.Type): readonly string[] {
    return this.#checker.getPropertiesOfType(type).flatMap((one) => {
      const flags = (one.declarations ?? []).map((each) => ts.getCombinedModifierFlags(each))
      if (!flags.some((each) => each & ts.ModifierFlags.Abstract)) return []
      const isProtected = flags.some((each) => each & ts.ModifierFlags.Protected)
      const word = isProtected ? 'protected ' : ''
      const isMethod = (one.flags & ts.SymbolFlags.Method) !== 0
      const rest = isMethod ? '(...a: any[]): any { return null! }' : ': any = null!'
      return [`${word}${one.name}${rest}`]
    })
  }

  #type(place: Place, symbol: ts.Symbol): void {
    const declared = this.#checker.getDeclaredTypeOfSymbol(symbol)
    const parameters = typeParametersOf(this.#checker, symbol)
    const names = parameters.map((one) => one.symbol.name)
    const written = names.length === 0 ? place.value : `${place.value}<${names.join(', ')}>`
    const scope: Scope = { names: new Set(names), self: written }
    const generics = parameters.map((one) => this.#generic(one, scope))
    this.#named(place, written, generics)
    const needed = parameters.filter((one) => one.getDefault() === undefined).length
    if (needed < names.length) {
      const few = needed === 0 ? '' : `<${names.slice(0, needed).join(', ')}>`
      this.#named(place, `${place.value}${few}`, generics)
      // What is left out is what it was.
      const filled = parameters.map((one, i) => {
        const standard = one.getDefault()
        return i < needed || standard === undefined ? names[i] : this.#write(standard, scope)
      })
      const whole = `${place.value}<${filled.join(', ')}>`
      const text = `function c${head(generics)}(x: ${place.value}${few}) { const v: ${whole} = x; return v }`
      this.#add({
        symbol: place.symbol,
        what: 'is read with its defaults',
        module: place.module,
        text,
      })
    }
    if (symbol.flags & ts.SymbolFlags.Interface) {
      const text = `interface C${head(generics)} extends ${written} {}`
      this.#add({ symbol: place.symbol, what: 'is extended', module: place.module, text })
    }
    const isClass = (symbol.flags & ts.SymbolFlags.Class) !== 0
    const { isGot, isGiven, isMet } = this.#positionOf(symbol)
    const inner: Place = { ...place, value: 'x', generics, parameters: [`x: ${written}`], scope }
    const isObject = isObjectType(declared) && !isMapped(declared)
    if (isObject && (isGot || isClass)) {
      this.#properties(inner, declared)
      this.#member0(inner, declared)
      this.#keyed(inner, declared)
    }
    if (isClass) this.#below(inner, declared, written)
    if (!isClass && isObject && isMet) {
      this.#made(place, declared, { written, generics, scope, isGiven, isRead: isGot })
    }
    // Objects that callers only give are read by nobody, be there one kind of them or several.
    const isRead = isGot || (declared.isUnion() && !declared.types.every(isObjectType))
    if (!isObject && declared.isUnion() && isRead) this.#properties(inner, declared)
    if (!isClass && !(isObject && isGot)) this.#memberTypes(inner, declared, written)
    if (!isObject && symbol.flags & ts.SymbolFlags.TypeAlias) {
      this.#alias(place, declared, { written, generics, scope, isGiven: true, isRead: true })
    }
  }

  /** The type of a member is named by way of what has it. */
  #memberTypes(place: Place, type: ts.Type, written: string): void {
    for (const { name } of this.#checker.getPropertiesOfType(type).slice(0, MEMBER_TYPES_MAX)) {
      if (!/^[\w$]+$/.test(name)) continue
      const symbol = `${place.symbol}.${name}`
      this.#named({ ...place, symbol }, `${written}[${JSON.stringify(name)}]`, place.generics)
    }
  }

  /** What can be called itself. */
  #member0(place: Place, type: ts.Type): void {
    this.#calls(place, type, ts.SignatureKind.Call)
  }

  /** Somebody makes objects in place of the real ones, also of what callers only get. */
  #made({ symbol, module }: Place, type: ts.Type, of: Named): void {
    const { written, generics, scope, isGiven, isRead } = of
    const calls = this.#checker.getSignaturesOfType(type, ts.SignatureKind.Call)
    // What can be called has what the library says of functions.
    const properties = this.#checker
      .getPropertiesOfType(type)
      .filter((one) => calls.length === 0 || !this.#isOfLibrary(one))
    const keys = new Map(properties.map((one) => [one, keyText(one)]))
    if ([...keys.values()].includes(null)) return
    if (calls.length > 0 && properties.length === 0) {
      if (calls.length > 1) return
      if (isGiven)
        this.#alias({ symbol, module } as Place, type, {
          written,
          generics,
          scope,
          isGiven,
          isRead,
        })
      return
    }
    const members = properties.map((one) => ({
      name: one.name,
      key: keys.get(one) ?? '',
      isWritable: isWritable(one),
      isOptional: (one.flags & ts.SymbolFlags.Optional) !== 0,
      text: this.#write(this.#checker.getTypeOfSymbolAtLocation(one, this.#main), scope),
    }))
    const required = members.filter(({ isOptional }) => !isOptional)
    const inner = required.map(({ key }) => `${key}: null! as any`).join(', ')
    const constructs = this.#checker.getSignaturesOfType(type, ts.SignatureKind.Construct)
    const ways = [
      ...(calls.length > 0 ? ['((...a: any[]) => any)'] : []),
      ...(constructs.length > 0 ? ['(new (...a: any[]) => any)'] : []),
    ]
    const all = [...ways, `{ ${required.map(({ key }) => `${key}: any`).join(', ')} }`]
    const body = ways.length === 0 ? `{ ${inner} }` : `null! as ${all.join(' & ')}`
    const text = `function c${head(generics)}() { const o: ${written} = ${body}; return o }`
    this.#add({ symbol, what: 'is made with what must be given', module, text })
    const [index] = this.#checker.getIndexInfosOfType(type)
    if (index !== undefined && ways.length === 0 && index.keyType.flags & ts.TypeFlags.String) {
      const any = (index.type.flags & ts.TypeFlags.Any) !== 0
      const value = any ? 'unknown' : this.#write(index.type, scope)
      const more = `{ ${[...(inner === '' ? [] : [inner]), `"any name": null! as ${wrapped(value)}`].join(', ')} }`
      const keyed = `function c${head(generics)}() { const o: ${written} = ${more}; return o }`
      this.#add({ symbol, what: 'is made with a key of any name', module, text: keyed })
    }
    for (const one of isGiven ? members : []) {
      if (one.key.startsWith('[')) continue
      const wanted = `${written}[${JSON.stringify(one.name)}]`
      // What takes anything is given anything.
      const own = one.text === 'any' ? 'unknown' : one.text
      const given = `function c${head(generics)}() { const v: ${wanted} = null! as ${wrapped(own)}; return v }`
      this.#add({ symbol: `${symbol}.${one.name}`, what: 'is given', module, text: given })
      if (!one.isWritable) continue
      // An object may be made step by step.
      const steps = `function c${head(generics)}(x: ${written}) { x[${JSON.stringify(one.name)}] = x[${JSON.stringify(one.name)}]! }`
      this.#add({ symbol: `${symbol}.${one.name}`, what: 'is written', module, text: steps })
    }
  }

  #alias({ symbol, module }: Place, type: ts.Type, of: Named): void {
    const { written, generics, scope, isGiven, isRead } = of
    const body = this.#expanded(type, scope)
    if (body === null) return
    const text = `function c${head(generics)}(x: ${written}) { const v: ${body} = x; return v }`
    // Nobody reads a function that he only gives.
    if (isRead) this.#add({ symbol, what: 'is read', module, text })
    if (!isGiven) return
    const given = `function c${head(generics)}(x: ${body}) { const v: ${written} = x; return v }`
    this.#add({ symbol, what: 'is given', module, text: given })
  }

  /** What an alias stands for, one level deep. */
  #expanded(type: ts.Type, scope: Scope): string | null {
    if (type.isUnion()) {
      return type.types.map((one) => wrapped(this.#write(one, scope))).join(' | ')
    }
    if (type.aliasSymbol === undefined) return this.#write(type, scope)
    const copy = Object.create(type, {
      aliasSymbol: { value: undefined },
      aliasTypeArguments: { value: undefined },
    })
    return this.#write(copy as ts.Type, scope)
  }
}

function typeParametersOf(checker: ts.TypeChecker, symbol: ts.Symbol): readonly ts.Type[] {
  for (const one of symbol.declarations ?? []) {
    const { typeParameters } = one as { typeParameters?: ts.NodeArray<ts.TypeParameterDeclaration> }
    if (
      typeParameters !== undefined &&
      (ts.isClassLike(one) || ts.isInterfaceDeclaration(one) || ts.isTypeAliasDeclaration(one))
    ) {
      return typeParameters.map((each) => checker.getTypeAtLocation(each))
    }
  }
  return []
}

/** What does not would spoil the callers behind it. */
function parses(text: string): boolean {
  const file = ts.createSourceFile('c.ts', text, ts.ScriptTarget.ESNext)
  const { parseDiagnostics } = file as unknown as { parseDiagnostics: readonly unknown[] }
  return parseDiagnostics.length === 0
}

/** As an object writes it down; null for what nobody else can. */
function keyText(symbol: ts.Symbol): string | null {
  const wellKnown = /^__@(\w+)@\d+$/.exec(symbol.name)?.[1]
  if (wellKnown !== undefined) return wellKnown in Symbol ? `[Symbol.${wellKnown}]` : null
  if (isHidden(symbol)) return null
  return /^[A-Za-z_$][\w$]*$/.test(symbol.name) ? symbol.name : JSON.stringify(symbol.name)
}

/** A property that is neither read-only nor a method. */
function isWritable(symbol: ts.Symbol): boolean {
  if (!(symbol.flags & ts.SymbolFlags.Property)) return false
  return !(symbol.declarations ?? []).some(
    (one) => (ts.getCombinedModifierFlags(one) & ts.ModifierFlags.Readonly) !== 0,
  )
}

function head(generics: readonly string[]): string {
  return generics.length === 0 ? '' : `<${generics.join(', ')}>`
}

function wrapped(text: string): string {
  return `(${text})`
}

function isNamed(type: ts.Type): boolean {
  const symbol = type.aliasSymbol ?? type.symbol
  return symbol !== undefined && !symbol.name.startsWith('__')
}

function isObjectType(type: ts.Type): boolean {
  if (type.isIntersection()) return type.types.every(isObjectType)
  return (type.flags & ts.TypeFlags.Object) !== 0
}

function isMapped(type: ts.Type): boolean {
  return ((type as ts.ObjectType).objectFlags & ts.ObjectFlags.Mapped) !== 0
}

function isAbstractType(type: ts.Type): boolean {
  return (type.symbol?.declarations ?? []).some(
    (one) => (ts.getCombinedModifierFlags(one) & ts.ModifierFlags.Abstract) !== 0,
  )
}
