// RFC 9535: rows of our own. The compliance suite was run over it once: docs/reference/verify.md
// has the figures.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Beyond } from '../../../src/services/oracle/budget.ts'
import { pointerOf } from '../../../src/services/oracle/jsonText.ts'
import { findByPath } from '../../../src/services/oracle/path/findByPath.ts'

function found(path: string, value: unknown): readonly string[] | 'beyond' {
  try {
    return findByPath(path, value).map((node) => pointerOf(node.path))
  } catch (error) {
    if (error instanceof Beyond) return 'beyond'
    throw error
  }
}

const DOC = {
  a: [{ n: 1, s: 'x' }, { n: 2, s: 'yy' }, { n: 3 }],
  b: { a: { n: 4 }, 'c d': null },
  '😀': 1,
}

describe('what a path finds', () => {
  test.each([
    ['$', ['']],
    ['$.a[0].n', ['/a/0/n']],
    ["$['b']['c d']", ['/b/c d']],
    ['$.a[-1]', ['/a/2']],
    ['$.a[1:]', ['/a/1', '/a/2']],
    ['$.a[::-1]', ['/a/2', '/a/1', '/a/0']],
    ['$.a[::0]', []],
    ['$..n', ['/a/0/n', '/a/1/n', '/a/2/n', '/b/a/n']],
    ['$.a[?@.n>1]', ['/a/1', '/a/2']],
    ['$.a[?@.s]', ['/a/0', '/a/1']],
    ['$.a[?!@.s]', ['/a/2']],
    ['$.a[?@.n==1||@.n==3&&!@.s]', ['/a/0', '/a/2']],
    ['$.a[?length(@.s)==2]', ['/a/1']],
    ['$.a[?count(@.*)==1]', ['/a/2']],
    ["$.a[?match(@.s,'y+')]", ['/a/1']],
    ["$.a[?search(@.s,'x|y')]", ['/a/0', '/a/1']],
    ["$.a[?match(@.s,'(')]", 'beyond'],
    ["$.a[?match(@.s,'\\\\d')]", []],
    ['$.a[?value(@..n)==3]', ['/a/2']],
    ['$.a[?@.n==$.b.a.n]', []],
    ['$.😀', ['/😀']],
    ['$.constructor', []],
    ['$.a.length', []],
    ['$.nothing', []],
  ])('%s', (path, expected) => {
    expect(found(path, DOC)).toEqual(expected)
  })
})

describe('what is no path', () => {
  test.each([
    '',
    'a',
    '@',
    '$.',
    '$ ',
    '$..',
    '$[',
    '$[01]',
    '$[-0]',
    '$[9007199254740992]',
    '$[1,]',
    '$.a b',
    "$['\\x']",
    '$[?@.a==@.*]',
    '$[?length(@.a)]',
    '$[?match(@.a)]',
    '$[?count(1)==1]',
    '$[?none(@.a)]',
    '$[?(@.a]',
    `$${'[?@'.repeat(200)}${']'.repeat(200)}`,
    `$${'.a'.repeat(1_000)}`,
  ])('%s', (path) => {
    expect(found(path, DOC)).toBe('beyond')
  })
})

test('a member named __proto__ is a member', () => {
  expect(found('$.__proto__.a', JSON.parse('{"__proto__":{"a":1}}'))).toEqual(['/__proto__/a'])
  expect(found('$.__proto__', {})).toEqual([])
})

describe('what has no end of nodes is not told', () => {
  const deep = JSON.parse(`${'['.repeat(60)}${']'.repeat(60)}`)
  const wide = Array.from({ length: 600 }, (_, i) => ({ i, s: 'x'.repeat(2_000) }))
  test.each([
    ['$..*..*..*..*', deep],
    ['$[?$[?$[?@.i==1]]]', wide],
    ['$..[?$..[?@.i>0]]', wide],
    ['$[?length($[0].s)>1&&length($[1].s)>1&&$[2].s==$[3].s&&$[4].s<$[5].s]', wide],
  ])('%s', (path, value) => {
    expect(found(path, value)).toBe('beyond')
  })
})

test('whatever is written, it is a path or it is none', () => {
  const part = fc.constantFrom(
    '$',
    '@',
    '.',
    '..',
    '*',
    '[',
    ']',
    '?',
    '(',
    ')',
    "'a'",
    '"',
    'a',
    '1',
    '-',
    ':',
    ',',
    '==',
    '<',
    '&&',
    '||',
    '!',
    'length(',
    'match(',
    ' ',
    '\ud800',
    '\\u0041',
  )
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
      found(`$${parts.join('')}`, DOC)
    }),
    { numRuns: 2_000 },
  )
})
