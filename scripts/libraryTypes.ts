// Writes assets/typescript-members.json: what objects of the types that every program has must have
// and may have (ECMAScript, the DOM, Node), as the compiler sees them. `npx tsx scripts/libraryTypes.ts`

import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import ts from 'typescript-6'
import type { LibraryMembers, LibraryMembersFile } from '../src/table/typescriptLibrary.ts'

const root = dirname(import.meta.dirname)
const main = join(root, 'library.ts')
const host = ts.createCompilerHost({})
const { getSourceFile, fileExists } = host
host.fileExists = (file) => file === main || fileExists(file)
host.getSourceFile = (file, version) =>
  file === main
    ? ts.createSourceFile(file, 'export {}', version, true)
    : getSourceFile(file, version)
const options = {
  target: ts.ScriptTarget.ESNext,
  strict: true,
  types: ['node'],
  typeRoots: [join(root, 'node_modules/@types')],
}
const program = ts.createProgram([main], options, host)
const checker = program.getTypeChecker()
const source = program.getSourceFile(main)
if (source === undefined) throw new Error('no program')

const TYPES = ts.SymbolFlags.Interface | ts.SymbolFlags.Class
const names = new Map<ts.Symbol, string>()

function name(symbol: ts.Symbol, written: string): void {
  const own = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
  if (own.flags & TYPES && !names.has(own)) names.set(own, written)
}

for (const symbol of checker.getSymbolsInScope(source, TYPES | ts.SymbolFlags.Namespace)) {
  // Modules are among them.
  if (symbol.name.startsWith('"')) continue
  name(symbol, symbol.name)
  if (!(symbol.flags & ts.SymbolFlags.Namespace) || symbol.name === 'globalThis') continue
  for (const one of checker.getExportsOfModule(symbol)) name(one, `${symbol.name}.${one.name}`)
}
for (const module of checker.getAmbientModules()) {
  const specifier = (JSON.parse(module.name) as string).replace(/^node:/, '')
  if (specifier.includes('*')) continue
  for (const one of checker.getExportsOfModule(module)) name(one, `${specifier}#${one.name}`)
}

/** As an object writes it down; null for what only the class itself has. */
function keyOf(symbol: ts.Symbol): string | null {
  const flags = ts.ModifierFlags.Private | ts.ModifierFlags.Protected
  if ((symbol.declarations ?? []).some((one) => ts.getCombinedModifierFlags(one) & flags))
    return null
  const [, known] = /^__@(\w+)@\d+$/.exec(symbol.name) ?? []
  if (known !== undefined) return `[Symbol.${known}]`
  return /^[\w$]+$/.test(symbol.name) && !symbol.name.startsWith('__') ? symbol.name : null
}

const types: [string, LibraryMembers][] = []
for (const [symbol, written] of names) {
  const type = checker.getDeclaredTypeOfSymbol(symbol)
  if (!type.isClassOrInterface()) continue
  const isCalled = [ts.SignatureKind.Call, ts.SignatureKind.Construct].some(
    (kind) => checker.getSignaturesOfType(type, kind).length > 0,
  )
  // What can be called has what functions have.
  if (isCalled) continue
  const bases = (checker.getBaseTypes(type) ?? []).flatMap((base) => {
    const found = base.symbol && names.get(base.symbol)
    return found === undefined ? [] : [[found, base] as const]
  })
  const inherited = new Map(
    bases.flatMap(([, base]) => checker.getPropertiesOfType(base)).map((one) => [one.name, one]),
  )
  const isOptional = (one: ts.Symbol) => (one.flags & ts.SymbolFlags.Optional) !== 0
  const own = checker.getPropertiesOfType(type).filter((one) => {
    const there = inherited.get(one.name)
    return there === undefined || isOptional(there) !== isOptional(one)
  })
  const keys = (wanted: boolean) =>
    own
      .filter((one) => isOptional(one) === wanted)
      .flatMap((one) => keyOf(one) ?? [])
      .sort()
      .join(' ')
  const isGeneric = (type.typeParameters ?? []).length > 0 ? 1 : 0
  types.push([written, [bases.map(([base]) => base).join(' '), keys(false), keys(true), isGeneric]])
}
const { version } = createRequire(import.meta.url)('typescript-6/package.json') as {
  version: string
}
const written: LibraryMembersFile = {
  typescript: version,
  types: Object.fromEntries(types.sort(([one], [other]) => (one < other ? -1 : 1))),
}
writeFileSync(join(root, 'assets/typescript-members.json'), `${JSON.stringify(written)}\n`)
