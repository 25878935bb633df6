// The way into the parser: a whole file, or the body of a function that was skimmed.

import { Blocks, docOf } from './blocks.ts'
import { isBlank } from './chars.ts'
import { documented } from './nodes.ts'
import type { PythonFile, Span, Statement, SyntaxProblem } from './syntax.ts'

/**
 * Reads the declarations of a file. Never throws: what makes no sense is listed as a problem. Spans
 * refer to the `text` of the result, which has line feeds for every kind of line break and no byte
 * order mark; `decodePython` gives such text already.
 */
export function parsePython(text: string): PythonFile {
  const source = withLineFeeds(text)
  const blocks = new Blocks(source, 0, source.length, 1)
  const { lines } = blocks
  lines.nextLine()
  const body = blocks.block(-1)
  const { problems } = lines
  return documented(source, docOf(lines, body), { text: source, body, problems })
}

/**
 * The statements of a function's body, read when somebody asks; inner functions are skimmed. What
 * makes no sense is handed to `onProblem`.
 */
export function parseBlock(
  file: Readonly<{ text: string }>,
  body: Span,
  line: number,
  onProblem: (problem: SyntaxProblem) => void = () => {},
): readonly Statement[] {
  const { text } = file
  const blocks = new Blocks(text, lineStart(text, body.start), body.end, line)
  blocks.lines.nextLine()
  const statements = blocks.block(-1)
  blocks.lines.problems.forEach(onProblem)
  return statements
}

/** Back over the indentation, which tells which lines belong together. */
function lineStart(text: string, start: number): number {
  let at = start
  while (at > 0 && isBlank(text.charCodeAt(at - 1))) at--
  return at === 0 || text.charCodeAt(at - 1) === 10 ? at : start
}

/** Python's own view of line breaks and of the byte order mark. */
export function withLineFeeds(text: string): string {
  const source = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text
  return source.includes('\r') ? source.replace(/\r\n?/g, '\n') : source
}
