// The oracle from HTTP to the index and back, on loopback.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyReceipt } from '../../src/index.ts'
import { buildWheel, WHEEL_NAME } from '../fake/archives/wheelBuilder.ts'
import { type Loopback, startLoopback } from '../support/loopback.ts'

let loopback: Loopback
let service: Loopback['service']
let key: string

beforeAll(async () => {
  loopback = await startLoopback()
  ;({ service } = loopback)
  const files = [{ filename: WHEEL_NAME, bytes: buildWheel() }]
  loopback.registry.pypi.publish({ name: 'demo', version: '1.0', files })
  key = await service.app.creditKeys.issue('test', 1_000_000)
})
afterAll(() => loopback.close())

const ask = (body: unknown) => service.post('/verify', body, { 'x-api-key': key })

test('probe', async () => {
  const { status, body, text } = await ask({ job: { kind: 'code', language: 'python', output: 'import no_such_demo\n' } })
  console.log(status, JSON.stringify(body, null, 1))
  const demo = await service.get('/demo/verify')
  console.log(demo.status, JSON.stringify(demo.body, null, 1))
  const j = await service.post('/judge', { output: '```python\nimport no_such_demo\n```\nHello world.', rubric: [{criterion:'all imports exist'},{criterion:'contains "Hello"', weight: 3},{criterion:'code parses as Python'},{criterion:'is helpful'}] }, { 'x-api-key': key })
  console.log(j.status, JSON.stringify(j.body, null, 1))
  expect(verifyReceipt(text, { verifiers: [body.attestation.verifier] })).toMatchObject({ valid: true, answer_matches: true })
})
