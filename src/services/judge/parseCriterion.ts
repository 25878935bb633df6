// The fixed grammar of criteria: a closed list of forms. What only resembles one is outside of it:
// whoever guesses grades something else than what was asked.

import { LANGUAGES, type Language } from '../oracle/job.ts'
import { NUMBER, rangeOf, unitOf } from './amounts.ts'
import type { Criterion } from './criterion.ts'
import { QUOTED, SLASHED, splitQuoted, type Worded } from './quoted.ts'

/** Null for what is outside of the grammar. */
export function parseCriterion(text: string): Criterion | null {
  const worded = splitQuoted(text)
  if (worded === null) return null
  const words = worded.words.replace(SUBJECT, '')
  for (const [pattern, meaning] of FORMS) {
    const found = pattern.exec(words)
    const criterion = found === null ? null : meaning(found, worded)
    if (criterion !== null) return criterion
  }
  return null
}

/** What words of this form mean; null where their arguments are those of another form, or of none. */
type Meaning = (found: RegExpExecArray, worded: Worded) => Criterion | null
type Form = readonly [RegExp, Meaning]

function form(pattern: string, meaning: Meaning): Form {
  return [new RegExp(`^${pattern}$`), meaning]
}

/** Who it is about, and that it must: both go without saying. */
const SUBJECT = new RegExp(
  '^(?:(?:(?:the|this|its|your) )?(?:output|answer|response|reply|text|result|message|completion)' +
    '(?=[ ])|it(?=[ ]))?\\s*(?:(?:must|should|shall|has to|needs to|is required to) (?!not )|' +
    '(?=(?:must|should|shall) not ))?',
)
const Q = QUOTED
const ALL = `${Q}(?:(?:, and|,| and) ${Q})*`
const ANY = `(?:either )?${Q}(?:(?:, or|,| or) ${Q})*(?:, or| or) ${Q}`
const NOT = "(?:does not|doesn't|do not|don't|must not|should not|shall not|never) "
const IS_NOT = "(?:is not|isn't|not be|must not be|should not be)"
const NOUN =
  '(?:the )?(?:exact )?(?:(words?) |(?:phrases?|texts?|strings?|substrings?|terms?|keywords?|names?) )?'
const CASE = '(?:,? \\(?(case[- ]insensitive(?:ly)?|ignoring case|regardless of case)\\)?)?'
const CONTAINS = '(?:contains?|includes?|mentions?)'

/** The groups of NOUN and CASE, wherever they stand. */
function textMatch(word: string | undefined, ignoring: string | undefined) {
  return { isWord: word !== undefined, ignoresCase: ignoring !== undefined }
}

const contains =
  (how: 'all' | 'any' | 'none'): Meaning =>
  ([, word, ignoring], { texts }) => ({
    kind: 'contains',
    texts,
    how,
    ...textMatch(word, ignoring),
  })

const isText =
  (kind: 'starts' | 'ends' | 'equals', isNot: boolean): Meaning =>
  ([, word, ignoring], { texts }) => ({ kind, texts, isNot, ...textMatch(word, ignoring) })

const times: Meaning = ([, word, amount = '', ignoring], { texts }) => {
  const [text] = texts
  const count = /^(?:(.*?) ?)?\b(once|twice|(?:\S+) times)$/.exec(amount)
  if (text === undefined || texts.length !== 1 || count === null) return null
  const [, how = '', often = ''] = count
  const number = often === 'once' ? 'one' : often === 'twice' ? 'two' : often.replace(/ times$/, '')
  const range = rangeOf(`${how} ${number}`.trim())
  return range === null ? null : { kind: 'times', text, range, ...textMatch(word, ignoring) }
}

