// Which callers do not compile against an installed release.

import { join } from 'node:path'
import ts from 'typescript-6'
import type { Caller } from './callers.ts'

const CALLERS_IN_FILE = 400

export function optionsIn(folder: string): ts.CompilerOptions {
  return {
    module: ts.ModuleKind.Preserve,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    // What Node is given is what is compared.
    customConditions: ['node'],
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

/** Files on disk, which are parsed once for all programs. */
const parsed = new Map<string, ts.SourceFile | undefined>()

/** A program over texts that stand on no disk, beside what is installed in the folder. */
export function programOf(folder: string, texts: ReadonlyMap<string, string>): ts.Program {
  const options = optionsIn(folder)
  const host = ts.createCompilerHost(options)
  const { getSourceFile, fileExists, readFile } = host
  host.getCurrentDirectory = () => folder
  host.fileExists = (file) => texts.has(file) || fileExists(file)
  host.readFile = (file) => texts.get(file) ?? readFile(file)
  host.getSourceFile = (file, version, ...rest) => {
    const text = texts.get(file)
    if (text !== undefined) return ts.createSourceFile(file, text, ts.ScriptTarget.ESNext, true)
    const format = typeof version === 'object' ? version.impliedNodeFormat : ''
    const key = `${format} ${file}`
    if (!parsed.has(key)) parsed.set(key, getSourceFile(file, version, ...rest))
    return parsed.get(key)
  }
  return ts.createProgram([...texts.keys()], options, host)
}

/** A line before the callers: those of them that need it name one of its names. */
export type ImportLine = Readonly<{ text: string; name: string }>

export type Failures = Readonly<{
  /** What the compiler says of each caller that fails, by its number. */
  said: ReadonlyMap<number, string>
  /** Callers on which the compiler itself came to grief. */
  unknown: ReadonlySet<number>
}>

export function failures(
  folder: string,
  imports: readonly ImportLine[],
  callers: readonly Caller[],
  /** Texts in the place of files that are installed. */
  over: ReadonlyMap<string, string> = new Map(),
): Failures {
  const said = new Map<number, string>()
  const unknown = new Set<number>()
  const names = imports.map(({ name }) => new RegExp(`\\b${name}\\b`))

  function compile(numbers: readonly number[], size: number): void {
    const chunks = new Map<string, readonly number[]>()
    const texts = new Map<string, string>(over)
    for (let start = 0; start < numbers.length; start += size) {
      const some = numbers.slice(start, start + size)
      const file = join(folder, `callers${start}.ts`)
      const lines = [
        ...imports.map(({ text }) => text),
        ...some.map((one) => `{ ${callers[one]?.text} }`),
      ]
      chunks.set(file, some)
      texts.set(file, [...lines, 'export {}'].join('\n'))
    }
    const program = programOf(folder, texts)
    const crashed: number[] = []
    for (const [file, some] of chunks) {
      const source = program.getSourceFile(file)
      if (source === undefined) continue
      try {
        note(program, source, some)
      } catch (error) {
        if (!(error instanceof Error)) throw error
        crashed.push(...some)
      }
    }
    if (crashed.length === 0) return
    // The more callers are in a file, the more of them go with the one that is too much.
    if (size === 1) for (const one of crashed) unknown.add(one)
    else compile(crashed, size > 20 ? 20 : 1)
  }

  function note(program: ts.Program, source: ts.SourceFile, some: readonly number[]): void {
    const all = [
      ...program.getSyntacticDiagnostics(source),
      ...program.getSemanticDiagnostics(source),
    ]
    for (const { start, messageText } of all) {
      const line = source.getLineAndCharacterOfPosition(start ?? 0).line
      const text = ts.flattenDiagnosticMessageText(messageText, ' ').slice(0, 300)
      const gone = names[line]
      if (gone !== undefined) {
        for (const one of some)
          if (gone.test(callers[one]?.text ?? '')) said.set(one, `cannot import: ${text}`)
        continue
      }
      const number = some[line - imports.length]
      if (number !== undefined && !said.has(number)) said.set(number, text)
    }
  }

  compile([...callers.keys()], CALLERS_IN_FILE)
  return { said, unknown }
}
