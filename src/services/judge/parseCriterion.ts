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
  for (const form of FORMS) {
    const found = form({ ...worded, words })
    if (found !== null) return found
  }
  return null
}

type Form = (worded: Worded) => Criterion | null

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
const NOUN =
  '(?:the )?(?:exact )?(?:(words?) |(?:phrases?|texts?|strings?|substrings?|terms?|keywords?|names?) )?'
const CASE = '(?:,? \\(?(case[- ]insensitive(?:ly)?|ignoring case|regardless of case)\\)?)?'

function matching(pattern: string, words: string): RegExpExecArray | null {
  return new RegExp(`^${pattern}$`).exec(words)
}

const contains: Form = ({ words, texts }) => {
  const verb = '(?:contains?|includes?|mentions?)'
  const none = `(?:${NOT}${verb}|(?:contains?|includes?) no|is free of)`
  const forms = [
    [`${verb} (?:all of )?${NOUN}${ALL}${CASE}`, 'all'],
    [`${verb} (?:one of |any of )?${NOUN}${ANY}${CASE}`, 'any'],
    [`${none} (?:any of )?${NOUN}(?:${ANY}|${Q})${CASE}`, 'none'],
  ] as const
  for (const [pattern, how] of forms) {
    const found = matching(pattern, words)
    if (found !== null) return { kind: 'contains', texts, how, ...textMatch(found) }
  }
  return null
}

/** The groups of NOUN and CASE, wherever they stand. */
function textMatch([, word, ignoring]: RegExpExecArray) {
  return { isWord: word !== undefined, ignoresCase: ignoring !== undefined }
}

const times: Form = ({ words, texts }) => {
  const pattern = `(?:contains?|includes?|mentions?) ${NOUN}${Q} (.+?)${CASE}`
  const [, word, amount = '', ignoring] = matching(pattern, words) ?? []
  const [text] = texts
  const count = /^(?:(.*?) ?)?\b(once|twice|(?:\S+) times)$/.exec(amount)
  if (text === undefined || texts.length !== 1 || count === null) return null
  const [, how = '', often = ''] = count
  const number = often === 'once' ? 'one' : often === 'twice' ? 'two' : often.replace(/ times$/, '')
  const range = rangeOf(`${how} ${number}`.trim())
  if (range === null) return null
  return {
    kind: 'times',
    text,
    range,
    isWord: word !== undefined,
    ignoresCase: ignoring !== undefined,
  }
}

const edges: Form = ({ words, texts }) => {
  const starts = '(?:starts?|begins?) with'
  const ends = 'ends? with'
  for (const [kind, verb] of [
    ['starts', starts],
    ['ends', ends],
  ] as const) {
    const yes = matching(`${verb} ${NOUN}(?:${ANY}|${Q})${CASE}`, words)
    if (yes !== null) return { kind, texts, isNot: false, ...textMatch(yes) }
    const no = matching(`${NOT}${verb.replaceAll('s?', '')} ${NOUN}(?:${ANY}|${Q})${CASE}`, words)
    if (no !== null) return { kind, texts, isNot: true, ...textMatch(no) }
  }
  return null
}

const equals: Form = ({ words, texts }) => {
  const yes = matching(
    `(?:(?:is|be|equals?|reads?)(?: exactly| equal to)?|exactly) ${NOUN}${Q}${CASE}`,
    words,
  )
  if (yes !== null) return { kind: 'equals', texts, isNot: false, ...textMatch(yes) }
  const oneOf =
    matching(`(?:is|be) one of:? (?:the )?(?:${ANY}|${ALL})${CASE}`, words) ??
    matching(`(?:is|be) (?:exactly )?${ANY}${CASE}`, words)
  if (oneOf !== null) {
    return {
      kind: 'equals',
      texts,
      isNot: false,
      isWord: false,
      ignoresCase: oneOf[1] !== undefined,
    }
  }
  const no = matching(`(?:is not|isn't|not be|must not be|should not be) ${NOUN}${Q}${CASE}`, words)
  return no === null ? null : { kind: 'equals', texts, isNot: true, ...textMatch(no) }
}

