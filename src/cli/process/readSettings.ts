// What files say: settings, as the environment would say them, and options of commands, as the command
// line would. Every key is one of the tables; whatever is not is told with its line, and no value
// is ever echoed.

import { dirname, resolve } from 'node:path'
import { parse as parseToml, TomlError } from 'smol-toml'
import { Mistake, path as pathSetting } from '../../config/parseSetting.ts'
import { SECRETS, VARIABLES, type Variable } from '../../config/variables.ts'
import { ConfigError } from '../../config.ts'
import { isMembers, jsonIn } from '../../domain/texts/jsonValue.ts'
import { meantText } from '../terminal/meant.ts'
import { COLOR_WORDS, COMMAND_NAMES, type CommandName, isCommand } from '../words/commands.ts'
import { type CommandOption, optionsOf } from '../words/options.ts'
import { isInside, type SettingsFile } from './settingsFile.ts'

export type FileSettings = Readonly<{
  /** The files that it comes from. */
  paths: readonly string[]
  /** What is wrong with them, for whoever is to be told. */
  problem: string | null
  /** Variables for those that are unset. */
  environment: Readonly<Record<string, string>>
  color: (typeof COLOR_WORDS)[number] | null
  isQuiet: boolean
  /** Of questions alone: what is there to ask has been asked for by name. */
  isOffline: boolean
  /** What is put before the words that a command was given, which therefore win. */
  wordsFor: (command: string, given: readonly string[]) => readonly string[]
}>

type Members = Readonly<Record<string, unknown>>
type Draft = {
  environment: Record<string, string>
  color: FileSettings['color']
  isQuiet: boolean
  isOffline: boolean
  options: { command: CommandName; name: string; words: readonly string[] }[]
}

/** Only the environment can say these: they are read before any file is. */
const NOT_IN_FILES: ReadonlySet<string> = new Set([
  'ASSAY_CONFIG',
  'ASSAY_RESIDENT',
  'ASSAY_OFFLINE',
])
const COMMON_KEYS = ['offline', 'color', 'quiet']
const SETTINGS = 'settings'

/** Later files win. Throws `ConfigError` with every mistake of a file on a line of its own. */
export function readSettings(files: readonly SettingsFile[]): FileSettings {
  const draft: Draft = {
    environment: {},
    color: null,
    isQuiet: false,
    isOffline: false,
    options: [],
  }
  const read = files.filter((file) => readFile(file, draft))
  const { options, ...said } = draft
  return {
    paths: read.map(({ path }) => path),
    problem: null,
    ...said,
    wordsFor: (command, given) =>
      options
        .filter((option) => option.command === command)
        // What may be given several times would be added to.
        .filter(({ name }) => !isMultiple(command, name) || !isGiven(given, name))
        .flatMap(({ words }) => words),
  }
}

const isMultiple = (command: string, name: string) =>
  isCommand(command) && optionsOf(command)[name]?.multiple === true

const isGiven = (given: readonly string[], name: string) =>
  given.some((word) => word === `--${name}` || word.startsWith(`--${name}=`))

/** False where the file has no settings. */
function readFile(file: SettingsFile, draft: Draft): boolean {
  const { table, prefix } = tableOf(file)
  if (table === null) return false
  const mistakes: string[] = []
  const placed = (keys: readonly string[], sentence: string) => {
    mistakes.push(`${file.path}:${lineOf(file, [...prefix, ...keys])}: ${sentence}`)
  }
  for (const [key, value] of Object.entries(table)) {
    const sentence = readKey(key, value, { file, draft, placed })
    if (sentence !== null) placed([key], sentence)
  }
  if (mistakes.length > 0) throw new ConfigError(mistakes.join('\n'))
  return true
}

type Reading = Readonly<{
  file: SettingsFile
  draft: Draft
  placed: (keys: readonly string[], sentence: string) => void
}>

/** A sentence about the key itself, or null. */
function readKey(key: string, value: unknown, reading: Reading): string | null {
  const { draft, file } = reading
  if (key === 'offline') {
    if (typeof value !== 'boolean') return 'offline must be true or false'
    draft.isOffline = value
    return null
  }
  if (key === 'quiet') {
    if (typeof value !== 'boolean') return 'quiet must be true or false'
    draft.isQuiet = value
    return null
  }
  if (key === 'color') {
    const color = COLOR_WORDS.find((word) => word === value)
    if (color === undefined) return `color must be one of: ${COLOR_WORDS.join(', ')}`
    draft.color = color
    return null
  }
  if (key === SETTINGS && file.whose === 'project') return notOfProject('settings')
  if (key !== SETTINGS && !isCommand(key)) {
    const known = [...COMMON_KEYS, SETTINGS, ...COMMAND_NAMES]
    return `there is no key ${quoted(key)}${meantText(key, known)}`
  }
  if (!isMembers(value)) return `${key} must be a table`
  for (const [name, one] of Object.entries(value)) {
    const sentence = isCommand(key)
      ? readOption(key, name, one, reading)
      : readSetting(name, one, reading)
    if (sentence !== null) reading.placed([key, name], sentence)
  }
  return null
}

function readOption(
  command: CommandName,
  name: string,
  value: unknown,
  { file, draft }: Reading,
): string | null {
  const options = optionsOf(command)
  const option = Object.hasOwn(options, name) ? options[name] : undefined
  if (option === undefined) {
    return `${command} has no option ${quoted(name)}${meantText(name, Object.keys(options))}`
  }
  if (option.inFile === undefined) return `${name} is said at each call, and in no file`
  if (option.inFile === 'user' && file.whose === 'project') return notOfProject(name)
  const words = wordsOf(name, option, value, file)
  if (typeof words === 'string') return `${name} ${words}`
  draft.options.push({ command, name, words })
  return null
}

