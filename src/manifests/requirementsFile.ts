// requirements*.txt and constraints: a requirement a line, with options, comments and continuations.

import { type PackageName, parsePackageName } from '../domain/names/packageName.ts'
import { includedPath, includeLine } from './includes.ts'
import {
  emptyManifest,
  isRemote,
  type Manifest,
  REQUIREMENTS_MAX,
  type Requirement,
  shownText,
  TOO_MANY,
} from './manifest.ts'
import { parseRequirement } from './pep508.ts'

/**
 * What names no package, or the input's own folder: `-e .`, hashes, how files are chosen. Another index
 * (`-i`, `-f`) is none of them: what is asked of this registry need not hold there.
 */
const OPTIONS =
  /^(?:-[rce]|--(?:requirement|constraint|editable|hash|no-binary|only-binary|prefer-binary|require-hashes|pre|use-feature|trusted-host|no-deps|config-settings|global-option|install-option))/

const OTHER_INDEX = /^(?:-[if]|--(?:(?:extra-)?index-url|find-links|no-index)(?:=|$))/

/** Installers end a line at these too; people and editors do not see that. */
const ODD_BREAK = /[^\P{Cc}\t\n\r]|[\u2028\u2029]/u

export function requirementsFile(path: string, text: string): Manifest {
  const requirements: Requirement[] = []
  const elsewhere: string[] = []
  const remote: string[] = []
  const includes: string[] = []
  let isElsewhereToo = false
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
    const included = includeLine(bare)
    if (included !== null) includes.push(includedPath(path, included))
    const option = /^\s*(-\S*)/.exec(bare)?.[1]
    if (option !== undefined && OTHER_INDEX.test(option)) isElsewhereToo = true
    if (option !== undefined && !OPTIONS.test(option)) {
      problem ??= `has in line ${line} an option that is not read: ${shownText(option)}`
    }
    const egg = isRemote(bare.replace(/^\s*(?:-e|--editable)[\s=]*/, '')) ? eggOf(bare) : null
    if (egg !== null) {
      elsewhere.push(egg)
      remote.push(egg)
    }
    if (bare.trim() === '' || option !== undefined) continue
    const parsed = parseRequirement(bare)
    if (parsed === null) {
      const unnamed = egg === null ? namedByAddress(bare) : null
      if (unnamed !== null) remote.push(unnamed)
      if (!isAddress(bare)) problem ??= `has in line ${line} no requirement`
      continue
    }
    if (parsed.isElsewhere) {
      elsewhere.push(parsed.name)
      if (parsed.isRemote === true) remote.push(parsed.name)
      continue
    }
    const { name, pin, range } = parsed
    const [, space = '', spelled = ''] = /^(\s*)([\w.-]+)/.exec(bare) ?? []
    const column = space.length + 1
    requirements.push({ ecosystem: 'pypi', name, written: spelled, line, column, pin, range })
  }
  const more = {
    ...(isElsewhereToo ? { isElsewhereToo: true as const } : {}),
    ...(includes.length === 0 ? {} : { includes }),
    ...(remote.length === 0 ? {} : { remote }),
  }
  return { ...emptyManifest(path, problem), requirements, elsewhere, ...more }
}

/** `git+https://…#egg=name`: the name that a repository has. */
function eggOf(written: string): PackageName | null {
  const egg = /[#&]egg=([\w.-]+)/.exec(written)?.[1]
  return egg === undefined ? null : parsePackageName('pypi', egg)
}

/** `https://host/owner/name/archive/main.zip`: what it brings has no name there; it may be this one. */
function namedByAddress(written: string): PackageName | null {
  const path = /^\s*(?:git\+)?https?:\/\/[^/\s]+\/([^\s;#?]+)/.exec(written)?.[1]
  const parts = (path ?? '').replace(/\.git(?:@.*)?$/, '').split('/')
  return parsePackageName('pypi', parts[1] ?? parts[0] ?? '')
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
