// What is said of a package and of the two releases that a question compares.

import { mergedNotices, type Notice } from '../../domain/notice.ts'
import type { Caller } from '../../ports/caller.ts'
import type { DiffQuestion } from './bothReleases.ts'
import type { Notices, SpokenOf } from './notices.ts'
import type { AskRegistryWords } from './registryWords.ts'

/** Of a release whose registry says nothing nothing is known but its name. */
const UNKNOWN: SpokenOf = {
  version: '',
  registryStatus: null,
  statusReason: null,
  deprecation: null,
  yanked: null,
  hasFile: true,
}

export async function noticesOfBoth(
  { key, from, to }: DiffQuestion,
  { notices, words }: Readonly<{ notices: Notices; words: AskRegistryWords }>,
  caller: Caller,
): Promise<readonly Notice[]> {
  const told = await Promise.all([from, to].map((version) => words(key, version, caller)))
  const releases = told.flatMap(({ release }) => release ?? [])
  return mergedNotices(
    // As the newer of them has it: the name is theirs both.
    notices.ofProject(key, releases.at(-1) ?? UNKNOWN),
    ...releases.map((release) => notices.ofRelease(key, release)),
  )
}
