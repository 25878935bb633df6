// What is a source file, by its name: told without the parsers that read it.

export type SourceLanguage = 'python' | 'javascript'

/** A file of declarations: no code of it runs. */
export function isDeclaration(path: string): boolean {
  return /\.d\.[cm]?ts$/.test(path)
}

/** Null for what is no source file of a language that is read. */
export function languageOf(path: string): SourceLanguage | null {
  if (/\.pyi?$/.test(path)) return 'python'
  return /\.(?:[cm]?[jt]s|[jt]sx)$/.test(path) ? 'javascript' : null
}
