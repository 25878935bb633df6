// Broken files by the thousand through the route itself: each check ends with an answer or with a
// refusal, and the service goes on. ASSAY_MUTATED_SOURCES sets how many, ASSAY_SEED repeats a run.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { mutatedSource, type SourceFile } from '../check/mutatedSource.ts'
import { type Loopback, startLoopback } from '../support/loopback.ts'
import { publishLamp } from '../support/mcpCases.ts'

const COUNT = Number(process.env['ASSAY_MUTATED_SOURCES'] ?? 60)
const SEED = Number(process.env['ASSAY_SEED'] ?? 1)
const FILES_AT_ONCE = 20

let loopback: Loopback

beforeAll(async () => {
  loopback = await startLoopback()
  publishLamp(loopback.registry)
})
afterAll(() => loopback.close())

function batch(first: number): readonly SourceFile[] {
  const numbers = Array.from(
    { length: Math.min(FILES_AT_ONCE, COUNT - first) },
    (_, i) => first + i,
  )
  const files = numbers.map((number) => mutatedSource(SEED, number))
  // Of manifests with one name the last: a path stands once in an input.
  return [...new Map(files.map((file) => [file.path, file])).values()]
}

test('each is answered or refused', async () => {
  const outcomes: Record<string, number> = {}
  let findings = 0
  for (let first = 0; first < COUNT; first += FILES_AT_ONCE) {
    const reply = await loopback.service.post('/demo/v1/check', { files: batch(first) })
    const type = reply.status === 200 ? reply.body.verdict : reply.body.detail?.[0]?.type
    const outcome = `${reply.status} ${type}`
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
    findings += reply.body.findings?.length ?? 0
    // Files that end the parser are refused together, whole.
    const expected = /^(?:200 (?:real|problems|undetermined)|422 check_unreadable)$/
    expect(outcome, `files from ${first} on, ASSAY_SEED=${SEED}: ${reply.text}`).toMatch(expected)
  }
  expect((await loopback.service.get('/health')).status).toBe(200)
  expect(findings).toBeGreaterThan(0)
  if (process.env['ASSAY_MUTATED_SOURCES'] !== undefined) console.info(outcomes, { findings })
})
