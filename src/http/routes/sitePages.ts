// The pages about packages, releases, symbols, comparisons and receipts.

import { errorDocs } from '../../domain/docsAddress.ts'
import {
  type Ecosystem,
  isClosedNpmName,
  type PackageKey,
  parsePackageName,
} from '../../domain/names/packageName.ts'
import { recentlyUsed } from '../../domain/recentlyUsed.ts'
import { ERRORS, ServiceError } from '../../errors.ts'
import {
  NAME_LENGTH_MAX,
  PAGE_FAILURES_MAX,
  PAGE_REFRESH_S,
  SYMBOL_LENGTH_MAX,
  VERSION_LENGTH_MAX,
} from '../../limits.ts'
import type { Caller } from '../../ports/caller.ts'
import type { NameIndex } from '../../ports/nameIndex.ts'
import {
  type Asked,
  askedBy,
  compareAddress,
  packageAddress,
  releaseAddress,
  symbolAddress,
} from '../../site/markup/addresses.ts'
import { GROUPS } from '../../site/pages/comparePage.ts'
import { nowhere } from '../../site/pages/missPage.ts'
import {
  failurePage,
  limitPage,
  refusedPage,
  turnPage,
  undeterminedPage,
  waitPage,
} from '../../site/pages/statePages.ts'
import type { Page } from '../../site/parts/frame.ts'
import { registryName } from '../../site/parts/words.ts'
import { SYMBOL_KINDS } from '../../table/format/table.ts'
import { isFromOtherSite, isOpened } from '../request/otherSite.ts'
import type { Problems } from '../request/problem.ts'
import {
  getRoute,
  type HttpReply,
  pathParameter,
  queryParameter,
  type RequestContext,
  type Route,
} from '../request/route.ts'
import type { InnerCalls } from '../run/innerCall.ts'
import { JSON_HEADERS, noJson, wantsJson } from '../site/asJson.ts'
import type { CompareView } from '../site/compareMaker.ts'
import type { ExtraQuery } from '../site/extraMaker.ts'
import { jsonAnswer } from '../site/jsonAnswer.ts'
import type { Made } from '../site/made.ts'
import type { PageBudget } from '../site/pageBudget.ts'
import { PAGE_HEADERS, type PageShelf } from '../site/pageShelf.ts'
import type { PageWorks } from '../site/pageWorks.ts'
import { queryOf, redirectReply } from '../site/redirectReply.ts'
import type { VersionInAddress } from '../site/versionInAddress.ts'

const TAG = 'Pages'
const QUERY_LENGTH_MAX = 200
const WAYS_MAX = 1_000
const WAY_LENGTH_MAX = 300

/** `id`: what tells a page from all others; `about`: what it is of, for whoever waits. */
type Way = Readonly<{
  id: string
  about: string
  work: (caller: Caller) => Promise<Made> | Made
  /** Others show it on pages of their own. */
  isFile?: boolean
  /** No package is read for it: it is made at once, however much was read for who asks. */
  isLight?: boolean
}>

export type PageMakers = Readonly<{
  release: (key: PackageKey, version: string | null, query: string, caller: Caller) => Promise<Made>
  names: (key: PackageKey, version: string, caller: Caller) => Promise<Made>
  symbol: (
    asked: Readonly<{ key: PackageKey; version: string; symbol: string }>,
    caller: Caller,
  ) => Promise<Made>
  compare: (
    asked: Readonly<{ key: PackageKey; from: string; to: string }>,
    view: CompareView,
    caller: Caller,
  ) => Promise<Made>
  extra: (key: PackageKey, file: string, query: ExtraQuery, caller: Caller) => Promise<Made>
  receipt: (hash: string) => Promise<Made>
  search: (query: string) => Made
  figures: () => Promise<Made>
}>

