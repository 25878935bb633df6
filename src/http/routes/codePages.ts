// The pages about somebody's code: is it real, and what does an upgrade mean for it. Code comes in the body
// of a form and stands in no address, no log and no store. A question of theirs counts as one.

import { parsePackageName } from '../../domain/names/packageName.ts'
import type { RouteQuestion } from '../../ports/askRoute.ts'
import { CHECK_EXAMPLES } from '../../site/pages/checkExamples.ts'
import {
  type CheckPageView,
  checkPage,
  NOTHING_WRITTEN,
  upgradePage,
  type Written,
} from '../../site/pages/checkPage.ts'
import { limitPage, refusedPage, undeterminedPage } from '../../site/pages/statePages.ts'
import type { Page } from '../../site/parts/frame.ts'
import type { CheckAnswer, UpgradeAnswer } from '../../wire/checkAnswers.ts'
import { manifestPath } from '../../wire/manifestPath.ts'
import { pinsIn } from '../../wire/pinLines.ts'
import { isFromOtherSite } from '../request/otherSite.ts'
import type { Problems } from '../request/problem.ts'
import {
  getRoute,
  type HttpReply,
  queryParameter,
  type RequestContext,
  type Route,
} from '../request/route.ts'
import type { ServiceFacts } from '../request/serviceFacts.ts'
import { callerOfContext, type InnerCalls } from '../run/innerCall.ts'
import { noJson, wantsJson } from '../site/asJson.ts'
import type { PageBudget } from '../site/pageBudget.ts'
import type { PageShelf } from '../site/pageShelf.ts'

const TAG = 'Pages'
const PATH_LENGTH_MAX = 200

type Failed = Readonly<{ failure: string; status: number; retryAfterS: number | null }>
type Told = Readonly<{ text: string }> | Failed

