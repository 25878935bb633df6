// From a finding to the edit that would mend it, or the reason why there is none. That it mends it is
// shown by checking the changed text (proveFixes.ts).

import type { Seen } from '../check/checkCode.ts'
import { referencesOf } from '../check/plan/plan.ts'
import type { Finding } from '../check/report/finding.ts'
import type { PackageKey } from '../domain/names/packageName.ts'
import type { Reference } from '../references/reference.ts'
import type { OpenTable } from '../table/tableView.ts'
import {
  movedPython,
  type Renamed,
  renamedJavaScript,
  renamedPython,
  timesOf,
  type Written,
} from './binding.ts'
import { argumentStarts } from './callArguments.ts'
import { type Edit, lineStarts, type Refusal } from './edit.ts'
import { fromGoneModule } from './goneModule.ts'
import { missingKeyword, namesToGive } from './keywordProof.ts'
import { type Doubt, missingName, notedName, type Proven, type Tables } from './nameProof.ts'
import { isOneSlip } from './slipProof.ts'
import { lastOf, ownerOf, pathIn } from './tablePath.ts'
import { writtenOut } from './writtenOut.ts'

export type Older = Readonly<{ key: PackageKey; table: OpenTable }>

export type Ground = Readonly<{
  /** The text that was checked, without the mark of its encoding. */
  text: string
  /** All texts of the project: another file may take a name from this one. */
  texts: Iterable<readonly [string, string]>
  seen: Seen
  /** The release that the code was right for. */
  older: Older | null
}>

type Proposal = Edit | Refusal

const CODE = /\.(?:py|pyi|[cm]?[jt]sx?)$/

export function propose(finding: Finding, ground: Ground): Proposal {
  const refuse = (reason: string): Refusal => ({ finding, reason })
  const made = changesFor(finding, ground)
  if ('reason' in made) return refuse(made.reason)
  const { changes, proof } = made
  return { path: finding.path, finding, changes, proof }
}

type Made = Readonly<{ changes: Edit['changes']; proof: string }> | Doubt

function changesFor(finding: Finding, ground: Ground): Made {
  switch (finding.code) {
    case 'symbol_not_found':
    case 'symbol_deprecated':
      return named(finding, ground)
    case 'call_does_not_fit':
      return called(finding, ground)
    case 'package_not_found':
      return declaredPackage(finding, ground)
    case 'import_not_provided':
      return provided(finding, ground)
    case 'package_confusable':
      return { reason: 'Which package is meant is for a person to say.' }
    case 'version_not_found':
      return { reason: 'Which release is meant is for a person to say.' }
    default:
      return { reason: 'No edit of the code mends it.' }
  }
}

function named(finding: Finding, ground: Ground): Made {
  const { symbol, suggestion } = finding
  const reference = referenceAt(finding, ground)
  if (symbol === null || reference === null || !CODE.test(finding.path)) return NOT_HERE
  const found = tablesFor(finding, ground)
  if (found === null) return { reason: 'The table of the package is not at hand.' }
  // What an import binds may be called further down.
  const tables = { ...found, isCalled: reference.isImport || reference.call !== null }
  const name = lastOf(symbol)
  const at = placeIn(ground.text, finding, name)
  const gone =
    at === null || finding.code === 'symbol_deprecated' || !reference.isImport
      ? null
      : fromGoneModule(ground.text, at.end, symbol, tables)
  if (gone !== null) return gone
  const proven =
    finding.code === 'symbol_deprecated'
      ? deprecatedName(symbol, tables)
      : missingName(symbol, suggestion, tables)
  if ('reason' in proven) return proven
  if (at === null) return NOT_HERE
  const isFree = isFreeToChange(ground, finding.path, { name, to: lastOf(proven.to) })
  if (typeof isFree === 'object') return isFree
  const written = { ...at, text: ground.text, isFree }
  const made = put(finding, reference, written, { symbol, to: proven.to, ground })
  return 'reason' in made ? made : { changes: made.changes, proof: proven.proof }
}

function deprecatedName(symbol: string, tables: Tables): Proven | Doubt {
  const found = pathIn(tables.now, tables.of, symbol)
  if (found === null) return { reason: 'Nothing says what stands for it.' }
  return (
    notedName(symbol, found.row, tables) ?? { reason: 'Its deprecation note names no other name.' }
  )
}