export function sitePages(parts: {
  make: PageMakers
  works: PageWorks
  budget: PageBudget
  shelf: PageShelf
  calls: InnerCalls
  problems: Problems
  names: NameIndex
  inAddress: VersionInAddress
  baseUrl: () => string
  logFailure: (error: unknown, about: string) => void
}): Route[] {
  const { make, works, budget, shelf, problems } = parts

  /** Ways to pages that were asked for of late, by the lines of their requests. */
  const ways = recentlyUsed<string, Way>(WAYS_MAX)

  /** How often in a row a page has failed. */
  const failures = recentlyUsed<string, number>(WAYS_MAX)

  /** Counts what is asked for; a page that says so where it is too much. */
  function limited(context: RequestContext, needsWork = false): HttpReply | null {
    const refusal = budget.refusal(context.freeClient() ?? '', needsWork)
    if (refusal === null) return null
    const { sentence, retryAfterS } = refusal
    if (!wantsJson(context)) return shelf.reply(null, limitPage(sentence, retryAfterS), context)
    const headers = { ...JSON_HEADERS, 'retry-after': String(retryAfterS) }
    return problems.reply('rate_limited', sentence.replace(/\.$/, ''), headers)
  }

  /** That there is nothing at an address. */
  function nothing(sentence: string, query: string, context: RequestContext): HttpReply {
    if (!wantsJson(context)) return shelf.reply(null, nowhere(sentence, query), context)
    return problems.reply('not_found', sentence.replace(/\.$/, ''), JSON_HEADERS)
  }

  /** At once where it is at hand. Whoever looks again at what is being made begins no work. */
  function served(context: RequestContext, way: Way): HttpReply | Promise<HttpReply> {
    if (way.isFile !== true && isFromOtherSite(context, parts.baseUrl()) && !isOpened(context)) {
      const page = refusedPage(403, 'A page of another site asked for this, and not its reader.')
      return shelf.reply(null, page, context)
    }
    const atHand = shelf.find(way.id, context)
    const needsWork = atHand === null && way.isLight !== true && !works.isUnderWay(way.id)
    return limited(context, needsWork) ?? atHand ?? made(context, way, context.freeClient() ?? '')
  }

  async function made(
    context: RequestContext,
    { id, about, work, isLight }: Way,
    client: string,
  ): Promise<HttpReply> {
    try {
      if (isLight === true)
        return sent(await work({ signal: context.signal(), client }), id, context)
      const worked = await works.run(id, client, async (signal) => work({ signal, client }))
      if (worked.state === 'done') {
        if (failures.get(id)) failures.set(id, 0)
        return sent(worked.value, id, context)
      }
      const elapsedS = Math.round(worked.elapsedMs / 1_000)
      const progress = { elapsedS, refreshS: PAGE_REFRESH_S, address: id }
      return shelf.reply(null, waitPage(about, progress), context)
    } catch (error) {
      // What cannot be told, and what is too much, is no failure of the page.
      const isFailure =
        !(error instanceof ServiceError) ||
        (ERRORS[error.code].status >= 500 && error.code !== 'overloaded')
      const times = (failures.get(id) ?? 0) + (isFailure ? 1 : 0)
      if (isFailure) failures.set(id, times)
      return shelf.reply(null, failedPage(error, about, times >= PAGE_FAILURES_MAX), context)
    }
  }

  function sent(made: Made, id: string, context: RequestContext): HttpReply {
    if ('page' in made) return shelf.reply(id, made.page, context)
    if ('redirect' in made) return redirectReply(made.redirect, made.isForNow === true)
    const headers = { ...PAGE_HEADERS, 'cache-control': `public, max-age=${made.maxAgeS}` }
    const body = Buffer.from(made.text)
    const { contentType } = made
    const reply = { status: 200, contentType, body, compressed: new Map(), headers }
    return shelf.keep(id, reply, context)
  }

  function failedPage(error: unknown, about: string, isLasting: boolean): Page {
    if (!(error instanceof ServiceError)) {
      parts.logFailure(error, about)
      return failure(about, 'internal', 'Something went wrong here', {
        retryAfterS: null,
        isLasting,
      })
    }
    const { code, message, retryAfterS } = error
    const { status } = ERRORS[code]
    if (status === 422) return undeterminedPage(about, `${message}.`)
    if (status === 429) return limitPage(`${message}.`, retryAfterS ?? PAGE_REFRESH_S)
    // What a failure may say to strangers is said in one place.
    const told: unknown = JSON.parse(String(problems.forError(error).reply.body))
    const { detail } = told as Readonly<{ detail: string }>
    if (code === 'overloaded') return turnPage(about, `${detail}.`, retryAfterS ?? PAGE_REFRESH_S)
    return failure(about, code, detail, { retryAfterS, isLasting })
  }

  function failure(
    about: string,
    code: keyof typeof ERRORS,
    detail: string,
    when: Readonly<{ retryAfterS: number | null; isLasting: boolean }>,
  ): Page {
    const { status } = ERRORS[code]
    return failurePage(about, { status, code, detail, docs: errorDocs(code), ...when })
  }

  function underEcosystem(
    ecosystem: Ecosystem,
    context: RequestContext,
  ): HttpReply | Promise<HttpReply> {
    const line = context.requestLine()
    const way = ways.get(line)
    if (way !== undefined && !wantsJson(context)) return served(context, way)
    const path = context.param('path')
    const trimmed = path.replace(/\/+$/, '')
    if (trimmed !== path && trimmed !== '') {
      const address = `${written(`/${ecosystem}/${trimmed}`)}${queryOf(context)}`
      return limited(context) ?? redirectReply(address)
    }
    const asked = askedBy(ecosystem, path)
    const name = asked === null ? null : parsePackageName(ecosystem, asked.name)
    if (asked === null || name === null || !isShort(asked)) {
      const sentence = `Nothing on ${registryName(ecosystem)} can be called so.`
      return limited(context) ?? nothing(sentence, cut(path, QUERY_LENGTH_MAX), context)
    }
    const key = { ecosystem, name }
    if (name !== asked.name) {
      const address = `${addressOf(key, asked)}${queryOf(context)}`
      return limited(context) ?? redirectReply(address)
    }
    if (ecosystem === 'npm' && isClosedNpmName(name) && parts.names.has('npm', name) === false) {
      const { snapshot } = parts.names.answering('npm').snapshot
      const sentence = `Nothing on npm is called ${name}: it takes no new names with such signs, and of those that it has (${snapshot}) none is this one.`
      return limited(context) ?? nothing(sentence, cut(path, QUERY_LENGTH_MAX), context)
    }
    if (wantsJson(context)) return json(key, asked, context)
    const query = cut(context.query('q'), QUERY_LENGTH_MAX)
    const only = oneOf(GROUPS, context.query('only'))
    const part = oneOf(['names'], context.query('part'))
    const kind = oneOf(SYMBOL_KINDS, context.query('kind'))
    const extra = asked.page === 'extra' ? extraQuery(context) : {}
    const id = `${addressOf(key, asked)}${idOf({ q: query, only, part, kind, ...extra })}`
    const work = (caller: Caller) => {
      switch (asked.page) {
        case 'package':
          return make.release(key, null, query, caller)
        case 'release':
          return part === 'names'
            ? make.names(key, asked.version, caller)
            : make.release(key, asked.version, query, caller)
        case 'symbol':
          return make.symbol({ key, version: asked.version, symbol: asked.symbol }, caller)
        case 'compare':
          return make.compare(
            { key, from: asked.from, to: asked.to },
            { only, filter: query, kind },
            caller,
          )
        case 'extra':
          return make.extra(key, asked.file, extraQuery(context), caller)
      }
    }
    const found = { id, about: aboutOf(asked), work, isFile: isFile(asked) }
    // What files beside a page say depends on the whole request.
    if (asked.page !== 'extra' && line.length <= WAY_LENGTH_MAX) ways.set(line, found)
    return served(context, found)
  }

  const json = jsonAnswer({ ...parts, limited: (context) => limited(context, true) })

  const pages = { 200: { description: 'A page.', contentType: 'text/html' } }
  const missing = {
    404: { description: 'What there is not, with the closest names.', contentType: 'text/html' },
  }
  const answers = {
    ...pages,
    ...missing,
    202: { description: 'It is being read; the page asks again.', contentType: 'text/html' },
    429: { description: 'Too many pages; see `Retry-After`.', contentType: 'text/html' },
    503: { description: 'It cannot be told now; see `Retry-After`.', contentType: 'text/html' },
  }
  const of = (ecosystem: Ecosystem) =>
    getRoute({
      path: `/${ecosystem}/{path}`,
      operationId: `pages_${ecosystem}`,
      tag: TAG,
      summary: `A package of ${registryName(ecosystem)}, a release, a symbol, a comparison, for people to read`,
      description:
        `\`/${ecosystem}/<name>\`, \`…/<version>\`, \`…/<version>/<symbol>\`, \`…/<version>...<version>\`. ` +
        'With `Accept: application/json` or `?format=json` the signed answer behind the page, as its ' +
        'demo route gives it, or with `X-API-Key` the paid one; to pages of other sites only where ' +
        'somebody clicked on a link.',
      parameters: [
        pathParameter('path', { type: 'string' }, 'The name, and what of it.'),
        queryParameter('q', { type: 'string' }, 'Only names that hold this.'),
      ],
      responses: answers,
      handle: (context) => underEcosystem(ecosystem, context),
    })

  return [
    of('pypi'),
    of('npm'),
    getRoute({
      path: '/receipt/{attestation_hash}',
      operationId: 'page_receipt',
      tag: TAG,
      summary: 'A receipt that everybody may read, for people to read',
      parameters: [pathParameter('attestation_hash', { type: 'string' }, 'As the receipt has it.')],
      responses: { ...pages, ...missing },
      handle: (context) => {
        const hash = cut(context.param('attestation_hash'), 80)
        if (wantsJson(context))
          return noJson(
            problems,
            `/log/by-hash/${encodeURIComponent(hash)} tells its place in the log`,
          )
        const id = `/receipt/${encodeURIComponent(hash)}`
        return served(context, {
          id,
          about: 'The receipt',
          isLight: true,
          work: () => make.receipt(hash),
        })
      },
    }),
    getRoute({
      path: '/figures',
      operationId: 'page_figures',
      tag: TAG,
      summary: 'Uptime, what is indexed, and how often it is right, for people to read',
      responses: pages,
      handle: (context) =>
        wantsJson(context)
          ? noJson(
              problems,
              '/health/ready and /policy tell what is indexed, /watchtower/targets what is watched',
            )
          : served(context, {
              id: '/figures',
              about: 'The figures',
              isLight: true,
              work: () => make.figures(),
            }),
    }),
    getRoute({
      path: '/search',
      operationId: 'page_search',
      tag: TAG,
      summary: 'Packages, imports and symbols by one box, for people to read',
      parameters: [queryParameter('q', { type: 'string' }, 'What is looked for.')],
      responses: pages,
      handle: (context) => {
        if (wantsJson(context))
          return noJson(
            problems,
            'POST /demo/v1/package/exists and /demo/v1/symbol/exists answer one name',
          )
        const query = cut(context.query('q'), SYMBOL_LENGTH_MAX)
        const id = `/search${idOf({ q: query })}`
        return served(context, {
          id,
          about: 'The search',
          isLight: true,
          work: () => make.search(query),
        })
      },
    }),
  ]
}

