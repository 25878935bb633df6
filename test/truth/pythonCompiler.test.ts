// What the compiler is said to refuse, put to CPython itself: each statement in each surrounding.

import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { pythonSyntax } from '../../src/syntax/python/grammar/parsesAsPython.ts'
import { compilerCases } from '../syntax/python/grammar/compilerCases.ts'

/** Whether each text compiles; null where the grammar of this release does not take it. */
const SCRIPT = `
import ast, json, sys, warnings
warnings.simplefilter("ignore")

def compiles(text):
    try:
        ast.parse(text)
    except SyntaxError:
        return None
    try:
        compile(text, "case", "exec", dont_inherit=True)
        return True
    except SyntaxError:
        return False

print(json.dumps([compiles(text) for text in json.load(sys.stdin)]))
`

/**
 * Bindings of `nonlocal` and `:=`, `yield` in comprehensions: the rules do not speak of them. Releases
 * before 3.12 took a module of the package for `__future__`.
 */
const NOT_LOOKED_AT = /nonlocal|:=|\.__future__|\[\(yield\) for|^f"doc"/m

test('nothing is refused that CPython compiles, and what it refuses is refused', () => {
  const cases = compilerCases()
  const input = JSON.stringify(cases)
  const told: readonly (boolean | null)[] = JSON.parse(
    execFileSync('python3', ['-c', SCRIPT], { encoding: 'utf8', input, maxBuffer: 1 << 26 }),
  )
  const taken = cases.map((text) => {
    const syntax = pythonSyntax(text)
    return syntax.state === 'python' ? syntax.refusal === null : null
  })
  const of = (wanted: boolean, ours: boolean) =>
    cases.filter((_, place) => told[place] === wanted && taken[place] === ours)
  expect(of(true, false)).toEqual([])
  expect(of(false, true).filter((text) => !NOT_LOOKED_AT.test(text))).toEqual([])
  expect(of(false, false).length).toBeGreaterThan(1_000)
})
