// The text of a Cython file as that of a stub: what Python sees of the module that is compiled from
// it, line by line where it stands, and nothing else. Cython files are read only beside the compiled
// module that came of them.

type CythonText = Readonly<{ text: string; includes: readonly string[] }>

const LINES_MAX = 200_000

export function cythonText(source: string): CythonText {
  const out: string[] = []
  const includes: string[] = []
  /** Lines that are indented deeper than this belong to something that Python does not see. */
  let skipped = Number.POSITIVE_INFINITY
  let isInternal = false
  let decorators: Line[] = []
  /** Headers of which nothing below is seen yet. */
  let open: Line[] = []
  const close = (indent: number) => {
    for (const header of open) if (header.indent >= indent) out[header.line] += ' pass'
    open = open.filter((header) => header.indent < indent)
  }
  for (const one of logicalLines(source)) {
    const { line, indent, text } = one
    if (line > LINES_MAX) break
    if (indent > skipped) continue
    skipped = Number.POSITIVE_INFINITY
    close(indent)
    const include = /^include\s+["']([^"']+)["']/.exec(text)?.[1]
    if (include !== undefined) includes.push(include)
    if (text.startsWith('@')) {
      isInternal ||= /\bcython\.internal\b/.test(text)
      if (SEEN_DECORATOR.test(text)) decorators.push(one)
      continue
    }
    const seen = isInternal ? null : pythonLine(text)
    if (seen !== null) {
      for (const mark of decorators) out[mark.line] = ' '.repeat(mark.indent) + mark.text
      out[line] = ' '.repeat(indent) + seen.text
      open = seen.hasBlock ? [one] : []
    }
    if (text.endsWith(':') && seen?.hasBlock !== true) skipped = indent
    isInternal = false
    decorators = []
  }
  close(0)
  return { text: Array.from(out, (one) => one ?? '').join('\n'), includes }
}

const SEEN_DECORATOR = /^@(?:property|staticmethod|classmethod|\w+\.setter)\b/

type Seen = Readonly<{ text: string; hasBlock: boolean }>

/** What Python sees of a line; null for nothing. */
function pythonLine(text: string): Seen | null {
  const cls =
    /^(?:c(?:p)?def\s+)?(?:(?:public|api|private)\s+)*class\s+(\w+)\s*(\([^)]*\))?[^:]*:/.exec(text)
  if (cls !== null) return { text: `class ${cls[1]}${cls[2] ?? ''}:`, hasBlock: true }
  const list = /^cpdef\s+enum\s+(?:class\s+)?(\w+)?\s*(?:\([^)]*\))?:/.exec(text)
  if (list?.[1] !== undefined) return { text: `class ${list[1]}:`, hasBlock: true }
  const plain = /^(?:async\s+)?def\s+(\w+)\s*\(/.exec(text)
  if (plain?.[1] !== undefined) return { text: signature(plain[1], text), hasBlock: false }
  const typed = /^cpdef\s+[^(=]*?(\w+)\s*\(/.exec(text)
  if (typed?.[1] !== undefined) return { text: signature(typed[1], text), hasBlock: false }
  const shown = /^cdef\s+(?:public|readonly)\s+(.*)$/.exec(text)
  if (shown?.[1] !== undefined) {
    // `double buf[16]`: what stands in brackets says how much of it there is.
    const names = shown[1]
      .replace(/\[[^\]]*\]/g, '')
      .split(',')
      .flatMap((one) => /(\w+)\s*(?:=.*)?$/.exec(one.trim())?.[1] ?? [])
    return { text: names.map((name) => `${name}: object`).join('; '), hasBlock: false }
  }
  const property = /^property\s+(\w+)\s*:/.exec(text)
  if (property !== null) return { text: `${property[1]}: object`, hasBlock: false }
  if (/^(?:cdef|cpdef|ctypedef|cimport|DEF|from\s+[\w.]+\s+cimport|include)\b/.test(text))
    return null
  if (/^(?:import|from)\s/.test(text)) return { text, hasBlock: false }
  if (/^(?:if|elif|else|try|except|finally|with|for|while|IF|ELIF|ELSE)\b.*:$/.test(text)) {
    return { text: 'if _:', hasBlock: true }
  }
  return value(text)
}

/** `X = Y` stays; of any other value only the name counts. */
function value(text: string): Seen | null {
  if (/^__all__\s*(?:\+?=)/.test(text)) return { text, hasBlock: false }
  const found = /^(\w+)\s*(?::[^=]*)?=(?!=)\s*(.*)$/.exec(text)
  if (found !== null) {
    const isAlias = /^[A-Za-z_][\w.]*$/.test(found[2] ?? '')
    return { text: isAlias ? `${found[1]} = ${found[2]}` : `${found[1]}: object`, hasBlock: false }
  }
  // Members of an enum stand alone.
  const bare = /^([A-Z]\w*),?$/.exec(text)
  return bare === null ? null : { text: `${bare[1]}: object`, hasBlock: false }
}

function signature(name: string, written: string): string {
  const text = written.replace(/"[^"]*"|'[^']*'/g, '""')
  const open = text.indexOf('(')
  const parameters = splitTop(text.slice(open + 1, closing(text, open))).map(parameter)
  return `def ${name}(${parameters.filter((one) => one !== null).join(', ')}): ...`
}

/** `double[:] x not None = None` → `x=None`. */
function parameter(text: string): string | null {
  const [, head = '', , otherwise] = /^([^=]*?)(=\s*(.*))?$/.exec(text.trim()) ?? []
  const plain = head.replace(/\s+(?:not|or)\s+None\s*$/, '').trim()
  if (plain === '*' || plain === '/') return plain
  const stars = /^\*{1,2}/.exec(plain)?.[0] ?? ''
  const bare = plain.split(/:\s*(?![^[]*\])/)[0] ?? ''
  const name = /([A-Za-z_]\w*)\s*(?:\[[^\]]*\])?$/.exec(bare.trim())?.[1]
  if (name === undefined) return null
  const isPlain = otherwise !== undefined && /^(?:-?[\w.]+|\(\)|\{\}|\[\])$/.test(otherwise)
  const given = otherwise === undefined ? '' : isPlain ? `=${otherwise}` : '=...'
  return `${stars}${name}${given}`
}

