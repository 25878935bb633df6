// Writes assets/typescript-lib.json: the members of the types that every program has (ECMAScript and
// the DOM), as the libraries of the pinned TypeScript declare them. `npx tsx scripts/standardTypes.ts`

import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import {
  type BoundFile,
  bindFile,
  entityPath,
} from '../src/extract/npm/declarations/program/bind.ts'
import type { LibraryFile, LibraryType } from '../src/extract/npm/declarations/program/library.ts'
import { hasValue } from '../src/extract/npm/declarations/program/names.ts'
import { PackageModel } from '../src/extract/npm/declarations/program/packageModel.ts'
import { SourceFile } from '../src/extract/npm/declarations/program/sourceFile.ts'
import type { DeclaredSymbol } from '../src/extract/npm/declarations/program/symbols.ts'
import { isMethod, isOptional, keyText } from '../src/extract/npm/declarations/types/memberNodes.ts'

const folder = dirname(createRequire(import.meta.url).resolve('typescript-6'))
const names = readdirSync(folder).filter((name) => /^lib\..*\.d\.ts$/.test(name))
// What a program in a browser does not have beside the rest.
const others = /webworker|scripthost/
const { version } = JSON.parse(readFileSync(join(folder, '../package.json'), 'utf8'))
const model = new PackageModel({
  ...{ name: 'lib', version, manifest: {}, entries: names, read: () => null },
})

type Draft = { bases: Set<string>; methods: Set<string>; properties: Set<string> }
const types = new Map<string, Draft>()
const values = new Map<string, string>()
const aliases = new Set<string>(['globalThis', 'undefined'])
const callable = new Set<string>()
const optional = new Set<string>()
const globals = new Set<string>(['globalThis'])

function draft(name: string): Draft {
  let there = types.get(name)
  if (there === undefined) {
    there = { bases: new Set(), methods: new Set(), properties: new Set() }
    types.set(name, there)
  }
  return there
}

type Signatures = Extract<
  DeclaredSymbol['declarations'][number],
  { kind: 'interface' }
>['node']['body']['body']

function addMembers(to: Draft, members: Signatures): void {
  for (const member of members) {
    const name = keyText(member)
    if (name === null) continue
    ;(isMethod(member) ? to.methods : to.properties).add(name)
  }
}

function isSignature({ type }: Signatures[number]): boolean {
  return type === 'TSCallSignatureDeclaration' || type === 'TSConstructSignatureDeclaration'
}

function addSymbols(prefix: string, symbols: Iterable<DeclaredSymbol>): void {
  for (const symbol of symbols) {
    const name = prefix + symbol.name
    if (prefix === '' && hasValue(symbol)) globals.add(name)
    for (const declaration of symbol.declarations) {
      if (declaration.kind === 'interface') {
        const to = draft(name)
        addMembers(to, declaration.node.body.body)
        if (declaration.node.body.body.some(isSignature)) callable.add(name)
        for (const member of declaration.node.body.body)
          if (isMethod(member) && isOptional(member)) optional.add(`${name}.${keyText(member)}`)
        for (const { expression } of declaration.node.extends) {
          const path = entityPath(expression)
          if (path !== null) to.bases.add(path.join('.'))
        }
      } else if (declaration.kind === 'variable') {
        const type = declaration.annotation?.typeAnnotation
        if (type?.type === 'TSTypeReference') {
          values.set(name, (entityPath(type.typeName) ?? []).join('.'))
        } else if (type?.type === 'TSTypeLiteral') {
          addMembers(draft(`typeof ${name}`), type.members)
          values.set(name, `typeof ${name}`)
        }
      } else if (declaration.kind === 'type') {
        aliases.add(name)
      } else if (declaration.kind === 'namespace' && symbol.members !== null) {
        addSymbols(`${name}.`, symbol.members.values())
      }
    }
  }
}

/** Members that interfaces add to types of the library. */
function addToKnown(symbols: Iterable<DeclaredSymbol>): void {
  for (const symbol of symbols) {
    const to = types.get(symbol.name)
    if (to === undefined) continue
    for (const declaration of symbol.declarations)
      if (declaration.kind === 'interface') addMembers(to, declaration.node.body.body)
  }
}

for (const name of names.filter((one) => !others.test(one))) {
  const text = readFileSync(join(folder, name), 'utf8')
  const bound: BoundFile = bindFile(new SourceFile(model, name, text))
  for (const scope of bound.globals) addSymbols('', scope.locals.values())
}

// What Node's types add to these is there in every program that runs on it.
const node = dirname(createRequire(import.meta.url).resolve('@types/node/package.json'))
for (const name of readdirSync(node, { recursive: true, encoding: 'utf8' })) {
  if (!name.endsWith('.d.ts') || name.startsWith('ts5')) continue
  const text = readFileSync(join(node, name), 'utf8')
  const bound: BoundFile = bindFile(new SourceFile(model, name, text))
  for (const scope of bound.globals) addToKnown(scope.locals.values())
}

const sorted = (list: Iterable<string>) => [...list].sort().join(' ')
const written: LibraryFile = {
  typescript: version,
  types: Object.fromEntries(
    [...types]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, { bases, methods, properties }]): [string, LibraryType] => [
        name,
        [sorted(bases), sorted(methods), sorted(properties)],
      ]),
  ),
  aliases: sorted(aliases),
  values: Object.fromEntries([...values].sort(([one], [other]) => (one < other ? -1 : 1))),
  callable: sorted(callable),
  optional: sorted(optional),
  globals: sorted(globals),
}
writeFileSync(
  new URL('../assets/typescript-lib.json', import.meta.url),
  `${JSON.stringify(written)}\n`,
)
