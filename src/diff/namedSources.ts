// What the names in a file stand for in a table, with their members: values and types that somebody can
// import, and values that no path leads to and of which signatures say `typeof`.

import { keptIn } from '../domain/maps.ts'
import type { Columns } from '../table/format/columns.ts'
import { isPublic, kindOf } from '../table/format/facts.ts'
import { hiddenTypesOf } from '../table/format/hiddenTypes.ts'
import type { HiddenType, SymbolKind } from '../table/format/table.ts'
import { at, signedAt } from '../table/format/varints.ts'
import { mayHoldMore } from '../table/mayHoldMore.ts'
import { definitionsNamed } from './pathName.ts'
import type { Surface } from './surface.ts'

export type Member = HiddenType['members'][number]

export type Source = Readonly<{
  kind: SymbolKind
  signature: string | null
  mayHoldMore: boolean
  /** No path leads to it, so that nothing is told under its own name. */
  isHidden: boolean
  members: () => readonly Member[]
}>

export type Sources = Readonly<{
  values: (name: string) => Source | undefined
  types: (name: string) => Source | undefined
  /** Classes that no path leads to. */
  hiddenClasses: (name: string) => Source | undefined
}>

const VALUES: ReadonlySet<string> = new Set(['constant', 'enum', 'function', 'namespace'])
const TYPES: ReadonlySet<string> = new Set(['class', 'interface', 'type'])

type Found = Readonly<{ files: readonly string[]; source: Source }>

/** By the file that has the names. */
export function namedSources({ columns, homeList }: Surface): (file: string) => Sources {
  const { definitions, texts } = columns
  const hiddenValues = new Map<string, Found[]>()
  const hiddenClasses = new Map<string, Found[]>()
  for (const hidden of hiddenTypesOf(columns.hidden)) {
    const { name, kind, signature, isOpen, namedIn, members } = hidden
    const isValue = kind === 'constant' || kind === 'function'
    const found = isValue ? hiddenValues : kind === 'class' ? hiddenClasses : null
    const source = { kind, signature, mayHoldMore: isOpen, isHidden: true, members: () => members }
    if (found !== null) keptIn(found, name, () => []).push({ files: namedIn, source })
  }

  function* listedAs(kinds: ReadonlySet<string>, name: string): Generator<Found> {
    for (const one of definitionsNamed(columns, name)) {
      if (signedAt(homeList, one) < 0 || !kinds.has(kindOf(at(definitions.facts, one)))) continue
      const file = texts.words.text(at(definitions.file, one))
      const source = listed(columns, one)
      // `const a: typeof import('./a').a` is not itself.
      if (!isItself(source, name)) yield { files: file === null ? [] : [file], source }
    }
  }

  const values = new Map<string, readonly Found[]>()
  const types = new Map<string, readonly Found[]>()
  const valuesOf = (name: string) =>
    keptIn(values, name, () => [...listedAs(VALUES, name), ...(hiddenValues.get(name) ?? [])])
  const typesOf = (name: string) => keptIn(types, name, () => [...listedAs(TYPES, name)])
  const hiddenClassesOf = (name: string) => hiddenClasses.get(name) ?? []
  // What a file means by a name is what it defines or imports; else of a name that several have nothing
  // is said.
  return (file) => {
    const meant = (all: (name: string) => readonly Found[]) => (name: string) => {
      const every = all(name)
      const own = every.filter(({ files }) => files.includes(file))
      const [only, ...others] = own.length > 0 ? own : every
      return others.length === 0 ? only?.source : undefined
    }
    return {
      values: meant(valuesOf),
      types: meant(typesOf),
      hiddenClasses: meant(hiddenClassesOf),
    }
  }
}

function isItself({ kind, signature }: Source, name: string): boolean {
  return kind === 'constant' && signature === `typeof ${name}`
}

function listed(columns: Columns, one: number): Source {
  const { definitions, entries, modules, names, texts } = columns
  const textOf = (which: number) => texts.signatures.text(at(definitions.signature, which))
  return {
    kind: kindOf(at(definitions.facts, one)),
    isHidden: false,
    get signature() {
      return textOf(one)
    },
    get mayHoldMore() {
      return mayHoldMore(columns, one)
    },
    members: () => {
      const list = modules.count + one
      const [start, end] = [at(entries.starts, list), at(entries.starts, list + 1)]
      return Array.from({ length: end - start }, (_, i): Member => {
        const target = at(entries.target, start + i)
        return {
          name: names.text(at(entries.name, start + i)),
          kind: kindOf(at(definitions.facts, target)),
          signature: textOf(target),
          isPublic: isPublic(at(entries.facts, start + i)),
        }
      })
    },
  }
}
