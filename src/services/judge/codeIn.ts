// The code of an output: its fenced blocks, or all of it where there are none.

import type { InputFile } from '../../check/read/readInput.ts'
import { LANGUAGES, type Language } from '../oracle/job.ts'

export type CodeBlock = Readonly<{
  /** As the fence says; null where it does not. */
  language: Language | null
  text: string
  /** Where it begins in the output, in UTF-16 units. */
  start: number
}>

const LABELS: Readonly<Record<string, Language>> = {
  python: 'python',
  py: 'python',
  python3: 'python',
  javascript: 'javascript',
  js: 'javascript',
  mjs: 'javascript',
  cjs: 'javascript',
  jsx: 'jsx',
  typescript: 'typescript',
  ts: 'typescript',
  tsx: 'tsx',
}

/** The mark and the label of a line that opens a block; null for any other line. */
function fenceOf(line: string): Readonly<{ mark: string; label: string }> | null {
  const [, mark] = /^ {0,3}(`{3,}|~{3,})/.exec(line) ?? []
  if (mark === undefined) return null
  const rest = line.slice(line.indexOf(mark) + mark.length)
  // Backticks behind backticks are code within a line.
  if (mark.startsWith('`') && rest.includes('`')) return null
  // `js:src/a.js`, `py,linenos` and `ts title=…` are code of that language.
  const [label = ''] = rest.trim().split(/[\s{:,=]/, 1)
  return { mark, label: label.toLowerCase() }
}

type Fence = CodeBlock & Readonly<{ label: string; fenceStart: number }>

/** Every fenced block; one that is never closed goes to the end. */
export function fencesIn(output: string): readonly Fence[] {
  const fences: Fence[] = []
  let open: Readonly<{ mark: string; label: string; start: number; fenceStart: number }> | null =
    null
  let at = 0
  for (const line of output.split(/(?<=\n)/)) {
    const bare = line.replace(/\r?\n$/, '')
    if (open === null) {
      const found = fenceOf(bare)
      if (found !== null) open = { ...found, start: at + line.length, fenceStart: at }
    } else if (isClosing(bare, open.mark)) {
      fences.push(made(open, output.slice(open.start, at)))
      open = null
    }
    at += line.length
  }
  if (open !== null) fences.push(made(open, output.slice(open.start)))
  return fences
}

function isClosing(line: string, mark: string): boolean {
  // Further in, it is a line of the code.
  if (/^ {4}|^ {0,3}\t/.test(line)) return false
  const closing = line.trim()
  return closing.length >= mark.length && closing === (mark[0] ?? '').repeat(closing.length)
}

function made(
  { label, start, fenceStart }: Readonly<{ label: string; start: number; fenceStart: number }>,
  text: string,
): Fence {
  const language = Object.hasOwn(LABELS, label) ? (LABELS[label] ?? null) : null
  return { language, label, text, start, fenceStart }
}

/** Blocks that are code of the language, or may be; the whole output where nothing is fenced. */
export function codeIn(output: string, language: Language | null): readonly CodeBlock[] {
  const fences = fencesIn(output)
  if (fences.length === 0) return [{ language, text: output, start: 0 }]
  return fences
    .filter((one) => one.label === '' || isMeant(one.language, language))
    .map(({ text, start, ...one }) => ({ language: one.language ?? language, text, start }))
}

function isMeant(labelled: Language | null, wanted: Language | null): boolean {
  if (labelled === null) return false
  return wanted === null || familyOf(labelled) === familyOf(wanted)
}

function familyOf(language: Language): string {
  return LANGUAGES[language].manifest
}

/** A file for each block, named after its language. */
export function fileOf(block: CodeBlock, language: Language, index: number): InputFile {
  const path = LANGUAGES[language].source.replace('output', `output-${index + 1}`)
  return { path, content: block.text }
}