const matches: Form = ({ words, texts, patterns }) => {
  const what = '(?:the )?(?:regular expression|regex|regexp|pattern)'
  const argument = `(?:${what} (?:${Q}|${SLASHED})|${SLASHED})`
  const given = patterns[0] ?? (texts[0] === undefined ? null : { pattern: texts[0], flags: '' })
  if (given === null || texts.length + patterns.length !== 1) return null
  const found = (pattern: string) => matching(pattern, words) !== null
  if (found(`match(?:es)? ${argument}`)) {
    return { kind: 'matches', ...given, isFull: false, isNot: false }
  }
  if (found(`(?:fully|entirely) match(?:es)? ${argument}`)) {
    return { kind: 'matches', ...given, isFull: true, isNot: false }
  }
  return found(`${NOT}match(?:es)? ${argument}`)
    ? { kind: 'matches', ...given, isFull: false, isNot: true }
    : null
}

const length: Form = ({ words, texts }) => {
  if (texts.length > 0) return null
  const verb = '(?:(?:is|are|be|has|have|contains?|includes?|uses?|stays?|consists? of) )?'
  const unit =
    '(words?|characters?|chars?|lines?|sentences?|paragraphs?|bullets?|bullet points?|list items?)'
  const tail = '(?: long| in length| in total)?'
  const found =
    matching(`${NOT}(exceed ${NUMBER}) ${unit}${tail}`, words) ??
    matching(`${verb}(.+?) ${unit}${tail}`, words)
  const either = matching(`${verb}(${NUMBER}) ${unit} or (more|fewer|less)${tail}`, words)
  const name = unitOf((either ?? found)?.[2] ?? '')
  if (name === null) return null
  const amount =
    either === null
      ? (found?.[1] ?? '').replace(/^exceed/, 'not exceed')
      : `${either[3] === 'more' ? 'at least' : 'at most'} ${either[1]}`
  const range = rangeOf(amount)
  return range === null ? null : { kind: 'length', unit: name, range }
}

