// The client on a real service, and on one that lies.

import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AssayError, assayClient, type ClientOptions, ReceiptInvalid } from '../../src/client.ts'
import { type Loopback, startLoopback } from '../support/loopback.ts'
import { PATIENCE_MS } from '../support/patience.ts'
import { publishPython } from '../support/publish.ts'

let loopback: Loopback
let url: string
let verifiers: readonly string[]

beforeAll(async () => {
  loopback = await startLoopback()
  url = loopback.service.url
  const { registry } = loopback
  publishPython(registry, {
    name: 'parcel-kit',
    version: '1.0',
    files: '-- parcel.py --\ndef a(): ...\ndef fold(): ...\n',
  })
  publishPython(registry, {
    name: 'parcel-kit',
    version: '2.0',
    files: '-- parcel.py --\ndef fold(): ...\n',
  })
  verifiers = await assayClient({ baseUrl: url, timeoutMs: PATIENCE_MS }).verifiers()
})
afterAll(() => loopback.close())

const client = (options: Partial<ClientOptions> = {}) =>
  assayClient({ baseUrl: url, verifiers, timeoutMs: PATIENCE_MS, ...options })

const SYMBOL = { ecosystem: 'pypi', package: 'Parcel_Kit', symbol: 'fold' } as const

describe('questions', () => {
  test('a package that exists, and one that does not', async () => {
    const found = await client().packageExists({ ecosystem: 'pypi', name: 'Parcel_Kit' })
    expect(found).toMatchObject({ exists: true, name: 'parcel-kit', latest_version: '2.0' })
    const missing = await client().packageExists({ ecosystem: 'pypi', name: 'unheard-of' })
    expect(missing).toMatchObject({ exists: false, proof: null })
  })

  test('a symbol, also at a version that is spelled otherwise', async () => {
    expect(await client().symbolExists(SYMBOL)).toMatchObject({ exists: true, kind: 'function' })
    const at = await client().symbolExists({ ...SYMBOL, version: '1.0.0' })
    expect(at.at_requested_version).toMatchObject({ version: '1.0', exists: true })
    const gone = await client().symbolExists({ ...SYMBOL, version: '9.9' })
    expect(gone.at_requested_version).toBeNull()
  })

  test('a diff', async () => {
    const question = { from_version: '1.0.0', to_version: '2.0' }
    const answer = await client().diff({ ecosystem: 'pypi', package: 'parcel-kit', ...question })
    expect(answer).toMatchObject({ classification: 'breaking', counts: { removed: 1 } })
  })

  test('a check, whose files are the question', async () => {
    const files = [{ path: 'requirements.txt', content: 'parcel-kit==9.9\n' }]
    const answer = await client().check({ files })
    expect(answer.findings).toMatchObject([{ code: 'version_not_found', package: 'parcel-kit' }])
    const other = [{ path: 'requirements.txt', content: 'parcel-kit==1.0\n' }]
    const swapped = client({ fetch: async () => new Response(JSON.stringify(answer)) })
    await expect(swapped.check({ files: other })).rejects.toMatchObject({
      reason: 'other_question',
    })
    const pins = { 'parcel-kit': '1.0' }
    await expect(swapped.check({ files, pins })).rejects.toMatchObject({ reason: 'other_question' })
    expect(await swapped.check({ files, pins: null })).toEqual(answer)
  })

  test('cards, by the symbols and the digest of the files', async () => {
    const files = [{ path: 'requirements.txt', content: 'parcel-kit==1.0\n' }]
    const question = { ecosystem: 'pypi', package: 'Parcel_Kit', files } as const
    const answer = await client().card({ ...question, symbols: ['a', 'a', 'nothere'] })
    expect(answer).toMatchObject({ version_resolved: '1.0', version_from: 'files' })
    expect(answer.cards.map(({ exists }) => exists)).toEqual([true, false])
    const swapped = client({ fetch: async () => new Response(JSON.stringify(answer)) })
    await expect(swapped.card({ ...question, symbols: ['a'] })).rejects.toMatchObject({
      reason: 'other_question',
    })
    await expect(
      swapped.card({ ecosystem: 'pypi', package: 'parcel-kit', symbols: ['a', 'nothere'] }),
    ).rejects.toMatchObject({ reason: 'other_question' })
  })

  test('an upgrade, by the digest of the files', async () => {
    const files = [{ path: 'a.py', content: 'import parcel\n\nparcel.a()\nparcel.fold()\n' }]
    const question = { from_version: '1.0', to_version: '2.0', files }
    const answer = await client().upgrade({ ecosystem: 'pypi', package: 'Parcel_Kit', ...question })
    expect(answer).toMatchObject({
      verdict: 'affected',
      changes: [{ symbol: 'parcel.a', change: 'removed', places: [{ line: 3, state: 'breaks' }] }],
    })
  })

  test('what has no free twin is asked with a key', async () => {
    const apiKey = await loopback.service.app.creditKeys.issue('test', 1_000_000)
    const paying = client({ apiKey })
    expect(await paying.symbolHistory(SYMBOL)).toMatchObject({ last_seen: '2.0' })
    expect(await paying.importResolve({ ecosystem: 'pypi', import: 'json' })).toMatchObject({
      standard_library: true,
    })
    expect(await paying.packageExists({ ecosystem: 'pypi', name: 'parcel-kit' })).toMatchObject({
      exists: true,
    })
    await expect(client().symbolHistory(SYMBOL)).rejects.toMatchObject({
      name: 'AssayError',
      status: 402,
      code: 'payment_required',
    })
  })

  test('receipts and retractions', async () => {
    const answer = await client().symbolExists(SYMBOL)
    expect(await client().verify(answer)).toMatchObject({ valid: true, retracted: false })
    expect(await client().retractions()).toEqual({ retractions: [], next: null })
  })
})

