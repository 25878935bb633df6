// The root of the simple index as a file: at the public index 40 MB, far too much to be read where
// questions are answered. It has no digest to be held against, so only a whole reply of the index
// itself counts; what it says is read elsewhere, and only suggests.

import { createHash } from 'node:crypto'
import { NAME_LIST_MAX_BYTES } from '../limits.ts'
import type { IndexRoot } from '../ports/nameSources.ts'
import type { BoundedFetch } from './fetch/boundedFetch.ts'
import { isAnsweredBy, malformed } from './fetch/documents.ts'
import { accessFrom } from './fetch/endpoint.ts'
import type { ExchangeResponse } from './fetch/exchange.ts'
import { asRegistryFailure } from './fetch/failures.ts'
import { ARTIFACT_LIMITS } from './fetch/fetchArtifact.ts'
import { ACCEPT_SIMPLE, type PypiAddress } from './pypi.ts'

export function indexRoot({
  http,
  address,
}: {
  http: BoundedFetch
  address: PypiAddress
}): IndexRoot {
  const url = address.index.baseUrl
  const access = accessFrom([address.index])

  function requireWhole({ status, url: from, contentEncoding, isFramed }: ExchangeResponse): void {
    if (status !== 200) malformed(`status ${status}`)
    if (!isAnsweredBy(new URL(url), from)) malformed('a root from another host')
    if (contentEncoding !== null || !isFramed) malformed('may be a part of it')
  }

  return {
    download(sink, signal) {
      const options = {
        ...access(url),
        accept: ACCEPT_SIMPLE,
        maxBytes: NAME_LIST_MAX_BYTES,
        timeoutMs: ARTIFACT_LIMITS.artifactTimeoutMs,
      }
      const consume = async (response: ExchangeResponse) => {
        requireWhole(response)
        const writer = await sink()
        try {
          const sum = createHash('sha256')
          for await (const chunk of response.body) {
            sum.update(chunk)
            await writer.write(chunk)
          }
          return await writer.commit(sum.digest('hex'))
        } catch (error) {
          await writer.abort().catch(() => {})
          throw error
        }
      }
      return asRegistryFailure('pypi.indexRoot', signal, () =>
        http.download(url, options, consume, signal),
      )
    },
  }
}
