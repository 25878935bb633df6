// What a question is about, by rules: which packages, which ecosystem, which names, and what is asked
// of them. Nothing here is certain; the answer shows how the question was understood.

import type { Ecosystem } from '../../domain/names/packageName.ts'
import { identifierWords, isIdle, stem } from './words.ts'

type Intent = 'how_to' | 'exists' | 'signature' | 'replaced' | 'changed'

export type PackageRef = Readonly<{ ecosystem: Ecosystem; name: string }>

export type Interpretation = Readonly<{
  intent: Intent
  ecosystem: Ecosystem | null
  /** Packages that the question names, the likeliest first. */
  named: readonly PackageRef[]
  /** The question is about those and no others. */
  isCertain: boolean
  /** Packages that the question names and that cannot be searched, because they are not indexed. */
  unsearched: readonly string[]
  /** Packages that the code in the context imports. */
  imported: readonly PackageRef[]
  versions: readonly string[]
  /** Identifiers in the question. */
  symbols: readonly string[]
  words: readonly string[]
  /** Words that name the package, and may name something in it too. */
  nameWords: readonly string[]
}>

/** Packages that go by a name or are imported under it, of those that can be searched. */
export type FindPackages = (written: string) => readonly PackageRef[]

/** Whether a package goes by a name that many ask for, searchable or not. */
export type IsPackage = (written: string) => boolean

const PYTHON = /\b(?:python3?|pip|pypi|django|asyncio)\b/i
const JAVASCRIPT = /\b(?:javascript|typescript|node(?:\.?js)?|js|ts|npm|react|browser)\b/i
const VERSION = /^v?\d+(?:\.\d+)*(?:(?:a|b|rc)\d+)?(?:\.x)?$/
const BEFORE_PACKAGE = new Set(['in', 'with', 'using', 'via', 'from', 'of', 'package', 'library'])
/** `from a response`, `of a list` are ordinary English: these are less so. */
const RIGHT_BEFORE_PACKAGE = new Set(['in', 'with', 'using', 'via'])
const AFTER_PACKAGE = new Set(['package', 'library', 'module'])
const NAMED_MAX = 5

