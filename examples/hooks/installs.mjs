// Which packages of the public registries a shell command installs or runs, as far as its words tell,
// and of what it installs nothing can be said: variables, files, addresses, other indexes.

import {
  BESIDES,
  ELSEWHERE,
  FILE_OPTIONS,
  FLAGS,
  isIndexVariable,
  KEYWORDS,
  PLACE_OPTIONS,
  PROGRAMS,
  SHELLS,
  STARTERS,
  VALUES,
  variableOf,
} from './installers.mjs'
import { commandsIn } from './shellCommands.mjs'

const PACKAGES_MAX = 200
const SPEC_MAX_CHARS = 300
/** Several packages with commas. */
const SPECS_MAX_CHARS = 3_000
/** No shell is handed more at once. What is behind them is not read, and that is said. */
const COMMAND_MAX_CHARS = 256 * 1024
const UNSEEN_MAX = 100
/** Scripts that are handed to shells within scripts. */
const SHELLS_DEEP = 4
/** Verbs and what stands before them are looked for among so many words. */
const HEAD_WORDS = 40

const PYPI_SPEC =
  /^([a-z0-9][\w.-]*)(\[[\w,. -]*\])?((?:[=!~<>]=?=?)[\w.*+!-]+(?:,(?:[=!~<>]=?=?)[\w.*+!-]+)*)?$/i
const NPM_SPEC = /^((?:@[a-z0-9~-][\w.~-]*\/)?[a-z0-9~-][\w.~-]*)(?:@([\w.^~<>=*| -]+))?$/i
const FILE = /\.(?:whl|zip|tar\.(?:gz|bz2|xz)|tgz|txt|toml|py)$/i
const ADDRESS = /^(?:[a-z][a-z+]*:|\w+@[\w.-]+:)|:\/\//i

/**
 * `packages`: `registry`, `name` and `spec`, for npm a range; `isRun` where a program of this name on the
 * machine would be run instead, from `folders` one within the other (null: nobody knows from where);
 * `besides` says where else it may come from.
 * `unseen`: what is installed besides, and why nothing is said of it.
 */
export function installsIn(command, env = {}) {
  const isSet = (name) => env[name] !== '' && isIndexVariable(name) && !ASSAYS.test(name)
  const set = Object.keys(env).filter(isSet)
  const state = { packages: [], unseen: new Set(), folders: [], set, configured: undefined }
  readCommands(command.slice(0, COMMAND_MAX_CHARS), state, 0)
  const { packages, unseen } = state
  if (command.length > COMMAND_MAX_CHARS)
    unseen.add('what stands behind the first 256 KiB of the command')
  if (packages.length > PACKAGES_MAX) {
    unseen.add(`${packages.length - PACKAGES_MAX} packages after the first ${PACKAGES_MAX}`)
  }
  return { packages: packages.slice(0, PACKAGES_MAX), unseen: [...unseen].slice(0, UNSEEN_MAX) }
}

/** Where these lead is where assay asks, too, when it is started with them. */
const ASSAYS = /^(?:PIP_INDEX_URL|PIP_CONFIG_FILE|npm_config_)/i

function readCommands(script, state, depth) {
  const { commands, isCut } = commandsIn(script)
  if (isCut || depth > SHELLS_DEEP) state.unseen.add('commands that stand too deep in others')
  if (depth > SHELLS_DEEP) return
  for (const { words, input } of commands) readCommand(words, input, state, depth)
}

function readCommand(all, input, state, depth) {
  const { words, set } = withoutHead(all)
  const [first, ...rest] = words
  if (first === undefined) {
    // Without a command the variable is for those that follow.
    state.set = [...state.set, ...set]
    return
  }
  const program = programOf(first)
  const texts = rest.map(({ text }) => text)
  if (program === 'cd' || program === 'pushd') moveTo(rest, state)
  else if (/^(?:export|declare|typeset)$/.test(program)) {
    state.set = [...state.set, ...texts.flatMap(variableIn)]
  } else if (program === 'eval') readCommands(texts.join(' '), state, depth + 1)
  else if (SHELLS.has(program)) readShell(texts, input, state, depth)
  else if (texts[0] === 'config' && texts.some((text) => /registry|index/.test(text))) {
    state.configured = `${program} config`
  } else readProgram(words, { ...state, set: [...state.set, ...set] }, depth)
}