export function codePages(parts: {
  calls: InnerCalls
  problems: Problems
  budget: PageBudget
  shelf: PageShelf
  facts: Pick<ServiceFacts, 'baseUrl' | 'verifiers' | 'demoDailyLimit'>
}): Route[] {
  const { calls, problems, budget, shelf, facts } = parts

  async function pageOf(view: Pick<CheckPageView, 'written' | 'outcome'>): Promise<Page> {
    const listed = await facts.verifiers()
    const verifiers = listed.map(({ address }) => address)
    const { demoDailyLimit: limit } = facts
    const quota = limit === 0 ? 'It is free.' : `It is one of ${limit} free questions a day.`
    return checkPage({ ...view, verifiers, quota, baseUrl: facts.baseUrl() })
  }

  async function ask(question: RouteQuestion, context: RequestContext): Promise<Told> {
    const reply = await calls(question, callerOfContext(context), context.signal())
    if (reply.status === 200) return { text: reply.text }
    const { status, retryAfterS } = reply
    return { failure: failureWords(reply.text), status, retryAfterS }
  }

  /** A form from elsewhere would spend the questions of whoever is sent here. */
  function refused(context: RequestContext): Page | null {
    if (isFromOtherSite(context, facts.baseUrl()))
      return refusedPage(403, 'The form was sent from another site.')
    return limited(context)
  }

  function limited(context: RequestContext): Page | null {
    const refusal = budget.refusal(context.freeClient() ?? '')
    return refusal === null ? null : limitPage(refusal.sentence, refusal.retryAfterS)
  }

  async function checked(context: RequestContext): Promise<Page> {
    const written = writtenIn(fieldsOf(context))
    if (written.content.trim() === '') return pageOf({ written, outcome: null })
    const body = JSON.stringify({ files: filesOf(written), pins: pinsIn(written.pins) })
    const told = await ask({ route: '/check', body }, context)
    if ('failure' in told) return { ...(await pageOf({ written, outcome: told })), ...failed(told) }
    const answer = JSON.parse(told.text) as CheckAnswer
    return { ...(await pageOf({ written, outcome: { answer } })), isListed: false, address: null }
  }

  async function upgraded(context: RequestContext): Promise<Page> {
    const fields = fieldsOf(context)
    const { path, content } = writtenIn(fields)
    const ecosystem = fields.get('ecosystem') === 'npm' ? 'npm' : 'pypi'
    const name = parsePackageName(ecosystem, fields.get('package') ?? '') ?? ''
    const [from = '', to = ''] = ['from', 'to'].map((field) => fields.get(field) ?? '')
    const about = `What ${name} ${from} → ${to} means for ${path}`
    const body = { ecosystem, package: name, from_version: from, to_version: to }
    const files = [{ path, content }]
    const text = JSON.stringify({ ...body, files })
    const told = await ask({ route: '/upgrade', body: text }, context)
    if ('failure' in told) return { ...undeterminedPage(about, told.failure), ...failed(told) }
    return upgradePage({ answer: JSON.parse(told.text) as UpgradeAnswer, path, content })
  }

  const pages = { 200: { description: 'A page.', contentType: 'text/html' } }
  const formRoute = (
    definition: Pick<Route, 'path' | 'operationId' | 'summary'>,
    question: string,
    make: (context: RequestContext) => Promise<Page>,
  ): Route => ({
    ...definition,
    method: 'POST',
    tag: TAG,
    description:
      'The body is the form of a page (`application/x-www-form-urlencoded`). The code in it is neither ' +
      'stored nor logged. It counts as one question of the day.',
    access: 'free',
    body: null,
    isForm: true,
    responses: {
      ...pages,
      403: { description: 'The form was sent from another site.', contentType: 'text/html' },
      429: { description: 'Too many pages; see `Retry-After`.', contentType: 'text/html' },
    },
    async handle(_body, context): Promise<HttpReply> {
      if (wantsJson(context)) return noJson(problems, `ask POST ${question}`)
      const page = refused(context) ?? (await make(context))
      const reply = shelf.reply(null, page, context)
      return { ...reply, headers: { ...reply.headers, 'cache-control': 'no-store' } }
    },
  })

  return [
    getRoute({
      path: '/check',
      operationId: 'page_check',
      tag: TAG,
      summary: 'The page that code is checked on',
      parameters: [queryParameter('example', { type: 'string' }, 'An example to begin with.')],
      responses: {
        ...pages,
        429: { description: 'Too many pages; see `Retry-After`.', contentType: 'text/html' },
      },
      async handle(context) {
        if (wantsJson(context)) return noJson(problems, 'ask POST /demo/v1/check')
        const wanted = context.query('example')
        const example = CHECK_EXAMPLES.find(({ id }) => id === wanted)
        const written = example === undefined ? NOTHING_WRITTEN : { ...example, pins: '' }
        const page = limited(context) ?? (await pageOf({ written, outcome: null }))
        return shelf.reply(null, page, context)
      },
    }),
    formRoute(
      {
        path: '/check',
        operationId: 'page_checked',
        summary: 'Is this code real? For people to read',
      },
      '/demo/v1/check',
      checked,
    ),
    formRoute(
      {
        path: '/upgrade',
        operationId: 'page_upgraded',
        summary: 'What a step between two releases means for a file, for people to read',
      },
      '/demo/v1/upgrade',
      upgraded,
    ),
  ]
}

function failed({ status, retryAfterS }: Failed) {
  const again = retryAfterS === null ? {} : { retryAfterS }
  return { isListed: false, address: null, status, ...again } as const
}

/** A form comes with the line ends of the network. */
function fieldsOf({ rawBody }: RequestContext): URLSearchParams {
  return new URLSearchParams(rawBody.toString('utf8'))
}

function writtenIn(fields: URLSearchParams): Written {
  const lines = (name: string) => (fields.get(name) ?? '').replaceAll('\r\n', '\n')
  const path = (fields.get('path') ?? '').trim().slice(0, PATH_LENGTH_MAX).toWellFormed()
  return {
    path: path === '' ? NOTHING_WRITTEN.path : path,
    content: lines('content'),
    manifest: lines('manifest'),
    pins: lines('pins'),
  }
}

function filesOf({ path, content, manifest }: Written) {
  const code = { path, content }
  if (manifest.trim() === '') return [code]
  return [code, { path: manifestPath(manifest), content: manifest }]
}

/** What a refusal says, as a sentence. */
function failureWords(text: string): string {
  const { detail } = JSON.parse(text) as Readonly<{ detail?: unknown }>
  if (typeof detail === 'string') return /[.!?]$/.test(detail) ? detail : `${detail}.`
  const issues = Array.isArray(detail) ? (detail as readonly Readonly<{ msg?: unknown }>[]) : []
  const said = issues.flatMap(({ msg }) => (typeof msg === 'string' ? [`${msg}.`] : []))
  return said.length === 0 ? 'The question could not be answered.' : said.join(' ')
}
