import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { PackageName } from '../../src/domain/names/packageName.ts'
import { successorsIn } from '../../src/domain/successor.ts'

const found = (message: string) => successorsIn(message, 'own-name' as PackageName)

describe('a message that points to a package', () => {
  test.each([
    ['No longer supported. Please use `widget` or `other-two` instead.', 'widget'],
    ['This package has been deprecated. Please use @scope/plugin-other', '@scope/plugin-other'],
    ['own-name is now @scope/parser. This package gets no more updates.', '@scope/parser'],
    ['TSOther has been deprecated in favor of Widget. See the issue.', 'widget'],
    ['You can find the new version at @scope/core, this one is for legacy', '@scope/core'],
    ['Package renamed to other.js', 'other.js'],
    ['moved to widget', 'widget'],
    ['Use other-thing instead', 'other-thing'],
    ['please switch to "widget"', 'widget'],
    ['This has been replaced by the new package other-name, sorry', 'other-name'],
    ['superseded by widget.', 'widget'],
    ['Deprecated. https://pages.example/package/@scope/other', '@scope/other'],
    ['This is a stub. widget provides its own type definitions', 'widget'],
    ['Do not use it. Check out other-cache if you want more', null],
  ])('%s', (message, name) => {
    expect(found(message)[0] ?? null).toBe(name)
  })
})

describe('a message that points nowhere', () => {
  test.each([
    'own-name has been deprecated, see https://example.com/issues/3142',
    'this library is no longer supported',
    'Please upgrade to version 7 or higher',
    'Please use the native JSON object instead of this',
    "Use your platform's native atob() and btoa() methods instead",
    'new code should use the Something API instead',
    'use String.prototype.padStart()',
    'Please update to own-name 3.x',
    'Rename to own-name',
    'Moved to user/repository',
    'Deprecated. See the issue.',
    '',
  ])('%s', (message) => {
    expect(found(message)).toEqual([])
  })
})

test('whatever it says, reading it is quick and gives names', () => {
  const words = fc.constantFrom(
    'use',
    ' ',
    'the ',
    'new ',
    '@',
    'a/',
    '`',
    'moved to ',
    '-',
    '.',
    'x',
  )
  fc.assert(
    fc.property(fc.string({ unit: words, maxLength: 500 }), (message) => {
      for (const name of found(message)) expect(name).toMatch(/^(?:@[^/@\s]+\/)?[^/@\s]+$/)
    }),
  )
})
