// Cases as text: a file is a subject, `== ` begins a case with its title, `<<< ` begins a part of it.

import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parseTxtar } from '../fake/archives/txtar.ts'

export type TextCase = Readonly<{
  title: string
  /** What stands below each `<<< name`. */
  parts: ReadonlyMap<string, string>
}>

/** The cases of a text. Throws where a part stands twice, is empty of a name, or is not one of `known`. */
export function parseCases(text: string, known: readonly string[]): readonly TextCase[] {
  return text
    .split(/^== /m)
    .slice(1)
    .map((one) => {
      const [title = '', ...rest] = one.split(/^<<< /m)
      const parts = new Map<string, string>()
      for (const part of rest) {
        const end = part.indexOf('\n')
        const name = part.slice(0, end).trim()
        if (!known.includes(name)) throw new Error(`${title.trim()}: no case has a part "${name}"`)
        if (parts.has(name)) throw new Error(`${title.trim()}: "${name}" stands there twice`)
        parts.set(name, part.slice(end + 1))
      }
      return { title: title.trim(), parts }
    })
}

/** Every file of cases below a folder, by its path from there. */
export function caseFiles(
  folder: string,
  known: readonly string[],
): readonly (readonly [file: string, cases: readonly TextCase[]])[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.txt'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((file) => [relative(folder, file), parseCases(readFileSync(file, 'utf8'), known)] as const)
}

/** The files of a part. Text without a file's name is the one file `main`. */
export function filesIn(text: string, main: string): Readonly<Record<string, string>> {
  const written = text.startsWith('-- ') ? text : `-- ${main} --\n${text}`
  return Object.fromEntries(parseTxtar(written).map(({ path, content }) => [path, content]))
}

/** The lines of a part, without those that are empty. */
export function linesIn(text: string | undefined): readonly string[] {
  return (text ?? '').split('\n').filter((line) => line.trim() !== '')
}
