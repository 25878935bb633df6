// Names by syntax alone: what runs whenever a file is loaded, and nothing else.

import { parseSync } from 'oxc-parser'
import { expect, test } from 'vitest'
import { writtenNames } from '../../../src/syntax/javascript/writtenNames.ts'

function namesIn(text: string): string[] {
  return [...writtenNames(parseSync('x.js', text).program.body)].sort()
}

test.each([
  ['statements', 'exports.a = 1; module.exports.b = 2; exports["c-d"] = 3', ['a', 'b', 'c-d']],
  ['chains', 'exports.a = exports.b = void 0', ['a', 'b']],
  ['sequences', 'exports.a = 1, exports.b = 2', ['a', 'b']],
  ['definitions', 'Object.defineProperty(exports, "a", { get() {} })', ['a']],
  [
    'what is called at once',
    '(function () { exports.a = 1 })(); !function () { exports.b = 1 }()',
    ['a', 'b'],
  ],
  ['arrows', '(() => { "use strict"; exports.a = 1 })()', ['a']],
  [
    'development',
    'if (process.env.NODE_ENV !== "production") { (function () { exports.a = 1 })() }',
    ['a'],
  ],
  ['the same', '"production" !== process.env.NODE_ENV && (function () { exports.a = 1 })()', ['a']],
  [
    'what is put in place',
    'exports.a = 1; module.exports = f; module.exports.b = 1; exports.c = 1',
    ['b'],
  ],
])('%s', (_, text, names) => {
  expect(namesIn(text)).toEqual(names)
})

test.each([
  [
    'functions that somebody may call',
    'function f() { exports.a = 1 } var g = function () { exports.b = 1 }',
  ],
  ['functions that are given away', 'later(function () { exports.a = 1 })'],
  [
    'modules of a bundle',
    '(function (exports) { exports.a = 1 })({}); (function (e) { exports.b = 1 })(1)',
  ],
  [
    'names that hide',
    '(function () { var exports = {}; exports.a = 1 })(); (() => { function exports() {} exports.b = 1 })()',
  ],
  ['conditions', 'if (x) exports.a = 1; x && (exports.b = 1); for (;;) exports.c = 1'],
  ['production', 'if (process.env.NODE_ENV === "production") exports.a = 1'],
  ['what is behind an end', '(function () { if (x) return; exports.a = 1 })()'],
  [
    'comparisons',
    'exports.a == 1; exports.b += 1; x.exports.c = 1; exports[d] = 1; exports.e.f = 1',
  ],
  ['later', '(async function () { exports.a = 1 })(); (function* () { exports.b = 1 })()'],
])('%s give none', (_, text) => {
  expect(namesIn(text)).toEqual([])
})
