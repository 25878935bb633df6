// Each row is a signature, a call, and what is wrong with it.

import { describe, expect, test } from 'vitest'
import { type Misfit, pythonMisfit } from '../../../src/check/follow/fitsPython.ts'
import { typeScriptMisfit } from '../../../src/check/follow/fitsTypeScript.ts'
import { findReferences } from '../../../src/references/findReferences.ts'
import type { CallShape } from '../../../src/references/reference.ts'

function callOf(path: string, code: string): CallShape {
  const reference = findReferences(path, code)?.references.find(({ call }) => call !== null)
  if (!reference?.call) throw new Error(`no call in ${code}`)
  return reference.call
}

function shown(misfit: Misfit | null): string {
  switch (misfit?.kind) {
    case 'keyword':
      return `no ${misfit.name}`
    case 'too_many':
      return `${misfit.given} > ${misfit.most}`
    case 'missing':
      return `without ${misfit.names.join(' ')}`
    case 'twice':
      return `${misfit.name} twice`
    default:
      return 'fits'
  }
}

const PYTHON = [
  { signature: '(a, b=1)', call: 'f(1)', expected: 'fits' },
  { signature: '(a, b=1)', call: 'f()', expected: 'without a' },
  { signature: '(a, b=1)', call: 'f(1, 2, 3)', expected: '3 > 2' },
  { signature: '(a, b=1)', call: 'f(1, c=2)', expected: 'no c' },
  { signature: '(a, b=1)', call: 'f(1, a=2)', expected: 'a twice' },
  { signature: '(a, b=1)', call: 'f(b=2, a=1)', expected: 'fits' },
  { signature: '(a, b=1)', call: 'f(*x)', expected: 'fits' },
  { signature: '(a, b=1)', call: 'f(*x, c=1)', expected: 'no c' },
  { signature: '(a, b=1)', call: 'f(**x)', expected: 'fits' },
  { signature: '(a, **kwargs)', call: 'f(1, c=2)', expected: 'fits' },
  { signature: '(*, a, b=0) ; (*, b=0, c=0)', call: 'f(b=1, c=2)', expected: 'fits' },
  { signature: '(*, a, b=0) ; (*, a, c=0)', call: 'f(b=1, c=2)', expected: 'fits' },
  { signature: '(*, a, b=0) ; (*, b=0, c=0)', call: 'f(b=1, d=2)', expected: 'no d' },
  { signature: '(x, *, a) ; (x, *, b)', call: 'f(1, c=2)', expected: 'no c' },
  { signature: '(*args: int)', call: 'f(1, 2, 3)', expected: 'fits' },
  { signature: '(a, /, b)', call: 'f(a=1, b=2)', expected: 'no a' },
  { signature: '(a, /, **k)', call: 'f(1, a=2)', expected: 'fits' },
  { signature: '(a, *, b)', call: 'f(1, 2)', expected: '2 > 1' },
  { signature: '(a, *, b)', call: 'f(1)', expected: 'without b' },
  { signature: '(a) ; (a, b)', call: 'f(1, 2)', expected: 'fits' },
  { signature: '(a) ; (a, b)', call: 'f(1, 2, 3)', expected: '3 > 1' },
  { signature: 'async (a: dict[str, int] = {}) -> None', call: 'f(1, 2)', expected: '2 > 1' },
  { signature: 'no signature', call: 'f(1, 2)', expected: 'fits' },
]

const METHODS = [
  { rule: 'self is filled in', signature: '(self, a)', call: 'f(1)', expected: 'fits' },
  { rule: 'and is no keyword', signature: '(self, a)', call: 'f(1, 2)', expected: '2 > 1' },
  { rule: 'a static method has none', signature: '(a, b)', call: 'f(1, 2)', expected: 'fits' },
  { rule: 'or calls it otherwise', signature: '(it, b)', call: 'f(1)', expected: 'fits' },
  { rule: 'neither way', signature: '(it, b)', call: 'f(1, 2, 3)', expected: '3 > 1' },
  { rule: 'everything', signature: '(*args, **kwargs)', call: 'f(1, b=2)', expected: 'fits' },
]

const TYPESCRIPT = [
  { signature: '(string, number?) => void', call: 'f(1)', expected: 'fits' },
  { signature: '(string, number?) => void', call: 'f()', expected: 'without 1 argument' },
  { signature: '(string, number?) => void', call: 'f(1, 2, 3)', expected: '3 > 2' },
  { signature: '(string, number?) => void', call: 'f(...x)', expected: 'fits' },
  { signature: '(string, ...Array<any>) => void', call: 'f(1, 2, 3)', expected: 'fits' },
  { signature: '(string) => A; (string, string) => B', call: 'f(1, 2)', expected: 'fits' },
  { signature: '(string) => A; (string, string) => B', call: 'f(1, 2, 3)', expected: '3 > 2' },
  { signature: '<T0>((T0) => void, T0) => T0', call: 'f()', expected: 'without 1 argument' },
  { signature: '(ResolveType<T>) => this', call: 'f()', expected: 'fits' },
  { signature: '(ResolveType<T>) => this', call: 'f(1, 2)', expected: '2 > 1' },
  { signature: '(Array<T>) => void', call: 'f()', expected: 'without 1 argument' },
  { signature: '(Repository<User>) => void', call: 'f()', expected: 'without 1 argument' },
  { signature: '(this: X, string) => A', call: 'f(1, 2)', expected: '2 > 1' },
  { signature: '(string | undefined) => A', call: 'f()', expected: 'fits' },
  { signature: 'class new (string, string?)', call: 'new f()', expected: 'without 1 argument' },
  { signature: 'class<T0> new (T0?) extends B<T0>', call: 'new f(1, 2)', expected: '2 > 1' },
  { signature: 'class extends B', call: 'new f(1, 2)', expected: 'fits' },
  { signature: 'static (string) => A', call: 'f(1, 2)', expected: '2 > 1' },
  { signature: 'readonly this', call: 'f(1, 2)', expected: 'fits' },
]

describe('calls of Python', () => {
  test.each(PYTHON)('$signature of $call: $expected', ({ signature, call, expected }) => {
    const shape = callOf('a.py', `from x import f\n${call}`)
    expect(shown(pythonMisfit(signature, shape, 'plain'))).toBe(expected)
  })

  test.each(METHODS)('$rule: $signature of $call', ({ signature, call, expected }) => {
    const shape = callOf('a.py', `from x import f\n${call}`)
    expect(shown(pythonMisfit(signature, shape, 'instance'))).toBe(expected)
  })
})

describe('calls of TypeScript', () => {
  test.each(TYPESCRIPT)('$signature of $call: $expected', ({ signature, call, expected }) => {
    const shape = callOf('a.ts', `import { f } from 'x'\n${call}`)
    expect(shown(typeScriptMisfit(signature, shape))).toBe(expected)
  })
})

test('however many signatures were read before, each is read to its end', () => {
  const none = callOf('a.ts', "import { f } from 'p'\nf()")
  for (let one = 0; one < 4_000; one += 1) {
    typeScriptMisfit(`(${'string | number | boolean, '.repeat(8)}C${one}) => void`, none)
  }
  expect(shown(typeScriptMisfit('(undefined | string) => void', none))).toBe('fits')
})