const TEXT_FORMS = [
  form(`${CONTAINS} (?:all of )?${NOUN}${ALL}${CASE}`, contains('all')),
  form(`${CONTAINS} (?:one of |any of )?${NOUN}${ANY}${CASE}`, contains('any')),
  form(
    `(?:${NOT}${CONTAINS}|(?:contains?|includes?) no|is free of) (?:any of )?${NOUN}(?:${ANY}|${Q})${CASE}`,
    contains('none'),
  ),
  form(`${CONTAINS} ${NOUN}${Q} (.+?)${CASE}`, times),
  form(`(?:starts?|begins?) with ${NOUN}(?:${ANY}|${Q})${CASE}`, isText('starts', false)),
  form(`${NOT}(?:start|begin) with ${NOUN}(?:${ANY}|${Q})${CASE}`, isText('starts', true)),
  form(`ends? with ${NOUN}(?:${ANY}|${Q})${CASE}`, isText('ends', false)),
  form(`${NOT}end with ${NOUN}(?:${ANY}|${Q})${CASE}`, isText('ends', true)),
  form(
    `(?:(?:is|be|equals?|reads?)(?: exactly| equal to)?|exactly) ${NOUN}${Q}${CASE}`,
    isText('equals', false),
  ),
  ...[
    `(?:is|be) one of:? (?:the )?(?:${ANY}|${ALL})${CASE}`,
    `(?:is|be) (?:exactly )?${ANY}${CASE}`,
  ].map((pattern) =>
    form(pattern, ([, ignoring], { texts }) => ({
      kind: 'equals',
      texts,
      isNot: false,
      ...textMatch(undefined, ignoring),
    })),
  ),
  form(`${IS_NOT} ${NOUN}${Q}${CASE}`, isText('equals', true)),
]

const WHAT = '(?:the )?(?:regular expression|regex|regexp|pattern)'
const PATTERN = `(?:${WHAT} (?:${Q}|${SLASHED})|${SLASHED})`

const matches =
  (isFull: boolean, isNot: boolean): Meaning =>
  (_, { texts, patterns }) => {
    const given = patterns[0] ?? (texts[0] === undefined ? null : { pattern: texts[0], flags: '' })
    if (given === null || texts.length + patterns.length !== 1) return null
    return { kind: 'matches', ...given, isFull, isNot }
  }

const PATTERN_FORMS = [
  form(`match(?:es)? ${PATTERN}`, matches(false, false)),
  form(`(?:fully|entirely) match(?:es)? ${PATTERN}`, matches(true, false)),
  form(`${NOT}match(?:es)? ${PATTERN}`, matches(false, true)),
]

const HAS = '(?:(?:is|are|be|has|have|contains?|includes?|uses?|stays?|consists? of) )?'
const UNIT =
  '(words?|characters?|chars?|lines?|sentences?|paragraphs?|bullets?|bullet points?|list items?)'
const TAIL = '(?: long| in length| in total)?'

function lengthOf(amount: string, unit: string, { texts }: Worded): Criterion | null {
  const [range, name] = [rangeOf(amount), unitOf(unit)]
  if (texts.length > 0 || range === null || name === null) return null
  return { kind: 'length', unit: name, range }
}

const within: Meaning = ([, amount = '', unit = ''], worded) =>
  lengthOf(amount.replace(/^exceed/, 'not exceed'), unit, worded)

const LENGTH_FORMS = [
  form(
    `${HAS}(${NUMBER}) ${UNIT} or (more|fewer|less)${TAIL}`,
    ([, number = '', unit = '', more], worded) =>
      lengthOf(`${more === 'more' ? 'at least' : 'at most'} ${number}`, unit, worded),
  ),
  form(`${NOT}(exceed ${NUMBER}) ${UNIT}${TAIL}`, within),
  form(`${HAS}(.+?) ${UNIT}${TAIL}`, within),
  form('(?:is|be) empty', () => ({ kind: 'empty', isNot: false })),
  form(`(?:(?:is|be) (?:not |non-)empty|${IS_NOT} empty)`, () => ({ kind: 'empty', isNot: true })),
]

const KEY_NOUN = '(?:keys?|fields?|propert(?:y|ies))'
const KEYS = `(?:the |a |an )?(?:top-level )?(?:json )?${KEY_NOUN}`
const HOLDER = '(?:(?:the |its )?json(?: (?:output|object|document))? )'

const jsonKeys =
  (isNot: boolean): Meaning =>
  (_, { texts: keys }) => ({ kind: 'json_keys', keys, isNot })

/** Leading zeros are no JSON. */
function numberText(literal: string): string {
  return literal.replace(/^(-?)0+(?=\d)/, '$1')
}

