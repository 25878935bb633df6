// A name that code comes to, and the ways in which it does.

/** A member has the class (Python) or the export (npm) that it is one of as its owner. */
export type Asked = Readonly<{
  module: string
  owner: string | null
  name: string
  kind: 'class' | 'function' | 'value' | 'member' | 'file'
}>

/** By the paths of its files; the first one is run. */
export type Files = Readonly<Record<string, string>>

/** Code that runs where the name is there. `of`: for names of that kind alone. */
export type Shape = Readonly<{ of?: Asked['kind']; write: (asked: Asked) => Files }>

/** Releases of one registry, and how code is run with them. */
export type Releases = Readonly<{
  ecosystem: 'pypi' | 'npm'
  /** Popular ones, the most popular first. */
  names: readonly string[]
  /** Final releases, oldest first. */
  versions: (name: string) => Promise<readonly string[]>
  /** A folder with a release in it. */
  installed: (name: string, version: string) => Promise<string>
  /** All that code may ask the release for, by what tells one from another. */
  listed: (installedAt: string, name: string) => Promise<ReadonlyMap<string, Asked>>
  /** Fails where the code does. */
  run: (installedAt: string, files: Files) => Promise<unknown>
  shapesFor: (asked: Asked) => readonly (readonly [string, Shape])[]
}>
