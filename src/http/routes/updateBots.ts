// How sure is this update? In the form that update bots ask for: Renovate calls it merge confidence. Each
// call is a call of the diff: with a prepaid key as bearer token the paid one, else the free one.

import { type ComparedReleases, confidenceOf } from '../../answer/mergeConfidence.ts'
import type { CreditKeys } from '../../charge/creditKeys.ts'
import { isEcosystem, parsePackageName } from '../../domain/names/packageName.ts'
import { VERSION_LENGTH_MAX } from '../../limits.ts'
import { keyUnknownReply } from '../admission/guard.ts'
import type { Problems } from '../request/problem.ts'
import {
  getRoute,
  type HttpReply,
  jsonReply,
  pathParameter,
  type RequestContext,
  type Route,
} from '../request/route.ts'
import { callerOfContext, type InnerCalls } from '../run/innerCall.ts'

/** The token of whoever has no key: bots ask nobody without one. */
const FREE_TOKEN = 'free'
const NO_STORE = { 'cache-control': 'no-store' }
const NEUTRAL = { confidence: 'neutral', breaking: 0, undecided: 0 } as const
const TEXT = { type: 'string' } as const

export function updateBotRoutes(parts: {
  calls: InnerCalls
  keys: Pick<CreditKeys, 'admit'>
  problems: Problems
}): Route[] {
  const tag = 'Update bots'
  const refused = { description: 'The token is no key.', schema: 'Problem' } as const

  async function isKnown(token: string): Promise<boolean> {
    return token === FREE_TOKEN || (await parts.keys.admit(token, 0)) !== null
  }

  /** What bots take for a refusal of the token. */
  function rejected(): HttpReply {
    return { ...keyUnknownReply(parts.problems), status: 403 }
  }

  return [
    getRoute({
      path: '/api/mc/availability',
      operationId: 'merge_confidence_availability',
      tag,
      summary: 'May this bearer token ask how sure an update is?',
      responses: { 200: { description: 'It may.' }, 403: refused },
      async handle(context) {
        return (await isKnown(tokenOf(context))) ? jsonReply(200, {}, NO_STORE) : rejected()
      },
    }),
    getRoute({
      path: '/api/mc/json/{datasource}/{package}/{from}/{to}',
      operationId: 'merge_confidence',
      tag,
      summary: 'How sure is this update? As update bots ask for it',
      description:
        '`low`: code that was right can be wrong with the newer release. `high`: not, by all that the ' +
        'files show of the interface. `neutral`: it cannot be told, or could not be told now. A ' +
        'prepaid key as bearer token pays for the diff; with the token ' +
        `\`${FREE_TOKEN}\` it counts against the demo quota. \`receipt\` is the hash of the signed diff.`,
      parameters: [
        pathParameter('datasource', TEXT, '`npm` or `pypi`; others are neutral.'),
        pathParameter('package', TEXT, 'Its name; a scoped one with its slash as %2F.'),
        pathParameter('from', TEXT, 'The release that is used.'),
        pathParameter('to', TEXT, 'The release that is proposed.'),
      ],
      responses: {
        200: { description: 'How sure it is.', schema: 'MergeConfidence' },
        402: { description: 'The credit of the key does not cover it.', schema: 'Problem' },
        403: refused,
      },
      async handle(context) {
        const token = tokenOf(context)
        if (!(await isKnown(token))) return rejected()
        const body = bodyOf(context)
        if (body === null) {
          return jsonReply(
            200,
            { ...NEUTRAL, reason: 'No such update can be asked about.', receipt: null },
            NO_STORE,
          )
        }
        const outer = callerOfContext(context)
        const key = token === FREE_TOKEN ? undefined : token
        const caller = {
          ...outer,
          header: (name: string) => (name === 'x-api-key' ? key : outer.header(name)),
        }
        const asked = { route: '/diff', body: JSON.stringify(body) } as const
        const { status, text } = await parts.calls(asked, caller, context.signal())
        if (status === 402) return { status, contentType: 'application/json', body: text }
        return jsonReply(200, status === 200 ? told(JSON.parse(text)) : untold(text), NO_STORE)
      },
    }),
  ]
}

function tokenOf(context: RequestContext): string {
  return /^Bearer +(\S+)$/i.exec(context.header('authorization') ?? '')?.[1] ?? ''
}

/** Null where the diff could not even be asked for. */
function bodyOf(context: RequestContext) {
  const ecosystem = context.param('datasource')
  const [name, from_version, to_version] = ['package', 'from', 'to'].map((one) =>
    context.param(one),
  )
  const isShort = (text: string | undefined) => (text ?? '').length <= VERSION_LENGTH_MAX
  if (!isEcosystem(ecosystem) || !isShort(from_version) || !isShort(to_version)) return null
  if (parsePackageName(ecosystem, name ?? '') === null) return null
  return { ecosystem, package: name, from_version, to_version }
}

function told(diff: ComparedReleases & Readonly<{ attestation_hash: string }>) {
  return { ...confidenceOf(diff), receipt: diff.attestation_hash }
}

/** What could not be answered, in its own words: a bot that gets an error gives up its whole run. */
function untold(text: string) {
  const { detail } = JSON.parse(text)
  const said: unknown = Array.isArray(detail) ? detail[0]?.msg : detail
  return {
    ...NEUTRAL,
    reason: typeof said === 'string' ? said : 'It could not be told.',
    receipt: null,
  }
}
