// What names mean: lookups through scopes, aliases to their ends, the exports of modules.

import { isLibraryName } from './library.ts'
import type { Program } from './program.ts'
import { referencesOf, type SourceFile } from './sourceFile.ts'
import {
  type Alias,
  type DeclaredSymbol,
  EXPORT_EQUALS,
  ModuleSymbol,
  type Scope,
} from './symbols.ts'

/** What a name stands for in the end: declarations, or a module as an object. */
export type Target = DeclaredSymbol | ModuleSymbol

type Resolved = Readonly<{ target: Target; isTypeOnly: boolean }>

export type Exported = Readonly<{ symbol: DeclaredSymbol; isTypeOnly: boolean }>

export class Names {
  readonly program: Program
  readonly #aliases = new Map<DeclaredSymbol, Resolved | null>()
  readonly #exports = new Map<ModuleSymbol, ReadonlyMap<string, Exported>>()
  /** Names that lead into a file that was not read. */
  readonly #unread = new Map<DeclaredSymbol, SourceFile>()
  /** The last such file that a name was followed into. */
  #met: SourceFile | null = null
  /** Names that lead back to themselves, or to one that does. */
  readonly #circular = new Set<DeclaredSymbol>()
  readonly #following = new Set<DeclaredSymbol>()
  #isCircle = false

  constructor(program: Program) {
    this.program = program
  }

  /** The symbol of a name as a scope sees it; null for what nothing declares. */
  lookup(scope: Scope, name: string): DeclaredSymbol | null {
    for (let at: Scope | null = scope; at !== null; at = at.parent) {
      if (at.isGlobal) continue
      const found = at.own(name)
      if (found !== null) return found
    }
    return this.#global(name)
  }

