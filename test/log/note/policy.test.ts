// Files after C2SP tlog-policy.

import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { parsePolicy } from '../../../src/log/note/policy.ts'
import { noteSigner, writeKey } from '../../../src/log/note/verifierKey.ts'

const seed = (text: string) => createHash('sha256').update(text).digest()
const log = noteSigner('log.example/one', 'note', seed('log')).key
const named = (name: string) => noteSigner(`witness.example/${name}`, 'cosignature', seed(name)).key
const [x1, x2, x3, y1] = [named('x1'), named('x2'), named('x3'), named('y1')]

const LINES = [
  `log ${writeKey(log)} https://log.example`,
  `witness X1 ${writeKey(x1)}`,
  `witness X2 ${writeKey(x2)} https://x2.example/w`,
  `  witness\tX3 ${writeKey(x3)}  `,
  'group X 2 X1 X2 X3',
  '# Another organization.',
  `witness Y1 ${writeKey(y1)}`,
  '',
  'group both all X Y1',
  'quorum both',
]

function policyOf(lines: readonly string[]) {
  const parsed = parsePolicy(`${lines.join('\n')}\n`)
  if (!parsed.ok) throw new Error(parsed.fault)
  return parsed.policy
}

describe('a policy', () => {
  test('names logs and witnesses with their addresses', () => {
    const { logs, witnesses } = policyOf(LINES)
    expect(logs).toEqual([{ key: log, url: 'https://log.example' }])
    expect(witnesses.map(({ name, url }) => [name, url])).toEqual([
      ['X1', null],
      ['X2', 'https://x2.example/w'],
      ['X3', null],
      ['Y1', null],
    ])
  })

  test('is met by as many witnesses of each group as it takes', () => {
    const { isMet } = policyOf(LINES)
    expect(isMet([x1, x3, y1])).toBe(true)
    expect(isMet([x1, x2, x3])).toBe(false)
    expect(isMet([x1, y1])).toBe(false)
    expect(isMet([x1, x1, y1])).toBe(false)
    expect(isMet([])).toBe(false)
  })

  test('may take one witness, any of a group, or none', () => {
    const [, first = '', second = ''] = LINES
    expect(policyOf([first, 'quorum X1']).isMet([x1])).toBe(true)
    expect(policyOf([first, 'quorum X1']).isMet([x2])).toBe(false)
    expect(policyOf([first, second, 'group g any X1 X2', 'quorum g']).isMet([x2])).toBe(true)
    expect(policyOf(['quorum none']).isMet([])).toBe(true)
  })

  test('does not take the same bytes under another name for the witness', () => {
    const twin = noteSigner('witness.example/other', 'cosignature', seed('x1')).key
    expect(policyOf([LINES[1] ?? '', 'quorum X1']).isMet([twin])).toBe(false)
  })
})

describe('what is no policy', () => {
  const one = `witness X1 ${writeKey(x1)}`
  test.each([
    [[], 'there is no line `quorum`'],
    [[one], 'there is no line `quorum`'],
    [['quorum X1', one], 'line 1: `X1` is in no line above'],
    [[one, one, 'quorum X1'], 'line 2: `X1` is there twice'],
    [[one, `witness again ${writeKey(x1)}`], 'line 2: this key is there twice'],
    [[`witness none ${writeKey(x1)}`], 'line 1: `none` is no name for a witness or a group'],
    [[`witness X1 ${writeKey(log)}`], 'line 1: this is not the key of a witness'],
    [[`log ${writeKey(x1)}`], 'line 1: this is not the key of a log'],
    [[one, 'group g 2 X1'], 'line 2: 2 of 1 cannot be'],
    [[one, 'group g 0 X1'], 'line 2: a group takes `all`, `any` or a number from 1 on'],
    [[one, 'group g all'], 'line 2: it takes `group <name> <all, any or a number> <name>…`'],
    [[one, 'group g any X1', 'group h any X1'], 'line 3: `X1` is a member already'],
    [[one, 'group g any X1 X1'], 'line 2: `X1` is a member already'],
    [['quorum none', 'quorum none'], 'line 2: there is a quorum already'],
    [['quorum'], 'line 1: it takes `quorum <name, or none>`'],
    [['quorums none'], 'line 1: it begins with none of log, witness, group and quorum'],
    [['quorum none\r'], 'line 1: it has a control character'],
    [['log x'], 'line 1: this is not the key of a log'],
    [[`${one} a b`], 'line 1: it takes `witness <name> <key> [<address>]`'],
  ])('says what is wrong: %#', (lines, fault) => {
    expect(parsePolicy(lines.join('\n'))).toEqual({ ok: false, fault })
  })
})