const INTENTS: readonly (readonly [Intent, RegExp])[] = [
  [
    'replaced',
    /\b(?:replac\w*|instead of|successors?|supersed\w*|alternatives? (?:to|for)|renamed)\b/i,
  ],
  ['changed', /\b(?:chang\w*|breaking|migrat\w*|upgrad\w*|differen\w*|what'?s new)\b/i],
  [
    'exists',
    /^\s*(?:is|are|does|do|has|can)\b.*\b(?:exists?|there|have|has|export|provide|support)\b/i,
  ],
  ['signature', /\b(?:signature|parameters?|arguments?|params?|args|kwargs)\b/i],
]

type Token = Readonly<{ text: string; isMarked: boolean }>

export function interpret(
  query: string,
  context: string | null,
  findPackages: FindPackages,
  /** The share of packages that use a word: names that few others use are nothing but names. */
  spread: (word: string) => number = () => 1,
  isPackage: IsPackage = () => false,
): Interpretation {
  const tokens = tokensOf(query)
  const versions = tokens.flatMap(({ text }) => (VERSION.test(text) ? text.replace(/^v/, '') : []))
  const intent = intentOf(query, versions.length)
  // Whoever asks whether something exists, or what changed, asks it of a package.
  const isOfPackage = intent !== 'how_to' && intent !== 'replaced'
  const { named, isCertain, nameTokens } = findNamed(
    tokens,
    findPackages,
    (text) => isOfPackage || isNothingElse(text, spread),
  )
  const imported = unique(importsIn(context ?? '').flatMap(findPackages))
  const unsearched = tokens
    .filter((token, at) => !nameTokens.has(token) && isMeantAsPackage(tokens, at, spread))
    .map(({ text }) => bareName(text))
    .filter((name) => findPackages(name).length === 0 && isPackage(name))
  const words = tokens
    .filter((token) => !isVersion(token, intent) && !(isCertain && nameTokens.has(token)))
    .flatMap((token) => {
      const isTold = isCapital(token.text) || isNoun(tokens, tokens.indexOf(token))
      return identifierWords(token.text).filter((word) => !isIdle(word) || isTold)
    })
  const nameWords = unique([...nameTokens].flatMap(({ text }) => identifierWords(text)))
  const all = tokens.flatMap(({ text }) => identifierWords(text))
  return {
    intent,
    ecosystem: ecosystemOf(query, named, imported),
    named,
    isCertain,
    unsearched: unique(unsearched),
    imported,
    versions,
    symbols: tokens.filter(isIdentifier).map(({ text }) => text.replace(/\(\)$/, '')),
    // A question of idle words alone is searched as it is.
    words: unique(words.length > 0 ? words : all),
    nameWords,
  }
}

/** In a question about releases; `v4` may be a name everywhere else. */
function isVersion({ text }: Token, intent: Intent): boolean {
  return VERSION.test(text) && (intent === 'changed' || !/^v\d+$/.test(text))
}

/** In capitals a word says something: `GET` is not `get`. */
function isCapital(text: string): boolean {
  return /^[A-Z]{2,}$/.test(text)
}

/** `a get request`, `the set method`: behind an article a verb is the name of something. */
function isNoun(tokens: readonly Token[], at: number): boolean {
  const before = tokens[at - 1]?.text.toLowerCase() ?? ''
  return /^(?:an?|the)$/.test(before) && /^(?:get|set|call|keep)$/i.test(tokens[at]?.text ?? '')
}

function intentOf(query: string, versionCount: number): Intent {
  const found = INTENTS.find(([, pattern]) => pattern.test(query))?.[0] ?? 'how_to'
  // To change a thing is something that one does; between releases, something that happened.
  const isOfReleases = versionCount > 0 || /\b(?:breaking|what'?s new|releases?)\b/i.test(query)
  return found === 'changed' && !isOfReleases ? 'how_to' : found
}

function tokensOf(query: string): readonly Token[] {
  return query.split(/\s+/).flatMap((raw) => {
    const isMarked = /^[`'"].+[`'"][?.,;:!)]*$/.test(raw)
    const text = raw.replace(/^[`'"([{<]+/, '').replace(/(?:[`'"\]}>?.,;:!]|(?<!\()\))+$/, '')
    return text === '' ? [] : { text, isMarked }
  })
}

function isIdentifier({ text, isMarked }: Token): boolean {
  if (!/^[@A-Za-z_$][\w$.@/-]*(?:\(\))?$/.test(text)) return false
  return isMarked || /[a-z][A-Z]|_|\w\.\w|\(\)$/.test(text)
}

const ORDINARY_SHARE = 0.1

/** `jinja2`, `date-fns`, `matplotlib`: not a word that anybody uses for something else. */
function isNothingElse(text: string, spread: (word: string) => number): boolean {
  if (/[a-z][-_][a-z]|[a-z]\d/i.test(text)) return true
  return text.length >= 4 && spread(stem(text)) < ORDINARY_SHARE
}

/** Without the release that is written behind it. */
function bareName(text: string): string {
  return text.replace(/(?<=.)(?:@|==).*$/, '')
}

/** `in httpx`, `the httpx library`, `httpx 0.27`: by where it stands, and not a word of English. */
function isMeantAsPackage(
  tokens: readonly Token[],
  at: number,
  spread: (word: string) => number,
): boolean {
  const { text = '', isMarked = false } = tokens[at] ?? {}
  const name = bareName(text)
  if (PYTHON.test(name) || JAVASCRIPT.test(name) || isIdle(stem(name)) || VERSION.test(name))
    return false
  if (isMarked || name !== text || name.startsWith('@')) return true
  const before = tokens[at - 1]?.text.toLowerCase() ?? ''
  const next = tokens[at + 1]?.text ?? ''
  const isPlaced =
    RIGHT_BEFORE_PACKAGE.has(before) || AFTER_PACKAGE.has(next.toLowerCase()) || VERSION.test(next)
  return isPlaced && isNothingElse(name, spread)
}

/** `react router` and `hugging face hub`, as packages may be called. */
function joinsOf(one: string, two: string, three: string): readonly string[] {
  const pairs = [`${one}-${two}`, `${one}${two}`]
  if (three === '') return pairs
  return [...pairs, `${one}-${two}-${three}`, `${one}${two}-${three}`, `${one}-${two}${three}`]
}

/** Packages that are named, and the words that name them. */
function findNamed(
  tokens: readonly Token[],
  findPackages: FindPackages,
  isName: (text: string) => boolean,
) {
  const certain: PackageRef[] = []
  const likely: PackageRef[] = []
  const nameTokens = new Set<Token>()
  tokens.forEach((token, at) => {
    const next = tokens[at + 1]?.text ?? ''
    const before = tokens[at - 1]?.text.toLowerCase() ?? ''
    const bare = bareName(token.text)
    if (isIdle(stem(bare)) || VERSION.test(bare)) return
    const third = tokens[at + 2]?.text ?? ''
    const joined = next === '' ? [] : joinsOf(bare, next, third)
    const pair = joined.flatMap(findPackages)
    const alone = findPackages(bare)
    const head = bare.includes('.') ? findPackages(bare.split('.')[0] ?? '') : []
    const found = [...pair, ...alone, ...head]
    if (found.length === 0) return
    const isCertain =
      isName(bare) ||
      pair.length > 0 ||
      head.length > 0 ||
      token.isMarked ||
      bare !== token.text ||
      bare.startsWith('@') ||
      BEFORE_PACKAGE.has(before) ||
      AFTER_PACKAGE.has(next.toLowerCase()) ||
      VERSION.test(next)
    const into = isCertain ? certain : likely
    into.push(...found)
    if (isCertain && (alone.length > 0 || pair.length > 0)) nameTokens.add(token)
  })
  const isCertain = certain.length > 0
  const named = unique(isCertain ? certain : likely).slice(0, NAMED_MAX)
  return { named, isCertain, nameTokens }
}

function ecosystemOf(
  query: string,
  named: readonly PackageRef[],
  imported: readonly PackageRef[],
): Ecosystem | null {
  const isPython = PYTHON.test(query)
  const isJavaScript = JAVASCRIPT.test(query)
  if (isPython !== isJavaScript) return isPython ? 'pypi' : 'npm'
  const one = new Set([...named, ...imported].map(({ ecosystem }) => ecosystem))
  return one.size === 1 ? ([...one][0] ?? null) : null
}

const IMPORTS = [
  /^[ \t]*from[ \t]+([\w.]+)[ \t]+import\b/gm,
  /^[ \t]*import[ \t]+([\w.]+)/gm,
  /\b(?:from|require\(|import\()[ \t]*['"]([^'"\n]{1,214})['"]/g,
  /^[ \t]*import[ \t]+['"]([^'"\n]{1,214})['"]/gm,
]

/** What code imports, by its look: a context is often a few lines that no parser would take. */
export function importsIn(code: string): readonly string[] {
  const found = IMPORTS.flatMap((pattern) =>
    [...code.matchAll(pattern)].map(([, name]) => name ?? ''),
  )
  return unique(
    found
      .filter((name) => !name.startsWith('.') && name !== '')
      .map((name) => {
        if (name.startsWith('@')) return name.split('/').slice(0, 2).join('/')
        return name.split(name.includes('/') ? '/' : '.')[0] ?? name
      }),
  )
}

function unique<T>(values: readonly T[]): T[] {
  const seen = new Map(values.map((value) => [JSON.stringify(value), value]))
  return [...seen.values()]
}
