// The two releases that a question compares, opened; or the refusal that says which of them is wrong.

import type { PackageKey } from '../../domain/names/packageName.ts'
import { mergedNotices, type Notice } from '../../domain/notice.ts'
import { compareVersions } from '../../domain/versionOrder.ts'
import { type ErrorCode, ServiceError } from '../../errors.ts'
import { DIFF_ENTRIES_MAX } from '../../limits.ts'
import type { Caller } from '../../ports/caller.ts'
import type { AnswerParts } from './answerParts.ts'
import type { TableOutcome } from './answerTables.ts'
import type { SpokenOf } from './notices.ts'
import { refuseGap } from './passingGap.ts'

export type DiffQuestion = Readonly<{ key: PackageKey; from: string; to: string }>

export type Opened = Extract<TableOutcome, { state: 'opened' }>
type Side = 'from' | 'to'

export type BothReleases = Readonly<Record<Side, Opened>>

/** Both, and what is said of the package and of each. */
export async function openBoth(
  question: DiffQuestion,
  parts: Pick<AnswerParts, 'tables' | 'notices' | 'words' | 'now'>,
  caller: Caller,
): Promise<BothReleases & Readonly<{ said: readonly Notice[] }>> {
  const [both, said] = await Promise.all([
    openTables(question, parts, caller),
    noticesOfBoth(question, parts, caller),
  ])
  return { ...both, said }
}

export async function openTables(
  question: DiffQuestion,
  { tables, now }: Pick<AnswerParts, 'tables' | 'now'>,
  caller: Caller,
): Promise<BothReleases> {
  const { key } = question
  refuseOrder(question, question.from, question.to)
  // One that is too large is told as soon as it is open: nobody waits until the other is read as well.
  const opened = async (side: Side) => {
    const one = openedOf(question, await tables.openPinned(key, question[side], caller), side)
    refuseSize(question, one)
    return one
  }
  const [from, to] = await Promise.all([opened('from'), opened('to')])
  // As the registry spells them they may be in another order than they seemed to be.
  refuseOrder(question, from.version, to.version)
  refuseGap(key, from, now())
  refuseGap(key, to, now())
  return { from, to }
}

function refuse(
  code: ErrorCode,
  message: string,
  wrong: Readonly<{ field: string; input: string }>,
): never {
  throw new ServiceError(code, message, { wrong })
}

function refuseOrder({ key, to: input }: DiffQuestion, from: string, to: string): void {
  const order = compareVersions(key.ecosystem, from, to)
  if (order === null || order <= 0) return
  const message = `${from} comes after ${to}: a diff goes from the older release to the newer`
  refuse('version_order', message, { field: 'to_version', input })
}

/** Whether it is so large that it is not compared. */
export function isTooLarge({ table }: Pick<Opened, 'table'>): boolean {
  return table.columns.entries.name.length > DIFF_ENTRIES_MAX
}

/** What would take long is not begun. */
function refuseSize({ key, to: input }: DiffQuestion, side: Opened): void {
  if (!isTooLarge(side)) return
  const message = `${key.name} has more names than are compared (${DIFF_ENTRIES_MAX})`
  refuse('package_not_indexable', message, { field: 'to_version', input })
}

function openedOf(question: DiffQuestion, outcome: TableOutcome, side: Side): Opened {
  const { key } = question
  const input = question[side]
  switch (outcome.state) {
    case 'opened':
      return outcome
    case 'absent':
      return refuse('package_not_found', `There is no ${key.ecosystem} package ${key.name}`, {
        field: 'package',
        input: key.name,
      })
    case 'version_not_found':
    case 'withheld': {
      const message =
        outcome.state === 'withheld'
          ? `The registry withholds release ${input} of ${key.name}`
          : `${key.name} has no release ${input}`
      return refuse('version_not_found', message, { field: `${side}_version`, input })
    }
    case 'unreadable': {
      const message = `${key.name} ${input} holds nothing that can be indexed: ${outcome.reason}`
      return refuse('package_not_indexable', message, { field: `${side}_version`, input })
    }
  }
}

/** Of a release whose registry says nothing nothing is known but its name. */
const UNKNOWN: SpokenOf = {
  version: '',
  registryStatus: null,
  statusReason: null,
  deprecation: null,
  yanked: null,
  hasFile: true,
}

async function noticesOfBoth(
  { key, from, to }: DiffQuestion,
  { notices, words }: Pick<AnswerParts, 'notices' | 'words'>,
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
