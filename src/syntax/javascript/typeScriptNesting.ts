// How deep a text of TypeScript nests. Parsers recurse, and a native one that runs out of stack takes
// its process with it, so depth is judged before it sees the text.

import { commentEnd, isWordAt, stringEnd, templatePart } from './nesting.ts'

/** What follows one of these stands inside of it, without a bracket. */
const PREFIXES: ReadonlySet<string> = new Set(
  `keyof readonly unique infer new abstract asserts await typeof void delete yield
  if while do for with return`.split(/\s+/),
)
/** A statement or member begins here, and none before it goes on. */
const STARTS: ReadonlySet<string> = new Set(['type', 'export', 'declare', 'interface', 'const'])
/** Words that carry on what the line before began. */
const JOINING: ReadonlySet<string> = new Set(
  'extends is in of instanceof as satisfies else'.split(' '),
)

/** A value or type follows them. */
const OPERATORS: ReadonlySet<string> = new Set(['else', 'is', 'default'])

const LAST = { operator: 0, value: 1, close: 2, separator: 3 } as const
type Last = (typeof LAST)[keyof typeof LAST]

/** A bracket that is open: how long the chain is that it stands in, and how many closed ones precede it. */
type Open = Readonly<{
  mark: string
  chained: number
  questions: number
  run: number
  /** `<a>b`: what follows its end stands inside of it. */
  isPrefix: boolean
}>

/**
 * The deepest nesting of brackets and of what nests without one (`keyof keyof`, `A extends B ? C : …`,
 * `() => () =>`, `a[][]`, `if (a) if (b)`), strings and comments aside.
 */
export function nestingOf(text: string): number {
  let deepest = 0
  let chained = 0
  /** How long the chain was that a semicolon ended: `else` goes on with it. */
  let ended = 0
  /** Conditions whose colon is to come. */
  let questions = 0
  /** Of a name that is written with them. */
  let dots = 0
  let last = LAST.separator as Last
  let isNewLine = false
  /** `A[][]["a"]` nests to the left: how many brackets followed on each other when one was closed. */
  let closedRun = -1
  const open: Open[] = []
  let at = 0
  const begin = (mark: string) => {
    const run = mark === '[' && closedRun >= 0 ? closedRun + 1 : 0
    const isPrefix = mark === '<' && last === LAST.operator
    open.push({ mark, chained, questions, run, isPrefix })
    deepest = Math.max(deepest, open.length + run)
    chained = 0
    questions = 0
    last = LAST.separator
  }
  const end = () => {
    const closed = open.pop()
    chained = closed?.chained ?? 0
    questions = closed?.questions ?? 0
    closedRun = closed?.run ?? 0
    last = LAST.close
    if (closed?.isPrefix !== true) return
    chained += 1
    last = LAST.operator
  }
  /** What was opened by `a < b` is no bracket. */
  const dropLess = () => {
    while (open.at(-1)?.mark === '<') {
      chained = open.pop()?.chained ?? 0
    }
  }
  while (at < text.length) {
    const char = text[at] ?? ''
    if (char === ' ' || char === '\t' || char === '\r') {
      at += 1
      continue
    }
    if (char === '\n') {
      isNewLine = true
      at += 1
      continue
    }
    if (char === '/') {
      const after = commentEnd(text, at)
      if (after > at) {
        at = after
        continue
      }
    }
    const wasNewLine = isNewLine
    // It changes in functions too.
    const before = last as Last
    isNewLine = false
    if (isWordAt(text, at)) {
      const start = at
      while (at < text.length && isWordAt(text, at)) at += 1
      const word = text.slice(start, at)
      if (word === 'else') chained = (before === LAST.separator ? ended : chained) + 1
      else if (before !== LAST.operator && !JOINING.has(word)) {
        const isStart = STARTS.has(word) || before === LAST.separator
        if (isStart || (wasNewLine && (before === LAST.value || before === LAST.close))) {
          chained = 0
          questions = 0
        }
      }
      const isPrefix = PREFIXES.has(word)
      if (isPrefix) chained += 1
      last = isPrefix || OPERATORS.has(word) ? LAST.operator : LAST.value
      closedRun = -1
    } else if (char === '"' || char === "'") {
      at = stringEnd(text, at)
      last = LAST.value
      closedRun = -1
    } else if (char === '`') {
      at = templatePart(text, at + 1)
      if (text[at - 1] === '{') begin('`')
      else last = LAST.value
      closedRun = -1
    } else if (char === '}' && open.findLast(({ mark }) => mark !== '<')?.mark === '`') {
      dropLess()
      at = templatePart(text, at + 1)
      if (text[at - 1] !== '{') end()
    } else {
      at += 1
      dots = char === '.' && before === LAST.value ? dots + 1 : 0
      if (char === '(' || char === '[' || char === '{' || char === '<') begin(char)
      else if (char === ')' || char === ']' || char === '}') {
        dropLess()
        end()
      } else if (char === '>') {
        if (open.at(-1)?.mark === '<') end()
        else last = LAST.operator
      } else if (char === ';' || char === ',') {
        if (char === ';') {
          dropLess()
          ended = chained
        }
        chained = 0
        questions = 0
        last = LAST.separator
        closedRun = -1
      } else {
        const next = text[at] ?? ''
        if (char === '=' && next === '>') at += 1
        if (char === '*' && next === '*') at += 1
        if (char === '?' && next === '?') at += 1
        else if (char === '?' && next !== '.') questions += 1
        chained += linkOf(char, next, { last: before, questions })
        if (char === ':' && questions > 0) questions -= 1
        last = LAST.operator
        closedRun = -1
      }
    }
    deepest = Math.max(deepest, open.length + chained + dots)
  }
  return deepest
}

/** How much deeper what follows an operator stands than the operator. */
function linkOf(
  char: string,
  next: string,
  at: Readonly<{ last: Last; questions: number }>,
): number {
  switch (char) {
    case '=':
      return 1
    case '?':
      return next === '?' || next === '.' ? 0 : 1
    // The second half of a condition stands as deep as the first.
    case ':':
      return at.questions > 0 ? 0 : 1
    case '*':
      return next === '*' ? 1 : 0
    case '!':
    case '~':
    case '+':
    case '-':
      return at.last === LAST.operator ? 1 : 0
    default:
      return 0
  }
}
