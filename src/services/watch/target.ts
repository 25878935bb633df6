// What the operator wants watched. A file is judged strictly and as a whole: every mistake is named with
// its place, and nothing is watched by half a file.

import * as limits from '../../limits.ts'
import { parsePath } from '../oracle/path/parsePath.ts'
import { type FieldReader, fieldReader } from './fieldReader.ts'

const METHODS = ['GET', 'HEAD', 'POST'] as const

type JsonScalar = string | number | boolean | null

export type Expectation = Readonly<{
  /** Null: any from 200 to 299, or 402 where a challenge is expected. */
  status: readonly number[] | null
  /** Slower is `degraded`; null: only the timeout counts. */
  latencyMaxMs: number | null
  bodyContains: string | null
  /** `equals` undefined: something must be there. */
  bodyJson: Readonly<{ path: string; equals?: JsonScalar }> | null
  /** A certificate that ends sooner is `degraded`. */
  tlsDaysMin: number
  /** An x402 challenge. */
  x402: boolean
}>

export type Target = Readonly<{
  id: string
  name: string
  url: string
  method: (typeof METHODS)[number]
  /** JSON that is sent; null for none. */
  body: string | null
  intervalMs: number
  timeoutMs: number
  expect: Expectation
  /** This service itself, by its own configured address: the one address that is not guarded. */
  isOwn: boolean
}>

export type TargetFile = Readonly<{ targets: readonly Target[]; watchSelf: boolean }>

/** What is wrong with a target file, every mistake on a line of its own. */
export class TargetFileError extends Error {
  override readonly name = 'TargetFileError'
  readonly mistakes: readonly string[]

  constructor(mistakes: readonly string[]) {
    super(`Invalid watch file:\n${mistakes.map((mistake) => `  ${mistake}`).join('\n')}`)
    this.mistakes = mistakes
  }
}

const SELF_ID = 'self'
const INTERVAL_S = 60
const TIMEOUT_MS = 10_000
const TLS_DAYS_MIN = 14

/** The service's own health, through the address that its documents name. */
export function selfTarget(baseUrl: string): Target {
  return {
    id: SELF_ID,
    name: 'Assay (this service)',
    url: `${baseUrl}/health`,
    method: 'GET',
    body: null,
    intervalMs: INTERVAL_S * 1_000,
    timeoutMs: TIMEOUT_MS,
    expect: {
      status: [200],
      latencyMaxMs: null,
      bodyContains: null,
      bodyJson: { path: '$.status', equals: 'ok' },
      tlsDaysMin: TLS_DAYS_MIN,
      x402: false,
    },
    isOwn: true,
  }
}

/** Throws `TargetFileError`. */
export function parseTargets(document: unknown): TargetFile {
  const mistakes: string[] = []
  const file = fieldReader(document, '', mistakes)
  file.allow('targets', 'watch_self')
  const watchSelf = file.boolean('watch_self') ?? true
  const listed = file.value('targets') ?? []
  if (!Array.isArray(listed)) mistakes.push('targets must be a list')
  const rows: readonly unknown[] = Array.isArray(listed) ? listed : []
  if (rows.length > limits.WATCH_TARGETS_MAX) {
    mistakes.push(`targets must be at most ${limits.WATCH_TARGETS_MAX}`)
  }
  const targets = rows
    .slice(0, limits.WATCH_TARGETS_MAX)
    .map((row, index) => parseTarget(fieldReader(row, `targets[${index}]`, mistakes)))
  for (const field of ['id', 'name'] as const) {
    const seen = new Map<string, number>()
    for (const [index, target] of targets.entries()) {
      const first = seen.get(target[field])
      if (first === undefined) seen.set(target[field], index)
      else if (target[field] !== '') {
        mistakes.push(`targets[${index}].${field} is that of targets[${first}]`)
      }
    }
  }
  if (mistakes.length > 0) throw new TargetFileError(mistakes)
  return { targets, watchSelf }
}

