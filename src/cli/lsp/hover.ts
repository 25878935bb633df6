// What is shown of a symbol: its signature, the first line of its documentation, whether it is deprecated,
// and the release and file that it rests on.

import type { Position } from 'vscode-languageserver-protocol'
import type { Seen } from '../../check/checkCode.ts'
import { viewOf } from '../../check/follow/tableNode.ts'
import type { OpenedPackage, PackageOutcome } from '../../check/plan/packageTables.ts'
import type { NeededPackage } from '../../check/plan/plan.ts'
import type { Deprecation } from '../../table/format/table.ts'
import type { Pointed } from './symbolAt.ts'

/** In Markdown; null where there is nothing to show. */
export function hoverOf({ planned, outcome, at }: Pointed): string | null {
  const { needed, reference } = planned
  if (outcome.state !== 'opened') return wordOn(needed, outcome)
  const rests = restsOn(needed, outcome)
  if (at === null) return joined([fenced(reference.name, needed), rests])
  const { view, node } = at
  const { table, evidence, of } = viewOf(view, node)
  const other =
    evidence === undefined
      ? []
      : [`Declared in ${plain(of.packageName)} ${plain(evidence.version)}.`]
  if (node.kind === 'module') {
    const { name, deprecation } = table.module(node.module)
    return joined([fenced(`module ${name}`, needed), ...marked(deprecation), ...other, rests])
  }
  if (node.kind !== 'definition') return joined([fenced(reference.name, needed), rests])
  const { kind, name, signature, doc, deprecation } = table.definition(node.definition)
  const written = `${kind} ${name}${signature === null ? '' : ` ${signature}`}`
  const lines = [fenced(written, needed), ...(doc === null ? [] : [plain(doc)])]
  return joined([...lines, ...marked(deprecation), ...other, rests])
}

/** Of a line of a manifest at a place; null where there is none. */
export function requirementHoverAt(seen: Seen, path: string, position: Position): string | null {
  const found = seen.plan.requirements.find(({ path: at, requirement }) => {
    const start = requirement.column - 1
    return (
      at === path &&
      requirement.line === position.line + 1 &&
      start <= position.character &&
      position.character <= start + requirement.written.length
    )
  })
  return found === undefined ? null : requirementHover(seen, found.needed)
}

function requirementHover(seen: Seen, needed: NeededPackage): string | null {
  const outcome = seen.outcomes.get(needed)
  if (outcome === undefined) return null
  return outcome.state === 'opened' ? restsOn(needed, outcome) : wordOn(needed, outcome)
}

function wordOn({ key }: NeededPackage, outcome: PackageOutcome): string {
  const name = plain(key.name)
  switch (outcome.state) {
    case 'there':
      return `${name} ${plain(outcome.version)}`
    case 'package_not_found':
      return `There is no package ${name}.`
    case 'version_not_found':
      return `There is no such release of ${name}.`
    case 'undetermined':
      return `${name}: ${plain(outcome.reason)}.`
    case 'opened':
      return name
  }
}

function restsOn({ key }: NeededPackage, { evidence }: OpenedPackage): string {
  const { version, filename, artifactSha256, readBy } = evidence
  const by = readBy === undefined ? '' : `, read by ${plain(readBy)}`
  return `${plain(key.name)} ${plain(version)} · ${plain(filename)}${by}  \nsha256 \`${artifactSha256}\``
}

function marked(deprecation: Deprecation | null): readonly string[] {
  if (deprecation === null) return []
  const since = deprecation.since === null ? '' : ` since ${plain(deprecation.since)}`
  const text =
    deprecation.text === null || deprecation.text === '' ? '' : `: ${plain(deprecation.text)}`
  return [`**Deprecated${since}**${text}`]
}

function joined(parts: readonly string[]): string {
  return parts.join('\n\n')
}

/** Whoever published the package wrote it: it must not end the block, nor be read as Markdown. */
function fenced(code: string, { key }: NeededPackage): string {
  const language = key.ecosystem === 'pypi' ? 'python' : 'typescript'
  const ticks = '`'.repeat(Math.max(3, ...[...code.matchAll(/`+/g)].map(([run]) => run.length + 1)))
  return `${ticks}${language}\n${code.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')}\n${ticks}`
}

function plain(text: string): string {
  return text.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').replace(/[\\`*_{}[\]<>#|!~&]/g, '\\$&')
}
