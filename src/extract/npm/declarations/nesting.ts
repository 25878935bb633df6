// How deep a text nests. Parsers recurse, and a native one that runs out of stack takes its process
// with it, so depth is judged before it sees the text.

const TOKENS =
  /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`|=>|[()[\]{}<>;]|\?(?=\s)|\b(?:keyof|type|export|declare|interface|const)\b/g

/** The deepest nesting of brackets and of chained type operators, strings and comments aside. */
export function nestingOf(text: string): number {
  let depth = 0
  let deepest = 0
  // A conditional type nests to the right without a bracket, and so does a chain of operators: both
  // end where their statement or member does.
  let chained = 0
  const outside: number[] = []
  for (const [token] of text.matchAll(TOKENS)) {
    if (token === '(' || token === '[' || token === '{' || token === '<') {
      depth += 1
      outside.push(chained)
      chained = 0
    } else if (token === ')' || token === ']' || token === '}' || token === '>') {
      depth = Math.max(0, depth - 1)
      chained = outside.pop() ?? 0
    } else if (token === '?' || token === 'keyof') chained += 1
    else if (token === ';' || /^[a-z]/.test(token)) chained = 0
    deepest = Math.max(deepest, depth + chained)
  }
  return deepest
}
