// A release as a page shows it: its table, opened, and what its registry says of it now. Nothing here is
// signed; what a page states of a symbol has a statement of its own.

import type { PackageKey } from '../domain/names/packageName.ts'
import type { Notice } from '../domain/notice.ts'
import type { Caller } from '../ports/caller.ts'
import type { AnswerParts } from './evidence/answerParts.ts'
import type { TableOutcome } from './evidence/answerTables.ts'

export type ReleaseView = Readonly<{ outcome: TableOutcome; notices: readonly Notice[] }>

export type OpenReleaseView = (
  key: PackageKey,
  version: string,
  caller: Caller,
) => Promise<ReleaseView>

export function releaseView({
  tables,
  notices,
  words,
}: Pick<AnswerParts, 'tables' | 'notices' | 'words'>): OpenReleaseView {
  return async (key, version, caller) => {
    const [outcome, { release }] = await Promise.all([
      tables.openPinned(key, version, caller),
      words(key, version, caller),
    ])
    return { outcome, notices: release === null ? [] : notices.ofRelease(key, release) }
  }
}