/** Where the new path can stand in the place of the old one. */
function put(
  finding: Finding,
  { isImport, module, steps }: Reference,
  at: Written,
  { symbol, to, ground }: Readonly<{ symbol: string; to: string; ground: Ground }>,
): Renamed {
  const owner = ownerOf(symbol)
  const isPython = finding.ecosystem === 'pypi'
  const rename = (name: string) =>
    isPython ? renamedPython(at, name, isImport) : renamedJavaScript(at, name)
  if (ownerOf(to) === owner) return rename(lastOf(to))
  const isBehindDot = /\.\s*$/.test(at.text.slice(Math.max(0, at.start - 200), at.start))
  if (isBehindDot && to.startsWith(`${owner}.`)) return rename(to.slice(owner.length + 1))
  const isOfModule = steps.length === 1 && module === owner
  if (isPython && !isImport && isBehindDot) return writtenOut(at, to, topImports(finding, ground))
  if (!isPython || !isImport || !isOfModule) {
    return { reason: `It is ${to} now, and is not imported where it is used.` }
  }
  return movedPython(at, ownerOf(to), lastOf(to), module)
}

/** Where the lines of the file begin that import something for all of it. */
function topImports({ path }: Finding, { text, seen }: Ground): readonly number[] {
  const starts = lineStarts(text)
  const lines = referencesOf(seen.plan).flatMap(({ source, reference }) =>
    source.path === path && reference.isImport ? [reference.line] : [],
  )
  return [...new Set(lines)].flatMap((line) => {
    const from = starts[line - 1]
    return from === undefined || !/^(?:import|from)\b/.test(text.slice(from, from + 7))
      ? []
      : [from]
  })
}

function called(finding: Finding, ground: Ground): Made {
  const { symbol, suggestion } = finding
  if (symbol === null || !CODE.test(finding.path)) return NOT_HERE
  if (finding.ecosystem !== 'pypi') return { reason: 'It has no keywords.' }
  const tables = tablesFor(finding, ground)
  if (tables === null) return { reason: 'The table of the package is not at hand.' }
  const { now, older, of } = tables
  const signatures = {
    now: pathIn(now, of, symbol)?.row.signature ?? null,
    older: older === null ? null : (pathIn(older, of, symbol)?.row.signature ?? null),
  }
  const keyword = / (?:takes|knows) no (?:argument )?([\p{ID_Continue}]+) in /u.exec(
    finding.message,
  )?.[1]
  if (keyword !== undefined) {
    const proven = missingKeyword(keyword, suggestion, signatures)
    if ('reason' in proven) return proven
    const at = placeIn(ground.text, finding, keyword)
    if (at === null || !/^\s*=(?!=)/.test(ground.text.slice(at.end))) return NOT_HERE
    return { changes: [{ ...at, text: proven.to }], proof: proven.proof }
  }
  const reference = referenceAt(finding, ground)
  const call = reference?.call ?? null
  if (reference === null || call === null || !finding.message.includes(' at most ')) {
    if (
      !/ takes no positional arguments /.test(finding.message) ||
      reference === null ||
      call === null
    )
      return { reason: 'What has to be handed over is for a person to say.' }
  }
  if (call.hasSpread) return { reason: 'How many arguments it is given is not written there.' }
  const wanted = namesToGive(call.positional, signatures)
  if ('reason' in wanted) return wanted
  const at = placeIn(ground.text, finding, reference.name)
  const starts = at === null ? null : argumentStarts(ground.text, at.end)
  if (starts === null || starts.length < call.positional) return NOT_HERE
  const changes = wanted.names.map((name, index) => {
    const start = starts[wanted.first + index] ?? 0
    return { start, end: start, text: `${name}=` }
  })
  return { changes, proof: `${wanted.names.join(', ')} may only be given by name now.` }
}

/** An import that is a slip of the one package that a manifest of the project names. */
function declaredPackage(finding: Finding, ground: Ground): Made {
  const replace = finding.suggestion?.replace ?? null
  const reference = referenceAt(finding, ground)
  if (replace === null || reference === null || !CODE.test(finding.path)) {
    return { reason: 'Which package is meant is for a person to say.' }
  }
  const { requirements } = ground.seen.plan
  const names = new Set(
    requirements.flatMap(({ needed }) =>
      needed.key.ecosystem === finding.ecosystem ? [needed.key.name as string] : [],
    ),
  )
  const same = (name: string) => name.toLowerCase().replace(/[_.]/g, '-')
  const isNamed = (name: string) => names.has(finding.ecosystem === 'pypi' ? same(name) : name)
  const near = [...names].filter((name) => isOneSlip(same(replace.from), name))
  if (!isNamed(replace.to) || near.length !== 1) {
    return {
      reason: `No manifest names ${replace.to}: whoever picks a package decides whom to trust.`,
    }
  }
  const at = placeIn(ground.text, finding, replace.from)
  if (at === null) return NOT_HERE
  const proof = `The project names ${replace.to}, and nothing else that is one slip away.`
  if (finding.ecosystem === 'npm') return { changes: [{ ...at, text: replace.to }], proof }
  const before = ground.text.slice(0, at.start)
  const isFrom = /\bfrom[^\S\r\n]+$/.test(before)
  if (!isFrom && ground.text.charAt(at.end) === '.' && !isAliasedPath(ground.text, at.end)) {
    return { reason: 'The names of a dotted import are used all over the file.' }
  }
  const both = { name: replace.from, to: replace.to }
  const isFree = isFrom || isFreeToChange(ground, finding.path, both)
  if (typeof isFree === 'object') return isFree
  const made = isFrom
    ? { changes: [{ ...at, text: replace.to }] }
    : renamedPython({ ...at, text: ground.text, isFree }, replace.to, true)
  return 'reason' in made ? made : { changes: made.changes, proof }
}

