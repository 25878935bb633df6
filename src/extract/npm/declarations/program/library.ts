// The types that every program has, ECMAScript's and the DOM's, by their members: what classes and
// interfaces inherit from them. scripts/standardTypes.ts writes the file.

import { keptIn } from '../../../../domain/maps.ts'
import { asset, own, words } from '../../../../table/assets.ts'

/** Bases, methods, properties, each with spaces between. */
export type LibraryType = readonly [bases: string, methods: string, properties: string]

export type LibraryFile = Readonly<{
  typescript: string
  types: Readonly<Record<string, LibraryType>>
  /** Names of types that are made of others (`Partial`), with spaces between. */
  aliases: string
  /** Global values and the types that they have. */
  values: Readonly<Record<string, string>>
  /** Types that can be called or made with `new`, with spaces between. */
  callable: string
  /** Methods that may be missing, as `Type.method`. */
  optional: string
  /** Names that `globalThis` has. */
  globals: string
}>

export type LibraryMember = Readonly<{ type: string; name: string; isMethod: boolean }>

type Library = Pick<LibraryFile, 'types' | 'values' | 'globals'> &
  Readonly<Record<'callable' | 'optional' | 'aliases', ReadonlySet<string>>>

const library = asset(
  'typescript-lib.json',
  (file: LibraryFile): Library => ({
    ...file,
    callable: new Set(words(file.callable)),
    optional: new Set(words(file.optional)),
    aliases: new Set(words(file.aliases)),
  }),
)

const shapes = new Map<string, ReadonlyMap<string, LibraryMember>>()

/** The members of a type of the library, inherited ones included; null for no such type. */
export function libraryType(name: string): ReadonlyMap<string, LibraryMember> | null {
  const known = shapes.get(name)
  if (known !== undefined) return known
  const type = own(library().types, name)
  if (type === undefined) return null
  const [bases, methods, properties] = type
  const members = new Map<string, LibraryMember>()
  for (const method of words(methods))
    members.set(method, { type: name, name: method, isMethod: true })
  for (const property of words(properties)) {
    members.set(property, { type: name, name: property, isMethod: false })
  }
  for (const base of words(bases)) {
    for (const [inherited, member] of libraryType(base) ?? []) {
      if (!members.has(inherited)) members.set(inherited, member)
    }
  }
  shapes.set(name, members)
  return members
}

/** The type of a global value: `Error` has the type `ErrorConstructor`. */
export function libraryValue(name: string): string | null {
  return own(library().values, name) ?? null
}

const ancestors = new Map<string, ReadonlySet<string>>()

/** Every type of the library that a type of it comes from. */
export function libraryBases(name: string): ReadonlySet<string> {
  return keptIn(ancestors, name, () => {
    const found = new Set<string>([name])
    // A set grows while it is walked.
    for (const one of found) {
      const [bases = ''] = own(library().types, one) ?? []
      for (const base of words(bases)) found.add(base)
    }
    found.delete(name)
    return found
  })
}

export function isCallableLibraryType(name: string): boolean {
  const { callable } = library()
  // Values that are written with a type of their own are classes.
  if (name.startsWith('typeof ') || name === 'Function' || callable.has(name)) return true
  return [...libraryBases(name)].some((base) => base === 'Function' || callable.has(base))
}

/** A method that every object of the type has. */
export function isCertainMethod({ type, name, isMethod }: LibraryMember): boolean {
  return isMethod && !library().optional.has(`${type}.${name}`)
}

/** What `globalThis` has in every program. */
export function libraryGlobals(): readonly string[] {
  return words(library().globals)
}

export function isLibraryName(name: string): boolean {
  return library().aliases.has(name) || libraryType(name) !== null || libraryValue(name) !== null
}

/** A name of the library without the object that all its names are members of. */
export function globalName(path: readonly string[]): string {
  const [first = ''] = path
  return (/^global(?:This)?$/.test(first) ? path.slice(1) : path).join('.')
}
