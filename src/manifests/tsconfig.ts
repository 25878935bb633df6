// tsconfig.json and jsconfig.json: the names that they give to paths.

import { emptyManifest, entriesOf, fieldOf, type Manifest } from './manifest.ts'
import { parseJson } from './packageJson.ts'

export function tsconfig(path: string, text: string): Manifest {
  const root = parseJson(withoutComments(text))
  if (root === undefined) return emptyManifest(path, 'is no JSON')
  const aliases = entriesOf(fieldOf(root, 'compilerOptions', 'paths')).map(([alias]) => alias)
  return { ...emptyManifest(path), aliases }
}

const TOKENS = /"(?:[^"\\\n]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g

/** Comments and commas before a closing bracket, which these files may have. */
function withoutComments(text: string): string {
  const bare = text.replaceAll(TOKENS, (token) => (token.startsWith('"') ? token : ' '))
  return bare.replaceAll(/,(\s*[}\]])/g, '$1')
}
