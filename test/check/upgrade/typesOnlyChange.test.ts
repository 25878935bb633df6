// What a change means to code that no compiler looks at.

import { expect, test } from 'vitest'
import { compiledSources } from '../../../src/check/read/compiledSources.ts'
import { isTypesOnly } from '../../../src/check/upgrade/typesOnlyChange.ts'
import type { Changed } from '../../../src/diff/changedDefinitions.ts'
import { type Reason, severityOf, worst } from '../../../src/diff/reasons.ts'
import type { CallShape } from '../../../src/references/reference.ts'

function changed(previous: string, next: string, ...reasons: readonly Reason[]): Changed {
  const reason = worst(reasons) ?? 'type_changed'
  const severity = severityOf(reason)
  return { symbol: 'a.b', kind: 'function', previous, next, reason, reasons, severity }
}

const CALL: CallShape = { positional: 1, keywords: [], hasSpread: false, hasKeywordSpread: false }

test.each<readonly [string, Changed, CallShape | null, boolean]>([
  ['a type', changed('(string) => void', '(number) => void', 'parameter_type_changed'), null, true],
  ['what it gives', changed('() => 1', '() => 2', 'return_type_changed'), null, true],
  ['a promise', changed('() => 1', '() => Promise<1>', 'return_type_changed'), CALL, false],
  ['another kind', changed('() => 1', '1', 'kind_changed', 'type_changed'), CALL, false],
  [
    'overloads that take as many',
    changed('<T0>(T0?) => T0', '<T0>(T0) => T0; () => undefined', 'overload_removed'),
    null,
    true,
  ],
  [
    'overloads that take fewer, and nobody calls it here',
    changed('(a, b?) => 1; (a) => 1', '(a) => 1', 'overload_removed'),
    null,
    false,
  ],
  [
    'any number that is no longer taken',
    changed('(...Array<any>) => 1', '(a?, b?) => 1; () => 1', 'overload_removed'),
    null,
    false,
  ],
  [
    'a parameter that the call does not give',
    changed('(a, b?) => 1', '(c) => 1', 'parameter_removed', 'parameter_type_changed'),
    CALL,
    true,
  ],
  [
    'one that it may give',
    changed('(a, b?) => 1', '(a) => 1', 'parameter_removed'),
    { ...CALL, hasSpread: true },
    false,
  ],
])('%s', (_, row, call, expected) => {
  expect(isTypesOnly(row, call)).toBe(expected)
})

test.each([
  ['a.js', '// @ts-check\nlet a\n', true],
  ['a.js', '#!/usr/bin/env node\n/* x */\n// @ts-check\nlet a\n', true],
  ['a.mjs', 'let a\n// @ts-check\n', false],
  ['a.cjs', "let a = '@ts-check'\n", false],
  ['a.jsx', '', false],
  ['a.ts', '', true],
  ['a.cts', '', true],
  ['a.py', '', true],
])('%s: %j', (path, content, expected) => {
  expect(compiledSources([{ path, content }])(path)).toBe(expected)
})

test('a configuration may have all JavaScript checked', () => {
  const files = [
    { path: 'a.js', content: '' },
    { path: 'tsconfig.base.json', content: '{"compilerOptions": {"checkJs": true}}' },
  ]
  expect(compiledSources(files)('a.js')).toBe(true)
})
