// Definitions that both releases have and that a caller can tell apart.

import { Steps } from '../signatures/steps.ts'
import { rankedEntry } from '../table/findPath.ts'
import { ancestorsOf } from '../table/format/ancestors.ts'
import type { Columns } from '../table/format/columns.ts'
import { isPublic, kindOf, originOf } from '../table/format/facts.ts'
import { sameTexts } from '../table/format/textPool.ts'
import { at, byteAt, signedAt } from '../table/format/varints.ts'
import { mayHoldMore } from '../table/mayHoldMore.ts'
import { aliasesOf } from './aliasesOf.ts'
import { type Change, changeOf, type Language } from './changeOf.ts'
import { type ExportForms, otherExportForms } from './exportForms.ts'
import type { Facts } from './facts.ts'
import { type FactsReader, factsReader } from './factsReader.ts'
import { hasSameBases } from './hasSameBases.ts'
import { type OtherNames, otherHiddenTypes } from './hiddenTypes.ts'
import { asHeldBy, basesOf } from './inherited.ts'
import { demandsByBases } from './isDemanded.ts'
import { keyedMembers } from './keyedMembers.ts'
import { lostFormats } from './lost/lostFormats.ts'
import { lostHalves } from './lost/lostHalves.ts'
import type { Matches } from './matchSurfaces.ts'
import { moduleName } from './modules.ts'
import { namedSources } from './namedSources.ts'
import { newInterfaces } from './newInterfaces.ts'
import { type Apart, isApart, type OtherTables, withOthers } from './otherPackages.ts'
import { pathName } from './pathName.ts'
import { walked } from './positions.ts'
import { type Reason, severityOf } from './reasons.ts'
import { hasBases, isForeign, isUnmapped, pathOf, type Surface } from './surface.ts'
import type { SymbolName, WritePath } from './symbolName.ts'
import { typeNames } from './typeNames.ts'
import type { Names } from './typescript/named.ts'
import type { BothAliases } from './typescript/typescriptChange.ts'
import {
  asValue,
  constantOf,
  hasValues,
  isStaticText,
  valuesBeside,
  valuesGone,
} from './valuesBeside.ts'
import { grownTypes, otherHiddenValues, valueTypes, type WriteOut } from './valueTypes.ts'

export type Changed = SymbolName & Change

/** A constant that holds the number of its own release is not changed by the next one. */
export type Versions = Readonly<{ from: string; to: string }>

/** Where types of other packages are looked up, and which of these packages were lacking. */
export type Others = Readonly<{
  tables: OtherTables
  wanted: Readonly<{ from: Set<string>; to: Set<string> }>
}>

