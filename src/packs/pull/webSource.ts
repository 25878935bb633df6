// An index on a plain web server. Parts are asked for by range; a server that sends the whole file
// instead is taken at its word, if that is as long as it should be.

import { INDEX_ROOT_MAX_BYTES, PULL_TIMEOUT_MS } from '../../limits.ts'
import type { BoundedFetch, FetchOptions } from '../../registry/fetch/boundedFetch.ts'
import { accessFrom, type RegistryEndpoint } from '../../registry/fetch/endpoint.ts'
import type { ExchangeResponse } from '../../registry/fetch/exchange.ts'
import { FetchError } from '../../registry/fetch/fetchError.ts'
import {
  partIn,
  RangeRefused,
  rangeHeader,
  readExactly,
} from '../../registry/fetch/rangeRequest.ts'
import { IndexError } from '../format/indexError.ts'
import { packPath, ROOT_PATH } from '../format/packPaths.ts'
import { Damaged, type FileRange, type IndexFile, type PackSource } from './packSource.ts'

type Given = Pick<FetchOptions, 'range' | 'maxBytes'>

export function webSource(http: BoundedFetch, endpoint: RegistryEndpoint): PackSource {
  const access = accessFrom([endpoint])
  const { host } = new URL(endpoint.baseUrl)
  const fetched = { requests: 0, bytes: 0 }
  const count = (bytes: number) => {
    fetched.bytes += bytes
  }

  async function get(
    path: string,
    given: Given,
    consume: (response: ExchangeResponse) => Promise<Buffer>,
    signal: AbortSignal,
  ): Promise<Buffer> {
    const url = new URL(path, endpoint.baseUrl).href
    const options = { ...access(url), ...given, timeoutMs: PULL_TIMEOUT_MS }
    try {
      return await http.download(
        url,
        options,
        (response) => {
          fetched.requests += 1
          const { status } = response
          if (status !== 200 && status !== 206) {
            throw new IndexError(`${host} answers ${status} for ${path}`, 'unavailable')
          }
          return consume(response)
        },
        signal,
      )
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof RangeRefused) throw new Damaged(`${path}: ${error.message}`)
      if (!(error instanceof FetchError)) throw error
      if (error.failure === 'too_large')
        throw new Damaged(`${path}: more bytes than there should be`)
      throw new IndexError(`${path}: ${error.message}`, 'unavailable', { cause: error })
    }
  }

  function read(file: IndexFile, range: FileRange, signal: AbortSignal): Promise<Buffer> {
    const { offset, length: lengthBytes } = range
    const isWhole = offset === 0 && lengthBytes === file.bytes
    const asked = isWhole ? {} : { range: rangeHeader({ offset, lengthBytes }) }
    const consume = async (response: ExchangeResponse) => {
      if (response.contentEncoding !== null) throw new RangeRefused('an encoded file')
      if (response.status === 200 && response.header('content-range') === null) {
        const whole = await readExactly(response, file.bytes, count)
        return whole.subarray(offset, offset + lengthBytes)
      }
      const part = partIn(response)
      const isAsked =
        part.offset === offset && part.lengthBytes === lengthBytes && part.totalBytes === file.bytes
      if (!isAsked) throw new RangeRefused('another part than the one asked for')
      return readExactly(response, lengthBytes, count)
    }
    const path = packPath(file.kind, file.sha256)
    return get(path, { ...asked, maxBytes: file.bytes }, consume, signal)
  }

  return {
    address: endpoint.baseUrl,
    root: (signal) =>
      get(
        ROOT_PATH,
        { maxBytes: INDEX_ROOT_MAX_BYTES },
        async ({ body }) => {
          const chunks: Buffer[] = []
          for await (const chunk of body) {
            count(chunk.length)
            chunks.push(chunk)
          }
          return Buffer.concat(chunks)
        },
        signal,
      ),
    read,
    fetched: () => ({ ...fetched }),
    close: async () => {},
  }
}
