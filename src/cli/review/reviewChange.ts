// What is said of a change on its pull request: new findings, and what its updates mean for the code.

import { appendFileSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from '../../app.ts'
import type { CheckReport } from '../../check/checkCode.ts'
import type { ReadInput } from '../../check/read/readInput.ts'
import type { Finding } from '../../check/report/finding.ts'
import { isMembers, jsonIn, memberOf } from '../../domain/texts/jsonValue.ts'
import type { CheckScope } from '../check/checkFiles.ts'
import { readSources } from '../check/readSources.ts'
import type { Output } from '../terminal/output.ts'
import { keepComment, type PullRequest } from './platform.ts'
import {
  type KeptAnswer,
  packageReceipts,
  type Receipts,
  runAddress,
  signerOf,
  writeReceipts,
} from './receipts.ts'
import { type Review, reviewText } from './reviewText.ts'
import { type Update, updateRows } from './upgradeRows.ts'

/** Each reads two releases of a package. */
const UPDATES_MAX = 20

type Environment = Readonly<Record<string, string | undefined>>

export async function reviewChange(parts: {
  openApp: () => Promise<App>
  before: CheckReport
  after: CheckReport
  findings: readonly Finding[]
  scope: CheckScope
  environment: Environment
  isCommented: boolean
  /** A folder that the signed answers are written into. */
  receipts: string | null
  out: Output
  signal: AbortSignal
}): Promise<void> {
  const { openApp, before, after, findings, scope, environment, out, signal } = parts
  const summary = environment['GITHUB_STEP_SUMMARY'] ?? ''
  if (summary === '' && !parts.isCommented && parts.receipts === null) return
  const updates = updatesIn(before, after)
  const looked = updates.slice(0, UPDATES_MAX)
  const told = findings.filter(({ severity }) => severity !== 'note')
  const answers = new Map<string, KeptAnswer>()
  const keep = (hash: string, answer: KeptAnswer) => void answers.set(hash, answer)
  const isLookalike = told.some(({ code }) => code === 'package_confusable')
  const app = looked.length > 0 || isLookalike ? await openApp() : null
  const rows =
    app === null || looked.length === 0 ? [] : await rowsOf(app, looked, scope, { keep, signal })
  const signed = app === null ? new Map() : await packageReceipts(app, told, keep, signal)
  if (parts.receipts !== null) writeReceipts(parts.receipts, answers)
  const review: Review = {
    findings: told,
    signed,
    receipts: receiptsOf(answers, parts.receipts !== null, environment, app),
    updates: rows,
    updatesLeft: updates.length - looked.length,
    open: openIn(after),
  }
  const body = reviewText(review)
  if (summary !== '') appendFileSync(summary, `${body}\n`)
  if (!parts.isCommented) return
  const pull = pullRequest(environment)
  if (typeof pull === 'string') return out.note(`assay: no comment was made: ${pull}`)
  const kept = await keepComment(pull, body, { wait: (ms) => sleep(ms, null, { signal }), signal })
  if ('problem' in kept) out.note(`assay: no comment was made: ${kept.problem}`)
  else out.aside(`assay: the comment is ${kept.state === 'same' ? 'as it was' : kept.state}`)
}

/** Among the files that the run of a workflow keeps, else where the settings name a service that shows it. */
function receiptsOf(
  answers: Receipts['answers'],
  areFiles: boolean,
  environment: Environment,
  app: Pick<App, 'docsAt'> | null,
): Receipts {
  const run = areFiles ? runAddress(environment) : null
  const linkTo = (hash: string) => {
    if (run !== null) return run
    const page = answers.get(hash)?.isOpen ? (app?.docsAt(`/receipt/${hash}`) ?? '') : ''
    return /^https?:\/\/[^\s()<>"|]+$/.test(page) ? page : null
  }
  return { answers, linkTo, areFiles, signer: signerOf(answers) }
}

async function rowsOf(
  app: App,
  updates: readonly Update[],
  scope: CheckScope,
  {
    keep,
    signal,
  }: Readonly<{ keep: (hash: string, answer: KeptAnswer) => void; signal: AbortSignal }>,
) {
  const read: ReadInput = await readSources(scope, { signal, onRead() {} })
  const input = {
    ...read,
    paths: scope.paths,
    sources: read.sources.filter(({ path }) => scope.isAsked(path)),
  }
  return updateRows(app, updates, { files: scope.files, input, signal, keep })
}

/** Packages that the code uses, and which another release of counts after the change. */
export function updatesIn(before: CheckReport, after: CheckReport): readonly Update[] {
  const then = new Map(
    before.packages.flatMap(({ ecosystem, name, evidence }) =>
      evidence === null ? [] : [[`${ecosystem} ${name}`, evidence.version] as const],
    ),
  )
  return after.packages.flatMap(({ ecosystem, name, evidence }): Update[] => {
    const from = then.get(`${ecosystem} ${name}`)
    const to = evidence?.version
    if (from === undefined || to === undefined || from === to) return []
    // The report has the name as it was looked up.
    return [{ key: { ecosystem, name } as Update['key'], from, to }]
  })
}

function openIn({ packages, counts }: CheckReport): readonly string[] {
  const open = packages.filter(({ state }) => state === 'undetermined').map(({ name }) => name)
  return [
    ...(open.length > 0
      ? [`Not looked up: ${open.slice(0, 10).join(', ')}${open.length > 10 ? ' …' : ''}.`]
      : []),
    ...(counts.unread > 0 ? [`Files that could not all be read: ${counts.unread}.`] : []),
  ]
}

/** A sentence where nothing says which one it is. */
export function pullRequest(environment: Environment): PullRequest | string {
  const api = (environment['GITHUB_API_URL'] ?? '').replace(/\/+$/, '')
  const repository = environment['GITHUB_REPOSITORY'] ?? ''
  const token = environment['GITHUB_TOKEN'] ?? ''
  const event = environment['GITHUB_EVENT_PATH'] ?? ''
  if (!/^(?:https:\/\/|http:\/\/(?:127\.0\.0\.1|localhost|\[::1\])[:/])/.test(`${api}/`)) {
    return 'GITHUB_API_URL names no address'
  }
  if (!/^[\w.-]+\/[\w.-]+$/.test(repository)) return 'GITHUB_REPOSITORY names no repository'
  if (token === '') return 'there is no GITHUB_TOKEN'
  const number = numberIn(event)
  return number === null ? 'this is no pull request' : { api, repository, token, number }
}

function numberIn(event: string): number | null {
  try {
    const value = event === '' ? undefined : jsonIn(readFileSync(event, 'utf8'))
    const pull = isMembers(value) ? memberOf(value, 'pull_request') : undefined
    const number = isMembers(pull) ? memberOf(pull, 'number') : undefined
    return typeof number === 'number' && Number.isSafeInteger(number) && number > 0 ? number : null
  } catch {
    return null
  }
}