/** Pauses, with nothing, wherever it can wait. */
export function* changedDefinitions(
  matches: Matches,
  language: Language,
  versions: Versions,
  write: WritePath,
  others: Others,
  apart: Apart,
): Generator<Changed | undefined> {
  const { from, to, definition } = matches
  const [before, after] = [factsReader(from, { surface: to, definition }), factsReader(to)]
  const missed = { from: new Set<string>(), to: new Set<string>() }
  const own = language === 'python' ? NO_ALIASES : yield* aliasesOfBoth({ from, to })
  const names = {
    from: withOthers(own.names.from, others.tables.from, missed.from),
    to: withOthers(own.names.to, others.tables.to, missed.to),
  }
  const aliases = { ...own, names, steps: new Steps() }
  const halves = language === 'python' ? null : lostHalves(matches)
  yield
  const exportForms =
    halves === null ? NONE : new Map([...halves.definitions, ...otherExportForms(matches)])
  const otherNames = language === 'python' ? null : yield* otherHiddenTypes(from, to, aliases.names)
  const sides = { from: namedSources(from), to: namedSources(to) }
  const writeOut = language === 'python' ? null : valueTypes(sides)

  /** Both as the one that has them has them; null where nobody can tell. */
  function heldByBoth(heir: number, previous: Facts, next: Facts): readonly [Facts, Facts] | null {
    const theirs = signedAt(definition, heir)
    if (theirs < 0) return [previous, next]
    const [one, other] = [before.factsOf(heir), after.factsOf(theirs)]
    if (!HOLDERS.has(one.kind) || !HOLDERS.has(other.kind)) return [previous, next]
    const was = asHeldBy(one, previous, one.position, aliases.names.from)
    const is = asHeldBy(other, next, other.position, aliases.names.to)
    return was === null || is === null ? null : [was, is]
  }

  /** Notes which packages an undecided change hangs on. */
  function told<Found extends Change | null>(change: Found): Found {
    for (const side of ['from', 'to'] as const) {
      for (const one of missed[side]) {
        if (change?.severity === 'undecided') others.wanted[side].add(one)
      }
      missed[side].clear()
    }
    return change
  }

  /** What became of the constant beside a type or a namespace; null where there is none. */
  function valueChange(one: number): Change | null {
    const values = valuesBeside(matches, one)
    const other = signedAt(definition, one)
    if (values === null || isGappedAt(from.columns, one) || isGappedAt(to.columns, other))
      return null
    const previous = asValue(before.factsOf(one), values.was)
    const next = asValue(after.factsOf(other), values.is)
    const renamed = otherNames === null ? NO_NAMES : othersIn(otherNames, previous, next)
    const both = renamed.size === 0 ? aliases : { ...aliases, others: renamed }
    const change = told(writtenChange(language, previous, next, writeOut, both))
    return change ?? rewritten(previous, next)
  }

  /** A value that stands beside a type in one of the releases is what it says there, and no other kind. */
  function withValue(one: number, own: Change | null): Change | null {
    const values = writeOut === null ? null : valuesBeside(matches, one)
    const isOfKinds = own?.reasons.every((reason) => OF_KINDS.has(reason)) === true
    if (values === null || (own?.severity === 'breaking' && !isOfKinds)) return own
    const change = valueChange(one)
    if (change === null || !isOfKinds) return change?.severity === 'breaking' ? change : own
    if (change.severity === 'breaking' || values.was === null) return change
    // Whether a function has the type beside it nobody can tell.
    const { kind } = after.factsOf(signedAt(definition, one))
    return own !== null && kind === 'function' ? undecided(own) : own
  }

  /** Its text is the same, and a member is new where its keys had any name. */
  function keyedChange(one: number): Change | null {
    const keyed = keyedMembers(matches, one)
    if (keyed === null) return null
    const [previous, next] = [before.factsOf(one), after.factsOf(signedAt(definition, one))]
    const change = changeOf(language, previous, next, { ...aliases, keyed })
    return change?.severity === 'breaking' ? change : null
  }

  const differing = otherDefinitions(matches, exportForms, language)
  const differs = new Set(differing)
  if (language !== 'python' && differing.length > 0) {
    yield* walked(from)
    yield* walked(to)
  }
  for (const one of differing) {
    yield
    const other = signedAt(definition, one)
    // That is for a diff of the package that defines it, which one release may pass on itself.
    const isOfAnother = isForeign(from, one) && at(to.columns.definitions.file, other) === 0
    if (isOfAnother && (language === 'python' || !isApart(from, one, apart))) continue
    if (isGappedAt(from.columns, one) || isGappedAt(to.columns, other)) continue
    const previous = before.factsOf(one, () => namesNow(matches, one, before, after))
    const next = after.factsOf(other)
    if (isReleaseNumber(previous, versions.from) && isReleaseNumber(next, versions.to)) continue
    const owner = signedAt(from.homeList, one) - from.columns.modules.count
    const isPlain = language === 'python' || owner < 0
    const held = isPlain ? ([previous, next] as const) : heldByBoth(owner, previous, next)
    const renamed = otherNames === null ? null : othersIn(otherNames, previous, next)
    const [was, is] = held ?? [previous, next]
    const found = writtenChange(language, was, is, writeOut, {
      ...aliases,
      ...(renamed === null || renamed.size === 0 ? {} : { others: renamed }),
      exportForm: exportForms.get(one),
      isDemanding: language !== 'python' && demandsByBases(matches, one, aliases.names.to),
      keyed: language === 'python' ? null : keyedMembers(matches, one),
    })
    const own = told(held === null && found?.severity === 'breaking' ? undecided(found) : found)
    const change = withValue(one, own)
    // What breaks nobody is for that diff all the same.
    if (isOfAnother && change?.severity === 'compatible') continue
    if (change !== null) yield { symbol: write(pathOf(from, one)), kind: next.kind, ...change }
  }
  const formats = halves === null ? NO_CHANGES : lostFormats(matches)
  const modules = new Map(
    [...(halves?.modules ?? NONE)].map(([one, reason]) => [one, plain(reason)]),
  )
  for (const [module, change] of new Map([...modules, ...formats])) {
    yield { symbol: write([moduleName(from.columns, module)]), kind: 'module', ...change }
  }
  if (writeOut === null) return
  for (const found of otherMembers(matches)) {
    yield
    if (found === undefined) continue
    const { heir, name, member, there } = found
    const [was, is] = heldByBoth(heir, before.factsOf(member), after.factsOf(there)) ?? []
    if (was === undefined || is === undefined) continue
    const [raw, now] = [before.factsOf(member).signature, after.factsOf(there).signature]
    // What became of the member is told where it is declared.
    if (signedAt(definition, member) === there && raw !== now) continue
    const change = told(writtenChange(language, was, is, writeOut, aliases))
    if (change === null || change.severity !== 'breaking') continue
    yield { symbol: write([...pathOf(from, heir), name]), kind: is.kind, ...change }
  }
  for (const target of otherTargets(matches)) {
    yield
    if (target === undefined) continue
    const { module, name, one, there } = target
    const [previous, next] = [before.factsOf(one), after.factsOf(there)]
    const found = told(writtenChange(language, previous, next, writeOut, aliases))
    const isLess =
      HEIRS.has(previous.kind) && HEIRS.has(next.kind) && lacksMembers(matches, one, there)
    const change = isLess ? otherObject(previous, next) : found
    if (change === null || change.severity !== 'breaking') continue
    // A class may have a further name by a constant and a type of that name.
    if (HEIRS.has(previous.kind) && BY_NAME.has(next.kind)) continue
    yield { symbol: write([module, name]), kind: next.kind, ...change }
  }
  for (const one of demandingHeirs(matches, aliases.names.to)) {
    yield
    if (one === undefined) continue
    const [previous, next] = [before.factsOf(one), after.factsOf(signedAt(definition, one))]
    const change = changeOf(language, previous, next, { ...aliases, isDemanding: true })
    if (change !== null) yield { symbol: write(pathOf(from, one)), kind: next.kind, ...change }
  }
  const hasAnyValues = hasValues(matches)
  for (const one of from.order) {
    if (differs.has(one)) continue
    yield
    const change = keyedChange(one) ?? (hasAnyValues ? valueChange(one) : null)
    if (change?.severity !== 'breaking') continue
    differs.add(one)
    const { kind } = after.factsOf(signedAt(definition, one))
    yield { symbol: write(pathOf(from, one)), kind, ...change }
  }
  for (const one of valuesGone(matches)) {
    if (differs.has(one)) continue
    const [symbol, kind] = [write(pathOf(from, one)), after.factsOf(signedAt(definition, one)).kind]
    const was = constantOf(from, one)
    const reason = isStaticText(was) ? 'kind_changed' : 'became_type_only'
    const change = {
      previous: was,
      next: null,
      reason,
      reasons: [reason],
    } as const
    yield { symbol, kind, ...change, severity: severityOf(reason) }
  }
  // Their texts are the same, and so nothing is said but what breaks, or may.
  const named = {
    hiddenTypes: otherNames,
    hiddenValues: otherHiddenValues(sides),
    grown: grownTypes(sides),
  }
  for (const found of otherByNames(matches, named, writeOut)) {
    yield
    if (found === undefined) continue
    const { one, others: renamed, ...by } = found
    const other = signedAt(definition, one)
    if (differs.has(one) || isGappedAt(from.columns, one) || isGappedAt(to.columns, other)) continue
    const [previous, next] = [before.factsOf(one), after.factsOf(other)]
    if (previous.isEnumMember()) continue
    const both = { ...aliases, others: renamed }
    const written = by.isWritten ? writeOut : null
    const change = told(writtenChange(language, previous, next, written, both))
    if (change === null || change.severity === 'compatible') continue
    // What becomes of the value or of the type is told under its own name, unless another package makes
    // something of it.
    if (by.isTold && change.severity !== 'breaking' && !isMadeElsewhere(previous)) continue
    yield { symbol: write(pathOf(from, one)), kind: next.kind, ...change }
  }
}

