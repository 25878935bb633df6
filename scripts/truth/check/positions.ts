// Is a name of a package passed over anywhere? Puts one into every place of a language's grammar, as its
// own parser tells it (`ast` of Python, the types of TypeScript's nodes), and again into every place of
// every other, and asks what is found of it. A name must be found, or be among those that the code sets,
// or the file must say that it was not all read.
//
//   npx tsx scripts/truth/check/positions.ts [--python python3.11] [--show 10]

import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import ts from 'typescript-6'
import { findReferences } from '../../../src/references/findReferences.ts'
import {
  HEADS,
  isModuleSlot as isModule,
  JAVASCRIPT,
  JSX,
  placed,
  plainly,
  TYPESCRIPT,
} from '../../../test/references/positionSeeds.ts'

const { values } = parseArgs({
  options: {
    python: { type: 'string', default: 'python3.11' },
    show: { type: 'string', default: '10' },
  },
})

type Row = Readonly<{ position: string; how: string; path: string; code: string }>

function pythonRows(): Row[] {
  const program = fileURLToPath(new URL('./positions.py', import.meta.url))
  const ran = spawnSync(values.python, [program], { encoding: 'utf8', maxBuffer: 1 << 26 })
  process.stdout.write(`Python: ${ran.stderr}`)
  const lines = ran.stdout.split('\n').filter((line) => line !== '')
  return lines.map((line) => ({ ...JSON.parse(line), path: 'a.py' }))
}

function parsed(path: string, code: string): ts.SourceFile | null {
  const file = ts.createSourceFile(path, code, ts.ScriptTarget.Latest, true)
  const { parseDiagnostics } = file as unknown as { parseDiagnostics: readonly ts.Diagnostic[] }
  return parseDiagnostics.length === 0 ? file : null
}

/** The field of the grammar in which a node of the text stands that begins there and is as long. */
function positionAt(file: ts.SourceFile, start: number, length: number): string {
  let found = ''
  const look = (node: ts.Node) => {
    const { parent } = node
    const isIt = node.getStart(file) === start && node.getEnd() === start + length
    if (isIt && found === '' && parent !== undefined) found = fieldOf(parent, node)
    node.forEachChild(look)
  }
  look(file)
  return found
}

function fieldOf(parent: ts.Node, child: ts.Node): string {
  for (const [key, value] of Object.entries(parent)) {
    if (key === 'parent') continue
    const isHere = value === child || (Array.isArray(value) && value.includes(child))
    if (!isHere) continue
    return `${ts.SyntaxKind[parent.kind]}.${key}`
  }
  return ts.SyntaxKind[parent.kind] ?? ''
}

function scriptRows(path: string, seeds: readonly string[], reached: Set<string>): Row[] {
  const rows: Row[] = []
  const head = HEADS[path] ?? ''
  const inner: string[] = []
  for (const seed of seeds) {
    for (const { slot, index, text, code } of placed(seed, plainly)) {
      const whole = `${isModule(slot) ? '' : head}${code}\n`
      // What has a mistake by TypeScript itself is no place.
      const file = parsed(path, whole)
      if (file === null) {
        process.stdout.write(`no code: ${JSON.stringify(code)}\n`)
        continue
      }
      const offset = whole.length - code.length - 1
      const position = positionAt(file, offset + index, text.length)
      reached.add(position)
      rows.push({ position, how: slot === 'S' ? 'set' : 'read', path, code: whole })
      if (!isModule(slot) && isExpression(code)) inner.push(code)
    }
  }
  for (const seed of seeds) {
    for (const expression of inner) {
      for (const { slot, code } of placed(seed, () => `(${expression})`)) {
        if (slot !== 'X' || parsed(path, `${head}${code}\n`) === null) continue
        const position = `${seed} > ${expression}`
        rows.push({ position, how: 'either', path, code: `${head}${code}\n` })
      }
    }
  }
  return rows
}

