// The members of an object type as a signature writes it: `{ a: string; readonly b?: (C) => void }`.

const OPENING = '([{<'
const CLOSING = ')]}>'
const NAMED = /^(?:readonly )?("(?:[^"\\]|\\.)*"|[^\s:?"()[\]{}<>]+)\??: (.+)$/s

/** What stands before or behind a type, and is none of it. */
export function bareType(signature: string): string {
  return signature
    .replace(/^(?:(?:static|readonly|private|protected) (?!\[))*/, '')
    .replace(/\?$/, '')
}

/** Types by their names; null for what is no object type, or was cut off. */
export function objectMembers(type: string): ReadonlyMap<string, string> | null {
  if (!type.startsWith('{ ') || !type.endsWith(' }')) return null
  const members = new Map<string, string>()
  let start = 2
  let depth = 0
  for (let at = 0; at < type.length; at += 1) {
    const char = type[at] ?? ''
    if (char === '"' || char === '`') at = quoteEnd(type, at)
    else if (OPENING.includes(char)) depth += 1
    // The arrow of a function is no bracket.
    else if (CLOSING.includes(char) && type[at - 1] !== '=') depth -= 1
    const isEnd = depth === 0
    // Something follows it: a union, an intersection, a list.
    if (isEnd && at < type.length - 1) return null
    if (!isEnd && !(depth === 1 && char === ';')) continue
    const [, name, of] = NAMED.exec(type.slice(start, isEnd ? at - 1 : at).trim()) ?? []
    if (name !== undefined && of !== undefined) members.set(name.replace(/^"|"$/g, ''), of)
    start = at + 1
  }
  return depth === 0 ? members : null
}

function quoteEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === text[start]) return at
  }
  return text.length
}
