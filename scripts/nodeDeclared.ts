// What one release of Node's declarations (`@types/node`) says of Node's modules: a source of
// scripts/nodeNames.ts.

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript-6'
import { typeTexts } from './nodeTypeTexts.ts'

/** `letter`: as in the asset. `texts`: of each overload, or a type. */
export type What = { letter: string; home?: string; texts: string[] }
export type Names = Map<string, What>
export type DeclaredClass = {
  kind: 'c' | 'i' | 'n'
  bases: string[]
  isOpen: boolean
  calls: string[]
  names: Names
}
export type Declared = Readonly<{
  modules: Map<string, { whole: What | null; names: Names }>
  classes: Map<string, DeclaredClass>
}>

const { SymbolFlags } = ts
const TYPE = SymbolFlags.Class | SymbolFlags.Interface
const NAME = /^[A-Za-z_$][\w$]*$/

export function keyOfPath(path: string): string {
  return path.replaceAll('/', '$').replaceAll('.', '_')
}

export function declaredIn(folder: string): Declared {
  const files = readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.d.ts') && !/^ts\d/.test(name))
  const program = ts.createProgram(
    files.map((name) => join(folder, name)),
    { types: [], lib: ['lib.esnext.d.ts'], skipLibCheck: true },
  )
  return new Reader(program, folder).read()
}

class Reader {
  readonly #checker: ts.TypeChecker
  readonly #folder: string
  readonly #paths = new Map<ts.Symbol, string>()
  readonly #classes = new Map<string, DeclaredClass>()
  readonly #waiting: ts.Symbol[] = []
  readonly #texts: ReturnType<typeof typeTexts>

  constructor(program: ts.Program, folder: string) {
    this.#checker = program.getTypeChecker()
    this.#folder = folder
    this.#texts = typeTexts(this.#checker, (symbol, isWanted) => {
      if (!this.#isOfNode(symbol)) return null
      return keyOfPath(isWanted ? this.#want(symbol) : this.#pathOf(symbol))
    })
  }

  read(): Declared {
    const modules: Declared['modules'] = new Map()
    const all = this.#checker
      .getAmbientModules()
      .map((symbol) => ({ symbol, name: moduleName(symbol) }))
      .filter(({ name, symbol }) => !name.includes('*') && this.#isOfNode(symbol))
    for (const { symbol, name } of all) this.#namePaths(symbol, name)
    for (const { symbol, name } of all) {
      const module = modules.get(name) ?? { whole: null, names: new Map() }
      modules.set(name, module)
      const whole = symbol.exports?.get('export=' as ts.__String)
      if (whole !== undefined) module.whole = this.#whole(whole)
      for (const [key, one] of this.#exportsOf(symbol)) {
        const what = this.#what(one, `${name}.${key}`)
        if (key !== 'default') module.names.set(key, what)
        else module.whole ??= what
      }
    }
    for (let next = this.#waiting.pop(); next !== undefined; next = this.#waiting.pop()) {
      this.#class(next)
    }
    return { modules, classes: this.#classes }
  }

  #isOfNode(symbol: ts.Symbol): boolean {
    const files = (symbol.declarations ?? []).map((one) => one.getSourceFile().fileName)
    // Old declarations add to what the language has.
    if (files.some((file) => /\/lib\.[\w.]+\.d\.ts$/.test(file))) return false
    return files.some((file) => file.startsWith(this.#folder))
  }

  #target(symbol: ts.Symbol): ts.Symbol {
    return symbol.flags & SymbolFlags.Alias ? this.#checker.getAliasedSymbol(symbol) : symbol
  }

  /** Of `export =`, what the value has as well. */
  #exportsOf(module: ts.Symbol): Map<string, ts.Symbol> {
    const found = new Map<string, ts.Symbol>()
    const whole = module.exports?.get('export=' as ts.__String)
    if (whole !== undefined) {
      const target = this.#target(whole)
      const type = this.#checker.getTypeOfSymbol(target)
      const isValue = target.flags & (SymbolFlags.Value | SymbolFlags.Class)
      for (const one of isValue ? type.getProperties() : []) found.set(one.name, one)
    }
    for (const one of this.#checker.getExportsOfModule(module)) found.set(one.name, one)
    for (const name of found.keys()) {
      if (!NAME.test(name) || name === 'prototype') found.delete(name)
    }
    return found
  }

  /** Types are called as their module exports them. */
  #namePaths(module: ts.Symbol, name: string): void {
    for (const [key, symbol] of this.#exportsOf(module)) {
      const target = this.#target(symbol)
      if (!(target.flags & TYPE) || key === 'default') continue
      const isAtHome = this.#homeOf(target) === name
      if (isAtHome || !this.#paths.has(target)) this.#paths.set(target, `${name}.${key}`)
    }
  }

  #homeOf(symbol: ts.Symbol): string {
    let at: ts.Node | undefined = symbol.declarations?.[0]
    while (at !== undefined && !(ts.isModuleDeclaration(at) && ts.isStringLiteral(at.name))) {
      at = at.parent
    }
    return at === undefined ? 'globals' : at.name.text.replace(/^node:/, '')
  }

  #pathOf(symbol: ts.Symbol): string {
    const known = this.#paths.get(symbol)
    if (known !== undefined) return known
    const names = this.#checker.getFullyQualifiedName(symbol).replace(/^".*?"\./, '')
    const path = `${this.#homeOf(symbol)}.${names.replace(/[^\w$.]/g, '_')}`
    this.#paths.set(symbol, path)
    return path
  }