/** The words of a command line, or what is wrong with the value. */
function wordsOf(
  name: string,
  option: CommandOption,
  value: unknown,
  file: SettingsFile,
): readonly string[] | string {
  if (option.type === 'boolean') {
    if (typeof value !== 'boolean') return 'must be true or false'
    return [value ? `--${name}` : `--no-${name}`]
  }
  const isSeveral = option.isList === true || option.multiple === true
  const texts = textsOf(value)
  if (texts === null || (Array.isArray(value) && !isSeveral)) {
    return isSeveral ? 'must be a text, or a list of texts' : 'must be a text'
  }
  const parts = option.isList ? texts.flatMap((text) => text.split(',')) : texts
  const { values } = option
  if (values !== undefined && !parts.every((part) => values.includes(part.trim()))) {
    return `must be one of: ${values.join(', ')}`
  }
  const paths = option.isPath ? texts.map((text) => resolve(dirname(file.path), text)) : texts
  if (
    option.isPath &&
    file.whose === 'project' &&
    !paths.every((one) => isInside(file.root, one))
  ) {
    return 'leads out of the project'
  }
  return option.isList ? [`--${name}=${texts.join(',')}`] : paths.map((one) => `--${name}=${one}`)
}

function readSetting(key: string, value: unknown, { file, draft }: Reading): string | null {
  const variables: Readonly<Record<string, Variable<unknown>>> = VARIABLES
  const name = `ASSAY_${key.toUpperCase().replaceAll('-', '_')}`
  const known = Object.keys(variables).filter((one) => !NOT_IN_FILES.has(one))
  const variable = known.includes(name) && key === keyOf(name) ? variables[name] : undefined
  if (variable === undefined) {
    return `there is no setting ${quoted(key)}${meantText(key, known.map(keyOf))}`
  }
  if (SECRETS.has(name) && !file.isPrivate) {
    return `${key} is a secret, and others can read this file: take their rights away (chmod 600)`
  }
  const texts = typeof value === 'boolean' ? [value ? 'on' : 'off'] : textsOf(value)
  if (texts === null) return `${key} must be a text, a number, true or false, or a list of texts`
  const isPath = variable.parse === pathSetting
  const text = isPath ? resolve(dirname(file.path), texts.join(',')) : texts.join(',')
  try {
    variable.parse(text)
  } catch (error) {
    if (!(error instanceof Mistake)) throw error
    return `${key} ${error.message}`
  }
  draft.environment[name] = text
  return null
}

const keyOf = (name: string) => name.slice('ASSAY_'.length).toLowerCase().replaceAll('_', '-')

function notOfProject(key: string): string {
  return `${key} is not for a project to say: it belongs into your own file (docs/reference/settings.md)`
}

function textsOf(value: unknown): readonly string[] | null {
  if (typeof value === 'string') return [value]
  if (Number.isSafeInteger(value)) return [String(value)]
  if (!Array.isArray(value)) return null
  return value.every((one) => typeof one === 'string') ? value : null
}

const quoted = (text: string) => JSON.stringify(text.slice(0, 100))

/** The settings in a file, and the keys that lead to them. Throws `ConfigError`. */
function tableOf(
  file: SettingsFile,
): Readonly<{ table: Members | null; prefix: readonly string[] }> {
  const { path, text } = file
  const prefix = path.endsWith('package.json')
    ? ['assay']
    : path.endsWith('pyproject.toml')
      ? ['tool', 'assay']
      : []
  let table: unknown = path.endsWith('package.json') ? jsonIn(text) : tomlIn(path, text)
  for (const key of prefix) {
    table = isMembers(table) && Object.hasOwn(table, key) ? table[key] : undefined
  }
  if (table === undefined) return { table: null, prefix }
  if (isMembers(table)) return { table, prefix }
  throw new ConfigError(`${path}:${lineOf(file, prefix)}: ${prefix.join('.')} must be a table`)
}

function tomlIn(path: string, text: string): unknown {
  try {
    return parseToml(text)
  } catch (error) {
    if (!(error instanceof TomlError)) throw error
    // The parser's own message has lines of the file in it.
    throw new ConfigError(`${path}:${error.line}: this is no TOML`)
  }
}

/** Where a key stands, as far as a look at the lines tells. */
function lineOf({ path, text }: SettingsFile, keys: readonly string[]): number {
  const lines = text.split('\n')
  const last = keys.at(-1) ?? ''
  if (path.endsWith('.json')) {
    let at = 0
    for (const key of keys)
      at = Math.max(
        at,
        lines.findIndex((line, index) => index >= at && line.includes(JSON.stringify(key))),
      )
    return at + 1
  }
  let header: readonly string[] = []
  for (const [index, line] of lines.entries()) {
    const [, inside] = /^\s*\[+([^\]]*)\]/.exec(line) ?? []
    if (inside !== undefined) header = dotted(inside)
    const [, written] = /^\s*([^=#[]+?)\s*=/.exec(line) ?? []
    const full =
      inside !== undefined ? header : written === undefined ? [] : [...header, ...dotted(written)]
    // `check.fail-on = …` and `check = { fail-on = … }` name the table and the key on one line.
    if (
      isSame(full, keys) ||
      (isSame(full, keys.slice(0, -1)) && inside === undefined && line.includes(last))
    )
      return index + 1
  }
  const begun = lines.findIndex((line) => line.includes(last))
  return Math.max(0, begun) + 1
}

const dotted = (written: string) =>
  written.split('.').map((part) => part.trim().replace(/^["']|["']$/g, ''))

const isSame = (one: readonly string[], other: readonly string[]) =>
  one.length > 0 && one.length === other.length && one.every((part, index) => part === other[index])
