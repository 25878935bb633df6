import { describe, expect, test } from 'vitest'
import {
  identifierWords,
  isIdle,
  sameAs,
  stem,
  wordsOf,
} from '../../../src/services/research/words.ts'

describe('words', () => {
  test.each([
    ['getHTTPResponse', ['get', 'http', 'respons']],
    ['read_csv', ['read', 'csv']],
    ['XMLParser', ['xml', 'parser']],
    ['base64', ['base', '64']],
    ['Parses string as toml', ['pars', 'string', 'as', 'toml']],
    ['', []],
    ['größe', ['gr', 'öß', 'e']],
  ])('%s', (text, words) => {
    expect(wordsOf(text)).toEqual(words)
  })

  test('an identifier is also one word, so that spellings meet', () => {
    const [a, b, c] = ['DataFrame', 'data_frame', 'dataframe'].map((text) => identifierWords(text))
    const shared = a?.filter((word) => b?.includes(word) && c?.includes(word))
    expect(shared).toHaveLength(1)
  })

  test.each([
    ['parse', 'parsing', 'parsed', 'parses'],
    ['retry', 'retries'],
    ['stop', 'stopping', 'stopped', 'stops'],
    ['class', 'classes'],
    ['box', 'boxes'],
    ['match', 'matches', 'matching'],
  ])('%s and its forms are one word', (...forms) => {
    expect(new Set(forms.map((form) => stem(form))).size).toBe(1)
  })

  test('words for one another count, but not a word for itself', () => {
    expect(sameAs(stem('parse'))).toContain(stem('load'))
    expect(sameAs(stem('parse'))).not.toContain(stem('parse'))
    expect(sameAs('nothingknown')).toEqual([])
  })

  test('words that say nothing', () => {
    expect(['how', 'do', 'using', 'python'].every((word) => isIdle(stem(word)))).toBe(true)
    expect(isIdle(stem('timeout'))).toBe(false)
  })
})
