// Criteria about the text itself.

import { isMembers } from '../../domain/texts/jsonValue.ts'
import { Beyond } from '../oracle/budget.ts'
import { findText, folded } from '../oracle/findText.ts'
import { readJson } from '../oracle/jsonText.ts'
import { flagsOf, linearPattern } from '../oracle/linearPattern.ts'
import { findByPath } from '../oracle/path/findByPath.ts'
import { otherNode } from '../oracle/path/otherNode.ts'
import { fencesIn } from './codeIn.ts'
import { contextPackages, mentionsOf } from './contextPackages.ts'
import type { Criterion, TextMatch } from './criterion.ts'
import { measure } from './measure.ts'
import { open, type Settlement, type Span, settled } from './settlement.ts'

type Of<K extends Criterion['kind']> = Extract<Criterion, { kind: K }>

/** What neither the index nor a parser is needed for. */
type TextCriterion = Exclude<Criterion, { kind: 'code' | 'parses' }>
type Settle<C> = (criterion: C, output: string, context: string | null) => Settlement

const SETTLED_BY: Readonly<Record<TextCriterion['kind'], Settle<never>>> = {
  contains: settleContains,
  times: settleTimes,
  starts: settleEdge,
  ends: settleEdge,
  equals: settleEquals,
  matches: settleMatches,
  length: settleLength,
  empty: settleEmpty,
  json: settleJson,
  json_keys: settleJson,
  json_path: settleJson,
  mentions_packages: settleMentions,
  has: settleHas,
}

/** Throws `Beyond` where it cannot be told. */
export const settleText: Settle<TextCriterion> = (criterion, output, context) => {
  // Each takes the criteria of its kind.
  const settle = SETTLED_BY[criterion.kind] as Settle<TextCriterion>
  return settle(criterion, output, context)
}

function settleEmpty({ isNot }: Of<'empty'>, output: string): Settlement {
  const isEmpty = output.trim() === ''
  return settled(isEmpty !== isNot, isEmpty ? 'It is empty' : 'It is not empty')
}

function settleContains({ texts, how, ...match }: Of<'contains'>, output: string): Settlement {
  const spans = texts.flatMap((text) => first(placesOf(output, text, match)))
  const count = `${spans.length} of ${texts.length} texts are there`
  if (how === 'none') return settled(spans.length === 0, count, spans)
  return settled(how === 'any' ? spans.length > 0 : spans.length === texts.length, count, spans)
}

function first<T>(all: Iterable<T>): readonly T[] {
  for (const one of all) return [one]
  return []
}

const LETTER = /[\p{L}\p{N}_]/u

/** Every place of a text that overlaps no other, in order. */
function* placesOf(output: string, text: string, match: TextMatch): Generator<Span> {
  const [where, what] = match.ignoresCase ? [folded(output), folded(text)] : [output, text]
  for (let start = where.indexOf(what); start !== -1; ) {
    const span = { start, end: start + what.length }
    const isPlace = !match.isWord || isWhole(output, span)
    if (isPlace) yield span
    start = where.indexOf(what, isPlace ? span.end : start + 1)
  }
}

function isWhole(output: string, { start, end }: Span): boolean {
  const before = String.fromCodePoint(output.codePointAt(start - 1) ?? 0x20)
  const pair = String.fromCodePoint(output.codePointAt(start - 2) ?? 0x20)
  const after = String.fromCodePoint(output.codePointAt(end) ?? 0x20)
  return !LETTER.test(before) && !(pair.length === 2 && LETTER.test(pair)) && !LETTER.test(after)
}

function settleTimes({ text, range, ...match }: Of<'times'>, output: string): Settlement {
  const spans = [...placesOf(output, text, match)]
  const count = spans.length
  return settled(count >= range.low && count <= range.high, `It is there ${count} times`, spans)
}

/** White space around the output does not count here. */
function trimmed(output: string): Readonly<{ text: string; offset: number }> {
  return { text: output.trim(), offset: output.length - output.trimStart().length }
}

