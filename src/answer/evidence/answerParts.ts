// What answers are made from, opened once: each takes of it what it needs.

import type { Ecosystem, PackageKey } from '../../domain/names/packageName.ts'
import type { LatestReleases } from '../../ingest/latestReleases.ts'
import type { ImportIndex } from '../../ports/importIndex.ts'
import type { NameIndex } from '../../ports/nameIndex.ts'
import type { Registry } from '../../ports/registry.ts'
import type { AnswerTables } from './answerTables.ts'
import type { Notices } from './notices.ts'
import type { AskRegistryWords } from './registryWords.ts'

export type AnswerParts = Readonly<{
  registryOf: (key: PackageKey) => Registry
  registryIdentity: (ecosystem: Ecosystem) => string
  latest: LatestReleases
  tables: AnswerTables
  names: NameIndex
  imports: ImportIndex
  notices: Notices
  words: AskRegistryWords
  now: () => Date
}>
