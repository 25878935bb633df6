// Symbols of an installed package of npm, drawn by a seed, as the TypeScript checker shows them: functions
// and methods with what each overload takes and gives, classes and interfaces with their members.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript-6'
import { seededRandom } from '../../../test/fake/seededRandom.ts'

/** `text`: of a type that is written in one way only; null for all others. */
type Taken = Readonly<{ isOptional: boolean; isRest: boolean; text: string | null }>
export type ShownCall = Readonly<{ takes: readonly Taken[]; gives: string | null }>

export type ShownSymbol = Readonly<{
  symbol: string
  calls: readonly ShownCall[] | null
  /** `all`: what a card may list; `own`: public names that the packages declare, which a card of all must have. */
  members: Readonly<{ all: ReadonlySet<string>; own: ReadonlySet<string> }> | null
}>

const { SymbolFlags, TypeFlags } = ts
const PLAIN =
  TypeFlags.String | TypeFlags.Number | TypeFlags.Boolean | TypeFlags.Any | TypeFlags.Void

const OPTIONS: ts.CompilerOptions = {
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  target: ts.ScriptTarget.ESNext,
  noEmit: true,
  strict: true,
  esModuleInterop: true,
  types: ['node'],
}

/** Of the package in `folder`, at most `count`, in an order that the seed decides. */
export function shownOf(folder: string, name: string, seed: number, count: number): ShownSymbol[] {
  const main = join(folder, 'shown.mts')
  writeFileSync(main, `import * as all from '${name}'\n`)
  const typeRoots = [join(folder, 'node_modules/@types')]
  const program = ts.createProgram([main], { ...OPTIONS, typeRoots })
  const checker = program.getTypeChecker()
  const [statement] = program.getSourceFile(main)?.statements ?? []
  if (statement === undefined || !ts.isImportDeclaration(statement)) return []
  const module = checker.getSymbolAtLocation(statement.moduleSpecifier)
  if (module === undefined) return []
  const reader = new Reader(checker, (file) => program.isSourceFileDefaultLibrary(file), statement)
  const found = checker
    .getExportsOfModule(module)
    .filter((one) => one.name !== 'default' && /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(one.name))
    .flatMap((one) => reader.shown(one))
  const { below } = seededRandom(seed)
  const drawn: ShownSymbol[] = []
  while (drawn.length < count && found.length > 0) {
    drawn.push(...found.splice(below(found.length), 1))
  }
  return drawn
}

class Reader {
  readonly #checker: ts.TypeChecker
  readonly #isLibrary: (file: ts.SourceFile) => boolean
  readonly #at: ts.Node

  constructor(checker: ts.TypeChecker, isLibrary: (file: ts.SourceFile) => boolean, at: ts.Node) {
    this.#checker = checker
    this.#isLibrary = isLibrary
    this.#at = at
  }

  shown(exported: ts.Symbol): ShownSymbol[] {
    const isAlias = (exported.flags & SymbolFlags.Alias) !== 0
    const symbol = isAlias ? this.#checker.getAliasedSymbol(exported) : exported
    if ((symbol.flags & SymbolFlags.Function) !== 0) {
      return [{ symbol: exported.name, calls: this.#callsOf(symbol), members: null }]
    }
    if ((symbol.flags & (SymbolFlags.Class | SymbolFlags.Interface)) === 0) return []
    const type = this.#checker.getDeclaredTypeOfSymbol(symbol)
    const members = this.#checker.getPropertiesOfType(type)
    const inside = [...(symbol.exports?.values() ?? [])]
    const statics =
      (symbol.flags & SymbolFlags.Class) === 0
        ? []
        : this.#checker
            .getPropertiesOfType(this.#checker.getTypeOfSymbolAtLocation(symbol, this.#at))
            .filter((one) => one.name !== 'prototype')
    const own = members.filter((one) => isShown(one) && !this.#isOfLibrary(one))
    const all = new Set([...members, ...statics, ...inside].map((one) => one.name))
    const whole: ShownSymbol = {
      symbol: exported.name,
      calls: null,
      members: { all, own: new Set(own.map((one) => one.name)) },
    }
    const methods = own
      .filter((one) => (one.flags & SymbolFlags.Method) !== 0)
      .map((one) => ({
        symbol: `${exported.name}.${one.name}`,
        calls: this.#callsOf(one),
        members: null,
      }))
    return [whole, ...methods]
  }

  #isOfLibrary({ declarations = [] }: ts.Symbol): boolean {
    return declarations.some((one) => {
      const file = one.getSourceFile()
      return this.#isLibrary(file) || file.fileName.includes('/@types/node/')
    })
  }

  #callsOf(symbol: ts.Symbol): ShownCall[] {
    const type = this.#checker.getNonNullableType(
      this.#checker.getTypeOfSymbolAtLocation(symbol, this.#at),
    )
    return type.getCallSignatures().map((signature) => ({
      takes: signature.parameters.map((parameter) => this.#taken(parameter)),
      gives: this.#plain(signature.getReturnType()),
    }))
  }

  #taken(parameter: ts.Symbol): Taken {
    const declared = parameter.valueDeclaration
    const isParameter = declared !== undefined && ts.isParameter(declared)
    const type = this.#checker.getTypeOfSymbolAtLocation(parameter, this.#at)
    return {
      isOptional: isParameter && this.#checker.isOptionalParameter(declared),
      isRest: isParameter && declared.dotDotDotToken !== undefined,
      text: this.#plain(this.#checker.getNonNullableType(type)),
    }
  }

  #plain(type: ts.Type): string | null {
    return (type.flags & PLAIN) === 0 ? null : this.#checker.typeToString(type)
  }
}

/** Public, and to be written behind a dot. */
function isShown({ name, declarations = [] }: ts.Symbol): boolean {
  const hidden = ts.ModifierFlags.Private | ts.ModifierFlags.Protected
  if (!/^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name)) return false
  return !declarations.some((one) => (ts.getCombinedModifierFlags(one) & hidden) !== 0)
}
