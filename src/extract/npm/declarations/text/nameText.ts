// Names as others know them: without the way they were imported by, and as they are exported; names of
// other packages as `pkg#Name`. What each means in its file is noted, for types that no path leads to.

import { keptIn } from '../../../../domain/maps.ts'
import { splitSpecifier } from '../../manifest/packageResolver.ts'
import type { Alias, DeclaredSymbol, Meant, Scope } from '../program/symbols.ts'
import { leadsNowhere } from './nowhere.ts'

/** A name that a file may mean in more ways is not followed. */
const MEANINGS_MAX = 4
/** Helpers are written out so deep in each other. */
const EXPANSIONS_MAX = 4

/** Where a type is written, and what the type parameters around it are called in the text. */
export type Around = Readonly<{
  scope: Scope
  parameters: ReadonlyMap<string, string>
  /** Helpers that are being written out. */
  expanding: readonly string[]
}>

export function around(scope: Scope): Around {
  return { scope, parameters: new Map(), expanding: [] }
}

type Helper = Readonly<{ symbol: DeclaredSymbol; inside: Around }>

/** A name of this file that it does not export, unless it is being written out already. */
export function helperNamed(name: string, at: Around): Helper | null {
  if (at.expanding.length >= EXPANSIONS_MAX || at.expanding.includes(name)) return null
  for (let scope: Scope | null = at.scope; scope !== null; scope = scope.parent) {
    const symbol = scope.locals.get(name)
    if (symbol === undefined) {
      if (scope.own(name) !== null) return null
      continue
    }
    if (exportedAs(scope, name) !== null) return null
    const expanding = [...at.expanding, name]
    return { symbol, inside: { scope, parameters: new Map(), expanding } }
  }
  return null
}

/** What a name of the package means in a file. */
export function noteName(text: string, meant: Meant): void {
  const noted = meant.scope.meant
  const known = noted.get(text)
  if (text.includes('#') || known === null) return
  // The same words in a block of its own, or by another import, may mean something else.
  const isSame = (one: Meant) =>
    one.scope === meant.scope &&
    one.specifier === meant.specifier &&
    one.path.join('.') === meant.path.join('.')
  if (known?.some(isSame) === true) return
  const all = [...(known ?? []), meant]
  noted.set(text, all.length > MEANINGS_MAX ? null : all)
}

/** A name as others know it: without the way it was imported by, and as it is exported. */
export function nameText(path: readonly string[], at: Around): string {
  const found = shownName(path, at)
  noteName(found.text, { scope: found.scope, specifier: null, path })
  return found.text
}

function shownName(
  path: readonly string[],
  { scope }: Around,
): Readonly<{ text: string; scope: Scope }> {
  const text = writtenName(path, scope)
  for (let at: Scope | null = scope; at !== null; at = at.parent) {
    if (at.own(path[0] ?? '') !== null) return { text, scope: at }
  }
  return { text, scope }
}

/** Whether a name is imported from a file that nobody has: a checker takes it for anything. */
export function isOfNowhere([first = '']: readonly string[], scope: Scope): boolean {
  for (let at: Scope | null = scope; at !== null; at = at.parent) {
    const symbol = at.locals.get(first)
    if (symbol === undefined) {
      if (at.own(first) !== null) return false
      continue
    }
    const { alias, declarations } = symbol
    if (alias === null || declarations.length > 0 || alias.specifier === null) return false
    return leadsNowhere(alias.specifier, at.file)
  }
  return false
}

function writtenName(path: readonly string[], scope: Scope): string {
  const [first = '', ...rest] = path
  for (let at: Scope | null = scope; at !== null; at = at.parent) {
    const symbol = at.locals.get(first)
    if (symbol === undefined) {
      if (at.own(first) !== null) return path.join('.')
      continue
    }
    const { alias } = symbol
    if (alias === null || symbol.declarations.length > 0) {
      return [localText(at, first), ...rest].join('.')
    }
    if (alias.specifier === null) return [...alias.path, ...rest].join('.')
    const [imported = ''] = alias.path
    const isWhole = imported === '*' || imported === '=' || imported === 'default'
    if (isWhole && rest.length === 0) {
      const text = nameFrom(alias.specifier, [imported === '*' ? '*' : 'default'], at)
      // Many files of a package have a default; what it is called here tells which is meant.
      return text === 'default' ? plainName(first) : text
    }
    if (isLetter(first, alias)) return [localText(at, first), ...rest].join('.')
    return nameFrom(alias.specifier, isWhole ? rest : [imported, ...rest], at)
  }
  return path.join('.')
}