describe('refusals', () => {
  test.each([
    [{ baseUrl: '127.0.0.1:8402' }, 'http://'],
    [{ apiKey: 'key\n' }, 'apiKey'],
    [{ verifiers: ['0x12'] }, 'verifiers'],
  ])('%j is refused at once', (options, words) => {
    expect(() => client(options)).toThrow(words)
  })

  test.each([
    [{ ecosystem: 'pypi', name: '..' }, 422, 'package_name_invalid'],
    [{ ecosystem: 'pypi', name: '' }, 422, 'string_too_short'],
  ] as const)('%j: %i %s', async (question, status, code) => {
    await expect(client().packageExists(question)).rejects.toMatchObject({ status, code })
  })

  test('a service that is not there', async () => {
    const nowhere = client({ baseUrl: 'http://127.0.0.1:9' })
    await expect(nowhere.symbolExists(SYMBOL)).rejects.toMatchObject({
      status: null,
      code: 'unreachable',
    })
  })

  test('whoever gives up gets their own reason', async () => {
    const signal = AbortSignal.abort(new Error('enough'))
    await expect(client().symbolExists(SYMBOL, { signal })).rejects.toThrow('enough')
  })
})

/** A service whose replies are made by the test. */
async function withServer<T>(
  reply: (tries: number) => Readonly<{ status: number; text: string; after?: string }> | null,
  use: (baseUrl: string) => Promise<T>,
): Promise<T> {
  let tries = 0
  const server: Server = createServer((_request, response) => {
    tries += 1
    const made = reply(tries)
    if (made === null) return
    response.writeHead(made.status, made.after === undefined ? {} : { 'retry-after': made.after })
    response.end(made.text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    return await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  } finally {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
}

describe('a service that says "later"', () => {
  const problem = (code: string) => JSON.stringify({ detail: 'later', code, docs: '' })

  test('is asked again', async () => {
    const answer = JSON.stringify(await client().symbolExists(SYMBOL))
    const given = await withServer(
      (tries) =>
        tries < 3
          ? { status: 503, text: problem('overloaded'), after: '0' }
          : { status: 200, text: answer },
      (baseUrl) => client({ baseUrl }).symbolExists(SYMBOL),
    )
    expect(given.exists).toBe(true)
  })

  test.each([
    ['too often', '0', { retries: 1 }],
    ['too long', '3600', {}],
  ])('%s', async (_what, after, options) => {
    const asked = withServer(
      () => ({ status: 503, text: problem('overloaded'), after }),
      (baseUrl) => client({ baseUrl, ...options }).symbolExists(SYMBOL),
    )
    await expect(asked).rejects.toMatchObject({ status: 503, retryAfterS: Number(after) })
  })

  test('says nothing at all', async () => {
    const asked = withServer(
      () => null,
      (baseUrl) => client({ baseUrl, timeoutMs: 50 }).symbolExists(SYMBOL),
    )
    await expect(asked).rejects.toMatchObject({ status: null, code: 'timeout' })
  })
})

describe('an answer that does not hold', () => {
  async function lied(
    question: Readonly<{ package: string; symbol: string; version?: string }>,
    change: (text: string) => string,
    options: Partial<ClientOptions> = {},
  ): Promise<string> {
    const text = change(JSON.stringify(await client().symbolExists(SYMBOL)))
    try {
      await withServer(
        () => ({ status: 200, text }),
        (baseUrl) =>
          client({ baseUrl, ...options }).symbolExists({ ecosystem: 'pypi', ...question }),
      )
      return 'believed'
    } catch (error) {
      if (error instanceof ReceiptInvalid) return error.reason
      throw error
    }
  }

  const same = (text: string) => text
  test.each([
    ['as it came', {}, same, {}, 'believed'],
    [
      'another answer',
      {},
      (text: string) => text.replace('"exists":true', '"exists":false'),
      {},
      'answer_mismatch',
    ],
    [
      'another signature',
      {},
      (text: string) => text.replace(/"signature":"0x..../, '"signature":"0x0000'),
      {},
      /signature|signer/,
    ],
    [
      'an attestation without the answer',
      {},
      (text: string) => {
        const { attestation, attestation_hash, signature } = JSON.parse(text)
        return JSON.stringify({ attestation, attestation_hash, signature })
      },
      {},
      'answer_mismatch',
    ],
    [
      'somebody else’s key',
      {},
      same,
      { verifiers: [`0x${'1'.repeat(40)}`] },
      'signer_not_published',
    ],
    ['another symbol', { symbol: 'a' }, same, {}, 'other_question'],
    ['another package', { package: 'other' }, same, {}, 'other_question'],
    ['another version', { version: '1.0' }, same, {}, 'other_question'],
    ['no JSON', {}, () => '<html>', {}, 'not_json'],
  ])('%s', async (_what, question, change, options, expected) => {
    const asked = { package: 'parcel-kit', symbol: 'fold', ...question }
    expect(await lied(asked, change, options)).toMatch(expected)
  })

  test('the answer to another kind of question', async () => {
    const text = JSON.stringify(
      await client().packageExists({ ecosystem: 'pypi', name: 'parcel-kit' }),
    )
    const asked = withServer(
      () => ({ status: 200, text }),
      (baseUrl) => client({ baseUrl }).symbolExists(SYMBOL),
    )
    await expect(asked).rejects.toMatchObject({ reason: 'other_type' })
  })

  test('a reply without end is cut off', async () => {
    const text = `{"source":"${'x'.repeat(65 * 1024 * 1024)}"}`
    const asked = withServer(
      () => ({ status: 200, text }),
      (baseUrl) => client({ baseUrl }).symbolExists(SYMBOL),
    )
    await expect(asked).rejects.toMatchObject({ code: 'reply_too_large' })
  })

  test.each(['null', '[]', '{"verifier":{"keys":{}}}', '{"verifier":{"keys":[null]}}', '<html>'])(
    'a policy of %s names nobody',
    async (text) => {
      const asked = withServer(
        () => ({ status: 200, text }),
        (baseUrl) => assayClient({ baseUrl }).verifiers(),
      )
      await expect(asked).rejects.toBeInstanceOf(AssayError)
    },
  )

  test('a service that publishes no key is not believed', async () => {
    const asked = withServer(
      () => ({ status: 200, text: '{}' }),
      (baseUrl) => assayClient({ baseUrl }).verifiers(),
    )
    await expect(asked).rejects.toBeInstanceOf(AssayError)
  })
})
