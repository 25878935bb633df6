// A card: what a release says of one symbol, in so few characters that an agent can read twenty of them
// before it writes a line. What does not fit is cut, and says so. The fields are the wire's, because the
// signature covers them.

import { isOfTheWhole, replacementIn } from '../check/findings/messages.ts'
import { CARD_LENGTH_MAX } from '../limits.ts'
import { closestSymbols } from '../symbols/closestSymbols.ts'
import { findSymbol, type OfPackage, type SymbolFinding } from '../symbols/findSymbol.ts'
import { membersBelow } from '../symbols/membersBelow.ts'
import type { SeenAround } from '../symbols/seenAround.ts'
import type { SymbolRow } from '../table/format/table.ts'
import type { OpenTable } from '../table/tableView.ts'

const ALSO_AT_MAX = 3
const DOC_LENGTH_MAX = 200
const MARK_LENGTH_MAX = 200
const CAVEAT_LENGTH_MAX = 300
/** A signature that is cut still tells its first parameters. */
const SIGNATURE_LENGTH_MIN = 80

type Found = Extract<SymbolFinding, { state: 'found' }>
type Missing = Exclude<SymbolFinding, Found>
type Release = Readonly<{ table: OpenTable; of: OfPackage }>
type Json = Readonly<Record<string, unknown>>

/** `symbol`: as it was asked for. */
export function cardOf(
  release: Release,
  symbol: string,
  finding: SymbolFinding,
  seen: SeenAround,
): Json {
  return finding.state === 'found'
    ? hitCard(release, symbol, finding, seen)
    : missCard(release, symbol, finding, seen)
}

function hitCard(release: Release, symbol: string, finding: Found, seen: SeenAround): Json {
  const { table } = release
  const { row, qualifiedName, caveat } = finding
  const { names, isWhole } = membersBelow(table, row)
  const fixed = {
    symbol,
    exists: true,
    qualified_name: qualifiedName,
    kind: row.kind,
    ...described(release, finding),
    public: row.public,
    since: seen.since,
    until: seen.until,
    also_at: finding.alsoAt.slice(0, ALSO_AT_MAX),
    caveat,
    source: row.file === null ? null : { path: row.file, line: row.line },
  }
  const rest = { members_total: names.length, members_complete: isWhole }
  const whole = fitted({ ...fixed, ...rest, members: [] })
  return { ...whole, members: fitting(names, CARD_LENGTH_MAX - lengthOf(whole)) }
}

/** What a card of a hit and one of a near name both say. */
function described(release: Release, { row, qualifiedName }: Found) {
  return {
    signature: row.signature,
    signature_cut: false,
    doc: row.doc === null ? null : cut(row.doc, DOC_LENGTH_MAX),
    deprecated: markOf(release, row, qualifiedName),
  }
}

function markOf(release: Release, row: SymbolRow, qualifiedName: string) {
  if (!row.deprecated) return null
  const { deprecated_text: text, since_version: since } = row
  const last = qualifiedName.slice(qualifiedName.lastIndexOf('.') + 1)
  const pointed = isOfTheWhole({ text, since }, last) ? replacementIn(text) : null
  return {
    since,
    text: text === null ? null : cut(text, MARK_LENGTH_MAX),
    replaced_by: pointed === null ? null : replacedBy(release, pointed, qualifiedName),
  }
}

/** What a mark points to, where that is in the same release: beside the symbol, else anywhere. */
function replacedBy({ table, of }: Release, pointed: string, symbol: string): string | null {
  const beside = `${symbol.slice(0, symbol.lastIndexOf('.') + 1)}${pointed}`
  for (const path of [beside, pointed]) {
    const found = findSymbol(table, of, path)
    if (found.state === 'found' && found.qualifiedName !== symbol) return found.qualifiedName
  }
  return null
}

/** Cut in this order until it fits; the name and what it is are never cut. */
function fitted(card: Json): Json {
  const without = [{ also_at: [] }, { source: null }, { doc: null }, withoutText(card)]
  let smaller = card
  for (const change of without) {
    if (lengthOf(smaller) <= CARD_LENGTH_MAX) return smaller
    if (!signatureIsLong(smaller)) smaller = { ...smaller, ...change }
  }
  const over = lengthOf(smaller) - CARD_LENGTH_MAX
  const { signature } = smaller
  if (over <= 0 || typeof signature !== 'string') return smaller
  const left = Math.max(SIGNATURE_LENGTH_MIN, signature.length - over - 8)
  return { ...smaller, signature: cut(signature, left), signature_cut: true }
}

/** A mark of deprecation whose words there is no room for. */
function withoutText({ deprecated }: Json): Json {
  if (typeof deprecated !== 'object' || deprecated === null) return {}
  return { deprecated: { ...deprecated, text: null } }
}

/** Nothing else is given up for a signature that does not fit by itself. */
function signatureIsLong({ signature }: Json): boolean {
  return typeof signature === 'string' && signature.length > CARD_LENGTH_MAX / 2
}

function missCard(release: Release, symbol: string, finding: Missing, seen: SeenAround): Json {
  const isOpen = finding.state === 'undetermined' || finding.caveat !== null
  const why =
    finding.state === 'undetermined'
      ? `The path leads into ${finding.module}, which cannot be read${finding.reason === null ? '' : `: ${finding.reason}`}.`
      : finding.caveat
  const head = {
    symbol,
    exists: isOpen ? null : false,
    caveat: why === null ? null : cut(why, CAVEAT_LENGTH_MAX),
    seen_in: seen.seenIn,
  }
  const closest: Json[] = []
  for (const name of closestSymbols(release.table, release.of, symbol)) {
    const near = nearCard(release, name)
    const isTooLong =
      near === null || lengthOf({ ...head, closest: [...closest, near] }) > CARD_LENGTH_MAX
    if (!isTooLong) closest.push(near)
  }
  return { ...head, closest }
}

/** A name that is there, for one that is not. */
function nearCard(release: Release, name: string): Json | null {
  const finding = findSymbol(release.table, release.of, name)
  if (finding.state !== 'found') return null
  const { row, qualifiedName } = finding
  const card = { qualified_name: qualifiedName, kind: row.kind, ...described(release, finding) }
  const most = Math.floor(CARD_LENGTH_MAX / 5)
  const { signature } = card
  if (signature === null || signature.length <= most) return card
  return { ...card, signature: cut(signature, most), signature_cut: true }
}

/** As many names as there is room for, from the first on. */
function fitting(names: readonly string[], room: number): readonly string[] {
  let left = room
  const end = names.findIndex((name) => {
    left -= JSON.stringify(name).length + 1
    return left < 0
  })
  return end < 0 ? names : names.slice(0, end)
}

function lengthOf(card: Json): number {
  return JSON.stringify(card).length
}

/** Whole characters, and a sign that something is missing. */
function cut(text: string, length: number): string {
  if (text.length <= length) return text
  const end = length - 1
  const isHalf = (text.charCodeAt(end - 1) & 0xfc00) === 0xd800
  return `${text.slice(0, isHalf ? end - 1 : end)}…`
}
