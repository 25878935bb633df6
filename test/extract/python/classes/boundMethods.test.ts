// Methods that a name holds together with their object.

import { describe, expect, test } from 'vitest'
import { definitionOf, type Files } from '../packageOf.ts'

const init = (text: string, more: Files = {}): Files => ({ 'pkg/__init__.py': text, ...more })

const stub = (text: string): Files => ({ 'pkg/__init__.pyi': text, 'pkg/__init__.so': '' })

const signatureOf = (files: Files, path: string) => definitionOf(files, path).signature

describe('methods together with their object', () => {
  const api = `
class Api:
    def get(self, url, *, wait=1): "Gets."
    @classmethod
    def make(cls, a): ...
    @staticmethod
    def plain(a): ...
    @property
    def size(self) -> int: ...
`
  test.each([
    ['of an object that has a name', 'api = Api()\nget = api.get', '(url, *, wait=1)'],
    ['of one that has none', 'get = Api().get', '(url, *, wait=1)'],
    ['an alias of an alias', 'api = Api()\nfirst = api.get\nget = first', '(url, *, wait=1)'],
    ['a class method', 'api = Api()\nget = api.make', '(a)'],
    ['a static method', 'api = Api()\nget = api.plain', '(a)'],
    ['of the class itself', 'get = Api.get', '(self, url, *, wait=1)'],
  ])('%s', (_, text, expected) => {
    expect(signatureOf(init(`${api}${text}`), 'get')).toBe(expected)
  })

  test('it is a function of its own', () => {
    const files = init(`${api}api = Api()\nget = api.get`)
    expect(definitionOf(files, 'get')).toMatchObject({
      module: 'pkg',
      name: 'get',
      kind: 'function',
      doc: 'Gets.',
    })
    expect(definitionOf(files, 'Api.get').kind).toBe('method')
  })

  test('a property of an object is a value', () => {
    expect(definitionOf(init(`${api}api = Api()\nsize = api.size`), 'size').kind).not.toBe(
      'function',
    )
  })

  test('of what a stub declares', () => {
    const text = 'class Api:\n    def get(self, url): ...\n_api: Api\nget = _api.get'
    expect(definitionOf(stub(text), 'get')).toMatchObject({ kind: 'function', signature: '(url)' })
  })

  test('a name that is made of itself ends', () => {
    const files = init('class A:\n    def get(self): ...\na = a()\nget = get.get\nb = b.get')
    expect(definitionOf(files, 'get').kind).toBe('constant')
  })
})
