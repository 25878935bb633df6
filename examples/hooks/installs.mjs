// Which packages of the public registries a shell command installs or runs, as far as its words tell,
// and of what it installs nothing can be said: variables, files, addresses, other indexes.

import {
  BESIDES,
  ELSEWHERE,
  FILE_OPTIONS,
  FLAGS,
  holdsInstall,
  INTERPRETERS,
  isIndexVariable,
  KEYWORDS,
  PLACE_OPTIONS,
  PROGRAMS,
  SHELLS,
  SPEAKERS,
  STARTERS,
  VALUES,
  variableOf,
} from './installers.mjs'
import { sameAddress } from './sameAddress.mjs'
import { commandsIn } from './shellCommands.mjs'
import {
  expanded,
  forget,
  handedTo,
  moduleWords,
  newValues,
  ofAlias,
  substituted,
  takeAliases,
  takeLoop,
  takeValue,
  wordsBefore,
} from './shellValues.mjs'

const PACKAGES_MAX = 200
const FILES_MAX = 20
const SPEC_MAX_CHARS = 300
/** Several packages with commas. */
const SPECS_MAX_CHARS = 3_000
/** No shell is handed more at once. What is behind them is not read, and that is said. */
const COMMAND_MAX_CHARS = 256 * 1024
const UNSEEN_MAX = 100
/** Scripts that are handed to shells within scripts. */
const SHELLS_DEEP = 4
/** Commands that start others, and aliases of aliases. */
const COMMANDS_DEEP = 40
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
 * `files` name packages, one in each line: `path`, from `folders`, and `besides`.
 * `unseen`: what is installed besides, and why nothing is said of it.
 * `defaults` are the addresses that assay asks, of `pypi` and of `npm`: to name one is to name none.
 */
export function installsIn(command, env = {}, defaults = { pypi: [], npm: [] }) {
  const all = [...defaults.pypi, ...defaults.npm]
  const isDefault = (address) => all.some((one) => sameAddress(one, address))
  const isSet = (name) =>
    env[name] !== '' && isIndexVariable(name) && !ASSAYS.test(name) && !isDefault(env[name])
  const state = {
    ...{ packages: [], files: [], unseen: new Set(), folders: [], isDefault },
    ...{ set: Object.keys(env).filter(isSet), configured: undefined },
    ...{ known: newValues(), hasWritten: false, script: command },
  }
  readCommands(command.slice(0, COMMAND_MAX_CHARS), state, 0)
  const { packages, files, unseen } = state
  if (command.length > COMMAND_MAX_CHARS)
    unseen.add('what stands behind the first 256 KiB of the command')
  if (packages.length > PACKAGES_MAX) {
    unseen.add(`${packages.length - PACKAGES_MAX} packages after the first ${PACKAGES_MAX}`)
  }
  if (files.length > FILES_MAX) unseen.add(`${files.length - FILES_MAX} files with requirements`)
  return {
    packages: packages.slice(0, PACKAGES_MAX),
    files: files.slice(0, FILES_MAX),
    unseen: [...unseen].slice(0, UNSEEN_MAX),
  }
}

/** Where these lead is where assay asks, too, when it is started with them. */
const ASSAYS = /^(?:PIP_INDEX_URL|PIP_CONFIG_FILE|npm_config_)/i

const UNREAD = 'it could not be read whole'

function readCommands(script, state, depth) {
  const { commands, isCut } = commandsIn(script)
  if (isCut || depth > SHELLS_DEEP) state.unseen.add('commands that stand too deep in others')
  if (depth > SHELLS_DEEP) return
  for (const command of commands) readCommand(command, state, depth)
}

function readCommand(command, state, depth) {
  if (state.known.inside >= COMMANDS_DEEP) {
    state.unseen.add('commands that stand too deep in others')
    return
  }
  state.known.inside += 1
  readOne(command, state, depth)
  state.known.inside -= 1
}

