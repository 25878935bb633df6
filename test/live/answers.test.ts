// The signed questions over HTTP on the real registries, each answer held against the OpenAPI document
// by a validator that knows nothing of this project.

import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyReceipt } from '../../src/index.ts'
import { type Service, startService } from '../support/service.ts'

let service: Service
let key: string
let schemaOf: (path: string) => (body: unknown) => string

beforeAll(async () => {
  service = await startService({
    ASSAY_DEMO_DAILY_LIMIT: '0',
    ASSAY_REQUEST_DEADLINE_MS: '180000',
  })
  key = await service.app.creditKeys.issue('live', 1_000_000)
  const { body: document } = await service.get('/openapi.json')
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true })
  ajv.addSchema(document, 'openapi')
  schemaOf = (path) => {
    const operations = document.paths[path]
    const { schema } = (operations.post ?? operations.get).responses[200].content[
      'application/json'
    ]
    const validate = ajv.compile({ $ref: `openapi${schema.$ref}` })
    return (body) => (validate(body) ? 'fits' : ajv.errorsText(validate.errors))
  }
}, 60_000)
afterAll(() => service.close())

// Fields and types as the description of the service has them.
const SEED = {
  package: {
    exists: 'boolean',
    latest_version: 'string',
    typosquat_adjacent: 'boolean',
    adjacent_to: 'array',
    source: 'string',
    proof: 'object',
  },
  symbol: {
    exists: 'boolean',
    reason: 'null',
    kind: 'string',
    deprecated: 'boolean',
    since_version: 'null',
    closest_match: 'null',
    version_resolved: 'string',
    source: 'string',
    proof: 'object',
  },
  diff: {
    ok: 'boolean',
    ecosystem: 'string',
    package: 'string',
    from_version: 'string',
    to_version: 'string',
    classification: 'string',
    added: 'array',
    removed: 'array',
    changed: 'array',
    new_deprecations: 'array',
    counts: 'object',
    source: 'object',
    proof: 'object',
  },
} as const
const RECEIPT = {
  attestation: 'object',
  attestation_hash: 'string',
  signature: 'string',
  served_in_ms: 'number',
}

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

const QUESTIONS = [
  ['package', 'package/exists', { ecosystem: 'pypi', name: 'requests' }],
  ['package', 'package/exists', { ecosystem: 'npm', name: 'express' }],
  ['symbol', 'symbol/exists', { ecosystem: 'pypi', package: 'requests', symbol: 'Session.get' }],
  ['symbol', 'symbol/exists', { ecosystem: 'npm', package: 'vue', symbol: 'ref' }],
  [
    'diff',
    'diff',
    { ecosystem: 'pypi', package: 'flask', from_version: '2.0.3', to_version: '2.1.0' },
  ],
  [
    'diff',
    'diff',
    { ecosystem: 'npm', package: 'commander', from_version: '11.0.0', to_version: '11.1.0' },
  ],
] as const

describe('hits, paid and free', () => {
  test.each(QUESTIONS)(
    '%s: %s %j',
    async (kind, route, question) => {
      const hashes = new Set<string>()
      for (const prefix of ['/v1', '/demo/v1']) {
        const path = `${prefix}/${route}`
        const { status, body, text } = await service.post(path, question, { 'x-api-key': key })
        expect({ status, text: status === 200 ? '' : text }).toEqual({ status: 200, text: '' })
        expect(schemaOf(path)(body)).toBe('fits')
        const types = Object.keys({ ...SEED[kind], ...RECEIPT }).map((field) => [
          field,
          typeOf(body[field]),
        ])
        expect(Object.fromEntries(types)).toEqual({ ...SEED[kind], ...RECEIPT })
        expect(Number.isInteger(body.served_in_ms)).toBe(true)
        const verifiers = [body.attestation.verifier]
        expect(verifyReceipt(text, { verifiers })).toMatchObject({
          valid: true,
          answer_matches: true,
        })
        hashes.add(body.attestation_hash)
      }
      // The demo twin and the paid route give the same attestation.
      expect(hashes.size).toBe(1)
    },
    300_000,
  )
})

describe('misses', () => {
  test.each([
    ['/demo/v1/package/exists', { ecosystem: 'pypi', name: 'reqeusts-no-such' }],
    ['/demo/v1/package/exists', { ecosystem: 'npm', name: 'expresss-no-such' }],
    ['/demo/v1/symbol/exists', { ecosystem: 'pypi', package: 'requests', symbol: 'Session.gett' }],
    ['/demo/v1/symbol/exists', { ecosystem: 'npm', package: 'vue', symbol: 'reff' }],
  ])(
    '%s %j',
    async (path, question) => {
      const { status, body } = await service.post(path, question)
      expect(status).toBe(200)
      expect(schemaOf(path)(body)).toBe('fits')
      expect(body.exists).toBe(false)
    },
    300_000,
  )

  test.each([
    ['from_version', { package: 'flask', from_version: '0.0.999', to_version: '2.1.0' }],
    ['to_version', { package: 'flask', from_version: '2.1.0', to_version: '2.0.3' }],
  ])(
    'diff, wrong %s: 422, not charged',
    async (field, question) => {
      const before = await service.app.store.credits.list()
      const asked = { ecosystem: 'pypi', ...question }
      const { status, body } = await service.post('/v1/diff', asked, { 'x-api-key': key })
      expect(status).toBe(422)
      expect(body.detail[0].loc).toEqual(['body', field])
      expect(await service.app.store.credits.list()).toEqual(before)
    },
    300_000,
  )
})

test('a history and the proofs behind it', async () => {
  const query = 'ecosystem=pypi&package=flask&symbol=Flask'
  const { status, body } = await service.get(`/v1/symbol/history?${query}`, { 'x-api-key': key })
  expect(status).toBe(200)
  expect(schemaOf('/v1/symbol/history')(body)).toBe('fits')
  const proofs = await service.get('/v1/proofs/pypi/flask')
  expect(schemaOf('/v1/proofs/{ecosystem}/{package}')(proofs.body)).toBe('fits')
}, 300_000)
