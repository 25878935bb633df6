// Types that signatures name and that no public path leads to: what became of them is told nowhere
// else.

import { mentions, namesOf } from '../signatures/namesOf.ts'
import { kindOf } from '../table/format/facts.ts'
import { hiddenTypesOf } from '../table/format/hiddenTypes.ts'
import { at, signedAt } from '../table/format/varints.ts'
import { pathName } from './pathName.ts'
import type { Surface } from './surface.ts'
import type { BothNames, Named, Names } from './typescript/named.ts'

/** Names in a text that stand for something else now, by the files that have the text. */
export type OtherNames = (text: string, files: Files) => ReadonlySet<string>

type Files = Readonly<{ from: string; to: string }>

/** What a name means to a file: the text of it, and the file that has that text. */
type Meaning = Readonly<{ text: string; file: string }>
type Meanings = ReadonlyMap<string, ReadonlyMap<string, Meaning>>

/**
 * A file means a type that it declares or imports; in another one the name may be that of something
 * else. Of classes that its own file exports nothing is said: their objects come from the package.
 */
export function* otherHiddenTypes(
  from: Surface,
  to: Surface,
  names: BothNames,
): Generator<undefined, OtherNames | null> {
  const before = yield* meaningsOf(from, names.from)
  const after = yield* meaningsOf(to, names.to)
  const perhaps = otherAnywhere(before, after)
  if (perhaps.size === 0) return null
  const byFiles = new Map<string, ReadonlySet<string>>()
  return (text, files) => {
    if (!mentions(text, perhaps)) return NONE
    const key = `${files.from}\n${files.to}`
    const others = byFiles.get(key) ?? othersOf(before, after, files)
    byFiles.set(key, others)
    return mentions(text, others) ? others : NONE
  }
}

const NONE: ReadonlySet<string> = new Set()

/** Names that stand for something else to a file, with those inside of what they stand for. */
function othersOf(before: Meanings, after: Meanings, files: Files): ReadonlySet<string> {
  const others = new Set<string>()
  const naming = new Map<string, Set<string>>()
  const waiting = [...(before.get(files.from)?.keys() ?? [])].map((name) => ({ name, files }))
  const seen = new Set<string>()
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { name } = next
    const key = `${next.files.from}\n${next.files.to}\n${name}`
    const one = before.get(next.files.from)?.get(name)
    const other = after.get(next.files.to)?.get(name)
    if (seen.has(key) || one === undefined || other === undefined) continue
    seen.add(key)
    if (one.text !== other.text) others.add(name)
    const inside = { from: one.file, to: other.file }
    for (const each of namesOf(one.text)) {
      const there = naming.get(each) ?? new Set<string>()
      naming.set(each, there.add(name))
      waiting.push({ name: each, files: inside })
    }
  }
  spread(others, naming)
  return others
}

/** What names one of them stands for something else as well. */
function spread(others: Set<string>, naming: ReadonlyMap<string, ReadonlySet<string>>): void {
  // A set grows while it is walked.
  for (const name of others) for (const each of naming.get(name) ?? []) others.add(each)
}

/** By the file, then by the name. */
function* meaningsOf(surface: Surface, names: Names): Generator<undefined, Meanings> {
  const { columns, homeList } = surface
  const { definitions, texts } = columns
  const byFile = new Map<string, Map<string, Meaning>>()
  const add = (file: string, name: string, meaning: Meaning) => {
    const inFile = byFile.get(file) ?? new Map<string, Meaning>()
    byFile.set(file, inFile.set(name, meaning))
  }
  for (let one = 0; one < definitions.count; one += 1) {
    const kind = kindOf(at(definitions.facts, one))
    if ((kind !== 'interface' && kind !== 'type') || signedAt(homeList, one) >= 0) continue
    const file = texts.words.text(at(definitions.file, one))
    const name = pathName(columns, one)
    const text = file === null || /^T\d+$/.test(name) ? null : hidden(names(name))
    if (file !== null && text !== null) add(file, name, { text, file })
    yield
  }
  const shown = yield* shownTexts(surface, names)
  for (const { name, file, namedIn } of hiddenTypesOf(columns.hidden)) {
    for (const user of namedIn) {
      const named = names(name, user)
      const text = hidden(named)
      if (named === null || text === null || shown.has(madeOf(name, named))) continue
      add(user, name, { text, file })
    }
    yield
  }
  return byFile
}

/** What public types are made of, with their last names. */
function* shownTexts(
  { columns, homeList }: Surface,
  names: Names,
): Generator<undefined, ReadonlySet<string>> {
  const { definitions, texts } = columns
  const found = new Set<string>()
  const hiddenNames = new Set(hiddenTypesOf(columns.hidden).map(({ name }) => lastOf(name)))
  for (let one = 0; one < definitions.count; one += 1) {
    const kind = kindOf(at(definitions.facts, one))
    if ((kind !== 'interface' && kind !== 'type') || signedAt(homeList, one) < 0) continue
    const name = pathName(columns, one)
    if (!hiddenNames.has(lastOf(name))) continue
    const named = names(name, texts.words.text(at(definitions.file, one)))
    if (named !== null) found.add(madeOf(name, named))
    yield
  }
  return found
}

/**
 * The names of its members, or what it stands for. The declarations for `require` have once more what
 * those for `import` have, in a namespace, and what becomes of it is told once.
 */
function madeOf(name: string, { members, generics, body }: Named): string {
  const keys = [...members.keys()].sort().join(', ')
  return `${lastOf(name)} ${keys === '' ? unqualified(`${generics} ${body}`) : keys}`
}

/** `axios.AxiosResponse` is named `AxiosResponse` inside of its namespace. */
function unqualified(text: string): string {
  return text.replace(/(?<![\w$.#"])[\w$]+\.(?=[A-Z])/g, '')
}

function lastOf(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1)
}

/** What it stands for; null for what is not known, or can be named. */
function hidden(named: Named | null): string | null {
  if (named === null || named.isPublic || named.body === null || named.kind === 'enum') return null
  return `${named.generics} ${named.body} ${named.making ?? ''}`
}

/** Names that stand for something else in some file, and those that name them. */
function otherAnywhere(before: Meanings, after: Meanings): ReadonlySet<string> {
  const [one, other] = [textsByName(before), textsByName(after)]
  const others = new Set<string>()
  const naming = new Map<string, Set<string>>()
  for (const [name, texts] of one) {
    if (texts.join('\n') !== other.get(name)?.join('\n')) others.add(name)
    for (const each of texts.flatMap(namesOf)) {
      const there = naming.get(each) ?? new Set<string>()
      naming.set(each, there.add(name))
    }
  }
  spread(others, naming)
  return others
}

function textsByName(meanings: Meanings): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, Set<string>>()
  for (const inFile of meanings.values()) {
    for (const [name, { text }] of inFile) {
      const there = found.get(name) ?? new Set<string>()
      found.set(name, there.add(text))
    }
  }
  return new Map([...found].map(([name, texts]) => [name, [...texts].sort()]))
}
