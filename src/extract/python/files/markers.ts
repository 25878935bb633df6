// Environment markers of requirements (PEP 508), decided for the interpreter that tables speak of.

import { satisfies, valid, validRange } from '@renovatebot/pep440'
import { REFERENCE } from '../standard/referenceInterpreter.ts'

const [MAJOR, MINOR] = REFERENCE.version
const FULL_VERSION = REFERENCE.version.join('.')

/** No extra is taken, so whatever asks for one does not hold. */
const ENVIRONMENT: ReadonlyMap<string, string> = new Map([
  ['os_name', REFERENCE.osName],
  ['sys_platform', REFERENCE.platform],
  ['platform_machine', 'x86_64'],
  ['platform_python_implementation', 'CPython'],
  ['platform_release', ''],
  ['platform_system', 'Linux'],
  ['platform_version', ''],
  ['python_version', `${MAJOR}.${MINOR}`],
  ['python_full_version', FULL_VERSION],
  ['implementation_name', 'cpython'],
  ['implementation_version', FULL_VERSION],
  ['extra', ''],
  // How markers were written before there was a standard for them.
  ['os.name', REFERENCE.osName],
  ['sys.platform', REFERENCE.platform],
  ['platform.machine', 'x86_64'],
  ['platform.python_implementation', 'CPython'],
  ['python_implementation', 'CPython'],
])

const TOKEN =
  /\s*(?:([()])|(<=|>=|===|==|!=|~=|<|>)|("[^"]*"|'[^']*')|(not\s+in\b)|([A-Za-z_][\w.]*))/y

const TOKENS_MAX = 500
const DEPTH_MAX = 50

class MarkerError extends Error {}

/** Whether the marker holds; true for one that cannot be read, which forbids nothing. */
export function holds(marker: string): boolean {
  try {
    const tokens = tokenize(marker)
    const reader = { tokens, at: 0, depth: 0 }
    const value = readEither(reader)
    return reader.at < tokens.length ? true : value
  } catch (error) {
    if (error instanceof MarkerError) return true
    throw error
  }
}

type Reader = { readonly tokens: readonly string[]; at: number; depth: number }

function tokenize(marker: string): string[] {
  const tokens: string[] = []
  TOKEN.lastIndex = 0
  const text = marker.trim()
  while (TOKEN.lastIndex < text.length) {
    const found = TOKEN.exec(text)
    if (found === null || tokens.length >= TOKENS_MAX) throw new MarkerError()
    tokens.push(found[4] === undefined ? found[0].trim() : 'not in')
  }
  return tokens
}

function readEither(reader: Reader): boolean {
  let value = readBoth(reader)
  while (take(reader, 'or')) value = readBoth(reader) || value
  return value
}

function readBoth(reader: Reader): boolean {
  let value = readOne(reader)
  while (take(reader, 'and')) value = readOne(reader) && value
  return value
}

function readOne(reader: Reader): boolean {
  if (!take(reader, '(')) return readComparison(reader)
  reader.depth += 1
  if (reader.depth > DEPTH_MAX) throw new MarkerError()
  const value = readEither(reader)
  reader.depth -= 1
  if (!take(reader, ')')) throw new MarkerError()
  return value
}

function readComparison(reader: Reader): boolean {
  const left = next(reader)
  const operator = next(reader)
  const right = next(reader)
  return compare(sideOf(left), operator, sideOf(right))
}

function take(reader: Reader, token: string): boolean {
  if (reader.tokens[reader.at] !== token) return false
  reader.at += 1
  return true
}

function next(reader: Reader): string {
  const token = reader.tokens[reader.at]
  if (token === undefined) throw new MarkerError()
  reader.at += 1
  return token
}

function sideOf(token: string): string {
  if (/^["']/.test(token)) return token.slice(1, -1)
  const known = ENVIRONMENT.get(token)
  if (known === undefined) throw new MarkerError()
  return known
}

function compare(left: string, operator: string, right: string): boolean {
  if (operator === 'in') return right.includes(left)
  if (operator === 'not in') return !right.includes(left)
  const range = `${operator}${right}`
  if (valid(left) !== null && validRange(range))
    return satisfies(left, range, { prereleases: true })
  const compareTexts = COMPARISONS.get(operator)
  if (compareTexts === undefined) throw new MarkerError()
  return compareTexts(left, right)
}

const COMPARISONS = new Map<string, (left: string, right: string) => boolean>([
  ['==', (left, right) => left === right],
  ['===', (left, right) => left === right],
  ['!=', (left, right) => left !== right],
  ['<', (left, right) => left < right],
  ['>', (left, right) => left > right],
  ['<=', (left, right) => left <= right],
  ['>=', (left, right) => left >= right],
])
