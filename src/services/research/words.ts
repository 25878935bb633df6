// Texts and identifiers as words that can be compared: split at case, digits and punctuation, in
// lower case, without the commonest endings.

/** The longest word that is worth a place in an index. */
const WORD_LENGTH_MAX = 40
const PARTS_MAX = 24

/** Ending and what takes its place, the first that fits; the rest must keep three letters. */
const ENDINGS: readonly (readonly [string, string])[] = [
  ['ies', 'y'],
  ['sses', 'ss'],
  ['shes', 'sh'],
  ['ches', 'ch'],
  ['xes', 'x'],
  ['ings', ''],
  ['ing', ''],
  ['ed', ''],
  ['s', ''],
]

/** The parts of a text, each as it is compared. */
export function wordsOf(text: string): string[] {
  const parts = text.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^\p{ASCII}\s]+/gu) ?? []
  return parts.slice(0, PARTS_MAX).map(stem).filter(isWord)
}

/**
 * The words of an identifier or of a word of a question: its parts, and what it is in one, so that
 * `DataFrame`, `data_frame` and `dataframe` meet.
 */
export function identifierWords(identifier: string): string[] {
  const parts = wordsOf(identifier)
  const joined = identifier.replace(/[^A-Za-z0-9]/g, '').toLowerCase()
  const whole = stem(joined)
  return parts.length < 2 || !isWord(whole) ? parts : [...parts, whole]
}

function isWord(word: string): boolean {
  return word !== '' && word.length <= WORD_LENGTH_MAX
}

export function stem(word: string): string {
  const lower = word.toLowerCase()
  if (lower.length < 4 || /(?:ss|us|is)$/.test(lower)) return lower
  for (const [ending, replacement] of ENDINGS) {
    if (!lower.endsWith(ending)) continue
    const rest = lower.slice(0, -ending.length)
    if (`${rest}${replacement}`.length < 3 || !/[aeiouy]/.test(rest)) return lower
    return undouble(rest, ending) + replacement
  }
  // `parse` and `parsing` are one word.
  return lower.length > 4 && lower.endsWith('e') ? lower.slice(0, -1) : lower
}

/** `stopping` → `stop`, and `parsed` → `pars` as `parse` does. */
function undouble(rest: string, ending: string): string {
  if (ending === 's' || ending === 'ies') {
    return rest.length > 4 && rest.endsWith('e') && ending === 's' ? rest.slice(0, -1) : rest
  }
  return /([bdgklmnprt])\1$/.test(rest) ? rest.slice(0, -1) : rest
}

/** Words of questions that say nothing of what is looked for. */
const IDLE = new Set(
  (
    'a an and any are as at be by can code could do does doing example for from function get give ' +
    'got had has have how i if in into is it its library like me method module my need of on one ' +
    'or our package please recommended should show so some something than that the their them then ' +
    'there these they thing this to use used uses using want was way we what when where which while ' +
    'who why will with without work would you your exist exists called call class parameter ' +
    'argument best good another between after before all keep kept together other same different ' +
    'each every own also just only more most very actually currently given set up out over about ' +
    'against across python javascript typescript node nodejs js py npm pypi'
  )
    .split(' ')
    .map((word) => stem(word)),
)

export function isIdle(word: string): boolean {
  return IDLE.has(word)
}

/** Words that programmers use for one another; each line is one meaning. */
const SAME = [
  'parse load read decode deserializ',
  'serializ dump encode stringify write',
  'remov delet drop discard',
  'creat make new build',
  'send post',
  'fetch download request',
  'begin start',
  'end stop finish',
  'find search lookup',
  'chang updat modify',
  'list array',
  'dictionary dict map mapping',
  'text string str',
  'number int integer float',
  'folder directory dir',
  'error exception',
  'wait sleep delay',
  'retry retri attempt',
  'random rand',
  'valid check verify',
  'combin merg join concat concatenat',
  'split divid',
  'order sort',
  'transform convert',
  'picture image photo',
  'log logger',
  'setting config configuration option',
  'async asynchronous await',
  'environment env',
  'argument arg',
  'duplicat uniq unique',
  'average mean',
  'authentication auth authenticat login',
  'invert inverse inv',
  'memoiz memo cache',
  'display print show render',
  'run execut exec',
  'scale normaliz standardiz',
  'plot draw chart graph',
  'compress zip deflat',
  'watch observ monitor',
  'hash digest',
  'encryption encrypt cipher',
  'upload put',
  'timezone tz',
  'limit max',
  'serve server',
]
  .map((line) => line.split(' ').map((word) => stem(word)))
  .filter((line) => line.length > 1)

const SAME_AS = new Map<string, ReadonlySet<string>>()
for (const line of SAME) {
  for (const word of line) SAME_AS.set(word, new Set([...(SAME_AS.get(word) ?? []), ...line]))
}

const ABBREVIATION_MIN = 3

/** Beginnings of a word, which names are often made of: `hist`, `inv`, `config`. */
export function beginningsOf(word: string): readonly string[] {
  const found: string[] = []
  for (let end = ABBREVIATION_MIN; end < word.length; end++) found.push(word.slice(0, end))
  return found
}

/** Other words for the same thing; they count less. */
export function sameAs(word: string): readonly string[] {
  return [...(SAME_AS.get(word) ?? [])].filter((other) => other !== word)
}
