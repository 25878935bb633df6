// Which bodies are one question.

import { expect, test } from 'vitest'
import { sameBytes } from '../../../src/http/request/sameBytes.ts'

const form = (text: string) => Buffer.from(sameBytes(Buffer.from(text))).toString()

test.each([
  ['another order of keys', '{"a":1,"b":{"c":2,"d":3}}', '{"b":{"d":3,"c":2},"a":1}', true],
  ['blanks', '{"a":1}', ' { "a" : 1 }\n', true],
  ['another spelling of a letter', '{"a":"é"}', '{"a":"\\u00e9"}', true],
  ['another value', '{"a":1}', '{"a":2}', false],
  ['another order of a list', '[1,2]', '[2,1]', false],
  ['a text and a number', '{"a":"1"}', '{"a":1}', false],
  ['no JSON', '{"a":', '{"a": ', false],
  ['half a character', '{"a":"\\ud800"}', '{ "a":"\\ud800"}', false],
])('%s', (_, one, other, isSame) => {
  expect(form(one) === form(other)).toBe(isSame)
})

test('a body that is too large is the same where its bytes are', () => {
  const long = `{"b":"${'x'.repeat(2 ** 20)}","a":1}`
  expect(form(long)).toBe(long)
})
