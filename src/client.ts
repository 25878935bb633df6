// A client of the service that believes nothing: every answer is checked against the signature, the
// digest and the question before it is returned. Import it as `assay/client`.

import { type ReceiptVerdict, verifyReceipt } from './attest/verifyReceipt.ts'
import { checkAnswer, type Expected } from './client/checkAnswer.ts'
import { AssayError, ReceiptInvalid } from './client/clientErrors.ts'
import { exchange, type HttpRequest, textOf } from './client/exchange.ts'
import { type Ask, keyAsk } from './client/keyAsk.ts'
import { type LoggedAnswer, type LogOptions, loggedAnswers } from './client/loggedAnswers.ts'
import { patientExchange } from './client/patientExchange.ts'
import { type SpendingOptions, spendingWithin } from './client/spending.ts'
import type { PaymentToken, Wallet } from './client/wallet.ts'
import { walletAsk } from './client/walletAsk.ts'
import { checkDigest } from './domain/checkDigest.ts'
import { filesDigest } from './domain/filesDigest.ts'
import type { MicroUsd } from './domain/money.ts'
import type { CardAnswer } from './wire/cardAnswers.ts'
import type { CheckAnswer, UpgradeAnswer } from './wire/checkAnswers.ts'
import type { CreditPackAnswer } from './wire/creditAnswers.ts'
import type { DiffAnswer } from './wire/diffAnswers.ts'
import type { ImportResolveAnswer, PackageExistsAnswer } from './wire/packageAnswers.ts'
import type {
  CardQuestion,
  CheckQuestion,
  CreditPackQuestion,
  DiffQuestion,
  HistoryQuestion,
  ImportQuestion,
  PackageQuestion,
  SymbolQuestion,
  UpgradeQuestion,
} from './wire/questions.ts'
import type { ReceiptVerdictAnswer, RetractionsPage } from './wire/receiptAnswers.ts'
import type { Ecosystem, Signed } from './wire/signed.ts'
import type { SymbolExistsAnswer, SymbolHistoryAnswer } from './wire/symbolAnswers.ts'

export { AssayError, ReceiptInvalid } from './client/clientErrors.ts'
export { newCreditKey } from './client/keyAsk.ts'
export type { LoggedAnswer, LogOptions } from './client/loggedAnswers.ts'
export type { SpendingOptions } from './client/spending.ts'
export type { PaymentToken, Wallet } from './client/wallet.ts'
export { type Evidence, LogLies } from './log/monitor/evidence.ts'
export type * from './wire.ts'

