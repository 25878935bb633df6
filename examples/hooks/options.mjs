// The options of installers: what each is, which take a value, and which words are none.

import { BESIDES, ELSEWHERE, FILE_OPTIONS, FLAGS, PLACE_OPTIONS, VALUES } from './installers.mjs'
import { ADDRESS, AN_ADDRESS } from './packageWords.mjs'

/** Several packages with commas. */
const SPECS_MAX_CHARS = 3_000

const OF_CONDA = /^(?:conda|mamba|micromamba|pixi)$/

export function kindOf(option, registry, program, isRun = false) {
  const name = option.replace(/=.*$/s, '')
  if (program === 'pipx' && name === '-f') return 'flag'
  if (OF_CONDA.test(program) && /^-[ncpf]$/.test(name)) return 'value'
  if (program === 'deno' && /^(?:-n|--name)$/.test(name)) return 'value'
  if (ELSEWHERE[registry].test(name)) return 'elsewhere'
  if (BESIDES[registry].test(name)) return 'besides'
  if (isPackageOption(name, registry, program, isRun)) return 'package'
  if (registry === 'pypi' && FILE_OPTIONS.test(name)) return 'file'
  if (registry === 'pypi' && PLACE_OPTIONS.test(name)) return 'place'
  if (VALUES[registry].has(name) || (program === 'npm' && name === '-w')) return 'value'
  if (registry === 'npm' && isRun && /^(?:-c|--call)$/.test(name)) return 'value'
  if (registry === 'pypi' && /^-[rei]./.test(name) && !/^-[a-zA-Z]{2,3}$/.test(name)) {
    return { r: 'file', e: 'place', i: 'elsewhere' }[name[1]]
  }
  const letters = /^-[a-zA-Z]{2,}$/.test(name) ? [...name.slice(1)].map((one) => `-${one}`) : []
  // `-Ur file`, `-dG group`
  const last = letters.at(-1)
  const areFlags = letters.slice(0, -1).every((one) => FLAGS[registry].has(one))
  if (last !== undefined && areFlags && !FLAGS[registry].has(last)) {
    const kind = kindOf(last, registry, program, isRun)
    if (kind !== 'unknown') return kind
  }
  const isFlag =
    FLAGS[registry].has(name) ||
    name.startsWith('--no-') ||
    option.includes('=') ||
    (letters.length > 0 && letters.every((one) => FLAGS[registry].has(one)))
  return isFlag ? 'flag' : 'unknown'
}

function isPackageOption(name, registry, program, isRun) {
  if (registry === 'pypi') {
    return /^--(?:with|from|spec)$/.test(name) || (name === '-w' && /^uvx?$/.test(program))
  }
  return isRun && (name === '--package' || name === '-p')
}

/** Whether the word behind an option is its value for certain. */
export function takesNext(option, registry, program, isRun = false) {
  if (option.includes('=') || option === '--no-index') return false
  const kind = kindOf(option, registry, program, isRun)
  if (kind === 'flag' || kind === 'unknown') return false
  return !/^-[rei]./.test(option) || registry !== 'pypi'
}

/** Options until the first other word; that word and what follows. */
export function readOptions(words, install, named, state) {
  let at = 0
  while (at < words.length) {
    const { text } = words[at]
    if (text === '--') return words.slice(at + 1)
    if (!/^-./.test(text)) break
    at = readOption(words, at, install, named, state)
  }
  return words.slice(at)
}

/** The words that are no options, however they are mixed. */
export function wordsAmong(words, install, named, state) {
  const found = []
  let at = 0
  while (at < words.length) {
    const { text } = words[at]
    if (text === '--') return found.concat(words.slice(at + 1))
    if (/^-./.test(text)) at = readOption(words, at, install, named, state)
    else found.push(words[at++])
  }
  return found
}

/** Where it goes on behind the option at this place. */
function readOption(words, at, install, named, state) {
  const { registry, program, isRun } = install
  const option = words[at]
  const { text } = option
  const kind = kindOf(text, registry, program, isRun)
  const [name] = text.split('=', 1)
  const isApart = takesNext(text, registry, program, isRun)
  const value = isApart ? words[at + 1] : { ...option, text: attached(text) }
  const next = at + (isApart ? 2 : 1)
  if (kind === 'elsewhere' || kind === 'besides') {
    const isDefault = value?.isPlain === true && state.isDefault(value.text)
    // An option counts before a variable.
    if (isDefault && kind === 'elsewhere') install.elsewhere = undefined
    else if (!isDefault)
      install[kind] ??= /^-[a-z]./.test(name) ? name.slice(0, 2) : name.slice(0, 60)
  } else if (kind === 'package' && value !== undefined) {
    if (!/^(?:--with|-w)$/.test(name)) install.isNamed = true
    const isSeveral = registry === 'pypi' && value.text.length <= SPECS_MAX_CHARS
    // Not those of `a[b,c]>=1,<2`.
    for (const part of isSeveral ? value.text.split(/,(?![^[]*\])(?![=!~<>])/) : [value.text]) {
      named.push({ word: { ...value, text: part.trim() }, isFirst: false })
    }
  } else if (kind === 'file' && value !== undefined) {
    install.files.push(value)
  } else if (kind === 'place' && value !== undefined && ADDRESS.test(value.text)) {
    state.unseen.add(`${shown([value])}: ${AN_ADDRESS}`)
  } else if (kind === 'unknown' && words[next] !== undefined && !/^-/.test(words[next].text)) {
    state.unseen.add(`${shown([words[next]])}: it may be the value of ${shown([option])}`)
    return next + 1
  }
  return next
}

const attached = (text) => (text.includes('=') ? text.replace(/^[^=]*=/s, '') : text.slice(2))

/** Words of a command in a sentence about it. */
export const shown = (words) =>
  words
    .map(({ text }) => text)
    .join(' ')
    .slice(0, 80)
