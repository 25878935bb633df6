// Keywords that a `**` passes on, from the source of a package to what a check says of a call.

import { expect, test } from 'vitest'
import { checkCode } from '../../../src/check/checkCode.ts'
import { tableOf } from '../../extract/python/packageOf.ts'
import { openedPackage } from '../openedPackage.ts'
import { SMALL_WORLD, shown } from '../smallWorld.ts'

const WEB = `
from functools import wraps
class Session:
  def request(self, method, url, timeout=1, verify=True): ...
  def get(self, url, **kw): return self.request("GET", url, **kw)
class Cached(Session):
  def request(self, method, url, timeout=1, verify=True, fresh=False): ...
class Client:
  def __init__(self, base, **kw): self.session = Options(**kw)
class Options:
  def __init__(self, retries=1): ...
def get(url, **kw):
  session = Session()
  return session.get(url, **kw)
def session() -> Session: ...
def optional(func):
  @wraps(func)
  def wrapper(url=None, *args, **kw): return func(url, *args, **kw)
  return wrapper
@optional
def fetch(url): ...
def anything(url, **kw): return open(url, **kw)
def _one(a=1): ...
def wrapped(**kw): return _one(**kw)
_one = optional(_one)
if FAST:
  def _two(a=1): ...
else:
  def _two(b=1): ...
def chosen(**kw): return _two(**kw)
def refusing(**kw):
  if kw:
    if "old" in kw: return None
    raise TypeError(kw)
def strict(isStrict=False, **kw):
  if isStrict:
    if kw: raise TypeError
`

async function said(code: string): Promise<readonly string[]> {
  const table = tableOf({ 'web/__init__.py': WEB })
  const { findings } = await checkCode(
    { files: [{ path: 'a.py', content: code }] },
    { ...SMALL_WORLD, tables: async () => openedPackage('web', table) },
  )
  return findings.map(shown)
}

test.each([
  { rule: 'one that is taken', code: 'web.get("u", timeout=1, verify=False)', says: [] },
  {
    rule: 'one that nobody takes',
    code: 'web.get("u", retries=3)',
    says: ['2:14 call_does_not_fit web.get'],
  },
  {
    rule: 'a slip',
    code: 'web.get("u", timeot=3)',
    says: ['2:14 call_does_not_fit web.get -> timeout'],
  },
  {
    rule: 'of a constructor',
    code: 'web.Client("b", retry=1)\nweb.Client("b", retries=1)',
    says: ['2:17 call_does_not_fit web.Client'],
  },
  {
    rule: 'of a method of an object that is made on the spot',
    code: 'web.Session().get("u", stream=True)',
    says: ['2:24 call_does_not_fit web.Session.get'],
  },
  {
    rule: 'of one that is only declared slips alone',
    code: 'web.session().get("u", fresh=True)\nweb.session().get("u", verfy=True)',
    says: ['3:24 call_does_not_fit web.Session.get -> verify'],
  },
  { rule: 'of a class that inherits it', code: 'web.Cached().get("u", fresh=True)', says: [] },
  { rule: 'nothing is known', code: 'web.anything("u", whatever=True)', says: [] },
  { rule: 'a decorator takes other arguments', code: 'web.fetch()', says: [] },
  { rule: 'any number of them', code: 'web.get("u", **more)', says: [] },
])('$rule', async ({ code, says }) => {
  expect(await said(`import web\n${code}\n`)).toEqual(says)
})

test('where another function may be meant, or some pass, nothing is said', async () => {
  const code =
    'import web\nweb.wrapped(x=1)\nweb.chosen(x=1)\nweb.refusing(old=1)\nweb.strict(x=1)\n'
  expect(await said(code)).toEqual([])
})
