// Types that no path leads to, as definitions: their numbers, and those of their members, go on where
// those of the table end. Whoever follows types comes to them by the file that names them.

import { keptIn } from '../domain/maps.ts'
import type { Columns } from './format/columns.ts'
import { namedTypesOf } from './format/hiddenTypes.ts'
import type { HiddenMember, HiddenType } from './format/table.ts'
import type { DefinitionInfo, EntryInfo } from './tableView.ts'

type Meant = number | Readonly<{ module: string; name: string }>
type Row = Readonly<{ type: HiddenType; member: HiddenMember | null; first: number }>

export class HiddenDefinitions {
  /** The number of the first. */
  readonly #from: number
  readonly #rows: Row[] = []
  /** By the file that names them, then by name; null where it names several so. */
  readonly #named = new Map<string, Map<string, Meant | null>>()

  constructor({ definitions, hidden }: Columns) {
    this.#from = definitions.count
    for (const type of namedTypesOf(hidden)) {
      if (type.as !== undefined) {
        this.#name(type, type.as)
        continue
      }
      const number = this.#from + this.#rows.length
      this.#rows.push({ type, member: null, first: number + 1 })
      for (const member of type.members) this.#rows.push({ type, member, first: 0 })
      this.#name(type, number)
    }
  }

  #name({ name, namedIn }: HiddenType, meant: Meant): void {
    for (const file of namedIn) {
      const named = keptIn(this.#named, file, () => new Map<string, Meant | null>())
      named.set(name, named.has(name) ? null : meant)
    }
  }

  /**
   * What a file means by a name, or the path that leads to it; undefined where nothing is told of it, null
   * where it is one of several.
   */
  find(file: string, name: string): Meant | null | undefined {
    return this.#named.get(file)?.get(name)
  }

  info(number: number): DefinitionInfo {
    const { type, member } = this.#row(number)
    const file = member?.file ?? type.file
    const owner = member?.of ?? type.name
    const { kind, signature } = member ?? type
    return {
      module: `./${file}`,
      name: member === null ? type.name : `${owner}.${member.name}`,
      ...{ kind, signature, file, line: 0, bases: [], doc: null, deprecation: null },
      isOpen: member === null && type.isOpen,
    }
  }

  member(number: number, name: string): number | null {
    const { type, member, first } = this.#row(number)
    const found = member === null ? type.members.findIndex((one) => one.name === name) : -1
    return found < 0 ? null : first + found
  }

  *members(number: number): Iterable<EntryInfo> {
    const { type, member, first } = this.#row(number)
    if (member !== null) return
    for (const [index, { name, isPublic }] of type.members.entries()) {
      yield { name, definition: first + index, origin: 'dts', isPublic, isTypeOnly: false }
    }
  }

  #row(number: number): Row {
    const row = this.#rows[number - this.#from]
    if (row === undefined) throw new RangeError(`there is no definition ${number}`)
    return row
  }
}

const known = new WeakMap<Columns, HiddenDefinitions>()

export function hiddenIn(columns: Columns): HiddenDefinitions {
  return keptIn(known, columns, () => new HiddenDefinitions(columns))
}

/** Whether a number is that of such a type, or of a member of one. */
export function isHidden({ definitions }: Columns, definition: number): boolean {
  return definition >= definitions.count
}