function isAliasedPath(text: string, end: number): boolean {
  return /^[\w.]*[^\S\r\n]+as\b/.test(text.slice(end, end + 400))
}

/** A line of a manifest that names what is imported, where one distribution provides it. */
function provided(finding: Finding, { text, seen }: Ground): Made {
  const { suggestion, path, line, column } = finding
  const [only] = suggestion?.meant ?? []
  const replace = suggestion?.replace ?? null
  const isLine = seen.plan.requirements.some(
    (one) =>
      one.path === path && one.requirement.line === line && one.requirement.column === column,
  )
  if (!isLine || replace === null || only === undefined || suggestion?.meant.length !== 1) {
    return { reason: 'Which package is to be installed is for a person to say.' }
  }
  const at = placeIn(text, finding, replace.from)
  if (at === null) return NOT_HERE
  const behind = text.slice(at.end).split(/[\r\n]/, 1)[0] ?? ''
  if (!/^["']?\s*(?:[;#,\]].*)?$/.test(behind)) {
    return { reason: 'Its version is one of the other package.' }
  }
  return {
    changes: [{ ...at, text: replace.to }],
    proof: `What is imported as ${replace.from} is provided by ${replace.to} alone.`,
  }
}

const NOT_HERE: Doubt = { reason: 'It does not stand there as it is written in the finding.' }

/** Where the name stands; null where something else does. */
function placeIn(text: string, { line, column }: Finding, name: string) {
  const start = (lineStarts(text)[line - 1] ?? -1) + column - 1
  if (start < 0 || !text.startsWith(name, start)) return null
  const end = start + name.length
  if (/[\p{ID_Continue}$]/u.test(text.charAt(end))) return null
  return { start, end }
}

/**
 * Whether what an import binds may change with it: nobody says the name elsewhere, or this file goes on
 * with the right one.
 */
function isFreeToChange(
  { text, texts }: Ground,
  path: string,
  { name, to }: Readonly<{ name: string; to: string }>,
): boolean | Doubt {
  if (timesOf(text, name) > 1) return false
  const others = [...texts].filter(([other, said]) => other !== path && timesOf(said, name) > 0)
  if (others.length === 0) return true
  if (timesOf(text, to) === 0) return false
  const module = /([^/]*?)(?:\.d)?\.\w+$/.exec(path)?.[1] ?? ''
  const isWhole = module === '__init__' || module === 'index'
  const mayTakeIt = others.some(([, said]) => isWhole || timesOf(said, module) > 0)
  return mayTakeIt
    ? { reason: `This file goes on with ${to}, and another may take ${name} from it.` }
    : true
}

function referenceAt({ path, line, column }: Finding, { seen }: Ground): Reference | null {
  const here = referencesOf(seen.plan).filter(
    ({ source, reference }) =>
      source.path === path &&
      reference.line === line &&
      (reference.column === column || (reference.isImport && reference.steps.length === 0)),
  )
  const exact = here.filter(({ reference }) => reference.column === column)
  return (exact[0] ?? here[0])?.reference ?? null
}

function tablesFor(finding: Finding, { seen, older }: Ground): Omit<Tables, 'isCalled'> | null {
  const { package: name, ecosystem } = finding
  for (const [needed, outcome] of seen.outcomes) {
    if (needed.key.name !== name || needed.key.ecosystem !== ecosystem) continue
    if (outcome.state !== 'opened') continue
    const isIts = older?.key.name === name && older.key.ecosystem === ecosystem
    return { now: outcome.table, older: isIts ? older.table : null, of: needed.key }
  }
  return null
}
