// `import …` and `from … import …`, between the word and the end of the statement.

import { CODE, wordEnd } from './chars.ts'
import { Cursor } from './cursor.ts'
import type { FromImportStatement, ImportStatement } from './syntax.ts'

/** What is read is passed; it is empty where there is none. */
class ImportCursor extends Cursor {
  path(): string {
    let path = this.name()
    while (path !== '' && this.take(CODE.dot)) {
      const name = this.name()
      if (name === '') return ''
      path += `.${name}`
    }
    return path
  }

  /** `as name`; an empty string if something else follows the `as`. */
  alias(): string | null {
    const start = this.at
    if (wordEnd(this.text, start, this.end) - start !== 2 || !this.text.startsWith('as', start)) {
      return null
    }
    this.pass(2)
    return this.name()
  }
}

/** Null if it makes no sense. */
export function parseImport(
  text: string,
  start: number,
  end: number,
  line: number,
): ImportStatement | null {
  const cursor = new ImportCursor(text, start, end)
  const names: { path: string; alias: string | null }[] = []
  do {
    const path = cursor.path()
    if (path === '') return null
    const alias = cursor.alias()
    if (alias === '') return null
    names.push({ path, alias })
  } while (cursor.take(CODE.comma))
  return cursor.isAtEnd() ? { kind: 'import', line, names } : null
}

/** Null if it makes no sense. */
export function parseFrom(
  text: string,
  start: number,
  end: number,
  line: number,
): FromImportStatement | null {
  const cursor = new ImportCursor(text, start, end)
  let level = 0
  while (cursor.take(CODE.dot)) level++
  // `from .import x` leaves no path: the word `import` is already the keyword.
  let module = ''
  if (!isImport(text, cursor.at, end)) {
    module = cursor.path()
    if (module === '') return null
  } else if (level === 0) return null
  if (!isImport(text, cursor.at, end)) return null
  cursor.pass(6)
  if (cursor.take(CODE.star)) return { kind: 'from', line, level, module, names: null }
  const isGrouped = cursor.take(CODE.openParen)
  const names: { name: string; alias: string | null }[] = []
  do {
    const name = cursor.name()
    // A comma may stand last.
    if (name === '') break
    const alias = cursor.alias()
    if (alias === '') return null
    names.push({ name, alias })
  } while (cursor.take(CODE.comma))
  if (names.length === 0) return null
  if (isGrouped ? !cursor.take(41) || !cursor.isAtEnd() : !cursor.isAtEnd()) return null
  return { kind: 'from', line, level, module, names }
}

function isImport(text: string, at: number, end: number): boolean {
  return wordEnd(text, at, end) - at === 6 && text.startsWith('import', at)
}
