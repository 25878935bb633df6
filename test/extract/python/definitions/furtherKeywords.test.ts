// Which keywords a `**` takes in the end: each row is a module, a name in it, and what is told of it.

import { describe, expect, test } from 'vitest'
import { definitionOf } from '../packageOf.ts'

/** What is called in the end. */
const LAST = 'def last(a, *, timeout=1, verify=True): ...\n'

function told(code: string, name: string, files: Readonly<Record<string, string>> = {}): string {
  const { furtherKeywords } = definitionOf({ 'pkg/__init__.py': code, ...files }, name)
  if (furtherKeywords === undefined) return 'nothing'
  const { keywords, isOfClass } = furtherKeywords
  return `${isOfClass ? 'of the class: ' : ''}${keywords.join(' ')}`
}

const ALL = 'a timeout verify'

const FUNCTIONS = [
  { rule: 'passed on', body: 'return last(1, **kw)', says: ALL },
  {
    rule: 'awaited, in a branch',
    body: 'if kw.get("x"): return await last(**kw)',
    says: `${ALL} x`,
  },
  { rule: 'with a default before', body: 'kw.setdefault("a", 1)\n  last(**kw)', says: ALL },
  { rule: 'with one set before', body: 'kw["a"] = 1\n  last(**kw)', says: ALL },
  { rule: 'with more of them', body: 'kw.update(a=1)\n  last(**kw)', says: ALL },
  { rule: 'one taken out', body: 'b = kw.pop("b", 1)\n  last(**kw)', says: 'a b timeout verify' },
  { rule: 'one asked for', body: 'if "b" in kw: pass\n  last(**kw)', says: 'a b timeout verify' },
  { rule: 'one deleted', body: 'del kw["b"]\n  last(**kw)', says: 'a b timeout verify' },
  { rule: 'whether there are any', body: 'if not kw: return\n  last(**kw)', says: ALL },
  { rule: 'to two', body: 'last(**kw)\n  other(**kw)', says: 'a b timeout verify' },
  {
    rule: 'the rest is refused',
    body: 'kw.pop("b")\n  if kw:\n    raise TypeError(kw)',
    says: 'b',
  },
  { rule: 'a key that is no keyword', body: 'kw.pop("no-word")\n  last(**kw)', says: ALL },
  { rule: 'an error that goes on', body: 'try: last(**kw)\n  except TypeError: raise', says: ALL },
  {
    rule: 'in either branch',
    body: 'return last(**kw) if 1 else other(**kw)',
    says: 'a b timeout verify',
  },
  { rule: 'nothing is done with them', body: 'return 1', says: 'nothing' },
  { rule: 'only looked at', body: 'return kw.get("b")', says: 'nothing' },
  { rule: 'to one that is not known', body: 'from x import y\n  y(**kw)', says: 'nothing' },
  { rule: 'to a builtin', body: 'last(**kw)\n  dict(**kw)', says: 'nothing' },
  { rule: 'handed over whole', body: 'fix(kw)\n  last(**kw)', says: 'nothing' },
  { rule: 'written into a text', body: 'log(f"{kw}")\n  last(**kw)', says: 'nothing' },
  { rule: 'in a dict of its own', body: 'last(**{**kw})', says: 'nothing' },
  { rule: 'put in place of', body: 'kw = clean()\n  last(**kw)', says: 'nothing' },
  { rule: 'any of them taken out', body: 'kw.pop(name)\n  last(**kw)', says: 'nothing' },
  { rule: 'gone through', body: 'for k in kw: pass\n  last(**kw)', says: 'nothing' },
  { rule: 'by an inner function', body: 'def f(): last(**kw)\n  return f', says: 'nothing' },
  { rule: 'by a lambda', body: 'return lambda: last(**kw)', says: 'nothing' },
  { rule: 'with all names', body: 'last(**kw)\n  locals()', says: 'nothing' },
  {
    rule: 'an error that is caught',
    body: 'try: last(**kw)\n  except TypeError: pass',
    says: 'nothing',
  },
  { rule: 'to a parameter', body: 'a(**kw)', says: 'nothing' },
  { rule: 'to itself', body: 'return f(**kw)', says: 'nothing' },
]

test.each(FUNCTIONS)('a function: $rule', ({ body, says }) => {
  const code = `${LAST}def other(b): ...\nasync def f(a, **kw):\n  ${body}\n`
  expect(told(code, 'f')).toBe(says)
})

