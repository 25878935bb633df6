// How deep a text nests. Parsers recurse, and a native one that runs out of stack takes its process
// with it, so depth is judged before it sees the text.

const TOKENS =
  /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`|=>|[()[\]{}<>;]|\?(?=\s)|\b(?:keyof|type|export|declare|interface|const)\b/g

const NOT_CLOSED = { end: -1, run: 0 }

/** The deepest nesting of brackets and of chained type operators, strings and comments aside. */
export function nestingOf(text: string): number {
  let depth = 0
  let deepest = 0
  // A conditional type nests to the right without a bracket, and so does a chain of operators: both
  // end where their statement or member does.
  let chained = 0
  const outside: number[] = []
  // `A[][]["a"]` nests to the left: how many brackets follow on each other, for each that is open.
  const runs: number[] = []
  let closed = NOT_CLOSED
  for (const match of text.matchAll(TOKENS)) {
    const [token] = match
    const isComment = token.startsWith('/')
    const isNext = closed.end >= 0 && text.slice(closed.end, match.index).trim() === ''
    if (token === '(' || token === '[' || token === '{' || token === '<') {
      depth += 1
      const run = isNext && token === '[' ? closed.run + 1 : 0
      runs.push(run)
      deepest = Math.max(deepest, depth + run)
      outside.push(chained)
      chained = 0
    } else if (token === ')' || token === ']' || token === '}' || token === '>') {
      depth = Math.max(0, depth - 1)
      closed = { end: match.index + token.length, run: runs.pop() ?? 0 }
      chained = outside.pop() ?? 0
      continue
    }
    closed = isComment && isNext ? { ...closed, end: match.index + token.length } : NOT_CLOSED
    if (token === '?' || token === 'keyof') chained += 1
    else if (token === ';' || /^[a-z]/.test(token)) chained = 0
    deepest = Math.max(deepest, depth + chained)
  }
  return deepest
}
