// Which packages of the public registries a shell command installs or runs, as far as its words tell,
// and of what it installs nothing can be said: variables, files, addresses, other indexes.

import { findsNothing } from './findLinks.mjs'
import {
  holdsInstall,
  INTERPRETERS,
  isIndexVariable,
  KEYWORDS,
  PROGRAMS,
  SHELLS,
  SPEAKERS,
  STARTERS,
  variableOf,
} from './installers.mjs'
import { kindOf, readOptions, shown, takesNext, wordsAmong } from './options.mjs'
import { ADDRESS, created, npmSpec, OF_PROJECT, pypiSpec, withoutSubpath } from './packageWords.mjs'
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
import { knownWrites, noteWrites } from './writes.mjs'

const PACKAGES_MAX = 200
const FILES_MAX = 20
const SPEC_MAX_CHARS = 300
/** No shell is handed more at once. What is behind them is not read, and that is said. */
const COMMAND_MAX_CHARS = 256 * 1024
const UNSEEN_MAX = 100
/** Scripts that are handed to shells within scripts. */
const SHELLS_DEEP = 4
/** Commands that start others, and aliases of aliases. */
const COMMANDS_DEEP = 40
/** Verbs and what stands before them are looked for among so many words. */
const HEAD_WORDS = 40

/**
 * `packages`: `registry`, `name` and `spec`, for npm a range; `isRun` where a program of this name on the
 * machine would be run instead, from `folders` one within the other (null: nobody knows from where);
 * `besides` says where else it may come from.
 * `files` name packages, one in each line: `path`, from `folders`, and `besides`.
 * `writes`: files of code and manifests that the command writes, with all that it writes to them.
 * `unseen`: what is installed besides, and why nothing is said of it.
 * `defaults` are the addresses that assay asks, of `pypi` and of `npm`: to name one is to name none.
 */
export function installsIn(command, env = {}, defaults = { pypi: [], npm: [] }) {
  const all = [...defaults.pypi, ...defaults.npm]
  const isDefault = (address) => all.some((one) => sameAddress(one, address))
  const isNoOther = (name) =>
    isDefault(env[name]) || (/_FIND_LINKS$/i.test(name) && findsNothing(env[name]))
  const isSet = (name) =>
    env[name] !== '' && isIndexVariable(name) && !ASSAYS.test(name) && !isNoOther(name)
  const state = {
    ...{ packages: [], files: [], writes: [], unseen: new Set(), folders: [], isDefault },
    ...{ set: Object.keys(env).filter(isSet), configured: undefined },
    ...{ known: newValues(), hasWritten: false, script: command },
  }
  readCommands(command.slice(0, COMMAND_MAX_CHARS), state, 0)
  const { packages, files, unseen } = state
  const writes = knownWrites(state)
  if (command.length > COMMAND_MAX_CHARS)
    unseen.add('what stands behind the first 256 KiB of the command')
  if (packages.length > PACKAGES_MAX) {
    unseen.add(`${packages.length - PACKAGES_MAX} packages after the first ${PACKAGES_MAX}`)
  }
  if (files.length > FILES_MAX) unseen.add(`${files.length - FILES_MAX} files with requirements`)
  return {
    packages: packages.slice(0, PACKAGES_MAX),
    files: files.slice(0, FILES_MAX),
    writes,
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
  noteWrites(command, program, state)
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
  } else if (setsIndex(texts)) {
    state.configured = texts.some(state.isDefault) ? undefined : `${program} config`
  } else readProgram(command, { ...state, set: [...state.set, ...set] }, depth)
  if (WRITERS.test(program)) state.hasWritten ||= holdsInstall(`${texts.join(' ')} ${handed.input}`)
}

