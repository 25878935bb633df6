// The dialect of INI that .npmrc and pip.conf share: `key = value`, sections, comments.

import { keptIn } from '../../domain/maps.ts'

/** Section by section; keys before the first heading are in section ''. Later lines win. */
type IniFile = ReadonlyMap<string, ReadonlyMap<string, string>>

export function parseIni(text: string): IniFile {
  const sections = new Map<string, Map<string, string>>()
  const section = (heading: string) => keptIn(sections, heading, () => new Map<string, string>())
  let current = section('')
  for (const written of text.replace(/^\uFEFF/, '').split(/\r?\n/)) {
    const line = written.trim()
    if (line === '' || line.startsWith('#') || line.startsWith(';')) continue
    if (line.startsWith('[') && line.endsWith(']')) {
      current = section(line.slice(1, -1).trim())
      continue
    }
    const equals = line.indexOf('=')
    if (equals === -1) continue
    current.set(unquote(line.slice(0, equals).trim()), unquote(line.slice(equals + 1).trim()))
  }
  return sections
}

function unquote(text: string): string {
  const quote = text[0]
  const isQuoted = text.length >= 2 && (quote === '"' || quote === "'") && text.endsWith(quote)
  return isQuoted ? text.slice(1, -1) : text
}
