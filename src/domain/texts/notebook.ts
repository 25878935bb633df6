// A notebook of Jupyter: the lines of its cells of code, and where in the file each of them stands.

import { isMembers, jsonIn, memberOf } from './jsonValue.ts'
import { lineAt, lineStarts } from './textLines.ts'

/** A line of a cell. Its text may go on in another string of the file. */
export type CellLine = Readonly<{
  text: string
  /** From which unit of the line on it stands where in the file. */
  pieces: readonly Readonly<{ from: number; offset: number }>[]
}>

export type Cell = Readonly<{ number: number; language: string; lines: readonly CellLine[] }>

export type NotebookPlace = Readonly<{ line: number; column: number }>

export type Notebook = Readonly<{
  /** Cells of code, in the order of the file. */
  cells: readonly Cell[]
  /** The number of the first cell of code whose text is none; null where there is no such cell. */
  unreadCell: number | null
  /** Where the unit of a line stands in the file. */
  placeOf: (line: CellLine, unit: number) => NotebookPlace
}>

/** A sentence where the text is no notebook; a verb goes first. */
export function notebookIn(text: string): Notebook | string {
  const root = jsonIn(text)
  if (!isMembers(root)) return 'is no notebook: it is no JSON'
  const cells = cellsOf(root)
  if (cells === null) return 'is no notebook: it has no list of cells'
  const language = languageOf(root)
  const sources = new Map<number, OpenLine[]>()
  const wanted = new Set(
    cells.list.flatMap((cell, index) => (memberOf(cell, 'cell_type') === 'code' ? [index] : [])),
  )
  for (const { path, start, end } of stringsIn(text)) {
    const index = cellAt(path, cells.above)
    if (index === null || !wanted.has(index)) continue
    const lines = sources.get(index) ?? [emptyLine(start + 1)]
    sources.set(index, lines)
    addString(lines, text, start, end)
  }
  const starts = lineStarts(text)
  const unread = cells.list.findIndex((cell, index) => wanted.has(index) && !hasText(cell))
  return {
    unreadCell: unread < 0 ? null : unread + 1,
    cells: [...sources].map(([index, lines]) => ({
      number: index + 1,
      language: cellLanguage(cells.list[index]) ?? language,
      lines: lines.map(({ text: line, pieces }) => ({ text: plainLine(line), pieces })),
    })),
    placeOf({ pieces }, unit) {
      const piece = pieces[lastFrom(pieces, unit)]
      let at = piece?.offset ?? 0
      for (let left = unit - (piece?.from ?? 0); left > 0; left -= 1) at = nextUnit(text, at)
      const line = lineAt(starts, at)
      return { line, column: at - (starts[line - 1] ?? 0) + 1 }
    },
  }
}

type Cells = Readonly<{ list: readonly Readonly<Record<string, unknown>>[]; above: string }>

/** Notebooks of old have their cells in a sheet, and call the text of one its input. */
function cellsOf(root: Readonly<Record<string, unknown>>): Cells | null {
  const list = memberOf(root, 'cells')
  if (isListOfMembers(list)) return { list, above: 'cells' }
  const sheets = memberOf(root, 'worksheets')
  const [sheet] = Array.isArray(sheets) ? sheets : []
  const old = isMembers(sheet) ? memberOf(sheet, 'cells') : undefined
  return isListOfMembers(old) ? { list: old, above: 'worksheets 0 cells' } : null
}

function isListOfMembers(value: unknown): value is readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) && value.every(isMembers)
}

/** A text, or a list of texts; a cell that somebody has left empty may have none. */
function hasText(cell: Readonly<Record<string, unknown>>): boolean {
  return ['source', 'input'].every((key) => {
    const value = memberOf(cell, key)
    const isList = Array.isArray(value) && value.every((one) => typeof one === 'string')
    return value === undefined || value === null || typeof value === 'string' || isList
  })
}

function languageOf(root: Readonly<Record<string, unknown>>): string {
  const metadata = memberOf(root, 'metadata')
  if (!isMembers(metadata)) return 'python'
  for (const [table, key] of [
    ['kernelspec', 'language'],
    ['language_info', 'name'],
  ] as const) {
    const value = memberOf(metadata, table)
    const name = isMembers(value) ? memberOf(value, key) : undefined
    if (typeof name === 'string' && name !== '') return name.toLowerCase()
  }
  return 'python'
}

