// Whether a type is assignable to one that has a name of its own: a class, an interface, a type of
// the library.

import { isCertainMethod, libraryBases, libraryType } from '../program/library.ts'
import type { DeclaredSymbol } from '../program/symbols.ts'
import type { Head, HeadOf } from '../types/head.ts'
import { bases } from '../types/heritage.ts'
import { isPrivate } from '../types/memberNodes.ts'
import { elementOf, type TypeAt } from '../types/typeAt.ts'
import { utilityAlias } from '../types/utilities.ts'
import type { Answer } from './answers.ts'
import type { Inferences } from './inferences.ts'
import { isNullish, isPrimitive } from './simpleHeads.ts'
import { RelationPart } from './typeRelations.ts'

export class NamedRelations extends RelationPart {
  /** Against a class or an interface. */
  instance(
    source: Head,
    target: DeclaredSymbol,
    given: readonly TypeAt[],
    inferred: Inferences,
  ): Answer {
    if (source.kind === 'instance') {
      const found = this.#ancestor(source, target)
      if (found !== null) return this.#arguments(found.given, given, inferred)
    }
    const isNominal = target
      .of('class')
      .some(({ node }) => node.body.body.some((one) => isPrivate(one) || hasHash(one)))
    if (isNominal) return source.kind === 'instance' || isPrimitive(source) ? false : null
    const shape = this.shapes.instance(target, given)
    const calls = this.shapes.calls.ofSymbol(target, given)
    return this.relations.structures.shape(source, shape, calls, inferred)
  }

  /** The class or interface itself, or one that it comes from, with what its parameters stand for. */
  #ancestor(source: HeadOf<'instance'>, target: DeclaredSymbol): HeadOf<'instance'> | null {
    const seen = new Set<DeclaredSymbol>()
    const waiting = [source]
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      if (at.symbol === target) return at
      if (seen.has(at.symbol)) continue
      seen.add(at.symbol)
      for (const base of bases(at.symbol, at.given)) {
        this.shapes.names.program.step()
        const heads = this.shapes.heads.of(base) ?? []
        waiting.push(...heads.filter((head) => head.kind === 'instance'))
      }
    }
    return null
  }

  /** Arguments of the same generic type. Which way they vary is not known. */
  #arguments(source: readonly TypeAt[], target: readonly TypeAt[], inferred: Inferences): Answer {
    const answers = target.map((one, place) => {
      const given = source[place]
      if (given !== undefined) return this.relations.type(given, one, inferred)
      inferred.miss(one)
      return one.node.type === 'TSAnyKeyword' ? true : null
    })
    return answers.every((answer) => answer === true) ? true : null
  }

  /** Against a type of the library. */
  library(
    source: Head,
    target: TypeAt,
    name: string,
    given: readonly TypeAt[],
    inferred: Inferences,
  ): Answer {
    const alias = utilityAlias(name)
    if (alias !== null) return this.relations.named(source, alias, given, inferred)
    if (name === 'Object') return !isNullish(source)
    if (name === 'Array' || name === 'ReadonlyArray')
      return this.relations.lists.list(source, target, inferred)
    if (name === 'Function') return this.relations.calls.isCallable(source)
    const [of] = given
    if (source.kind === 'list' && of !== undefined && /^(?:Iterable|ArrayLike)$/.test(name))
      return this.relations.type(elementOf(source.elements, target), of, inferred)
    const from = this.#libraryAncestor(source, name)
    if (from !== null) return this.#arguments(from, given, inferred)
    const members = libraryType(name)
    if (members === null) return this.relations.structures.structure(source, target, inferred)
    if (source.kind === 'unknown' || isNullish(source)) return false
    const shape = this.shapes.apparent(source)
    if (shape === null || !shape.isWhole) return null
    // Methods are there for certain; of properties the library does not say which may be missing.
    const methods = [...members.values()].filter(isCertainMethod)
    return methods.some((member) => !shape.has(member.name)) ? false : null
  }

  /** The arguments under which a part is a type of the library; null when it is none. */
  #libraryAncestor(source: Head, name: string): readonly TypeAt[] | null {
    if (source.kind === 'library') {
      if (source.name === name) return source.given
      // What `Promise<T>` is a `PromiseLike` of is the same T.
      return libraryBases(source.name).has(name) || `${source.name}Like` === name
        ? source.given
        : null
    }
    if (source.kind !== 'instance') return null
    for (const base of bases(source.symbol, source.given)) {
      for (const head of this.shapes.heads.of(base) ?? []) {
        const found = this.shapes.budget.nested(() => this.#libraryAncestor(head, name))
        if (found !== null) return found
      }
    }
    return null
  }
}

function hasHash(node: Readonly<{ type: string }>): boolean {
  return 'key' in node && (node.key as { type?: string } | null)?.type === 'PrivateIdentifier'
}