function isShort(asked: Asked): boolean {
  const { page, name, ...others } = asked
  const texts = Object.entries<string>(others)
  const isFit = ([key, text]: readonly [string, string]) =>
    text.length <= (key === 'symbol' ? SYMBOL_LENGTH_MAX : VERSION_LENGTH_MAX) &&
    !/\p{Cc}/u.test(text)
  return name.length <= NAME_LENGTH_MAX && texts.every(isFit)
}

function addressOf(of: PackageKey, asked: Asked): string {
  switch (asked.page) {
    case 'package':
      return packageAddress(of)
    case 'release':
      return releaseAddress(of, asked.version)
    case 'symbol':
      return symbolAddress(of, asked.version, asked.symbol)
    case 'compare':
      return compareAddress(of, asked.from, asked.to)
    case 'extra':
      return `${packageAddress(of)}/-/${written(asked.file)}`
  }
}

function written(path: string): string {
  return path
    .split('/')
    .map((part) => encodeURIComponent(part.toWellFormed()).replaceAll('%40', '@'))
    .join('/')
}

function aboutOf(asked: Asked): string {
  switch (asked.page) {
    case 'package':
    case 'extra':
      return asked.name
    case 'release':
      return `${asked.name} ${asked.version}`
    case 'symbol':
      return `${asked.symbol} in ${asked.name} ${asked.version}`
    case 'compare':
      return `${asked.name} ${asked.from} → ${asked.to}`
  }
}

/** Those that are given, as a query; the page of each is another one. */
function idOf(query: Readonly<Record<string, string>>): string {
  const given = Object.entries(query).filter(([, value]) => value !== '')
  if (given.length === 0) return ''
  return `?${given.map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`).join('&')}`
}

/** What a cut leaves of a character that it halves is none. */
function cut(text: string | undefined, lengthMax: number): string {
  return (text ?? '').slice(0, lengthMax).toWellFormed()
}

/** Anything else is as if it were not given: pages that are the same have one name. */
function oneOf(known: readonly string[], given: string | undefined): string {
  return known.includes(given ?? '') ? (given ?? '') : ''
}

/** No more than the name of the page holds: two questions with one name have one answer. */
function extraQuery(context: RequestContext): ExtraQuery {
  const short = (name: string) => cut(context.query(name), VERSION_LENGTH_MAX)
  const symbol = cut(context.query('symbol'), SYMBOL_LENGTH_MAX)
  return { from: short('from'), to: short('to'), since: short('since'), symbol }
}

/** What others show on pages of their own, or have fetched for them. */
function isFile(asked: Asked): boolean {
  return asked.page === 'extra' && (asked.file === 'badge.svg' || asked.file === 'releases.atom')
}