  #want(symbol: ts.Symbol): string {
    const path = this.#pathOf(symbol)
    if (!this.#classes.has(path)) {
      const kind = symbol.flags & SymbolFlags.Class ? 'c' : 'i'
      const made = { kind, bases: [], isOpen: false, calls: [], names: new Map() } as const
      this.#classes.set(path, { ...made, bases: [], calls: [] })
      this.#waiting.push(symbol)
    }
    return path
  }

  #whole(symbol: ts.Symbol): What | null {
    const target = this.#target(symbol)
    if (target.flags & SymbolFlags.Class) return this.#what(target, '')
    const type = this.#checker.getTypeOfSymbol(target)
    const calls = type.getCallSignatures()
    if (calls.length > 0) return this.#called(calls)
    return null
  }

  #called(calls: readonly ts.Signature[]): What {
    const texts = [...new Set(calls.map((one) => this.#texts.signature(one)))]
    return { letter: 'f', texts }
  }

  #what(symbol: ts.Symbol, path: string, depth = 0): What {
    const target = this.#target(symbol)
    const { flags } = target
    const module = this.#moduleOf(target)
    if (module !== null) return { letter: 'm', home: module, texts: [] }
    if (flags & SymbolFlags.Class) return { letter: 'c', home: this.#want(target), texts: [] }
    const isValue = flags & (SymbolFlags.Variable | SymbolFlags.Property | SymbolFlags.Accessor)
    if (isValue) {
      const value = this.#value(target)
      // A value beside an interface of its name.
      if (value.letter !== 'c' && flags & SymbolFlags.Interface) this.#want(target)
      return value
    }
    if (flags & (SymbolFlags.Function | SymbolFlags.Method)) {
      return this.#called(this.#checker.getTypeOfSymbol(target).getCallSignatures())
    }
    if (flags & SymbolFlags.Interface) return { letter: 'i', home: this.#want(target), texts: [] }
    if (flags & (SymbolFlags.ValueModule | SymbolFlags.NamespaceModule | SymbolFlags.Enum)) {
      return depth > 2 ? { letter: 'v', texts: [] } : this.#namespace(target, path, depth)
    }
    if (flags & SymbolFlags.TypeAlias) {
      const type = this.#checker.getDeclaredTypeOfSymbol(target)
      return { letter: 't', texts: [this.#texts.of(type, true)] }
    }
    return { letter: 'v', texts: [] }
  }

  /** The module of Node that it stands for. */
  #moduleOf(target: ts.Symbol): string | null {
    if (/^".*"$/.test(target.name)) return this.#isOfNode(target) ? moduleName(target) : null
    if (!(target.flags & (SymbolFlags.Variable | SymbolFlags.Property))) return null
    const { symbol } = this.#checker.getTypeOfSymbol(target)
    return symbol !== undefined && /^".*"$/.test(symbol.name) ? moduleName(symbol) : null
  }

  #value(target: ts.Symbol): What {
    const type = this.#checker.getTypeOfSymbol(target)
    const [made] = type.getConstructSignatures()
    if (made !== undefined) {
      const { symbol } = made.getReturnType()
      const isType = symbol !== undefined && symbol.flags & TYPE && this.#isOfNode(symbol)
      if (!isType) return { letter: 'v', texts: [] }
      const home = this.#want(symbol)
      const cls = this.#classes.get(home)
      if (cls !== undefined) this.#statics(cls, type)
      return { letter: 'c', home, texts: [] }
    }
    const calls = type.getCallSignatures()
    if (calls.length > 0) return this.#called(calls)
    const text = this.#texts.of(type, true)
    return { letter: 'v', texts: text === 'Other' ? [] : [text] }
  }

  #namespace(target: ts.Symbol, path: string, depth: number): What {
    const names: Names = new Map()
    for (const one of this.#checker.getExportsOfModule(target)) {
      if (NAME.test(one.name)) {
        names.set(one.name, this.#what(one, `${path}.${one.name}`, depth + 1))
      }
    }
    this.#classes.set(path, { kind: 'n', bases: [], isOpen: false, calls: [], names })
    return { letter: 'n', home: path, texts: [] }
  }

  #class(symbol: ts.Symbol): void {
    const cls = this.#classes.get(this.#pathOf(symbol))
    if (cls === undefined) return
    const type = this.#checker.getDeclaredTypeOfSymbol(symbol)
    if (checkerHasAny(this.#checker, type)) cls.isOpen = true
    const inherited = new Map<string, ts.Declaration | undefined>()
    const bases = type.isClassOrInterface() ? this.#checker.getBaseTypes(type) : []
    for (const base of bases) {
      const isOwn = base.symbol !== undefined && base.symbol.flags & TYPE
      if (!isOwn || !this.#isOfNode(base.symbol)) continue
      cls.bases.push(this.#want(base.symbol))
      for (const one of base.getProperties()) inherited.set(one.name, one.declarations?.[0])
    }
    for (const one of type.getProperties()) {
      const isInherited =
        inherited.has(one.name) && inherited.get(one.name) === one.declarations?.[0]
      if (NAME.test(one.name) && !isInherited) cls.names.set(one.name, this.#member(one))
    }
    if (symbol.flags & SymbolFlags.Class) {
      this.#statics(cls, this.#checker.getTypeOfSymbol(symbol))
    }
  }

  #member(symbol: ts.Symbol): What {
    const type = this.#checker.getTypeOfSymbol(symbol)
    const calls = this.#checker.getNonNullableType(type).getCallSignatures()
    if (calls.length > 0) return this.#called(calls)
    const text = this.#texts.of(type, true)
    return { letter: 'v', texts: text === 'Other' ? [] : [text] }
  }

  /** What the class itself has, and how objects of it are made. */
  #statics(cls: DeclaredClass, type: ts.Type): void {
    cls.kind = 'c'
    for (const one of type.getConstructSignatures()) {
      const text = `new (${this.#texts.parameters(one)})`
      if (!cls.calls.includes(text)) cls.calls.push(text)
    }
    for (const one of type.getProperties()) {
      if (!NAME.test(one.name) || one.name === 'prototype' || cls.names.has(one.name)) continue
      cls.names.set(one.name, this.#static(one))
    }
  }

  #static(symbol: ts.Symbol): What {
    const target = this.#target(symbol)
    if (target.flags & SymbolFlags.Class) {
      return { letter: 'c', home: this.#want(target), texts: [] }
    }
    const what = this.#member(target)
    return what.letter === 'f' ? what : { letter: 'v', texts: [] }
  }
}

function checkerHasAny(checker: ts.TypeChecker, type: ts.Type): boolean {
  return checker
    .getIndexInfosOfType(type)
    .some(({ keyType }) => !(keyType.flags & ts.TypeFlags.Number))
}

function moduleName(symbol: ts.Symbol): string {
  return symbol.name.slice(1, -1).replace(/^node:/, '')
}