function isExpression(code: string): boolean {
  const file = parsed('a.ts', `z = (${code})`)
  return file !== null && file.statements.length === 1
}

/** Comments, and what only compilers make. */
const NO_PLACES = /^(?:JSDoc|PartiallyEmitted|CommaList)/

/** Every field of TypeScript's nodes that may hold an expression or a type, as its declarations say. */
function grammar(): ReadonlySet<string> {
  const declarations = createRequire(import.meta.url).resolve('typescript-6/lib/typescript.d.ts')
  const program = ts.createProgram([declarations], { skipLibCheck: true, types: [] })
  const checker = program.getTypeChecker()
  const source = program.getSourceFile(declarations)
  const module = source === undefined ? undefined : checker.getSymbolAtLocation(source)
  if (module === undefined) throw new Error('the declarations of TypeScript are not there')
  const exported = checker.getExportsOfModule(module)
  const typeNamed = (name: string) => {
    const symbol = exported.find((one) => one.name === name)
    if (symbol === undefined) throw new Error(`${name} is not there`)
    return checker.getDeclaredTypeOfSymbol(symbol)
  }
  const meant = [typeNamed('PropertyAccessExpression'), typeNamed('TypeReferenceNode')]
  const fields = new Set<string>()
  for (const symbol of exported) {
    if ((symbol.flags & ts.SymbolFlags.Interface) === 0) continue
    const type = checker.getDeclaredTypeOfSymbol(symbol)
    const kind = type.getProperty('kind')
    const kindType = kind === undefined ? undefined : checker.getTypeOfSymbol(kind)
    const { value } = (kindType ?? {}) as { value?: unknown }
    if (kindType === undefined || typeof value !== 'number') continue
    const name = checker.typeToString(kindType).replace('SyntaxKind.', '')
    if (NO_PLACES.test(name)) continue
    for (const property of type.getProperties()) {
      if (/^(?:parent|original|kind)$/.test(property.name)) continue
      const held = checker.getNonNullableType(checker.getTypeOfSymbol(property))
      const one = checker.getIndexTypeOfType(held, ts.IndexKind.Number) ?? held
      if ((one.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) !== 0) continue
      const isMeant = meant.some((each) => checker.isTypeAssignableTo(each, one))
      // Some kinds have two names.
      if (isMeant) fields.add(`${ts.SyntaxKind[value]}.${property.name}`)
    }
  }
  return fields
}

function isKept({ path, how, code }: Row): boolean {
  const report = findReferences(path, code)
  if (report === null) return false
  const isFound = report.references.some(
    ({ name, module }) =>
      (name === 'nope' && /^(?:web|paint)$/.test(module)) || module === 'paint/nope',
  )
  if (report.problem !== null || isFound) return true
  return how !== 'read' && report.added.has('nope')
}

function tell(language: string, rows: readonly Row[]): void {
  const dropped = rows.filter((row) => !isKept(row))
  const alone = (all: readonly Row[]) =>
    all.filter(({ position }) => !position.includes(' > ')).length
  process.stdout.write(
    `${language}: ${rows.length} codes, ${alone(rows)} places; passed over: ${dropped.length}, ${alone(dropped)} places\n`,
  )
  for (const { position, code } of dropped.slice(0, Number(values.show)))
    process.stdout.write(`  ${position}: ${JSON.stringify(code)}\n`)
  if (dropped.length > 0) process.exitCode = 1
}

const reached = new Set<string>()
tell('Python', pythonRows())
const scripts = [
  ...scriptRows('a.ts', TYPESCRIPT, reached),
  ...scriptRows('a.tsx', JSX, reached),
  ...scriptRows('a.cjs', JAVASCRIPT, reached),
]
tell('TypeScript', scripts)
const missing = [...grammar()].filter((field) => !reached.has(field))
process.stdout.write(`fields of the grammar without a code: ${missing.join(', ') || 'none'}\n`)
