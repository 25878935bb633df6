// requirements*.txt and constraints: a requirement a line, with options, comments and continuations.

import { emptyManifest, type Manifest, REQUIREMENTS_MAX, type Requirement } from './manifest.ts'
import { parseRequirement } from './pep508.ts'

export function requirementsFile(path: string, text: string): Manifest {
  const requirements: Requirement[] = []
  const elsewhere: string[] = []
  const lines = text.split(/\r\n?|\n/)
  for (let index = 0; index < lines.length && requirements.length < REQUIREMENTS_MAX; index += 1) {
    const line = index + 1
    const pieces = [lines[index] ?? '']
    while (pieces.at(-1)?.endsWith('\\') && index + 1 < lines.length) {
      index += 1
      pieces.push(lines[index] ?? '')
    }
    const last = pieces.pop() ?? ''
    const written = [...pieces.map((piece) => piece.slice(0, -1)), last].join(' ')
    const bare = written.replace(/(?:^|\s)#.*$/, '').replace(/\s--?\w.*$/, '')
    const parsed = bare.trim() === '' || /^\s*-/.test(bare) ? null : parseRequirement(bare)
    if (parsed === null) continue
    if (parsed.isElsewhere) {
      elsewhere.push(parsed.name)
      continue
    }
    const { name, pin, range } = parsed
    const [, space = '', spelled = ''] = /^(\s*)([\w.-]+)/.exec(bare) ?? []
    const column = space.length + 1
    requirements.push({ ecosystem: 'pypi', name, written: spelled, line, column, pin, range })
  }
  return { ...emptyManifest(path), requirements, elsewhere }
}