function readOne({ words: all, ...handed }, state, depth) {
  const { words, set, taken } = withoutHead(expanded(all, state.known), state)
  const [first, ...rest] = words
  if (first === undefined) {
    // Without a command the variable is for those that follow.
    state.set = [...state.set, ...set]
    for (const word of taken) takeValue(state.known, word)
    return
  }
  const command = { ...handed, words }
  const ofAnother = ofAlias(state.known, command)
  if (ofAnother !== null) {
    const { aliases } = state.known
    const alias = aliases.get(first.text)
    // An alias may begin with its own name, which then is the program.
    aliases.delete(first.text)
    for (const one of ofAnother) readCommand(one, state, depth)
    aliases.set(first.text, alias)
    return
  }
  const program = programOf(first)
  state.known.programs.add(program)
  const texts = rest.map(({ text }) => text)
  if (program === 'cd' || program === 'pushd') {
    if (handed.isInside || depth > 0) state.folders = null
    else moveTo(rest, state)
  } else if (/^(?:export|declare|typeset|local|readonly)$/.test(program)) {
    state.set = [...state.set, ...texts.flatMap((text) => variableIn(text, state))]
    for (const word of rest) takeValue(state.known, word)
  } else if (program === 'alias') takeAliases(state.known, rest)
  else if (program === 'for' || program === 'select') takeLoop(state.known, rest)
  else if (program === 'read' || program === 'mapfile') forget(state.known, rest)
  else if (program === 'eval') readTexts(rest, state, depth)
  else if (program === 'trap') readTexts(rest.slice(0, 1), state, depth)
  else if (SHELLS.has(program) || program === 'source' || program === '.') {
    readShell(command, state, depth)
  } else if (texts[0] === 'config' && texts.some((text) => /registry|index/.test(text))) {
    state.configured = texts.some(state.isDefault) ? undefined : `${program} config`
  } else readProgram(command, { ...state, set: [...state.set, ...set] }, depth)
  if (WRITERS.test(program)) state.hasWritten ||= holdsInstall(`${texts.join(' ')} ${handed.input}`)
}

/** With these a script writes another one. */
const WRITERS = /^(?:echo|printf|cat|tee)$/

function readTexts(words, state, depth) {
  const texts = words.map((word) => substituted(word, state.known) ?? word.text)
  readCommands(texts.join(' '), state, depth + 1)
}

function moveTo(words, state) {
  const [to] = words.filter(({ text }) => !/^-[LPe@]*$/.test(text))
  if (state.folders === null || to === undefined || !to.isPlain) state.folders = null
  else state.folders.push(to.text)
}

/** A shell runs the text that it is given, or handed, or a file. */
function readShell(command, state, depth) {
  const { words } = command
  const [first, ...rest] = words
  const at = rest.findIndex(({ text }) => /^-(?:[a-z]*c[a-z]*|command)$/i.test(text))
  const isSourced = /^(?:source|\.)$/.test(programOf(first))
  if (at !== -1 && !isSourced) {
    readTexts(
      rest.slice(at + 1, programOf(first).startsWith('p') ? undefined : at + 2),
      state,
      depth,
    )
    return
  }
  const file = rest.find(({ text }) => !/^[-+]/.test(text))
  const isHanded =
    file === undefined ||
    rest.some(({ text }) => /^-[a-z]*s/.test(text)) ||
    file.text === '/dev/stdin'
  const text = isHanded
    ? handedTo(command, state.known)
    : file.text.startsWith('<(')
      ? substituted(file, state.known)
      : null
  if (text !== null) return readCommands(text, state, depth + 1)
  const isOfGroup = isHanded && isFromGroup(command)
  const about = isHanded ? wordsBefore(command) : file.text
  if (holdsInstall(isOfGroup ? state.script : about)) {
    state.unseen.add(`${shown(words)}: ${UNREAD}: only the shell knows what it is handed`)
  } else if (state.hasWritten && (file !== undefined || command.from !== null)) {
    state.unseen.add(`${shown(words)}: ${UNREAD}: it may run what was written before`)
  }
}

/** Of several commands, or of a loop, it is not known what they write. */
function isFromGroup({ from }) {
  return (
    from !== null && (from.isGroup === true || /^(?:done|fi|esac|\})$/.test(from.words[0]?.text))
  )
}

/** Without variables that are set for it and words that leave it what it is. */
function withoutHead(all, state) {
  const set = []
  const taken = []
  let at = 0
  for (; at < all.length; at += 1) {
    const { text } = all[at]
    if (/^\w+\+?=/.test(text)) {
      set.push(...variableIn(text, state))
      taken.push(all[at])
    } else if (text === 'function') at += 1
    else if (!KEYWORDS.has(text)) break
  }
  return { words: all.slice(at), set, taken }
}

/** The variable that a word sets, where it is one that leads to another index. */
function variableIn(text, { isDefault }) {
  const name = text.slice(0, 200).replace(/\+?=.*$/s, '')
  const isOne = name.length < text.length && isIndexVariable(name)
  return isOne && !isDefault(text.slice(name.length + 1)) ? [name] : []
}

