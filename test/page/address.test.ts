import { describe, expect, test } from 'vitest'
import { isPartOf, readAddress, writeAddress } from '../../src/page/address.ts'

describe('the address of a question', () => {
  test.each([
    ['symbol', { package: '@scope/a b', symbol: 'a.b', version: '1' }],
    ['check', { path: 'main.py', content: 'a = "?#&="\n\n  é 日本\t' }],
    ['package', {}],
  ])('is read as it was written: %s', (id, fields) => {
    expect(readAddress(writeAddress(id, fields) ?? '')).toEqual({ id, fields })
  })

  test('leaves out what is empty', () => {
    expect(writeAddress('symbol', { package: 'a', version: '' })).toBe('#symbol?package=a')
  })

  test('is none where it would be too long', () => {
    expect(writeAddress('check', { content: '#'.repeat(3_000) })).toBeNull()
  })

  test.each([
    ['', { id: '', fields: {} }],
    ['#check', { id: 'check', fields: {} }],
    ['#a?b=c?d', { id: 'a', fields: { b: 'c?d' } }],
  ])('%s is read', (hash, expected) => {
    expect(readAddress(hash)).toEqual(expected)
  })

  test('a question is part of one that says more', () => {
    expect(isPartOf({ name: 'a' }, { name: 'a', ecosystem: 'npm' })).toBe(true)
    expect(isPartOf({ name: 'a' }, { name: 'b', ecosystem: 'npm' })).toBe(false)
  })
})
