// The page of a comparison, from the signed diff.

import type { PackageKey } from '../../domain/names/packageName.ts'
import { ServiceError } from '../../errors.ts'
import { PAGE_ROWS_MAX, PAGE_ROWS_OF_ONE_MAX } from '../../limits.ts'
import type { Caller } from '../../ports/caller.ts'
import { compareAddress, LATEST } from '../../site/markup/addresses.ts'
import { shellWord } from '../../site/markup/shellWord.ts'
import { comparePage, GROUPS, type GroupId } from '../../site/pages/comparePage.ts'
import { releaseMiss } from '../../site/pages/missPage.ts'
import { undeterminedPage } from '../../site/pages/statePages.ts'
import { registryName } from '../../site/parts/words.ts'
import type { DiffAnswer } from '../../wire/diffAnswers.ts'
import { isOpenAnswer, type Made } from './made.ts'
import { askPackage, type PageAnswers, type Read, readReply, receiptOf } from './pageViews.ts'
import { packageMissOf } from './releaseMaker.ts'
import type { WholeVersion } from './wholeVersion.ts'

type Parts = Readonly<{ answers: PageAnswers; whole: WholeVersion; baseUrl: () => string }>

type Asked = Readonly<{ key: PackageKey; from: string; to: string }>

/** `only`: one list alone; `filter`: what its names must hold; `kind`: what they must be. */
export type CompareView = Readonly<{ only: string; filter: string; kind: string }>

export function compareMaker({ answers, whole, baseUrl }: Parts) {
  async function wholeOr(key: PackageKey, written: string, caller: Caller) {
    if (written !== LATEST) return (await whole(key, written, caller.signal)) ?? written
    const { answer } = await askPackage(answers, key, caller)
    return answer.latest_version ?? written
  }

  async function refused(asked: Asked, error: ServiceError, caller: Caller): Promise<Made> {
    const { key, from, to } = asked
    switch (error.code) {
      case 'version_order':
        return { redirect: compareAddress(key, to, from) }
      case 'package_not_found':
        return packageMissOf(await askPackage(answers, key, caller), baseUrl())
      case 'version_not_found': {
        const [older, newer] = await Promise.all([from, to].map((one) => wholeOr(key, one, caller)))
        if (older !== undefined && newer !== undefined && (older !== from || newer !== to))
          return { redirect: compareAddress(key, older, newer), isForNow: true }
        const version = error.wrong?.field === 'from_version' ? from : to
        const { versions } = await answers.steps.of(key)
        const indexed = versions.map((one) => one.version)
        const told = { state: 'version_not_found', askedAt: null, indexed, latest: null } as const
        return { page: releaseMiss(key, version, told) }
      }
      case 'package_not_indexable':
        return { page: undeterminedPage(`${key.name} ${from} → ${to}`, `${error.message}.`, key) }
      default:
        throw error
    }
  }

  return async (asked: Asked, view: CompareView, caller: Caller): Promise<Made> => {
    const { key, from, to } = asked
    let reply: Awaited<ReturnType<PageAnswers['releaseDiff']>>
    try {
      reply = await answers.releaseDiff({ key, from, to }, caller)
    } catch (error) {
      if (error instanceof ServiceError) return refused(asked, error, caller)
      throw error
    }
    const read = readReply<DiffAnswer>(reply)
    const { answer } = read
    const isAsWritten = answer.from_version === from && answer.to_version === to
    if (!isAsWritten)
      return { redirect: compareAddress(key, answer.from_version, answer.to_version) }
    const only = GROUPS.find((id) => id === view.only) ?? null
    return {
      page: comparePage({
        ...view,
        ...shown(only),
        answer,
        receipt: diffReceipt(asked, read),
        baseUrl: baseUrl(),
      }),
    }
  }
}

function shown(only: GroupId | null) {
  return { only, rowsMax: only === null ? PAGE_ROWS_MAX : PAGE_ROWS_OF_ONE_MAX }
}

function diffReceipt({ key, from, to }: Asked, read: Read<DiffAnswer>) {
  const { ecosystem, name } = key
  const asked = {
    says: `It says what changed in ${name} on ${registryName(ecosystem)} from ${from} to ${to}, name by name, and by which files.`,
    json: `${compareAddress(key, from, to)}?format=json`,
    commandLine: `assay diff ${ecosystem} ${shellWord(name)} ${shellWord(from)} ${shellWord(to)}`,
    post: {
      path: '/demo/v1/diff',
      body: { ecosystem, package: name, from_version: from, to_version: to },
    },
  }
  return receiptOf(read, asked, isOpenAnswer(read.answer))
}
