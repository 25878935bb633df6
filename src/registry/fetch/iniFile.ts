// The dialect of INI that .npmrc and pip.conf share: `key = value`, sections, comments.

import { keptIn } from '../../domain/maps.ts'

/** Section by section; keys before the first heading are in section ''. Later lines win. */
type IniFile = ReadonlyMap<string, ReadonlyMap<string, string>>

/** In pip.conf a colon also stands between a key and its value, and a line further in goes on with it. */
export function parseIni(text: string, dialect: 'npm' | 'pip' = 'npm'): IniFile {
  const sections = new Map<string, Map<string, string>>()
  const section = (heading: string) => keptIn(sections, heading, () => new Map<string, string>())
  let current = section('')
  let last: Readonly<{ key: string; indent: number }> | null = null
  for (const written of text.replace(/^\uFEFF/, '').split(/\r?\n/)) {
    const line = written.trim()
    if (line === '' || line.startsWith('#') || line.startsWith(';')) continue
    const indent = written.length - written.trimStart().length
    if (dialect === 'pip' && last !== null && indent > last.indent) {
      current.set(last.key, `${current.get(last.key) ?? ''}\n${line}`)
      continue
    }
    last = null
    if (line.startsWith('[') && line.endsWith(']')) {
      current = section(line.slice(1, -1).trim())
      continue
    }
    const equals = dialect === 'pip' ? line.search(/[=:]/) : line.indexOf('=')
    if (equals === -1) continue
    const key = unquote(line.slice(0, equals).trim())
    current.set(key, unquote(line.slice(equals + 1).trim()))
    last = { key, indent }
  }
  return sections
}

function unquote(text: string): string {
  const quote = text[0]
  const isQuoted = text.length >= 2 && (quote === '"' || quote === "'") && text.endsWith(quote)
  return isQuoted ? text.slice(1, -1) : text
}