/** `dep#infer<typeof schema>`. */
function isMadeElsewhere({ signature }: Facts): boolean {
  return signature !== null && /#[\w$.]+<.*\btypeof /s.test(signature)
}

const OF_KINDS: ReadonlySet<string> = new Set(['kind_changed', 'type_changed_undecided'])

function rewritten({ signature: previous }: Facts, { signature: next }: Facts): Change {
  const reason = 'type_rewritten'
  return { previous, next, reason, reasons: [reason], severity: severityOf(reason) }
}

const HEIRS: ReadonlySet<string> = new Set(['class', 'interface'])
const HOLDERS: ReadonlySet<string> = new Set([...HEIRS, 'type', 'constant'])
const BY_NAME: ReadonlySet<string> = new Set(['constant', 'type'])

/** What a base makes of it nobody can tell. */
/** Of which no texts tell more. */
function plain(reason: Reason): Change {
  return { previous: null, next: null, reason, reasons: [reason], severity: severityOf(reason) }
}

function undecided(change: Change): Change {
  const reason = 'type_changed_undecided'
  return { ...change, reason, reasons: [reason], severity: severityOf(reason) }
}

/** Whether something has not all names that something of the older release had. */
function lacksMembers({ from, to, ranks }: Matches, one: number, there: number): boolean {
  const { entries, modules } = from.columns
  const list = modules.count + one
  const theirs = to.columns.modules.count + there
  for (let entry = at(entries.starts, list); entry < at(entries.starts, list + 1); entry += 1) {
    if (!isPublic(at(entries.facts, entry))) continue
    const rank = signedAt(ranks, at(entries.name, entry))
    if (rank < 0 || rankedEntry(to.columns, theirs, rank) < 0)
      return !mayHoldMore(to.columns, there)
  }
  return false
}

