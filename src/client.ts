// A client of the service that believes nothing: every answer is checked against the signature, the
// digest and the question before it is returned. Import it as `assay/client`.

import { verifyReceipt } from './attest/verifyReceipt.ts'
import { checkAnswer, type Expected } from './client/checkAnswer.ts'
import { AssayError, ReceiptInvalid } from './client/clientErrors.ts'
import { type Exchange, exchange } from './client/exchange.ts'
import type {
  DiffAnswer,
  DiffQuestion,
  Ecosystem,
  HistoryQuestion,
  ImportQuestion,
  ImportResolveAnswer,
  PackageExistsAnswer,
  PackageQuestion,
  ReceiptVerdictAnswer,
  RetractionsPage,
  Signed,
  SymbolExistsAnswer,
  SymbolHistoryAnswer,
  SymbolQuestion,
} from './wire.ts'

export { AssayError, ReceiptInvalid } from './client/clientErrors.ts'
export type * from './wire.ts'

export type ClientOptions = Readonly<{
  /** Where the service is, such as `https://assay.example`. */
  baseUrl: string
  /**
   * Signing addresses that are believed. Without them the addresses that the service publishes are
   * asked for once and believed from then on: enough against a broken cache, not against whoever
   * stands in the service's place.
   */
  verifiers?: readonly string[]
  /** A prepaid key. Without one the free demo routes are asked. */
  apiKey?: string
  /** In place of the runtime's own. */
  fetch?: typeof fetch
  /** For each try; 30 s unless told. */
  timeoutMs?: number
  /** Further tries after a 503, which is never charged; 2 unless told. */
  retries?: number
}>

export type CallOptions = Readonly<{ signal?: AbortSignal }>

/**
 * Functions of questions throw `AssayError` when the service refuses or cannot be reached, and
 * `ReceiptInvalid` when an answer does not hold what it claims.
 */
export type AssayClient = Readonly<{
  packageExists(question: PackageQuestion, options?: CallOptions): Promise<PackageExistsAnswer>
  symbolExists(question: SymbolQuestion, options?: CallOptions): Promise<SymbolExistsAnswer>
  diff(question: DiffQuestion, options?: CallOptions): Promise<DiffAnswer>
  /** Needs a key. */
  symbolHistory(question: HistoryQuestion, options?: CallOptions): Promise<SymbolHistoryAnswer>
  /** Needs a key. */
  importResolve(question: ImportQuestion, options?: CallOptions): Promise<ImportResolveAnswer>
  /** The service's own word on a receipt, and whether the answer was retracted. */
  verify(receipt: Signed | string, options?: CallOptions): Promise<ReceiptVerdictAnswer>
  retractions(after?: number, options?: CallOptions): Promise<RetractionsPage>
  /** The signing addresses that answers are checked against. */
  verifiers(options?: CallOptions): Promise<readonly string[]>
}>

export function assayClient(options: ClientOptions): AssayClient {
  checkOptions(options)
  const send = exchange(options)
  const prefix = options.apiKey === undefined ? '/demo/v1' : '/v1'
  let published: Promise<readonly string[]> | null = null

  async function verifiers(call: CallOptions = {}): Promise<readonly string[]> {
    if (options.verifiers !== undefined) return options.verifiers
    // For all callers, so none of them may end it: whoever gives up stops waiting by themselves.
    published ??= publishedBy(send)
    try {
      const keys = await published
      call.signal?.throwIfAborted()
      return keys
    } catch (error) {
      // The next call asks again.
      published = null
      throw error
    }
  }

  async function asked<Answer extends Signed>(
    text: Promise<string>,
    expected: Expected,
    call: CallOptions = {},
  ): Promise<Answer> {
    const received = await text
    const verdict = verifyReceipt(received, { verifiers: await verifiers(call) })
    if (!verdict.valid) throw new ReceiptInvalid(verdict.reason ?? 'not_json', received)
    if (verdict.answer_matches !== true) throw new ReceiptInvalid('answer_mismatch', received)
    const answer: Answer = JSON.parse(received)
    const fault = checkAnswer(answer, expected)
    if (fault !== null) throw new ReceiptInvalid(fault, received)
    return answer
  }

  /** What has no free twin is refused by the service without a key. */
  const priced = {
    symbolHistory: '/v1/symbol/history',
    importResolve: '/v1/import/resolve',
  } as const

  return {
    packageExists: (question, call) =>
      asked(
        send.post(`${prefix}/package/exists`, question, call),
        { type: 'assay.package_exists/1', question },
        call,
      ),
    symbolExists: (question, call) =>
      asked(
        send.post(`${prefix}/symbol/exists`, question, call),
        { type: 'assay.symbol_exists/1', question },
        call,
      ),
    diff: (question, call) =>
      asked(
        send.post(`${prefix}/diff`, question, call),
        { type: 'assay.release_diff/1', question },
        call,
      ),
    symbolHistory: (question, call) =>
      asked(
        send.get(`${priced.symbolHistory}?${new URLSearchParams(question)}`, call),
        { type: 'assay.symbol_history/1', question },
        call,
      ),
    importResolve: (question, call) =>
      asked(
        send.post(priced.importResolve, question, call),
        { type: 'assay.import_resolve/1', question },
        call,
      ),
    async verify(receipt, call) {
      return parsed(await send.post('/receipts/verify', receipt, call))
    },
    async retractions(after = 0, call = {}) {
      const query = new URLSearchParams({ after: String(after) })
      return parsed(await send.get(`/v1/retractions?${query}`, call))
    },
    verifiers,
  }
}

async function publishedBy(send: Exchange): Promise<readonly string[]> {
  const policy = parsed<{ verifier?: { keys?: unknown } } | null>(await send.get('/policy'))
  const keys: readonly unknown[] = Array.isArray(policy?.verifier?.keys) ? policy.verifier.keys : []
  const addresses = keys.flatMap((key) => {
    const isNamed = typeof key === 'object' && key !== null && 'address' in key
    return isNamed && typeof key.address === 'string' ? [key.address] : []
  })
  if (addresses.length > 0) return addresses
  throw new AssayError({ status: null, code: 'no_verifier', message: 'The service names no key' })
}

/** Of a reply without a signature; its type is the service's word. */
function parsed<T>(text: string): T {
  try {
    return JSON.parse(text)
  } catch (cause) {
    const message = 'The service sent something that is not JSON'
    throw new AssayError({ status: 200, code: 'not_json', message, cause })
  }
}

/** Mistakes that would else show up as a service that cannot be reached, or with the key in an error. */
function checkOptions({ baseUrl, apiKey, verifiers }: ClientOptions): void {
  if (!/^https?:\/\/[^\s]+$/.test(baseUrl)) {
    throw new TypeError('baseUrl begins with http:// or https://')
  }
  if (apiKey !== undefined && !/^[\x21-\x7e]+$/.test(apiKey)) {
    throw new TypeError('apiKey holds something that no key holds, such as a line break')
  }
  if (verifiers?.some((address) => !/^0x[0-9a-f]{40}$/i.test(address))) {
    throw new TypeError('verifiers are addresses: 0x and 40 hex digits')
  }
}

export type { Ecosystem }
