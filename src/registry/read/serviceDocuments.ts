// What a service that a caller names says of being paid: its discovery document and the challenge of
// the resource itself. Everything goes through the guarded client, and nothing is sent but a GET.

import { jsonIn } from '../../domain/texts/jsonValue.ts'
import { sha256 } from '../../domain/texts/sha256.ts'
import { SERVICE_DOCUMENT_MAX_BYTES, SERVICE_TIMEOUT_MS } from '../../limits.ts'
import type { ServiceDocument, ServiceDocuments, ServiceWords } from '../../ports/spend.ts'
import type { BoundedFetch } from '../fetch/boundedFetch.ts'
import type { ExchangeResponse } from '../fetch/exchange.ts'
import { FetchError } from '../fetch/fetchError.ts'

const DISCOVERY_PATH = '/.well-known/x402'

type Fetched = Readonly<{
  reached: ServiceWords['reached']
  document: ServiceDocument | null
}>

export function serviceDocuments(fetch: Pick<BoundedFetch, 'download'>): ServiceDocuments {
  async function get(url: URL, wanted: number, signal: AbortSignal): Promise<Fetched> {
    const options = {
      accept: 'application/json',
      maxBytes: SERVICE_DOCUMENT_MAX_BYTES,
      timeoutMs: SERVICE_TIMEOUT_MS,
    }
    const read = async (response: ExchangeResponse) =>
      response.status === wanted ? readDocument(response) : null
    try {
      return { reached: 'yes', document: await fetch.download(url.href, options, read, signal) }
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof FetchError)) throw error
      return { reached: reachedBy(error), document: null }
    }
  }

  return {
    async ask(url, signal) {
      const [listed, asked] = await Promise.all([
        get(new URL(DISCOVERY_PATH, url), 200, signal),
        get(url, 402, signal),
      ])
      const states = [listed.reached, asked.reached]
      const reached = (['not_public', 'yes'] as const).find((state) => states.includes(state))
      return { reached: reached ?? 'no', discovery: listed.document, challenge: asked.document }
    },
  }
}

/** Somebody may have answered, though with nothing that we take. */
function reachedBy({ failure }: FetchError): ServiceWords['reached'] {
  if (failure === 'address_refused') return 'not_public'
  return failure === 'too_large' || failure === 'status' || failure === 'redirect' ? 'yes' : 'no'
}

/** Of a challenge the header counts, where there is one: the body is for people. */
async function readDocument(response: ExchangeResponse): Promise<ServiceDocument | null> {
  const header = response.header('payment-required')
  const bytes = header === null ? await bodyOf(response) : Buffer.from(header, 'base64')
  const value = jsonIn(bytes.toString('utf8'))
  if (value === undefined) return null
  return { url: response.url.href, sha256: sha256(bytes), value }
}

async function bodyOf({ body }: ExchangeResponse): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of body) chunks.push(chunk)
  return Buffer.concat(chunks)
}
