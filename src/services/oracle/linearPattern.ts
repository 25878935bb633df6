// Regular expressions of strangers, by an engine whose time grows with pattern times text and no
// faster. Both are bounded: the size of the program before it is made, the product before it is run.

import { RE2JS, RE2JSException } from 're2js'
import { PATTERN_LENGTH_MAX, PATTERN_PROGRAM_MAX, PATTERN_STEPS_MAX } from '../../limits.ts'
import { Beyond, Budget } from './budget.ts'

export type Found = Readonly<{ start: number; end: number }>

export type LinearPattern = ReturnType<typeof linearPattern>

type PatternFlags = Readonly<{ i?: boolean; m?: boolean; s?: boolean }>

export function flagsOf(flags: string): PatternFlags {
  return { i: flags.includes('i'), m: flags.includes('m'), s: flags.includes('s') }
}

/**
 * RE2 syntax. Throws `Beyond` for what is none and for what is too large. `budget`: of a check that
 * may have many patterns, to make them is work as well.
 */
export function linearPattern(
  source: string,
  flags: PatternFlags = {},
  budget: Budget | null = null,
) {
  if (source.length > PATTERN_LENGTH_MAX) {
    throw new Beyond(`the pattern has more than ${PATTERN_LENGTH_MAX} characters`)
  }
  if (programBound(source) > PATTERN_PROGRAM_MAX) throw new Beyond('the pattern repeats too much')
  const classes = classesBound(source, flags.i === true)
  if (classes > CLASSES_MAX) throw new Beyond('the pattern names too many characters')
  budget?.spend(STEPS_OF_A_CHARACTER * (source.length + classes))
  const compiled = compile(source, flags)
  const size = compiled.programSize()
  const matcherOf = (text: string, budget: Budget) => {
    budget.spend(size * (text.length + 1))
    return compiled.matcher(text)
  }
  /** The first match anywhere in the text; offsets in UTF-16 units. */
  const find = (text: string, budget: Budget): Found | null => {
    const matcher = matcherOf(text, budget)
    return matcher.find() ? { start: matcher.start(), end: matcher.end() } : null
  }
  /** Whether all of the text matches. */
  const fits = (text: string, budget: Budget) => matcherOf(text, budget).matches()
  return {
    find,
    fits,
    /** The first match anywhere, or of all of the text; within a budget of its own. */
    search(text: string, isFull: boolean): Found | null {
      const own = new Budget(PATTERN_STEPS_MAX)
      if (!isFull) return find(text, own)
      return fits(text, own) ? { start: 0, end: text.length } : null
    },
  }
}

function compile(source: string, { i = false, m = false, s = false }: PatternFlags): RE2JS {
  const flags =
    (i ? RE2JS.CASE_INSENSITIVE : 0) | (m ? RE2JS.MULTILINE : 0) | (s ? RE2JS.DOTALL : 0)
  try {
    return RE2JS.compile(source, flags)
  } catch (error) {
    // The engine's own words hold parts of the pattern, and patterns are not repeated.
    if (error instanceof RE2JSException) throw new Beyond('the pattern is not RE2 syntax')
    throw error
  }
}

/** What making a pattern takes, for each of its characters and of those that its classes name. */
const STEPS_OF_A_CHARACTER = 100
const CLASSES_MAX = 20_000
const PROPERTY = 1_000
/** In ranges that are folded each character is looked at; so many are as much as one here. */
const FOLDED = 100
const UNICODE_SIZE = 0x11_0000

/** How much there is to join in the classes of a pattern: properties, and ranges that are folded. */
function classesBound(source: string, isFolded: boolean): number {
  const properties = source.match(/\\[pP]/g)?.length ?? 0
  let sum = properties * PROPERTY
  if (!isFolded) return sum
  const units = [...source]
  for (let i = 1; i + 1 < units.length; i++) {
    if (units[i] !== '-') continue
    const [low = '', high = ''] = [units[i - 1], units[i + 1]]
    // An escape may stand for any character.
    const isPlain = low !== '}' && high !== '\\'
    const size = isPlain ? (high.codePointAt(0) ?? 0) - (low.codePointAt(0) ?? 0) : UNICODE_SIZE
    sum += Math.max(1, size / FOLDED)
  }
  return sum
}

const COUNTS = /\{(\d+)(?:,(\d*))?\}/y

/** At least as large as the program: an atom is one step, a count repeats what stands before it. */
function programBound(source: string): number {
  const open: number[] = []
  let size = 0
  /** Where the last atom began, as the size then. */
  let before = 0
  for (let i = 0; i < source.length; i++) {
    const unit = source[i]
    if (unit === '{') {
      COUNTS.lastIndex = i
      const counts = COUNTS.exec(source)
      if (counts !== null) {
        const most = Math.max(Number(counts[1]), Number(counts[2] ?? 0), 1)
        // An optional copy takes a branch of its own.
        size = before + (size - before) * most * 2
        i += counts[0].length - 1
        if (size > PATTERN_PROGRAM_MAX * 4) return size
        continue
      }
    }
    if (unit === '(') {
      open.push(size)
      size += 2
      continue
    }
    if (unit === ')') {
      before = open.pop() ?? 0
      size += 2
      continue
    }
    if (unit === '*' || unit === '+' || unit === '?') {
      size += 1
      continue
    }
    before = size
    size += unit === '|' ? 2 : 1
    if (unit === '\\') i += 1
    else if (unit === '[') i = classEnd(source, i)
  }
  return size
}

function classEnd(source: string, open: number): number {
  let i = source[open + 1] === '^' ? open + 2 : open + 1
  // A bracket that comes first is a character.
  if (source[i] === ']') i += 1
  for (; i < source.length && source[i] !== ']'; i++) {
    if (source[i] === '\\') i += 1
    else if (source.startsWith('[:', i)) i = Math.max(i, source.indexOf(':]', i) + 1)
  }
  return i
}