function otherObject({ signature: previous }: Facts, { signature: next }: Facts): Change {
  const reason = 'type_changed'
  return { previous, next, reason, reasons: [reason], severity: severityOf(reason) }
}

type OtherTarget = Readonly<{ module: string; name: string; one: number; there: number }>

/** Further names of a definition that lead to another one now: a `default` that was a class. */
function* otherTargets({
  from,
  to,
  definition,
  find,
}: Matches): Generator<OtherTarget | undefined> {
  const { definitions, entries, modules, names, texts } = from.columns
  const { definitions: theirs, entries: theirEntries, texts: theirTexts } = to.columns
  const facts = (one: number) => {
    const kind = kindOf(at(theirs.facts, one))
    const name = HEIRS.has(kind) ? pathName(to.columns, one) : ''
    return `${kind} ${name} ${theirTexts.signatures.text(at(theirs.signature, one))}`
  }
  for (let i = 0; i < from.others.entries.length; i += 1) {
    const [list, entry] = [signedAt(from.others.lists, i), signedAt(from.others.entries, i)]
    if (list >= modules.count) continue
    const one = at(entries.target, entry)
    const found = find(list, entry)
    const there = found < 0 ? -1 : at(theirEntries.target, found)
    const matched = signedAt(definition, one)
    if (there < 0 || there === matched || at(definitions.file, one) === 0) continue
    if (at(theirs.file, there) === 0 || !isTypedFile(texts.words.text(at(definitions.file, one))))
      continue
    if (isGappedAt(from.columns, one) || isGappedAt(to.columns, there)) continue
    yield
    // The same once more, for `require` or under another path.
    if (matched >= 0 && facts(matched) === facts(there)) continue
    yield {
      module: names.text(at(modules.name, list)),
      name: names.text(at(entries.name, entry)),
      ...{ one, there },
    }
  }
}

function isTypedFile(file: string | null): boolean {
  return file !== null && !/\.[cm]?jsx?$/.test(file)
}

type OtherMember = Readonly<{ heir: number; name: string; member: number; there: number }>