/** `/venv/bin/pip3.12` is pip, and so are `"$VENV/bin/pip"` and `npm-cli.js`. */
function programOf({ text }) {
  const name = text.slice(-200).replace(/^.*[/\\]/s, '')
  const bare = name.replace(/\.(?:exe|cmd|ps1|bat)$/i, '').replace(/(?:-cli)?\.[cm]?js$/, '')
  return bare.replace(/^pip[\d.]+$/, 'pip')
}

const isPython = (program) => /^(?:python|pypy|py)[\d.]*$/.test(program)

function readProgram(command, state, depth) {
  const { words } = command
  const [first, ...rest] = words
  const program = programOf(first)
  const meant = PROGRAMS.has(program) ? null : substituted(first, state.known)
  if (meant !== null && meant.trim() !== '') {
    const made = meant.trim().split(/\s+/)
    const inner = [...made.map((text) => ({ text, isPlain: true })), ...rest]
    return depth > SHELLS_DEEP
      ? undefined
      : readCommand({ ...command, words: inner }, state, depth + 1)
  }
  if (!first.isPlain && !PROGRAMS.has(program) && !isPython(program)) {
    if (INSTALL_VERB.test(rest[0]?.text ?? '') || holdsInstall(textOf(words))) {
      state.unseen.add(`${shown(words)}: ${UNREAD}: only the shell knows which program this is`)
    }
    return
  }
  if (INTERPRETERS.test(program) && readInterpreter(command, state, depth)) return
  const [registry, verbs] = PROGRAMS.get(program) ?? []
  const found = registry === undefined ? null : verbOf(rest, verbs, registry, program)
  if (found !== null) readInstall({ ...found, registry, program }, state, depth)
  else if (
    registry !== undefined &&
    rest.find(({ text }) => !text.startsWith('-'))?.isPlain === false
  ) {
    state.unseen.add(
      `${shown(words)}: ${UNREAD}: only the shell knows what ${program} is told to do`,
    )
  } else if (STARTERS.has(program)) readStarted(command, state, depth)
  else if (
    !SPEAKERS.has(program) &&
    rest.slice(0, HEAD_WORDS).some((_, at) => isInstall(rest.slice(at)))
  ) {
    state.unseen.add(
      `${shown(words)}: ${UNREAD}: whether ${program} runs what stands behind it is not known`,
    )
  } else if (state.hasWritten && /^[.~]{0,2}\//.test(first.text)) {
    state.unseen.add(`${shown(words)}: ${UNREAD}: it may run what was written before`)
  }
}

const INSTALL_VERB = /^(?:install|i|add|dlx)$/

const textOf = (words) => words.map(({ text }) => text).join(' ')

/** Whether Python or another language is told to run an installer; what it else runs is its own affair. */
function readInterpreter(command, state, depth) {
  const [first, ...rest] = command.words
  const program = programOf(first)
  const words = rest.slice(0, HEAD_WORDS)
  const module = isPython(program) ? moduleWords(words) : null
  const at = words.findIndex(({ text, isPlain }) => isPlain && !text.startsWith('-'))
  const script = PROGRAMS.has(program) || at === -1 ? null : programOf(words[at])
  const inner =
    module === null
      ? PROGRAMS.has(script)
        ? rest.slice(at)
        : null
      : [...module, ...rest.slice(HEAD_WORDS)]
  if (inner !== null) {
    if (PROGRAMS.has(programOf(inner[0]))) readProgram({ ...command, words: inner }, state, depth)
    return true
  }
  const isScript = rest.some(({ text }) => /^-(?:[a-zA-Z]*[cer]|-eval|-print|p)$/.test(text))
  const about = `${isScript ? textOf(rest) : ''} ${wordsBefore(command)}`
  const isOwn = /awk|deno|bun/.test(program)
  if (!holdsInstall(isOwn && !isScript ? textOf(rest) : about)) return false
  if (PROGRAMS.has(program) && !isScript) return false
  state.unseen.add(`${shown(command.words)}: ${UNREAD}: only ${program} knows what it runs`)
  return true
}

/** What these start runs on another machine, with settings of its own. */
const OTHERS = /^(?:ssh|vagrant)$/

