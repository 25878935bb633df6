// The answer behind a page as JSON. A version in the address means the same release as on the page: where
// the page leads elsewhere, so does this.

import type { PackageKey } from '../../domain/names/packageName.ts'
import type { RouteQuestion } from '../../ports/askRoute.ts'
import {
  type Asked,
  compareAddress,
  LATEST,
  packageAddress,
  symbolAddress,
} from '../../site/markup/addresses.ts'
import { registryName } from '../../site/parts/words.ts'
import { isClicked, isFromOtherSite } from '../request/otherSite.ts'
import { type Problems, ReplyInstead } from '../request/problem.ts'
import type { HttpReply, RequestContext } from '../request/route.ts'
import { callerOf } from '../request/signedAnswer.ts'
import { callerOfContext, type InnerCalls } from '../run/innerCall.ts'
import { JSON_HEADERS, noJson } from './asJson.ts'
import type { PageBudget } from './pageBudget.ts'
import { queryOf, redirectReply } from './redirectReply.ts'
import type { VersionInAddress } from './versionInAddress.ts'
import { isInPart } from './wholeVersion.ts'

export type JsonAnswer = (
  key: PackageKey,
  asked: Asked,
  context: RequestContext,
) => Promise<HttpReply>

/** `limited`: why no more work may be begun for who asks, or null. */
export function jsonAnswer(parts: {
  calls: InnerCalls
  problems: Problems
  budget: Pick<PageBudget, 'begin'>
  limited: (context: RequestContext) => HttpReply | null
  inAddress: VersionInAddress
  baseUrl: () => string
  logFailure: (error: unknown, about: string) => void
}): JsonAnswer {
  const { calls, problems, budget } = parts

  /** Where the address leads before any question is asked; null where it is asked here. */
  async function elsewhere(
    key: PackageKey,
    asked: Asked,
    context: RequestContext,
  ): Promise<HttpReply | null> {
    if (asked.page === 'release') {
      const [version] = await meant(key, [asked.version], context)
      if (version == null) return noRelease(key)
      // No statement is about a release alone: its page rests on that of its package.
      return ledTo(packageAddress(key), context)
    }
    if (asked.page !== 'symbol' || !isInPart(asked.version)) return null
    const [version] = await meant(key, [asked.version], context)
    if (version == null) return noRelease(key)
    if (version === asked.version) return null
    return ledTo(symbolAddress(key, version, asked.symbol), context)
  }

  function noRelease({ ecosystem, name }: PackageKey): HttpReply {
    return problems.reply(
      'not_found',
      `${registryName(ecosystem)} lists no such release of ${name}`,
    )
  }

  /** The releases that are meant. */
  function meant(key: PackageKey, written: readonly string[], context: RequestContext) {
    const refusal = parts.limited(context)
    if (refusal !== null) throw new ReplyInstead(refusal)
    const end = budget.begin(context.freeClient() ?? '')
    const caller = callerOf(context)
    return Promise.all(written.map((one) => parts.inAddress(key, one, caller))).finally(end)
  }

  async function answered(key: PackageKey, asked: Asked, context: RequestContext) {
    const question = questionOf(key, asked)
    if (question === null) return noJson(problems, 'the routes of the questions have theirs')
    const reply = await calls(question, callerOfContext(context), context.signal())
    const other = asked.page === 'compare' ? await otherRange(key, asked, reply, context) : null
    if (other !== null) return other
    const retry = reply.retryAfterS === null ? {} : { 'retry-after': String(reply.retryAfterS) }
    return {
      status: reply.status,
      contentType: 'application/json',
      body: reply.text,
      headers: retry,
    }
  }

  /** What was refused as it is written may be meant otherwise. */
  async function otherRange(
    key: PackageKey,
    { from, to }: Extract<Asked, { page: 'compare' }>,
    reply: Readonly<{ status: number; text: string }>,
    context: RequestContext,
  ): Promise<HttpReply | null> {
    const why = reply.status === 422 ? firstTypeIn(reply.text) : null
    if (why === 'version_order') return ledTo(compareAddress(key, to, from), context)
    if (why !== 'version_not_found') return null
    const [older, newer] = await meant(key, [from, to], context)
    if (older == null || newer == null || (older === from && newer === to)) return null
    return ledTo(compareAddress(key, older, newer), context)
  }

  return async (key, asked, context) => {
    if (isFromOtherSite(context, parts.baseUrl()) && !isClicked(context)) {
      const detail =
        'A page of another site asked for this, which would spend questions of its reader'
      return problems.reply('origin_not_allowed', detail, JSON_HEADERS)
    }
    const reply = await (async () =>
      (await elsewhere(key, asked, context)) ?? (await answered(key, asked, context)))().catch(
      (error: unknown) => {
        const { reply: told, isBug } = problems.forError(error)
        if (isBug) parts.logFailure(error, key.name)
        return told
      },
    )
    return { ...reply, headers: { ...reply.headers, ...JSON_HEADERS } }
  }
}

/** The same there, as it was asked for here. */
function ledTo(address: string, context: RequestContext): HttpReply {
  return redirectReply(`${address}${queryOf(context)}`, true)
}

/** What the first issue of a 422 is. */
function firstTypeIn(text: string): string | null {
  const { detail } = JSON.parse(text) as Readonly<{
    detail?: readonly Readonly<{ type?: string }>[]
  }>
  return detail?.[0]?.type ?? null
}

function questionOf({ ecosystem, name }: PackageKey, asked: Asked): RouteQuestion | null {
  const ask = (route: RouteQuestion['route'], body: object) => ({
    route,
    body: JSON.stringify(body),
  })
  switch (asked.page) {
    case 'package':
      return ask('/package/exists', { ecosystem, name })
    case 'symbol': {
      const { symbol, version } = asked
      const at = version === LATEST ? {} : { version }
      return ask('/symbol/exists', { ecosystem, package: name, symbol, ...at })
    }
    case 'compare':
      return ask('/diff', {
        ecosystem,
        package: name,
        from_version: asked.from,
        to_version: asked.to,
      })
    default:
      return null
  }
}