function moveTo(words, state) {
  const [to] = words.filter(({ text }) => !/^-[LPe@]*$/.test(text))
  if (state.folders === null || to === undefined || !to.isPlain) state.folders = null
  else state.folders.push(to.text)
}

function readShell(texts, input, state, depth) {
  const at = texts.findIndex((text) => /^-[a-z]*c[a-z]*$/.test(text))
  if (at !== -1) readCommands(texts[at + 1] ?? '', state, depth + 1)
  else if (input !== null && texts.every((text) => text.startsWith('-'))) {
    readCommands(input, state, depth + 1)
  }
}

/** Without variables that are set for it and words that leave it what it is. */
function withoutHead(all) {
  const set = []
  let at = 0
  for (; at < all.length; at += 1) {
    const { text } = all[at]
    if (/^\w+\+?=/.test(text)) set.push(...variableIn(text))
    else if (!KEYWORDS.has(text)) break
  }
  return { words: all.slice(at), set }
}

/** The variable that a word sets, where it is one that leads to another index. */
function variableIn(text) {
  const name = text.slice(0, 200).replace(/\+?=.*$/s, '')
  return name.length < text.length && isIndexVariable(name) ? [name] : []
}

/** `/venv/bin/pip3.12` is pip, and so is `"$VENV/bin/pip"`. */
function programOf({ text }) {
  const name = text.slice(-200).replace(/^.*[/\\]/s, '')
  return name.replace(/\.(?:exe|cmd|ps1)$/i, '').replace(/^pip[\d.]+$/, 'pip')
}

function readProgram(words, state, depth) {
  const [first, ...rest] = words
  const program = programOf(first)
  if (/^(?:python|pypy|py)[\d.]*$/.test(program)) {
    const at = rest.slice(0, HEAD_WORDS).findIndex(({ text }) => text === '-m')
    const isModule = at !== -1 && rest.slice(0, at).every(({ text }) => text.startsWith('-'))
    if (isModule && PROGRAMS.has(rest[at + 1]?.text)) readProgram(rest.slice(at + 1), state, depth)
    return
  }
  if (/^\$/.test(program) && /^(?:install|add)$/.test(rest[0]?.text ?? '')) {
    state.unseen.add(`${shown(words)}: only the shell knows which program this is`)
    return
  }
  const [registry, verbs] = PROGRAMS.get(program) ?? []
  const found = registry === undefined ? null : verbOf(rest, verbs, registry, program)
  if (found !== null) readInstall({ ...found, registry, program }, state, depth)
  else if (STARTERS.has(program)) readStarted(words, state, depth)
}

/** The command behind a program that starts another one. */
function readStarted(words, state, depth) {
  const [first, ...rest] = words
  const isCommand = (word) => {
    const name = programOf(word)
    return PROGRAMS.has(name) || SHELLS.has(name) || /^(?:python|pypy|py)[\d.]*$/.test(name)
  }
  const at = rest.slice(0, HEAD_WORDS).findIndex(isCommand)
  if (at === -1) return
  const set = rest.slice(0, at).flatMap(({ text }) => variableIn(text))
  const started = { ...state, set: [...state.set, ...set] }
  const before = state.packages.length + state.unseen.size
  const inner = rest.slice(at)
  if (SHELLS.has(programOf(inner[0]))) {
    readShell(
      inner.slice(1).map(({ text }) => text),
      null,
      started,
      depth,
    )
  } else readProgram(inner, started, depth)
  const isFed = /^(?:xargs|parallel)$/.test(programOf(first))
  const isInstall = before < state.packages.length + state.unseen.size
  if (isFed && (isInstall || isBareInstall(inner))) {
    state.unseen.add(`${shown(words)}: what ${programOf(first)} hands to it`)
  }
}

function isBareInstall(words) {
  const program = programOf(words[0])
  const [registry, verbs] = PROGRAMS.get(program) ?? []
  return registry !== undefined && verbOf(words.slice(1), verbs, registry, program) !== null
}

