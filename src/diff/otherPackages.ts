// Types of other packages that signatures name (`dep#Options`), as the tables of these packages have
// them, as far as a diff is given these.

import { isBuiltin } from 'node:module'
import { keptIn } from '../domain/maps.ts'
import { findPath } from '../table/findPath.ts'
import type { Columns } from '../table/format/columns.ts'
import { at } from '../table/format/varints.ts'
import type { OpenTable } from '../table/tableView.ts'
import { isPublicModule } from './modules.ts'
import { pathName } from './pathName.ts'
import { publicSurface, type Surface } from './surface.ts'
import { typeNames } from './typeNames.ts'
import { isOfLibrary } from './typescript/libraryTypes.ts'
import type { Named, Names } from './typescript/named.ts'

/** By the names of the packages, the tables of the releases that go with each of the two. */
export type OtherTables = Readonly<{
  from: ReadonlyMap<string, OpenTable>
  to: ReadonlyMap<string, OpenTable>
}>

/** Packages whose types an undecided change hangs on, and whose tables were not given. */
export type WantedPackages = Readonly<{ from: ReadonlySet<string>; to: ReadonlySet<string> }>

/**
 * Other packages, by their names: `packages` are of other releases on the two sides, by what the two ask
 * for, and `noted` gets those by which something is gone, is another one or must be given although what
 * brought it here stays as it was.
 */
export type Apart = Readonly<{ packages: ReadonlySet<string>; noted: Set<string> }>

/** Whether the two releases ask for other releases of the package that defines something. */
export function isApart({ columns }: Surface, one: number, { packages, noted }: Apart): boolean {
  const name = columns.names.text(at(columns.definitions.module, one))
  noted.add(name)
  return packages.has(name)
}

/** The names of a package and of the others; `missed` gets those of which there is no table. */
export function withOthers(
  own: Names,
  tables: ReadonlyMap<string, OpenTable>,
  missed: Set<string>,
): Names {
  return (name, file) => {
    const cut = name.indexOf('#')
    if (cut <= 0) return own(name, file)
    const of = name.slice(0, cut)
    const table = tables.get(of)
    if (table !== undefined) return namesOf(table.columns, of)(name.slice(cut + 1))
    if (!isBuiltin(of)) missed.add(of)
    return null
  }
}

const known = new WeakMap<Columns, Names>()

/** What others can import of a package, with names in it as others write them. */
function namesOf(columns: Columns, of: string): Names {
  return keptIn(known, columns, () => makeNames(columns, of))
}

function makeNames(columns: Columns, of: string): Names {
  const own = typeNames(publicSurface(columns))
  const read = new Map<string, Named | null>()
  const outside = (text: string) => qualified(text, of, (name) => own(name) !== null)
  return (name) => {
    return keptIn(read, name, () => {
      const meant = exported(columns, name)
      const inside = meant === null ? own(name) : own(meant.name, meant.file)
      return inside && asSeenOutside(inside, outside)
    })
  }
}

/** Null where a text cannot be written as others write it. */
function asSeenOutside(named: Named, outside: (text: string) => string | null): Named | null {
  const all = (texts: readonly string[]) => texts.flatMap((text) => outside(text) ?? [])
  const generics = outside(named.generics)
  if (generics === null) return null
  return {
    ...named,
    generics,
    body: named.body === null ? null : outside(named.body),
    making: named.making === null ? null : outside(named.making),
    signatureOf: (member) => {
      const signature = named.signatureOf(member)
      return signature === null ? null : outside(signature)
    },
    bases: all(named.bases),
    heritage: all(named.heritage),
    // What becomes of it is told by a diff of the package that has it.
    isPublic: true,
    file: null,
  }
}

type Meant = Readonly<{ name: string; file: string | null }>

/** What a name is in the package's main module, else in all others that have it. */
function exported(columns: Columns, name: string): Meant | null {
  const { definitions, entries, modules, names, texts } = columns
  const found = new Set<number>()
  for (let module = 0; module < modules.count; module += 1) {
    if (!isPublicModule(columns, module)) continue
    const path = findPath(columns, module, name)
    if (path === null) continue
    const one = at(entries.target, path.entry)
    if (names.text(at(modules.name, module)) === '.') return meant(one)
    found.add(one)
  }
  const [only, ...others] = found
  return only === undefined || others.length > 0 ? null : meant(only)

  function meant(one: number): Meant {
    return { name: pathName(columns, one), file: texts.words.text(at(definitions.file, one)) }
  }
}

/** Names of members, with hyphens for example; texts in quotes, names of other packages, and names. */
const WORDS =
  /([^\s:?!()[\]<>{}"]+)(?=!?\??: )|"(?:[^"\\]|\\.)*"|(?:@[\w.-]+\/)?[\w.:-]+#[\w$.*]+|(?<![\w$.])[A-Za-z_$][\w$]*(?:\.[\w$]+)*(?![\w$])/g

const WORDS_OF_LANGUAGE =
  /^(?:T\d+|abstract|any|arg|as|asserts|bigint|boolean|class|extends|false|implements|in|infer|is|keyof|never|new|null|number|object|private|protected|readonly|static|string|symbol|this|true|typeof|undefined|unique|unknown|void)$/

/** With the package before each name of its own: `A | string` is `dep#A | string`. */
function qualified(text: string, of: string, isOwn: (name: string) => boolean): string | null {
  // Names inside of templates are not looked for.
  if (/\$\{[^}]*[A-Z]/.test(text)) return null
  return text.replace(WORDS, (word, member?: string) => {
    if (member !== undefined || /["#]|^Symbol\./.test(word)) return word
    if (WORDS_OF_LANGUAGE.test(word)) return word
    return isOwn(word) || !isOfLibrary(word) ? `${of}#${word}` : word
  })
}
