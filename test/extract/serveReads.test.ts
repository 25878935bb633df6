import { describe, expect, test } from 'vitest'
import { serveReads } from '../../src/extract/serveReads.ts'
import type { RemoteSource } from '../../src/ports/extraction.ts'

describe('what a child may have fetched ahead', () => {
  test('is asked for three times: for what is kept, for compiled modules, and for compiled files that bound one', () => {
    const remote: RemoteSource = {
      sizeBytes: 100,
      read: async ({ lengthBytes }) => new Uint8Array(lengthBytes),
    }
    const server = serveReads(remote, () => undefined, new AbortController().signal)
    const ask = (id: number) =>
      server.take({ type: 'prefetch', id, file: 0, ranges: [{ offset: 0, lengthBytes: 10 }] })
    ask(1)
    ask(2)
    expect(() => ask(3)).not.toThrow()
    expect(() => ask(4)).toThrow('a fourth prefetch')
  })
})
