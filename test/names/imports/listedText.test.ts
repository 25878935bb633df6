// Rows of what languages bring themselves: written, and read when somebody asks for one.

import { expect, test } from 'vitest'
import { listedText, readListed } from '../../../src/names/imports/listedText.ts'

const listed = {
  versions: ['3.8', '3.9'],
  modules: { os: { names: { path: 'm@os.path' } }, __proto__x: { names: {} } },
  classes: { 'fs/promises.FileHandle': { names: { 'a b': 'f (x)' } } },
}

test('what is written is what is read', () => {
  const { versions, modules, classes } = readListed(listedText(listed))
  expect(versions).toEqual(listed.versions)
  expect([...modules.keys()]).toEqual(['os', '__proto__x'])
  expect(modules.get('os')).toEqual(listed.modules.os)
  expect(modules.get('os')).toBe(modules.get('os'))
  expect(classes.get('fs/promises.FileHandle')).toEqual({ names: { 'a b': 'f (x)' } })
  expect(modules.get('toString')).toBeUndefined()
  expect(modules.has('constructor')).toBe(false)
})

test.each(['[]\nx os {}', '[]\nmos', '[]\n'])('%j is damaged', (text) => {
  expect(() => readListed(text)).toThrow('damaged')
})
