// What all references of a check share.

import type { ImportIndex } from '../../ports/importIndex.ts'
import type { Suggestions } from '../follow/closest.ts'
import type { Others } from '../follow/otherPackages.ts'
import type { Subclasses } from './subclasses.ts'

export type Around = Readonly<{
  imports: ImportIndex
  /** Packages that types of others name. */
  others: Others
  suggest: Suggestions
  /** Names that any of the files gives to objects. */
  added: ReadonlySet<string>
  /** Packages of npm that the code hands plugins to. */
  extended: ReadonlySet<string>
  /** Packages of npm that others of the input are named for. */
  plugged: ReadonlySet<string>
  subclasses: Subclasses
}>