/** To read a setting changes nothing. */
function setsIndex([verb, ...texts]) {
  const isRead = /^(?:get|list|ls|debug)$/.test(texts.find((text) => !text.startsWith('-')) ?? '')
  return verb === 'config' && !isRead && texts.some((text) => /registry|index/.test(text))
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
  // A path of Windows, of which this shell takes the backslashes away: `.venv\Scripts\pip`.
  const own = /(?:scripts|bin)(pip3?|python3?|pipx|uvx?)$/i.exec(bare)?.[1]
  return (own ?? bare).replace(/^pip-?[\d.]+t?$/, 'pip').replace(/^yarnpkg$/, 'yarn')
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
  else if (program === 'apply_patch') {
    state.unseen.add('apply_patch: a patch, which is not read; write the files, or run assay check')
  } else if (LATER.test(program)) {
    if (holdsInstall(`${textOf(rest)} ${wordsBefore(command)}`))
      state.unseen.add(`${shown(words)}: ${UNREAD}: it runs later`)
  } else if (
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

/** What these are handed runs later, or somewhere else. */
const LATER = /^(?:at|batch|crontab)$/

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
  const isScript =
    rest.some(({ text }) => /^-(?:[a-zA-Z]*[cer]|-eval|-print|p)$/.test(text)) ||
    (program === 'deno' && rest[0]?.text === 'eval')
  const about = `${isScript ? textOf(rest) : ''} ${wordsBefore(command)}`
  const isOwn = /awk|deno|bun/.test(program)
  if (!holdsInstall(isOwn && !isScript ? textOf(rest) : about)) return false
  if (PROGRAMS.has(program) && !isScript) return false
  state.unseen.add(`${shown(command.words)}: ${UNREAD}: only ${program} knows what it runs`)
  return true
}

const withoutVersion = (word, index) =>
  index === 0 ? { ...word, text: word.text.replace(/(?<=.)@.*$/s, '') } : word

/** What these start runs on another machine, with settings of its own. */
const OTHERS = /^(?:ssh|vagrant)$/

/** The command behind a program that starts another one. */
function readStarted(command, before, depth) {
  const { words } = command
  const [first, ...written] = words
  // `corepack pnpm@9 add x`
  const isCorepack = programOf(first) === 'corepack'
  const rest = isCorepack ? written.map(withoutVersion) : written
  const state = { ...before, ...(OTHERS.test(programOf(first)) && { machine: programOf(first) }) }
  const isCommand = (word) => {
    const name = programOf(word)
    const isOne = PROGRAMS.has(name) || SHELLS.has(name) || state.known.aliases.has(name)
    return isOne || INTERPRETERS.test(name) || name === 'eval'
  }
  const head = rest.slice(0, HEAD_WORDS)
  const readTextsOf = () => {
    for (const { text } of rest)
      if (/\s/.test(text) && holdsInstall(text)) readCommands(text, state, depth + 1)
  }
  // `nix-shell -p nodejs --run 'npm i x'`: the first that looks like a program need not be the one.
  const installing = head.findIndex(
    (word, index) => isCommand(word) && isInstall(rest.slice(index)),
  )
  const at = installing === -1 ? head.findIndex(isCommand) : installing
  if (at === -1) {
    const open = head.findIndex(
      ({ isPlain }, index) => !isPlain && INSTALL_VERB.test(head[index + 1]?.text ?? ''),
    )
    if (open !== -1) return readCommand({ ...command, words: rest.slice(open) }, state, depth)
    readTextsOf()
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
  if (!isFound && !isFed) readTextsOf()
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
    // `yarn workspace web add`, `yarn workspaces foreach -A add`
    if (program === 'yarn' && /^workspaces?$/.test(text)) {
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
  if (takes === 'pip') {
    const pip = { text: 'pip', isPlain: true }
    readCommand({ words: [pip, ...behind.slice(1)], input: null, from: null }, state, depth)
  } else if (takes === 'fields') {
    for (const word of behind) readField(word, install, state)
  } else if (takes === 'lists') {
    install.files.push(...wordsAmong(behind, install, named, state))
  } else if (takes === 'with') {
    if (behind.length > 0) readCommand({ words: behind, input: null, from: null }, state, depth)
  } else if (isRun || takes === 'create' || takes === 'deno run') {
    const [word] = behind
    if (!install.isNamed && word !== undefined) named.push({ word, isFirst: true })
    if (isRun && word !== undefined) readFetched(behind, state, depth)
  } else if (!install.isNamed) {
    const words = wordsAmong(behind, install, named, state)
    for (const word of takes === 'inject' ? words.slice(1) : words)
      named.push({ word, isFirst: false })
  }
  if (isRun && registry === 'npm') readCalls([...before, ...rest], state, depth)
  for (const { word, isFirst } of named) {
    // `uvx python@3.12` is an interpreter of uv's own.
    if (isRun && /^uvx?$/.test(program) && PYTHON_OF_UV.test(word.text)) continue
    const mayBeHere = takes === 'run' && isFirst
    readPackage(word, { ...install, takes, mayBeHere }, state)
  }
  for (const word of install.files) readFileOf(word, install, state)
}

const PYTHON_OF_UV = /^(?:python|pypy|cpython)[\d.]*(?:@[\d.a-z]*)?$/

/** `npx -c 'npm i x'` */
function readCalls(words, state, depth) {
  for (const [at, { text }] of words.entries()) {
    const called = /^(?:-c|--call)$/.test(text)
      ? words[at + 1]?.text
      : /^--call=(.*)$/s.exec(text)?.[1]
    if (called !== undefined && holdsInstall(called)) readCommands(called, state, depth + 1)
  }
}

/** What is fetched and run may be a program that installs: `npx pnpm add x`. */
function readFetched([first, ...rest], state, depth) {
  const name = first.text.replace(/(?<=.)(?:@[^/@]*|\[[^\]]*\]|[=<>~!].*)$/s, '')
  const program = { ...first, text: name === '@angular/cli' ? 'ng' : name }
  const words = [program, ...rest]
  if (isInstall(words)) readCommand({ words, input: null, from: null }, state, depth)
  else if (STARTERS.has(program.text)) readStarted({ words, input: null, from: null }, state, depth)
}

/** `npm pkg set dependencies.x=1` */
function readField(word, install, state) {
  const [, bare, bracketed, version = ''] =
    /^(?:dev|peer|optional)?dependencies(?:\.([^=]+)|\[["']?([^\]"']+)["']?\])=(.*)$/is.exec(
      word.text,
    ) ?? []
  const name = bare ?? bracketed
  if (name === undefined) return
  const text = /^["']?([^"']*)["']?$/.exec(version)?.[1] ?? version
  readPackage({ ...word, text: `${name}@${text}` }, { ...install, takes: 'packages' }, state)
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
  // Volta has releases of its own of these.
  if (install.program === 'volta' && /^(?:node|npm|pnpm|yarn)(?:@|$)/.test(text)) return undefined
  // What ends a list for `find` and `parallel`, and what stands for one.
  if (/^(?:;|\+|\{\}|:::\+?)$/.test(text)) return undefined
  const found = registry === 'pypi' ? pypiSpec(text) : npmSpec(withoutSubpath(text))
  if (found === null) return undefined
  // What is updated need not be of a registry, unless a version of it is asked for.
  if (takes === 'updates' && (found.spec === '*' || found.spec === found.name)) return undefined
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
