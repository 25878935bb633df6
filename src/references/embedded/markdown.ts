// Blocks of code in Markdown, each read for itself: examples beside each other are not one program.

import type { SourceLanguage } from '../languageOf.ts'
import type { Place } from '../reference.ts'
import type { CodePart, Embedded, Problem } from './codePart.ts'
import { type ComponentKind, componentParts } from './components.ts'

/** A line of a block: its text, and how much of the line of the file stands before it. */
type BlockLine = Readonly<{ text: string; indent: number }>

type Block = Readonly<{ tag: string; line: number; lines: readonly BlockLine[]; isOpen: boolean }>

type Tag = Readonly<{ language: SourceLanguage; ending: string }>

const TAGS: ReadonlyMap<string, Tag> = new Map<string, Tag>([
  ...['python', 'py', 'python3', 'py3', 'pycon', 'ipython'].map((name): [string, Tag] => [
    name,
    { language: 'python', ending: '.py' },
  ]),
  ...['javascript', 'js', 'jsx', 'node', 'nodejs'].map((name): [string, Tag] => [
    name,
    { language: 'javascript', ending: '.js' },
  ]),
  ['mjs', { language: 'javascript', ending: '.mjs' }],
  ['cjs', { language: 'javascript', ending: '.cjs' }],
  ['typescript', { language: 'javascript', ending: '.ts' }],
  ['ts', { language: 'javascript', ending: '.ts' }],
  ['mts', { language: 'javascript', ending: '.mts' }],
  ['cts', { language: 'javascript', ending: '.cts' }],
  ['tsx', { language: 'javascript', ending: '.tsx' }],
])

const COMPONENTS: ReadonlySet<string> = new Set(['vue', 'svelte', 'astro'])

export function markdownParts(path: string, text: string): Embedded {
  const written = text.split('\n').map((line) => line.replace(/\r$/, ''))
  const { blocks, outside } = blocksIn(written)
  const parts: CodePart[] = []
  let problem: Problem | null = null
  for (const block of blocks) {
    const tag = TAGS.get(block.tag)
    const component = COMPONENTS.has(block.tag) ? (block.tag as ComponentKind) : null
    if (tag === undefined && component === null) continue
    if (block.isOpen) {
      problem ??= {
        line: block.line - 1,
        column: 1,
        message: 'it has a block of code without an end',
      }
    }
    const placeOf = placeIn(block)
    if (component !== null) {
      const inner = componentParts(component, block.lines.map((line) => line.text).join('\n'))
      parts.push(...inner.parts.map((part) => ({ ...part, placeOf })))
      if (inner.problem !== null) problem ??= { ...inner.problem, ...placeOf(inner.problem) }
    } else if (tag !== undefined) {
      const { language, ending } = tag
      const lines = language === 'python' ? withoutPrompts(block.lines) : block.lines
      const code = lines.map((line) => line.text.replace(/[\r\u2028\u2029]/g, ' ')).join('\n')
      const place = placeIn({ ...block, lines })
      parts.push({ language, path: `block${ending}`, text: code, placeOf: place })
    }
  }
  if (/\.mdx$/i.test(path)) parts.push(...modulePart(written, outside))
  return { parts, problem }
}

function placeIn({ line, lines }: Block): CodePart['placeOf'] {
  return (place: Place) => ({
    line: line + place.line - 1,
    column: place.column + (lines[place.line - 1]?.indent ?? 0),
  })
}

const FENCE = /^((?:[ \t]*>)*[ \t]*)(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?(`{3,}|~{3,})[ \t]*([^\n]*)$/

function blocksIn(written: readonly string[]) {
  const blocks: Block[] = []
  /** Lines that are in no block. */
  const outside = new Set<number>()
  for (let at = 0; at < written.length; at += 1) {
    const [, before = '', fence, info = ''] = FENCE.exec(written[at] ?? '') ?? []
    if (fence === undefined || (fence.startsWith('`') && info.includes('`'))) {
      outside.add(at)
      continue
    }
    const indent = (written[at] ?? '').indexOf(fence)
    const quotes = before.split('>').length - 1
    const mark = fence.charAt(0)
    const lines: BlockLine[] = []
    const start = at + 2
    let isOpen = true
    for (at += 1; at < written.length; at += 1) {
      const line = withoutPrefix(written[at] ?? '', indent, quotes)
      const close = line.text.trim()
      if (close.length >= fence.length && close === mark.repeat(close.length)) {
        isOpen = false
        break
      }
      lines.push(line)
    }
    blocks.push({ tag: tagIn(info), line: start, lines, isOpen })
  }
  return { blocks, outside }
}

/** `{.python}`, `python title="a"`, `{python}`, `ts:app.ts`, `js{1,3}`. */
function tagIn(info: string): string {
  return (/^[{.\s]*([A-Za-z][\w+#-]*)/.exec(info)?.[1] ?? '').toLowerCase()
}

/** What a list or a quote puts before a line is no part of the code. */
function withoutPrefix(line: string, indent: number, quotes: number): BlockLine {
  let at = 0
  for (let left = quotes; left > 0; left -= 1) {
    const found = /^[ \t]*>/.exec(line.slice(at))
    if (found === null) break
    at += found[0].length
  }
  while (at < indent && (line[at] === ' ' || line[at] === '\t')) at += 1
  return { text: line.slice(at), indent: at }
}

const PROMPT = /^(\s*)(?:>>>|\.\.\.)(?: |$)/

/** Of a session at a prompt only what was typed is code. */
function withoutPrompts(lines: readonly BlockLine[]): readonly BlockLine[] {
  if (!lines.some(({ text }) => /^\s*>>>(?: |$)/.test(text))) return lines
  return lines.map(({ text, indent }) => {
    const prompt = PROMPT.exec(text)?.[0] ?? null
    if (prompt === null) return { text: '', indent }
    return { text: text.slice(prompt.length), indent: indent + prompt.length }
  })
}

/** Imports and exports between the paragraphs of MDX: they go on to the next empty line. */
function modulePart(written: readonly string[], outside: ReadonlySet<number>): readonly CodePart[] {
  let isCode = false
  let isAny = false
  const lines = written.map((line, index) => {
    if (!outside.has(index) || line.trim() === '') isCode = false
    else if (!isCode) isCode = /^(?:import|export)\b/.test(line)
    if (isCode) isAny = true
    return isCode ? line : ''
  })
  const placeOf = (place: Place) => place
  return isAny
    ? [{ language: 'javascript', path: 'module.jsx', text: lines.join('\n'), placeOf }]
    : []
}