/**
 * `import { R as RawMap } from './chunk'`: bundlers have letters for what passes from one of their files
 * to another, and others in the next release; here it has its own name.
 */
function isLetter(local: string, { specifier, path }: Alias): boolean {
  const [imported = ''] = path
  if (specifier === null || !/^\.\.?\//.test(specifier) || path.length !== 1) return false
  return isLetterFor(imported, local)
}

function isLetterFor(name: string, local: string): boolean {
  return /^[A-Za-z_$][\w$]?$/.test(name) && local.length > name.length + 1
}

/** Names of other packages say which; those of the same package do not say where. */
export function nameFrom(specifier: string, name: readonly string[], { file }: Scope): string {
  const text = name.length === 0 ? '*' : name.join('.')
  if (/^[.#/]/.test(specifier)) return text
  const from = splitSpecifier(specifier)?.name ?? specifier
  return from === file.from.name ? text : `${from}#${text}`
}

const exportedNames = new WeakMap<Scope, ReadonlyMap<string, string>>()

/** Under which name a block exports a local one; null when it does not. */
function exportedAs(scope: Scope, local: string): string | null {
  const names = keptIn(exportedNames, scope, () => {
    const found = new Map<string, string>()
    for (const [name, { alias }] of scope.exports ?? []) {
      const [first] = alias?.path ?? []
      if (alias?.specifier !== null || first === undefined || alias.path.length !== 1) continue
      if (alias.scope === scope && name !== 'default' && name !== 'export=') found.set(first, name)
    }
    return found
  })
  return names.get(local) ?? null
}

const passedOn = new WeakMap<Scope, ReadonlyMap<string, string>>()

/** Under which name a block passes on what it imports; null when it does not. */
function passedOnAs(scope: Scope, { specifier, path }: Alias): string | null {
  const names = keptIn(passedOn, scope, () => {
    const found = new Map<string, string>()
    for (const [name, { alias }] of scope.exports ?? []) {
      if (alias === null || alias.specifier === null || name === 'default') continue
      found.set(`${alias.path.join('.')} ${alias.specifier}`, name)
    }
    return found
  })
  return names.get(`${path.join('.')} ${specifier}`) ?? null
}

const localTexts = new WeakMap<Scope, ReadonlyMap<string, string>>()

/**
 * What a block calls its own: as it exports it, else without the number of a bundler. Of several that
 * would be called the same only one is; the others have numbers, in the order in which they stand there.
 */
function localText(scope: Scope, local: string): string {
  const texts = keptIn(localTexts, scope, () => {
    const found = new Map<string, string>()
    const taken = new Set(scope.exports?.keys())
    const unnamed: string[] = []
    for (const [name, { alias, declarations }] of scope.locals) {
      const isOwn = declarations.length > 0 || alias === null
      if (isOwn || isLetter(name, alias)) {
        const text = exportedAs(scope, name) ?? (isOwn ? null : passedOnAs(scope, alias))
        if (text === null || isLetterFor(text, name)) unnamed.push(name)
        else found.set(name, text)
      } else if (alias.specifier !== null) taken.add(nameFrom(alias.specifier, alias.path, scope))
    }
    for (const name of unnamed) {
      const text = free(plainName(name), taken)
      taken.add(text)
      found.set(name, text)
    }
    return found
  })
  return texts.get(local) ?? exportedAs(scope, local) ?? plainName(local)
}

function free(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name
  for (let number = 1; ; number += 1) {
    if (!taken.has(`${name}_${number}`)) return `${name}_${number}`
  }
}

/** Bundlers number names that would collide: `Foo$1`, `Foo_2`. */
function plainName(name: string): string {
  return name.replace(/(?:\$|_)\d+$/, '')
}
