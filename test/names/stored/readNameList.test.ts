import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  NameListInvalid,
  readJsonCounts,
  readJsonNames,
  readSimpleRoot,
} from '../../../src/names/stored/readNameList.ts'

function names(text: string): string[] {
  const bytes = Buffer.from(text)
  const found: string[] = []
  readJsonNames(bytes, (start, end) => found.push(bytes.toString('utf8', start, end)))
  return found
}

function counts(text: string): Record<string, number> {
  const bytes = Buffer.from(text)
  const found: Record<string, number> = {}
  readJsonCounts(bytes, (start, end, count) => {
    found[bytes.toString('utf8', start, end)] = count
  })
  return found
}

const name = fc.stringMatching(/^[a-z@][a-z0-9@/._~!-]{0,8}$/)
const space = fc.constantFrom(0, 2, '\t')

describe('lists in JSON', () => {
  test('names come out as they went in, however they are laid out', () => {
    fc.assert(
      fc.property(fc.array(name), space, (list, indent) => {
        expect(names(`${JSON.stringify(list, null, indent)}\n`)).toEqual(list)
      }),
    )
  })

  test('so do counts', () => {
    fc.assert(
      fc.property(fc.dictionary(name, fc.nat()), space, (list, indent) => {
        expect(counts(JSON.stringify(list, null, indent))).toEqual({ ...list })
      }),
    )
  })

  test.each([
    ['nothing', ''],
    ['half a list', '["a", "b"'],
    ['a cut text', '["a", "b'],
    ['a comma too many', '["a",]'],
    ['no comma', '["a" "b"]'],
    ['two lists', '["a"]["b"]'],
    ['another shape', '{"a": 1}'],
    ['something that is no text', '["a", 1]'],
    ['an escape', '["a\\u0062"]'],
  ])('%s is no list of names', (_what, text) => {
    expect(() => names(text)).toThrow(NameListInvalid)
  })

  test.each([
    ['a list', '["a"]'],
    ['half of it', '{"a": 1, "b"'],
    ['a number below zero', '{"a": -1}'],
    ['a fraction', '{"a": 1.5}'],
    ['a text', '{"a": "1"}'],
    ['a number too large', '{"a": 99999999999999999999}'],
  ])('%s is no list of counts', (_what, text) => {
    expect(() => counts(text)).toThrow(NameListInvalid)
  })
})

describe('the root of an index', () => {
  test.each([
    ['relative links', '<html><body><a href="flask/">Flask</a></body></html>'],
    ['absolute paths', "<!DOCTYPE html><body><A class=x HREF='/simple/flask/'>Flask</A></body>\n"],
    ['addresses', '<body><a data-x="1" href="https://i.example/simple/flask/#x">F</a></body>'],
    ['JSON', '{"meta": {"api-version": "1.4"}, "projects": [{"name": "flask"}]}'],
  ])('lists projects in the form of %s', (_form, page) => {
    expect(readSimpleRoot(Buffer.from(page))).toEqual(['flask'])
  })

  test.each([
    ['a page cut short', '<html><body><a href="flask/">Flask</a>'],
    ['JSON cut short', '{"projects": [{"name": "flask"}'],
    ['JSON of something else', '{"message": "no"}'],
    ['a project without a name', '{"projects": [{}]}'],
  ])('%s is refused', (_what, page) => {
    expect(() => readSimpleRoot(Buffer.from(page))).toThrow(NameListInvalid)
  })
})