/** A value of each field, whatever was wrong with it: the mistakes decide. */
function parseTarget(row: FieldReader): Target {
  row.allow('id', 'name', 'url', 'method', 'body', 'interval_s', 'timeout_ms', 'expect')
  const id = row.text('id', limits.WATCH_ID_LENGTH_MAX) ?? row.missing('id')
  if (id !== '' && !/^[a-z0-9][a-z0-9-]*$/.test(id)) {
    row.wrong('id', 'must be made of a to z, 0 to 9 and -')
  }
  if (id === SELF_ID) row.wrong('id', `must not be ${SELF_ID}: that is this service`)
  const name = row.text('name', limits.WATCH_NAME_LENGTH_MAX) ?? row.missing('name')
  const url = row.text('url', limits.WATCH_URL_LENGTH_MAX) ?? row.missing('url')
  if (url !== '') checkUrl(url, row)
  const method = row.choice('method', METHODS) ?? 'GET'
  const body = parseBody(row, method)
  const expect = parseExpectation(row.object('expect'), method)
  return {
    id,
    name,
    url,
    method,
    body,
    intervalMs:
      1_000 *
      (row.integer('interval_s', limits.WATCH_INTERVAL_MIN_S, limits.WATCH_INTERVAL_MAX_S) ??
        INTERVAL_S),
    timeoutMs: row.integer('timeout_ms', 100, limits.WATCH_TIMEOUT_MAX_MS) ?? TIMEOUT_MS,
    expect,
    isOwn: false,
  }
}

function checkUrl(url: string, row: FieldReader): void {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    row.wrong('url', 'must be a URL that begins with http:// or https://')
    return
  }
  const { username, password, hash } = new URL(url)
  // Reports name it, and anybody may read them.
  if (`${username}${password}${hash}` !== '') {
    row.wrong('url', 'must be without credentials and fragment')
  }
}

function parseBody(row: FieldReader, method: Target['method']): string | null {
  const value = row.value('body')
  if (value === undefined) return null
  if (method !== 'POST') row.wrong('body', 'needs method = "POST"')
  const text = JSON.stringify(value)
  if (text.length > limits.WATCH_BODY_SENT_MAX) {
    row.wrong('body', `must be at most ${limits.WATCH_BODY_SENT_MAX} characters of JSON`)
  }
  return text
}

function parseExpectation(row: FieldReader, method: Target['method']): Expectation {
  row.allow('status', 'max_latency_ms', 'body_contains', 'body_json', 'tls_days_min', 'x402')
  const bodyContains = row.text('body_contains', limits.WATCH_PATTERN_LENGTH_MAX)
  const bodyJson =
    row.value('body_json') === undefined ? null : parseBodyJson(row.object('body_json'))
  for (const [field, given] of [
    ['body_contains', bodyContains],
    ['body_json', bodyJson],
  ] as const) {
    if (given !== null && method === 'HEAD') row.wrong(field, 'has nothing to look at with HEAD')
  }
  return {
    status: parseStatus(row),
    latencyMaxMs: row.integer('max_latency_ms', 1, limits.WATCH_TIMEOUT_MAX_MS),
    bodyContains,
    bodyJson,
    tlsDaysMin: row.integer('tls_days_min', 0, 365) ?? TLS_DAYS_MIN,
    x402: row.boolean('x402') ?? false,
  }
}

function parseStatus(row: FieldReader): readonly number[] | null {
  const value = row.value('status')
  if (value === undefined) return null
  const list: readonly unknown[] = Array.isArray(value) ? value : [value]
  const isStatus = (one: unknown): one is number =>
    Number.isInteger(one) && Number(one) >= 100 && Number(one) <= 599
  if (list.length === 0 || list.length > 20 || !list.every(isStatus)) {
    row.wrong('status', 'must be a status from 100 to 599, or a list of up to 20')
    return null
  }
  if (list.includes(429)) row.wrong('status', 'must not be 429, which is never measured')
  return list
}

function parseBodyJson(row: FieldReader): Expectation['bodyJson'] {
  row.allow('path', 'equals')
  const path = row.text('path', limits.WATCH_PATTERN_LENGTH_MAX) ?? row.missing('path')
  if (path !== '') checkPath(path, row)
  const equals = row.value('equals')
  if (equals === undefined) return { path }
  if (equals === null || ['string', 'number', 'boolean'].includes(typeof equals)) {
    return { path, equals: equals as JsonScalar } // One of its types, as was just seen.
  }
  row.wrong('equals', 'must be a text, a number, true, false or null')
  return { path }
}

function checkPath(path: string, row: FieldReader): void {
  try {
    parsePath(path)
  } catch {
    row.wrong('path', 'must be a JSONPath (RFC 9535) such as $.status')
  }
}