  /** Names that every program has are not looked for in the files that references lead to. */
  #global(name: string): DeclaredSymbol | null {
    return isLibraryName(name) ? this.program.knownGlobal(name) : this.program.global(name)
  }

  /** The symbol of a name where a value is meant: types of the same name are passed by. */
  #lookupValue(scope: Scope, name: string): DeclaredSymbol | null {
    const found = this.lookup(scope, name)
    if (found === null || isValue(found)) return found
    for (let at: Scope | null = scope; at !== null; at = at.parent) {
      const exported = at.isGlobal ? undefined : at.exports?.get(name)?.merged
      if (exported !== undefined && isValue(exported)) return exported
    }
    // What every program has is no symbol of any file.
    return isLibraryName(name) ? null : found
  }

  /** Whether a name is imported from where nothing is known of it: then it is nobody else's either. */
  isLost(scope: Scope, [first = '']: readonly string[]): boolean {
    const symbol = this.lookup(scope, first)
    return symbol !== null && symbol.merged.alias !== null && this.resolve(symbol) === null
  }

  /** A dotted name of a value as a scope sees it. */
  valuePath(scope: Scope, path: readonly string[]): Resolved | null {
    return this.path(scope, path, (name) => this.#lookupValue(scope, name))
  }

  /** A dotted name as a scope sees it. */
  path(
    scope: Scope,
    path: readonly string[],
    lookup = (name: string) => this.lookup(scope, name),
  ): Resolved | null {
    const [first, ...rest] = path
    if (first === undefined) return null
    const symbol = lookup(first)
    if (symbol !== null) return this.#below(this.resolve(symbol), rest)
    const [next, ...after] = rest
    if (next === undefined) return null
    if (first === 'globalThis') {
      const global = this.#global(next)
      return global === null ? null : this.#below(this.resolve(global), after)
    }
    const module = isLibraryName(first) ? null : this.program.umd(first)
    return module === null ? null : this.#below(this.#asObject(module), rest)
  }

  #below(start: Resolved | null, path: readonly string[]): Resolved | null {
    let at = start
    for (const name of path) {
      if (at === null) return null
      at = this.member(at.target, name)
    }
    return at
  }

  /** Follows an alias to its end; a symbol with declarations is its own end. */
  resolve(symbol: DeclaredSymbol): Resolved | null {
    const { merged } = symbol
    const { alias } = merged
    if (alias !== null && isAddition(merged)) return this.#added(alias, merged)
    if (alias === null || merged.declarations.length > 0)
      return { target: merged, isTypeOnly: false }
    const known = this.#aliases.get(merged)
    if (known !== undefined) {
      this.#met = this.#unread.get(merged) ?? this.#met
      this.#isCircle ||= this.#following.has(merged) || this.#circular.has(merged)
      return known
    }
    // An alias that leads to itself leads nowhere.
    this.#aliases.set(merged, null)
    this.#following.add(merged)
    this.#met = null
    this.#isCircle = false
    const found = this.#follow(alias, merged)
    this.#following.delete(merged)
    if (found === null && this.#met !== null) this.#unread.set(merged, this.#met)
    else if (found === null && this.#isCircle) this.#circular.add(merged)
    const resolved =
      found === null
        ? null
        : { target: found.target, isTypeOnly: found.isTypeOnly || alias.isTypeOnly }
    this.#aliases.set(merged, resolved)
    return resolved
  }

  /** Whether a name stands for itself alone: nobody declares it, here or elsewhere. */
  isCircular(symbol: DeclaredSymbol): boolean {
    return this.resolve(symbol) === null && this.#circular.has(symbol.merged)
  }

  /** What a module adds to a name that another one re-exports, it adds to what that leads to. */
  #added(alias: Alias, symbol: DeclaredSymbol): Resolved {
    const target = this.#follow(alias, symbol)?.target ?? symbol
    if (target === symbol || target instanceof ModuleSymbol)
      return { target: symbol, isTypeOnly: false }
    target.merged.absorb(symbol)
    return { target: target.merged, isTypeOnly: false }
  }

  #follow({ scope, specifier, path, isExportOnly }: Alias, alias: DeclaredSymbol): Resolved | null {
    this.program.step()
    const [first, ...rest] = path
    if (first === undefined) return null
    if (specifier === null) {
      // `export { a as a }`: the name is looked for where it is not this export itself.
      const own = scope.locals.get(first)?.merged ?? this.lookup(scope, first)
      const symbol = own === alias ? this.#outside(scope, first, alias) : own
      // `export { a }` where nobody declares an a, which no reference can bring either.
      const isItself = path.length === 1 && first === alias.name && scope.module !== null
      if (symbol === null && isItself && !isLibraryName(first))
        this.#isCircle ||= referencesOf(scope.file.text).length === 0
      return symbol === null ? null : this.#below(this.resolve(symbol), rest)
    }
    const module = this.program.module(specifier, scope.file)
    if (module?.isUnread) this.#met = module.file
    if (module === null || module.isUnread) return null
    if (first === '*' || first === '=') return this.#asObject(module)
    const found = this.member(module, first)
    if (found !== null || first !== 'default' || isExportOnly) return found
    // `import x from` a module without a default gives what `require` gives.
    return module.exports.has('default') ? null : { target: module, isTypeOnly: false }
  }

  #outside(scope: Scope, name: string, not: DeclaredSymbol): DeclaredSymbol | null {
    for (let at = scope.parent; at !== null; at = at.parent) {
      const found = at.isGlobal ? null : at.own(name)
      if (found !== null && found !== not) return found
    }
    const global = this.#global(name)
    return global === not ? null : global
  }

  /** A module as `import *` and `require` give it. */
  #asObject(module: ModuleSymbol): Resolved {
    return this.equals(module) ?? { target: module, isTypeOnly: false }
  }

  /** What stands below a namespace or module under a name. */
  member(target: Target, name: string): Resolved | null {
    if (!(target instanceof ModuleSymbol)) {
      const symbol = target.merged.members?.get(name)
      return symbol === undefined ? null : this.resolve(symbol)
    }
    const found = this.exportsOf(target).get(name)
    if (found !== undefined) {
      const resolved = this.resolve(found.symbol) ?? this.#besides(target, name)
      return resolved === null
        ? null
        : { target: resolved.target, isTypeOnly: resolved.isTypeOnly || found.isTypeOnly }
    }
    // A package that is all there has no names that it says nothing of.
    const isKnown = target.file.from === this.program.root && !target.exports.has(EXPORT_EQUALS)
    if (isKnown && name !== 'default') this.#isCircle ||= this.#starred(target).missing.size === 0
    // `import x from` a module that says `export = x`.
    return name === 'default' && target.exports.has(EXPORT_EQUALS) ? this.#asObject(target) : null
  }

  /** A name that leads nowhere on the first way may do so on another of the stars. */
  #besides(module: ModuleSymbol, name: string): Resolved | null {
    for (const { exports } of this.#starred(module).modules) {
      const symbol = exports.get(name)
      const resolved = symbol === undefined ? null : this.resolve(symbol)
      if (resolved !== null) return resolved
    }
    return null
  }

  /** What `export =` exports; null without one. */
  equals(module: ModuleSymbol): Resolved | null {
    const symbol = module.exports.get(EXPORT_EQUALS)
    return symbol === undefined ? null : this.resolve(symbol)
  }

  /** Every name that a module exports, as the checker lists them; statics of classes aside. */
  exportsOf(module: ModuleSymbol): ReadonlyMap<string, Exported> {
    const known = this.#exports.get(module)
    if (known !== undefined) return known
    // Meanwhile, for cycles: what the module itself says.
    this.#exports.set(module, ownExports(module))
    const exports = this.#collect(module)
    this.#exports.set(module, exports)
    return exports
  }

  #collect(module: ModuleSymbol): ReadonlyMap<string, Exported> {
    if (module.exports.has(EXPORT_EQUALS)) {
      const target = this.equals(module)?.target
      if (target === undefined) return ownExports(module)
      if (target instanceof ModuleSymbol)
        return target === module ? ownExports(module) : this.exportsOf(target)
      const names = new Map<string, Exported>()
      for (const [name, symbol] of target.merged.members ?? [])
        names.set(name, { symbol, isTypeOnly: false })
      // What is exported beside it the checker adds to it.
      for (const [name, exported] of ownExports(module))
        if (!names.has(name)) names.set(name, exported)
      return names
    }
    const names = new Map<string, Exported>()
    const visited = new Set<ModuleSymbol>()
    const waiting: Readonly<{ module: ModuleSymbol; isTypeOnly: boolean; isRoot: boolean }>[] = [
      { module, isTypeOnly: false, isRoot: true },
    ]
    // Depth first, in the order of the text, by a stack of our own: chains may be long.
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      if (visited.has(at.module)) continue
      visited.add(at.module)
      this.program.step(1 + at.module.exports.size)
      for (const [name, symbol] of at.module.exports) {
        if (name === EXPORT_EQUALS || (name === 'default' && !at.isRoot)) continue
        const there = names.get(name)
        if (there === undefined) names.set(name, { symbol, isTypeOnly: at.isTypeOnly })
        else if (isAddition(there.symbol)) this.#addTo(symbol, there.symbol)
      }
      for (const star of at.module.stars.toReversed()) {
        const next = this.program.module(star.specifier, star.scope.file)
        if (next === null) continue
        const isTypeOnly = at.isTypeOnly || star.isTypeOnly
        waiting.push({ module: next, isTypeOnly, isRoot: false })
      }
    }
    return names
  }

  /** An addition to a name that comes through `export *`. */
  #addTo(symbol: DeclaredSymbol, addition: DeclaredSymbol): void {
    const target = this.resolve(symbol)?.target
    if (target !== undefined && !(target instanceof ModuleSymbol) && target !== addition.merged)
      target.absorb(addition)
  }

  /** Files that were not read and that names of a module come from; `all`: any number of them. */
  unreadBehind(module: ModuleSymbol): Readonly<{ all: SourceFile | null; one: SourceFile | null }> {
    const equals = module.exports.get(EXPORT_EQUALS)
    const whole = equals && this.resolve(equals) === null ? this.#unread.get(equals.merged) : null
    const starred = [...this.#starred(module).modules].find(({ isUnread }) => isUnread)?.file
    const all = whole ?? starred ?? null
    let one: SourceFile | null = null
    for (const { symbol } of this.exportsOf(module).values()) {
      if (this.resolve(symbol) === null) one ??= this.#unread.get(symbol.merged) ?? null
    }
    return { all, one }
  }

  /** Specifiers of `export *` that lead to no declarations, from a module on. */
  missingStars(module: ModuleSymbol): string[] {
    const equals = module.exports.get(EXPORT_EQUALS)
    const whole =
      equals && this.resolve(equals) === null ? [equals.alias?.path.join('.') ?? ''] : []
    return [...this.#starred(module).missing, ...whole].sort()
  }

  /** The modules that `export *` leads to, the first included, and the specifiers that lead to none. */
  #starred(module: ModuleSymbol) {
    const missing = new Set<string>()
    const modules = new Set<ModuleSymbol>([module])
    for (const at of modules) {
      for (const { specifier, scope } of at.stars) {
        this.program.step()
        const next = this.program.module(specifier, scope.file)
        if (next === null) missing.add(specifier)
        else modules.add(next)
      }
    }
    return { modules, missing }
  }
}

function isValue(symbol: DeclaredSymbol): boolean {
  return symbol.alias !== null || hasValue(symbol)
}

/** Declared by `declare module` of other files alone. */
function isAddition({ merged }: DeclaredSymbol): boolean {
  const { declarations } = merged
  return declarations.length > 0 && declarations.every(({ scope }) => scope.module?.isAddition)
}

function ownExports(module: ModuleSymbol): ReadonlyMap<string, Exported> {
  const names = new Map<string, Exported>()
  for (const [name, symbol] of module.exports) {
    if (name !== EXPORT_EQUALS) names.set(name, { symbol, isTypeOnly: false })
  }
  return names
}

/** Whether something is there at run time; a namespace of types only is not. */
export function hasValue(target: Target): boolean {
  if (target instanceof ModuleSymbol) return true
  if (target.has('class', 'function', 'enum', 'variable')) return true
  return [...(target.members?.values() ?? [])].some(
    ({ merged }) => merged.alias !== null || (merged !== target && hasValue(merged)),
  )
}
