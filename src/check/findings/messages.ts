// One sentence for each finding, for people.

import { parsePackageName } from '../../domain/names/packageName.ts'
import type { NearImport } from '../../ports/importIndex.ts'
import type { Deprecation } from '../../table/format/table.ts'
import type { Misfit } from '../follow/fitsPython.ts'
import type { Confusable } from '../plan/packageTables.ts'
import { shownName } from '../report/shownName.ts'

function listed(names: readonly string[], word: 'and' | 'or'): string {
  if (names.length < 2) return names[0] ?? ''
  return `${names.slice(0, -1).join(', ')} ${word} ${names.at(-1)}`
}

function meant(names: readonly string[]): string {
  // A class that takes any keyword and hands them on has the same one twice.
  const apart = [...new Set(names)]
  return apart.length === 0 ? '' : ` Did you mean ${listed(apart, 'or')}?`
}

export function packageNotFound(name: string, registry: string, near: readonly string[]): string {
  return `There is no package ${name} on ${registry}.${meant(near)}`
}

/** An import of Python, with what has to be installed for it where that is called otherwise. */
export function importToInstall({ name, distribution }: NearImport): string {
  const isCalledSo = distribution === null || distribution === parsePackageName('pypi', name)
  return isCalledSo ? name : `${name} (install ${distribution})`
}

export function importedAs(
  written: string,
  distribution: string,
  names: readonly string[],
): string {
  return `${distribution} is not imported as ${shownName(written)} but as ${listed(names, 'or')}.`
}

export function notProvided(written: string, wrong: string, right: readonly string[]): string {
  return `${shownName(written)} is not provided by ${wrong} but by ${listed(right, 'or')}.`
}

export function lostModule(
  written: string,
  { distribution, until }: Readonly<{ distribution: string; until: string }>,
  release: string,
): string {
  return `${distribution} has no module ${shownName(written)} in ${release}: only releases before ${until} do.`
}

export function versionNotFound(
  name: string,
  version: string,
  { latest, confusable: doubt }: Readonly<{ latest: string | null; confusable?: Confusable }>,
): string {
  const which = /[^\w.+!-]/.test(version) ? `that fits ${shownName(version)}` : shownName(version)
  // Another release of the wrong package is nothing to take instead.
  if (doubt !== undefined) {
    return `${confusable(name, doubt.reason, doubt.meant)} ${name} has no release ${which} either.`
  }
  const instead = latest === null ? '' : ` The latest is ${latest}.`
  return `There is no release ${which} of ${name}.${instead}`
}

export function withdrawnRelease(name: string, version: string, reason: string): string {
  // People end their sentences, or do not.
  const why = reason === '' ? '' : `: ${reason.replace(/\.+$/, '')}`
  return `Release ${version} of ${name} was withdrawn${why}.`
}

export function symbolNotFound(
  owner: string,
  name: string,
  version: string,
  closest: readonly string[],
): string {
  return `${shownName(owner)} has no ${shownName(name)} in ${version}.${meant(closest)}`
}

export function moduleMissing(module: string, release: string, near: readonly string[]): string {
  return `There is no module ${shownName(module)} in ${release}.${meant(near)}`
}

export function symbolDeprecated(symbol: string, { text, since }: Deprecation): string {
  const when = since === null ? '' : ` since ${since}`
  return `${shownName(symbol)} is deprecated${when}${text === null || text === '' ? '' : `: ${text.replace(/\.$/, '')}`}.`
}

export function requireFails(module: string, release: string, why: string): string {
  return `require of ${shownName(module)} ${release} fails: ${why}.`
}

export function confusable(name: string, reason: string, other: string | null): string {
  if (reason === 'placeholder') {
    return `${name} is a name that the registry holds back, not a package.${meant(other === null ? [] : [other])}`
  }
  return `${name} looks like ${other}, which is far more popular.`
}

/** `near`: the argument that is likely meant. */
export function callDoesNotFit(
  written: string,
  version: string,
  misfit: Misfit,
  near: readonly string[] = [],
): string {
  const symbol = shownName(written)
  switch (misfit.kind) {
    case 'keyword':
      return `${symbol} takes no argument ${shownName(misfit.name)} in ${version}.${meant(near)}`
    case 'name':
      return `${symbol} knows no ${shownName(misfit.name)} in ${version}.${meant(near)}`
    case 'too_many':
      return `${symbol} takes ${atMost(misfit.most)} in ${version}, ${misfit.given} ${misfit.given === 1 ? 'is' : 'are'} given.`
    case 'missing':
      return `${symbol} is called without ${andList(misfit.names)} in ${version}.`
    case 'twice':
      return `${symbol} gets its argument ${shownName(misfit.name)} twice.`
  }
}

function atMost(most: number): string {
  if (most === 0) return 'no positional arguments'
  return `at most ${most} positional argument${most === 1 ? '' : 's'}`
}

const MISSING_SHOWN = 5

function andList(names: readonly string[]): string {
  const more = names.length - MISSING_SHOWN
  const shown = more > 1 ? [...names.slice(0, MISSING_SHOWN), `${more} more`] : names
  return listed(shown, 'and')
}

/**
 * Whether a mark speaks of all of a symbol, not of one of its arguments or of something else that
 * stands beside it.
 */
export function isOfTheWhole({ text }: Deprecation, name: string): boolean {
  if (text === null || text === '') return true
  if (
    /\b(?:arguments?|args?|parameters?|params?|keywords?|kwargs?|passing|options?)\b/i.test(text)
  ) {
    return false
  }
  const first = /^(?:\*+|`+|:\w+:`)~?([\w.]+)/.exec(text)?.[1]
  return first === undefined || first.slice(first.lastIndexOf('.') + 1) === name
}

/** `use X instead` and its kin: what a mark of deprecation points to. */
export function replacementIn(text: string | null): string | null {
  if (text === null) return null
  const phrase =
    /\b(?:use|see|prefer|replaced by|superseded by|renamed to|in favou?r of|moved to|instead of this use)\s+(?::\w+:)?[`'"~:]*([A-Za-z_][\w.]*\w)/i.exec(
      text,
    )
  const name = phrase?.[1] ?? null
  return name === null ||
    /^(?:the|a|an|it|this|that|another|other|instead|of|with|either|one|your|any|both|some|what|which|new|and|or)$/i.test(
      name,
    )
    ? null
    : name
}