/** Members that a type had from a base and has from elsewhere now, or from another kind of base. */
function* otherMembers(matches: Matches): Generator<OtherMember | undefined> {
  const { from, to, definition, find } = matches
  const { definitions, entries, modules, names, texts } = from.columns
  const { definitions: theirs, entries: theirEntries, texts: theirTexts } = to.columns
  for (const heir of from.heirs) {
    yield
    const other = signedAt(definition, heir)
    if (other < 0 || !HEIRS.has(kindOf(at(definitions.facts, heir)))) continue
    if (!HEIRS.has(kindOf(at(theirs.facts, other)))) continue
    if (isGappedAt(from.columns, heir) || isGappedAt(to.columns, other)) continue
    const [before, after] = [
      basesOf(texts.signatures.text(at(definitions.signature, heir)) ?? ''),
      basesOf(theirTexts.signatures.text(at(theirs.signature, other)) ?? ''),
    ]
    const hasSame = before.join() === after.join()
    const list = modules.count + heir
    for (let entry = at(entries.starts, list); entry < at(entries.starts, list + 1); entry += 1) {
      const facts = at(entries.facts, entry)
      if (originOf(facts) !== 'inherited' || !isPublic(facts)) continue
      const member = at(entries.target, entry)
      if (signedAt(from.homeList, member) === list || at(definitions.file, member) === 0) continue
      const found = find(list, entry)
      const there = found < 0 ? -1 : at(theirEntries.target, found)
      if (there < 0 || at(theirs.file, there) === 0) continue
      if (hasSame && signedAt(definition, member) === there) continue
      yield { heir, name: names.text(at(entries.name, entry)), member, there }
    }
  }
}

/** Interfaces with the same text that have something new from a class. */
function* demandingHeirs(matches: Matches, names: Names): Generator<number | undefined> {
  const { from, to, definition } = matches
  const { definitions, texts } = from.columns
  const { definitions: theirs, texts: theirTexts } = to.columns
  const isSameText = sameTexts(texts.signatures, theirTexts.signatures)
  for (const one of from.heirs) {
    const other = signedAt(definition, one)
    if (other < 0 || kindOf(at(definitions.facts, one)) !== 'interface') continue
    if (!isSameText(at(definitions.signature, one), at(theirs.signature, other))) continue
    if (isGappedAt(from.columns, one) || isGappedAt(to.columns, other)) continue
    yield demandsByBases(matches, one, names, true) ? one : undefined
  }
}

/** The texts are compared as they are written out, and shown as they are. */
function writtenChange(
  language: Language,
  previous: Facts,
  next: Facts,
  writeOut: WriteOut | null,
  aliases: BothAliases,
): Change | null {
  if (writeOut === null) return changeOf(language, previous, next, aliases)
  const written = (facts: Facts, side: 'from' | 'to'): Facts => {
    const files = { from: previous.file, to: next.file }
    const { kind, signature } = facts
    return {
      ...facts,
      signature: signature === null ? null : writeOut(signature, side, { kind, ...files }),
    }
  }
  const change = changeOf(language, written(previous, 'from'), written(next, 'to'), aliases)
  return change && { ...change, previous: previous.signature, next: next.signature }
}

/** Names in either signature that stand for something else now. */
function othersIn(otherNames: OtherNames, previous: Facts, next: Facts): ReadonlySet<string> {
  const files = { from: previous.file ?? '', to: next.file ?? '' }
  const texts = [previous.signature ?? '', next.signature ?? '']
  return new Set(texts.flatMap((text) => [...otherNames(text, files)]))
}

type OtherByNames = Readonly<{
  one: number
  others: ReadonlySet<string>
  /** The text stands for another one when it is written out. */
  isWritten: boolean
  /** All that it names is told under its own name. */
  isTold: boolean
}>

type ByNames = Readonly<{
  hiddenTypes: OtherNames | null
  hiddenValues: OtherNames
  grown: OtherNames
}>

