// Which parameters went and came, in words.

import { expect, test } from 'vitest'
import { parameterWords } from '../../src/wire/parameterWords.ts'

const LONG = Array.from({ length: 40 }, (_, i) => `option_${i}: dict[str, int] = {"a,b": ${i}}`)

test.each([
  ['one that is gone', '(url, proxies=None)', '(url)', '`proxies` was removed'],
  ['two that are gone', '(url, a, b)', '(url)', '`a` and `b` were removed'],
  ['one that is new', '(url)', '(url, *, timeout)', '`timeout` is new'],
  ['one for another', '(a: string)', '(b: string)', '`a` was removed, `b` is new'],
  [
    'between seven hundred characters',
    `(self, ${LONG.join(', ')}, proxies=None, **kwargs) -> None`,
    `(self, ${LONG.join(', ')}, **kwargs) -> None`,
    '`proxies` was removed',
  ],
  ['rest and keywords', '(*args, **kwargs)', '(...args)', '`kwargs` was removed'],
  [
    'types with arrows and commas',
    '<T>(run: (a: T, b: Map<string, T>) => void, last?: number) => Promise<T>',
    '<T>(run: (a: T, c: T) => void) => Promise<T>',
    '`last` was removed',
  ],
  ['a coroutine', 'async (a, b)', 'async (a)', '`b` was removed'],
  ['texts with brackets', '(a=")(", b=1)', '(a=")(")', '`b` was removed'],
  ['seven of them', '(a,b,c,d,e,f,g)', '()', '`a`, `b`, `c`, `d`, `e` and 2 more were removed'],
  ['nothing', '(a: string)', '(a: number)', ''],
  ['no call', 'string', 'number', ''],
  ['no signature', null, '(a)', ''],
  ['one that does not end', '(a, b', '(a)', ''],
  ['several ways to call it', '(a: string): void; (b: number): void', '(a: string): void', ''],
])('%s', (_, from, to, words) => {
  expect(parameterWords(from, to)).toBe(words)
})
