// What the words of a script come to, as far as its text tells: variables and aliases that it sets, what
// one command hands to the next, and which module Python is told to run.

import { commandsIn } from './shellCommands.mjs'

/** Longer values are not kept. */
const VALUE_MAX_CHARS = 1_000
/** So many words are made of variables and aliases; those behind them stay what they are. */
const MADE_MAX = 20_000
const CHAIN_MAX = 20
const REFERENCE = /\$(?:(\w+)|\{(\w+)\})/g
const ONE_REFERENCE = /^\$(?:(\w+)|\{(\w+)\})$/

/** `values` of variables: `words`, which a loop takes one by one; null where only the shell knows. */
export const newValues = () => ({
  values: new Map(),
  aliases: new Map(),
  made: 0,
  inside: 0,
  programs: new Set(),
})

/** Takes the variable that a word sets: `N=npm`. Of one that is set twice nobody knows which counts. */
export function takeValue(known, word) {
  const [, name, isMore, text] = /^(\w+)(\+?)=(.*)$/s.exec(word.text) ?? []
  if (name === undefined) return
  const [whole] = expanded([{ ...word, text }], known, true)
  const isKnown = isMore === '' && whole?.isPlain === true && text.length <= VALUE_MAX_CHARS
  setValue(known, name, isKnown ? whole.text.split(/\s+/).filter(Boolean) : null, false)
}

/** Takes the variable of `for p in a b`. */
export function takeLoop(known, [name, , ...words]) {
  if (name === undefined) return
  const all = expanded(words, known)
  const isKnown = all.length > 0 && all.length <= 200 && all.every(({ isPlain }) => isPlain)
  setValue(known, name.text, isKnown ? all.map(({ text }) => text) : null, true)
}

export const forget = (known, words) => {
  for (const { text } of words) known.values.set(text, null)
}

function setValue({ values }, name, words, isLoop) {
  const isOther = values.has(name) && values.get(name)?.words.join(' ') !== words?.join(' ')
  values.set(name, isOther || words === null ? null : { words, isLoop })
}

