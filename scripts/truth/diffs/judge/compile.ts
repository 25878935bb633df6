// Which callers do not compile against an installed release.

import { join } from 'node:path'
import ts from 'typescript-6'
import type { Caller, Module } from './callers.ts'

const CALLERS_IN_FILE = 400

export function optionsIn(folder: string): ts.CompilerOptions {
  return {
    module: ts.ModuleKind.Preserve,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    target: ts.ScriptTarget.ESNext,
    noEmit: true,
    strict: true,
    skipLibCheck: true,
    esModuleInterop: true,
    types: ['node'],
    typeRoots: [join(folder, 'node_modules/@types')],
    jsx: ts.JsxEmit.Preserve,
  }
}

/** A program over texts that stand on no disk, beside what is installed in the folder. */
export function programOf(folder: string, texts: ReadonlyMap<string, string>): ts.Program {
  const options = optionsIn(folder)
  const host = ts.createCompilerHost(options)
  const { getSourceFile, fileExists, readFile } = host
  host.getCurrentDirectory = () => folder
  host.fileExists = (file) => texts.has(file) || fileExists(file)
  host.readFile = (file) => texts.get(file) ?? readFile(file)
  host.getSourceFile = (file, ...rest) => {
    const text = texts.get(file)
    if (text === undefined) return getSourceFile(file, ...rest)
    return ts.createSourceFile(file, text, ts.ScriptTarget.ESNext, true)
  }
  return ts.createProgram([...texts.keys()], options, host)
}

/** What the compiler says of each caller that fails, by its number. */
export function failures(
  folder: string,
  modules: readonly Module[],
  imports: readonly string[],
  callers: readonly Caller[],
): ReadonlyMap<number, string> {
  const texts = new Map<string, string>()
  const first = imports.length
  for (let start = 0; start < callers.length; start += CALLERS_IN_FILE) {
    const some = callers.slice(start, start + CALLERS_IN_FILE)
    const lines = [...imports, ...some.map(({ text }) => `{ ${text} }`), 'export {}']
    texts.set(join(folder, `callers${start}.ts`), lines.join('\n'))
  }
  const program = programOf(folder, texts)
  const failed = new Map<number, string>()
  const gone = new Set<number>()
  for (const file of texts.keys()) {
    const source = program.getSourceFile(file)
    if (source === undefined) continue
    const start = Number(/callers(\d+)\.ts$/.exec(file)?.[1])
    const all = [
      ...program.getSyntacticDiagnostics(source),
      ...program.getSemanticDiagnostics(source),
    ]
    for (const { start: at, messageText } of all) {
      const line = source.getLineAndCharacterOfPosition(at ?? 0).line
      const said = ts.flattenDiagnosticMessageText(messageText, ' ').slice(0, 300)
      if (line < first) gone.add(line)
      else if (!failed.has(start + line - first)) failed.set(start + line - first, said)
    }
  }
  for (const [i, { module }] of callers.entries()) {
    if (gone.has(module)) failed.set(i, `cannot import ${modules[module]?.specifier}`)
  }
  return failed
}