/** Editors let a cell have a language of its own; so does a sheet of old. */
function cellLanguage(cell: Readonly<Record<string, unknown>> | undefined): string | null {
  if (cell === undefined) return null
  const metadata = memberOf(cell, 'metadata')
  const editor = isMembers(metadata) ? memberOf(metadata, 'vscode') : undefined
  const told = isMembers(editor) ? memberOf(editor, 'languageId') : memberOf(cell, 'language')
  return typeof told === 'string' ? told.toLowerCase() : null
}

type OpenLine = { text: string; pieces: CellLine['pieces'][number][] }

const emptyLine = (offset: number): OpenLine => ({ text: '', pieces: [{ from: 0, offset }] })

/** Adds one string of the file to the lines of a cell. */
function addString(lines: OpenLine[], text: string, start: number, end: number): void {
  let at = start + 1
  const decoded: unknown = jsonIn(text.slice(start, end))
  if (typeof decoded !== 'string') return
  for (const [index, part] of decoded.split('\n').entries()) {
    if (index > 0) lines.push(emptyLine(at))
    const last = lines.at(-1)
    if (last === undefined) return
    last.pieces.push({ from: last.text.length, offset: at })
    last.text += part
    for (let left = part.length + 1; left > 0 && at < end - 1; left -= 1) at = nextUnit(text, at)
  }
}

/** The last piece that begins at a unit or before it. There may be very many. */
function lastFrom(pieces: CellLine['pieces'], unit: number): number {
  let low = 0
  let high = pieces.length
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((pieces[middle]?.from ?? 0) <= unit) low = middle
    else high = middle
  }
  return low
}

/** Past one unit of a string, escapes included. */
function nextUnit(text: string, at: number): number {
  if (text[at] !== '\\') return at + 1
  return at + (text[at + 1] === 'u' ? 6 : 2)
}

/** A line as a parser should see it: other ends of lines in it would make two of it. */
function plainLine(line: string): string {
  return line.replace(/\r$/, '').replace(/[\r\f\v\u2028\u2029]/g, ' ')
}

/** The number of the cell whose text a string is, or a part of; null for any other string. */
function cellAt(path: readonly string[], above: string): number | null {
  const start = `${above} `
  const whole = path.join(' ')
  if (!whole.startsWith(start)) return null
  const index = /^(\d+) (?:source|input)(?: \d+)?$/.exec(whole.slice(start.length))?.[1]
  return index === undefined ? null : Number(index)
}

/** Deeper than this nothing of a cell stands. */
const PATH_MAX = 7

type Open = { isList: boolean; key: string }

/** The strings of a JSON text that are values, each with the keys above it. */
function* stringsIn(
  text: string,
): Generator<Readonly<{ path: readonly string[]; start: number; end: number }>> {
  const open: Open[] = []
  let isKey = false
  for (let at = 0; at < text.length; at += 1) {
    const here = text[at]
    const last = open.at(-1)
    if (here === '{' || here === '[') {
      open.push({ isList: here === '[', key: here === '[' ? '0' : '' })
      isKey = here === '{'
    } else if (here === '}' || here === ']') {
      open.pop()
      isKey = false
    } else if (here === ',' && last !== undefined) {
      if (last.isList) last.key = String(Number(last.key) + 1)
      isKey = !last.isList
    } else if (here === ':') isKey = false
    else if (here === '"') {
      const end = endOfString(text, at)
      if (isKey && last !== undefined) last.key = keyIn(text.slice(at, end))
      else if (open.length <= PATH_MAX) {
        yield { path: open.map(({ key }) => key), start: at, end }
      }
      at = end - 1
    }
  }
}

const KEY_MAX = 100

function keyIn(written: string): string {
  const key = written.length > KEY_MAX ? '' : jsonIn(written)
  return typeof key === 'string' ? key : ''
}

/** Behind the closing quote. Outputs have strings of megabytes. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let slashes = 0
    while (text[at - 1 - slashes] === '\\') slashes += 1
    if (slashes % 2 === 0) return at + 1
  }
  return text.length
}
