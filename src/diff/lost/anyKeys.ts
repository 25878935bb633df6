// Members that are gone from a type whose keys may have any name: what they were is still there.

import { closingOf, findTop, splitTop } from '../../signatures/splitTop.ts'
import { isIndexed } from '../../table/format/facts.ts'
import { at, signedAt } from '../../table/format/varints.ts'
import { basesOf } from '../inherited.ts'
import type { Matches } from '../matchSurfaces.ts'
import { positionOf } from '../positions.ts'
import { typeNames } from '../typeNames.ts'
import type { Names } from '../typescript/named.ts'

const DEPTH_MAX = 8

/** Whether a member of a list that is gone is under a key of any name now, and nobody can tell. */
export function isUnderAnyKey(matches: Matches, list: number, member: number): boolean {
  const { from, to, definition } = matches
  const owner = list - from.columns.modules.count
  const there = owner < 0 ? -1 : signedAt(definition, owner)
  if (there < 0 || !isIndexed(at(to.columns.definitions.facts, there))) return false
  const { definitions, texts } = to.columns
  const text = texts.signatures.text(at(definitions.signature, there)) ?? ''
  const file = texts.words.text(at(definitions.file, there))
  const was = from.columns.texts.signatures.text(at(from.columns.definitions.signature, member))
  const kept = new Set(['any', was?.replace(/\?$/, '')])
  // Whoever only gives such objects may give anything.
  if (!positionOf(from, owner).isGot) kept.add('unknown')
  return indexes(text, file, typeNames(to), 0).some((one) => kept.has(one))
}

/** What is under keys of any name, in a type and in what it extends. */
export function indexes(
  text: string,
  file: string | null,
  names: Names,
  depth: number,
): readonly string[] {
  if (depth > DEPTH_MAX) return []
  const brace = findTop(text, '{')
  const close = brace < 0 ? -1 : closingOf(text, brace)
  const own = close < 0 ? [] : splitTop(text.slice(brace + 1, close), '; ')
  const written = own.flatMap((one) => /^\[string\]: (.*)$/s.exec(one.trim())?.[1] ?? [])
  const inherited = basesOf(text).flatMap((base) => {
    const record = /^Record<string, (.*)>$/s.exec(base)?.[1]
    if (record !== undefined) return [record]
    const known = names(base, file)
    const extended = known?.heritage.length ? ` extends ${known.heritage.join(', ')}` : ''
    return known === null
      ? []
      : indexes(`${extended} ${known.body ?? ''}`, known.file, names, depth + 1)
  })
  return [...written, ...inherited]
}