/** Definitions with the same text, which names something that stands for something else now. */
function* otherByNames(
  { from, to, definition }: Matches,
  { hiddenTypes, hiddenValues, grown }: ByNames,
  writeOut: WriteOut,
): Generator<OtherByNames | undefined> {
  const fileOf = ({ definitions, texts }: Columns, one: number) =>
    texts.words.text(at(definitions.file, one))
  const textOf = ({ definitions, texts }: Columns, one: number) =>
    texts.signatures.text(at(definitions.signature, one))
  for (const one of from.order) {
    const other = signedAt(definition, one)
    if (other < 0) continue
    const files = { from: fileOf(from.columns, one), to: fileOf(to.columns, other) }
    const kinds = [from.columns.definitions.facts[one], to.columns.definitions.facts[other]]
    if (files.from === null || files.to === null) continue
    if (kindOf(kinds[0] ?? 0) !== kindOf(kinds[1] ?? 0)) continue
    const text = textOf(from.columns, one)
    if (text === null || text !== textOf(to.columns, other)) continue
    yield
    const inFiles = { from: files.from, to: files.to }
    const hidden = hiddenTypes?.(text, inFiles) ?? NO_NAMES
    const kind = kindOf(kinds[0] ?? 0)
    const at_ = { kind, ...inFiles }
    const written = writeOut(text, 'from', at_)
    const isWritten = written !== text || written !== writeOut(text, 'to', at_)
    const isAlias = kind === 'type' && !isWritten
    const others = isAlias ? new Set([...hidden, ...grown(text, inFiles)]) : hidden
    if (others.size === 0 && !isWritten) continue
    const isTold = hidden.size === 0 && hiddenValues(text, inFiles).size === 0
    yield { one, others, isWritten, isTold }
  }
}

const NONE: ExportForms = new Map()

const NO_CHANGES: ReadonlyMap<number, Change> = new Map()

const NO_NAMES: ReadonlySet<string> = new Set()

const NO_ALIASES: Omit<BothAliases, 'steps'> = {
  from: new Map(),
  to: new Map(),
  names: { from: () => null, to: () => null },
}

/** What the names of types stand for. */
function* aliasesOfBoth({
  from,
  to,
}: Readonly<{ from: Surface; to: Surface }>): Generator<undefined, Omit<BothAliases, 'steps'>> {
  const [before, after] = [from.columns, to.columns]
  const news = {
    from: yield* newInterfaces(before, after),
    to: yield* newInterfaces(after, before),
  }
  const there = { from: yield* aliasesOf(before), to: yield* aliasesOf(after) }
  return {
    from: new Map([...news.from, ...there.from]),
    to: new Map([...news.to, ...there.to]),
    names: { from: typeNames(from), to: typeNames(to) },
  }
}

function isReleaseNumber({ signature }: Facts, version: string): boolean {
  return signature !== null && signature.replace(/^readonly /, '') === JSON.stringify(version)
}

/** Those whose kind, signature and bases are not the same to the letter, as those of most are. */
function otherDefinitions(
  { from, to, definition, ranks }: Matches,
  exportForms: ExportForms,
  language: Language,
): readonly number[] {
  const { definitions, texts } = from.columns
  const { definitions: theirs, texts: theirTexts } = to.columns
  const isSameText = sameTexts(texts.signatures, theirTexts.signatures)
  return from.order.filter((one) => {
    const other = signedAt(definition, one)
    if (other < 0) return false
    const isSame =
      byteAt(from.traits, one) === byteAt(to.traits, other) &&
      isSameText(at(definitions.signature, one), at(theirs.signature, other)) &&
      (!hasBases(byteAt(from.traits, one)) || hasSameBases(from.columns, one, to.columns, other))
    // What a base declares has the type parameters of the base.
    const prefix = at(definitions.prefix, one)
    const there = prefix === 0 ? 0 : signedAt(ranks, prefix - 1) + 1
    const isElsewhere = language === 'typescript' && there !== at(theirs.prefix, other)
    const isLeftOut = isUnmapped(to, other) && !isUnmapped(from, one)
    return !isSame || isElsewhere || isLeftOut || exportForms.has(one)
  })
}

/** `Old = New` keeps a class under the name that others go by. */
function namesNow(
  { from, definition }: Matches,
  one: number,
  previous: FactsReader,
  next: FactsReader,
): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const ancestor of ancestorsOf(from.columns.definitions, one)) {
    const other = signedAt(definition, ancestor)
    if (other >= 0) found.set(previous.fullName(ancestor), next.fullName(other))
  }
  return found
}

/** What it takes and is may come from what could not be had. */
function isGappedAt(columns: Columns, definition: number): boolean {
  return columns.isGapped === true && mayHoldMore(columns, definition)
}