function settleEdge({ kind, texts, isNot, ...match }: Of<'starts' | 'ends'>, output: string) {
  const { text, offset } = trimmed(output)
  const spans = texts.flatMap((wanted) => {
    const start = kind === 'starts' ? 0 : text.length - wanted.length
    if (start < 0 || wanted.length > text.length) return []
    const there = text.slice(start, start + wanted.length)
    const span = { start, end: start + wanted.length }
    const isSame = findText(there, wanted, match.ignoresCase) !== null
    if (!isSame || (match.isWord && !isWhole(text, span))) return []
    return [{ start: span.start + offset, end: span.end + offset }]
  })
  const verb = kind === 'starts' ? 'starts' : 'ends'
  const isThere = spans.length > 0
  return settled(isThere !== isNot, isThere ? `It ${verb} so` : `It ${verb} otherwise`, spans)
}

function settleEquals({ texts, isNot, ignoresCase }: Of<'equals'>, output: string): Settlement {
  const { text, offset } = trimmed(output)
  const isSame = texts.some((one) => {
    const wanted = one.trim()
    return wanted.length === text.length && findText(text, wanted, ignoresCase) !== null
  })
  const spans = isSame ? [{ start: offset, end: offset + text.length }] : []
  return settled(isSame !== isNot, isSame ? 'It is that text' : 'It is another text', spans)
}

function settleMatches({ pattern, flags, isFull, isNot }: Of<'matches'>, output: string) {
  const span = linearPattern(pattern, flagsOf(flags)).search(output, isFull)
  const reason = span === null ? 'The pattern does not match' : 'The pattern matches'
  return settled((span !== null) !== isNot, reason, span === null ? [] : [span])
}

function settleLength({ unit, range }: Of<'length'>, output: string): Settlement {
  const size = measure(output, unit)
  if (size === null) return open('Its words are not told apart by spaces')
  const count = size.low === size.high ? String(size.low) : `${size.low} to ${size.high}`
  const reason = `It has ${count} ${unit}`
  if (size.low >= range.low && size.high <= range.high) return settled(true, reason)
  if (size.high < range.low || size.low > range.high) return settled(false, reason)
  return open(reason)
}

function settleJson(criterion: Of<'json' | 'json_keys' | 'json_path'>, output: string) {
  const read = readJson(output)
  if (read.state === 'too_deep') throw new Beyond('the JSON nests too deep to be looked at')
  if (read.state === 'not_json') return settled(false, 'It is not JSON')
  const { value } = read
  switch (criterion.kind) {
    case 'json': {
      const is = Array.isArray(value) ? 'array' : isMembers(value) ? 'object' : 'value'
      return settled(criterion.type === null || criterion.type === is, `It is a JSON ${is}`)
    }
    case 'json_keys': {
      if (!isMembers(value)) return settled(criterion.isNot, 'It is not a JSON object')
      const there = criterion.keys.filter((key) => Object.hasOwn(value, key)).length
      const reason = `${there} of ${criterion.keys.length} keys are there`
      return settled(criterion.isNot ? there === 0 : there === criterion.keys.length, reason)
    }
    case 'json_path': {
      const nodes = findByPath(criterion.path, value)
      const { equals } = criterion
      const isMet = nodes.length > 0 && (equals === null || otherNode(nodes, equals.value) === null)
      return settled(isMet, `The path finds ${nodes.length}`)
    }
  }
}

function settleMentions(
  _: Of<'mentions_packages'>,
  output: string,
  context: string | null,
): Settlement {
  const names = context === null ? null : contextPackages(context)
  if (names === null) return open('The context is not a list of packages')
  const spans = mentionsOf(output, names).filter((span) => span !== null)
  const reason = `${spans.length} of ${names.length} packages are mentioned`
  return settled(spans.length === names.length, reason, spans)
}

const URL_START = /https?:\/\/[^\s/$.?#<>"')\]]+/i

function settleHas({ what, isNot }: Of<'has'>, output: string): Settlement {
  const [fence] = what === 'code_block' ? fencesIn(output) : []
  const found = what === 'url' ? URL_START.exec(output) : null
  const span =
    fence !== undefined
      ? { start: fence.fenceStart, end: fence.start }
      : found === null
        ? null
        : { start: found.index, end: found.index + found[0].length }
  const reason = span === null ? 'There is none' : 'There is one'
  return settled((span !== null) !== isNot, reason, span === null ? [] : [span])
}