/** Words with the variables in them that are known. `isWhole`: a value stays one word. */
export function expanded(words, known, isWhole = false) {
  return words.flatMap((word) => {
    if (word.isPlain || !word.text.includes('$') || known.made > MADE_MAX) return [word]
    const knownOf = (_all, bare, braced) => known.values.get(bare ?? braced) ?? null
    const one = ONE_REFERENCE.exec(word.text)
    const value = one === null ? null : knownOf(...one)
    if (value !== null && !isWhole && (value.isLoop || !word.isQuoted)) {
      known.made += value.words.length
      return value.words.map((text) => ({ text, isPlain: true }))
    }
    const text = word.text.slice(0, VALUE_MAX_CHARS).replace(REFERENCE, (...all) => {
      const found = knownOf(...all)
      const isOne = found?.words.length === 1 || isWhole || word.isQuoted
      return found === null || !isOne ? all[0] : found.words.join(' ')
    })
    if (text === word.text || text.length > VALUE_MAX_CHARS || /[$`*?{}()]/.test(text))
      return [word]
    known.made += 1
    return [{ text, isPlain: true }]
  })
}

/** Takes the aliases of `alias p=npm`. */
export function takeAliases(known, words) {
  for (const word of expanded(words, known, true)) {
    const [, name, text] = /^([^=\s-][^=\s]*)=(.*)$/s.exec(word.text) ?? []
    if (name !== undefined) known.aliases.set(name, text.slice(0, VALUE_MAX_CHARS))
  }
}

/** The commands that an alias stands for, the rest of the words behind the last; null for no alias. */
export function ofAlias(known, { words, ...command }) {
  const [first, ...rest] = words
  const text = first.isPlain ? known.aliases.get(first.text) : undefined
  if (text === undefined || known.made > MADE_MAX) return null
  const { commands } = commandsIn(text)
  known.made += commands.length + rest.length
  const last = commands.pop()
  return last === undefined ? null : [...commands, { ...command, words: [...last.words, ...rest] }]
}

/** The text that a command is handed, or null where nobody knows it. */
export function handedTo({ input, from }, known, steps = 0) {
  if (input !== null) return input
  return from === null || steps > CHAIN_MAX ? null : outputOf(from, known, steps)
}

/** What a command writes that only says something. */
function outputOf(command, known, steps) {
  const [first, ...rest] = expanded(command.words, known)
  const texts = rest.map(({ text }) => text)
  const isPlain = rest.every((word) => word.isPlain)
  if (first?.text === 'echo' && isPlain) {
    const from = texts.findIndex((text) => !/^-[neE]+$/.test(text))
    return from === -1 ? '' : unescaped(texts.slice(from).join(' '))
  }
  if (first?.text === 'printf' && isPlain) return printed(texts)
  const isThrough = /^(?:cat|tee)$/.test(first?.text ?? '')
  if (isThrough && (first.text === 'tee' || texts.every((text) => text === '-'))) {
    return handedTo(command, known, steps + 1)
  }
  return null
}

/** What a command writes to a file that takes its output; null where nobody knows. */
export function written(command, known) {
  const text = outputOf(command, known, 0)
  const [first, ...rest] = expanded(command.words, known)
  if (text === null || first?.text !== 'echo') return text
  return rest[0]?.text === '-n' ? text : `${text}\n`
}

const unescaped = (text) => text.replaceAll('\\n', '\n').replaceAll('\\t', '\t')

/** `printf '%s ' npm i x`. */
function printed([format = '', ...values]) {
  const form = unescaped(format)
  if (/%(?![sb%])/.test(form)) return null
  const count = form.match(/%[sb]/g)?.length ?? 0
  const parts = []
  let at = 0
  do {
    parts.push(
      form.replace(/%[sb%]/g, (sign) => (sign === '%%' ? '%' : unescaped(values[at++] ?? ''))),
    )
  } while (count > 0 && at < values.length)
  return parts.join('')
}

/** Of `$(echo npm)`, `<(echo 'npm i x')` and the like what they come to; null where nobody knows. */
export function substituted(word, known) {
  const [, inner] = /^[$<]\(([^()]*)\)$/s.exec(word.text) ?? /^`([^`]*)`$/s.exec(word.text) ?? []
  if (inner === undefined || word.isPlain) return null
  const { commands } = commandsIn(inner)
  const [, name] = /^\s*(?:which|command\s+-v|type\s+-P)\s+([\w./-]+)\s*$/.exec(inner) ?? []
  if (name !== undefined) return name
  return commands.length === 1 ? outputOf(commands[0], known, 0) : null
}

/** All words that led to what a command is handed. */
export function wordsBefore({ from, input }) {
  const texts = [input ?? '']
  for (let at = from, steps = 0; at !== null && steps <= CHAIN_MAX; at = at.from, steps += 1) {
    texts.push(...at.words.map(({ text }) => text), at.input ?? '', '\n')
  }
  return texts.join(' ')
}

/** The words from the module on that `python -m` is told to run; null where it runs something else. */
export function moduleWords(words) {
  for (let at = 0; at < words.length; at += 1) {
    const { text, isPlain } = words[at]
    if (!text.startsWith('-')) {
      if (isPlain) return null
      continue
    }
    if (text === '--check-hash-based-pycs') at += 1
    if (text.startsWith('--')) continue
    const [, letter, value = ''] = /^-[a-zA-Z]*?([mcWX])(.*)$/s.exec(text) ?? []
    if (letter === 'c') return null
    if (letter === 'm') {
      const module = value === '' ? words[at + 1] : { text: value, isPlain }
      const behind = words.slice(value === '' ? at + 2 : at + 1)
      if (module === undefined) return null
      return [
        { ...module, text: module.text.replace(/\.(?:__main__|_internal.*)$/, '') },
        ...behind,
      ]
    }
    if (letter !== undefined && value === '') at += 1
  }
  return null
}