const JSON_FORMS = [
  form(
    '(?:(?:is|be) (?:a )?(?:valid |well-formed )?|(?:a )?(?:valid|well-formed) |parses? as (?:an? )?(?:valid )?)json(?: (object|array|document|text))?',
    ([, type]) => ({ kind: 'json', type: type === 'object' || type === 'array' ? type : null }),
  ),
  form(
    `(?:${HOLDER}(?:has|have|contains?|includes?) ${KEYS}|(?:has|have) (?:the |a )?json ${KEY_NOUN}) ${ALL}`,
    jsonKeys(false),
  ),
  form(`${HOLDER}${NOT}(?:has|have|contain|include) ${KEYS} (?:${ANY}|${Q})`, jsonKeys(true)),
  form(`(?:the )?json ?path ${Q} (?:exists|is present)`, (_, { texts: [path = ''] }) =>
    path.startsWith('$') ? { kind: 'json_path', path, equals: null } : null,
  ),
  form(
    `(?:the )?(?:json )?value (?:at|of)(?: json ?path)? ${Q} (?:is|equals|is equal to) (?:${Q}|(-?\\d{1,15}(?:\\.\\d{1,15})?|true|false|null))`,
    ([, literal], { texts: [path = '', text] }) => {
      const value: unknown = literal === undefined ? text : JSON.parse(numberText(literal))
      return path.startsWith('$') ? { kind: 'json_path', path, equals: { value } } : null
    },
  ),
]

const EVERY = '(?:all|every|each)(?: of)?(?: the| its)? '
const OF_LANGUAGE = '(?:(python|javascript|typescript|pypi|npm) )?'
const WHERE = '(?: (?:in|of) (?:the|its) (?:code|output|answer|response))?'
const EXIST = '(?:exists?|(?:is|are) real|really exists?)(?: on (pypi|npm))?'

const code =
  (what: Extract<Criterion, { kind: 'code' }>['what']): Meaning =>
  ([, language, registry]) => ({ kind: 'code', what, language: languageOf(language || registry) })

/** A registry stands for the language whose names it has most of. */
function languageOf(word = ''): Language | null {
  const known = { pypi: 'python', npm: 'typescript', js: 'javascript', ts: 'typescript' }[word]
  const name = known ?? word
  // Its keys are the languages.
  return Object.hasOwn(LANGUAGES, name) ? (name as Language) : null
}

const parses: Meaning = ([, word]) => {
  const language = languageOf(word)
  return language === null ? null : { kind: 'parses', language }
}

const CODE = '(?:(?:the |its )?code )?'
const LANGUAGE = '(python|javascript|typescript|jsx|tsx|js|ts)'

const CODE_FORMS = [
  form(
    'mentions? (?:every|each|all)(?: of)?(?: the)? packages?(?: (?:that (?:is|are) )?(?:listed|named|given))? (?:in|of|from) the context',
    () => ({ kind: 'mentions_packages' }),
  ),
  form(
    `${EVERY}${OF_LANGUAGE}(?:imports?|imported (?:modules?|names?))${WHERE} ${EXIST}`,
    code('imports'),
  ),
  form(
    `${EVERY}${OF_LANGUAGE}(?:imported )?(?:packages?|dependenc(?:y|ies))${WHERE} ${EXIST}`,
    code('packages_exist'),
  ),
  form(
    `${EVERY}${OF_LANGUAGE}(?:used )?(?:symbols?|apis?|api symbols?)${WHERE} ${EXIST}`,
    code('symbols_exist'),
  ),
  form(
    `${EVERY}${OF_LANGUAGE}(?:function )?calls?${WHERE} (?:fits?|match(?:es)?) (?:their|its|the) signatures?()`,
    code('calls_fit_signatures'),
  ),
  form(
    `(?:(?:uses?|contains?|calls?|has|have) no|${NOT}(?:use|call|contain)(?: any)?|no) ()deprecated (?:symbols?|functions?|apis?|methods?|names?|calls?)(?: (?:is|are) used)?()`,
    code('no_deprecated'),
  ),
  form(`${CODE}parses as (?:valid )?${LANGUAGE}(?: code)?`, parses),
  form(
    `${CODE}(?:is |be )?(?:syntactically )?(?:valid|correct|well-formed) ${LANGUAGE}(?: code| syntax)?`,
    parses,
  ),
]

const THINGS = [
  ['code_block', '(?:fenced )?code blocks?'],
  ['url', '(?:urls?|links?)'],
] as const

const HAS_FORMS = THINGS.flatMap(([what, noun]) => [
  form(`(?:contains?|includes?|has|have) (?:a|an|at least one) ${noun}`, () => {
    return { kind: 'has', what, isNot: false }
  }),
  form(
    `(?:(?:contains?|includes?|has|have) no|${NOT}(?:contain|include|have)(?: any| an?)?) ${noun}`,
    () => ({ kind: 'has', what, isNot: true }),
  ),
])

/** In the order in which they are tried. */
const FORMS: readonly Form[] = [
  ...TEXT_FORMS,
  ...PATTERN_FORMS,
  ...LENGTH_FORMS,
  ...JSON_FORMS,
  ...CODE_FORMS,
  ...HAS_FORMS,
]
