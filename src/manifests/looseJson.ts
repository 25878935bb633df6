// JSON as people write it for tools that read it loosely.

import { parseJson } from './packageJson.ts'

/** Undefined for what is none even so. */
export function parseLooseJson(text: string): unknown {
  return parseJson(withoutComments(text))
}

const TOKENS = /"(?:[^"\\\n]|\\.)*"?|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g

/** Comments and commas before a closing bracket, which these files may have. */
function withoutComments(text: string): string {
  const bare = text.replaceAll(TOKENS, (token) => (token.startsWith('"') ? token : ' '))
  return bare.replaceAll(/,(\s*[}\]])/g, '$1')
}