/** The command behind a program that starts another one. */
function readStarted(command, before, depth) {
  const { words } = command
  const [first, ...rest] = words
  const state = { ...before, ...(OTHERS.test(programOf(first)) && { machine: programOf(first) }) }
  const isCommand = (word) => {
    const name = programOf(word)
    const isOne = PROGRAMS.has(name) || SHELLS.has(name) || state.known.aliases.has(name)
    return isOne || INTERPRETERS.test(name) || name === 'eval'
  }
  const at = rest.slice(0, HEAD_WORDS).findIndex(isCommand)
  if (at === -1) {
    for (const { text } of rest)
      if (/\s/.test(text) && holdsInstall(text)) readCommands(text, state, depth + 1)
    const handed = programOf(first) === 'ssh' ? handedTo(command, state.known) : null
    if (handed !== null) readCommands(handed, state, depth + 1)
    return
  }
  const set = rest.slice(0, at).flatMap(({ text }) => variableIn(text, state))
  const started = { ...state, set: [...state.set, ...set] }
  const isFed = /^(?:xargs|parallel)$/.test(programOf(first))
  const fed =
    isFed && at !== -1 && isInstall(rest.slice(at))
      ? fedWords(command, rest.slice(0, at), state)
      : []
  const inner = [...rest.slice(at), ...(fed ?? [])]
  const count = state.packages.length + state.unseen.size
  readCommand({ ...command, words: inner }, started, depth)
  const isFound = count < state.packages.length + state.unseen.size
  if (isFed && fed === null && (isFound || isInstall(inner))) {
    state.unseen.add(`${shown(words)}: what ${programOf(first)} hands to it`)
  }
  before.hasWritten ||= started.hasWritten
}

/** The words that `xargs` puts behind a command; null where nobody knows them. */
function fedWords(command, options, { known }) {
  const handed = options.some(({ text }) =>
    /^-[IiJad]|^--(?:arg-file|replace|delimiter)/.test(text),
  )
    ? null
    : handedTo(command, known)
  if (handed === null) return null
  return handed
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, PACKAGES_MAX)
    .map((text) => ({ text, isPlain: true }))
}

function isInstall(words) {
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
    if (program === 'yarn' && text === 'workspace') {
      at += 1
      continue
    }
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
    ...{ registry, program, isRun, isNamed: false, files: [] },
    elsewhere: state.configured ?? variableOf(program, state.set, false),
    besides: variableOf(program, state.set, true),
  }
  if (takes === 'elsewhere') install.elsewhere = program
  readOptions(before, install, named, state)
  const behind = readOptions(rest, install, named, state)
  if (takes === 'with') {
    if (behind.length > 0) readCommand({ words: behind, input: null, from: null }, state, depth)
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
  for (const word of install.files) readFileOf(word, install, state)
}

/** A file with requirements, which the command names. */
function readFileOf(word, { elsewhere, besides }, state) {
  const say = (why) => state.unseen.add(`${shown([word])}: ${why}`)
  const { folders } = state
  if (!word.isPlain || folders === null) return say('a file; only the shell knows where it lies')
  if (ADDRESS.test(word.text)) return say('a file at an address, which is not fetched')
  if (mayChange(word.text, state)) return say('a file; the command may change it before')
  if (state.machine !== undefined) return say(`a file; ${onOther(state.machine)}`)
  if (elsewhere !== undefined) return say(`a file; ${fromElsewhere(elsewhere)}`)
  // `uv add --with-requirements a,b` is rare, and a comma in a name is rarer.
  state.files.push({ path: word.text, folders: [...folders], besides })
}

/** Programs that make or change files, by names that need not stand in the command. */
const CHANGERS =
  /^(?:git|hg|svn|patch|tar|unzip|7z|rsync|make|just|cmake|pip-compile|cookiecutter|copier)$/

/** What is read before the command runs need not be what it finds: it may mend the file first. */
function mayChange(path, { known, script }) {
  const name = path.replace(/^.*[/\\]/s, '')
  const isNamedBefore = script.indexOf(name) !== script.lastIndexOf(name)
  return isNamedBefore || [...known.programs].some((program) => CHANGERS.test(program))
}

const onOther = (program) =>
  `it is installed on another machine (${program}), of which nothing is known here`

const fromElsewhere = (what) =>
  `it comes from another index (${what}), of which nothing is known here`

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
  if (state.machine !== undefined) return say(onOther(state.machine))
  if (elsewhere !== undefined) return say(fromElsewhere(elsewhere))
  if (takes === 'linked') return say('npm fetches it unless it is linked on this machine')
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
