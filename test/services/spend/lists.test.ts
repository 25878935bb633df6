import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getAddress } from 'ethers'
import { afterAll, expect, test } from 'vitest'
import { deniedHost, loadDenyLists } from '../../../src/services/spend/lists.ts'

const folder = mkdtempSync(join(tmpdir(), 'assay-lists-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function file(content: unknown): string {
  const path = join(folder, 'list.json')
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

test('the bundled lists open, and every address in them is one', () => {
  const { burn, denied, sha256, asOf } = loadDenyLists(null)
  expect(sha256).toMatch(/^[0-9a-f]{64}$/)
  expect(asOf).toMatch(/^\d{4}-\d{2}-\d{2}$/)
  for (const payee of [...burn.keys(), ...denied.keys()]) {
    expect(getAddress(payee).toLowerCase()).toBe(payee)
  }
})

test("an operator's list adds to them, and changes the digest", () => {
  const before = loadDenyLists(null)
  const payee = '0x1111111111111111111111111111111111111111'
  const entries = [
    { payee, reason: 'ours' },
    { payee: 'Bad.Example', reason: 'a thief' },
  ]
  const after = loadDenyLists(file({ as_of: '2027-01-01', entries }))
  expect(after.denied.get(payee)).toEqual({ reason: 'ours' })
  expect(after.denied.size).toBe(before.denied.size + 2)
  expect(after.sha256).not.toBe(before.sha256)
  expect(after.asOf).toBe('2027-01-01')
  expect(deniedHost(after, 'pay.bad.example.')).toEqual({ reason: 'a thief' })
  expect(deniedHost(after, 'BAD.example')).toEqual({ reason: 'a thief' })
  expect(deniedHost(after, 'notbad.example')).toBeNull()
  expect(deniedHost(after, 'example')).toBeNull()
})

test.each([
  ['not JSON', 'no', /JSON/],
  ['no date', { entries: [] }, /as_of/],
  ['no entries', { as_of: '2027-01-01' }, /entries must be a list/],
  [
    'a payee that is none',
    { as_of: '2027-01-01', entries: [{ payee: '!', reason: 'x' }] },
    /entry 1/,
  ],
  ['no reason', { as_of: '2027-01-01', entries: [{ payee: 'a.example' }] }, /entry 1/],
])('%s is refused, and told', (_, content, message) => {
  expect(() => loadDenyLists(file(content))).toThrow(message)
})
