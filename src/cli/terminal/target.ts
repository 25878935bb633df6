// What a person writes to name a package or a release, and what to tell them when it names none.

import {
  type Ecosystem,
  isEcosystem,
  type PackageKey,
  parsePackageName,
} from '../../domain/names/packageName.ts'
import { SYMBOL_LENGTH_MAX } from '../../limits.ts'
import { OPTIONS } from '../words/options.ts'
import { readArgs } from './readArgs.ts'

export type Target = Readonly<{ key: PackageKey; version: string | null }>

const VERSION_TEXT = /^[\x21-\x7e]{1,128}$/
// Versions of both registries begin with a number; what does not is a tag, which may point to
// another release tomorrow.
const BEGINS_LIKE_A_VERSION = /^v?\d/i
const RANGE = /[\^~<>=*|,]|(^|\.)x(\.|$)/i
/** How far a name goes in what looks like a requirement: `requests>=2`, `@scope/name^1`. */
const NAME_PART = { pypi: /^[\w.-]+/, npm: /^(?:@[^/@]+\/)?[^@=<>^\s]+/ } as const

/** A terminal must not be steered by what somebody pasted. */
export function quote(text: string): string {
  return JSON.stringify(text.slice(0, 100))
}

export function noEcosystem(written: string): string {
  return `assay: the ecosystem is pypi or npm, not ${quote(written)}`
}

export const ECOSYSTEM_WORD = 'the ecosystem (pypi or npm)'
const PACKAGE_WORD = 'the package'

/**
 * What is wrong with the number of words, as a sentence above how the command is called; null when
 * there are as many as it wants.
 */
export function wordMistake(
  given: readonly string[],
  wanted: readonly string[],
  usage: string,
): string | null {
  const missing = wanted[given.length]
  const extra = given[wanted.length]
  if (missing !== undefined) return `assay: ${missing} is missing\n${calledSo(usage)}`
  if (extra === undefined) return null
  return `assay: ${quote(extra)} is one word too many\n${calledSo(usage)}`
}

/** The lines of a usage that show how a command is called. */
export function calledSo(usage: string): string {
  return usage.slice(0, usage.indexOf('\n\n'))
}

/** `name`, `name@version`, `@scope/name@version`; a sentence when it is none of them. */
export function parseTarget(ecosystem: Ecosystem, written: string): Target | string {
  const at = written.lastIndexOf('@')
  const version = at > 0 ? written.slice(at + 1) : null
  const name = parsePackageName(ecosystem, at > 0 ? written.slice(0, at) : written)
  if (name !== null && (version === null || isVersion(version))) {
    return { key: { ecosystem, name }, version }
  }
  const meant = name ?? nameIn(ecosystem, written)
  if (meant === null) return `assay: no ${ecosystem} package can be named ${quote(written)}`
  return `assay: ${quote(written)} names no single version: ${meant} is its latest release, ${meant}@1.2.3 a pinned one`
}

/** The name alone; a sentence when there is more, or no name. */
export function parseName(ecosystem: Ecosystem, written: string): PackageKey | string {
  const name = parsePackageName(ecosystem, written)
  if (name !== null) return { ecosystem, name }
  const meant = nameIn(ecosystem, written)
  if (meant === null) return `assay: no ${ecosystem} package can be named ${quote(written)}`
  return `assay: this asks about a package, not a version of it: write ${meant} instead of ${quote(written)}`
}

/** The whole command line of a command about one package: two words, and perhaps `--json`. */
export function parsePackageCommand<T>(
  argv: readonly string[],
  usage: string,
  parse: (ecosystem: Ecosystem, written: string) => T | string,
): Readonly<{ json: boolean; target: T }> | string {
  const { values, positionals } = readArgs(argv, OPTIONS.package)
  const target = parsePackageWords(positionals, usage, parse)
  return typeof target === 'string' ? target : { json: values.json, target }
}

/** The two words of a command about one package; a sentence when they are not that. */
export function parsePackageWords<T>(
  positionals: readonly string[],
  usage: string,
  parse: (ecosystem: Ecosystem, written: string) => T | string,
): T | string {
  const mistake = packageWordMistake(positionals, [], usage)
  if (mistake !== null) return mistake
  const [ecosystem, written = ''] = positionals
  return isEcosystem(ecosystem) ? parse(ecosystem, written) : noEcosystem(ecosystem ?? '')
}

/** Of a command about one package, with further words behind it; null when they are all there. */
export function packageWordMistake(
  positionals: readonly string[],
  more: readonly string[],
  usage: string,
): string | null {
  const [ecosystem] = positionals
  if (ecosystem !== undefined && !isEcosystem(ecosystem)) return noEcosystem(ecosystem)
  return wordMistake(positionals, [ECOSYSTEM_WORD, PACKAGE_WORD, ...more], usage)
}

/** The package, the older and the newer version, and what stands behind them. */
export function parseComparison(
  positionals: readonly string[],
  usage: string,
): Readonly<{ key: PackageKey; from: string; to: string }> | string {
  const mistake = packageWordMistake(positionals, ['the older version', 'the newer version'], usage)
  if (mistake !== null) return mistake
  const [ecosystem = '', name = '', from = '', to = ''] = positionals
  const older = parsePackageWords([ecosystem, `${name}@${from}`], usage, parseTarget)
  const newer = parsePackageWords([ecosystem, `${name}@${to}`], usage, parseTarget)
  if (typeof older === 'string') return older
  return typeof newer === 'string' ? newer : { key: older.key, from, to }
}

/** The command line of a command about one symbol: three words, and perhaps `--json`. */
export function parseSymbolCommand<T>(
  argv: readonly string[],
  usage: string,
  parse: (ecosystem: Ecosystem, written: string) => T | string,
): Readonly<{ json: boolean; target: T; symbol: string }> | string {
  const { values, positionals } = readArgs(argv, OPTIONS.package)
  const mistake = packageWordMistake(positionals, ['the symbol'], usage)
  if (mistake !== null) return mistake
  const [ecosystem = '', written = '', symbol = ''] = positionals
  const target = parsePackageWords([ecosystem, written], usage, parse)
  if (typeof target === 'string') return target
  if (symbol.trim() === '' || symbol.length > SYMBOL_LENGTH_MAX) {
    return `assay: a symbol has 1 to ${SYMBOL_LENGTH_MAX} characters`
  }
  return { json: values.json, target, symbol }
}

/** Whether it can be one version, and not a range or a tag. */
export function isVersion(text: string): boolean {
  return VERSION_TEXT.test(text) && BEGINS_LIKE_A_VERSION.test(text) && !RANGE.test(text)
}

/** The package that was meant when more than a name was written, or null. */
function nameIn(ecosystem: Ecosystem, written: string): string | null {
  const [part = ''] = NAME_PART[ecosystem].exec(written) ?? []
  return part === written ? null : parsePackageName(ecosystem, part)
}
