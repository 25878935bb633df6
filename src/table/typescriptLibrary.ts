// The types that every program has, ECMAScript's, the DOM's and Node's: what their objects must have
// and may have. scripts/libraryTypes.ts writes the file.

import { asset, own, words } from './assets.ts'

/** Each with spaces between; `isGeneric` is 1 for a type with type parameters. */
export type LibraryMembers = readonly [
  bases: string,
  required: string,
  optional: string,
  isGeneric: 0 | 1,
]

export type LibraryMembersFile = Readonly<{
  typescript: string
  types: Readonly<Record<string, LibraryMembers>>
}>

export type LibraryShape = Readonly<{
  /** Inherited ones included, as in all of these. Symbols are written `[Symbol.iterator]`. */
  bases: ReadonlySet<string>
  required: ReadonlySet<string>
  optional: ReadonlySet<string>
  isGeneric: boolean
}>

/** Modules of Node that are classes themselves. */
const DEFAULTS: Readonly<Record<string, string>> = {
  'events#default': 'events#EventEmitter',
  'stream#default': 'stream#Stream',
}

const listed = asset('typescript-members.json', ({ types }: LibraryMembersFile) => types)
const shapes = new Map<string, LibraryShape>()

/** `Error`, `NodeJS.ReadableStream`, `stream#Readable`; null for what is no such type, or can be called. */
export function libraryShape(name: string): LibraryShape | null {
  const known = shapes.get(name)
  if (known !== undefined) return known
  const type = own(listed(), DEFAULTS[name] ?? name.replace(/^node:/, ''))
  if (type === undefined) return null
  const [bases, required, optional, isGeneric] = type
  const shape = {
    bases: new Set(words(bases)),
    // Every object has what all objects have.
    required: new Set(words(required).filter((one) => !(one in Object.prototype))),
    optional: new Set(words(optional)),
    isGeneric: isGeneric === 1,
  }
  for (const base of words(bases)) {
    const inherited = libraryShape(base)
    if (inherited === null) continue
    for (const one of inherited.bases) shape.bases.add(one)
    for (const one of inherited.required) if (!shape.optional.has(one)) shape.required.add(one)
    for (const one of inherited.optional) if (!shape.required.has(one)) shape.optional.add(one)
  }
  shapes.set(name, shape)
  return shape
}
