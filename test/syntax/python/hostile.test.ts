// Whatever a file holds, reading it ends soon and without an exception. Times are not asserted: a
// quadratic reader would run into the test's limit on these sizes.

import { describe, expect, test } from 'vitest'
import { expressionText } from '../../../src/syntax/python/expressionText.ts'
import { parseExpression } from '../../../src/syntax/python/parseExpression.ts'
import { parseBlock, parsePython } from '../../../src/syntax/python/parsePython.ts'
import type { Statement } from '../../../src/syntax/python/syntax.ts'

const MEGABYTE = 1_000_000

function filled(piece: string): string {
  return piece.repeat(Math.ceil(MEGABYTE / piece.length))
}

/** Reads all there is to read, so that lazy parts cannot hide a failure. */
function readAll(source: string): number {
  const file = parsePython(source)
  let count = file.doc?.length ?? 0
  const visit = (statements: readonly Statement[], depth: number): void => {
    for (const statement of statements) {
      count++
      if (statement.kind === 'def' && depth < 3) {
        count += statement.doc?.length ?? 0
        for (const parameter of statement.parameters) {
          if (parameter.default !== null) expressionText(file.text, parameter.default)
        }
        visit(parseBlock(file, statement.body.span, statement.body.line), depth + 1)
      } else if (statement.kind === 'class') {
        count += statement.doc?.length ?? 0
        for (const { value } of statement.arguments) parseExpression(file.text, value)
        visit(statement.body, depth)
      } else if (statement.kind === 'assign') {
        count += statement.doc?.length ?? 0
        if (statement.value !== null) {
          parseExpression(file.text, statement.value)
          expressionText(file.text, statement.value)
        }
      } else if (statement.kind === 'if') {
        for (const { body } of statement.branches) visit(body, depth)
      } else if (statement.kind === 'expression') parseExpression(file.text, statement.value)
    }
  }
  visit(file.body, 0)
  return count
}

describe('hostile files', () => {
  test.each([
    ['brackets without an end', `x = ${'('.repeat(100_000)}`],
    ['deep brackets', `x = ${'('.repeat(100_000)}${')'.repeat(100_000)}`],
    ['deep brackets of all kinds', `x = ${'[{('.repeat(50_000)}1${')}]'.repeat(50_000)}`],
    ['deep calls', `x = ${'f('.repeat(100_000)}${')'.repeat(100_000)}`],
    ['chains of calls', `x = f${'()'.repeat(200_000)}`],
    ['chains within brackets', `x = ${'('.repeat(300)}a${`${'.b'.repeat(900)})`.repeat(300)}`],
    ['chains of operators', `x = ${filled('1 + ')}1`],
    ['chains of powers', `x = ${filled('1 ** ')}1`],
    ['chains of or', `x = ${filled('a or ')}b`],
    ['signs', `x = ${filled('-')}1`],
    ['nots', `x = ${filled('not ')}1`],
    ['conditionals', `x = ${filled('a if b else ')}c`],
    ['lambdas', `x = ${filled('lambda: ')}c`],
    ['lambdas in lambdas', `x = ${filled('lambda a=')}c`],
    ['a long number', `x = ${filled('9')}`],
    ['a long name', `${filled('a')} = 1`],
    ['a long string', `x = "${filled('a')}"`],
    ['escapes', `x = "${filled('\\x41')}"`],
    ['backslashes', `x = """${filled('\\"""')}`],
    ['backslashes over lines', filled('\\"""\n')],
    ['open triple quotes', filled('"""\n\'\'\'\n')],
    ['open quotes', filled('"\n')],
    ['open f-strings', filled("f'{\n")],
    ['open f-strings in a line', filled("f'{")],
    ['f-strings in f-strings', `x = ${"f'{".repeat(10_000)}`],
    ['formats in formats', `x = f'${'{a:'.repeat(100_000)}${'}'.repeat(100_000)}'`],
    ['an open bracket in each line', filled('x = (\n')],
    ['an open bracket in each declaration', filled('def f(\n')],
    ['headers in a line', filled('if a: ')],
    ['headers in a line of a function', `def f():\n  ${filled('if a: ')}`],
    ['semicolons', filled(';')],
    ['statements in a line', filled('a=1;')],
    ['colons', filled(':')],
    ['equals signs', filled('a=')],
    ['lambdas with equals signs', `x = ${filled('lambda a=1: ')}0`],
    ['attributes without end', `def f(self):\n  ${filled('self.a = ')}1`],
    ['tuples of attributes', `def f(self):\n  ${filled('(self.a, ')}`],
    ['decorators', filled('@a\n')],
    ['continuations', filled('\\\n')],
    ['blank lines', filled(' \n')],
    ['classes inside classes', stairs('class A:')],
    ['ifs inside ifs', stairs('if a:')],
    ['functions inside functions', stairs('def f():')],
    ['parameters', `def f(${filled('a,')}): pass`],
    ['stars', `def f(${filled('*')}): pass`],
    ['imports', `from a import (${filled('b,')})`],
    ['dots', `from ${filled('.')} import a`],
    ['elifs', `if a: b\n${filled('elif c: d\n')}`],
    ['yields in text', `def f():\n  "yield"\n${filled('  "arn"\n')}`],
    ['zero bytes', filled('\0')],
    ['half characters', filled('\ud800')],
    ['strings in headers', filled('def f(a="""b""", c=1): pass\n')],
  ])('%s', (_, source) => {
    expect(readAll(source)).toBeGreaterThanOrEqual(0)
  })
})

function stairs(header: string): string {
  let source = ''
  for (let i = 0; i < 1200; i++) source += `${' '.repeat(i)}${header}\n`
  return source
}

const SAMPLE = `#!/usr/bin/env python
"""Module doc."""
from __future__ import annotations
import os, sys as system
from .a import (b, c as d)

__all__ = ["A", 'f'] + list(map(str, x))
if TYPE_CHECKING:
    from typing import Any
else:
    Any = object

@dataclass(frozen=True)
class A[T](B, metaclass=M):
    '''Doc of A.'''
    x: int = field(default=f"{y!r:>{w}}")
    def __init__(self, a, /, b: str = "x", *args, c=lambda q: q, **kw) -> None:
        self.a, self.b = a, b
        try:
            yield {k: v for k, v in kw.items()}
        except (E, F) as e:
            raise G from e

    async def g(self): ...

match x:
    case {"a": 1}: pass
`

describe('damaged files', () => {
  test('any change to a file leaves it readable', () => {
    // A small generator of its own, so that the same files are tried each time.
    let state = 12345
    const next = (below: number): number => {
      state = (Math.imul(state, 1103515245) + 12345) >>> 0
      return (state >>> 8) % below
    }
    const signs = '()[]{}"\'\\\n#:;=,.*@ \tfrb\'\'\'"""0aé\r\f{}'
    for (let round = 0; round < 4000; round++) {
      let source = SAMPLE
      for (let edit = 0; edit <= round % 5; edit++) {
        const at = next(source.length)
        const length = next(4) === 0 ? next(40) : next(3)
        const put =
          next(3) === 0 ? SAMPLE.slice(at / 2, at / 2 + next(30)) : signs.charAt(next(signs.length))
        source = source.slice(0, at) + put + source.slice(at + length)
      }
      readAll(source)
    }
  })

  test('a file cut anywhere is readable', () => {
    for (let end = 0; end <= SAMPLE.length; end++) readAll(SAMPLE.slice(0, end))
  })
})
