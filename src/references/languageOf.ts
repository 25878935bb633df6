// What is a source file, by its name: told without the parsers that read it.

export type SourceLanguage = 'python' | 'javascript'

/** Files of other kinds that hold code. */
export type EmbeddedKind = 'notebook' | 'vue' | 'svelte' | 'astro' | 'markdown'

/** A file of declarations: no code of it runs. */
export function isDeclaration(path: string): boolean {
  return /\.d\.[cm]?ts$/.test(path)
}

/** Null for what is no source file of a language that is read. */
export function languageOf(path: string): SourceLanguage | null {
  if (/\.pyi?$/.test(path)) return 'python'
  return /\.(?:[cm]?[jt]s|[jt]sx)$/.test(path) ? 'javascript' : null
}

const EMBEDDED: ReadonlyMap<string, EmbeddedKind> = new Map([
  ['ipynb', 'notebook'],
  ['vue', 'vue'],
  ['svelte', 'svelte'],
  ['astro', 'astro'],
  ['md', 'markdown'],
  ['mdx', 'markdown'],
  ['markdown', 'markdown'],
])

/** Null for a file that holds no code of a language that is read beside what it is. */
export function embeddedKind(path: string): EmbeddedKind | null {
  const ending = /\.(\w+)$/.exec(path)?.[1]
  return ending === undefined ? null : (EMBEDDED.get(ending.toLowerCase()) ?? null)
}

/** The language that is meant where nothing of a file could be read. */
export function mainLanguage(path: string): SourceLanguage | null {
  const kind = embeddedKind(path)
  return languageOf(path) ?? (kind === null ? null : kind === 'notebook' ? 'python' : 'javascript')
}

/** Whether whoever wrote the code has a compiler of types. */
export function isTypedSource({ path, isTyped }: Readonly<{ path: string; isTyped?: true }>) {
  return isTyped === true || /\.[cm]?tsx?$/.test(path)
}

/** Whether a check comes to a file; to Markdown only where that is asked for. */
export function isSource(path: string, withMarkdown = false): boolean {
  const kind = embeddedKind(path)
  return languageOf(path) !== null || (kind !== null && (kind !== 'markdown' || withMarkdown))
}
