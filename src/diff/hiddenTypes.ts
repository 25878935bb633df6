// Types that signatures of their own file name and that no public path leads to: what became of them
// is told nowhere else.

import type { Columns } from '../table/columns.ts'
import { kindOf } from '../table/facts.ts'
import { at, signedAt } from '../table/varints.ts'
import type { Surface } from './surface.ts'
import type { BothNames, Named, Names } from './typescript/named.ts'
import { namesOf } from './typescript/namesOf.ts'

/** By the file: names that stand for something else in the newer release. */
export type HiddenTypes = ReadonlyMap<string, ReadonlySet<string>>

/**
 * Interfaces and aliases only: objects of a class come from the package. Only names of the same file:
 * in another one the name may be that of something else, which no other file can see.
 */
export function otherHiddenTypes(from: Surface, to: Surface, names: BothNames): HiddenTypes {
  const after = hiddenTexts(to, names.to)
  const found = new Map<string, Set<string>>()
  for (const [file, texts] of hiddenTexts(from, names.from)) {
    const now = after.get(file)
    if (now === undefined) continue
    const isOther = ([name, text]: readonly [string, string]) =>
      now.has(name) && now.get(name) !== text
    const others = new Set([...texts].filter(isOther).map(([name]) => name))
    if (others.size === 0) continue
    spread(others, texts)
    found.set(file, others)
  }
  return found
}

/** What the names of each file stand for. */
function hiddenTexts(
  { columns, homeList }: Surface,
  names: Names,
): Map<string, Map<string, string>> {
  const { definitions, texts } = columns
  const byFile = new Map<string, Map<string, string>>()
  for (let one = 0; one < definitions.count; one += 1) {
    const kind = kindOf(at(definitions.facts, one))
    if ((kind !== 'interface' && kind !== 'type') || signedAt(homeList, one) >= 0) continue
    const file = texts.words.text(at(definitions.file, one))
    const name = pathName(columns, one)
    const text = file === null || /^T\d+$/.test(name) ? null : hidden(names(name))
    if (file === null || text === null) continue
    const inFile = byFile.get(file) ?? new Map<string, string>()
    byFile.set(file, inFile.set(name, text))
  }
  return byFile
}

/** What it stands for; null for what is not known, or can be named. */
function hidden(named: Named | null): string | null {
  if (named === null || named.isPublic || named.body === null) return null
  if (named.kind !== 'alias' && named.kind !== 'interface') return null
  return `${named.generics} ${named.body}`
}

/** What names one of them stands for something else as well. */
function spread(others: Set<string>, texts: ReadonlyMap<string, string>): void {
  const naming = new Map<string, string[]>()
  for (const [name, text] of texts) {
    for (const one of new Set(namesOf(text))) {
      const there = naming.get(one)
      if (there === undefined) naming.set(one, [name])
      else there.push(name)
    }
  }
  // A set grows while it is walked.
  for (const one of others) for (const name of naming.get(one) ?? []) others.add(name)
}

function pathName({ definitions, names }: Columns, one: number): string {
  const prefix = at(definitions.prefix, one)
  const last = names.text(at(definitions.last, one))
  return prefix === 0 ? last : `${names.text(prefix - 1)}.${last}`
}