function closing(text: string, open: number): number {
  let depth = 0
  for (let at = open; at < text.length; at++) {
    const char = text[at] ?? ''
    if ('([{'.includes(char)) depth++
    else if (')]}'.includes(char)) {
      depth--
      if (depth === 0) return at
    }
  }
  return text.length
}

function splitTop(text: string): string[] {
  const parts: string[] = []
  let depth = 0
  let from = 0
  for (let at = 0; at < text.length; at++) {
    const char = text[at] ?? ''
    if ('([{'.includes(char)) depth++
    else if (')]}'.includes(char)) depth--
    else if (char === ',' && depth === 0) {
      parts.push(text.slice(from, at))
      from = at + 1
    }
  }
  return [...parts, text.slice(from)].filter((one) => one.trim() !== '')
}

type Line = Readonly<{ line: number; indent: number; text: string }>

/** Lines as brackets and strings join them; comments are gone, long strings are empty. */
function* logicalLines(source: string): Generator<Line> {
  let [at, line, depth] = [0, 0, 0]
  let current = ''
  let first = 0
  while (at < source.length) {
    const char = source[at] ?? ''
    if (char === '#') {
      while (at < source.length && source[at] !== '\n') at++
      continue
    }
    if (char === '"' || char === "'") {
      const quote = source.startsWith(char.repeat(3), at) ? char.repeat(3) : char
      const end = stringEnd(source, at + quote.length, quote)
      const inner = source.slice(at, end)
      current += quote.length === 1 ? inner.replaceAll('\n', ' ') : '""'
      line += inner.split('\n').length - 1
      at = end
      continue
    }
    if (char === '\n' || char === ';') {
      if (char === '\n') line++
      at++
      if (depth > 0) current += ' '
      else {
        yield* lineOf(current, first)
        current = char === ';' ? (/^\s*/.exec(current)?.[0] ?? '') : ''
        first = line
      }
      continue
    }
    if (char === '\\' && source[at + 1] === '\n') {
      current += ' '
      line++
      at += 2
      continue
    }
    if ('([{'.includes(char)) depth++
    else if (')]}'.includes(char)) depth = Math.max(0, depth - 1)
    current += char
    at++
  }
  yield* lineOf(current, first)
}

function* lineOf(text: string, line: number): Generator<Line> {
  const trimmed = text.trim()
  if (trimmed === '') return
  const indent = (/^[ \t]*/.exec(text)?.[0] ?? '').replaceAll('\t', '        ').length
  yield { line, indent, text: trimmed }
}

function stringEnd(source: string, from: number, quote: string): number {
  for (let at = from; at < source.length; at++) {
    if (source[at] === '\\') at++
    else if (source.startsWith(quote, at)) return at + quote.length
    else if (quote.length === 1 && source[at] === '\n') return at
  }
  return source.length
}
