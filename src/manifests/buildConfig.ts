// Programs that set up bundlers and test runners. They give names to folders in ways of their own
// (`alias`, `moduleNameMapper`, `resolve.modules`), often as they run: every text and key of theirs may be
// such a name, and is taken for one where nothing says that it is a package.

import { emptyManifest, type Manifest, REQUIREMENTS_MAX } from './manifest.ts'

/**
 * A text, closed or not, what may be a pattern of the language's own (`/^@app\/(.*)/`), or a word. Each takes
 * all that it has looked at, so that no input is slow.
 */
const TOKENS =
  /(['"`])((?:(?!\1)[^\\\n]|\\.)*)\1?|(?<=[:(,=[]\s{0,9})\/((?:[^\\\n/*]|\\.)(?:[^\\\n/]|\\.)*)\/?|[\w$@-]+/g
const COLON = /\s{0,9}:/y

export function buildConfig(path: string, text: string): Manifest {
  const mentioned = new Set<string>()
  for (const found of text.matchAll(TOKENS)) {
    const [word, , quoted, pattern] = found
    COLON.lastIndex = found.index + word.length
    const written = pattern?.replaceAll(/\\([/@.-])/g, '$1') ?? quoted
    for (const name of aliasesIn(written ?? (COLON.test(text) ? word : ''))) mentioned.add(name)
    if (mentioned.size >= REQUIREMENTS_MAX) break
  }
  return { ...emptyManifest(path), mentioned: [...mentioned] }
}

/** What is plain of a name, and where a group of it is one of several, those: `^(api|lib)/(.*)$`. */
export function aliasesIn(written: string): readonly string[] {
  const groups = [...written.matchAll(/\(\??:?([\w$@-]+(?:\|[\w$@-]+)*)\)/g)]
  const names = groups.flatMap(([, group = '']) => group.split('|'))
  return [plainAlias(written), ...names].filter((name) => name !== '')
}

/** What is plain of a name that may be a pattern: `^@app/(.*)$` → `@app`. */
export function plainAlias(written: string): string {
  const [plain = ''] = written.replace(/^\^/, '').split(/[()[\]*$?+|\\]/, 1)
  return plain.endsWith('/') ? plain.slice(0, -1) : plain
}
