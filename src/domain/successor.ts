// Which package a deprecation points to, from its message: words of people, so only plain phrases
// count, and whoever asks checks that there is such a package.

import { type PackageName, parsePackageName } from './names/packageName.ts'

/** Names of one message that are worth a look. */
const CANDIDATES_MAX = 5

/** What comes before the name. */
const LEADS = [
  '(?:please |should |must |to |and |,|;|\\.)?\\s*(?:use|install|try|consider|prefer)(?: using)?',
  '(?:re)?named (?:to|as)',
  '(?:has )?moved (?:in)?to',
  '(?:migrate|migrated|migrating|switch|switched|upgrade|change|changed|transition) to',
  '(?:replaced|superseded|succeeded) (?:by|with)',
  'in favou?r of',
  '(?:is|are) now(?: called| named| at| in| available (?:as|at|in)| published (?:as|under))?',
  '(?:available|published|maintained|continued|lives|found|find it)(?: now)? (?:as|at|in|under|on)',
  'new (?:package|name|home|location)(?: is| at)?:?',
  'check out|see|at',
].join('|')
const FILLERS = '(?:the|our|new|official|package|packages|module|library|npm|scoped|called|named)'
const PART = '[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?'
const NAME = `@?${PART}(?:/${PART})?`
const PHRASE = new RegExp(
  `\\b(${LEADS})\\s+(?:${FILLERS}:?\\s+){0,3}(["'\`]?)(${NAME})(["'\`]?)(?=(.{0,16}))`,
  'gi',
)
/** `.../package/<name>` of a page of a registry. */
const PAGE = new RegExp(`/package/(${NAME})`, 'gi')
/** `x provides its own types`: a package of types that is not needed any more. */
const OWN_TYPES = new RegExp(
  `(${NAME}) (?:provides|ships|comes with|has|includes) its own typ`,
  'gi',
)
/** What may follow a name without quotation marks: an end, or a word that shows that it was one. */
const ENDS =
  /^(?:[.,;:!)]?\s*$|[.,;:!)]\s|\s+(?:instead|package|module|library|or|and|for|from)\b)/i
/** After these any word may come: only what is clearly a name counts. */
const VAGUE = /^(?:check out|see|at)$/i
/** Words that follow those leads and are names of packages by accident. */
const WORDS: ReadonlySet<string> = new Set(
  (
    'a an it its this that these those them one ones other another something anything your my any ' +
    'all both each latest newer newest native built-in builtin version versions v2 v3 node nodejs ' +
    'node.js npm npx yarn pnpm github https http www master main with for from'
  ).split(' '),
)

/** In the order in which the message has them, without `own`. */
export function successorsIn(message: string, own: PackageName): readonly PackageName[] {
  const found = new Set<PackageName>()
  const add = (written: string) => {
    const name = parsePackageName('npm', written.toLowerCase())
    if (name !== null && name !== own && found.size < CANDIDATES_MAX) found.add(name)
  }
  for (const [, page = ''] of message.matchAll(PAGE)) add(page)
  for (const [, types = ''] of message.matchAll(OWN_TYPES)) add(types)
  for (const [, lead = '', quote, name = '', , rest = ''] of message.matchAll(PHRASE)) {
    if (isName(name, quote !== '' || (!VAGUE.test(lead) && ENDS.test(rest)))) add(name)
  }
  return [...found]
}

function isName(name: string, isMarked: boolean): boolean {
  if (WORDS.has(name.toLowerCase())) return false
  // `user/repository`, a file, an address: no package.
  if (!name.startsWith('@') && name.includes('/')) return false
  if (name.startsWith('@')) return name.includes('/')
  return isMarked
}
