// How a name is changed where it stands. What an import binds stays bound: other files may take it from
// this one, and texts may name it.

import type { Change } from './edit.ts'

export type Written = Readonly<{
  /** The text of the file, and where the name begins and ends. */
  text: string
  start: number
  end: number
  /** Nobody goes on with the name: it may change where it is bound. */
  isFree: boolean
}>

export type Renamed = Readonly<{ changes: readonly Change[] }> | Readonly<{ reason: string }>

const IN_TEXT = 'It stands in a text.'

/** `isImport`: what stands there is imported; else it is asked of something, behind a dot. */
export function renamedPython(written: Written, to: string, isImport: boolean): Renamed {
  const { text, start, end } = written
  if (/["']/.test(text.charAt(start - 1))) return { reason: IN_TEXT }
  if (/\.\s*$/.test(text.slice(Math.max(0, start - 200), start))) return only(written, to)
  if (!isImport) return { reason: 'What it is bound by stands elsewhere.' }
  return isAliased(text, end) || written.isFree ? only(written, to) : alias(written, to, ' as ')
}

export function renamedJavaScript(written: Written, to: string): Renamed {
  const { text, start, end } = written
  if (/["'`]/.test(text.charAt(start - 1))) return { reason: IN_TEXT }
  const before = text.slice(0, start).trimEnd()
  if (before.endsWith('.')) {
    return before.endsWith('..') ? { reason: 'It is spread.' } : only(written, to)
  }
  const open = openingBrace(before)
  if (open < 0) return { reason: 'What it is bound by stands elsewhere.' }
  const statement = before.slice(0, open).trimEnd()
  const behind = text.slice(end).trimStart()
  if (/\b(?:import|export)(?:\s+type)?(?:\s+[\w$]+\s*,)?$/.test(statement)) {
    return /^as\b/.test(behind) || written.isFree ? only(written, to) : alias(written, to, ' as ')
  }
  if (!/\b(?:const|let|var)$/.test(statement))
    return { reason: 'It is no import that is read here.' }
  if (behind.startsWith(':')) return only(written, to)
  return behind.startsWith('=') ? { reason: 'It has a default.' } : alias(written, to, ': ')
}

function only({ start, end }: Written, to: string): Renamed {
  return { changes: [{ start, end, text: to }] }
}

function alias({ text, start, end }: Written, to: string, word: string): Renamed {
  return { changes: [{ start, end, text: `${to}${word}${text.slice(start, end)}` }] }
}

export function isAliased(text: string, end: number): boolean {
  return /^(?:[^\S\r\n]|\\\r?\n)+as(?![\p{ID_Continue}])/u.test(text.slice(end, end + 400))
}

export function timesOf(text: string, name: string): number {
  let count = 0
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length)) {
    const around = text.charAt(at - 1) + text.charAt(at + name.length)
    if (!/[\p{ID_Continue}$]/u.test(around)) count += 1
  }
  return count
}

/** Where the brace stands that the text is in; -1 where it is in none. */
function openingBrace(before: string): number {
  let depth = 0
  for (let at = before.length - 1; at >= 0; at -= 1) {
    const char = before.charAt(at)
    if (char === '}') depth += 1
    else if (char === '{' && depth === 0) return at
    else if (char === '{') depth -= 1
    else if (char === ';' || char === '(' || char === ')') return -1
  }
  return -1
}

/**
 * `from a import x, y` with one name from elsewhere: the module is changed where it is the only one,
 * else the name leaves the line and gets its own below it.
 */
export function movedPython(written: Written, module: string, to: string, from: string): Renamed {
  const { text, start, end } = written
  const lineStart =
    Math.max(text.lastIndexOf('\n', start - 1), text.lastIndexOf('\r', start - 1)) + 1
  const lineEnd = start + (/[\r\n]|$/.exec(text.slice(start))?.index ?? 0)
  const line = text.slice(lineStart, lineEnd)
  const match =
    /^(\s*)from([^\S\r\n]+)([\w.]+)[^\S\r\n]+import[^\S\r\n]+([\w, \t]+?)[^\S\r\n]*$/.exec(line)
  if (match === null || match[3] !== from) {
    return { reason: 'Its import is written in a way that is not taken apart.' }
  }
  const [, indent = '', gap = '', , list = ''] = match
  const name = text.slice(start, end)
  const names = list.split(',').map((one) => one.trim())
  const isMine = (one: string) => one === name || one.startsWith(`${name} `)
  const mine = names.filter(isMine)
  const [only] = mine
  if (only === undefined || mine.length !== 1 || names.includes('')) {
    return { reason: 'Its import is written in a way that is not taken apart.' }
  }
  const bound = only === name ? name : only.slice(name.length).replace(/^\s+as\s+/, '')
  const put = to === bound ? to : `${to} as ${bound}`
  const moduleStart = lineStart + indent.length + 'from'.length + gap.length
  const moduleEnd = moduleStart + from.length
  const listStart = lineStart + line.lastIndexOf(list)
  if (names.length === 1) {
    return {
      changes: [
        { start: moduleStart, end: moduleEnd, text: module },
        { start: listStart, end: listStart + list.length, text: put },
      ],
    }
  }
  const lineBreak = /\r\n|\r|\n/.exec(text)?.[0] ?? '\n'
  const rest = names.filter((one) => !isMine(one)).join(', ')
  const added = `${lineBreak}${indent}from ${module} import ${put}`
  return { changes: [{ start: listStart, end: lineEnd, text: rest + added }] }
}
