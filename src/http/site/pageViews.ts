// What pages show, put together from answers and from the table of the release that they are about.

import type { AnswerPackageExists } from '../../answer/packageExists.ts'
import type { AnswerReleaseDiff } from '../../answer/releaseDiff.ts'
import type { ReleaseSteps } from '../../answer/releaseSteps.ts'
import type { OpenReleaseView } from '../../answer/releaseView.ts'
import { renderReply, type SignedReply } from '../../answer/signedReply.ts'
import type { AnswerSymbolExists } from '../../answer/symbolExists.ts'
import type { AnswerSymbolHistory } from '../../answer/symbolHistory.ts'
import type { PackageKey } from '../../domain/names/packageName.ts'
import type { Caller } from '../../ports/caller.ts'
import type { ReceiptOf } from '../../site/parts/receipt.ts'
import type { PackageExistsAnswer } from '../../wire/packageAnswers.ts'
import type { Signed } from '../../wire/signed.ts'

export type PageAnswers = Readonly<{
  packageExists: AnswerPackageExists
  symbolExists: AnswerSymbolExists
  symbolHistory: AnswerSymbolHistory
  releaseDiff: AnswerReleaseDiff
  releaseView: OpenReleaseView
  steps: ReleaseSteps
}>

/** A signed answer as its reader has it. `Answer`: what the route's schema says of it. */
export type Read<Answer extends Signed> = Readonly<{ answer: Answer; reply: SignedReply }>

export function readReply<Answer extends Signed>(reply: SignedReply): Read<Answer> {
  return { answer: JSON.parse(renderReply(reply, 0)) as Answer, reply }
}

export async function askPackage(
  answers: Pick<PageAnswers, 'packageExists'>,
  key: PackageKey,
  caller: Caller,
): Promise<Read<PackageExistsAnswer>> {
  return readReply(await answers.packageExists(key, () => caller))
}

type Asked = Pick<ReceiptOf, 'says' | 'json' | 'commandLine' | 'post' | 'verdictOn'>

export function receiptOf(
  { answer, reply }: Read<Signed>,
  asked: Asked,
  isOpen: boolean,
): ReceiptOf {
  const place = reply.headers['assay-log'] ?? null
  return { ...asked, answer, place, isOpen }
}