export type ClientOptions = Readonly<{
  /** Where the service is, such as `https://assay.example`. */
  baseUrl: string
  /**
   * Signing addresses that are believed. Without them the addresses that the service publishes are
   * asked for once and believed from then on: enough against a broken cache, not against whoever
   * stands in the service's place. With a key or a policy of the log, those that follow them by leaves of
   * the log are believed too.
   */
  verifiers?: readonly string[]
  /** How the log of the service is checked, by `logged`. */
  log?: LogOptions
  /** A prepaid key. Without one, and without a wallet, the free demo routes are asked. */
  apiKey?: string
  /** Pays for each answer over x402; instead of a key. */
  wallet?: Wallet
  /** Bounds on what the wallet or the key may be used for. */
  spending?: SpendingOptions
  /** Beside the dollars of Circle and others that the x402 library knows. */
  tokens?: readonly PaymentToken[]
  /** In place of the runtime's own. */
  fetch?: typeof fetch
  /** For each try; 30 s unless told. */
  timeoutMs?: number
  /**
   * How long to wait in all for an answer for which packages have to be read first. The service is
   * then asked to answer later (`Prefer: respond-async`), and the answer is fetched. Not with a wallet,
   * whose payments live for two minutes.
   */
  patienceMs?: number
  /**
   * Further tries, 2 unless told: of free calls after a 503, of paid ones whenever the outcome is
   * open. They carry the same payment or the same `Idempotency-Key`, and cost once; so does the next
   * call that asks the same, when the outcome is open even then.
   */
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
  /** What one release says of symbols, before code is written against it. */
  card(question: CardQuestion, options?: CallOptions): Promise<CardAnswer>
  diff(question: DiffQuestion, options?: CallOptions): Promise<DiffAnswer>
  /** What of a diff concerns these files. */
  upgrade(question: UpgradeQuestion, options?: CallOptions): Promise<UpgradeAnswer>
  /** Needs a key or a wallet. */
  symbolHistory(question: HistoryQuestion, options?: CallOptions): Promise<SymbolHistoryAnswer>
  /** Needs a key or a wallet. */
  importResolve(question: ImportQuestion, options?: CallOptions): Promise<ImportResolveAnswer>
  /** Is this code real? An answer that determines nothing is not charged. */
  check(question: CheckQuestion, options?: CallOptions): Promise<CheckAnswer>
  /**
   * Prepaid credit for a key of `newCreditKey`. Needs a wallet, and a `perCallUsd` that allows for the
   * pack. The reply is not signed: `GET /credits` with the key shows what it has.
   */
  buyCredit(question: CreditPackQuestion, options?: CallOptions): Promise<CreditPackAnswer>
  /** The service's own word on a receipt, and whether the answer was retracted. */
  verify(receipt: Signed | string, options?: CallOptions): Promise<ReceiptVerdictAnswer>
  retractions(after?: number, options?: CallOptions): Promise<RetractionsPage>
  /**
   * Checks that an answer stands in the log of the service, and that the log goes on from the newest
   * checkpoint seen here. Throws `LogLies`, with both checkpoints, for a smaller or forked log;
   * `ReceiptInvalid` for a proof that does not hold; `AssayError` with `not_logged` before a checkpoint
   * covers the answer, about a second after it was first given.
   */
  logged(answer: Signed, options?: CallOptions): Promise<LoggedAnswer>
  /** The signing addresses that answers are checked against. */
  verifiers(options?: CallOptions): Promise<readonly string[]>
  /** What this client's answers have cost, as far as the service has confirmed it. */
  spent(): MicroUsd
}>

