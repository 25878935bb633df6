// What a body binds on ways that may not be taken.

import { describe, expect, test } from 'vitest'
import { entryOf, type Files, publicNames } from '../packageOf.ts'

const init = (text: string, more: Files = {}): Files => ({ 'pkg/__init__.py': text, ...more })

describe('imports on a way that may not be taken', () => {
  const guarded = 'from os import environ\nif environ.get("X"):\n    from pkg.b import Thing\n'
  const b = { 'pkg/b.py': 'class Thing: pass\n' }

  test('are for the own use of a module', () => {
    const files = { 'pkg/__init__.py': '', 'pkg/a.py': `${guarded}    def own(): pass\n`, ...b }
    expect(entryOf(files, 'Thing', 'pkg.a').isPublic).toBe(false)
    expect(publicNames(files, 'pkg.a')).toEqual(['own'])
  })

  test('are passed on by a package, or where they are listed', () => {
    expect(publicNames({ 'pkg/__init__.py': guarded, ...b })).toContain('Thing')
    const files = { 'pkg/__init__.py': '', 'pkg/a.py': `__all__ = ["Thing"]\n${guarded}`, ...b }
    expect(publicNames(files, 'pkg.a')).toEqual(['Thing'])
  })
})

describe('what a file defines and then takes from elsewhere if it can', () => {
  test.each([
    ['an import that may fail', 'try:\n    from fast import Size\nexcept ImportError:\n    pass\n'],
    ['a way that may not be taken', 'import os\nif os.cpu_count():\n    Size = os.stat_result\n'],
  ])('%s', (_, rest) => {
    const files = init(`class Size:\n    def area(self): ...\n${rest}`)
    expect(entryOf(files, 'Size.area').definition.kind).toBe('method')
    expect(publicNames(files)).toContain('Size')
  })
})