const empty: Form = ({ words }) => {
  if (/^(?:is|be) empty$/.test(words)) return { kind: 'empty', isNot: false }
  return /^(?:(?:is|be) (?:not |non-)empty|(?:is not|isn't|not be|must not be|should not be) empty)$/.test(
    words,
  )
    ? { kind: 'empty', isNot: true }
    : null
}

const json: Form = ({ words, texts }) => {
  const valid =
    /^(?:(?:is|be) (?:a )?(?:valid |well-formed )?|(?:a )?(?:valid|well-formed) |parses? as (?:an? )?(?:valid )?)json(?: (object|array|document|text))?$/
  const found = valid.exec(words)
  if (found !== null) {
    const [, type] = found
    return { kind: 'json', type: type === 'object' || type === 'array' ? type : null }
  }
  const keys = '(?:the |a |an )?(?:top-level )?(?:json )?(?:keys?|fields?|propert(?:y|ies))'
  const holder = '(?:(?:the |its )?json(?: (?:output|object|document))? )'
  if (
    matching(
      `(?:${holder}(?:has|have|contains?|includes?) ${keys}|(?:has|have) (?:the |a )?json (?:keys?|fields?|propert(?:y|ies))) ${ALL}`,
      words,
    ) !== null
  ) {
    return { kind: 'json_keys', keys: texts, isNot: false }
  }
  return matching(`${holder}${NOT}(?:has|have|contain|include) ${keys} (?:${ANY}|${Q})`, words) ===
    null
    ? null
    : { kind: 'json_keys', keys: texts, isNot: true }
}

const jsonPath: Form = ({ words, texts }) => {
  const [path = '', value] = texts
  if (!path.startsWith('$')) return null
  if (matching(`(?:the )?json ?path ${Q} (?:exists|is present)`, words) !== null) {
    return { kind: 'json_path', path, equals: null }
  }
  const found = matching(
    `(?:the )?(?:json )?value (?:at|of)(?: json ?path)? ${Q} (?:is|equals|is equal to) (?:${Q}|(-?\\d{1,15}(?:\\.\\d{1,15})?|true|false|null))`,
    words,
  )
  if (found === null) return null
  const [, literal] = found
  const equal: unknown = literal === undefined ? value : JSON.parse(numberText(literal))
  return { kind: 'json_path', path, equals: { value: equal } }
}

/** Leading zeros are no JSON. */
function numberText(literal: string): string {
  return literal.replace(/^(-?)0+(?=\d)/, '$1')
}

const mentionsPackages: Form = ({ words }) =>
  /^mentions? (?:every|each|all)(?: of)?(?: the)? packages?(?: (?:that (?:is|are) )?(?:listed|named|given))? (?:in|of|from) the context$/.test(
    words,
  )
    ? { kind: 'mentions_packages' }
    : null

const EVERY = '(?:all|every|each)(?: of)?(?: the| its)? '
const LANGUAGE = '(?:(python|javascript|typescript|pypi|npm) )?'
const WHERE = '(?: (?:in|of) (?:the|its) (?:code|output|answer|response))?'
const EXIST = '(?:exists?|(?:is|are) real|really exists?)(?: on (pypi|npm))?'

const code: Form = ({ words }) => {
  const forms = [
    [`${EVERY}${LANGUAGE}(?:imports?|imported (?:modules?|names?))${WHERE} ${EXIST}`, 'imports'],
    [
      `${EVERY}${LANGUAGE}(?:imported )?(?:packages?|dependenc(?:y|ies))${WHERE} ${EXIST}`,
      'packages_exist',
    ],
    [
      `${EVERY}${LANGUAGE}(?:used )?(?:symbols?|apis?|api symbols?)${WHERE} ${EXIST}`,
      'symbols_exist',
    ],
    [
      `${EVERY}${LANGUAGE}(?:function )?calls?${WHERE} (?:fits?|match(?:es)?) (?:their|its|the) signatures?()`,
      'calls_fit_signatures',
    ],
    [
      `(?:(?:uses?|contains?|calls?|has|have) no|${NOT}(?:use|call|contain)(?: any)?|no) ()deprecated (?:symbols?|functions?|apis?|methods?|names?|calls?)(?: (?:is|are) used)?()`,
      'no_deprecated',
    ],
  ] as const
  for (const [pattern, what] of forms) {
    const found = matching(pattern, words)
    if (found === null) continue
    const language = languageOf(found[1] || found[2] || '')
    return { kind: 'code', what, language }
  }
  return null
}

/** A registry stands for the language whose names it has most of. */
function languageOf(word: string): Language | null {
  const known = { pypi: 'python', npm: 'typescript', js: 'javascript', ts: 'typescript' }[word]
  const name = known ?? word
  // Its keys are the languages.
  return Object.hasOwn(LANGUAGES, name) ? (name as Language) : null
}

const parses: Form = ({ words }) => {
  const language = '(python|javascript|typescript|jsx|tsx|js|ts)'
  const found =
    matching(`(?:(?:the |its )?code )?parses as (?:valid )?${language}(?: code)?`, words) ??
    matching(
      `(?:(?:the |its )?code )?(?:is |be )?(?:syntactically )?(?:valid|correct|well-formed) ${language}(?: code| syntax)?`,
      words,
    )
  const name = languageOf(found?.[1] ?? '')
  return name === null ? null : { kind: 'parses', language: name }
}

const has: Form = ({ words }) => {
  const verb = '(?:contains?|includes?|has|have)'
  const things = [
    ['code_block', '(?:fenced )?code blocks?'],
    ['url', '(?:urls?|links?)'],
  ] as const
  for (const [what, noun] of things) {
    if (matching(`${verb} (?:a|an|at least one) ${noun}`, words) !== null) {
      return { kind: 'has', what, isNot: false }
    }
    const none = `(?:${verb} no|${NOT}(?:contain|include|have)(?: any| an?)?) ${noun}`
    if (matching(none, words) !== null) return { kind: 'has', what, isNot: true }
  }
  return null
}

const FORMS: readonly Form[] = [
  contains,
  times,
  edges,
  equals,
  matches,
  length,
  empty,
  json,
  jsonPath,
  mentionsPackages,
  code,
  parses,
  has,
]