export function assayClient(options: ClientOptions): AssayClient {
  checkOptions(options)
  const { apiKey, wallet } = options
  if (apiKey !== undefined && wallet !== undefined) {
    throw new TypeError('A client pays with a key or with a wallet, not with both')
  }
  if (options.patienceMs !== undefined && wallet !== undefined) {
    throw new TypeError('A client with a wallet cannot wait for answers that are fetched later')
  }
  const send = exchange(options)
  const spending = spendingWithin(options.spending)
  const prefix = apiKey === undefined && wallet === undefined ? '/demo/v1' : '/v1'
  const { patienceMs } = options
  const sendQuestion = patienceMs === undefined ? send : patientExchange(send, patienceMs)
  const free: Ask = async (request, call) => textOf(await send(request, 'once', call))
  const ask = asker()
  const log = loggedAnswers({
    send,
    options: options.log ?? {},
    named: async (call) => (await policy(call)).log?.key,
  })
  let published: Promise<Policy> | null = null
  /** Those that were told, and those that follow them by now. */
  let believed = options.verifiers

  function asker(): Ask {
    if (wallet !== undefined) {
      return walletAsk({ send, wallet, tokens: options.tokens ?? [], spending })
    }
    if (apiKey !== undefined) return keyAsk({ send: sendQuestion, apiKey, policy, spending })
    return async (request, call) => textOf(await sendQuestion(request, 'once', call))
  }

  async function policy(call: CallOptions = {}): Promise<Policy> {
    // For all callers, so none of them may end it: whoever gives up stops waiting by themselves.
    published ??= free(get('/policy')).then((text) => parsed<Policy | null>(text) ?? {})
    try {
      const found = await published
      call.signal?.throwIfAborted()
      return found
    } catch (error) {
      // The next call asks again.
      published = null
      throw error
    }
  }

  async function verifiers(call: CallOptions = {}): Promise<readonly string[]> {
    return believed ?? signersIn(await policy(call))
  }

  /** One that signs in the place of another may follow it by a leaf of the log. */
  async function verdictOf(received: string, call: CallOptions): Promise<ReceiptVerdict> {
    const trusted = await verifiers(call)
    const verdict = verifyReceipt(received, { verifiers: trusted })
    if (verdict.reason !== 'signer_not_published') return verdict
    const followers = await log.followers(trusted, call)
    if (followers.length === trusted.length) return verdict
    believed = followers
    return verifyReceipt(received, { verifiers: followers })
  }

  async function asked<Answer extends Signed>(
    request: HttpRequest,
    expected: Expected,
    call: CallOptions = {},
  ): Promise<Answer> {
    // Before the answer: one that cannot be checked must not be paid for.
    await verifiers(call)
    const received = await ask(request, call)
    const verdict = await verdictOf(received, call)
    if (!verdict.valid) throw new ReceiptInvalid(verdict.reason ?? 'not_json', received)
    if (verdict.answer_matches !== true) throw new ReceiptInvalid('answer_mismatch', received)
    const answer: Answer = JSON.parse(received)
    const fault = checkAnswer(answer, expected)
    if (fault !== null) throw new ReceiptInvalid(fault, received)
    return answer
  }

  /** A question that is sent as it is signed. */
  const posted =
    <Question extends Expected['question'], Answer extends Signed>(path: string, type: string) =>
    (question: Question, call?: CallOptions) =>
      asked<Answer>(post(path, question), { type, question }, call)

  return {
    packageExists: posted(`${prefix}/package/exists`, 'assay.package_exists/1'),
    symbolExists: posted(`${prefix}/symbol/exists`, 'assay.symbol_exists/1'),
    card(question, call) {
      const { files, symbols, ...rest } = question
      const expected = {
        ...rest,
        ...(symbols ? { symbols: [...new Set(symbols)] } : {}),
        ...(files && files.length > 0 ? { files_sha256: filesDigest(files) } : {}),
      }
      const request = post(`${prefix}/card`, question)
      return asked(request, { type: 'assay.symbol_card/1', question: expected }, call)
    },
    diff: posted(`${prefix}/diff`, 'assay.release_diff/1'),
    upgrade(question, call) {
      const { files, ...rest } = question
      const expected = { ...rest, files_sha256: filesDigest(files) }
      const request = post(`${prefix}/upgrade`, question)
      return asked(request, { type: 'assay.upgrade/1', question: expected }, call)
    },
    // What has no free twin is refused by the service without a key or a payment.
    symbolHistory: (question, call) =>
      asked(
        get(`/v1/symbol/history?${new URLSearchParams(question)}`),
        { type: 'assay.symbol_history/1', question },
        call,
      ),
    importResolve: posted('/v1/import/resolve', 'assay.import_resolve/1'),
    check(question, call) {
      // Nothing but what the digest is made of, so that the two cannot differ.
      const files = question.files.map(({ path, content }) => ({ path, content }))
      const pins = question.pins ?? {}
      return asked(
        post(`${prefix}/check`, { files, pins }),
        { type: 'assay.code_check/1', question: checkDigest(files, pins) },
        call,
      )
    },
    async buyCredit({ pack, key_sha256 }, call) {
      const pay = wallet === undefined ? free : ask
      return parsed(await pay(post('/credits/buy', { pack, key_sha256 }), call))
    },
    async verify(receipt, call) {
      return parsed(await free(post('/receipts/verify', receipt), call))
    },
    async retractions(after = 0, call = {}) {
      const query = new URLSearchParams({ after: String(after) })
      return parsed(await free(get(`/v1/retractions?${query}`), call))
    },
    logged: log.find,
    verifiers,
    spent: spending.spent,
  }
}

function get(path: string): HttpRequest {
  return { method: 'GET', path }
}

/** A text goes as it is: it is JSON already. */
function post(path: string, body: object | string): HttpRequest {
  return {
    method: 'POST',
    path,
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  }
}

type Policy = Readonly<{ verifier?: { keys?: unknown }; log?: { key?: unknown } | null }>

function signersIn({ verifier }: Policy): readonly string[] {
  const listed: readonly unknown[] = Array.isArray(verifier?.keys) ? verifier.keys : []
  const keys = listed.flatMap((key) => {
    const isNamed = typeof key === 'object' && key !== null && 'address' in key
    return isNamed && typeof key.address === 'string' ? [key.address] : []
  })
  if (keys.length > 0) return keys
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
