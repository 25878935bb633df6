// A name that is asked of a module, and stands in another one now: its new path is written out, and the
// module gets an import of its own below the one that the old path begins with.

import { type Renamed, timesOf, type Written } from './binding.ts'

/** What is imported where: the first character of the line, and the names that it binds. */
const PLAIN_IMPORT = /^(?:import|from)[^\S\r\n][^()\\;#"']*$/

export function writtenOut(
  { text, start, end }: Written,
  to: string,
  /** The lines of the file that import something, by the offset where they begin. */
  imports: readonly number[],
): Renamed {
  const chain = /(?<![\p{ID_Continue}.)\]}"'])[\p{ID_Start}_][\p{ID_Continue}.]*\.$/u.exec(
    text.slice(Math.max(0, start - 200), start),
  )?.[0]
  if (chain === undefined) return { reason: 'What it is asked of is no plain path.' }
  const module = to.slice(0, to.lastIndexOf('.'))
  const put = { start: start - chain.length, end, text: to }
  const lines = imports.map((from) => ({ from, line: lineAt(text, from) }))
  if (lines.some(({ line }) => line === `import ${module}`)) return { changes: [put] }
  const root = module.split('.')[0] ?? module
  if (timesOf(text, root) > 0)
    return { reason: `The file has something else that is called ${root}.` }
  const top = chain.split('.')[0] ?? chain
  const beside = lines.find(({ line }) => PLAIN_IMPORT.test(line) && timesOf(line, top) > 0)
  if (beside === undefined) {
    return { reason: 'Its import is written in a way that is not taken apart.' }
  }
  const at = beside.from + beside.line.length
  const lineBreak = /\r\n|\r|\n/.exec(text)?.[0] ?? '\n'
  return { changes: [put, { start: at, end: at, text: `${lineBreak}import ${module}` }] }
}

function lineAt(text: string, from: number): string {
  return text.slice(from).split(/[\r\n]/, 1)[0] ?? ''
}
