import { expect, test } from 'vitest'
import { wantsJsonOver } from '../../../src/http/request/accept.ts'

test.each([
  ['nothing', '', false],
  ['anything', '*/*', false],
  [
    'what a browser sends',
    'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
    false,
  ],
  ['JSON', 'application/json', true],
  ['JSON in capitals', 'Application/JSON', true],
  ['JSON before anything', 'application/json, text/plain, */*', true],
  ['JSON in UTF-8', 'application/json; charset=utf-8', true],
  ['JSON and HTML alike', 'application/json, text/html', false],
  ['JSON rather than HTML', 'application/json, text/html;q=0.5', true],
  ['HTML rather than JSON', 'application/json;q=0.5, text/html', false],
  ['HTML refused', 'application/json;q=0.1, text/html;q=0', true],
  ['JSON refused', 'application/json;q=0', false],
  ['JSON refused at length', 'application/json ; Q=0.000, */*', false],
  ['JSON with a weight that nobody can read', 'application/json;q=high', true],
  ['another kind of JSON', 'application/ld+json', false],
  ['JSON within another word', 'application/json-seq', false],
])('%s: %s', (_, accept, expected) => {
  expect(wantsJsonOver(accept)).toBe(expected)
})