/** What the program is told to do, the words behind it, and the options before. */
function verbOf(words, verbs, registry, program) {
  if (verbs[0]?.words === null) return { takes: verbs[0].takes, rest: words, before: [] }
  let mayBeValue = false
  for (let at = 0; at < Math.min(words.length, HEAD_WORDS); at += 1) {
    const { text } = words[at]
    if (text.startsWith('-')) {
      const isKnown = kindOf(text, registry, program) !== 'unknown'
      if (takesNext(text, registry, program)) at += 1
      mayBeValue = !isKnown
      continue
    }
    const next = words.findIndex((word, index) => index > at && !word.text.startsWith('-'))
    const two = next === -1 ? '' : `${text} ${words[next].text}`
    const both = verbs.find((one) => one.words.test(two))
    const found = both ?? verbs.find((one) => one.words.test(text))
    if (found !== undefined) {
      const rest = words.slice((both === undefined ? at : next) + 1)
      return { takes: found.takes, rest, before: words.slice(0, at) }
    }
    if (!mayBeValue) return null
    mayBeValue = false
  }
  return null
}

function kindOf(option, registry, program, isRun = false) {
  const name = option.replace(/=.*$/s, '')
  if (program === 'pipx' && name === '-f') return 'flag'
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
function takesNext(option, registry, program, isRun = false) {
  if (option.includes('=') || option === '--no-index') return false
  const kind = kindOf(option, registry, program, isRun)
  if (kind === 'flag' || kind === 'unknown') return false
  return !/^-[rei]./.test(option) || registry !== 'pypi'
}

function readInstall({ takes, rest, before, registry, program }, state, depth) {
  const isRun = takes === 'run' || takes === 'fetch'
  const named = []
  const install = {
    ...{ registry, program, isRun, isNamed: false },
    elsewhere: state.configured ?? variableOf(program, state.set, false),
    besides: variableOf(program, state.set, true),
  }
  if (takes === 'elsewhere') install.elsewhere = program
  readOptions(before, install, named, state)
  const behind = readOptions(rest, install, named, state)
  if (takes === 'with') {
    if (behind.length > 0) readCommand(behind, null, state, depth)
  } else if (isRun || takes === 'create' || takes === 'deno run') {
    const [word] = behind
    if (!install.isNamed && word !== undefined) named.push({ word, isFirst: true })
  } else {
    const words = wordsAmong(behind, install, named, state)
    for (const word of takes === 'inject' ? words.slice(1) : words)
      named.push({ word, isFirst: false })
  }
  for (const { word, isFirst } of named) {
    const mayBeHere = takes === 'run' && isFirst
    readPackage(word, { ...install, takes, mayBeHere }, state)
  }
}

/** Options until the first other word; that word and what follows. */
function readOptions(words, install, named, state) {
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
function wordsAmong(words, install, named, state) {
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
  if (kind === 'elsewhere' || kind === 'besides')
    install[kind] ??= /^-[a-z]./.test(name) ? name.slice(0, 2) : name.slice(0, 60)
  else if (kind === 'package' && value !== undefined) {
    if (!/^(?:--with|-w)$/.test(name)) install.isNamed = true
    const isSeveral = registry === 'pypi' && value.text.length <= SPECS_MAX_CHARS
    // Not those of `a[b,c]>=1,<2`.
    for (const part of isSeveral ? value.text.split(/,(?![^[]*\])(?![=!~<>])/) : [value.text]) {
      named.push({ word: { ...value, text: part.trim() }, isFirst: false })
    }
  } else if (kind === 'file' && value !== undefined) {
    state.unseen.add(`${shown([value])}: a file; \`assay check\` looks into it`)
  } else if (kind === 'place' && value !== undefined && ADDRESS.test(value.text)) {
    state.unseen.add(`${shown([value])}: ${AN_ADDRESS}`)
  } else if (kind === 'unknown' && words[next] !== undefined && !/^-/.test(words[next].text)) {
    state.unseen.add(`${shown([words[next]])}: it may be the value of ${shown([option])}`)
    return next + 1
  }
  return next
}

const attached = (text) => (text.includes('=') ? text.replace(/^[^=]*=/s, '') : text.slice(2))

const AN_ADDRESS = 'an address, and no package of a registry'

function readPackage(word, install, state) {
  const { registry, takes, elsewhere, besides, mayBeHere } = install

  const say = (why) => state.unseen.add(`${shown([word])}: ${why}`)
  if (!word.isPlain && !OF_PROJECT.test(word.text)) return say('only the shell knows what it is')
  if (word.text.length > SPEC_MAX_CHARS) return say('no name of a package')
  const text = takes === 'create' ? created(word.text) : word.text
  if (text === null) return say('which package it means could not be read')
  const isDeno = takes === 'deno' || takes === 'deno run'
  if (isDeno && !text.startsWith('npm:')) {
    return /^(?:jsr|https?):/.test(text) ? say('it comes from another index') : undefined
  }
  const found = registry === 'pypi' ? pypiSpec(text) : npmSpec(text)
  if (found === null) return undefined
  if (typeof found === 'string') return say(found)
  if (elsewhere !== undefined) {
    return say(`it comes from another index (${elsewhere}), of which nothing is known here`)
  }
  state.packages.push({
    ...{ registry, ...found, written: text, besides },
    isRun: mayBeHere && found.name === text,
    folders: state.folders === null ? null : [...state.folders],
  })
}

/** Null for what is on the machine, a text for what says nothing. */
function pypiSpec(word) {
  const [before = ''] = word.split(';', 1)
  const bare = before.trim().replace(/\s*([<>=!~,@[\]])\s*/g, '$1')
  if (isHere(bare)) return null
  if (/@.*:/.test(bare) || ADDRESS.test(bare)) return AN_ADDRESS
  // Poetry and uv write name@version.
  const spec = bare.replace(/@(.*)$/, (_all, version) => {
    if (version === 'latest') return ''
    if (/^[\d]/.test(version)) return `==${version}`
    return version.replace(/^[\^~](?=\d)/, '>=')
  })
  const [, name, extras = '', range = ''] = PYPI_SPEC.exec(spec) ?? []
  return name === undefined ? 'no name of a package' : { name, spec: `${name}${extras}${range}` }
}

/** `x@workspace:*` */
const OF_PROJECT = /^(?:@?[\w.~/-]+@)?(?:workspace|file|link|portal|catalog|patch):/

function npmSpec(word) {
  // `other@npm:real@1` is real.
  const bare = word.replace(/^(?:@?[\w.~/-]+@)?npm:/, '')
  if (OF_PROJECT.test(bare)) return null
  if (isHere(bare)) return null
  if (ADDRESS.test(bare) || /^[\w.-]+\/[\w.-]+(?:#.*)?$/.test(bare)) return AN_ADDRESS
  const [, name, range = '*'] = NPM_SPEC.exec(bare) ?? []
  if (name === undefined) return 'no name of a package'
  // A tag may point anywhere.
  return { name, spec: /^[\d^~<>=*]/.test(range) ? range : '*' }
}

function isHere(text) {
  return (
    /^(?:\.{0,2}[/\\]|\.{1,2}(?:$|\[)|~|[a-z]:[/\\])/i.test(text) ||
    (FILE.test(text) && !ADDRESS.test(text))
  )
}

/** The package that `npm create vite` runs. */
function created(text) {
  const ofScope = /^(@[\w.~-]+)(?:\/([\w.~-]+))?(@[^@/]+)?$/.exec(text)
  if (ofScope !== null) {
    const [, scope, name, version = ''] = ofScope
    return `${scope}/create${name === undefined ? '' : `-${name}`}${version}`
  }
  const [, name, version = ''] = /^([\w~][\w.~-]*)(@[^@/]+)?$/.exec(text) ?? []
  if (name === undefined) return ADDRESS.test(text) || text.includes('/') ? text : null
  return name.startsWith('create-') ? null : `create-${name}${version}`
}

const shown = (words) =>
  words
    .map(({ text }) => text)
    .join(' ')
    .slice(0, 80)
