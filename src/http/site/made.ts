// What a page turns out to be, and what many say of the statement that they rest on.

import { leafFormOf } from '../../log/entries/leafForm.ts'
import type { Evidence, Statement } from '../../ports/attester.ts'
import { packageAddress } from '../../site/markup/addresses.ts'
import { shellWord } from '../../site/markup/shellWord.ts'
import type { Page } from '../../site/parts/frame.ts'
import type { ReceiptOf } from '../../site/parts/receipt.ts'
import { registryName } from '../../site/parts/words.ts'
import type { PackageExistsAnswer } from '../../wire/packageAnswers.ts'
import type { Signed } from '../../wire/signed.ts'
import { type Read, receiptOf } from './pageViews.ts'

type Question = Statement['question']

export type Made =
  | Readonly<{ page: Page }>
  /** `isForNow`: it may lead elsewhere tomorrow. */
  | Readonly<{ redirect: string; isForNow?: boolean }>
  | Readonly<{ text: string; contentType: string; maxAgeS: number }>

/** Whether everybody may read it in the log, and so on a page of its own. */
export function isOpenAnswer({ attestation, signature }: Signed): boolean {
  const { type, verdict, question, evidence } = attestation
  const logged = { attestation: JSON.stringify(attestation), signature }
  // Question and evidence of an answer that was just given.
  const statement = {
    type,
    verdict,
    question: question as Question,
    evidence: evidence as Evidence,
  }
  return leafFormOf(statement, logged) === 'open'
}

/** When the registry said no, as the evidence has it. */
export function askedAt({ attestation }: Signed): string | null {
  const { asked_at: at } = attestation.evidence as Readonly<{ asked_at?: unknown }>
  return typeof at === 'string' ? at : null
}

/** Which set of names was searched. */
export function searchedWords({ attestation, adjacent_source: source }: PackageExistsAnswer) {
  const { names } = attestation.evidence as Readonly<{
    names?: Readonly<{ snapshot: string; size: number }>
  }>
  if (names === undefined) return null
  const what = source === 'popular' ? 'popular names' : 'names of the registry'
  return `${names.size.toLocaleString('en')} ${what} of ${names.snapshot} were searched.`
}

export function packageReceipt(read: Read<PackageExistsAnswer>, shown: string | null): ReceiptOf {
  const { answer } = read
  const { ecosystem, name, exists, latest_version: latest } = answer
  const where = registryName(ecosystem)
  const digest = answer.proof?.artifact_sha256 == null ? '' : ', and names the digest of its file'
  const release = latest === null ? '' : `, with ${latest} as its latest release${digest}`
  const says = exists
    ? `It says that ${name} exists on ${where}${release}.${shown !== null && shown !== latest ? ' What is listed above was read from the file of another release; each symbol has a statement of its own.' : ' Each symbol has a statement of its own.'}`
    : `It says that ${where} has no ${name}. It names when the registry was asked and which names were searched.`
  const asked = {
    says,
    json: `${packageAddress(answer)}?format=json`,
    commandLine: `assay package ${ecosystem} ${shellWord(name)}`,
    post: { path: '/demo/v1/package/exists', body: { ecosystem, name } },
  }
  return receiptOf(read, asked, isOpenAnswer(answer))
}
