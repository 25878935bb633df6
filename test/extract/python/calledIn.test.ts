// Words before brackets, found without an expression that is tried at each place: the same ones.

import { expect, test } from 'vitest'
import { calledIn, pathBefore } from '../../../src/extract/python/model/calledIn.ts'

const TEXTS = [
  'f(a, g(b))',
  'a.b.c(d).e(f)',
  'a.b.c.d.e.f.g(1)',
  '(x)[0](y) ()',
  'über(a) \u00e9f(b) _1(c)',
  '@one.two(three)\ndef four(five): pass',
  'a..b(c) .d(e) 1.5.f(g)',
  'no call at all',
]

test.each(TEXTS)('%s', (text) => {
  const expected = Array.from(text.matchAll(/((?:\w+\.){0,5})(\w+)\(/g), ([all, path, name]) => ({
    path,
    name,
    all,
  }))
  const found = Array.from(calledIn(text), ({ name, start, end }) => {
    const path = pathBefore(text, start)
    return { path, name, all: text.slice(start - path.length, end) }
  })
  expect(found).toEqual(expected)
})