test('through modules and objects', () => {
  const files = {
    'pkg/sessions.py':
      'class Session:\n  def __enter__(self): return self\n  def request(self, method, url, timeout=1): ...\n  def get(self, url, **kw): return self.request("GET", url, **kw)\n',
    'pkg/api.py':
      'from . import sessions\ndef request(method, url, **kw):\n  with sessions.Session() as session:\n    return session.request(method=method, url=url, **kw)\n',
  }
  const code =
    'from .api import request\nfrom .sessions import Session\ndef get(url, **kw): return request("get", url, **kw)\n'
  expect(told(code, 'get', files)).toBe('method timeout url')
  expect(told(code, 'Session.get', files)).toBe('of the class: method timeout url')
})

const CLASSES = [
  {
    rule: 'a base',
    code: 'class A:\n  def __init__(self, a, b=1): ...\nclass B(A):\n  def __init__(self, c, **kw):\n    super().__init__(**kw)\n',
    says: 'of the class: a b',
  },
  {
    rule: 'a base by its name',
    code: 'class A:\n  def __init__(self, a, b=1): ...\nclass B(A):\n  def __init__(self, c, **kw):\n    A.__init__(self, **kw)\n',
    says: 'of the class: a b',
  },
  {
    rule: 'the next in the order of the class that is asked',
    code: 'class M:\n  def __init__(self, **kw): super().__init__(**kw)\nclass A:\n  def __init__(self, a): ...\nclass B(M, A): ...\n',
    says: 'of the class: a',
  },
  {
    rule: 'nobody',
    code: 'class B:\n  def __init__(self, c, **kw): super().__init__(**kw)\n',
    says: 'of the class: ',
  },
  {
    rule: 'a method that the class has of its own',
    code: 'class A:\n  def __init__(self, **kw): self.start(**kw)\n  def start(self): ...\nclass B(A):\n  def start(self, url): ...\n',
    says: 'of the class: url',
  },
  {
    rule: 'another class',
    code: 'class A:\n  def __init__(self, a): ...\nclass B:\n  def __init__(self, **kw): self.a = A(**kw)\n',
    says: 'a',
  },
  {
    rule: 'a base whose objects are made as usual',
    code: 'class A:\n  def __new__(cls, *args, **kw):\n    one = super().__new__(cls)\n    one._kw = kw\n    return one\n  def __init__(self, *, label=None): ...\nclass B(A):\n  def __init__(self, **kw):\n    self.most = kw.pop("max_length", None)\n    super().__init__(**kw)\n',
    says: 'of the class: label max_length',
  },
  {
    rule: 'a base that may give another object',
    code: 'class A:\n  def __new__(cls, *args, **kw):\n    if kw.pop("many", 0): return cls.many(**kw)\n    return super().__new__(cls)\n  def __init__(self, a): ...\nclass B(A):\n  def __init__(self, **kw): super().__init__(**kw)\n',
    says: 'nothing',
  },
  {
    rule: 'a base that is not known',
    code: 'from x import A\nclass B(A):\n  def __init__(self, **kw): super().__init__(**kw)\n',
    says: 'nothing',
  },
  {
    rule: 'a metaclass that may make it otherwise',
    code: 'class M(type): ...\nclass B(metaclass=M):\n  def __init__(self, **kw): super().__init__(**kw)\n',
    says: 'nothing',
  },
  {
    rule: 'a decorator that may do so',
    code: 'from x import d\nclass A:\n  @d\n  def __init__(self, a): ...\nclass B(A):\n  def __init__(self, **kw): super().__init__(**kw)\n',
    says: 'nothing',
  },
]

describe('a constructor passes them on to', () => {
  test.each(CLASSES)('$rule', ({ code, says }) => {
    expect(told(code, 'B')).toBe(says)
  })
})

test('a decorator that hands on what it is given', () => {
  const decorator = (call: string) =>
    `from functools import wraps\ndef d(func):\n  @wraps(func)\n  def wrapper(*args, **kwargs):\n    return ${call}\n  return wrapper\n`
  const rest = `${LAST}@d\ndef f(**kw): return last(**kw)\n`
  expect(told(`${decorator('func(*args, **kwargs)')}${rest}`, 'f')).toBe(ALL)
  expect(told(`${decorator('other(func, args, kwargs)')}${rest}`, 'f')).toBe('nothing')
})

test('a class makes itself', () => {
  const code =
    'class B:\n  def __init__(self, a): ...\n  @classmethod\n  def of(cls, **kw): return cls(**kw)\n'
  expect(told(code, 'B.of')).toBe('of the class: a')
})
