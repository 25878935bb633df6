// requirements*.txt and constraints: a requirement a line, with options, comments and continuations.

import {
  emptyManifest,
  type Manifest,
  REQUIREMENTS_MAX,
  type Requirement,
  TOO_MANY,
} from './manifest.ts'
import { parseRequirement } from './pep508.ts'

/** Installers end a line at these too; people and editors do not see that. */
const ODD_BREAK = /[^\P{Cc}\t\n\r]|[\u2028\u2029]/u

export function requirementsFile(path: string, text: string): Manifest {
  const requirements: Requirement[] = []
  const elsewhere: string[] = []
  const lines = text.split(/\r\n?|\n/)
  let problem = ODD_BREAK.test(text) ? 'has line breaks that only some tools see' : null
  for (let index = 0; index < lines.length; index += 1) {
    if (requirements.length >= REQUIREMENTS_MAX) {
      problem = TOO_MANY
      break
    }
    const line = index + 1
    const pieces = [lines[index] ?? '']
    while (goesOn(pieces.at(-1) ?? '') && index + 1 < lines.length) {
      index += 1
      pieces.push(lines[index] ?? '')
    }
    const last = pieces.pop() ?? ''
    const written = [...pieces.map((piece) => piece.slice(0, -1)), last].join(' ')
    const bare = written.replace(/(?:^|\s)#.*$/, '').replace(/\s--\w.*$/, '')
    if (bare.trim() === '' || /^\s*-/.test(bare)) continue
    const parsed = parseRequirement(bare)
    if (parsed === null) {
      if (!isAddress(bare)) problem ??= `has in line ${line} no requirement`
      continue
    }
    if (parsed.isElsewhere) {
      elsewhere.push(parsed.name)
      continue
    }
    const { name, pin, range } = parsed
    const [, space = '', spelled = ''] = /^(\s*)([\w.-]+)/.exec(bare) ?? []
    const column = space.length + 1
    requirements.push({ ecosystem: 'pypi', name, written: spelled, line, column, pin, range })
  }
  return { ...emptyManifest(path, problem), requirements, elsewhere }
}

/** A comment ends with its line, whatever stands at its end. */
function goesOn(line: string): boolean {
  return line.endsWith('\\') && !/^\s*#/.test(line)
}

/** A path or an address, of which the registry knows nothing. */
function isAddress(written: string): boolean {
  return /^\s*(?:[.~/\\]|file:|[^\s;=<>!]*[/\\])|\.(?:whl|zip|tar\.gz|tgz)\s*(?:$|[;[])/i.test(
    written,
  )
}
